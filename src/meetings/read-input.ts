// What callers say about a meeting, read strictly.

import type { Context } from '../engine/context.ts'
import { stepsOf } from '../engine/ladder.ts'
import { readChannels } from '../engine/reminder.ts'
import { readSteps } from '../entities/steps.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readId, readJson, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { durationMs } from '../time/duration.ts'
import { type MomentInput, parseMoment } from '../time/moment.ts'
import { readMoment } from '../time/moment-text.ts'
import { localTimeOf } from '../time/show.ts'
import { canonicalZone } from '../time/zone.ts'
import type { Meeting } from './meeting.ts'
import type { MeetingRow, StoredPlan, StoredSlot } from './row.ts'

/** When a meeting reminds where nobody says. */
export const usualPlan = ['-PT24H', '-PT1H', '-PT15M']

/** What a meeting has from the beginning, and its successors too. */
export type Described = Pick<
  MeetingRow,
  | 'title'
  | 'body'
  | 'location'
  | 'data'
  | 'timezone'
  | 'time_anchor'
  | 'slots'
  | 'quorum'
  | 'plan'
  | 'late_policy'
  | 'channels'
  | 'critical'
  | 'before_ms'
  | 'after_ms'
  | 'outside_ok'
> & {
  readonly requester: string
  /** Everybody, the requester first. */
  readonly people: readonly string[]
}

const requestFields = [
  ...[
    'id',
    'requester',
    'participants',
    'title',
    'body',
    'location',
    'data',
    'timezone',
    'slots',
    'timeAnchor',
    'quorum',
  ],
  ...['plan', 'latePolicy', 'channels', 'critical', 'buffers', 'allowOutsideAvailability'],
]

export function readRequest(context: Context, input: unknown): Described & { readonly id: string | undefined } {
  const value = readObject(input, requestFields, '')
  const requester = readId(value.requester, '/requester')
  const timezone = readZone(value.timezone, '/timezone')
  const anchor = readChoice(value.timeAnchor, ['local', 'instant'], '/timeAnchor')
  return {
    id: value.id === undefined ? undefined : readMeetingId(value.id),
    requester,
    people: [requester, ...readParticipants(value.participants, requester)],
    title: readText(value.title, '/title', { bytesMax: limits.titleCharsMax }),
    body: readOptional(value.body, '/body', limits.bodyCharsMax),
    location: readOptional(value.location, '/location', limits.titleCharsMax),
    data: value.data === undefined || value.data === null ? null : JSON.parse(readJson(value.data, '/data')),
    timezone,
    time_anchor: anchor,
    slots: readSlots(context, value.slots, { timezone, anchor }),
    quorum: readChoice(value.quorum, ['any', 'all'], '/quorum'),
    plan: readPlan(context, value.plan),
    late_policy: readChoice(value.latePolicy, ['skip', 'immediate'], '/latePolicy'),
    channels:
      value.channels === undefined ? null : stepsOf(readChannels(value.channels, context.channels, '/channels')),
    critical: value.critical !== undefined && readBoolean(value.critical, '/critical'),
    ...readBuffers(value.buffers),
    outside_ok:
      value.allowOutsideAvailability !== undefined &&
      readBoolean(value.allowOutsideAvailability, '/allowOutsideAvailability'),
  }
}

function readMeetingId(value: unknown): string {
  const id = readId(value, '/id')
  // `/v1/meetings/{id}.ics` is the file of another.
  if (!id.endsWith('.ics')) return id
  throw refuse('invalid_input', 'The id of a meeting does not end in ".ics".', { field: '/id', accepted: 'another id' })
}

/** Everybody who is asked, once each; the requester may be among them, and is not one of those who answer. */
function readParticipants(value: unknown, requester: string): string[] {
  if (value === undefined)
    throw refuse('missing_field', 'Somebody has to be asked.', {
      field: '/participants',
      accepted: 'ids of recipients',
    })
  const named = readList(value, limits.meetingParticipantsMax, '/participants').map((one, i) =>
    readId(one, `/participants/${i}`),
  )
  const asked = [...new Set(named)].filter((one) => one !== requester)
  if (asked.length >= limits.meetingParticipantsMax)
    throw refuse('too_many', 'Too many take part.', {
      field: '/participants',
      accepted: `at most ${limits.meetingParticipantsMax - 1} beside the requester`,
    })
  if (asked.length > 0) return asked
  throw refuse('invalid_input', 'A meeting is with somebody else than its requester.', {
    field: '/participants',
    accepted: 'at least one recipient beside the requester',
  })
}

function readOptional(value: unknown, field: string, charsMax: number): string | null {
  return value === undefined || value === null ? null : readText(value, field, { charsMax })
}

export function readZone(value: unknown, field: string): string {
  return canonicalZone(readText(value, field, { bytesMax: 64 }), field)
}

function readChoice<T extends string>(value: unknown, known: readonly [T, ...T[]], field: string): T {
  if (value === undefined) return known[0]
  const found = known.find((one) => one === value)
  if (found) return found
  throw refuse('invalid_input', 'Not one of the choices.', { field, accepted: known.join(' or ') })
}

function readPlan(context: Context, value: unknown): StoredPlan {
  if (typeof value === 'string') return readName(value, '/plan')
  return readSteps(value ?? usualPlan, context, '/plan')
}

function readBuffers(value: unknown): { before_ms: number; after_ms: number } {
  const { before, after } = value === undefined ? {} : readObject(value, ['before', 'after'], '/buffers')
  const read = (one: unknown, field: string) =>
    one === undefined ? 0 : durationMs(one, field, limits.meetingBufferDaysMax)
  return { before_ms: read(before, '/buffers/before'), after_ms: read(after, '/buffers/after') }
}

