import { describe, expect, test } from 'vitest'
import { spansWithin } from '../../time/spans.ts'
import { runtimeRules } from '../../time/zone-rules.ts'
import { FairOrder, inconvenienceMs } from './fair.ts'

const hourMs = 3_600_000
const at = (local: string) => Date.parse(`${local}Z`)

describe('inconvenience, in hours, of an hour', () => {
  // 2031-01-06 is a Monday.
  test.each([
    ['2031-01-06T09:00', 0],
    ['2031-01-06T17:00', 0],
    ['2031-01-06T08:00', 1],
    ['2031-01-06T18:00', 1],
    // The way to the morning is shorter than back to the evening before.
    ['2031-01-07T03:00', 6],
    ['2031-01-07T00:00', 7],
    ['2031-01-10T23:00', 6],
  ])('%s: %d', (local, hours) => {
    expect(inconvenienceMs(at(local), hourMs, true) / hourMs).toBe(hours)
    expect(inconvenienceMs(at(local), hourMs, false) / hourMs).toBe(hours)
  })

  test.each([
    ['2031-01-11T10:00', 0, 17],
    ['2031-01-12T17:00', 0, 16],
    ['2031-01-12T20:00', 3, 13],
  ])('on a weekend, %s: %d for who has declared hours, and %d otherwise', (local, declared, otherwise) => {
    expect(inconvenienceMs(at(local), hourMs, true) / hourMs).toBe(declared)
    expect(inconvenienceMs(at(local), hourMs, false) / hourMs).toBe(otherwise)
  })

  test('longer than a day of usual hours: what sticks out', () => {
    expect(inconvenienceMs(at('2031-01-06T09:00'), 10 * hourMs, true) / hourMs).toBe(1)
    expect(inconvenienceMs(at('2031-01-06T08:00'), 11 * hourMs, true) / hourMs).toBe(1)
  })
})

test('the worst-off first, then the sum, then the earlier; a later slot never drives out an equal one', () => {
  const day = { fromMs: at('2031-01-06T00:00'), toMs: at('2031-01-07T00:00') }
  const people = ['UTC', 'UTC', 'America/New_York'].map((timezone) => ({ timezone, isDeclared: false }))
  const order = new FairOrder(people, { durationMs: hourMs, limit: 4 }, spansWithin(day, runtimeRules))
  for (let ms = day.fromMs; ms < day.toMs; ms += hourMs) order.add(ms)
  // From 14:00 to 17:00 all are at work. Then an hour too much: at 13:00 for one of them, at 18:00 for two.
  expect(order.best().map((ms) => new Date(ms).getUTCHours())).toEqual([14, 15, 16, 17])
  const more = new FairOrder(people, { durationMs: hourMs, limit: 6 }, spansWithin(day, runtimeRules))
  for (let ms = day.fromMs; ms < day.toMs; ms += hourMs) more.add(ms)
  expect(more.best().map((ms) => new Date(ms).getUTCHours())).toEqual([14, 15, 16, 17, 13, 18])
})
