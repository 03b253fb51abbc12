// Whether a time could be accepted, without doing so. What accept would refuse is refused here, or listed; somebody may be faster all the same.

import { readClock } from '../../engine/clock.ts'
import type { Context } from '../../engine/context.ts'
import { BelfryError } from '../../errors.ts'
import { readBoolean, readId, readObject, readText, refuse } from '../../input.ts'
import type { Range } from '../../time/ranges.ts'
import { canonicalZone } from '../../time/zone.ts'
import { readParticipants, readZones } from '../availability/people.ts'
import { readWindow } from '../availability/window.ts'
import { peopleOf, takesPart } from '../held.ts'
import { checkSlot, chooseSlot } from '../read-input.ts'
import { type MeetingRow, statusOf } from '../row.ts'
import { transitions } from '../transitions.ts'
import { readBuffers } from './buffers.ts'
import { findConflicts } from './conflicts.ts'
import type { Checked, CheckInput } from './slots.ts'

const fields = [
  ...['participants', 'start', 'end', 'slot', 'timezone', 'buffers', 'meetingId', 'allowOutsideAvailability', 'viewer'],
]

/** Either a meeting that is to be accepted, whose slot, people and buffers are its own; or people and a time. */
export async function checkConflicts(context: Context, input: CheckInput): Promise<Checked> {
  const value = readObject(input, fields, '')
  const named = value.participants === undefined ? null : readParticipants(value.participants)
  const viewer = value.viewer === undefined ? null : readId(value.viewer, '/viewer')
  const timezone = value.timezone === undefined ? undefined : readZone(value.timezone)
  const allowed =
    value.allowOutsideAvailability === undefined
      ? undefined
      : readBoolean(value.allowOutsideAvailability, '/allowOutsideAvailability')
  const meetingId = value.meetingId === undefined ? null : readId(value.meetingId, '/meetingId')
  if (meetingId === null && named === null) throw missingPeople()
  const given = readBuffers(value.buffers)
  checkSlot(value.slot)
  const meeting = meetingId === null ? null : await readMeeting(context, meetingId, viewer)
  const isAccept = named === null && value.start === undefined && value.end === undefined
  const fieldOf = (id: string) => `/participants/${(value.participants as string[]).indexOf(id)}`
  const zones = named && (await readZones(context, named, fieldOf))
  const defaultTimezone = zones?.[0] ?? meeting?.timezone ?? 'UTC'
  const { fromMs, toMs, field } =
    meeting && isAccept
      ? proposedTime(context, meeting, value.slot)
      : readTime(context, value, { timezone, defaultTimezone })
  const { now } = await readClock(context)
  if (fromMs <= now.getTime()) throw new BelfryError('slot_in_past', 'That time has begun already.', { field })
  const wanted = {
    recipients: named ?? (await stillThere(context, meeting!)),
    ...{ startMs: fromMs, endMs: toMs, root: meeting?.root ?? null },
    ...(meeting ? readBuffers(value.buffers, { beforeMs: meeting.before_ms, afterMs: meeting.after_ms }) : given),
    allowOutsideAvailability: allowed ?? meeting?.outside_ok ?? false,
  }
  const conflicts = await findConflicts(context, context.db, wanted, viewer)
  return { free: conflicts.length === 0, conflicts }
}

type Time = Range & { readonly field: string }

/** As accept chooses it. */
function proposedTime(context: Context, row: MeetingRow, slot: unknown): Time {
  const status = statusOf(row)
  if (transitions[status].accept === undefined)
    throw new BelfryError('invalid_transition', `The meeting is ${status}: it cannot be accepted any more.`, {
      field: '/meetingId',
      accepted: 'a pending one, or a start and an end',
      facts: { currentStatus: status, ...(row.child === null ? {} : { childMeetingId: row.child }) },
    })
  const { startMs, endMs } = row.slots[chooseSlot(context, row, slot)]!
  return { fromMs: startMs, toMs: endMs, field: '/slot' }
}

/** `slot: { start, end }`, or the two without it. */
function readTime(
  context: Context,
  value: Record<string, unknown>,
  zones: { readonly timezone: string | undefined; readonly defaultTimezone: string },
): Time {
  const isSlot = value.slot !== undefined
  const twice = ['start', 'end'].find((name) => isSlot && value[name] !== undefined)
  if (twice !== undefined)
    throw refuse('invalid_input', 'The time is said twice.', { field: `/${twice}`, accepted: 'slot, or start and end' })
  const { start, end } = isSlot ? readObject(value.slot, ['start', 'end'], '/slot') : value
  const base = isSlot ? '/slot' : ''
  return { ...readWindow(context, { from: start, to: end, ...zones }, base, ['start', 'end']), field: `${base}/start` }
}

/** Who looks sees the meetings in which they take part. */
async function readMeeting(context: Context, id: string, viewer: string | null): Promise<MeetingRow> {
  const [row] = await context.db.run<MeetingRow>('meetings', [context.tenant, [id]])
  if (row && (viewer === null || takesPart(row, viewer))) return row
  throw new BelfryError('not_found', 'There is no such meeting.', { field: '/meetingId' })
}

/** Who was erased since is not asked for. */
async function stillThere(context: Context, row: MeetingRow): Promise<string[]> {
  const people = peopleOf(row)
  const known = await context.db.run<{ id: string }>('known-recipients', [context.tenant, people])
  return people.filter((one) => known.some(({ id }) => id === one))
}

function missingPeople(): BelfryError {
  return refuse('missing_field', 'Who takes part?', {
    field: '/participants',
    accepted: 'a list of recipients; or the meetingId of one that is to be accepted',
  })
}

function readZone(value: unknown): string {
  return canonicalZone(readText(value, '/timezone', { bytesMax: 64 }), '/timezone')
}
