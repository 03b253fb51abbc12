// A provider tells later that it has a message. Then nobody has to decide about it any more, and a retry that still waits is not
// needed. A send that is under way under a newer attempt is not touched: its own result is on the way.

import { conclude } from './conclude.ts'
import type { Context } from './context.ts'
import { type DeliveryKey, fallbackKeyOf } from './key.ts'
import { lockParked } from './parked.ts'
import { concluding, type DeliveryRow } from './settle.ts'

export interface LateReport {
  readonly delivery: DeliveryKey
  /** Of which attempt it tells; null: it does not say. */
  readonly attempt: number | null
  /** In whose words, for the attempt's record. */
  readonly reply: string
}

/** Whether it made a difference. */
export async function reportSent(context: Context, { delivery: key, attempt, reply }: LateReport): Promise<boolean> {
  const place = [key.bucket, key.reminder, key.occurrenceKey, context.tenant]
  return await context.db.transaction(async (tx) => {
    // Reminders before deliveries: the order in which cancel locks them.
    await lockParked(tx, [{ bucket: key.bucket, reminder: key.reminder }])
    const [row] = await tx.run<DeliveryRow>('delivery', place)
    if (!row || !isOpen(row, attempt)) return false
    const delivery = { ...row, occurrenceKey: row.occurrence_key, fallbackKey: fallbackKeyOf(row) }
    const result = { kind: 'settled', reply } as const
    const ended = await conclude(tx, concluding(context), [{ claim: null, delivery, result, tookMs: null }], [])
    return ended.length > 0
  })
}

function isOpen({ state, lost, attempt: newest }: DeliveryRow, attempt: number | null): boolean {
  if (state === 'sending') return attempt === newest
  return state === 'unknown' || (state === 'pending' && lost > 0)
}
