// Real time: for leases, time-outs, rate gates and waiting. What is due is never decided here but by the database's clock.

export interface MonotonicClock {
  /** Milliseconds since some fixed moment. Never goes back, and does not jump when the wall clock is set. */
  nowMs(): number
}

/** How long ago it was started. */
export type Stopwatch = () => number

/**
 * Whichever is longer, monotonic or wall-clock time: on Linux the monotonic clock stands still while the machine is suspended,
 * and a lease does not.
 */
export function startStopwatch(): Stopwatch {
  const monotonicMs = performance.now()
  const wallMs = Date.now()
  return () => Math.max(performance.now() - monotonicMs, Date.now() - wallMs)
}

export interface Sleeper {
  /** Resolves after `ms`, or at once when the signal aborts; it says which, and never rejects. */
  sleep(ms: number, options?: { signal?: AbortSignal | undefined }): Promise<'time' | 'aborted'>
}

export interface WakeableSleep {
  sleep(ms: number): Promise<'time' | 'woken'>
  /** Ends the sleep under way; with nobody asleep, the next one returns at once, so no wake-up is lost in between. */
  wake(): void
}

/** setTimeout fires at once beyond 2^31 − 1 ms (24.8 days). A longer sleep ends here; sleepers look again anyway. */
export const sleepMaxMs = 2 ** 31 - 1

/** For what outlives the process and is real time by its nature, such as when a token expires. */
export function wallClockMs(): number {
  return Date.now()
}

export const monotonicClock: MonotonicClock = { nowMs: () => performance.now() }

/** For stamps on what leaves the process, never for what is due. */
export const wallClock = { nowMs: () => Date.now() }

export const sleeper: Sleeper = {
  sleep(ms, { signal } = {}) {
    if (signal?.aborted) return Promise.resolve('aborted')
    return new Promise((resolve) => {
      const onAbort = () => {
        clearTimeout(timer)
        resolve('aborted')
      }
      const timer = setTimeout(() => {
        // A signal outlives many sleeps: without this each one would leave a listener on it.
        signal?.removeEventListener('abort', onAbort)
        resolve('time')
      }, clampSleepMs(ms))
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  },
}

export function createWakeableSleep(): WakeableSleep {
  const asleep = new Set<() => void>()
  let wokenEarly = false
  return {
    sleep(ms) {
      if (wokenEarly) {
        wokenEarly = false
        return Promise.resolve('woken')
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          asleep.delete(onWake)
          resolve('time')
        }, clampSleepMs(ms))
        const onWake = () => {
          clearTimeout(timer)
          resolve('woken')
        }
        asleep.add(onWake)
      })
    },
    wake() {
      wokenEarly = asleep.size === 0
      for (const onWake of asleep) onWake()
      asleep.clear()
    },
  }
}

// NaN sleeps for nothing: a loop that looks again too early is better than one that never does.
export function clampSleepMs(ms: number): number {
  return ms > 0 ? Math.min(Math.ceil(ms), sleepMaxMs) : 0
}

/** Does something now and then, until the function that it answers is called. One at a time; it keeps no process alive. */
export function repeating(everyMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void): () => void {
  let isUnderWay = false
  const timer = setInterval(() => {
    if (isUnderWay) return
    isUnderWay = true
    work()
      .catch(failed)
      .finally(() => {
        isUnderWay = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
