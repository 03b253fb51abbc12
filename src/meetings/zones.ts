// A newer time-zone database: meetings that are anchored to a wall clock are resolved again. One that has moved takes its reminders along
// in the same transaction, its calendar file gets a higher number, and everybody is told. What they run into is looked at when all have
// moved: two of a row that move together are never in each other's way, and only people can say which of two gives way.

import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { entityLock } from '../engine/key.ts'
import { resolve } from '../engine/planning.ts'
import { putMeetingEntity } from './entity.ts'
import { type Held, holdMeeting, idsOf } from './held.ts'
import { meetingType } from './meeting.ts'
import { giveNotice } from './notices.ts'
import { type MeetingRow, type StoredSlot, statusOf } from './row.ts'
import { findConflicts } from './slots/conflicts.ts'

const chunk = 100

interface Named {
  readonly tenant: string
  readonly id: string
  readonly tz_version: string
}

export interface MeetingsResolved {
  readonly moved: number
  /** Those that could not be: they keep no other waiting, and are tried again with the next look. */
  readonly failures: readonly unknown[]
}

export async function resolveMeetings(context: Context): Promise<MeetingsResolved> {
  const moved: Named[] = []
  const failures: unknown[] = []
  const each = async (some: readonly Named[], work: (inside: Context, id: string) => Promise<boolean>) => {
    for (const named of some) {
      const inside = { ...context, tenant: named.tenant, actor: 'time zones' }
      const has = await work(inside, named.id).catch((error: unknown) => void failures.push(error))
      if (has && work === resolveAgain) moved.push(named)
    }
  }
  for (let after: readonly string[] = ['', '', '']; ; ) {
    const some = await context.db.run<Named>('outdated-meetings', [context.tzVersion, ...after, chunk])
    await each(some, resolveAgain)
    const last = some.at(-1)
    if (!last || some.length < chunk) break
    after = [last.tz_version, last.tenant, last.id]
  }
  await each(moved, lookAround)
  // Those of an earlier time, too: what was in their way may be gone by now.
  await each(await context.db.run<Named>('unsettled-meetings', [chunk]), lookAround)
  return { moved: moved.length, failures }
}

/** Whether an older database has resolved it, and it is still to come. */
export function isOutdated({ tzVersion }: Context, row: MeetingRow): boolean {
  const status = statusOf(row)
  return row.time_anchor === 'local' && row.tz_version < tzVersion && (status === 'pending' || status === 'accepted')
}

async function resolveAgain(context: Context, id: string): Promise<boolean> {
  return await inTurn(context, id, async (held) => isOutdated(context, held.row) && (await resolveHeld(context, held)))
}

async function inTurn(context: Context, id: string, work: (held: Held) => Promise<boolean>): Promise<boolean> {
  const lock = entityLock(context.tenant, meetingType, id)
  return await context.db.transaction(
    async (tx) => {
      const held = await holdMeeting(context, tx, id)
      return held !== null && (await work(held))
    },
    { lock },
  )
}

/** Answers whether it has moved. The caller has looked whether it is still to come. */
export async function resolveHeld(context: Context, held: Held): Promise<boolean> {
  const { tx, row, people } = held
  const slots = row.slots.map((slot) => slotAgain(context, row, slot))
  const accepted = row.accepted === null ? null : slots[row.accepted]!
  const those = accepted === null ? slots : [accepted]
  const before = accepted === null ? row.slots : [row.slots[row.accepted!]!]
  const hasMoved = those.some(({ startMs, endMs }, i) => startMs !== before[i]!.startMs || endMs !== before[i]!.endMs)
  // An accepted meeting that has begun is where it is.
  if (!hasMoved || (accepted !== null && row.starts_ms <= row.now_ms)) {
    const kept = hasMoved ? row.slots : slots
    await tx.run('mark-meeting-resolved', [context.tenant, row.id, context.tzVersion, JSON.stringify(kept)])
    return false
  }
  if (accepted !== null) await bookAgain(context, held, accepted)
  await tx.run('move-meeting', [
    ...[context.tenant, row.id, row.status, context.tzVersion, JSON.stringify(slots)],
    Math.min(...those.map(({ startMs }) => startMs)),
    Math.max(...those.map(({ endMs }) => endMs)),
  ])
  if (accepted !== null) await putMeetingEntity(context, tx, row, people, accepted)
  await tell(context, held, those)
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

/** Where somebody's time is taken, it is kept beside that for now. */
async function bookAgain(context: Context, { tx, row, people }: Held, slot: StoredSlot): Promise<void> {
  const recipients = idsOf(people)
  await tx.run('unbook', [context.tenant, row.id])
  const [fromMs, toMs] = [slot.startMs - row.before_ms, slot.endMs + row.after_ms]
  const booked = await tx.run<{ recipient: string }>('book', [context.tenant, row.id, recipients, fromMs, toMs])
  const missing = recipients.filter((one) => !booked.some(({ recipient }) => recipient === one))
  if (missing.length > 0) await tx.run('book-over', [context.tenant, row.id, missing, fromMs, toMs])
}

async function tell(context: Context, { tx, row, people }: Held, slots: readonly StoredSlot[]): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const because = `time-zone database ${context.tzVersion}`
  await giveNotice(context, tx, row, { kind: 'moved', to: people, by: null, reason: because, slots })
  const data = { because, was: iso(row.starts_ms), start: iso(slots[0]!.startMs) }
  await audit(context, tx, 'meeting_moved', [{ entityType: meetingType, entityId: row.id, data }])
}

/** What an accepted meeting runs into, now that everything is where it will be; answers whether there is something. */
async function lookAround(context: Context, id: string): Promise<boolean> {
  return await inTurn(context, id, async ({ tx, row, people }) => {
    if (row.status !== 'accepted') return false
    await tx.run('enforce-bookings', [context.tenant, id])
    const { startMs, endMs } = row.slots[row.accepted!]!
    const conflicts = await findConflicts(context, tx, {
      ...{ recipients: idsOf(people), startMs, endMs, beforeMs: row.before_ms, afterMs: row.after_ms, root: row.root },
      allowOutsideAvailability: row.outside_ok,
    })
    const isConflict = conflicts.length > 0
    if (isConflict === (row.conflict_ms !== null)) return isConflict
    await tx.run('mark-meeting-conflict', [context.tenant, id, isConflict])
    if (isConflict) await report(context, tx, id, conflicts)
    return isConflict
  })
}

async function report(
  context: Context,
  tx: Database,
  id: string,
  conflicts: Awaited<ReturnType<typeof findConflicts>>,
): Promise<void> {
  const data = { conflicts: conflicts.map(({ kind, participant, meetingId }) => ({ kind, participant, meetingId })) }
  await audit(context, tx, 'meeting_conflict', [{ entityType: meetingType, entityId: id, data }])
}
