// Integer arithmetic against Temporal.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLocal } from '../local.ts'
import { Temporal } from '../temporal.ts'
import {
  civilOf,
  dateText,
  dayOf,
  firstWeek,
  localMsOf,
  localText,
  monthLength,
  weekdayOf,
  weekYearOf,
} from './civil.ts'

const days = fc.integer({ min: 0, max: dayOf(9999, 12, 31) })

test('dates, weekdays, weeks and lengths are those of Temporal', () => {
  const law = fc.property(days, (date) => {
    const plain = new Temporal.PlainDate(1970, 1, 1).add({ days: date })
    const { year, month, day } = civilOf(date)
    expect([year, month, day, weekdayOf(date) + 1]).toEqual([plain.year, plain.month, plain.day, plain.dayOfWeek])
    expect(dayOf(year, month, day)).toBe(date)
    expect(monthLength(year, month)).toBe(plain.daysInMonth)
    expect(dateText(date)).toBe(plain.toString())
    const weekYear = weekYearOf(date, 0)
    expect([weekYear, Math.floor((date - firstWeek(weekYear, 0)) / 7) + 1]).toEqual([
      plain.yearOfWeek,
      plain.weekOfYear,
    ])
  })
  fc.assert(law, { numRuns: 2_000 })
})

test('local times have the text that formatLocal gives, and come back', () => {
  const times = fc.oneof(fc.constantFrom(0, 1, 10, 120, 1_000, 61_000), fc.integer({ min: 0, max: 86_399_999 }))
  const law = fc.property(days, times, (date, timeMs) => {
    const localMs = date * 86_400_000 + timeMs
    const plain = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime()
    expect(localText(localMs)).toBe(formatLocal(plain))
    expect(localMsOf(localText(localMs))).toBe(localMs)
  })
  fc.assert(law, { numRuns: 2_000 })
})

test('what is not on the calendar is refused, and other spellings are read', () => {
  expect(() => localMsOf('2026-02-30T09:00')).toThrow('February 2026 has 28 days')
  expect(() => localMsOf('2026-02-03')).toThrow('not a local time')
  expect(localMsOf('2026-02-03 09:00:00.000')).toBe(Date.UTC(2026, 1, 3, 9))
})
