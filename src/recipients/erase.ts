// Erasure: in one transaction everything pending for the recipient is cancelled, what is in flight is stopped, and
// addresses and texts are gone, stored replies included. What stays is that something was sent, not what it said.

import { audit, type Context } from '../engine/context.ts'
import { deliveryId } from '../engine/key.ts'
import { stopDeliveries } from '../engine/stop.ts'
import { readId } from '../input.ts'

export interface ErasureResult {
  readonly erased: boolean
  /** Reminders that will not ring any more. */
  readonly cancelled: number
  /** Deliveries that were in flight and could not be called back. */
  readonly inFlight: readonly string[]
}

export async function eraseRecipient(context: Context, id: string): Promise<ErasureResult> {
  const recipient = readId(id, '/id')
  return await context.db.transaction(async (tx) => {
    const found = await tx.run('lock-recipient', [context.tenant, recipient])
    if (found.length === 0) return { erased: false, cancelled: 0, inFlight: [] }
    const pending = await tx.run<{ bucket: number; id: string }>('lock-recipient-reminders', [
      context.tenant,
      recipient,
    ])
    const fired = await tx.run<{ bucket: number; id: string }>('recipient-deliveries', [context.tenant, recipient])
    await tx.run('end-reminders', [
      pending.map((row) => row.bucket),
      pending.map((row) => row.id),
      'cancelled',
      'erased',
    ])
    const stopped = await stopDeliveries(tx, fired, 'erased')
    await tx.run('erase-from-notices', [context.tenant, recipient])
    await tx.run('erase-texts', [context.tenant, recipient])
    await audit(context, tx, 'erased', [{ recipient }])
    return {
      erased: true,
      cancelled: pending.length + stopped.filter(({ state }) => state === 'cancelled').length,
      inFlight: stopped
        .filter(({ state }) => state !== 'cancelled')
        .map((row) => deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key })),
    }
  })
}
