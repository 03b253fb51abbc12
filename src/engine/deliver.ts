// Deliver: hand taken deliveries to their channel. Immediately before each send the lease is checked by the monotonic
// clock: time since the take plus the send's time-out must fit, otherwise the delivery is given back untried. So a worker
// that was frozen does not send on waking.

import { setMaxListeners } from 'node:events'
import type { AddressFault, Channel, Message, Outcome } from '../channels/channel.ts'
import type { Compose } from '../channels/content.ts'
import type { MonotonicClock, Stopwatch } from '../time/clock.ts'
import { startSpanUnder, type TraceContext } from '../trace.ts'
import type { Claim, Concluded, InFlight, Result } from './conclude.ts'
import type { FiredRow } from './fire.ts'
import { fallbackKeyOf } from './key.ts'
import type { Lanes } from './lanes.ts'
import { byMessage, toMessage } from './message.ts'

export interface Taken {
  readonly rows: readonly FiredRow[]
  /** Started just before the statement that took them: the lease cannot have begun earlier. */
  readonly elapsedMs: Stopwatch
  /** What their sends hang under. */
  readonly trace: TraceContext | null
}

export interface DeliverOptions {
  readonly lanes: Lanes
  readonly clock: MonotonicClock
  readonly leaseMs: number
  readonly isStopping: () => boolean
  readonly report: (concluded: readonly Concluded[]) => void
  readonly attempted: (row: FiredRow, result: Result, tookMs: number) => void
  /** The words, for channels that ask for them. */
  readonly compose: Compose
}

/** Starts every send of a take; reports come later. */
export function deliver(taken: Taken, options: DeliverOptions): Promise<void> {
  const sending = taken.rows.filter(({ state }) => state === 'sending')
  const first = sending[0]
  if (!first) return Promise.resolve()
  const { trace } = taken
  const claim: Claim = { bucket: first.claim_bucket ?? 0, id: first.claim ?? '0', unwritten: sending.length, trace }
  const channels = [...byChannel(sending)].map(([name, rows]) => ({ name, groups: byMessage(rows) }))
  for (const { name, groups } of channels) for (const _ of groups) options.lanes.enter(name)
  return Promise.all(channels.map(({ name, groups }) => deliverOn(name, groups, claim, taken.elapsedMs, options))).then(
    () => {},
  )
}

function byChannel(rows: readonly FiredRow[]): Map<string, FiredRow[]> {
  const groups = new Map<string, FiredRow[]>()
  for (const row of rows) {
    const group = groups.get(row.channel)
    if (group) group.push(row)
    else groups.set(row.channel, [row])
  }
  return groups
}

/**
 * A channel with `sendMany` gets its messages together, any other one by one. They begin together and share a deadline. What
 * becomes of a message that is about several deliveries becomes of each of them.
 */
async function deliverOn(
  name: string,
  groups: readonly (readonly FiredRow[])[],
  claim: Claim,
  elapsedMs: Stopwatch,
  options: DeliverOptions,
): Promise<void> {
  const { lanes, clock } = options
  const channel = lanes.channel(name)
  // Where the words cannot be had (the database is away), nothing is tried.
  const withWords = channel && (await composed(channel, groups, options.compose).catch(() => 'none' as const))
  const deadline = new Deadline(lanes.timeoutMs(name))
  const deliverSome = async (some: readonly (readonly FiredRow[])[], at: number) => {
    const startedMs = clock.nowMs()
    const attempt = () => {
      // Without words they are made one by one, immediately before the send, and forgotten with it.
      const messages = Array.isArray(withWords) ? withWords.slice(at, at + some.length) : some.map(toMessage)
      return send(channel, messages, deadline, elapsedMs, options)
    }
    const results =
      withWords === 'none' ? some.map(([row]) => wordless(row!)) : await tracedSend(some, claim.trace, attempt)
    const tookMs = clock.nowMs() - startedMs
    const concluded: Concluded[] = []
    for (const [i, rows] of some.entries()) {
      const result = results[i] ?? noOutcome
      lanes.leave(name)
      for (const [n, row] of rows.entries()) {
        options.attempted(row, result, tookMs)
        const delivery = inFlight(row, channel?.retryDelaysMs)
        // One call, however many it was about.
        concluded.push({ claim, delivery, result, tookMs, channel: n === 0 ? name : undefined, address: row.address })
      }
    }
    options.report(concluded)
  }
  await Promise.all(channel?.sendMany ? [deliverSome(groups, 0)] : groups.map((rows, i) => deliverSome([rows], i)))
  deadline.clear()
}

