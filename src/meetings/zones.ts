// A newer time-zone database: meetings that are anchored to a wall clock are resolved again. One that has moved takes its reminders along
// in the same transaction, its calendar file gets a higher number, everybody is told, and what it now runs into is reported: two
// governments' decisions may put two meetings on top of each other, and only people can say which of them gives way.

import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { entityLock } from '../engine/key.ts'
import { resolve } from '../engine/planning.ts'
import { lockMeeting, peopleOf } from './change.ts'
import { putMeetingEntity } from './entity.ts'
import { meetingType } from './meeting.ts'
import { giveNotice } from './notices.ts'
import type { MeetingRow, StoredSlot } from './row.ts'
import type { Conflict } from './slots/conflict.ts'
import { findConflicts } from './slots/conflicts.ts'

const chunk = 100

/** Answers how many meetings have moved. */
export async function resolveMeetings(context: Context): Promise<number> {
  const { tzVersion } = context
  for (let moved = 0; ; ) {
    const some = await context.db.run<{ tenant: string; id: string }>('outdated-meetings', [tzVersion, chunk])
    for (const { tenant, id } of some)
      if (await resolveAgain({ ...context, tenant, actor: 'time zones' }, id)) moved += 1
    if (some.length < chunk) return moved
  }
}

async function resolveAgain(context: Context, id: string): Promise<boolean> {
  const lock = entityLock(context.tenant, meetingType, id)
  return await context.db.transaction((tx) => resolveHeld(context, tx, id), { lock })
}

async function resolveHeld(context: Context, tx: Database, id: string): Promise<boolean> {
  const row = await lockMeeting(context, tx, id)
  if (!row || row.tz_version >= context.tzVersion) return false
  const slots = row.slots.map((slot) => slotAgain(context, row, slot))
  const accepted = row.accepted === null ? null : slots[row.accepted]!
  const hasMoved = slots.some((slot, i) => slot.startMs !== row.slots[i]!.startMs || slot.endMs !== row.slots[i]!.endMs)
  // What has begun is where it is.
  if (!hasMoved || row.starts_ms <= row.now_ms) {
    await tx.run('mark-meeting-resolved', [context.tenant, id, context.tzVersion])
    return false
  }
  const conflicts = accepted === null ? [] : await bookAgain(context, tx, row, accepted)
  await tx.run('move-meeting', [
    ...[context.tenant, id, context.tzVersion, JSON.stringify(slots)],
    accepted?.startMs ?? Math.min(...slots.map(({ startMs }) => startMs)),
    accepted?.endMs ?? Math.max(...slots.map(({ endMs }) => endMs)),
    conflicts.length > 0,
  ])
  if (accepted !== null) await putMeetingEntity(context, tx, row, peopleOf(row), accepted)
  await tell(context, tx, row, accepted === null ? slots : [accepted], conflicts)
  return true
}

/** The same wall clock under the new rules. What would end before it begins lasts as long as it did. */
function slotAgain(context: Context, { timezone }: MeetingRow, slot: StoredSlot): StoredSlot {
  const at = (nominal: string) =>
    resolve(
      { occurrence: nominal, timezone, floating: false, step: null },
      { timezone, quietHours: null },
      context.rules,
    )
  const startMs = at(slot.start)
  const endMs = at(slot.end)
  return { ...slot, startMs, endMs: endMs > startMs ? endMs : startMs + slot.endMs - slot.startMs }
}

async function bookAgain(context: Context, tx: Database, row: MeetingRow, slot: StoredSlot): Promise<Conflict[]> {
  const recipients = peopleOf(row)
  await tx.run('unbook', [context.tenant, row.id])
  const conflicts = await findConflicts(context, tx, {
    ...{ recipients, startMs: slot.startMs, endMs: slot.endMs, beforeMs: row.before_ms, afterMs: row.after_ms },
    ...{ root: row.root, allowOutsideAvailability: row.outside_ok },
  })
  const [fromMs, toMs] = [slot.startMs - row.before_ms, slot.endMs + row.after_ms]
  const booked = await tx.run<{ recipient: string }>('book', [context.tenant, row.id, recipients, fromMs, toMs])
  const missing = recipients.filter((one) => !booked.some(({ recipient }) => recipient === one))
  if (missing.length > 0) await tx.run('book-over', [context.tenant, row.id, missing, fromMs, toMs])
  return conflicts
}

async function tell(
  context: Context,
  tx: Database,
  row: MeetingRow,
  slots: readonly StoredSlot[],
  conflicts: readonly Conflict[],
): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const because = `time-zone database ${context.tzVersion}`
  await giveNotice(context, tx, row, { kind: 'moved', to: peopleOf(row), by: null, reason: because, slots })
  await audit(context, tx, 'meeting_moved', [
    {
      entityType: meetingType,
      entityId: row.id,
      data: {
        because,
        was: iso(row.starts_ms),
        start: iso(slots[0]!.startMs),
        conflicts: conflicts.map(({ kind, participant, meetingId }) => ({ kind, participant, meetingId })),
      },
    },
  ])
}
