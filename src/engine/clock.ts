// The clock for due decisions is the database's. It can be stood still and driven, so that a test (or a user's staging
// system) lives through 24 hours in a second. Leases and time-outs always run in real time.

import { readDate } from '../input.ts'
import type { Context } from './context.ts'
import { wakeWorkers } from './context.ts'

export async function readClock(context: Context): Promise<{ now: Date; driven: boolean }> {
  const [row] = await context.db.run<{ now_ms: number; driven: boolean }>('clock', [])
  return { now: new Date(row!.now_ms), driven: row!.driven }
}

/** Stands still at `at` from now on; null lets it run in real time again. */
export async function setClock(context: Context, at: Date | null): Promise<void> {
  if (at !== null) readDate(at, '/at')
  await context.db.transaction(async (tx) => {
    await tx.run('set-clock', [at])
    await wakeWorkers(context, tx)
  })
}

/** The next moment at which something happens by itself, or null. */
export async function nextMoment(context: Context): Promise<Date | null> {
  const [row] = await context.db.run<{ ms: number | null }>('next-moment', [])
  return row?.ms == null ? null : new Date(Math.ceil(row.ms))
}
