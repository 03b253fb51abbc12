// Writes reminders of recipients that were looked up before.

import { type Context, wakeWorkers } from '../engine/context.ts'
import { type WriteRow, writeReminders } from '../engine/write.ts'

export interface Written {
  /** The recipients that are there. */
  readonly there: ReadonlySet<string>
  /** By reminder: those that were written. */
  readonly versions: Awaited<ReturnType<typeof writeReminders>>
}

export async function writeOfKnown(context: Context, rows: readonly WriteRow[]): Promise<Written> {
  return await context.db.transaction(async (tx) => {
    const recipients = [...new Set(rows.map(({ wanted }) => wanted.recipient))]
    // Held against erasure; who was erased since they were looked up has no reminders.
    const locked = await tx.run<{ id: string }>('lock-recipients', [context.tenant, recipients])
    const there = new Set(locked.map(({ id }) => id))
    const some = rows.filter(({ wanted }) => there.has(wanted.recipient))
    const versions = await writeReminders(context, tx, some)
    const earliestMs = Math.min(...some.map(({ planned: { dueMs } }) => dueMs ?? Number.POSITIVE_INFINITY))
    if (Number.isFinite(earliestMs)) await wakeWorkers(context, tx, earliestMs)
    return { there, versions }
  })
}
