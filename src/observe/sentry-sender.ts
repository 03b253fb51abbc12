// Sends events as envelopes, one after the other, from a short queue. It never throws into the caller, never waits, and
// never tries an event twice: a reporter must not become a second outage. What is not sent is counted.

import type { Logger } from '../log.ts'
import { type Stopwatch, startStopwatch, wallClock } from '../time/clock.ts'
import type { Dsn } from './sentry-dsn.ts'
import type { SentryEvent } from './sentry-event.ts'

const queueMax = 100
const requestTimeoutMs = 10_000
/** What a 429 without a word about how long means. */
const defaultLimitMs = 60_000
const limitMaxMs = 86_400_000

export class Sender {
  sent = 0
  dropped = 0
  readonly #dsn: Dsn
  readonly #client: string
  readonly #logger: Logger
  readonly #queue: SentryEvent[] = []
  readonly #giveUp = new AbortController()
  #isDraining = false
  #drained: Promise<void> = Promise.resolve()
  /** Sentry wants none for so long. */
  #limit: { readonly ms: number; readonly elapsedMs: Stopwatch } | null = null
  #isClosed = false
  #hasWarned = false

  constructor(dsn: Dsn, release: string, logger: Logger) {
    this.#dsn = dsn
    this.#client = release.replace('@', '/')
    this.#logger = logger
  }

  /** The event is made here, because making it may fail too. */
  send(make: () => SentryEvent): void {
    if (this.#isClosed || this.#isLimited() || this.#queue.length >= queueMax) {
      this.dropped += 1
      return
    }
    try {
      this.#queue.push(make())
    } catch {
      this.dropped += 1
    }
    if (this.#isDraining) return
    this.#isDraining = true
    this.#drained = this.#drain()
  }

  /** Waits for what is queued, then gives the rest up. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosed = true
    const timer = setTimeout(() => this.#giveUp.abort(), timeoutMs)
    await this.#drained
    clearTimeout(timer)
  }

  async #drain(): Promise<void> {
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      if (this.#giveUp.signal.aborted || this.#isLimited()) this.dropped += 1
      else await this.#post(event)
    }
    this.#isDraining = false
  }

  async #post(event: SentryEvent): Promise<void> {
    try {
      const response = await fetch(this.#dsn.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${this.#client}, sentry_key=${this.#dsn.publicKey}`,
        },
        body: envelopeOf(event),
        redirect: 'error',
        signal: AbortSignal.any([this.#giveUp.signal, AbortSignal.timeout(requestTimeoutMs)]),
      })
      // Unread, it would keep the connection.
      await response.body?.cancel()
      this.#readLimits(response)
      if (response.ok) this.#succeeded()
      else this.#failed(`status ${response.status}`)
    } catch (error) {
      this.#failed(error instanceof Error ? error.name : 'error')
    }
  }

  #succeeded(): void {
    this.sent += 1
    this.#hasWarned = false
  }

  #failed(why: string): void {
    this.dropped += 1
    if (this.#hasWarned) return
    this.#hasWarned = true
    this.#logger.warn({ why }, 'an event could not be sent to Sentry')
  }

  #isLimited(): boolean {
    return this.#limit !== null && this.#limit.elapsedMs() < this.#limit.ms
  }

  #readLimits({ status, headers }: Response): void {
    const limits = headers.get('x-sentry-rate-limits')
    const ms =
      limits === null
        ? status === 429
          ? retryAfterMs(headers.get('retry-after'))
          : 0
        : Math.max(...limits.split(',').map(limitMs))
    if (ms > 0) this.#limit = { ms: Math.min(ms, limitMaxMs), elapsedMs: startStopwatch() }
  }
}

/** A header line, an item's header with its length in bytes, the item. */
function envelopeOf(event: SentryEvent): string {
  const payload = JSON.stringify(event)
  const envelope = { event_id: event.event_id, sent_at: new Date(wallClock.nowMs()).toISOString() }
  const item = { type: 'event', content_type: 'application/json', length: Buffer.byteLength(payload) }
  return `${JSON.stringify(envelope)}\n${JSON.stringify(item)}\n${payload}\n`
}

/** `seconds:categories:scope:…`; no category means all of them, and ours is `error`. */
function limitMs(quota: string): number {
  const [seconds = '', categories = ''] = quota.trim().split(':')
  const isOurs = categories === '' || categories.split(';').includes('error')
  return isOurs ? Number.parseFloat(seconds) * 1_000 || 0 : 0
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null): number {
  if (header === null) return defaultLimitMs
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - wallClock.nowMs()
  return ms > 0 ? ms : defaultLimitMs
}
