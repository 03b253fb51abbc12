// Settle: an operator decides what nobody can know. "It arrived" is a result like any other; "send again" is the one send
// that may repeat a message on purpose.

import { BelfryError } from '../errors.ts'
import { conclude } from './conclude.ts'
import { audit, type Context, wakeWorkers } from './context.ts'
import type { DeliveryState } from './delivery.ts'
import { parseDeliveryId } from './key.ts'
import { type LedgerRow, toDelivery } from './read.ts'
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
  stopped: boolean
}

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
    const [row] = await tx.run<DeliveryRow>('delivery', [key.bucket, key.reminder, key.occurrenceKey, context.tenant])
    if (!row) throw new BelfryError('not_found', 'There is no such delivery.', { field: '/id' })
    if (decision === 'sent' ? row.state !== 'unknown' : !sendableAgain.includes(row.state)) {
      throw new BelfryError('not_unknown', `The delivery is ${row.state}.`, {
        field: '/id',
        accepted:
          decision === 'sent' ? 'a delivery in state unknown' : 'a delivery in state unknown, failed or quarantined',
      })
    }
    await audit(context, tx, decision === 'sent' ? 'settled_sent' : 'sent_again', [
      { reminder: row.reminder, data: { delivery: id } },
    ])
    const delivery = { ...row, occurrenceKey: row.occurrence_key }
    if (decision === 'sent' || row.stopped) {
      // A stopped one cannot be continued by anybody: returned and stopped is `cancelled: stopped`.
      const result =
        decision === 'sent'
          ? ({ kind: 'delivered', reply: `settled by ${context.actor}` } as const)
          : ({ kind: 'returned' } as const)
      const [settled] = await conclude(
        tx,
        context.actor,
        defaultRetryPolicy,
        [{ claim: null, delivery, result, tookMs: null }],
        [],
      )
      return { state: settled?.state ?? row.state }
    }
    await tx.run('send-again', [key.bucket, key.reminder, key.occurrenceKey])
    await wakeWorkers(context, tx)
    return { state: 'pending' }
  })
}

export async function needsAttention(
  context: Context,
  options: { state?: 'unknown' | 'failed' | 'quarantined'; limit?: number } = {},
) {
  const rows = await context.db.run<LedgerRow>('attention', [
    context.tenant,
    options.state ?? null,
    Math.min(options.limit ?? 50, 200),
  ])
  return rows.map(toDelivery)
}
