// What a caller says of a block. A field that is left out keeps its value; a block that becomes one of another kind begins anew.

import { BelfryError } from '../../errors.ts'
import { readInteger, readText, refuse } from '../../input.ts'
import { parseLocal } from '../../time/local.ts'
import { canonicalZone } from '../../time/zone.ts'
import type { AvailabilityBlock } from './block.ts'

export type BlockTimes = Pick<
  AvailabilityBlock,
  'kind' | 'dayOfWeek' | 'date' | 'startTime' | 'endTime' | 'timezone' | 'validFrom' | 'validUntil'
>

export const blockKinds = ['weekly', 'extra', 'off'] as const

/** `before` is what stands, null for a new one; `timezone` is the recipient's. */
export function readTimes(value: Record<string, unknown>, before: BlockTimes | null, timezone: string): BlockTimes {
  const kind = readKind(value.kind, before)
  const kept: Partial<BlockTimes> = before?.kind === kind ? before : {}
  const zone = value.timezone === undefined ? null : readZone(value.timezone)
  return {
    kind,
    ...(kind === 'weekly' ? readWeekly(value, kept) : readDated(value, kept, kind)),
    ...readHours(value, kept, kind),
    timezone: zone ?? before?.timezone ?? timezone,
  }
}

function readKind(value: unknown, before: BlockTimes | null): BlockTimes['kind'] {
  if (value === undefined) return before?.kind ?? 'weekly'
  const kind = blockKinds.find((one) => one === value)
  if (kind) return kind
  throw refuse('invalid_input', 'There is no such kind of block.', { field: '/kind', accepted: blockKinds.join(', ') })
}

function readZone(value: unknown): string {
  return canonicalZone(readText(value, '/timezone', { bytesMax: 64 }), '/timezone')
}

function readWeekly(value: Record<string, unknown>, kept: Partial<BlockTimes>) {
  const dated = 'kind extra (more hours on that date) or off (not there) beside a date'
  refuseGiven(value, ['date'], 'A block of every week has no date.', dated)
  const dayOfWeek = value.dayOfWeek ?? kept.dayOfWeek
  if (dayOfWeek == null) throw missing('/dayOfWeek', 'a whole number from 0 (Sunday) to 6')
  const validFrom = readBound(value.validFrom, kept.validFrom, '/validFrom')
  const validUntil = readBound(value.validUntil, kept.validUntil, '/validUntil')
  if (validFrom !== null && validUntil !== null && validUntil < validFrom) {
    throw refuse('invalid_input', 'It ends before it begins.', {
      field: '/validUntil',
      accepted: 'a date that is not before validFrom',
    })
  }
  return { dayOfWeek: readInteger(dayOfWeek, '/dayOfWeek', 0, 6), date: null, validFrom, validUntil }
}

function readDated(value: Record<string, unknown>, kept: Partial<BlockTimes>, kind: string) {
  refuseGiven(value, ['dayOfWeek', 'validFrom', 'validUntil'], `A block of the kind ${kind} is on one date.`)
  const date = value.date ?? kept.date
  if (date == null) throw missing('/date', 'a date like 2031-12-24')
  return { dayOfWeek: null, date: readDay(date, '/date'), validFrom: null, validUntil: null }
}

// Seconds as a column of times has them: none.
const start = { pattern: /^(?:[01]\d|2[0-3]):[0-5]\d(?::00)?$/, accepted: 'a time from 00:00 to 23:59' }
const end = { pattern: /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)(?::00)?$/, accepted: 'a time from 00:00 to 24:00' }

function readHours(value: Record<string, unknown>, kept: Partial<BlockTimes>, kind: string) {
  const isWhole = kind === 'off' && value.startTime === undefined && value.endTime === undefined
  const { startTime = isWhole ? '00:00' : undefined, endTime = isWhole ? '24:00' : undefined } = kept
  const from = readText(value.startTime ?? startTime, '/startTime', { bytesMax: 64, ...start }).slice(0, 5)
  const to = readText(value.endTime ?? endTime, '/endTime', { bytesMax: 64, ...end }).slice(0, 5)
  if (from !== to) return { startTime: from, endTime: to }
  throw refuse('invalid_input', 'It ends when it begins: there is nothing in it.', {
    field: '/endTime',
    accepted: 'another time than startTime; a whole day is 00:00 to 24:00',
  })
}

/** Null takes it away. */
function readBound(value: unknown, kept: string | null | undefined, field: string): string | null {
  if (value === undefined) return kept ?? null
  return value === null ? null : readDay(value, field)
}

function readDay(value: unknown, field: string): string {
  const accepted = 'a date like 2031-12-24'
  const date = readText(value, field, { bytesMax: 64, pattern: /^\d{4}-\d\d-\d\d$/, accepted })
  // Says what is wrong with a 30 February.
  parseLocal(`${date}T00:00`, field)
  return date
}

function refuseGiven(value: Record<string, unknown>, fields: readonly string[], what: string, accepted?: string): void {
  const field = fields.find((name) => value[name] != null)
  if (field !== undefined)
    throw refuse('invalid_input', what, { field: `/${field}`, accepted: accepted ?? 'nothing here, or another kind' })
}

function missing(field: string, accepted: string): BelfryError {
  return new BelfryError('missing_field', 'A required field is missing.', { field, accepted })
}
