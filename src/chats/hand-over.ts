// What somebody was reminded of before their chat was connected goes on under the recipient that they are now: each reminder has
// another name there, because whose it is belongs to its name.

import { audit, type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { reminderId } from '../engine/key.ts'
import { type PersonRow, toPerson } from '../engine/replan.ts'
import { afterQuietHours } from '../recipients/recipients.ts'
import { replanRecipient, resumeRecipient } from '../recipients/replan.ts'

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

export type HandingRow = PersonRow & { /** Infinity: until they say otherwise. */ readonly paused_ms: number | null }

/** The caller has locked both. */
export async function handOver(context: Context, tx: Database, from: HandingRow, to: PersonRow): Promise<HandedOver> {
  if (from.paused_ms !== null) await handOverPause(context, tx, { ...from, paused_ms: from.paused_ms }, to)
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

/** Nobody speaks for the one they were any more: a pause of theirs would never end, and what it has put off never ring. */
async function handOverPause(
  context: Context,
  tx: Database,
  from: PersonRow & { readonly paused_ms: number },
  to: PersonRow,
): Promise<void> {
  const { paused_ms: ms } = from
  const until = Number.isFinite(ms) ? afterQuietHours(new Date(ms), toPerson(to), context.rules) : 'infinity'
  const given = await tx.run<{ id: string }>('hand-over-pause', [context.tenant, from.id, to.id, until])
  await audit(context, tx, 'recipient_resumed', [{ recipient: from.id }])
  const entries = given.map(({ id }) => ({ recipient: id }))
  await audit(context, tx, 'recipient_paused', entries)
  await resumeRecipient(context, tx, from)
}

function idUnder({ tenant }: Context, row: LockedRow, recipient: string): string {
  const { entity_type: entityType, entity_id: entityId, kind } = row
  return reminderId({ tenant, entityType, entityId, kind, recipient })
}
