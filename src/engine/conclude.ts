// Conclude: the one function that decides every way out of `sending` and `unknown`, whoever brings the result: the
// channel, the reaper, an operator. It decides twice, for a delivery that runs on and for one that was stopped meanwhile;
// the statement sees which holds, under the row's lock.
//
//   delivered        sent
//   settled          sent, by an operator's word
//   refused, gone    failed (the fallback, if any, is due)
//   suppressed       suppressed: deliberately not sent (demo mode)
//   deferred         pending again after 1, 5, 15 minutes, then failed; stopped: cancelled
//   returned         pending again at once: it was taken but never tried; stopped: cancelled
//   busy             the same, after as long as the channel says
//   unknown, lost    repeatable channel: pending again under the same id, five times, then quarantined
//                    (a channel with a schedule of its own: until that is used up, then unknown)
//                    critical: once more; else unknown, for an operator to decide; stopped: unknown stays unknown
//
// Once an outcome was unknown, an end without a send is unknown too: an earlier attempt may have arrived.

import type { AddressFault, Outcome } from '../channels/channel.ts'
import { limits } from '../limits.ts'
import { startSpan, type TraceContext } from '../trace.ts'
import type { Zones } from './advance.ts'
import type { Database } from './database.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import { lockParked, unpark } from './parked.ts'
import { type RetryPolicy, retryDelayMs } from './retry.ts'

export type Result =
  | Outcome
  /** Taken, but not tried: the lease would not have covered the send, or the worker is stopping. */
  | { readonly kind: 'returned'; readonly reply?: string }
  /** An operator knows that it arrived. */
  | { readonly kind: 'settled'; readonly reply?: string }
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
  /** The first channel of a series that goes on when this has come to an end. */
  readonly parked: boolean
  /** Key of the fallback that stands behind it. */
  readonly fallbackKey: string | null
  /** Where its channel has a schedule of its own. */
  readonly retryDelaysMs?: readonly number[] | undefined
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
  /** What their sends hang under. */
  readonly trace: TraceContext | null
}

export interface Concluded {
  readonly claim: Claim | null
  readonly delivery: InFlight
  readonly result: Result
  readonly tookMs: number | null
  /** Where an attempt was made. */
  readonly channel?: string | undefined
  readonly address?: string | null
}

/** Where a channel does not say when there will be room; at once would be a loop. */
const busyDefaultMs = 1_000

export function decide(delivery: InFlight, result: Result, policy: RetryPolicy, stopped: boolean): Decision {
  switch (result.kind) {
    case 'delivered':
    case 'settled':
      return end('sent', null)
    case 'refused':
      return unsent(delivery, 'failed', 'refused')
    case 'gone':
      return unsent(delivery, 'failed', 'address_gone')
    case 'deferred': {
      if (stopped) return unsent(delivery, 'cancelled', 'stopped')
      const { tries, lost, retryDelaysMs: delaysMs = null } = delivery
      const retryMs = delaysMs
        ? retryDelayMs({ ...policy, delaysMs }, tries + lost, result.retryAfterMs)
        : retryDelayMs(policy, tries, result.retryAfterMs)
      return retryMs === null ? unsent(delivery, 'failed', 'retries_exhausted') : tryAgain(retryMs)
    }
    case 'returned':
      return stopped ? unsent(delivery, 'cancelled', 'stopped') : tryAgain(0)
    case 'busy':
      return stopped ? unsent(delivery, 'cancelled', 'stopped') : tryAgain(result.retryAfterMs || busyDefaultMs)
    case 'suppressed':
      return unsent(delivery, 'suppressed', result.reason ?? 'demo_mode')
    case 'unknown':
      return undecided(delivery, 'outcome_unknown', policy, stopped)
    case 'lost':
      return undecided(delivery, 'lease_expired', policy, stopped)
  }
}

