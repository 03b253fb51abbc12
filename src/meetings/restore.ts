// A meeting of an export, taken in as it stood: its status, its answers and its story. Its entity, and with it its reminders, is a line of its
// own. Nobody is told of anything; what it keeps of people's time is booked again.

import type { Context } from '../engine/context.ts'
import { entityLock } from '../engine/key.ts'
import { readId, readInteger, readList, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { parseMoment } from '../time/moment.ts'
import { type MeetingInput, meetingType } from './meeting.ts'
import { type Described, readRequest } from './read-input.ts'
import { insertMeeting } from './request.ts'
import type { MeetingRow, StoredSlot } from './row.ts'
import { type MeetingStatus, meetingStatuses } from './transitions.ts'

export type ExportedMeeting = Omit<
  MeetingRow,
  'root' | 'child' | 'tz_version' | 'starts_ms' | 'ends_ms' | 'conflict_ms' | 'now_ms'
> & {
  readonly events: readonly (Told & { readonly from: string | null; readonly to: string })[] | null
  readonly rescheduled: Told | null
}

interface Told {
  readonly atMs: number
  readonly participant: string | null
  readonly actor: string
  readonly reason: string | null
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** In the words of a request, with what became of it under `story`. */
export function meetingLine(row: ExportedMeeting): Record<string, unknown> {
  const told = ({ atMs, ...more }: Told) => ({ at: iso(atMs), ...more })
  const { plan, slots } = row
  return {
    id: row.id,
    requester: row.requester,
    participants: row.participants.map(({ recipient }) => recipient).filter((one) => one !== row.requester),
    title: row.title,
    ...(row.body === null ? {} : { body: row.body }),
    ...(row.location === null ? {} : { location: row.location }),
    ...(row.data === null ? {} : { data: row.data }),
    timezone: row.timezone,
    ...(row.time_anchor === 'local' ? {} : { timeAnchor: row.time_anchor }),
    slots: slots.map((slot) => ({ start: written(slot.start, slot.startMs), end: written(slot.end, slot.endMs) })),
    ...(row.quorum === 'any' ? {} : { quorum: row.quorum }),
    plan,
    ...(row.late_policy === 'skip' ? {} : { latePolicy: row.late_policy }),
    ...(row.channels === null ? {} : { channels: row.channels }),
    ...(row.critical ? { critical: true } : {}),
    buffers: { before: `PT${row.before_ms / 1_000}S`, after: `PT${row.after_ms / 1_000}S` },
    ...(row.outside_ok ? { allowOutsideAvailability: true } : {}),
    story: {
      ...{ status: row.status, reason: row.reason, accepted: row.accepted, parentMeetingId: row.parent },
      ...{
        sequence: row.sequence,
        version: row.version,
        createdAt: iso(row.created_ms),
        updatedAt: iso(row.updated_ms),
      },
      answers: row.participants
        .filter(({ answer, removedMs }) => answer !== null || removedMs !== null)
        .map(({ answeredMs, removedMs, ...more }) => ({
          ...more,
          answeredAt: iso(answeredMs),
          removedAt: iso(removedMs),
        })),
      events: (row.events ?? []).map(told),
      rescheduled: row.rescheduled && told(row.rescheduled),
    },
  }
}

/** The second of two equal wall clocks cannot be written as one; its instant can. */
function written(nominal: string, ms: number): string {
  return nominal.endsWith('~2') ? new Date(ms).toISOString() : nominal
}

export async function restoreMeeting(context: Context, value: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { story, ...request } = value
  const { id, ...wanted } = readRequest(context, request as unknown as MeetingInput)
  if (id === undefined) throw refuse('missing_field', 'A meeting has an id.', { field: '/id', accepted: 'its id' })
  const was = readStory(story, wanted)
  return await context.db.transaction(
    async (tx) => {
      if ((await tx.run('meetings', [context.tenant, [id]])).length > 0) return false
      const root = await rootOf(was.parent)
      await insertMeeting(context, tx, wanted, { id, parent: was.parent, root: root ?? id, sequence: was.sequence })
      await tx.run('forget-first-event', [context.tenant, id])
      const [first, last] = spanOf(wanted.slots, was.accepted)
      await tx.run('import-meeting', [
        ...[
          context.tenant,
          id,
          was.status,
          was.reason,
          was.accepted,
          first,
          last,
          was.version,
          was.createdMs,
          was.updatedMs,
        ],
        ...[
          JSON.stringify(was.answers),
          JSON.stringify(was.events),
          was.rescheduled && JSON.stringify(was.rescheduled),
        ],
      ])
      if (was.status === 'accepted') await bookAsItWas(id, wanted, [first, last])
      return true

      async function rootOf(parent: string | null): Promise<string | null> {
        if (parent === null) return null
        const [row] = await tx.run<MeetingRow>('meetings', [context.tenant, [parent]])
        if (row) return rootFor(row)
        throw refuse('invalid_input', 'The meeting that it took the place of is not here.', {
          field: '/story/parentMeetingId',
          accepted: 'the lines in the order of the export',
        })
      }

      /** What overlaps was agreed on elsewhere: it is kept, and marked. */
      async function bookAsItWas(
        meeting: string,
        { people, before_ms: before, after_ms: after }: Described,
        [from, to]: number[],
      ) {
        const span = [from! - before, to! + after]
        const booked = await tx.run<{ recipient: string }>('book', [context.tenant, meeting, people, ...span])
        const missing = people.filter((one) => !booked.some(({ recipient }) => recipient === one))
        if (missing.length > 0) await tx.run('book-over', [context.tenant, meeting, missing, ...span])
      }
    },
    { lock: entityLock(context.tenant, meetingType, id) },
  )
}

/** A meeting has one in its place, once it is rescheduled. */
function rootFor({ root, status, child }: MeetingRow): string {
  if (status === 'rescheduled' && child === null) return root
  const what = status === 'rescheduled' ? 'Another meeting has taken its place.' : `That meeting is ${status}.`
  throw refuse('invalid_input', what, {
    field: '/story/parentMeetingId',
    accepted: 'a meeting that is rescheduled, and has nothing in its place yet',
  })
}

function spanOf(slots: readonly StoredSlot[], accepted: number | null): [number, number] {
  const those = accepted === null ? slots : [slots[accepted]!]
  return [Math.min(...those.map(({ startMs }) => startMs)), Math.max(...those.map(({ endMs }) => endMs))]
}

const storyFields = [
  ...['status', 'reason', 'accepted', 'parentMeetingId', 'sequence', 'version', 'createdAt', 'updatedAt', 'answers'],
  ...['events', 'rescheduled'],
]

function readStory(story: unknown, { slots, people }: Described) {
  const value = readObject(story, storyFields, '/story')
  const status = readStatus(value.status, '/story/status')
  return {
    status,
    reason: textOrNull(value.reason, '/story/reason'),
    accepted: readAccepted(value.accepted, status, slots),
    parent: value.parentMeetingId === null ? null : readId(value.parentMeetingId, '/story/parentMeetingId'),
    sequence: readInteger(value.sequence, '/story/sequence', 0, 2 ** 31 - 1),
    version: readInteger(value.version, '/story/version', 1, 2 ** 31 - 1),
    createdMs: msOf(value.createdAt, '/story/createdAt'),
    updatedMs: msOf(value.updatedAt, '/story/updatedAt'),
    answers: readList(value.answers, people.length, '/story/answers').map((one, i) =>
      readAnswer(one, slots, `/story/answers/${i}`),
    ),
    events: readList(value.events, 1_000, '/story/events').map((one, i) => readEvent(one, `/story/events/${i}`)),
    rescheduled:
      value.rescheduled === null
        ? null
        : readTold(readObject(value.rescheduled, toldFields, '/story/rescheduled'), '/story/rescheduled'),
  }
}

function readStatus(value: unknown, field: string): MeetingStatus {
  const found = meetingStatuses.find((one) => one === value)
  if (found) return found
  throw refuse('invalid_input', 'Not a status.', { field, accepted: meetingStatuses.join(', ') })
}

/** What was agreed on has a slot, and what never was has none. */
function readAccepted(value: unknown, status: MeetingStatus, slots: readonly StoredSlot[]): number | null {
  const field = '/story/accepted'
  const isAgreed = status === 'accepted' || status === 'completed'
  const isNever = status === 'pending' || status === 'denied'
  if (isNever && value !== null)
    throw refuse('invalid_input', `A meeting that is ${status} has no slot that was accepted.`, {
      field,
      accepted: 'null',
    })
  return value === null && !isAgreed ? null : readInteger(value, field, 0, slots.length - 1)
}

function readAnswer(value: unknown, slots: readonly StoredSlot[], field: string) {
  const one = readObject(value, ['recipient', 'answer', 'slot', 'reason', 'answeredAt', 'removedAt'], field)
  const isAnswer = one.answer === null || one.answer === 'accepted' || one.answer === 'denied'
  if (!isAnswer)
    throw refuse('invalid_input', 'Not an answer.', { field: `${field}/answer`, accepted: 'accepted or denied' })
  return {
    recipient: readId(one.recipient, `${field}/recipient`),
    answer: one.answer,
    slot: one.slot === null ? null : readInteger(one.slot, `${field}/slot`, 0, slots.length - 1),
    reason: textOrNull(one.reason, `${field}/reason`),
    answeredMs: one.answeredAt === null ? null : msOf(one.answeredAt, `${field}/answeredAt`),
    removedMs: one.removedAt === null ? null : msOf(one.removedAt, `${field}/removedAt`),
  }
}

const toldFields = ['at', 'participant', 'actor', 'reason']

function readEvent(value: unknown, field: string) {
  const one = readObject(value, [...toldFields, 'from', 'to'], field)
  return {
    ...readTold(one, field),
    from: one.from === null ? null : readStatus(one.from, `${field}/from`),
    to: readStatus(one.to, `${field}/to`),
  }
}

function readTold(one: Record<string, unknown>, field: string) {
  return {
    atMs: msOf(one.at, `${field}/at`),
    participant: textOrNull(one.participant, `${field}/participant`),
    actor: readText(one.actor, `${field}/actor`, { charsMax: limits.titleCharsMax }),
    reason: textOrNull(one.reason, `${field}/reason`),
  }
}

function textOrNull(value: unknown, field: string): string | null {
  return value === undefined || value === null ? null : readText(value, field, { charsMax: limits.titleCharsMax })
}

function msOf(value: unknown, field: string): number {
  return parseMoment(readText(value, field, { bytesMax: 64 }), { defaultTimezone: 'UTC', field }).instant
    .epochMilliseconds
}
