// A reminder as callers describe it and as Belfry answers, and the strict reading of that description. Nothing here
// touches the database.

import { BelfryError } from '../errors.ts'
import { readBoolean, readId, readJson, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { durationMs } from '../time/duration.ts'
import type { MomentInput } from '../time/moment.ts'
import { type Rule, type RuleInput, readRule } from '../time/recurrence/recurrence.ts'
import { canonicalZone } from '../time/zone.ts'
import type { ChannelSteps } from './ladder.ts'
import { type RepeatInput, readRepeat } from './read-repeat.ts'
import type { Missed, RepeatDefinition } from './repeat.ts'
import type { Content } from './write.ts'

export interface ScheduleInput {
  readonly entity: { readonly type: string; readonly id: string }
  /** Default `once`. */
  readonly kind?: string
  readonly recipient: string
  /** The moment: local time with a zone (`2026-12-01T09:00:00[Europe/Paris]`), an instant with an offset, or a Date. */
  readonly at?: MomentInput
  /** The zone of a local `at`. Default: the recipient's. */
  readonly timezone?: string
  /** Instead of `at`: a duration from now, such as `PT10M`. */
  readonly in?: string
  /** Repeats: RFC 5545 text, or an object such as `{ every: 'week', on: ['monday'], at: ['09:00'] }`. `at` is its start. */
  readonly rule?: RuleInput
  /** Repeats in another way: growing intervals, until acknowledged, or after completion. */
  readonly repeat?: RepeatInput
  /** What becomes of a rule's occurrences that nobody was there to ring: one ring (default), none, or every one. */
  readonly missed?: Missed
  readonly title?: string
  readonly body?: string
  readonly data?: unknown
  /** Channels in order; those with `after` wait. Default: the recipient's, else the engine's. */
  readonly channels?: ChannelSteps
  /** Used when a channel has failed or its outcome is unknown. */
  readonly fallback?: string
  /** After this moment it is not sent any more. Default: `tolerance` after it is due. */
  readonly usefulUntil?: MomentInput
  /** How late it may be. Default 24 hours. */
  readonly tolerance?: string
  /** An unknown outcome is tried once more, at the price of a possible repetition. */
  readonly critical?: boolean
  /** Ring again although this occurrence was already sent. */
  readonly again?: boolean
}

export interface ScheduleResult {
  readonly id: string
  /** `already_sent`: this occurrence was sent (or marked by hand) before, and nothing was written. */
  readonly status: 'created' | 'updated' | 'unchanged' | 'already_sent'
  readonly dueAt: Date
  /** The zone it is anchored in; null for an instant. */
  readonly timezone: string | null
  /** The recipient's zone; null where nothing of them had to be read. */
  readonly recipientTimezone: string | null
  readonly occurrence: string
  readonly generation: number
  /** Sends of an earlier moment of this reminder that were in flight; they are not tried again. */
  readonly inFlight: readonly string[]
}

/** A description that was read and found good, waiting for the recipient's zone and the clock. */
export interface Wanted extends Content {
  readonly at: MomentInput | null
  readonly timezone: string | null
  readonly inMs: number | null
  readonly rule: Rule | null
  readonly repeat: RepeatDefinition | null
  readonly usefulUntil: MomentInput | null
  readonly toleranceMs: number
  readonly again: boolean
  readonly field: string
}

const scheduleFields = [
  'entity',
  'kind',
  'recipient',
  'at',
  'timezone',
  'in',
  'rule',
  'repeat',
  'missed',
  'title',
  'body',
  'data',
  'channels',
  'fallback',
  'usefulUntil',
  'tolerance',
  'critical',
  'again',
] as const

/** How late a reminder may be where nobody says. */
export const toleranceDefaultMs = 86_400_000

export function readSchedule(input: unknown, knownChannels: ReadonlySet<string>, field = ''): Wanted {
  const value = readObject(input, scheduleFields, field)
  const entity = readObject(value.entity, ['type', 'id'], `${field}/entity`)
  const steps = value.channels === undefined ? null : readChannels(value.channels, knownChannels, `${field}/channels`)
  const fallback = value.fallback === undefined ? null : readChannel(value.fallback, knownChannels, `${field}/fallback`)
  checkFallback(fallback, steps?.channels ?? null, field)
  if (value.at === null || value.usefulUntil === null) {
    throw refuse('invalid_input', 'Null is not a moment.', {
      field: `${field}/${value.at === null ? 'at' : 'usefulUntil'}`,
      accepted: 'a moment, or nothing',
    })
  }
  const rule = value.rule === undefined ? null : readRule(value.rule, `${field}/rule`)
  // A rule may bring its own start, or begin today.
  const isEither = (value.at === undefined) !== (value.in === undefined)
  if (!isEither && !(rule && value.at === undefined && value.in === undefined)) {
    throw refuse('missing_field', 'Exactly one of at and in is needed.', {
      field: `${field}/at`,
      accepted: 'at: a moment, or in: a duration',
    })
  }
  return {
    entityType: readName(entity.type, `${field}/entity/type`),
    entityId: readId(entity.id, `${field}/entity/id`),
    kind: value.kind === undefined ? 'once' : readName(value.kind, `${field}/kind`),
    recipient: readId(value.recipient, `${field}/recipient`),
    at: (value.at as MomentInput | undefined) ?? null,
    timezone:
      value.timezone === undefined
        ? null
        : canonicalZone(readText(value.timezone, `${field}/timezone`, { bytesMax: 64 }), `${field}/timezone`),
    inMs: value.in === undefined ? null : durationMs(value.in, `${field}/in`),
    rule,
    repeat: readRepeating(rule, value, field),
    title:
      value.title === undefined ? null : readText(value.title, `${field}/title`, { charsMax: limits.titleCharsMax }),
    body: value.body === undefined ? null : readText(value.body, `${field}/body`, { charsMax: limits.bodyCharsMax }),
    data: value.data === undefined ? null : readJson(value.data, `${field}/data`),
    channels: steps?.channels ?? null,
    delaysMs: steps?.delaysMs ?? null,
    fallback,
    usefulUntil: (value.usefulUntil as MomentInput | undefined) ?? null,
    toleranceMs: value.tolerance === undefined ? toleranceDefaultMs : durationMs(value.tolerance, `${field}/tolerance`),
    critical: value.critical === undefined ? false : readBoolean(value.critical, `${field}/critical`),
    again: value.again === undefined ? false : readBoolean(value.again, `${field}/again`),
    field,
  }
}

export function checkFallback(fallback: string | null, channels: readonly string[] | null, field: string): void {
  if (fallback !== null && channels === null) {
    throw refuse('missing_field', 'A fallback needs the channels it stands behind.', {
      field: `${field}/channels`,
      accepted: 'a list of channels',
    })
  }
  if (fallback !== null && channels?.includes(fallback)) {
    throw refuse('invalid_input', 'The fallback is one of the channels already.', {
      field: `${field}/fallback`,
      accepted: 'another channel',
    })
  }
}

function readRepeating(rule: Rule | null, value: Record<string, unknown>, field: string): Wanted['repeat'] {
  const missed = value.missed === undefined ? null : readMissed(value.missed, rule, `${field}/missed`)
  const other = value.repeat === undefined ? null : readRepeat(value.repeat, rule !== null, `${field}/repeat`)
  if (!rule) return other
  return { ...other, kind: 'rule', rule, missed: missed ?? 'latest' }
}

export function readMissed(value: unknown, rule: Rule | null, field: string): Missed {
  if (rule && (value === 'latest' || value === 'skip' || value === 'all')) return value
  throw refuse('invalid_input', rule ? 'Not a policy.' : 'Only a rule can miss occurrences.', {
    field,
    accepted: 'latest, skip or all, beside a rule',
  })
}

export function readChannels(
  value: unknown,
  known: ReadonlySet<string>,
  field: string,
): { channels: string[]; delaysMs: number[] | null } {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.channelsMax) {
    throw refuse('invalid_input', 'Expected a list of channels.', {
      field,
      accepted: `1 to ${limits.channelsMax} channels`,
    })
  }
  const steps = Array.from(value, (step: unknown, i) => {
    if (typeof step !== 'object' || step === null)
      return { channel: readChannel(step, known, `${field}/${i}`), delayMs: 0 }
    const object = readObject(step, ['channel', 'after'], `${field}/${i}`)
    return {
      channel: readChannel(object.channel, known, `${field}/${i}/channel`),
      delayMs: object.after === undefined ? 0 : durationMs(object.after, `${field}/${i}/after`, limits.ladderDaysMax),
    }
  })
  const channels = steps.map(({ channel }) => channel)
  if (new Set(channels).size !== channels.length) {
    throw refuse('invalid_input', 'A channel is named twice.', { field, accepted: 'each channel once' })
  }
  const delaysMs = steps.map(({ delayMs }) => delayMs)
  return { channels, delaysMs: delaysMs.some((ms) => ms !== 0) ? delaysMs : null }
}

export function readChannel(value: unknown, known: ReadonlySet<string>, field: string): string {
  const name = readName(value, field)
  if (!known.has(name)) {
    throw new BelfryError('unknown_channel', `No channel ${JSON.stringify(name)} is configured.`, {
      field,
      accepted: [...known].join(', '),
    })
  }
  return name
}

/** What rings for a page is described by its alarm. */
export function ofAnAlarm(field: string): BelfryError {
  return refuse('invalid_input', 'It is the alarm of a page: its moment follows from when it rang.', {
    field,
    accepted: 'alarms.put, alarms.moreOften or alarms.snooze; or no moment',
  })
}
