// How a worker fires: in due order while it keeps up; shared between tenants when there is more due than a batch holds;
// trickling what is very late after an outage; and narrowing a batch that fails until the one to blame stands alone.

import type { Logger } from '../log.ts'
import type { MonotonicClock } from '../time/clock.ts'
import type { Database, FailureOf } from './database.ts'
import type { Taken } from './deliver.ts'
import type { WorkerEmitter } from './events.ts'
import { type Fired, fire } from './fire.ts'
import type { Lanes } from './lanes.ts'
import { Trouble } from './trouble.ts'

export interface FiringOptions {
  readonly batchMax: number
  readonly leaseMs: number
  readonly buckets: readonly number[] | null
  readonly lateMax: number
  readonly lateAfterMs: number
  readonly latePerSecond: number
}

export interface FiringParts {
  readonly db: Database
  readonly failureOf: FailureOf
  readonly clock: MonotonicClock
  readonly logger: Logger
  readonly lanes: Lanes
  readonly events: WorkerEmitter
  readonly worker: string
  readonly defaultChannels: readonly string[]
  readonly started: (taken: Taken) => void
  readonly isStopping: () => boolean
}

/** What `next.sql` says that matters here. */
export interface DueNow {
  readonly now_ms: number
  readonly holds: readonly { tenant: string; channel: string }[]
  readonly late: number
}

interface Due {
  readonly fromMs: number | null
  readonly uptoMs: number | null
}

interface FireCount {
  readonly count: number
  /** There is probably more. */
  readonly full: boolean
}

/** Rows committed a moment after their due time still lie above the low-water mark. */
const lowWaterMarginMs = 2_000
/** Fires under way at once while there is a backlog: one core each for PostgreSQL and for Node is what there is. */
const parallelFires = 2
const roundsMax = 16

export class Firing {
  /** Nothing is due below it, as far as this worker knows; null: look from the start. */
  #lowWaterMs: number | null = null
  /** How often it was lowered: a fire that began before the last time must not raise it again. */
  #lowered = 0
  readonly #parts: FiringParts
  readonly #options: FiringOptions
  readonly #trouble: Trouble
  #batchMax: number
  #late = { tokens: 0, atMs: 0 }

  constructor(parts: FiringParts, options: FiringOptions) {
    this.#parts = parts
    this.#options = options
    this.#batchMax = options.batchMax
    this.#trouble = new Trouble(parts.clock)
  }

  /** Something may be due from `dueMs` on; null: from the start. */
  lowerTo(dueMs: number | null): void {
    this.#lowered += 1
    if (this.#lowWaterMs !== null) this.#lowWaterMs = dueMs === null ? null : Math.min(this.#lowWaterMs, dueMs)
  }

  get lowered(): number {
    return this.#lowered
  }

  /** The low-water mark as a statement's parameter. */
  get from(): Date | '-infinity' {
    return this.#lowWaterMs === null ? '-infinity' : new Date(this.#lowWaterMs)
  }

  /** When a reminder that was set aside comes back. */
  get nextBackInMs(): number {
    return this.#trouble.nextBackInMs
  }

  spreads(next: DueNow): boolean {
    return next.late > this.#options.lateMax
  }

  /** Fires what is due, for a bounded number of rounds; answers how many reminders. `lowered` is as of `next`. */
  async fireDue(next: DueNow, lowered: number): Promise<number> {
    if (this.spreads(next)) return await this.#fireSpread(next)
    let total = 0
    let tenants = next.holds.some(({ channel }) => channel === '') ? await this.#dueTenants() : null
    for (let round = 0; round < roundsMax && !this.#parts.isStopping(); round++) {
      const { count, full } = await this.#fireRound(tenants, round === 0 ? 1 : parallelFires)
      total += count
      if (!full) {
        if (tenants === null && lowered === this.#lowered) this.#lowWaterMs = next.now_ms - lowWaterMarginMs
        return total
      }
      // There is more due than a batch holds: from here on every tenant gets its share.
      tenants = await this.#dueTenants()
    }
    return total
  }

  async #fireRound(tenants: readonly string[] | null, fires: number): Promise<FireCount> {
    const due = { fromMs: this.#lowWaterMs, uptoMs: null }
    const counts = await Promise.all(Array.from({ length: fires }, () => this.#fire(due, tenants, fires)))
    return { count: counts.reduce((sum, { count }) => sum + count, 0), full: counts.some(({ full }) => full) }
  }

  /** What is late trickles at its own pace; what is on time does not wait for it. */
  async #fireSpread(next: DueNow): Promise<number> {
    const { lateAfterMs, latePerSecond } = this.#options
    const cutMs = next.now_ms - lateAfterMs
    const nowMs = this.#parts.clock.nowMs()
    if (this.#late.atMs === 0) {
      this.#parts.logger.warn({ perSecond: latePerSecond }, 'many reminders are late; spreading them')
    }
    this.#parts.events.emit('spreading', { late: next.late })
    const tokens = Math.min(latePerSecond, this.#late.tokens + ((nowMs - this.#late.atMs) * latePerSecond) / 1_000)
    const late = await this.#fire({ fromMs: null, uptoMs: cutMs }, null, 1, Math.floor(tokens))
    this.#late = { tokens: tokens - late.count, atMs: nowMs }
    const onTime = await this.#fire({ fromMs: cutMs, uptoMs: null }, null, 1)
    this.#lowWaterMs = null
    return onTime.count
  }

  async #dueTenants(): Promise<string[]> {
    const rows = await this.#parts.db.run<{ tenant: string }>('due-tenants', [this.from])
    return rows.map(({ tenant }) => tenant)
  }

  /** `parallel` fires share the free places. */
  async #fire(
    due: Due,
    tenants: readonly string[] | null,
    parallel: number,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<FireCount> {
    const { db, clock, failureOf, lanes } = this.#parts
    const most = Math.min(this.#batchMax, Math.floor(lanes.widestRoom / parallel), limit)
    if (most === 0 || tenants?.length === 0) return { count: 0, full: false }
    const takenAtMs = clock.nowMs()
    // While a batch is being narrowed, one reminder must mean one reminder, and not one of each tenant.
    const shared = this.#batchMax < this.#options.batchMax ? null : tenants
    let fired: Fired
    try {
      fired = await fire(db, { ...due, most, tenants: shared, ...this.#fixed(), lanes: lanes.forFire(parallel) })
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      return await this.#narrow(most, error)
    }
    this.#batchMax = Math.min(this.#options.batchMax, this.#batchMax * 2)
    this.#parts.started({ rows: fired.rows, takenAtMs })
    const count = new Set(fired.rows.map(({ reminder }) => reminder)).size + fired.reopened + fired.repeated
    return { count, full: count >= most || (shared !== null && count > 0) }
  }

  #fixed() {
    const { worker, defaultChannels } = this.#parts
    const { leaseMs, buckets } = this.#options
    return { worker, defaultChannels, leaseMs, buckets, aside: this.#trouble.aside() }
  }

  /** A batch failed: take half as many, until the one that is to blame stands alone and can be set aside. */
  async #narrow(most: number, error: unknown): Promise<FireCount> {
    const { db, failureOf, logger, events } = this.#parts
    if (most > 1) {
      this.#batchMax = most >> 1
      return { count: 1, full: true }
    }
    const quarantined = await this.#trouble.record(db, failureOf(error), error)
    if (quarantined) {
      logger.error({ reminder: quarantined }, 'a reminder was quarantined')
      events.emit('quarantined', { reminder: quarantined })
    }
    return { count: 1, full: true }
  }
}
