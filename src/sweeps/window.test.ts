import { describe, expect, it } from 'vitest'
import { coveredAfter, isOverdue, lookBackMaxMs, regionOf } from './window.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2030, 0, 15, 10)
const day = { fromMs: 0, toMs: 24 * hourMs }
const twoHours = { fromMs: 23 * hourMs, toMs: 25 * hourMs }

describe('the region of a run', () => {
  it('is the window, half open, when the last run was just now', () => {
    expect(regionOf(day, nowMs, nowMs)).toEqual({ afterMs: nowMs, uptoMs: nowMs + 24 * hourMs })
    expect(regionOf(twoHours, nowMs, nowMs)).toEqual({ afterMs: nowMs + 23 * hourMs, uptoMs: nowMs + 25 * hourMs })
  })

  it('begins where the last run left off, so that what passed through the window meanwhile is seen', () => {
    expect(regionOf(day, nowMs, nowMs - 3 * hourMs).afterMs).toBe(nowMs - 3 * hourMs)
    expect(regionOf(twoHours, nowMs, nowMs - 30 * hourMs).afterMs).toBe(nowMs - 7 * hourMs)
  })

  it('goes back seven days at the most', () => {
    expect(regionOf(day, nowMs, 0).afterMs).toBe(nowMs - lookBackMaxMs)
  })

  it('does not begin in the future when the clock was put back', () => {
    expect(regionOf(day, nowMs, nowMs + 5 * hourMs).afterMs).toBe(nowMs)
  })
})

it('due exactly now is overdue, a millisecond later is not', () => {
  expect(isOverdue(nowMs, nowMs)).toBe(true)
  expect(isOverdue(nowMs + 1, nowMs)).toBe(false)
})

describe('how far a run has covered', () => {
  const coveredMs = nowMs - hourMs

  it('is now when nothing was left', () => {
    expect(coveredAfter(day, { nowMs, coveredMs, leftMs: null })).toBe(nowMs)
  })

  it('is now when what was left is still ahead in the window', () => {
    expect(coveredAfter(day, { nowMs, coveredMs, leftMs: nowMs + hourMs })).toBe(nowMs)
  })

  it('stays before what was left, so that the next region has it', () => {
    for (const reach of [day, twoHours]) {
      const leftMs = coveredMs + reach.fromMs + 1_000
      const covered = coveredAfter(reach, { nowMs, coveredMs, leftMs })
      expect(regionOf(reach, nowMs + hourMs, covered).afterMs).toBeLessThan(leftMs)
      expect(covered).toBeGreaterThanOrEqual(coveredMs)
    }
  })
})