/** What can be said of slots without knowing their zone: before anybody looks for the meeting. */
export function checkSlots(value: unknown): void {
  if (value === undefined)
    throw refuse('missing_field', 'No slot is proposed.', { field: '/slots', accepted: '[{ start, end }]' })
  for (const [i, slot] of readList(value, limits.meetingSlotsMax, '/slots').entries()) {
    const { start, end } = readObject(slot, ['start', 'end'], `/slots/${i}`)
    for (const [name, moment] of [
      ['start', start],
      ['end', end],
    ] as const)
      checkMoment(moment, `/slots/${i}/${name}`)
  }
}

/** The same of the slot that somebody accepts. */
export function checkSlot(value: unknown): void {
  if (value === undefined) return
  const { start, end } = readObject(value, ['start', 'end'], '/slot')
  checkMoment(start, '/slot/start')
  if (end !== undefined) checkMoment(end, '/slot/end')
}

function checkMoment(value: unknown, field: string): void {
  if (value === undefined)
    throw refuse('missing_field', 'A slot has a start and an end.', { field, accepted: 'a moment' })
  readMoment(value, field)
}

interface SlotClock {
  readonly timezone: string
  readonly anchor: Meeting['timeAnchor']
}

export function readSlots(context: Context, value: unknown, clock: SlotClock): StoredSlot[] {
  checkSlots(value)
  const slots = readList(value, limits.meetingSlotsMax, '/slots').map((slot, i) => {
    const { start, end } = readObject(slot, ['start', 'end'], `/slots/${i}`)
    return readSlot(context, { start, end }, clock, `/slots/${i}`)
  })
  if (slots.length === 0)
    throw refuse('invalid_input', 'No slot is proposed.', { field: '/slots', accepted: 'at least one' })
  const twice = slots.findIndex((one, i) => slots.findIndex((other) => other.startMs === one.startMs) < i)
  if (twice < 0) return slots
  throw refuse('invalid_input', 'Two slots begin at the same moment.', {
    field: `/slots/${twice}`,
    accepted: 'each once',
  })
}

function readSlot(
  context: Context,
  { start, end }: { readonly start: unknown; readonly end: unknown },
  { timezone, anchor }: SlotClock,
  field: string,
): StoredSlot {
  const read = (value: unknown, name: string) => {
    return parseMoment(value as MomentInput, { timezone, timeAnchor: anchor, field: `${field}/${name}` }, context.rules)
  }
  const [from, to] = [read(start, 'start'), read(end, 'end')]
  const startMs = from.instant.epochMilliseconds
  const endMs = to.instant.epochMilliseconds
  if (endMs <= startMs) refuseSkipped(context, { start, end, startMs, timezone }, `${field}/end`)
  if (endMs <= startMs)
    throw refuse('invalid_input', 'A slot ends after it begins.', { field: `${field}/end`, accepted: 'a later moment' })
  if (endMs - startMs > slotDaysMax * 86_400_000)
    throw refuse('invalid_input', 'The slot is too long.', {
      field: `${field}/end`,
      accepted: `at most ${slotDaysMax} days`,
    })
  return { start: from.nominal, end: to.nominal, startMs, endMs }
}

const slotDaysMax = 31

/** By the wall clock it ends after it begins; but the clocks leave that start out, and it is later than the end. */
function refuseSkipped(
  context: Context,
  slot: { readonly start: unknown; readonly end: unknown; readonly startMs: number; readonly timezone: string },
  field: string,
): void {
  const { timezone, startMs } = slot
  const wallOf = (value: unknown) => parseMoment(value as MomentInput, { timezone, field }, context.rules).local
  const [start, end] = [wallOf(slot.start), wallOf(slot.end)]
  const shown = localTimeOf(new Date(startMs), timezone, context.rules)
  if (start === null || end === null || end <= start || Date.parse(`${start}Z`) === Date.parse(`${shown}Z`)) return
  throw refuse('invalid_input', `The clocks go forward: ${start} is left out there, and means ${shown}.`, {
    field,
    accepted: `a moment after ${shown} in ${timezone}`,
  })
}

/** Which of the proposed slots is meant. */
export function chooseSlot(context: Context, row: MeetingRow, value: unknown): number {
  const { slots, timezone } = row
  if (value === undefined) {
    if (slots.length === 1) return 0
    throw refuse('missing_field', 'Several slots are proposed: say which.', { field: '/slot', accepted: proposed(row) })
  }
  const { start, end } = readObject(value, ['start', 'end'], '/slot')
  const msOf = (moment: unknown, field: string) =>
    parseMoment(moment as MomentInput, { timezone, field }, context.rules).instant.epochMilliseconds
  if (start === undefined)
    throw refuse('missing_field', 'The start says which slot.', { field: '/slot/start', accepted: proposed(row) })
  const startMs = msOf(start, '/slot/start')
  const endMs = end === undefined ? null : msOf(end, '/slot/end')
  const index = slots.findIndex((slot) => slot.startMs === startMs && (endMs === null || slot.endMs === endMs))
  if (index >= 0) return index
  throw new BelfryError('invalid_input', 'That slot was not proposed.', { field: '/slot', accepted: proposed(row) })
}

function proposed({ slots }: MeetingRow): string {
  return slots.map(({ startMs, endMs }) => `${iso(startMs)} to ${iso(endMs)}`).join(', ')
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

export function readReason(value: unknown): string | null {
  return value === undefined || value === null ? null : readText(value, '/reason', { charsMax: limits.titleCharsMax })
}
