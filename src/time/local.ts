// A local time is a wall clock without a zone. Its text form is an identity (the nominal of an occurrence), so there is
// exactly one way to write it: `YYYY-MM-DDTHH:MM`, then `:SS` and `.fff` only when they are not zero.
//
// When the clock goes back, one local time happens twice. The first is meant unless the text ends in `~2`, the fold mark:
// `2026-11-01T01:30~2` is the second 01:30 of that night. There is no `~1`: it would be a second spelling of the first.

import { BelfryError } from '../errors.ts'
import { Temporal } from './temporal.ts'

export const secondFold = '~2'

const yearMin = 1970
const yearMax = 9999

const localPattern = /^([+-]?\d{4,6})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/i

/** The one text form of a local time. What is finer than a millisecond is cut off. */
export function formatLocal(local: Temporal.PlainDateTime): string {
  const ms = local.round({ smallestUnit: 'millisecond', roundingMode: 'trunc' })
  const wholeMinute = ms.second === 0 && ms.millisecond === 0
  return ms.toString(wholeMinute ? { smallestUnit: 'minute', calendarName: 'never' } : { calendarName: 'never' })
}

/** Reads `YYYY-MM-DDTHH:MM[:SS[.fff]]`; what is not on the calendar is an `impossible_date` that says why. */
export function parseLocal(text: string, field?: string): Temporal.PlainDateTime {
  const match = localPattern.exec(text)
  if (!match) {
    throw new BelfryError('invalid_input', `${quoted(text)} is not a local time.`, {
      ...(field ? { field } : {}),
      accepted: 'a local time like 2026-12-01T09:00:00',
    })
  }
  const [, year = '', month, day, hour, minute, second = '0', fraction = ''] = match
  const reason =
    yearReason(year) ??
    dateReason(Number(year), Number(month), Number(day)) ??
    timeReason(Number(hour), Number(minute), Number(second))
  if (reason) throw impossible(text, reason, field)
  // A reminder finer than a millisecond means nothing, but Python and PostgreSQL write microseconds: cut, not refused.
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return new Temporal.PlainDateTime(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    millisecond,
  )
}

export function isLocalText(text: string): boolean {
  return localPattern.test(text)
}

/** Splits the fold mark off a nominal local time. */
export function splitFold(text: string): { text: string; second: boolean } {
  return text.endsWith(secondFold) ? { text: text.slice(0, -secondFold.length), second: true } : { text, second: false }
}

export function yearInRange(year: number): boolean {
  return year >= yearMin && year <= yearMax
}

export function instantInRange(instant: Temporal.Instant): boolean {
  return yearInRange(instant.toZonedDateTimeISO('UTC').year)
}

export function impossible(text: string, reason: string, field?: string): BelfryError {
  return new BelfryError('impossible_date', `${quoted(text)} cannot be: ${reason}.`, {
    ...(field ? { field } : {}),
    accepted: `dates of the years ${yearMin} to ${yearMax}, times from 00:00 to 23:59:59`,
  })
}

/** What a caller passed, safe in a message: escaped, and cut, since it may be a whole text in the wrong field. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}

function yearReason(year: string): string | undefined {
  return year.length === 4 && yearInRange(Number(year)) ? undefined : `the year must be from ${yearMin} to ${yearMax}`
}

function dateReason(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12) return `there is no month ${month}`
  const first = new Temporal.PlainDate(year, month, 1)
  if (day >= 1 && day <= first.daysInMonth) return undefined
  return `${monthNames[month - 1]} ${year} has ${first.daysInMonth} days`
}

function timeReason(hour: number, minute: number, second: number): string | undefined {
  if (hour === 24 && minute === 0 && second === 0) return 'midnight is 00:00 of the next day'
  if (hour > 23) return 'hours go from 00 to 23'
  if (minute > 59) return 'minutes go from 00 to 59'
  // Leap seconds are in UTC, not on wall clocks, and neither PostgreSQL nor Temporal can hold one.
  if (second > 59) return 'seconds go from 00 to 59'
  return undefined
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
