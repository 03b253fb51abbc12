// Whether a time could be accepted, without doing so. What accept would refuse is refused here, or listed; somebody may be faster all the same.

import { readClock } from '../../engine/clock.ts'
import type { Context } from '../../engine/context.ts'
import { BelfryError } from '../../errors.ts'
import { readBoolean, readId, readObject, readText } from '../../input.ts'
import { canonicalZone } from '../../time/zone.ts'
import { readParticipants, readZones } from '../availability/people.ts'
import { readWindow } from '../availability/window.ts'
import { readBuffers } from './buffers.ts'
import { findConflicts } from './conflicts.ts'
import type { Checked, CheckInput } from './slots.ts'

interface MeetingRow {
  readonly root: string
  readonly beforeMs: number
  readonly afterMs: number
  readonly outsideOk: boolean
}

const fields = [
  ...['participants', 'start', 'end', 'timezone', 'buffers', 'meetingId', 'allowOutsideAvailability', 'viewer'],
]

export async function checkConflicts(context: Context, input: CheckInput): Promise<Checked> {
  const value = readObject(input, fields, '')
  const participants = readParticipants(value.participants)
  const viewer = value.viewer === undefined ? null : readId(value.viewer, '/viewer')
  const timezone = value.timezone === undefined ? undefined : readZone(value.timezone)
  const allowed =
    value.allowOutsideAvailability === undefined
      ? undefined
      : readBoolean(value.allowOutsideAvailability, '/allowOutsideAvailability')
  const meetingId = value.meetingId === undefined ? null : readId(value.meetingId, '/meetingId')
  const given = readBuffers(value.buffers)
  const meeting = meetingId === null ? null : await readMeeting(context, meetingId, viewer)
  const fieldOf = (id: string) => `/participants/${(value.participants as string[]).indexOf(id)}`
  const [firstZone = 'UTC'] = await readZones(context, participants, fieldOf)
  const times = { from: value.start, to: value.end, timezone, defaultTimezone: firstZone }
  const { fromMs, toMs } = readWindow(context, times, '', ['start', 'end'])
  const { now } = await readClock(context)
  if (fromMs <= now.getTime())
    throw new BelfryError('slot_in_past', 'That time has begun already.', { field: '/start' })
  const wanted = {
    recipients: participants,
    ...{ startMs: fromMs, endMs: toMs, root: meeting?.root ?? null },
    ...(meeting ? readBuffers(value.buffers, meeting) : given),
    allowOutsideAvailability: allowed ?? meeting?.outsideOk ?? false,
  }
  const conflicts = await findConflicts(context, context.db, wanted, viewer)
  return { free: conflicts.length === 0, conflicts }
}

/** Who looks sees the meetings in which they take part. */
async function readMeeting(context: Context, id: string, viewer: string | null): Promise<MeetingRow> {
  const [row] = await context.db.run<MeetingRow>('meeting-to-check', [context.tenant, id, viewer])
  if (row) return row
  throw new BelfryError('not_found', 'There is no such meeting.', { field: '/meetingId' })
}

function readZone(value: unknown): string {
  return canonicalZone(readText(value, '/timezone', { bytesMax: 64 }), '/timezone')
}
