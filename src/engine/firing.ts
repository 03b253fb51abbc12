// How a worker fires: in due order while it keeps up; shared between tenants when there is more due than a batch holds;
// trickling what is very late after an outage; and narrowing a batch that fails until the one to blame stands alone.

import type { Logger } from '../log.ts'
import { type MonotonicClock, startStopwatch } from '../time/clock.ts'
import type { Database, FailureOf } from './database.ts'
import type { Taken } from './deliver.ts'
import type { WorkerEmitter } from './events.ts'
import { type Fired, type FiredRow, fire } from './fire.ts'
import type { Lanes } from './lanes.ts'
import { type Head, Trouble } from './trouble.ts'

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
  readonly due_ms: number | null
  readonly holds: readonly { tenant: string; channel: string }[]
  readonly late: number
}

interface Due {
  readonly fromMs: number | null
  readonly uptoMs: number | null
}

/** How many to fire at once in a lane of time; halved while a batch fails, until the one to blame stands alone. */
interface Size {
  batchMax: number
}

interface FireCount {
  readonly count: number
  /** There is probably more. */
  readonly full: boolean
}

/** Rows committed a moment after their due time still lie above the low-water mark. */
const lowWaterMarginMs = 2_000
const roundsMax = 16
/** Who has something due changes slowly next to how fast it is fired. */
const roundsPerLook = 8
/** How often a worker whose channels are full looks for what needs none of them. */
export const crowdedAgainMs = 250

export class Firing {
  /** Nothing is due below it, as far as this worker knows; null: look from the start. */
  #lowWaterMs: number | null = null
  /** How often it was lowered: a fire that began before the last time must not raise it again. */
  #lowered = 0
  readonly #parts: FiringParts
  readonly #options: FiringOptions
  readonly #trouble: Trouble
  readonly #onTime: Size
  readonly #tooLate: Size
  /** How many to fire at once, as far as places are concerned. */
  #reach: number
  #crowdedAtMs = 0
  #late = { tokens: 0, atMs: 0 }

