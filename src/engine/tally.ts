// What became of a batch, in a few numbers for each channel: metrics of 30,000 deliveries a second must not cost an object
// for each.

import type { Concluded, ConcludedRow, Result } from './conclude.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import type { WorkerEvents } from './events.ts'
import type { FiredRow } from './fire.ts'
import { deliveryId } from './key.ts'

/** How many deliveries on a channel came to this state. */
export interface Tally {
  readonly channel: string
  readonly state: DeliveryState
  /** Null where there is none, or the step that wrote it does not say. */
  readonly reason: Reason | null
  count: number
}

/** Calls to a channel that ended alike, and how long each took. */
export interface Attempts {
  readonly channel: string
  readonly outcome: Result['kind']
  readonly tookMs: readonly number[]
}

const firedReasons: Partial<Record<DeliveryState, Reason>> = {
  expired: 'too_late',
  skipped: 'marked_by_hand',
  unknown: 'outcome_unknown',
}

/**
 * `tookMs`: from before the statement until its rows were handed over, which the database's `at` knows nothing of. `withinMs`: how
 * long a channel lets reminders of one person wait for each other, on purpose.
 */
export function tallyFired(
  rows: readonly FiredRow[],
  tookMs: number,
  withinMs: (channel: string) => number | null,
): Pick<WorkerEvents['fired'][0], 'tallies' | 'latenessesMs'> {
  const tallies: Tally[] = []
  const latenessesMs: number[] = []
  for (const { channel, state, attempt, delay_ms, at_ms, due_ms, critical } of rows) {
    count(tallies, channel, state, firedReasons[state] ?? null)
    // A retry, or a fallback, is not late: it has no moment of its own.
    const isFirst = attempt === 1 && (state === 'sending' || state === 'sent') && (delay_ms ?? 0) >= 0
    const waitMs = (delay_ms ?? 0) + (critical ? 0 : (withinMs(channel) ?? 0))
    if (isFirst) latenessesMs.push(Math.max(0, at_ms - due_ms - waitMs) + tookMs)
  }
  return { tallies, latenessesMs }
}

export function describeConcluded(
  rows: readonly ConcludedRow[],
  concluded: readonly Concluded[],
  tookMs: number,
): WorkerEvents['concluded'][0] {
  const tallies: Tally[] = []
  for (const { channel, state, reason } of rows) count(tallies, channel, state, reason)
  return {
    tallies,
    attempts: attemptsOf(concluded),
    tookMs,
    // Made when somebody reads them: the ids cost more than everything else here.
    get results() {
      return rows.map(({ reminder, occurrence_key, state, reason }) => ({
        id: deliveryId({ reminder, occurrenceKey: occurrence_key }),
        state,
        reason,
      }))
    },
  }
}

function count(tallies: Tally[], channel: string, state: DeliveryState, reason: Reason | null): void {
  for (const tally of tallies) {
    if (tally.channel !== channel || tally.state !== state || tally.reason !== reason) continue
    tally.count += 1
    return
  }
  tallies.push({ channel, state, reason, count: 1 })
}

function attemptsOf(concluded: readonly Concluded[]): readonly Attempts[] {
  const all: Attempted[] = []
  for (const { channel, result, tookMs } of concluded)
    if (channel !== undefined) attemptsLike(all, channel, result.kind).tookMs.push(tookMs ?? 0)
  return all
}

interface Attempted extends Attempts {
  readonly tookMs: number[]
}

function attemptsLike(all: Attempted[], channel: string, outcome: Result['kind']): Attempted {
  for (const one of all) if (one.channel === channel && one.outcome === outcome) return one
  const made: Attempted = { channel, outcome, tookMs: [] }
  all.push(made)
  return made
}
