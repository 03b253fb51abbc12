// Cancel, and acknowledge (people say Done), with a truthful answer. The reminders' rows are locked first; what they have
// fired is read by a later statement. In one statement both would be answered from one snapshot, and a fire that was just
// committing would be overlooked: it would say "cancelled" while the message goes out.

import { noteDone, snoozedItems } from './acted.ts'
import type { ChangedRow } from './changes.ts'
import { audit, type Context, settleRequests } from './context.ts'
import type { Database } from './database.ts'
import type { Reason } from './delivery.ts'
import { bucketOf, deliveryId } from './key.ts'
import { notFound, requireReminderId } from './reminder-id.ts'
import type { AlarmRepeat } from './repeat.ts'
import { acknowledgeSeries } from './series.ts'
import { keeping, stoodBefore, stoodOf } from './stood.ts'
import { type StoppedRow, stopDeliveries } from './stop.ts'

export interface CancelResult {
  readonly id: string
  /** Nothing of it will be sent any more. */
  readonly cancelled: boolean
  /** Deliveries that were being sent, or whose outcome is unknown: they are not tried again. */
  readonly inFlight: readonly string[]
  /** Deliveries of the latest occurrence that had already been sent. */
  readonly alreadySent: readonly string[]
}

export interface AcknowledgeResult extends CancelResult {
  /** When a series rings next; null when nothing is to come, or when that depends on something else. */
  readonly nextDueAt: Date | null
  /** The zone of its clock; null where nothing is to come. */
  readonly timezone: string | null
}

export async function cancelReminder(context: Context, id: string): Promise<CancelResult> {
  return await context.db.transaction(async (tx) => {
    await settleRequests(context, tx, [requireReminderId(id)])
    return await endReminder(context, tx, await lock(context, tx, id), id, 'cancelled')
  })
}

/** Done. What it still has under way is stopped; a series goes on as its kind says, everything else ends. */
export async function acknowledgeReminder(context: Context, id: string): Promise<AcknowledgeResult> {
  return await context.db.transaction(async (tx) => {
    await settleRequests(context, tx, [requireReminderId(id)])
    return await acknowledgeInside(context, tx, id)
  })
}

/** `onDone`: what it means for an alarm, this time. */
export async function acknowledgeInside(
  context: Context,
  tx: Database,
  id: string,
  onDone?: AlarmRepeat['onDone'],
): Promise<AcknowledgeResult> {
  const row = await lock(context, tx, id)
  // Only of what is to come something is put off.
  const snoozed = row ? await snoozedItems(context, tx, id) : {}
  const series = row ? await acknowledgeSeries(context, tx, id, onDone) : null
  if (!series) {
    const answer = await endReminder(context, tx, row, id, 'acknowledged')
    const before = { ...(row ? { stood: stoodBefore(row, false) } : { version: null }), snoozed }
    await noteDone(context, tx, { reminder: id, isWhole: true, before })
    return { ...answer, nextDueAt: null, timezone: null }
  }
  const stopped = await stopReminder(tx, id, 'acknowledged')
  const stands = series.hasMoved ? { stood: stoodBefore(row!, true) } : { version: row!.version }
  await noteDone(context, tx, {
    ...{ reminder: id, isWhole: !series.isRule, nextDueAt: series.dueAt, before: { ...stands, snoozed } },
  })
  const data = keeping(series.hasMoved ? stoodOf(row!, true) : null)
  await audit(context, tx, 'acknowledged', [{ reminder: id, data }])
  return { ...answerOf(id, stopped, true), nextDueAt: series.dueAt, timezone: series.timezone }
}

/** Undefined: nothing of it is to come. */
async function lock(context: Context, tx: Database, id: string): Promise<ChangedRow | undefined> {
  const name = [bucketOf(requireReminderId(id)), id, context.tenant]
  const [row] = await tx.run<ChangedRow>('reminder-for-change', name)
  if (!row && (await tx.run('known-reminder', name)).length === 0) throw notFound(id)
  return row
}

async function endReminder(
  context: Context,
  tx: Database,
  row: ChangedRow | undefined,
  id: string,
  reason: 'cancelled' | 'acknowledged',
): Promise<CancelResult> {
  const ended = row ? await tx.run('end-reminders', [[row.bucket], [id], 'cancelled', reason]) : []
  const found = await stopReminder(tx, id, reason)
  // "Done" says something of what was sent, too; "cancelled" would not be true of it.
  const isTrue = reason === 'acknowledged' || ended.length > 0 || found.stopped.length > 0
  const data = keeping(row ? stoodOf(row, false) : null)
  if (isTrue) await audit(context, tx, reason, [{ reminder: id, data }])
  return answerOf(id, found, ended.length > 0)
}

interface Found {
  readonly stopped: readonly StoppedRow[]
  readonly sent: readonly { readonly reminder: string; readonly occurrence_key: string }[]
}

async function stopReminder(tx: Database, id: string, reason: Reason): Promise<Found> {
  const target = { bucket: bucketOf(id), id }
  const stopped = await stopDeliveries(tx, [target], reason)
  const sent = await tx.run<{ reminder: string; occurrence_key: string }>('latest-sent', [target.bucket, id])
  return { stopped, sent }
}

function answerOf(id: string, { stopped, sent }: Found, hasEnded: boolean): CancelResult {
  const inFlight = stopped.filter(({ state }) => state !== 'cancelled')
  return {
    id,
    // also true for a second cancel: a client that repeats a lost request must not be told no
    cancelled: inFlight.length === 0 && (hasEnded || stopped.length > 0 || sent.length === 0),
    inFlight: inFlight.map((row) => deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key })),
    alreadySent: sent.map((row) => deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key })),
  }
}
