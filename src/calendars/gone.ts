// Meetings of ours that somebody removed from their calendar: marked for everybody to see, or cancelled in their name, as the calendar
// says. Each by itself and after the reading was written, so that one that cannot be cancelled holds up nothing, and a crash
// leaves it to the next reading.

import { audit, type Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { meetingType } from '../meetings/meeting.ts'
import type { CalendarName, Synced } from './calendar.ts'
import type { OurMeetings } from './our-meetings.ts'

interface GoneRow {
  readonly href: string
  readonly gone: 'missing' | 'moved' | 'doubted' | 'mark' | 'cancel'
  /** The latest of the lineage; null: there is none any more. */
  readonly meeting: string | null
  readonly status: string | null
  readonly is_ahead: boolean | null
  readonly removed: boolean | null
  readonly is_old: boolean | null
}

type Removed = Synced['meetings'][number]

const reason = 'removed from their calendar'

export async function settleGone(context: Context, ours: OurMeetings, name: CalendarName): Promise<Removed[]> {
  const { db, tenant } = context
  const rows = await db.run<GoneRow>('gone-objects', [tenant, name.recipient, name.id])
  const settled: Removed[] = []
  for (const row of rows) {
    const isDecided = row.gone === 'mark' || row.gone === 'cancel'
    if (!isDecided && isOurs(row)) continue
    const outcome = await settle(context, ours, name, row)
    await db.run('remove-calendar-objects', [tenant, name.recipient, name.id, [row.href]])
    if (isDecided && row.meeting !== null) settled.push({ meetingId: row.meeting, outcome })
  }
  return settled
}

/** What is off was removed by us; what has begun does not matter any more, and many a feed drops it; an earlier one is not this one. */
function isOurs({ meeting, status, is_ahead, is_old }: GoneRow): boolean {
  return meeting !== null && status === 'accepted' && is_ahead === true && is_old === false
}

async function settle(
  context: Context,
  ours: OurMeetings,
  name: CalendarName,
  row: GoneRow,
): Promise<Removed['outcome']> {
  const { meeting, removed } = row
  if (meeting === null || !isOurs(row) || removed === true) return 'ignored'
  return row.gone === 'cancel' ? await cancel(context, ours, name, meeting) : await mark(context, name, meeting)
}

async function mark(context: Context, { recipient, id }: CalendarName, meeting: string): Promise<Removed['outcome']> {
  return await context.db.transaction(async (tx) => {
    const marked = await tx.run('mark-removed-meeting', [context.tenant, meeting, recipient])
    if (marked.length === 0) return 'ignored'
    const entry = { entityType: meetingType, entityId: meeting, recipient, data: { calendar: id } }
    await audit(context, tx, 'meeting_removed', [entry])
    return 'marked'
  })
}

async function cancel(
  context: Context,
  ours: OurMeetings,
  { recipient }: CalendarName,
  meeting: string,
): Promise<Removed['outcome']> {
  try {
    await ours.cancel(context, meeting, { participant: recipient, reason })
    return 'cancelled'
  } catch (error) {
    // Somebody was faster: it is off, or was moved.
    const isOff =
      error instanceof BelfryError && ['invalid_transition', 'not_found', 'version_conflict'].includes(error.code)
    if (isOff) return 'ignored'
    throw error
  }
}
