// How a worker fires: in due order while it keeps up; shared between tenants when there is more due than a batch holds;
// trickling what is very late after an outage; and narrowing a batch that fails until the one to blame stands alone.

import type { Logger } from '../log.ts'
import { type MonotonicClock, startStopwatch } from '../time/clock.ts'
import type { Zones } from './advance.ts'
import type { Database, FailureOf } from './database.ts'
import type { Taken } from './deliver.ts'
import type { WorkerEmitter } from './events.ts'
import { type Fired, type FiredRow, fire } from './fire.ts'
import type { Ladder } from './ladder.ts'
import type { Lanes } from './lanes.ts'
import { type Head, Trouble } from './trouble.ts'

export interface FiringOptions {
  readonly batchMax: number
  readonly leaseMs: number
  readonly buckets: readonly number[] | null
  readonly lateMax: number
  readonly lateAfterMs: number
  readonly latePerSecond: number
  /** Only these, and no more of them: a worker for one batch. */
  readonly only?: OnlySome | undefined
}

export interface OnlySome {
  readonly tenant: string
  readonly kind: string
  readonly most: number
}

export interface FiringParts {
  readonly db: Database
  readonly failureOf: FailureOf
  readonly clock: MonotonicClock
  readonly logger: Logger
  readonly lanes: Lanes
  readonly events: WorkerEmitter
  readonly worker: string
  readonly defaultChannels: Ladder
  readonly zones: Zones
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
  readonly late: boolean
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
/** Then it is time to look around again: who has something due, what waits, whose lease ran out. */
const roundsMax = 8
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
  #fired = 0
  /** Of a batch: fired, and waiting for a free place. */
  readonly #waiting = new Set<string>()

  constructor(parts: FiringParts, options: FiringOptions) {
    this.#parts = parts
    this.#options = options
    this.#onTime = { batchMax: options.batchMax }
    this.#tooLate = { batchMax: options.batchMax }
    // What is due before anything was fired may all need a place: more than those would wait, in no order.
    this.#reach = Math.min(options.batchMax * 2, parts.lanes.places)
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
    return next.late > this.#options.lateMax && !this.#options.only
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
    const { only } = this.#options
    if (only) return await this.#fireOnly(only)
    if (next.late === 0) return await this.#fireOnTime(next, this.#lowWaterMs)
    const cutMs = next.now_ms - this.#options.lateAfterMs
    if (this.spreads(next)) return await this.#fireSpread(next, cutMs)
    const tenants = this.#isHeld(next) ? await this.#dueTenants() : null
    const late = await this.#fire({ fromMs: null, uptoMs: cutMs, late: true }, tenants, this.#tooLate)
    this.#lowWaterMs = null
    return late.count + (await this.#fireOnTime(next, cutMs))
  }

  #isHeld({ holds }: DueNow): boolean {
    return holds.some(({ channel }) => channel === '')
  }

