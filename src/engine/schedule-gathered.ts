// Schedule for calls of strangers that happen to come at the same time (gather.ts).

import { BelfryError } from '../errors.ts'
import type { Context } from './context.ts'
import type { Wanted } from './reminder.ts'
import { type ScheduleAnswer, scheduleBatch, scheduleNewInSlices, scheduleRest } from './schedule.ts'

/** A batch of strangers has little patience. */
const strangersWaitMs = 250

/**
 * For calls that were gathered. What was written in passing keeps its answer when the rest fails; the rest is left
 * unanswered, or is told that nobody knows, where the connection was lost.
 */
export async function scheduleGathered(
  context: Context,
  wanted: readonly Wanted[],
  isPatient: boolean,
): Promise<(ScheduleAnswer | undefined)[]> {
  if (isPatient) return await scheduleBatch(context, context.db, wanted)
  const answers = await scheduleNewInSlices(context, context.db, wanted)
  try {
    await scheduleRest(context, context.db, wanted, answers, { lockTimeoutMs: strangersWaitMs })
  } catch (error) {
    if (isUndone(error)) return answers
    return Array.from(answers, (one) => one ?? (error as BelfryError))
  }
  return answers
}

/** A connection that is lost at the commit does not say what became of it. */
export function isUndone(error: unknown): boolean {
  return !(error instanceof BelfryError && error.code === 'database_unavailable')
}
