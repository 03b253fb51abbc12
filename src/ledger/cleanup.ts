// Retention: old ledger rows go in bounded chunks, each its own short transaction, so that firing never waits for them.

import type { Context } from '../engine/context.ts'
import { readObject, refuse } from '../input.ts'
import type { Logger } from '../log.ts'

export const retentionDaysDefault = 90
/** A hundred years: beyond, the cut would leave the calendar. */
const retentionDaysMax = 36_525
const chunk = 5_000

export interface CleanupOptions {
  /** Called after each chunk with the count so far. */
  readonly progress?: (removed: number) => void
}

/** Removes what is older than `days`; answers how many rows went. */
export async function cleanupOldReminders(
  context: Context,
  logger: Logger,
  days: number = retentionDaysDefault,
  options: CleanupOptions = {},
): Promise<number> {
  if (typeof days !== 'number' || !(days >= 0 && days <= retentionDaysMax)) {
    throw refuse('invalid_input', 'Expected a number of days.', {
      field: '/days',
      accepted: `a number from 0 to ${retentionDaysMax}`,
    })
  }
  readObject(options, ['progress'], '')
  let total = 0
  for (;;) {
    const [row] = await context.db.transaction(async (tx) => {
      await tx.run('allow-bitmap-scans', [])
      return await tx.run<{ removed: number }>('cleanup', [days, chunk, context.tenant])
    })
    const removed = row?.removed ?? 0
    total += removed
    if (removed > 0) {
      options.progress?.(total)
      logger.info({ removed: total }, 'cleaning up old reminder records')
    }
    if (removed < chunk) break
  }
  await cleanupEvents(context)
  return total
}

/** Whoever follows the feed has this long to come back. */
const eventDays = 7

async function cleanupEvents(context: Context): Promise<void> {
  for (;;) {
    const [row] = await context.db.run<{ removed: number }>('cleanup-events', [context.tenant, eventDays, chunk])
    if ((row?.removed ?? 0) < chunk) return
  }
}