  constructor(parts: FiringParts, options: FiringOptions) {
    this.#parts = parts
    this.#options = options
    this.#onTime = { batchMax: options.batchMax }
    this.#tooLate = { batchMax: options.batchMax }
    this.#reach = options.batchMax
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

  /**
   * Nothing visible lies below the first due row that `next` has found; one margin below now, because a row may be committed
   * a moment after its due time. `lowered` is as of that look: what was said since then counts more.
   */
  raiseTo(next: DueNow, lowered: number): void {
    if (lowered === this.#lowered)
      this.#lowWaterMs = Math.min(next.now_ms - lowWaterMarginMs, next.due_ms ?? Number.POSITIVE_INFINITY)
  }

  /** Fires what is due, for a bounded number of rounds; answers how many reminders. */
  async fireDue(next: DueNow): Promise<number> {
    if (this.spreads(next)) return await this.#fireSpread(next)
    let total = 0
    let tenants = next.holds.some(({ channel }) => channel === '') ? await this.#dueTenants() : null
    for (let round = 0; round < roundsMax && !this.#parts.isStopping(); round++) {
      const { count, full } = await this.#fire({ fromMs: this.#lowWaterMs, uptoMs: null }, tenants, this.#onTime)
      total += count
      if (!full || this.#reach === 0) return total
      // There is more due than a batch holds: from here on every tenant gets its share.
      if (tenants === null || round % roundsPerLook === 0) tenants = await this.#dueTenants()
    }
    return total
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
    const tenants = await this.#dueTenants()
    const late =
      tokens < 1
        ? { count: 0 }
        : await this.#fire({ fromMs: null, uptoMs: cutMs }, tenants, this.#tooLate, Math.floor(tokens))
    this.#late = { tokens: tokens - late.count, atMs: nowMs }
    const onTime = await this.#fire({ fromMs: cutMs, uptoMs: null }, tenants, this.#onTime)
    this.#lowWaterMs = null
    return onTime.count
  }

  async #dueTenants(): Promise<string[]> {
    const rows = await this.#parts.db.run<{ tenant: string }>('due-tenants', [this.from])
    return rows.map(({ tenant }) => tenant)
  }

  async #fire(
    due: Due,
    tenants: readonly string[] | null,
    size: Size,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<FireCount> {
    const { db, failureOf, lanes } = this.#parts
    const most = Math.min(size.batchMax, Math.max(1, this.#reach), limit)
    if (most === 0 || tenants?.length === 0) return { count: 0, full: false }
    if (size.batchMax === 1) return await this.#fireAlone(due, size)
    const elapsedMs = startStopwatch()
    // While a batch is being narrowed, a few reminders must mean a few, and not a few of each tenant.
    const shared = size.batchMax < this.#options.batchMax ? null : tenants
    let fired: Fired
    try {
      fired = await fire(db, { ...due, ...this.#fixed(), most, tenants: shared, only: null, lanes: lanes.forFire() })
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      // Take half as many, until the one that is to blame stands alone.
      size.batchMax = Math.max(1, most >> 1)
      return { count: 1, full: true }
    }
    size.batchMax = Math.min(this.#options.batchMax, size.batchMax * 2)
    this.#parts.started({ rows: fired.rows, elapsedMs })
    this.#adaptReach(fired.rows)
    await this.#forgetTrouble(fired.rows)
    const count = countReminders(fired)
    return { count, full: count >= most || (shared !== null && count > 0) }
  }

  /** Fires one reminder by name, so that if it fails again it is known which. */
  async #fireAlone(due: Due, size: Size): Promise<FireCount> {
    const { db, failureOf, lanes } = this.#parts
    const fixed = this.#fixed()
    const [head] = await db.run<Head>('head', [
      due.fromMs === null ? '-infinity' : new Date(due.fromMs),
      due.uptoMs === null ? null : new Date(due.uptoMs),
      fixed.buckets,
      fixed.aside,
    ])
    size.batchMax = this.#options.batchMax
    if (!head) return { count: 0, full: false }
    const elapsedMs = startStopwatch()
    try {
      const fired = await fire(db, { ...due, ...fixed, most: 1, tenants: null, only: head.id, lanes: lanes.forFire() })
      this.#parts.started({ rows: fired.rows, elapsedMs })
      await this.#forgetTrouble(fired.rows)
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      if (await this.#trouble.record(db, head, failureOf(error), error)) this.#quarantined(head.id)
    }
    return { count: 1, full: true }
  }

  async #forgetTrouble(rows: readonly FiredRow[]): Promise<void> {
    await this.#trouble.forgetFired(
      this.#parts.db,
      rows.map(({ reminder }) => reminder),
    )
  }

  #quarantined(reminder: string): void {
    this.#parts.logger.error({ reminder }, 'a reminder was quarantined')
    this.#parts.events.emit('quarantined', { reminder })
  }

  /**
   * Only as many as can be sent now. What a due reminder needs is seen when it is fired: in-app needs no place, another channel
   * may have none left. So the reach follows the free places as soon as something needed one, and grows while nothing does.
   */
  #adaptReach(rows: readonly FiredRow[]): void {
    const { lanes, clock } = this.#parts
    const needsPlaces = rows.some(({ state, delay_ms }) => state === 'sending' || (state === 'pending' && !delay_ms))
    this.#reach = Math.min(this.#options.batchMax, needsPlaces ? lanes.widestRoom : Math.max(this.#reach, 1) * 2)
    if (this.#reach === 0) this.#crowdedAtMs = clock.nowMs()
  }

  /** Worth a fire: there are free places; or there were none a while ago, and something due may need none. */
  get hasReach(): boolean {
    if (this.#parts.lanes.widestRoom > 0) this.#reach = Math.max(this.#reach, this.#parts.lanes.widestRoom)
    return this.#reach > 0 || this.#parts.clock.nowMs() - this.#crowdedAtMs >= crowdedAgainMs
  }

  #fixed() {
    const { worker, defaultChannels } = this.#parts
    const { leaseMs, buckets } = this.#options
    return { worker, defaultChannels, leaseMs, buckets, aside: this.#trouble.aside() }
  }
}

function countReminders({ rows, reopened, repeated }: Fired): number {
  return new Set(rows.map(({ reminder }) => reminder)).size + reopened + repeated
}
