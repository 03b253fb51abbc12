// Conclude: the one function that decides every way out of `sending` and `unknown`, whoever brings the result: the
// channel, the reaper, an operator. It decides twice, for a delivery that runs on and for one that was stopped meanwhile;
// the statement sees which holds, under the row's lock.
//
//   delivered        sent
//   refused, gone    failed (the fallback, if any, is due)
//   deferred         pending again after 1, 5, 15 minutes, then failed; stopped: cancelled
//   returned         pending again at once: it was taken but never tried; stopped: cancelled
//   unknown, lost    repeatable channel: pending again under the same id, five times, then quarantined
//                    critical: once more; else unknown, for an operator to decide; stopped: unknown stays unknown

import type { Outcome } from '../channels/channel.ts'
import { limits } from '../limits.ts'
import type { Database } from './database.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import { type RetryPolicy, retryDelayMs } from './retry.ts'

export type Result =
  | Outcome
  /** Taken, but not tried: the lease would not have covered the send, or the worker is stopping. */
  | { readonly kind: 'returned'; readonly reply?: string }
  /** The lease ran out: the worker died, or lost the database for too long. */
  | { readonly kind: 'lost'; readonly reply?: string }

/** What deciding needs to know of a delivery; none of it changes while the delivery is being sent. */
export interface InFlight {
  readonly bucket: number
  readonly reminder: string
  readonly occurrenceKey: string
  readonly attempt: number
  readonly tries: number
  readonly lost: number
  readonly critical: boolean
  readonly repeatable: boolean
}

export interface Decision {
  readonly state: DeliveryState
  readonly reason: Reason | null
  /** Only with `pending`. */
  readonly retryMs: number | null
}

/** The lease that a batch of deliveries shares, and how many of their results are not written yet. */
export interface Claim {
  readonly bucket: number
  readonly id: string
  unwritten: number
}

export interface Concluded {
  readonly claim: Claim | null
  readonly delivery: InFlight
  readonly result: Result
  readonly tookMs: number | null
}

export function decide(delivery: InFlight, result: Result, policy: RetryPolicy, stopped: boolean): Decision {
  switch (result.kind) {
    case 'delivered':
      return end('sent', null)
    case 'refused':
      return end('failed', 'refused')
    case 'gone':
      return end('failed', 'address_gone')
    case 'deferred':
      return stopped ? end('cancelled', 'stopped') : tryAgain(retryDelayMs(policy, delivery.tries, result.retryAfterMs))
    case 'returned':
      return stopped ? end('cancelled', 'stopped') : tryAgain(0)
    case 'unknown':
      return undecided(delivery, 'outcome_unknown', policy, stopped)
    case 'lost':
      return undecided(delivery, 'lease_expired', policy, stopped)
  }
}

function undecided(delivery: InFlight, reason: Reason, policy: RetryPolicy, stopped: boolean): Decision {
  if (stopped) return end('unknown', reason)
  if (delivery.repeatable) {
    if (delivery.lost + 1 >= policy.lostMax) return end('quarantined', 'poison')
    return tryAgain(delivery.lost === 0 ? 0 : (retryDelayMs(policy, delivery.lost - 1) ?? policy.delaysMs.at(-1) ?? 0))
  }
  return delivery.critical && delivery.lost === 0 ? tryAgain(0) : end('unknown', reason)
}

function end(state: DeliveryState, reason: Reason | null): Decision {
  return { state, reason, retryMs: null }
}

function tryAgain(retryMs: number | null): Decision {
  return retryMs === null ? end('failed', 'retries_exhausted') : { state: 'pending', reason: null, retryMs }
}

export interface ConcludedRow {
  readonly reminder: string
  readonly occurrence_key: string
  readonly state: DeliveryState
  readonly reason: Reason | null
  readonly now_ms: number
}

/** Writes results, and removes claims whose last results these are. Rows that belong to a newer attempt are not touched, and not in the answer. */
export async function conclude(
  db: Database,
  worker: string,
  policy: RetryPolicy,
  concluded: readonly Concluded[],
  finished: readonly Pick<Claim, 'bucket' | 'id'>[],
): Promise<ConcludedRow[]> {
  const running = concluded.map(({ delivery, result }) => decide(delivery, result, policy, false))
  const stopped = concluded.map(({ delivery, result }) => decide(delivery, result, policy, true))
  return await db.run<ConcludedRow>('conclude', [
    concluded.map(({ delivery }) => delivery.bucket),
    concluded.map(({ delivery }) => delivery.reminder),
    concluded.map(({ delivery }) => delivery.occurrenceKey),
    concluded.map(({ delivery }) => delivery.attempt),
    running.map(({ state }) => state),
    running.map(({ reason }) => reason),
    running.map(({ retryMs }) => retryMs),
    stopped.map(({ state }) => state),
    stopped.map(({ reason }) => reason),
    concluded.map(({ tookMs }) => (tookMs === null ? null : Math.round(tookMs))),
    concluded.map(({ delivery, result }) => delivery.tries + (result.kind === 'deferred' ? 1 : 0)),
    concluded.map(
      ({ delivery, result }) => delivery.lost + (result.kind === 'unknown' || result.kind === 'lost' ? 1 : 0),
    ),
    concluded.map(({ delivery, result }) => (isPlain(delivery, result) ? null : result.kind)),
    concluded.map(({ delivery, result }) => (isPlain(delivery, result) ? null : sanitise(result.reply))),
    worker,
    finished.map(({ bucket }) => bucket),
    finished.map(({ id }) => id),
  ])
}

/** A plain first success leaves no row of its own in `attempts`. */
function isPlain(delivery: InFlight, result: Result): boolean {
  return result.kind === 'delivered' && delivery.attempt === 1
}

/** Providers answer with anything: NUL and lone surrogates would fail the whole batch, and length is bounded. */
export function sanitise(reply: string | undefined): string | null {
  if (typeof reply !== 'string') return null
  return reply
    .replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
    .toWellFormed()
    .slice(0, limits.replyCharsMax)
    .toWellFormed()
}
