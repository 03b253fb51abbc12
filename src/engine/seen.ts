// Seen: somebody has it before them, on whichever channel. What waits of that occurrence on the others is not sent any more, and
// what is in flight does not go on. Only this occurrence: a series rings again when it is time.

import { audit, type Context, wakeWorkers } from './context.ts'
import type { Database } from './database.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import { type DeliveryKey, deliveryId } from './key.ts'
import { lockParked, unpark } from './parked.ts'
import { noSuchDelivery, requireDeliveryId } from './reminder-id.ts'

export interface SeenResult {
  readonly id: string
  /** Deliveries of the same occurrence that will not be sent any more. */
  readonly cancelled: readonly string[]
  /** Deliveries that were being sent, or whose outcome is unknown: they are not tried again. */
  readonly inFlight: readonly string[]
}

/** One ring of a reminder, on whatever channels. */
export interface Ring {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence: string
  readonly generation: number
}

interface SeenRow {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
  readonly channel: string
  readonly state: DeliveryState
  readonly parked: boolean
}

export async function seeDelivery(context: Context, id: string): Promise<SeenResult> {
  const key = requireDeliveryId(id)
  return await context.db.transaction(async (tx) => {
    const rows = await seeRings(context, tx, [await ringOf(context, tx, key)])
    return { id, ...answerOf(rows, id) }
  })
}

async function ringOf(context: Context, tx: Database, key: DeliveryKey): Promise<Ring> {
  const { bucket, reminder, occurrenceKey } = key
  const [row] = await tx.run<Ring>('ring-of-delivery', [bucket, reminder, occurrenceKey, context.tenant])
  if (row) return row
  throw noSuchDelivery()
}

/** The reminders first, as everybody locks them; then what they have fired, by a later statement. */
export async function seeRings(
  context: Context,
  tx: Database,
  rings: readonly Ring[],
  reason: Extract<Reason, 'seen' | 'acknowledged'> = 'seen',
): Promise<readonly SeenRow[]> {
  const ordered = [...rings].sort((a, b) => a.bucket - b.bucket || (a.reminder < b.reminder ? -1 : 1))
  const series = await lockParked(tx, [...new Map(ordered.map((ring) => [ring.reminder, ring])).values()])
  const rows = await tx.run<SeenRow>('see', [
    ordered.map(({ bucket }) => bucket),
    ordered.map(({ reminder }) => reminder),
    ordered.map(({ occurrence }) => occurrence),
    ordered.map(({ generation }) => generation),
    ...[reason, context.tenant],
  ])
  // A series that waits for the end of this ring need not wait any longer: somebody has it. It goes on as after a send.
  const ended = rows.filter(({ parked }) => parked).map((row) => ({ ...row, state: 'sent' as const }))
  await unpark(tx, context, series, ended)
  if (ended.length > 0) await wakeWorkers(context, tx)
  const reminders = [...new Set(rows.map(({ reminder }) => reminder))]
  if (reason === 'seen')
    await audit(
      context,
      tx,
      'seen',
      reminders.map((reminder) => ({ reminder })),
    )
  return rows
}

function answerOf(rows: readonly SeenRow[], own: string): Pick<SeenResult, 'cancelled' | 'inFlight'> {
  const idsOf = (some: readonly SeenRow[]) =>
    some.map(({ reminder, occurrence_key: occurrenceKey }) => deliveryId({ reminder, occurrenceKey }))
  return {
    cancelled: idsOf(rows.filter(({ state }) => state === 'cancelled')),
    // The one on which it was seen has arrived, whatever its worker will say of it.
    inFlight: idsOf(rows.filter(({ state }) => state !== 'cancelled')).filter((id) => id !== own),
  }
}
