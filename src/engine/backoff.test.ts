import { describe, expect, it } from 'vitest'
import { runtimeRules } from '../time/zone-rules.ts'
import { type Backoff, comesBackAt, intervalMs } from './backoff.ts'

const dayMs = 86_400_000
const days: Backoff = { baseMs: dayMs, factor: 2, capMs: 256 * dayMs, onHour: true }

describe('the interval of a backoff', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 4],
    [8, 128],
    [9, 256],
    [10, 256],
    [2 ** 31, 256],
    [Number.MAX_SAFE_INTEGER, 256],
  ])('after ring %i is %i days', (rings, expected) => {
    expect(intervalMs(days, rings)).toBe(expected * dayMs)
  })

  const back = (backoff: Backoff, rings: number, now: string, zone: string) =>
    new Date(comesBackAt(backoff, rings, { nowMs: Date.parse(now), zone, rules: runtimeRules })).toISOString()

  it('comes back on the full local hour, days later by the calendar', () => {
    expect(back(days, 1, '2031-03-04T09:37:12+09:00', 'Asia/Seoul')).toBe('2031-03-05T00:00:00.000Z')
    // 09:37 in Kolkata is 04:07 in London: the hour is the user's.
    expect(back(days, 2, '2031-03-04T09:37:12+05:30', 'Asia/Kolkata')).toBe('2031-03-06T03:30:00.000Z')
  })

  it('keeps the wall clock over a change of the clocks', () => {
    expect(back(days, 1, '2031-03-08T09:10:00-05:00', 'America/New_York')).toBe('2031-03-09T13:00:00.000Z')
    expect(back(days, 1, '2031-11-01T09:10:00-04:00', 'America/New_York')).toBe('2031-11-02T14:00:00.000Z')
    // 02:00 does not exist on 9 March 2031 there.
    expect(back(days, 1, '2031-03-08T02:10:00-05:00', 'America/New_York')).toBe('2031-03-09T07:00:00.000Z')
  })

  it('is never in the past, however short the interval is', () => {
    const short: Backoff = { ...days, baseMs: 600_000 }
    expect(back(short, 1, '2031-03-04T09:37:12+09:00', 'Asia/Seoul')).toBe('2031-03-04T01:00:00.000Z')
    expect(back(short, 1, '2031-03-04T09:55:00+09:00', 'Asia/Seoul')).toBe('2031-03-04T01:00:00.000Z')
    expect(back(short, 1, '2031-03-04T10:00:00+09:00', 'Asia/Seoul')).toBe('2031-03-04T02:00:00.000Z')
  })

  it('is asked twice in the same quarter of an hour and ahead both times', () => {
    const short: Backoff = { ...days, baseMs: 600_000 }
    expect(back(short, 1, '2031-03-04T09:50:01+09:00', 'Asia/Seoul')).toBe('2031-03-04T01:00:00.000Z')
    expect(back(short, 1, '2031-03-04T09:59:59+09:00', 'Asia/Seoul')).toBe('2031-03-04T01:00:00.000Z')
    expect(back(short, 1, '2031-03-04T10:00:00+09:00', 'Asia/Seoul')).toBe('2031-03-04T02:00:00.000Z')
  })
})
