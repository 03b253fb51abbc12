import { describe, expect, it } from 'vitest'
import { countLateness, describeLateness, latenessEndsMs, noLateness } from './lateness.ts'

function counted(...latenessesMs: number[]): number[] {
  const counts = noLateness()
  countLateness(counts, latenessesMs)
  return counts
}

describe('lateness', () => {
  it('is counted in the span whose end is not before it', () => {
    expect(counted(0, 1, 1.1, 2.5)).toEqual([2, 2, ...new Array(latenessEndsMs.length - 1).fill(0)])
    expect(counted(3_600_000, 3_600_001).slice(-2)).toEqual([1, 1])
  })

  it('has no middle where nothing was sent', () => {
    expect(describeLateness(noLateness())).toBeNull()
  })

  it('lies evenly within a span', () => {
    // Half of those up to 1 ms: half a millisecond.
    expect(describeLateness(counted(...new Array<number>(100).fill(0.7)))).toEqual({
      count: 100,
      p50Ms: 0.5,
      p99Ms: 1,
    })
  })

  it('tells the few that are late from the many that are not', () => {
    const { p50Ms, p99Ms } = describeLateness(counted(...new Array<number>(98).fill(0.5), 4_000, 4_500))!
    expect(p50Ms).toBeLessThan(1)
    expect(p99Ms).toBeGreaterThan(2_500)
    expect(p99Ms).toBeLessThanOrEqual(5_000)
  })

  it('says no more of the latest than that it was over an hour', () => {
    expect(describeLateness(counted(86_400_000))).toEqual({ count: 1, p50Ms: 3_600_000, p99Ms: 3_600_000 })
  })
})
