// Deliver: hand taken deliveries to their channel. Immediately before each send the lease is checked by the monotonic
// clock: time since the take plus the send's time-out must fit, otherwise the delivery is given back untried. So a worker
// that was frozen does not send on waking.

import type { Channel, Message, Outcome } from '../channels/channel.ts'
import type { MonotonicClock, Stopwatch } from '../time/clock.ts'
import type { Claim, Concluded, InFlight, Result } from './conclude.ts'
import type { FiredRow } from './fire.ts'
import { deliveryId, fallbackKeyOf } from './key.ts'
import type { Lanes } from './lanes.ts'

export interface Taken {
  readonly rows: readonly FiredRow[]
  /** Started just before the statement that took them: the lease cannot have begun earlier. */
  readonly elapsedMs: Stopwatch
}

export interface DeliverOptions {
  readonly lanes: Lanes
  readonly clock: MonotonicClock
  readonly leaseMs: number
  readonly isStopping: () => boolean
  readonly report: (concluded: readonly Concluded[]) => void
  readonly attempted: (row: FiredRow, result: Result, tookMs: number) => void
}

/** Starts every send of a take; reports come later. */
export function deliver(taken: Taken, options: DeliverOptions): Promise<void> {
  const sending = taken.rows.filter(({ state }) => state === 'sending')
  const first = sending[0]
  if (!first) return Promise.resolve()
  const claim: Claim = { bucket: first.claim_bucket ?? 0, id: first.claim ?? '0', unwritten: sending.length }
  for (const row of sending) options.lanes.enter(row.channel)
  return Promise.all(
    groups(sending, options.lanes).map((group) => deliverGroup(group, claim, taken.elapsedMs, options)),
  ).then(() => {})
}

/** A channel with `sendMany` gets its rows together, any other one by one. */
function groups(rows: readonly FiredRow[], lanes: Lanes): FiredRow[][] {
  const together = new Map<string, FiredRow[]>()
  const alone: FiredRow[][] = []
  for (const row of rows) {
    if (!lanes.channel(row.channel)?.sendMany) alone.push([row])
    else together.set(row.channel, [...(together.get(row.channel) ?? []), row])
  }
  return [...together.values(), ...alone]
}

async function deliverGroup(
  rows: readonly FiredRow[],
  claim: Claim,
  elapsedMs: Stopwatch,
  options: DeliverOptions,
): Promise<void> {
  const { lanes, clock } = options
  const name = rows[0]?.channel ?? ''
  const startedMs = clock.nowMs()
  const results = await send(rows, lanes.channel(name), elapsedMs, options)
  const tookMs = clock.nowMs() - startedMs
  options.report(
    rows.map((row, i) => {
      const result = normalise(results[i])
      lanes.leave(name)
      options.attempted(row, result, tookMs)
      return { claim, delivery: inFlight(row), result, tookMs }
    }),
  )
}

async function send(
  rows: readonly FiredRow[],
  channel: Channel | undefined,
  elapsedMs: Stopwatch,
  options: DeliverOptions,
): Promise<readonly Result[]> {
  const { lanes, leaseMs, isStopping } = options
  const timeoutMs = lanes.timeoutMs(rows[0]?.channel ?? '')
  const leaseCovers = elapsedMs() + timeoutMs <= leaseMs
  if (!channel || !leaseCovers || isStopping()) return rows.map(() => ({ kind: 'returned' }))
  return await withTimeout(timeoutMs, rows.length, async (signal) => {
    const messages = rows.map(toMessage)
    if (channel.sendMany) return await channel.sendMany(messages, signal)
    return [await channel.send(messages[0]!, signal)]
  })
}

/** A send that throws or takes too long may have reached the provider: unknown. */
async function withTimeout(
  ms: number,
  count: number,
  work: (signal: AbortSignal) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const all = (reply: string): Outcome[] => Array.from({ length: count }, () => ({ kind: 'unknown', reply }))
  const late = new Promise<Outcome[]>((resolve) => {
    timer = setTimeout(() => {
      resolve(all(`no answer within ${ms} ms`))
      abort.abort(new Error('send timed out'))
    }, ms)
  })
  try {
    const outcomes = await Promise.race([work(abort.signal), late])
    return Array.isArray(outcomes) ? outcomes : all('the channel gave no list of outcomes')
  } catch (error) {
    return all(error instanceof Error ? `${error.name}: ${error.message}` : 'the channel threw')
  } finally {
    clearTimeout(timer)
  }
}

const outcomeKinds: ReadonlySet<string> = new Set(['delivered', 'deferred', 'refused', 'gone', 'unknown', 'returned'])
const retryAfterMaxMs = 7 * 86_400_000

/** A channel is somebody's code: whatever is not an outcome is unknown, and a wait is a number. */
function normalise(result: Result | undefined): Result {
  if (typeof result !== 'object' || result === null || !outcomeKinds.has(result.kind)) {
    return { kind: 'unknown', reply: 'the channel gave no outcome for this message' }
  }
  if (result.kind !== 'deferred') return result
  const { retryAfterMs = 0 } = result
  return { ...result, retryAfterMs: retryAfterMs > 0 ? Math.min(retryAfterMs, retryAfterMaxMs) : 0 }
}

export function inFlight(row: FiredRow): InFlight {
  return {
    bucket: row.bucket,
    reminder: row.reminder,
    occurrenceKey: row.occurrence_key,
    attempt: row.attempt,
    tries: row.tries,
    lost: row.lost,
    critical: row.critical,
    repeatable: row.repeatable,
    fallbackKey: fallbackKeyOf(row),
  }
}

function toMessage(row: FiredRow): Message {
  return {
    id: deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key }),
    tenant: row.tenant,
    recipient: row.recipient,
    address: row.address,
    entity: { type: row.entity_type, id: row.entity_id },
    kind: row.kind,
    occurrence: row.occurrence,
    title: row.title,
    body: row.body,
    data: row.data,
    dueAt: new Date(row.due_ms),
    usefulUntil: row.useful_until_ms === null ? null : new Date(row.useful_until_ms),
    timezone: row.timezone ?? 'UTC',
    locale: row.locale ?? 'en',
    attempt: row.attempt,
  }
}
