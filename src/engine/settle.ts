// Settle: an operator decides what nobody can know. "It arrived" is a result like any other; "send again" is the one send
// that may repeat a message on purpose.

import { BelfryError } from '../errors.ts'
import { type ConcludeOptions, conclude } from './conclude.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import type { DeliveryState } from './delivery.ts'
import { bucketOf, type DeliveryKey, deliveryId, fallbackKeyOf } from './key.ts'
import { lockParked } from './parked.ts'
import { type LedgerRow, toDelivery } from './read.ts'
import { reapExpired } from './reap.ts'
import { noSuchDelivery, notFound, requireDeliveryId, requireReminderId } from './reminder-id.ts'
import { defaultRetryPolicy } from './retry.ts'

/** What "send again" needs to know. */
interface RetriedRow {
  bucket: number
  reminder: string
  occurrence_key: string
  state: DeliveryState
  attempt: number
  stopped: boolean
  channel: string
}

export interface DeliveryRow extends RetriedRow {
  tries: number
  lost: number
  critical: boolean
  repeatable: boolean
  parked: boolean
  fallback: string | null
  occurrence: string
  generation: number
}

/** Nothing is reaped in the first minute after a database start, as workers with the default lease do. */
const attentionLeaseMs = 60_000

export type Decision = 'sent' | 'send_again'

export async function settleDelivery(
  context: Context,
  id: string,
  decision: Decision,
): Promise<{ state: DeliveryState }> {
  const key = requireDeliveryId(id)
  return await context.db.transaction(async (tx) => {
    const row = await lockDelivery(context, tx, key)
    if (decision === 'send_again') refuseStopped(row)
    if (!isAllowed(row, decision)) {
      throw new BelfryError('not_unknown', `The delivery is ${row.state}.`, {
        field: '/id',
        accepted:
          decision === 'sent' ? 'a delivery in state unknown' : 'a delivery in state unknown, failed or quarantined',
      })
    }
    if (decision === 'send_again') return await sendAgain(context, tx, [row])
    await audit(context, tx, 'settled_sent', [{ reminder: row.reminder, data: { delivery: id } }])
    const delivery = { ...row, occurrenceKey: row.occurrence_key, fallbackKey: fallbackKeyOf(row) }
    const result = { kind: 'settled', reply: `settled by ${context.actor}` } as const
    const [settled] = await conclude(tx, concluding(context), [{ claim: null, delivery, result, tookMs: null }], [])
    return { state: settled?.state ?? row.state }
  })
}

/** Sends again what failed. What is unknown may have arrived: that is for `settle` to decide. */
export async function retryDelivery(context: Context, id: string): Promise<{ state: DeliveryState }> {
  const key = requireDeliveryId(id)
  return await context.db.transaction(async (tx) => {
    const row = await lockDelivery(context, tx, key)
    refuseStopped(row)
    if (!hasFailed(row)) throw notFailed(`The delivery is ${row.state}.`, [row])
    return await sendAgain(context, tx, [row])
  })
}

export interface RetryResult {
  readonly id: string
  /** Deliveries that are sent again. */
  readonly retried: readonly string[]
}

/** Sends again what failed of the occurrence that rang last. */
export async function retryReminder(context: Context, id: string): Promise<RetryResult> {
  const bucket = bucketOf(requireReminderId(id))
  return await context.db.transaction(async (tx) => {
    await tx.run('lock-reminders', [[bucket], [id], context.tenant])
    const rows = await tx.run<RetriedRow>('latest-of-reminder', [bucket, id, context.tenant])
    const known = rows.length > 0 ? rows : await tx.run('known-reminder', [bucket, id, context.tenant])
    if (known.length === 0) throw notFound(id)
    const failed = rows.filter((row) => hasFailed(row) && !row.stopped)
    if (failed.length === 0) throw notFailed('Nothing of what rang last can be tried again.', rows)
    await sendAgain(context, tx, failed)
    return { id, retried: failed.map(idOf) }
  })
}

async function lockDelivery(context: Context, tx: Database, key: DeliveryKey): Promise<DeliveryRow> {
  // Reminders before deliveries: the order in which cancel locks them.
  await lockParked(tx, [{ bucket: key.bucket, reminder: key.reminder }])
  const [row] = await tx.run<DeliveryRow>('delivery', [key.bucket, key.reminder, key.occurrenceKey, context.tenant])
  if (row) return row
  throw noSuchDelivery()
}

function refuseStopped({ stopped }: DeliveryRow): void {
  if (!stopped) return
  throw new BelfryError('stopped', 'It was cancelled, moved or acknowledged, and cannot be sent again.', {
    field: '/id',
    accepted: 'a new schedule of the reminder',
  })
}

function notFailed(what: string, rows: readonly RetriedRow[]): BelfryError {
  const isUnknown = rows.some(({ state }) => state === 'unknown')
  return new BelfryError('not_failed', isUnknown ? `${what} It may have arrived.` : what, {
    field: '/id',
    accepted: isUnknown ? 'settle, with sent or send_again' : 'what failed, or was quarantined while it was being sent',
  })
}

async function sendAgain(
  context: Context,
  tx: Database,
  rows: readonly RetriedRow[],
): Promise<{ state: DeliveryState }> {
  await audit(
    context,
    tx,
    'sent_again',
    rows.map((row) => ({ reminder: row.reminder, data: { delivery: idOf(row) } })),
  )
  for (const row of rows) await tx.run('send-again', [row.bucket, row.reminder, row.occurrence_key])
  await wakeWorkers(context, tx)
  return { state: 'pending' }
}

function idOf({ reminder, occurrence_key: occurrenceKey }: RetriedRow): string {
  return deliveryId({ reminder, occurrenceKey })
}

/** For results that no worker brings. */
export function concluding(context: Context): ConcludeOptions {
  return { worker: context.actor, retry: defaultRetryPolicy, zones: context }
}

function isAllowed(row: DeliveryRow, decision: Decision): boolean {
  if (row.state === 'unknown') return decision === 'sent' || row.channel !== 'hand'
  return decision === 'send_again' && hasFailed(row)
}

/** One that was quarantined before it was fired has lost its texts, and what was sent by hand nobody else can send. */
function hasFailed({ state, attempt, channel }: RetriedRow): boolean {
  return (state === 'failed' || state === 'quarantined') && attempt > 0 && channel !== 'hand'
}

export async function needsAttention(
  context: Context,
  options: { state?: 'unknown' | 'failed' | 'quarantined'; limit?: number } = {},
) {
  // Where no worker runs (the ledger used alone), somebody has to find out whose lease ran out.
  await reapExpired(context.db, concluding(context), attentionLeaseMs)
  const rows = await context.db.run<LedgerRow>('attention', [
    context.tenant,
    options.state ?? null,
    Math.min(options.limit ?? 50, 200),
  ])
  return rows.map(toDelivery)
}