function undecided(delivery: InFlight, reason: Reason, policy: RetryPolicy, stopped: boolean): Decision {
  if (stopped) return end('unknown', reason)
  if (delivery.repeatable && reason === 'outcome_unknown' && delivery.retryDelaysMs) {
    const retryMs = delivery.retryDelaysMs[delivery.tries + delivery.lost]
    return retryMs === undefined ? end('unknown', reason) : tryAgain(retryMs)
  }
  if (delivery.repeatable) {
    if (delivery.lost + 1 >= policy.lostMax) return end('quarantined', 'poison')
    return tryAgain(delivery.lost === 0 ? 0 : (retryDelayMs(policy, delivery.lost - 1) ?? policy.delaysMs.at(-1) ?? 0))
  }
  return delivery.critical && delivery.lost === 0 ? tryAgain(0) : end('unknown', reason)
}

function end(state: DeliveryState, reason: Reason | null): Decision {
  return { state, reason, retryMs: null }
}

function unsent(delivery: InFlight, state: DeliveryState, reason: Reason): Decision {
  return delivery.lost > 0 ? end('unknown', 'outcome_unknown') : end(state, reason)
}

function tryAgain(retryMs: number): Decision {
  return { state: 'pending', reason: null, retryMs }
}

export interface ConcludedRow {
  readonly reminder: string
  readonly occurrence_key: string
  readonly state: DeliveryState
  readonly reason: Reason | null
  readonly stopped: boolean
  readonly channel: string
}

export interface ConcludeOptions {
  readonly worker: string
  readonly retry: RetryPolicy
  readonly zones: Zones
}

/**
 * Writes results, and removes claims whose last results these are. Rows that belong to a newer attempt are not touched, and
 * not in the answer. What hangs on a result (a fallback, a gone address, a series that waits for it) is written in the same
 * transaction, and only asked for where there is such a thing: most batches are one statement.
 */
export async function conclude(
  db: Database,
  options: ConcludeOptions,
  concluded: readonly Concluded[],
  finished: readonly Pick<Claim, 'bucket' | 'id'>[],
): Promise<ConcludedRow[]> {
  const isPlain = concluded.every(isPlainSuccess)
  const write = (on: Database) =>
    isPlain
      ? concludePlain(on, concluded, finished)
      : on.run<ConcludedRow>('conclude', concludeParameters(options, concluded, finished))
  const gone = concluded.filter(({ result }) => result.kind === 'gone')
  const backed = concluded.filter(({ delivery }) => delivery.fallbackKey !== null)
  const parked = concluded.filter(({ delivery }) => delivery.parked).map(({ delivery }) => delivery)
  if (gone.length + backed.length + parked.length === 0) return await write(db)
  return await db.transaction(async (tx) => {
    // Reminders before deliveries: the order in which cancel locks them.
    const series = await lockParked(tx, parked)
    const rows = await write(tx)
    if (gone.length > 0)
      await tx.run('suspend', [...keys(gone), gone.map(faultOf), gone.map(({ address }) => address ?? null)])
    await settleFallbacks(tx, backed, rows)
    await unpark(tx, options.zones, series, rows)
    return rows
  })
}

/** The same for what a worker has gathered, which comes from several batches: its span hangs under none, and is linked with all. */
export async function concludeBatch(
  db: Database,
  options: ConcludeOptions,
  concluded: readonly Concluded[],
  finished: readonly Pick<Claim, 'bucket' | 'id'>[],
): Promise<ConcludedRow[]> {
  const span = startSpan('belfry.conclude', { parent: 'root' })
  if (span.context) {
    span.set({ 'belfry.deliveries': concluded.length })
    span.link(new Set(concluded.flatMap(({ claim }) => claim?.trace ?? [])))
  }
  return await span.watch(() => conclude(db, options, concluded, finished))
}

/** Delivered at the first try is `sent`, stopped or not: nothing is left to decide, and most results are this one. */
async function concludePlain(
  db: Database,
  concluded: readonly Concluded[],
  finished: readonly Pick<Claim, 'bucket' | 'id'>[],
): Promise<ConcludedRow[]> {
  return await db.run<ConcludedRow>('conclude-plain', [
    ...keys(concluded),
    concluded.map(({ tookMs }) => (tookMs === null ? null : Math.round(tookMs))),
    finished.map(({ bucket }) => bucket),
    finished.map(({ id }) => id),
  ])
}

