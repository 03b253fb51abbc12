// What a caller wants changed of a reminder, read strictly, and the description that comes of it together with what is stored.

import { readBoolean, readJson, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { durationMs } from '../time/duration.ts'
import { isLocalText, splitFold } from '../time/local.ts'
import type { MomentInput } from '../time/moment.ts'
import type { QuietHours } from '../time/quiet-hours.ts'
import { type Rule, readRule } from '../time/recurrence/recurrence.ts'
import { canonicalZone } from '../time/zone.ts'
import { storedLadder } from './ladder.ts'
import type { Planned } from './planning.ts'
import { readRepeat } from './read-repeat.ts'
import { checkFallback, readChannel, readChannels, readMissed, toleranceDefaultMs, type Wanted } from './reminder.ts'
import { type Missed, mainOccurrence, type Repeat, type RepeatDefinition } from './repeat.ts'
import type { Content } from './write.ts'

/** A reminder as it is stored. */
export interface ChangedRow {
  readonly bucket: number
  readonly id: string
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly recipient: string
  readonly version: number
  readonly generation: number
  readonly occurrence: string
  readonly timezone: string | null
  readonly floating: boolean
  readonly step: string | null
  readonly repeat: Repeat | null
  readonly adjusted: Planned['adjusted']
  readonly critical: boolean
  readonly channels: readonly string[] | null
  readonly channel_delays: readonly number[] | null
  readonly fallback: string | null
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly due_ms: number | null
  readonly useful_until_ms: number
  readonly planned_ms: number | null
  readonly now_ms: number
  /** Of the recipient. */
  readonly zone: string
  readonly quiet_hours: QuietHours | null
}

/** Undefined: left out. Null: cleared. */
export interface Changes {
  /** The names of the fields that were given. */
  readonly given: readonly string[]
  readonly title: string | null | undefined
  readonly body: string | null | undefined
  readonly data: string | null | undefined
  readonly channels: ReturnType<typeof readChannels> | null | undefined
  readonly fallback: string | null | undefined
  readonly critical: boolean | undefined
  readonly at: MomentInput | null | undefined
  readonly timezone: string | null | undefined
  readonly inMs: number | null | undefined
  readonly rule: Rule | null | undefined
  /** As it was given: how it is read depends on whether there is a rule. */
  readonly repeat: unknown
  readonly missed: unknown
  readonly usefulUntil: MomentInput | null | undefined
  readonly toleranceMs: number | undefined
}

const contentFields = ['title', 'body', 'data', 'channels', 'fallback', 'critical']
const momentFields = ['at', 'timezone', 'in', 'rule', 'repeat', 'missed']
const usefulFields = ['usefulUntil', 'tolerance']

export function readChanges(input: unknown, known: ReadonlySet<string>): Changes {
  const value = readObject(input, [...contentFields, ...momentFields, ...usefulFields], '')
  const read = <T>(field: string, reading: (given: unknown, field: string) => T): T | null | undefined => {
    const given = value[field]
    return given === undefined || given === null ? (given as null | undefined) : reading(given, `/${field}`)
  }
  const text = (charsMax: number) => (given: unknown, field: string) => readText(given, field, { charsMax })
  const zone = (given: unknown, field: string) => canonicalZone(readText(given, field, { bytesMax: 64 }), field)
  return {
    given: Object.keys(value).filter((field) => value[field] !== undefined),
    title: read('title', text(limits.titleCharsMax)),
    body: read('body', text(limits.bodyCharsMax)),
    data: read('data', readJson),
    channels: read('channels', (given, field) => readChannels(given, known, field)),
    fallback: read('fallback', (given, field) => readChannel(given, known, field)),
    critical: orDefault(read('critical', readBoolean), false),
    at: read('at', (given) => given as MomentInput),
    timezone: read('timezone', zone),
    inMs: read('in', (given, field) => durationMs(given, field)),
    rule: read('rule', readRule),
    repeat: value.repeat,
    missed: value.missed,
    usefulUntil: read('usefulUntil', (given) => given as MomentInput),
    toleranceMs: orDefault(
      read('tolerance', (given, field) => durationMs(given, field)),
      toleranceDefaultMs,
    ),
  }
}

function orDefault<T>(value: T | null | undefined, fallback: T): T | undefined {
  return value === null ? fallback : value
}

export interface Described {
  readonly content: Content
  /** What is to be scheduled; null when the moment stays what it is. */
  readonly wanted: Wanted | null
}

export function describeAgain(changes: Changes, row: ChangedRow): Described {
  const content = contentOf(changes, row)
  return { content, wanted: isAboutTime(changes, row) ? wantedOf(changes, row, content) : null }
}

const nothing: Changes = {
  given: [],
  ...{
    title: undefined,
    body: undefined,
    data: undefined,
    channels: undefined,
    fallback: undefined,
    critical: undefined,
  },
  ...{ at: undefined, timezone: undefined, inMs: undefined, rule: undefined, repeat: undefined, missed: undefined },
  ...{ usefulUntil: undefined, toleranceMs: undefined },
}

/** What it says, and where, as it is stored. */
export function storedContent(row: ChangedRow): Content {
  return contentOf(nothing, row)
}

/** How long one ring is useful says nothing of when it comes; how long each ring of a series is, is part of the series. */
function isAboutTime({ given }: Changes, { repeat }: ChangedRow): boolean {
  return given.some((field) => momentFields.includes(field) || (repeat !== null && usefulFields.includes(field)))
}

function contentOf(changes: Changes, row: ChangedRow): Content {
  const ladder = changes.channels === undefined ? storedLadder(row) : changes.channels
  const channels = ladder?.channels ?? null
  // A fallback goes with the channels it stands behind, unless another is named.
  const kept = channels === null && changes.fallback === undefined ? null : row.fallback
  const fallback = changes.fallback === undefined ? kept : changes.fallback
  checkFallback(fallback, channels, '')
  return {
    entityType: row.entity_type,
    entityId: row.entity_id,
    kind: row.kind,
    recipient: row.recipient,
    title: changes.title === undefined ? row.title : changes.title,
    body: changes.body === undefined ? row.body : changes.body,
    data: changes.data === undefined ? (row.data === null ? null : JSON.stringify(row.data)) : changes.data,
    channels,
    delaysMs: ladder?.delaysMs ?? null,
    fallback,
    critical: changes.critical ?? row.critical,
  }
}

function wantedOf(changes: Changes, row: ChangedRow, content: Content): Wanted {
  if (changes.at != null && changes.inMs != null) {
    throw refuse('invalid_input', 'One of at and in is enough.', {
      field: '/in',
      accepted: 'at: a moment, or in: a duration',
    })
  }
  const rule = changes.rule === undefined ? (row.repeat?.rule ?? null) : changes.rule
  return {
    ...content,
    at: changes.inMs != null ? null : changes.at === undefined ? storedStart(changes, row, rule) : changes.at,
    timezone: changes.timezone === undefined ? storedZone(changes, row) : changes.timezone,
    inMs: changes.inMs ?? null,
    rule,
    repeat: repeatOf(changes, row, rule),
    usefulUntil: changes.usefulUntil ?? null,
    toleranceMs: changes.toleranceMs ?? (changes.usefulUntil === null ? toleranceDefaultMs : storedTolerance(row)),
    again: false,
    field: '',
  }
}

/** Where a series began, or the one moment there is; where a rule is taken away, its coming occurrence. */
function storedStart(changes: Changes, row: ChangedRow, rule: Rule | null): MomentInput | null {
  if (changes.rule?.start !== undefined) return null
  const current = row.repeat?.state.main?.occurrence ?? row.occurrence
  const isRuleGone = row.repeat?.rule !== undefined && rule === null
  const nominal = mainOccurrence(isRuleGone ? current : (row.repeat?.start ?? current))
  // The second of two equal wall clocks cannot be written as one: its instant can.
  const ms = row.planned_ms ?? row.due_ms
  return splitFold(nominal).second && ms !== null ? new Date(ms) : splitFold(nominal).text
}

/** Kept for a wall clock only: a moment that says itself which instant it means needs no zone. */
function storedZone({ at }: Changes, { floating, timezone }: ChangedRow): string | null {
  const isWallClock = at == null || (typeof at === 'string' && isLocalText(at))
  return isWallClock && !floating ? timezone : null
}

/** As useful after its new moment as after the old one, whether its end was named or not. */
function storedTolerance(row: ChangedRow): number {
  if (row.repeat) return row.repeat.toleranceMs
  const momentMs = (row.adjusted === 'deferred' ? row.due_ms : (row.planned_ms ?? row.due_ms)) ?? row.now_ms
  return Math.max(0, Math.round(row.useful_until_ms - momentMs))
}

function repeatOf(changes: Changes, row: ChangedRow, rule: Rule | null): RepeatDefinition | null {
  const other = otherRepeat(changes, row, rule)
  if (!rule) {
    if (changes.missed != null) readMissed(changes.missed, rule, '/missed')
    return other
  }
  return { ...other, kind: 'rule', rule, missed: missedOf(changes, row, rule) }
}

function missedOf({ missed }: Changes, { repeat }: ChangedRow, rule: Rule): Missed {
  if (missed === undefined) return repeat?.missed ?? 'latest'
  return missed === null ? 'latest' : readMissed(missed, rule, '/missed')
}

/** What repeats beside a rule, or instead of one. */
function otherRepeat({ repeat }: Changes, row: ChangedRow, rule: Rule | null): RepeatDefinition | null {
  if (repeat === null) return null
  if (repeat !== undefined) return readRepeat(repeat, rule !== null, '/repeat')
  if (!row.repeat) return null
  const { kind, nag, backoff, after } = row.repeat
  if (nag) return { kind: rule ? 'rule' : 'nag', nag }
  if (kind === 'rule') return null
  if (!rule) return { kind, ...(backoff ? { backoff } : {}), ...(after === undefined ? {} : { after }) }
  throw refuse('invalid_input', 'Beside a rule only a nag can stand.', {
    field: '/repeat',
    accepted: 'repeat: null, to take away how it repeats now',
  })
}
