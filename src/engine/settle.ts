// Settle: an operator decides what nobody can know. "It arrived" is a result like any other; "send again" is the one send
// that may repeat a message on purpose.

import { BelfryError } from '../errors.ts'
import { type ConcludeOptions, conclude } from './conclude.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { DeliveryState } from './delivery.ts'
import { fallbackKeyOf, parseDeliveryId } from './key.ts'
import { lockParked } from './parked.ts'
import { type LedgerRow, toDelivery } from './read.ts'
import { reapExpired } from './reap.ts'
import { defaultRetryPolicy } from './retry.ts'

interface DeliveryRow {
  bucket: number
  reminder: string
  occurrence_key: string
  state: DeliveryState
  attempt: number
  tries: number
  lost: number
  critical: boolean
  repeatable: boolean
  parked: boolean
  stopped: boolean
  channel: string
  fallback: string | null
  occurrence: string
  generation: number
}

/** Nothing is reaped in the first minute after a database start, as workers with the default lease do. */
const attentionLeaseMs = 60_000

/** What can be sent again: its outcome is unknown, or it has failed. */
const sendableAgain: readonly DeliveryState[] = ['unknown', 'failed', 'quarantined']

export async function settleDelivery(
  context: Context,
  id: string,
  decision: 'sent' | 'send_again',
): Promise<{ state: DeliveryState }> {
  const key = parseDeliveryId(id)
  if (!key)
    throw new BelfryError('invalid_input', 'Not the id of a delivery.', {
      field: '/id',
      accepted: 'an id as deliveries have',
    })
  return await context.db.transaction(async (tx) => {
    // Reminders before deliveries: the order in which cancel locks them.
    await lockParked(tx, [{ bucket: key.bucket, reminder: key.reminder }])
    const [row] = await tx.run<DeliveryRow>('delivery', [key.bucket, key.reminder, key.occurrenceKey, context.tenant])
    if (!row) throw new BelfryError('not_found', 'There is no such delivery.', { field: '/id' })
    if (row.stopped && decision === 'send_again') {
      throw new BelfryError('stopped', 'It was cancelled, moved or acknowledged, and cannot be sent again.', {
        field: '/id',
        accepted: 'a new schedule of the reminder',
      })
    }
    if (!isAllowed(row, decision)) {
      throw new BelfryError('not_unknown', `The delivery is ${row.state}.`, {
        field: '/id',
        accepted:
          decision === 'sent' ? 'a delivery in state unknown' : 'a delivery in state unknown, failed or quarantined',
      })
    }
    await audit(context, tx, decision === 'sent' ? 'settled_sent' : 'sent_again', [
      { reminder: row.reminder, data: { delivery: id } },
    ])
    const delivery = { ...row, occurrenceKey: row.occurrence_key, fallbackKey: fallbackKeyOf(row) }
    if (decision === 'sent') {
      const result = { kind: 'settled', reply: `settled by ${context.actor}` } as const
      const [settled] = await conclude(tx, concluding(context), [{ claim: null, delivery, result, tookMs: null }], [])
      return { state: settled?.state ?? row.state }
    }
    await tx.run('send-again', [key.bucket, key.reminder, key.occurrenceKey])
    await wakeWorkers(context, tx)
    return { state: 'pending' }
  })
}

/** For results that no worker brings. */
export function concluding(context: Context): ConcludeOptions {
  return { worker: context.actor, retry: defaultRetryPolicy, zones: context }
}

function isAllowed(row: DeliveryRow, decision: 'sent' | 'send_again'): boolean {
  if (row.state === 'unknown') return decision === 'sent' || row.channel !== 'hand'
  // One that was quarantined before it was fired has lost its texts.
  return (
    decision === 'send_again' &&
    sendableAgain.includes(row.state) &&
    !row.stopped &&
    row.attempt > 0 &&
    row.channel !== 'hand'
  )
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
