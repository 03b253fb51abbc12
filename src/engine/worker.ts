// The worker: ask when there is something to do, do it, sleep until the next moment.
//
//   next ──▶ reap expired leases ──▶ fire what is due ──▶ take what waits ──▶ next …
//                                        └──▶ deliver ──▶ results ──▶ conclude
//
// Sends and results run beside the loop, so that the next batch is fired while the last is being sent; how much is under
// way is bounded by the channels' free places. Nothing here holds a transaction over a send.

import { randomBytes } from 'node:crypto'
import type { Channel } from '../channels/channel.ts'
import type { Logger } from '../log.ts'
import { createWakeableSleep, type MonotonicClock } from '../time/clock.ts'
import { type ConcludedRow, conclude, type Result } from './conclude.ts'
import { Connection } from './connection.ts'
import type { Database, FailureOf } from './database.ts'
import { deliver, type Taken } from './deliver.ts'
import { WorkerEmitter } from './events.ts'
import { type Fired, type FiredRow, fire, take } from './fire.ts'
import { deliveryId } from './key.ts'
import { Lanes } from './lanes.ts'
import { reap } from './reap.ts'
import { Results } from './results.ts'
import type { RetryPolicy } from './retry.ts'
import { Trouble } from './trouble.ts'

export interface WorkerOptions {
  /** Deliveries taken in one statement. Default 1,000. */
  readonly batchMax: number
  /** How long a worker may hold a delivery before others call it lost. Default 60,000. */
  readonly leaseMs: number
  /** The longest sleep. Default 30,000. */
  readonly pollMs: number
  readonly retry: RetryPolicy
  /** Buckets this worker serves. Default all. */
  readonly buckets: readonly number[] | null
  /** More than this many late by more than `lateAfterMs` are spread at `latePerSecond` instead of sent at once. */
  readonly lateMax: number
  readonly lateAfterMs: number
  readonly latePerSecond: number
}

export interface WorkerParts {
  readonly db: Database
  readonly failureOf: FailureOf
  readonly channels: readonly Channel[]
  readonly defaultChannels: readonly string[]
  readonly clock: MonotonicClock
  readonly logger: Logger
  /** Calls back when somebody wants workers to look at once. Null: poll only. */
  readonly listen: ((wake: () => void) => Promise<{ close(): Promise<void> }>) | null
}

interface Next {
  readonly now_ms: number
  readonly driven: boolean
  readonly due_ms: number | null
  readonly lanes: readonly { channel: string; tenant: string; ms: number }[]
  readonly lease_in_ms: number | null
  readonly holds: readonly { tenant: string; channel: string }[]
  readonly late: number
}

/** Rows committed a moment after their due time still lie above the low-water mark. */
const lowWaterMarginMs = 2_000
/** Fires under way at once while there is a backlog: one core each for PostgreSQL and for Node is what there is. */
const parallelFires = 2
const roundsBeforeNext = 16

export class Worker {
  readonly id = `w-${randomBytes(6).toString('hex')}`
  readonly events = new WorkerEmitter()
  readonly #options: WorkerOptions
  readonly #parts: WorkerParts
  readonly #lanes: Lanes
  readonly #results: Results
  readonly #trouble: Trouble
  readonly #connection: Connection
  readonly #sleep = createWakeableSleep()
  readonly #abort = new AbortController()
  readonly #sends = new Set<Promise<void>>()
  #lowWaterMs: number | null = null
  #rescanAtMs = 0
  #batchMax: number
  #lateTokens = { count: 0, atMs: 0 }
  #listening: { close(): Promise<void> } | null = null
  #running: Promise<void> = Promise.resolve()
  #stopping = false
  /** Asleep with work at hand, because its channel has no free place: the next send that ends wakes it. */
  #starved = false
  /** The database time of the last look that found nothing to do; null while something is being done. */
  #quietAtMs: number | null = null