/** One call to a channel, also of a `sendMany`: what the worst outcome was. */
function tracedSend(
  groups: readonly (readonly FiredRow[])[],
  trace: TraceContext | null,
  work: () => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  if (trace === null) return work()
  const span = startSpanUnder(trace, 'belfry.send', { kind: 'client' })
  const { channel, attempt } = groups[0]![0]!
  const deliveries = groups.reduce((sum, rows) => sum + rows.length, 0)
  span.set({ 'belfry.channel': channel, 'belfry.attempt': attempt, 'belfry.deliveries': deliveries })
  return span.watch(async () => {
    const results = await work()
    const kinds = results.map(({ kind }) => kind)
    const outcome = kinds.find((kind) => kind !== 'delivered') ?? kinds[0] ?? noOutcome.kind
    span.set({ 'belfry.outcome': outcome })
    if (outcome !== 'delivered' && outcome !== 'returned') span.fail(outcome)
    return results
  })
}

async function send(
  channel: Channel | undefined,
  messages: readonly Message[],
  deadline: Deadline,
  elapsedMs: Stopwatch,
  { leaseMs, isStopping }: DeliverOptions,
): Promise<readonly Result[]> {
  const leaseCovers = elapsedMs() + deadline.ms <= leaseMs
  if (!channel || !leaseCovers || isStopping()) return alike(messages.length, { kind: 'returned' })
  const unknown = (reply: string) => alike(messages.length, { kind: 'unknown', reply })
  try {
    const sent = channel.sendMany
      ? channel.sendMany(messages, deadline.signal)
      : channel.send(messages[0]!, deadline.signal).then((outcome) => [outcome])
    const outcomes = await Promise.race([sent, deadline.passed])
    // A send that throws or takes too long may have reached the provider.
    if (outcomes === late) return unknown(`no answer within ${deadline.ms} ms`)
    return Array.isArray(outcomes) ? outcomes.map(normalise) : unknown('the channel gave no list of outcomes')
  } catch (error) {
    return unknown(error instanceof Error ? `${error.name}: ${error.message}` : 'the channel threw')
  }
}

function alike(count: number, result: Result): Result[] {
  return Array.from({ length: count }, () => result)
}

/** Null: the channel asks for none. */
async function composed(
  channel: Channel,
  groups: readonly (readonly FiredRow[])[],
  compose: Compose,
): Promise<readonly Message[] | null> {
  const { format, name } = channel
  if (format === undefined) return null
  const messages = groups.map(toMessage)
  const contents = await compose(
    format,
    messages.map((message) => ({ ...message, channel: name })),
  )
  return messages.map((message, i) => ({ ...message, content: contents[i]! }))
}

const late = Symbol('late')

/** One timer and one signal for the sends of a take on one channel: a pair for each costs as much as firing it. */
class Deadline {
  readonly ms: number
  readonly #abort = new AbortController()
  readonly passed: Promise<typeof late>
  readonly #timer: NodeJS.Timeout

  constructor(ms: number) {
    this.ms = ms
    setMaxListeners(0, this.#abort.signal)
    let pass = (_: typeof late) => {}
    this.passed = new Promise((resolve) => {
      pass = resolve
    })
    this.#timer = setTimeout(() => {
      pass(late)
      this.#abort.abort(new Error('send timed out'))
    }, ms)
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}

const outcomeKinds: ReadonlySet<string> = new Set([
  ...['delivered', 'deferred', 'busy', 'refused', 'gone', 'suppressed', 'unknown'],
])
const faults: readonly AddressFault[] = ['gone', 'bounced', 'blocked']
const noOutcome: Outcome = { kind: 'unknown', reply: 'the channel gave no outcome for this message' }
const wordlessMaxMs = 900_000

/** Not at once: whatever stood in the way is mostly still there, and the longer it was, the longer it will be. */
function wordless({ attempt }: FiredRow): Outcome {
  const retryAfterMs = Math.min(10_000 * 2 ** (attempt - 1), wordlessMaxMs)
  return { kind: 'busy', retryAfterMs, reply: 'the words could not be made' }
}

const retryAfterMaxMs = 7 * 86_400_000

/** A channel is somebody's code: whatever is not an outcome is unknown, and a wait is a number. */
function normalise(outcome: Outcome | null | undefined): Outcome {
  if (typeof outcome !== 'object' || outcome === null || !outcomeKinds.has(outcome.kind)) return noOutcome
  if (outcome.kind === 'suppressed')
    return { ...outcome, reason: outcome.reason === 'no_address' ? 'no_address' : 'demo_mode' }
  if (outcome.kind === 'gone') return { ...outcome, fault: faults.find((fault) => fault === outcome.fault) ?? 'gone' }
  if (outcome.kind !== 'deferred' && outcome.kind !== 'busy') return outcome
  const { retryAfterMs = 0 } = outcome
  return { ...outcome, retryAfterMs: retryAfterMs > 0 ? Math.min(retryAfterMs, retryAfterMaxMs) : 0 }
}

function inFlight(row: FiredRow, retryDelaysMs: readonly number[] | undefined): InFlight {
  return {
    bucket: row.bucket,
    reminder: row.reminder,
    occurrenceKey: row.occurrence_key,
    attempt: row.attempt,
    tries: row.tries,
    lost: row.lost,
    critical: row.critical,
    repeatable: row.repeatable,
    parked: row.parked,
    fallbackKey: fallbackKeyOf(row),
    retryDelaysMs,
  }
}