  async #fireOnTime(next: DueNow, fromMs: number | null): Promise<number> {
    const due = { fromMs, uptoMs: null, late: false }
    const first = await this.#fire(due, this.#isHeld(next) ? await this.#dueTenants() : null, this.#onTime)
    if (!first.full || this.#reach === 0) return first.count
    // There is more due than a batch holds: from here on every tenant gets its share.
    return first.count + (await this.#fireBacklog(due, await this.#dueTenants()))
  }

  /** How many reminders a worker for one batch has fired. */
  get fired(): number {
    return this.#fired
  }

  /** How much of what waits a worker for one batch may take; any other one: as much as it likes. */
  get waitingMax(): number {
    const { only } = this.#options
    return only ? Math.max(0, only.most - this.#fired) + this.#waiting.size : Number.POSITIVE_INFINITY
  }

  /** What was waiting and is tried again belongs to the batch too, and what found no free place when it was fired does already. */
  taken(rows: readonly FiredRow[]): void {
    if (!this.#options.only) return
    for (const reminder of new Set(rows.map((row) => row.reminder)))
      if (!this.#waiting.delete(reminder)) this.#fired += 1
  }

  /** No more than can be sent now: what waits here, another batch would take and count once more. */
  async #fireOnly({ tenant, most }: OnlySome): Promise<number> {
    const limit = Math.min(most - this.#fired, this.#parts.lanes.places)
    const { count } = await this.#fire({ fromMs: null, uptoMs: null, late: false }, [tenant], this.#onTime, limit)
    return count
  }

  /**
   * Two fires at once, each on its half of the buckets: while one batch travels to this process and is handed to its channels,
   * PostgreSQL works on the other (24,000 a second one after the other, against 31,000 of two processes).
   */
  async #fireBacklog(due: Due, tenants: readonly string[]): Promise<number> {
    const halves = this.#onTime.batchMax < this.#options.batchMax ? [null] : ([0, 1] as const)
    const all = await Promise.allSettled(halves.map((half) => this.#fireHalf(due, tenants, half)))
    // Both have ended before the failure of one is passed on: whoever looks after it must not find a fire under way.
    return all.reduce((sum, one) => {
      if (one.status === 'rejected') throw one.reason
      return sum + one.value
    }, 0)
  }

  async #fireHalf(due: Due, tenants: readonly string[], half: 0 | 1 | null): Promise<number> {
    let total = 0
    for (let round = 0; round < roundsMax && !this.#parts.isStopping() && this.#reach > 0; round++) {
      const { count, full } = await this.#fire(due, tenants, this.#onTime, Number.POSITIVE_INFINITY, half)
      total += count
      // A batch that failed is narrowed by one fire alone.
      if (!full || this.#onTime.batchMax < this.#options.batchMax) break
    }
    return total
  }

  /** What is late trickles at its own pace; what is on time does not wait for it. */
  async #fireSpread(next: DueNow, cutMs: number): Promise<number> {
    const { latePerSecond } = this.#options
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
        : await this.#fire({ fromMs: null, uptoMs: cutMs, late: true }, tenants, this.#tooLate, Math.floor(tokens))
    this.#late = { tokens: tokens - late.count, atMs: nowMs }
    const onTime = await this.#fire({ fromMs: cutMs, uptoMs: null, late: false }, tenants, this.#onTime)
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
    half: 0 | 1 | null = null,
  ): Promise<FireCount> {
    const { db, failureOf, lanes } = this.#parts
    const shares = half === null ? 1 : 2
    const most = Math.min(size.batchMax, Math.max(1, Math.floor(this.#reach / shares)), limit)
    if (most <= 0 || tenants?.length === 0) return { count: 0, full: false }
    if (size.batchMax === 1) return await this.#fireAlone(due, size)
    const elapsedMs = startStopwatch()
    // While a batch is being narrowed, a few reminders must mean a few, and not a few of each tenant.
    const isNarrowed = size.batchMax < this.#options.batchMax && !this.#options.only
    const shared = isNarrowed ? null : tenants
    let fired: Fired
    try {
      const lanesNow = lanes.forFire(shares)
      fired = await fire(db, { ...due, ...this.#fixed(), most, half, tenants: shared, only: null, lanes: lanesNow })
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      this.#failed(error)
      // Take half as many, until the one that is to blame stands alone.
      size.batchMax = Math.max(1, most >> 1)
      return { count: 1, full: true }
    }
    size.batchMax = Math.min(this.#options.batchMax, size.batchMax * 2)
    this.#parts.started({ rows: fired.rows, elapsedMs, trace: fired.trace })
    this.#adaptReach(fired.rows)
    if (fired.behind > 0) this.#parts.events.emit('missed', { count: fired.behind })
    await this.#forgetTrouble(fired.rows)
    const fresh = countReminders(fired)
    this.#fired += fresh
    const count = fresh + fired.paused
    if (this.#options.only) for (const row of fired.rows) if (isCrowdedOut(row)) this.#waiting.add(row.reminder)
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
      this.#options.only?.tenant ?? null,
      fixed.kind,
    ])
    size.batchMax = this.#options.batchMax
    if (!head) return { count: 0, full: false }
    const elapsedMs = startStopwatch()
    try {
      const fired = await fire(db, {
        ...due,
        ...fixed,
        most: 1,
        half: null,
        tenants: null,
        only: head.id,
        lanes: lanes.forFire(1),
      })
      this.#parts.started({ rows: fired.rows, elapsedMs, trace: fired.trace })
      if (fired.behind > 0) this.#parts.events.emit('missed', { count: fired.behind })
      this.#fired += countReminders(fired)
      await this.#forgetTrouble(fired.rows)
    } catch (error) {
      if (failureOf(error) === 'connection') throw error
      this.#failed(error)
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

  #failed(error: unknown): void {
    this.#parts.events.emit('failed', { step: 'fire', failure: this.#parts.failureOf(error), error })
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
    const needsPlaces = rows.some(
      (row) => (row.state === 'sending' || isCrowdedOut(row)) && lanes.isRationed(row.channel),
    )
    this.#reach = Math.min(this.#options.batchMax * 2, needsPlaces ? lanes.widestRoom : Math.max(this.#reach, 1) * 2)
    if (this.#reach === 0) this.#crowdedAtMs = clock.nowMs()
  }

  /**
   * Worth a fire: there are free places, on whichever channel, for one that is full must not hold up the others; or there were
   * none a while ago, and something due may need none.
   */
  get hasReach(): boolean {
    const { widestRoom } = this.#parts.lanes
    if (widestRoom > 0) this.#reach = Math.max(this.#reach, widestRoom)
    return this.#reach > 0 || this.#parts.clock.nowMs() - this.#crowdedAtMs >= crowdedAgainMs
  }

  #fixed() {
    const { worker, defaultChannels, zones } = this.#parts
    const { leaseMs, buckets, only } = this.#options
    const kind = only?.kind ?? null
    return { worker, defaultChannels, zones, leaseMs, buckets, kind, aside: this.#trouble.aside() }
  }
}

/** A ladder's later channel has a delay of its own, and what is put together with others waits for them. */
function isCrowdedOut({ state, delay_ms: delayMs, bundle }: FiredRow): boolean {
  return state === 'pending' && !delayMs && bundle === null
}

function countReminders({ rows, reopened, repeated, behind }: Fired): number {
  return new Set(rows.map(({ reminder }) => reminder)).size + reopened + repeated + behind
}