function keys(concluded: readonly Concluded[]): unknown[] {
  return [
    concluded.map(({ delivery }) => delivery.bucket),
    concluded.map(({ delivery }) => delivery.reminder),
    concluded.map(({ delivery }) => delivery.occurrenceKey),
  ]
}

function faultOf({ result }: Concluded): AddressFault {
  return (result.kind === 'gone' ? result.fault : undefined) ?? 'gone'
}

/** The fallback of a channel that failed is due now; of one that worked, not needed; of a stopped one, cancelled. */
async function settleFallbacks(
  tx: Database,
  backed: readonly Concluded[],
  rows: readonly ConcludedRow[],
): Promise<void> {
  const byKey = new Map(rows.map((row) => [`${row.reminder} ${row.occurrence_key}`, row]))
  const ended = new Map<string, { delivery: InFlight; state: DeliveryState }>()
  for (const { delivery } of backed) {
    const row = byKey.get(`${delivery.reminder} ${delivery.occurrenceKey}`)
    const state = row && fallbackState(row)
    const place = `${delivery.reminder} ${delivery.fallbackKey}`
    // One channel that was sent is enough, whatever became of the others.
    if (state && ended.get(place)?.state !== 'skipped') ended.set(place, { delivery, state })
  }
  if (ended.size === 0) return
  const all = [...ended.values()]
  await tx.run('fallback', [
    all.map(({ delivery }) => delivery.bucket),
    all.map(({ delivery }) => delivery.reminder),
    all.map(({ delivery }) => delivery.fallbackKey),
    all.map(({ state }) => state),
  ])
}

function fallbackState({ state, reason, stopped }: ConcludedRow): DeliveryState | null {
  // In demo mode everything goes as if it had been sent.
  if (state === 'sent' || reason === 'demo_mode') return 'skipped'
  if (state !== 'suppressed' && state !== 'failed' && state !== 'unknown' && state !== 'quarantined') return null
  return stopped ? 'cancelled' : 'pending'
}

function concludeParameters(
  { worker, retry: policy }: ConcludeOptions,
  concluded: readonly Concluded[],
  finished: readonly Pick<Claim, 'bucket' | 'id'>[],
): unknown[] {
  const running = concluded.map(({ delivery, result }) => decide(delivery, result, policy, false))
  const stopped = concluded.map(({ delivery, result }) => decide(delivery, result, policy, true))
  const attempted = concluded.map(isWorthARow)
  return [
    ...keys(concluded),
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
    concluded.map(({ result }, i) => (attempted[i] ? result.kind : null)),
    concluded.map(({ result }, i) => (attempted[i] ? sanitise(result.reply, repliesMax(result)) : null)),
    worker,
    finished.map(({ bucket }) => bucket),
    finished.map(({ id }) => id),
  ]
}

/** Waiting for one's turn is no attempt, unless a provider was asked. */
function isWorthARow({ delivery, result }: Concluded): boolean {
  if (result.kind === 'busy') return result.reply !== undefined
  return delivery.attempt > 1 || result.kind !== 'delivered'
}

/** A plain first success leaves no row of its own in `attempts`. A series may wait for it. */
function isPlainSuccess({ delivery, result }: Concluded): boolean {
  return result.kind === 'delivered' && delivery.attempt === 1 && delivery.fallbackKey === null
}

/** Providers answer with anything: NUL and lone surrogates would fail the whole batch, and length is bounded. */
export function sanitise(reply: string | undefined, charsMax: number = limits.replyCharsMax): string | null {
  if (typeof reply !== 'string') return null
  return reply
    .replace(/[^\P{Cc}\t\n]/gu, '\ufffd')
    .toWellFormed()
    .slice(0, charsMax)
    .toWellFormed()
}

/** What would have been sent is more than a provider's word. */
function repliesMax({ kind }: Result): number {
  return kind === 'suppressed' ? limits.suppressedCharsMax : limits.replyCharsMax
}
