// Reading meetings: one, a list, a lineage, what became of one, and its reminders.

import type { Context } from '../engine/context.ts'
import type { Call, Database } from '../engine/database.ts'
import { notACursor, type Page, readLimit, splitCursor, timeOfMicroseconds } from '../engine/page.ts'
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
  const after: Place = value.cursor === undefined ? ['-infinity', ''] : readCursor(value.cursor)
  const [status, from] = [readStatus(value.status), readMomentOf(value.from, '/from')]
  const to = readMomentOf(value.to, '/to')
  // Whose meetings are looked through, and who has to be in them, too.
  const [who, other] = named === null ? [viewer, null] : [named, viewer === named ? null : viewer]
  const isFiltered = status !== null || from !== null || other !== null
  const filter = [
    ...[context.tenant, status, from ?? '-infinity', to ?? 'infinity', ...after, ...laterOf(after, from)],
    ...[isFiltered ? walkMax : limit + 1, limit + 1],
  ]
  const call: Call = who === null ? ['meeting-ids', filter] : ['meeting-ids-of-person', [...filter, who, other]]
  const { found, last } = pageOf(await context.db.run<Found>(...call), limit)
  const rows = await context.db.run<MeetingRow>('meetings', [context.tenant, found.map(({ id }) => id)])
  return { items: rows.map(toMeeting), nextCursor: last ? cursorOf(last) : null }
}

/**
 * Meetings that one call looks at, to find those that are asked for. A page may therefore hold fewer than were asked for, or none, while
 * `nextCursor` says that there is more.
 */
const walkMax = 5_000

/** Longer than any slot: what lasts longer is not agreed on yet, and has an index of its own (migration 0019). */
const longMs = 32 * 86_400_000

interface Found {
  readonly id: string
  readonly us: string
  readonly wanted: boolean
  /** The last of as many as may be looked at. */
  readonly is_end: boolean
}

/** In the order of the list: when it begins, and its id. */
type Place = readonly [at: string, id: string]

function pageOf(rows: readonly Found[], limit: number): { found: readonly Found[]; last: Found | undefined } {
  const wanted = rows.filter((row) => row.wanted)
  const found = wanted.slice(0, limit)
  return { found, last: wanted.length > limit ? found.at(-1) : rows.find((row) => row.is_end) }
}

/** Before this, only long ones can end after `from`. */
function laterOf(after: Place, from: Date | null): Place {
  if (from === null) return after
  const early = new Date(from.getTime() - longMs).toISOString()
  return after[0] !== '-infinity' && Date.parse(after[0]) >= Date.parse(early) ? after : [early, '']
}

function readCursor(value: unknown): Place {
  const { us, rest } = splitCursor(value)
  if (us === 'infinity') throw notACursor()
  try {
    return [timeOfMicroseconds(us), readId(decodeURIComponent(rest), '/cursor')]
  } catch {
    throw notACursor()
  }
}

function cursorOf({ us, id }: Found): string {
  return `${us}~${encodeURIComponent(id).replaceAll('~', '%7E')}`
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
