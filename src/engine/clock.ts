// The clock for due decisions is the database's. It can be stood still and driven, so that a test (or a user's staging
// system) lives through 24 hours in a second. Leases and time-outs always run in real time.

import { readDate, refuse } from '../input.ts'
import { sleeper, startStopwatch } from '../time/clock.ts'
import { durationMs } from '../time/duration.ts'
import type { Context } from './context.ts'
import { wakeWorkers } from './context.ts'

export async function readClock(context: Context): Promise<{ now: Date; driven: boolean }> {
  const [row] = await context.db.run<{ now_ms: number; driven: boolean }>('clock', [])
  return { now: new Date(row!.now_ms), driven: row!.driven }
}

/** Stands still at `at` from now on; null lets it run in real time again. */
export async function setClock(context: Context, at: Date | null): Promise<void> {
  if (at !== null) refuseBeyond(readDate(at, '/at'), '/at')
  await context.db.transaction(async (tx) => {
    await tx.run('set-clock', [at])
    await wakeWorkers(context, tx)
  })
}

/** A hundred years from anywhere on this clock are on the calendar still: nothing lasts longer. */
const firstMs = Date.UTC(1970, 0)
const endMs = Date.UTC(9_899, 0)

function refuseBeyond(at: Date, field: string): void {
  if (at.getTime() >= firstMs && at.getTime() < endMs) return
  throw refuse('invalid_input', 'The clock does not go there.', { field, accepted: 'a moment from 1970 to 9898' })
}

/** The next moment at which something happens by itself, or null. */
export async function nextMoment(context: Context): Promise<Date | null> {
  const [row] = await context.db.run<{ ms: number | null }>('next-moment', [])
  return row?.ms == null ? null : new Date(Math.ceil(row.ms))
}

/** While something is due, the clock stands for so long at the most; then nobody is there to ring it. */
const patienceMs = 5_000
/** For all of it. A request may be waiting: whoever wants to go further calls again. */
const advanceMaxMs = 20_000
const lookEveryMs = 5

export interface Advanced {
  readonly now: Date
  /** False: it took too long, and the clock stands somewhere on the way. */
  readonly reached: boolean
}

/**
 * Moves a driven clock on through every due moment in between, so that each rings in its own. Somebody else may move it at the
 * same time: it never goes back.
 */
export async function advanceClock(context: Context, duration: string, maxMs = advanceMaxMs): Promise<Advanced> {
  const ms = durationMs(duration, '/advance')
  let { now } = await readClock(context)
  const target = now.getTime() + ms
  refuseBeyond(new Date(target), '/advance')
  const elapsed = startStopwatch()
  const leftMs = () => maxMs - elapsed()
  for (;;) {
    await settled(context, leftMs)
    if (leftMs() <= 0) return { now, reached: now.getTime() >= target }
    const next = await nextMoment(context)
    now = await step(context, new Date(Math.min(target, next?.getTime() ?? target)))
    if (now.getTime() < target) continue
    await settled(context, leftMs)
    return { now, reached: true }
  }
}

/** Answers where the clock stands then. */
async function step(context: Context, to: Date): Promise<Date> {
  return await context.db.transaction(async (tx) => {
    const [row] = await tx.run<{ now_ms: number }>('advance-clock', [to])
    await wakeWorkers(context, tx)
    return new Date(row!.now_ms)
  })
}

/** Waits until nothing is due and nothing is being sent, as long as there is progress and time is left. */
async function settled(context: Context, leftMs: () => number): Promise<void> {
  let before = -1
  for (let elapsed = startStopwatch(); elapsed() < patienceMs && leftMs() > 0; ) {
    const [row] = await context.db.run<{ open: number }>('unsettled', [])
    const open = row?.open ?? 0
    if (open === 0) return
    if (open !== before) elapsed = startStopwatch()
    before = open
    await sleeper.sleep(lookEveryMs)
  }
}
