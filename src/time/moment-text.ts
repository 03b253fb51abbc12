// Reads what was passed as `at` without knowing any zone rules yet: a wall clock or an instant, and the zone it names.

import { types } from 'node:util'
import { BelfryError } from '../errors.ts'
import { impossible, instantInRange, isLocalText, parseLocal, quoted } from './local.ts'
import type { Temporal } from './temporal.ts'
import { canonicalZone } from './zone-name.ts'
import { asUtc, instantAt } from './zone-rules.ts'

export interface Written {
  /** As the caller wrote it, for messages. */
  readonly text: string
  readonly zone: string | null
  readonly value: WrittenLocal | { readonly kind: 'instant'; readonly instant: Temporal.Instant }
}

export interface WrittenLocal {
  readonly kind: 'local'
  readonly local: Temporal.PlainDateTime
  readonly offsetMs: number | null
}

const accepted =
  'a local time with its zone (2026-12-01T09:00:00[Europe/Paris], or 2026-12-01T09:00:00 and a timezone), ' +
  'RFC 3339 (2026-12-01T09:00:00+01:00), a Date, or a Temporal.Instant or ZonedDateTime'

const textPattern = /^([^Z[\]]+?)(Z|[+-]\d\d(?::?\d\d)?)?(?:\[!?([^[\]]+)\])?$/i
const dateOnlyPattern = /^(\d{4}-\d\d-\d\d)(?:Z|\[[^\]]*\])?$/i

export function readMoment(at: unknown, field: string): Written {
  if (typeof at === 'string') return readText(at, field)
  if (types.isDate(at)) return readDate(at, field)
  if (hasTag(at, 'Temporal.Instant')) return fromInstant((at as Temporal.Instant).epochMilliseconds, null, field)
  if (hasTag(at, 'Temporal.ZonedDateTime')) return readZoned(at as Temporal.ZonedDateTime, field)
  if (typeof at === 'number') throw notAMoment('A number could be seconds or milliseconds: pass a Date.', field)
  throw notAMoment(`A value of type ${at === null ? 'null' : typeof at} is not a moment.`, field)
}

export function notAMoment(message: string, field: string): BelfryError {
  return new BelfryError('invalid_input', message, { field, accepted })
}

function readText(text: string, field: string): Written {
  const date = dateOnlyPattern.exec(text)?.[1]
  if (date)
    throw notAMoment(`${quoted(text)} has no time of day: for nine in the morning write ${date}T09:00:00.`, field)
  const [, localText = '', offset, bracket] = textPattern.exec(text) ?? []
  if (!isLocalText(localText)) throw notAMoment(`${quoted(text)} is not a moment.`, field)
  const local = parseLocal(localText, field)
  const zone = bracket === undefined ? null : canonicalZone(bracket, field)
  if (offset === undefined) return { text, zone, value: { kind: 'local', local, offsetMs: null } }
  // RFC 9557: Z and -00:00 say "this instant, local offset not stated", so they cannot contradict a zone.
  if (/^(z|-00(:?00)?)$/i.test(offset)) return { text, zone, value: { kind: 'instant', instant: asUtc(local) } }
  return { text, zone, value: { kind: 'local', local, offsetMs: readOffset(offset, text, field) } }
}

function readOffset(offset: string, text: string, field: string): number {
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) throw notAMoment(`${quoted(text)} has an offset that cannot be.`, field)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

function readDate(date: Date, field: string): Written {
  if (Number.isNaN(date.getTime())) throw notAMoment('An invalid Date is not a moment.', field)
  return fromInstant(date.getTime(), null, field)
}

function readZoned(at: Temporal.ZonedDateTime, field: string): Written {
  // A ZonedDateTime in "+02:00" knows no more than RFC 3339 text with that offset.
  const isOffset = /^[+-]/.test(at.timeZoneId)
  return fromInstant(at.epochMilliseconds, isOffset ? null : canonicalZone(at.timeZoneId, field), field)
}

function fromInstant(epochMs: number, zone: string | null, field: string): Written {
  const instant = instantAt(epochMs)
  const text = instant.toString()
  // Before any zone is applied: at the ends of Temporal's range the local time could not be held.
  if (!instantInRange(instant)) throw impossible(text, 'the year must be from 1970 to 9999', field)
  return { text, zone, value: { kind: 'instant', instant } }
}

// By tag, not instanceof: the caller's Temporal may be another copy of the polyfill than ours.
function hasTag(value: unknown, tag: string): boolean {
  return Object.prototype.toString.call(value) === `[object ${tag}]`
}
