import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clampSleepMs, createWakeableSleep, monotonicClock, sleeper, sleepMaxMs } from './clock.ts'

test('the monotonic clock does not go back', () => {
  const first = monotonicClock.nowMs()
  expect(monotonicClock.nowMs()).toBeGreaterThanOrEqual(first)
})

test('waits are clamped to what a timer can hold', () => {
  const days60 = 60 * 86_400_000
  expect([days60, Infinity, -5, Number.NaN, 0.2].map(clampSleepMs)).toEqual([sleepMaxMs, sleepMaxMs, 0, 0, 1])
})

describe('with timers in hand', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('sleep ends with its time and leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    const slept = sleeper.sleep(1_000, { signal })
    await vi.advanceTimersByTimeAsync(999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await slept).toBe('time')
    expect(removed).toHaveBeenCalledOnce()
  })

  test('abort ends it, before or during', async () => {
    const controller = new AbortController()
    const slept = sleeper.sleep(1_000, { signal: controller.signal })
    controller.abort()
    expect(await slept).toBe('aborted')
    expect(await sleeper.sleep(1_000, { signal: controller.signal })).toBe('aborted')
  })

  test('a very long sleep does not end at once', async () => {
    const controller = new AbortController()
    let ended = false
    const slept = sleeper.sleep(2 ** 40, { signal: controller.signal }).finally(() => {
      ended = true
    })
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(ended).toBe(false)
    controller.abort()
    await slept
  })

  test('a wakeable sleep ends with its time', async () => {
    const slept = createWakeableSleep().sleep(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await slept).toBe('time')
  })

  test('wake ends every sleep under way, and is used up by it', async () => {
    const wakeable = createWakeableSleep()
    const both = [wakeable.sleep(1_000), wakeable.sleep(2_000)]
    wakeable.wake()
    expect(await Promise.all(both)).toEqual(['woken', 'woken'])
    const next = wakeable.sleep(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await next).toBe('time')
  })

  test('a wake with nobody asleep is kept for the next sleep, once', async () => {
    const wakeable = createWakeableSleep()
    wakeable.wake()
    wakeable.wake()
    expect(await wakeable.sleep(1_000)).toBe('woken')
    const next = wakeable.sleep(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await next).toBe('time')
  })
})
