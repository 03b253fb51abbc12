// Reading the values of a foreign row. They come as text from a table and as JSON from a line; what is there but cannot be
// understood is refused, never guessed.

import { BelfryError } from '../errors.ts'
import { readId, readInteger, refuse } from '../input.ts'
import { parseMoment } from '../time/moment.ts'

// 2030-01-15T10:00:00Z, 2030-01-15 10:00:00.123456+00 (PostgreSQL), 2030-01-15T10:00:00 (a timestamp without zone)
const timePattern = /^(\d{4}-\d\d-(\d\d))[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d(?::?\d\d)?)?$/i
const accepted = 'a time such as 2030-01-15T10:00:00Z'

/** Milliseconds since 1970; null where there is no value. */
export function readTime(value: unknown, timezone: string, field: string): number | null {
  if (value === undefined) return null
  const match = typeof value === 'string' ? timePattern.exec(value) : null
  if (!match) throw refuse('invalid_input', 'Not a time.', { field, accepted })
  const [, date, day, time, offset = ''] = match
  const zone = offset.replace(/^([+-]\d\d)(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
  const text = `${date}T${time}${zone}`
  // The calendar is asked only where it has a say: every month has 28 days, and most exports are in UTC.
  if (Number(day) <= 28 && (zone !== '' || timezone === 'UTC')) {
    const ms = Date.parse(zone === '' ? `${text}Z` : text)
    if (ms >= 0) return ms
  }
  return parseMoment(text, { defaultTimezone: timezone, field }).instant.epochMilliseconds
}

export function requireTime(value: unknown, timezone: string, field: string): number {
  const ms = readTime(value, timezone, field)
  if (ms !== null) return ms
  throw new BelfryError('missing_field', 'A time is missing.', { field, accepted })
}

/** Ids are texts; a line of JSON may have them as numbers. */
export function idText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}

export function requireId(value: unknown, field: string): string {
  return readId(idText(value), field)
}

export function readCount(value: unknown, otherwise: number, field: string): number {
  if (value === undefined) return otherwise
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return readInteger(count, field, 0, Number.MAX_SAFE_INTEGER)
}
