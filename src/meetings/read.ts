// Reading meetings: one, a list, a lineage, what became of one, and its reminders.

import type { Context } from '../engine/context.ts'
import type { Call, Database } from '../engine/database.ts'
import { type Page, readLimit, splitCursor, timeOfMicroseconds } from '../engine/page.ts'
import { readId, readObject, refuse } from '../input.ts'
import { type MomentInput, parseMoment } from '../time/moment.ts'
import { remindersOf, toReminder } from './change.ts'
import { noMeeting, takesPart } from './held.ts'
import type { Meeting, MeetingEvent, MeetingQuery, MeetingReminderState, MeetingViewer } from './meeting.ts'
import { isNotice } from './notices.ts'
import { type MeetingRow, type StoredSlot, toMeeting, toSlot } from './row.ts'
import { type MeetingStatus, meetingStatuses } from './transitions.ts'

/** As it stands in this transaction. */
export async function readMeeting(context: Context, db: Database, id: string): Promise<Meeting> {
  const [row] = await db.run<MeetingRow>('meetings', [context.tenant, [id]])
  if (!row) throw noMeeting()
  return toMeeting(row)
}

export async function getMeeting(context: Context, id: string, viewer: MeetingViewer = {}): Promise<Meeting | null> {
  const row = await findMeeting(context, id, viewer)
  return row && toMeeting(row)
}

async function findMeeting(context: Context, id: string, viewer: MeetingViewer): Promise<MeetingRow | null> {
  const who = readViewer(viewer)
  const [row] = await context.db.run<MeetingRow>('meetings', [context.tenant, [readId(id, '/id')]])
  return row && (who === null || takesPart(row, who)) ? row : null
}

function readViewer(value: unknown): string | null {
  const { viewer } = readObject(value, ['viewer'], '')
  return viewer === undefined ? null : readId(viewer, '/viewer')
}

async function requireMeeting(context: Context, id: string, viewer: MeetingViewer): Promise<MeetingRow> {
  const row = await findMeeting(context, id, viewer)
  if (!row) throw noMeeting()
  return row
}

const queryFields = ['participant', 'status', 'from', 'to', 'cursor', 'limit', 'viewer']

export async function listMeetings(context: Context, query: MeetingQuery = {}): Promise<Page<Meeting>> {
  const value = readObject(query, queryFields, '')
  const limit = readLimit(value.limit)
  const named = value.participant === undefined ? null : readId(value.participant, '/participant')
  const viewer = value.viewer === undefined ? null : readId(value.viewer, '/viewer')
  const after = value.cursor === undefined ? null : splitCursor(value.cursor)
  const filter = [
    ...[context.tenant, readStatus(value.status), readMomentOf(value.from, '/from'), readMomentOf(value.to, '/to')],
    ...[after && timeOfMicroseconds(after.us), after && decodeURIComponent(after.rest), limit + 1],
  ]
  // Whose meetings are looked through, and who has to be in them, too.
  const [who, other] = named === null ? [viewer, null] : [named, viewer === named ? null : viewer]
  const call: Call = who === null ? ['meeting-ids', filter] : ['meeting-ids-of-person', [...filter, who, other]]
  const found = await context.db.run<{ id: string; us: string }>(...call)
  const page = found.slice(0, limit)
  const rows = await context.db.run<MeetingRow>('meetings', [context.tenant, page.map(({ id }) => id)])
  const last = page.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { items: rows.map(toMeeting), nextCursor: hasMore ? `${last.us}~${encodeURIComponent(last.id)}` : null }
}

function readStatus(value: unknown): MeetingStatus | null {
  if (value === undefined) return null
  const found = meetingStatuses.find((one) => one === value)
  if (found) return found
  throw refuse('invalid_input', 'Not a status.', { field: '/status', accepted: meetingStatuses.join(', ') })
}

function readMomentOf(value: unknown, field: string): Date | null {
  if (value === undefined) return null
  return new Date(parseMoment(value as MomentInput, { field }).instant.epochMilliseconds)
}

export async function lineageOf(context: Context, id: string, viewer: MeetingViewer = {}): Promise<Meeting[]> {
  const { root } = await requireMeeting(context, id, viewer)
  const ids = await context.db.run<{ id: string }>('meeting-lineage', [context.tenant, root])
  const rows = await context.db.run<MeetingRow>('meetings', [context.tenant, ids.map((row) => row.id)])
  return rows.map(toMeeting)
}

interface EventRow {
  readonly at_ms: number
  readonly from_status: MeetingStatus | null
  readonly to_status: MeetingStatus
  readonly participant: string | null
  readonly actor: string
  readonly reason: string | null
  readonly replacement: string | null
  readonly new_slots: readonly StoredSlot[] | null
}

export async function eventsOf(context: Context, id: string, viewer: MeetingViewer = {}): Promise<MeetingEvent[]> {
  const { id: known } = await requireMeeting(context, id, viewer)
  const rows = await context.db.run<EventRow>('meeting-events', [context.tenant, known])
  return rows.map((row) => ({
    at: new Date(row.at_ms),
    from: row.from_status,
    to: row.to_status,
    participant: row.participant,
    actor: row.actor,
    reason: row.reason,
    replacement: row.replacement && { meetingId: row.replacement, slots: (row.new_slots ?? []).map(toSlot) },
  })) as MeetingEvent[]
}

export async function meetingReminders(
  context: Context,
  id: string,
  viewer: MeetingViewer = {},
): Promise<MeetingReminderState[]> {
  const who = readViewer(viewer)
  const { id: known } = await requireMeeting(context, id, viewer)
  const rows = await remindersOf(context, context.db, known)
  // Everybody sees when they themselves are reminded; of the others, whoever has the key.
  return rows
    .filter(({ recipient }) => who === null || recipient === who)
    .map((row) => ({ ...toReminder(row), isNotice: isNotice(row.kind), state: row.state, reason: row.reason }))
}
