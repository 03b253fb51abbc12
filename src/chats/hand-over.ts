// What somebody was reminded of before their chat was connected goes on under the recipient that they are now: each reminder has
// another name there, because whose it is belongs to its name.

import { type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { reminderId } from '../engine/key.ts'
import type { PersonRow } from '../engine/replan.ts'
import { replanRecipient } from '../recipients/replan.ts'

interface LockedRow {
  readonly bucket: number
  readonly id: string
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
}

export interface HandedOver {
  readonly moved: number
  /** Rings on as it was, in the same chat. */
  readonly stayed: number
}

/** The caller has locked both. */
export async function handOver(context: Context, tx: Database, from: PersonRow, to: PersonRow): Promise<HandedOver> {
  const rows = await tx.run<LockedRow>('lock-recipient-reminders', [context.tenant, from.id])
  if (rows.length === 0) return { moved: 0, stayed: 0 }
  const moved = await tx.run<Pick<LockedRow, 'bucket' | 'id'>>('hand-over-reminders', [
    ...[context.tenant, to.id, from.timezone === to.timezone ? null : from.timezone, context.tzVersion],
    rows.map(({ bucket }) => bucket),
    rows.map(({ id }) => id),
    rows.map((row) => idUnder(context, row, to.id)),
  ])
  const keys = [moved.map(({ bucket }) => bucket), moved.map(({ id }) => id)]
  await tx.run('end-reminders', [...keys, 'cancelled', 'moved'])
  if (JSON.stringify(from.quiet_hours) !== JSON.stringify(to.quiet_hours)) await replanRecipient(context, tx, to)
  if (moved.length > 0) await wakeWorkers(context, tx)
  return { moved: moved.length, stayed: rows.length - moved.length }
}

function idUnder({ tenant }: Context, row: LockedRow, recipient: string): string {
  const { entity_type: entityType, entity_id: entityId, kind } = row
  return reminderId({ tenant, entityType, entityId, kind, recipient })
}