  constructor(parts: WorkerParts, options: WorkerOptions) {
    this.#parts = parts
    this.#options = options
    this.#batchMax = options.batchMax
    this.#lanes = new Lanes(parts.channels)
    this.#trouble = new Trouble(parts.clock)
    this.#connection = new Connection(parts.logger, this.#abort.signal, (state) =>
      this.events.emit('database', { state }),
    )
    this.#results = new Results({
      write: (concluded, finished) => conclude(parts.db, this.id, options.retry, concluded, finished),
      failureOf: parts.failureOf,
      reconnect: () => this.#connection.lost(),
      written: (rows, tookMs) => this.#written(rows, tookMs),
      drained: () => this.#sayIdle(),
      nowMs: () => parts.clock.nowMs(),
      logger: parts.logger,
      batchMax: options.batchMax,
    })
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Look now, and look at everything: something may have become due in the past. */
  wake(): void {
    this.#lowWaterMs = null
    this.#sleep.wake()
  }

  /** Finishes what is in flight, gives back what was not begun, and leaves nothing unknown. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#sleep.wake()
    this.#abort.abort()
    await this.#running
    await Promise.all(this.#sends)
    await this.#results.flushed()
    await this.#listening?.close()
    this.events.emit('stopped')
  }

  async #run(): Promise<void> {
    this.#parts.logger.info(
      { worker: this.id, channels: this.#parts.channels.map(({ name }) => name) },
      'worker started',
    )
    if (this.#parts.listen) this.#listening = await this.#parts.listen(() => this.wake())
    while (!this.#stopping) {
      try {
        await this.#sleep.sleep(await this.#tick())
        this.#connection.works()
      } catch (error) {
        if (this.#parts.failureOf(error) === 'connection') await this.#connection.lost()
        else await this.#failed(error)
      }
    }
    this.#parts.logger.info({ worker: this.id }, 'worker stopped')
  }

  async #failed(error: unknown): Promise<void> {
    this.#parts.logger.error(
      { worker: this.id, error: error instanceof Error ? error.message : String(error) },
      'a tick failed',
    )
    await this.#sleep.sleep(1_000)
  }

  /** One round; answers how long to sleep. */
  async #tick(): Promise<number> {
    this.#quietAtMs = null
    const next = await this.#next()
    if (next.holds.some(({ tenant, channel }) => tenant === '' && channel === '')) return this.#options.pollMs
    const reaped = next.lease_in_ms !== null && next.lease_in_ms <= 0 ? await this.#reap() : 0
    const fired = this.#isDue(next) ? await this.#fireAll(next) : 0
    const taken = await this.#takeWaiting(next)
    if (reaped + fired + taken > 0) return 0
    this.#quietAtMs = next.now_ms
    this.#sayIdle()
    return this.#sleepMs(next)
  }

  #sayIdle(): void {
    if (this.#quietAtMs === null || this.#lanes.inFlight > 0 || this.#results.size > 0) return
    this.events.emit('idle', { nowMs: this.#quietAtMs })
  }

  async #next(): Promise<Next> {
    const { db, clock } = this.#parts
    const { leaseMs, lateAfterMs, lateMax, pollMs } = this.#options
    if (clock.nowMs() >= this.#rescanAtMs) {
      this.#lowWaterMs = null
      this.#rescanAtMs = clock.nowMs() + pollMs
    }
    const low = this.#lowWaterMs === null ? '-infinity' : new Date(this.#lowWaterMs)
    const [next] = await db.run<Next>('next', [low, leaseMs, lateAfterMs, lateMax])
    this.#connection.works()
    return next!
  }

  #isDue(next: Next): boolean {
    return next.due_ms !== null && next.due_ms <= next.now_ms && this.#lanes.widestRoom > 0
  }

  #sleepMs(next: Next): number {
    const { pollMs } = this.#options
    const hasRoom = this.#lanes.widestRoom > 0
    this.#starved =
      !hasRoom || next.lanes.some(({ channel }) => this.#lanes.channel(channel) && this.#lanes.room(channel) === 0)
    const moments = [
      next.due_ms,
      ...next.lanes.filter(({ channel }) => this.#lanes.room(channel) > 0).map(({ ms }) => ms),
    ]
    // A driven clock stands still: nothing becomes due by waiting. A full worker is woken by a send that ends.
    const waits = moments
      .filter((ms) => ms !== null)
      .map((ms) => (ms > next.now_ms && !next.driven && hasRoom ? ms - next.now_ms : pollMs))
    if (next.lease_in_ms !== null) waits.push(Math.max(next.lease_in_ms, 10))
    if (this.#spreads(next)) waits.push(1_000 / Math.max(1, this.#options.latePerSecond / 10))
    return Math.min(pollMs, this.#trouble.nextBackInMs, ...waits)
  }

  #spreads(next: Next): boolean {
    return next.late > this.#options.lateMax
  }

  // ---- firing

  async #fireAll(next: Next): Promise<number> {
    if (this.#spreads(next)) return await this.#fireSpread(next)
    let total = 0
    let tenants = next.holds.some(({ channel }) => channel === '') ? await this.#dueTenants() : null
    for (let round = 0; round < roundsBeforeNext && !this.#stopping; round++) {
      const fires = tenants && total > 0 ? parallelFires : 1
      const counts = await Promise.all(
        Array.from({ length: fires }, () => this.#fire({ fromMs: this.#lowWaterMs, uptoMs: null }, tenants)),
      )
      const count = counts.reduce((sum, one) => sum + one.count, 0)
      total += count
      if (!counts.some(({ full }) => full) || this.#lanes.widestRoom === 0) {
        if (!tenants && total > 0) this.#lowWaterMs = next.now_ms - lowWaterMarginMs
        break
      }
      // There is more due than a batch holds: from here on every tenant gets its share.
      tenants ??= await this.#dueTenants()
    }
    return total
  }

  /** What is late trickles at its own pace; what is on time does not wait for it. */
  async #fireSpread(next: Next): Promise<number> {
    const { lateAfterMs, latePerSecond } = this.#options
    const cutMs = next.now_ms - lateAfterMs
    const nowMs = this.#parts.clock.nowMs()
    const earned = ((nowMs - this.#lateTokens.atMs) * latePerSecond) / 1_000
    const tokens = Math.min(latePerSecond, this.#lateTokens.count + earned)
    if (this.#lateTokens.atMs === 0)
      this.#parts.logger.warn({ worker: this.id, perSecond: latePerSecond }, 'many reminders are late; spreading them')
    this.events.emit('spreading', { late: next.late })
    const late =
      tokens >= 1 ? await this.#fire({ fromMs: null, uptoMs: cutMs }, null, Math.floor(tokens)) : { count: 0 }
    this.#lateTokens = { count: tokens - late.count, atMs: nowMs }
    const onTime = await this.#fire({ fromMs: cutMs, uptoMs: null }, null)
    return onTime.count
  }

  async #dueTenants(): Promise<string[]> {
    const low = this.#lowWaterMs === null ? '-infinity' : new Date(this.#lowWaterMs)
    return (await this.#parts.db.run<{ tenant: string }>('due-tenants', [low])).map(({ tenant }) => tenant)
  }

  async #fire(
    due: { fromMs: number | null; uptoMs: number | null },
    tenants: readonly string[] | null,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<{ count: number; full: boolean }> {
    const { db, clock, failureOf, defaultChannels } = this.#parts
    const most = Math.min(this.#batchMax, this.#lanes.widestRoom, limit)
    if (most === 0 || tenants?.length === 0) return { count: 0, full: false }
    const takenAtMs = clock.nowMs()
    let fired: Fired
    try {
      fired = await fire(db, {
        ...due,
        most,
        tenants,
        defaultChannels,
        worker: this.id,
        leaseMs: this.#options.leaseMs,
        buckets: this.#options.buckets,
        lanes: this.#lanes.forFire(),
        aside: this.#trouble.aside(),
      })
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      return await this.#narrow(most, error)
    }
    this.#batchMax = Math.min(this.#options.batchMax, this.#batchMax * 2)
    const reminders = new Set(fired.rows.map(({ reminder }) => reminder)).size + fired.reopened + fired.repeated
    this.#started({ rows: fired.rows, takenAtMs })
    return { count: reminders, full: reminders >= most }
  }

  /** A batch failed: take half as many, until the one that is to blame stands alone and can be set aside. */
  async #narrow(most: number, error: unknown): Promise<{ count: number; full: boolean }> {
    const failure = this.#parts.failureOf(error)
    if (most > 1) {
      this.#batchMax = Math.max(1, most >> 1)
      return { count: 1, full: false }
    }
    const quarantined = await this.#trouble.record(this.#parts.db, failure, error)
    this.#batchMax = this.#options.batchMax
    if (quarantined) {
      this.#parts.logger.error({ worker: this.id, reminder: quarantined }, 'a reminder was quarantined')
      this.events.emit('quarantined', { reminder: quarantined })
    }
    return { count: 1, full: false }
  }

  // ---- waiting deliveries, leases

  async #takeWaiting(next: Next): Promise<number> {
    const waiting = next.lanes.filter(({ ms }) => ms <= next.now_ms)
    const lanes = this.#lanes.forPending(waiting, this.#options.batchMax)
    if (lanes.length === 0) return 0
    const takenAtMs = this.#parts.clock.nowMs()
    const rows = await take(this.#parts.db, lanes, this.id, this.#options.leaseMs)
    this.#started({ rows, takenAtMs })
    return rows.length
  }

  async #reap(): Promise<number> {
    const rows = await reap(this.#parts.db, this.id, this.#options.retry, this.#options.leaseMs)
    if (rows.length > 0) {
      this.#parts.logger.warn({ worker: this.id, count: rows.length }, 'leases ran out')
      this.events.emit('reaped', { count: rows.length })
      this.#written(rows, 0)
    }
    return rows.length
  }

  // ---- sending

  #started(taken: Taken): void {
    if (taken.rows.length === 0) return
    this.#report(taken)
    const sends = deliver(taken, {
      lanes: this.#lanes,
      clock: this.#parts.clock,
      leaseMs: this.#options.leaseMs,
      isStopping: () => this.#stopping,
      attempted: (row, result, tookMs) => this.#attempted(row, result, tookMs),
      report: (concluded) => {
        this.#results.add(concluded)
        if (this.#starved) this.#sleep.wake()
      },
    }).finally(() => this.#sends.delete(sends))
    this.#sends.add(sends)
  }

  #report({ rows, takenAtMs }: Taken): void {
    const sending = rows.reduce((sum, { state }) => sum + (state === 'sending' ? 1 : 0), 0)
    const latenessMs = rows.reduce((most, row) => Math.max(most, row.at_ms - row.due_ms), 0)
    const tookMs = this.#parts.clock.nowMs() - takenAtMs
    this.events.emit('fired', { written: rows.length, sending, latenessMs, tookMs })
    this.#parts.logger.debug({ worker: this.id, written: rows.length, sending, latenessMs, tookMs }, 'fired')
  }

  #attempted(row: FiredRow, result: Result, tookMs: number): void {
    if (this.events.listenerCount('attempted') === 0) return
    const id = deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key })
    this.events.emit('attempted', { id, channel: row.channel, outcome: result.kind, tookMs })
  }

  #written(rows: readonly ConcludedRow[], tookMs: number): void {
    this.#connection.works()
    this.#parts.logger.debug({ worker: this.id, count: rows.length, tookMs }, 'concluded')
    if (this.events.listenerCount('concluded') > 0) {
      const results = rows.map(({ reminder, occurrence_key, state, reason }) => ({
        id: deliveryId({ reminder, occurrenceKey: occurrence_key }),
        state,
        reason,
      }))
      this.events.emit('concluded', { results, tookMs })
    }
    // A retry may now be the next thing to do.
    if (rows.some(({ state }) => state === 'pending')) this.#sleep.wake()
  }
}
