// The worker: ask when there is something to do, do it, sleep until the next moment.
//
//   next ──▶ reap expired leases ──▶ take what waits ──▶ fire what is due ──▶ coalesce ──▶ next …
//                                        └───────────────────┴──▶ deliver ──▶ results ──▶ conclude
//
// Sends and results run beside the loop, so that the next batch is fired while the last is being sent; how much is under
// way is bounded by the channels' free places. Nothing here holds a transaction over a send.

import type { Compose } from '../channels/content.ts'
import { createWakeableSleep, startStopwatch } from '../time/clock.ts'
import { coalesce } from './coalesce.ts'
import { type Concluded, type ConcludedRow, type ConcludeOptions, concludeBatch, type Result } from './conclude.ts'
import { Connection } from './connection.ts'
import { describeFailure } from './database.ts'
import { deliver, type Taken } from './deliver.ts'
import { WorkerEmitter, type WorkerStep } from './events.ts'
import { expireWaiting, type FiredRow, take } from './fire.ts'
import { Firing } from './firing.ts'
import { deliveryId } from './key.ts'
import { Lanes } from './lanes.ts'
import { type Next, openLanes, sleepUntil } from './next.ts'
import { giveBackUnheard, reapExpired } from './reap.ts'
import { Results } from './results.ts'
import { ring } from './ring.ts'
import { SweepRuns } from './sweep-runs.ts'
import { describeConcluded, tallyFired } from './tally.ts'
import { noticed } from './wordless.ts'
import type { WorkerOptions, WorkerParts } from './worker-parts.ts'

const expireEveryMs = 600_000

export class Worker {
  readonly id: string
  readonly events: WorkerEmitter
  readonly #options: WorkerOptions
  readonly #parts: WorkerParts
  readonly #lanes: Lanes
  readonly #firing: Firing
  readonly #results: Results
  readonly #connection: Connection
  readonly #concluding: ConcludeOptions
  readonly #compose: Compose
  readonly #sleep = createWakeableSleep()
  /** A worker that stops while the database is away keeps its results for a while, not forever. */
  readonly #giveUp = new AbortController()
  readonly #sends = new Set<Promise<void>>()
  readonly #runs: SweepRuns
  /** Claims of ours whose results are not all written. */
  readonly #claims = new Set<string>()
  #rescanAtMs = 0
  #looks = 0
  #expireAtMs: number
  #listening: { close(): Promise<void> } | null = null
  #running: Promise<void> = Promise.resolve()
  #stopping = false
  #stopped: Promise<void> | null = null
  /** Every moment was resolved with this process's time-zone database, or a newer one; else somebody held some of them. */
  #hasZones = false
  /** When the server that this worker knows was started. */
  #startedMs: number | null = null
  /** The connection broke, perhaps just when a fire was committed. */
  #unheard = false
  /** Deliveries given back untried: others should look at them. */
  #returned = 0
  /** Asleep with work at hand, because its channel has no free place: the next send that ends wakes it. */
  #starved = false
  /** Something has happened since the current look began, which it may not have seen. */
  #unseen = false
  /** The database time of the last look that found nothing to do; null while something is being done. */
  #quietAtMs: number | null = null

  constructor(parts: WorkerParts, options: WorkerOptions) {
    const { db, clock, failureOf, defaultChannels, zones } = parts
    const { logger, id } = parts
    this.id = id
    this.#parts = parts
    this.#options = options
    this.#compose = noticed(parts.compose, logger, clock)
    this.#concluding = { worker: this.id, retry: options.retry, zones }
    this.events = new WorkerEmitter((error) =>
      logger.error({ worker: this.id, error: String(error) }, 'a listener threw'),
    )
    this.#expireAtMs = clock.nowMs() + expireEveryMs
    this.#lanes = new Lanes(parts.channels, options)
    this.#connection = new Connection(logger, (state) => this.events.emit('database', { state }))
    this.#firing = new Firing(
      {
        db,
        clock,
        failureOf,
        defaultChannels,
        zones,
        logger,
        lanes: this.#lanes,
        events: this.events,
        worker: this.id,
        started: (taken) => this.#started(taken),
        isStopping: () => this.#stopping,
      },
      options,
    )
    this.#runs = new SweepRuns({
      sweeps: parts.sweeps,
      failed: (error) => this.#sayFailed('sweep', error),
      ended: () => this.#lookAgain(),
    })
    this.#results = new Results({
      write: (concluded, finished) => concludeBatch(db, this.#concluding, concluded, finished),
      failureOf,
      reconnect: () => this.#connection.lost(),
      hasGivenUp: () => this.#giveUp.signal.aborted,
      written: (rows, tookMs, concluded) => this.#written(rows, tookMs, concluded),
      failed: (error) => this.#sayFailed('conclude', error),
      finished: (claim) => this.#claims.delete(claim.id),
      drained: () => this.#sayIdle(),
      nowMs: () => clock.nowMs(),
      logger,
      batchMax: options.batchMax,
    })
  }

  start(): void {
    this.#running = this.#run()
  }

  /** How often it has begun to look; an `idle` of a later look has seen everything committed before. */
  get looks(): number {
    return this.#looks
  }

  /** Reminders it has fired, where it is there for one batch. */
  get fired(): number {
    return this.#firing.fired
  }

  /** Look now. Something may be due from `dueMs` on; without it, look at everything. */
  wake(dueMs: number | null = null): void {
    this.#firing.lowerTo(dueMs)
    this.#sleep.wake()
  }

  /** Finishes what is in flight, gives back what was not begun, and leaves nothing unknown. A second call waits for the first. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#stopping = true
    this.#runs.leave()
    this.#sleep.wake()
    this.#connection.hurry()
    await this.#running
    await Promise.all([...this.#sends, this.#runs.ended()])
    const grace = setTimeout(() => {
      this.#giveUp.abort()
      this.#connection.hurry()
    }, this.#options.leaseMs)
    await this.#results.flushed()
    clearTimeout(grace)
    if (this.#returned > 0 && this.#parts.listen && !this.#giveUp.signal.aborted)
      await this.#parts.db.run('notify', ['look'])
    if (!this.#giveUp.signal.aborted) await this.#parts.pulse.flush()
    await this.#listening?.close()
    this.events.emit('stopped')
  }

  async #run(): Promise<void> {
    this.#parts.logger.info(
      { worker: this.id, channels: this.#parts.channels.map(({ name }) => name) },
      'worker started',
    )
    if (this.#parts.listen) this.#listening = await this.#parts.listen((dueMs) => this.wake(dueMs))
    while (!this.#stopping) {
      try {
        // Before a fire: an old time must not ring.
        if (!this.#hasZones) this.#hasZones = await this.#parts.resolveZones()
        await this.#sleep.sleep(await this.#tick())
      } catch (error) {
        if (this.#parts.failureOf(error) === 'connection') {
          this.#unheard = true
          await this.#connection.lost()
        } else await this.#failed(error)
      }
    }
    this.#parts.logger.info({ worker: this.id }, 'worker stopped')
  }

  async #failed(error: unknown): Promise<void> {
    this.#parts.logger.error({ worker: this.id, error: describeFailure(error) }, 'a tick failed')
    this.#sayFailed('tick', error)
    await this.#sleep.sleep(1_000)
  }

  #sayFailed(step: WorkerStep, error: unknown): void {
    this.events.emit('failed', { step, failure: this.#parts.failureOf(error), error })
  }

  /** One round; answers how long to sleep. */
  async #tick(): Promise<number> {
    this.#quietAtMs = null
    this.#unseen = false
    // A place that frees while this tick runs must wake the next one: it may have been too late to be seen here.
    this.#starved = true
    const next = await this.#next()
    if (next.started_ms !== this.#startedMs) return await this.#meetServer(next)
    if (next.holds.some(({ tenant, channel }) => tenant === '' && channel === '')) return this.#idle(next)
    const resolved = next.has_requests ? await this.#resolve() : 0
    const reaped = next.lease_in_ms !== null && next.lease_in_ms <= 0 ? await this.#reap() : 0
    // What waits was due before: it has the first choice of the free places.
    const taken = await this.#takeWaiting(next)
    const fired = this.#isDue(next) ? await this.#firing.fireDue(next) : 0
    // After the fire: what has just been fired may belong together with what waited.
    const gathered = await this.#coalesce(next)
    const swept = this.#runs.isDue(next) ? await this.#runs.start() : 0
    if (resolved + reaped + fired + taken + gathered + swept > 0) return 0
    await this.#expireWaiting()
    return this.#idle(next)
  }

  /** Looks again afterwards: what was just read may be held by now. */
  async #meetServer({ started_ms: startedMs }: Next): Promise<number> {
    await this.#parts.onServer()
    this.#startedMs = startedMs
    return 0
  }

  #idle(next: Next): number {
    if (this.#unseen) return 0
    this.#quietAtMs = next.now_ms
    this.#sayIdle()
    return this.#sleepMs(next)
  }

  async #next(): Promise<Next> {
    const { db, clock } = this.#parts
    const { leaseMs, lateAfterMs, lateMax, pollMs, buckets } = this.#options
    if (this.#unheard) await this.#giveBackUnheard()
    if (clock.nowMs() >= this.#rescanAtMs) {
      this.#firing.lowerTo(null)
      this.#rescanAtMs = clock.nowMs() + pollMs
    }
    const { lowered } = this.#firing
    this.#looks += 1
    const [next] = await db.run<Next>('next', [
      ...[this.#firing.from, leaseMs, lateAfterMs, lateMax, buckets],
      this.#parts.sweeps.has,
    ])
    this.#connection.works()
    this.#parts.pulse.hear(next!.now_ms)
    this.#firing.raiseTo(next!, lowered)
    return next!
  }

  #isDue(next: Next): boolean {
    return next.due_ms !== null && next.due_ms <= next.now_ms && this.#firing.hasReach
  }

  #sleepMs(next: Next): number {
    const { ms, isStarved } = sleepUntil(next, {
      pollMs: this.#options.pollMs,
      lanes: this.#lanes,
      firing: this.#firing,
      isSweepDue: this.#runs.isDue(next),
      hasZones: this.#hasZones,
    })
    this.#starved = isStarved
    return ms
  }

  #sayIdle(): void {
    if (this.#quietAtMs === null || this.#lanes.inFlight + this.#results.size + this.#runs.size > 0) return
    this.events.emit('idle', { nowMs: this.#quietAtMs, look: this.#looks })
  }

  async #takeWaiting(next: Next): Promise<number> {
    const { only } = this.#options
    const waiting = openLanes(next).filter(({ tenant }) => !only || tenant === only.tenant)
    const lanes = this.#lanes.forPending(waiting, Math.min(this.#options.batchMax, this.#firing.waitingMax))
    if (lanes.length === 0) return 0
    const elapsedMs = startStopwatch()
    const { leaseMs } = this.#options
    const options = { worker: this.id, leaseMs, zones: this.#parts.zones, kind: only?.kind ?? null }
    const taken = await take(this.#parts.db, lanes, options)
    this.#firing.taken(taken.rows)
    this.#started({ ...taken, elapsedMs })
    return taken.rows.length
  }

  /** A worker for one batch leaves that to the others: it counts what it sends. */
  async #coalesce(next: Next): Promise<number> {
    const { only, lateAfterMs } = this.#options
    const { gather_ms: gatherMs, now_ms: nowMs } = next
    // What waits may all be held: then each look would read it in vain.
    if (gatherMs === null || gatherMs > nowMs || only || openLanes(next).length === 0) return 0
    return await coalesce(this.#parts.db, { channels: this.#lanes.gathering, lateAfterMs })
  }

  /** What waits for a channel that nobody serves, or stands by for one that never ended, is not lost silently. */
  async #expireWaiting(): Promise<void> {
    const { db, clock, channels, zones } = this.#parts
    if (clock.nowMs() < this.#expireAtMs) return
    this.#expireAtMs = clock.nowMs() + expireEveryMs
    const served = channels.map(({ name }) => name)
    await expireWaiting(db, served, zones)
  }

  /** What was fired without our hearing of the commit was not begun, and nobody else can know that. */
  async #giveBackUnheard(): Promise<void> {
    const { rows } = await giveBackUnheard(this.#parts.db, this.#concluding, [...this.#claims])
    this.#unheard = false
    if (rows.length > 0)
      this.#parts.logger.info({ worker: this.id, count: rows.length }, 'gave back what was fired but not heard of')
  }

  async #resolve(): Promise<number> {
    const { resolve, failureOf, logger } = this.#parts
    return await resolve().catch((error: unknown) => {
      if (failureOf(error) === 'connection') throw error
      // What is due must not wait for a request that cannot be resolved just now.
      logger.warn({ worker: this.id, error: describeFailure(error) }, 'requests could not be resolved')
      this.#sayFailed('requests', error)
      return 0
    })
  }

  async #reap(): Promise<number> {
    const { db, logger, failureOf } = this.#parts
    const { leaseMs } = this.#options
    const { claims, rows } = await reapExpired(db, this.#concluding, leaseMs).catch((error: unknown) => {
      if (failureOf(error) === 'connection') throw error
      // What is due must not wait for a claim that cannot be reaped just now.
      logger.warn({ worker: this.id, error: describeFailure(error) }, 'expired leases could not be reaped')
      this.#sayFailed('reap', error)
      return { claims: 0, rows: [] }
    })
    if (rows.length > 0) {
      logger.warn({ worker: this.id, count: rows.length }, 'leases ran out')
      this.events.emit('reaped', { count: rows.length })
      this.#written(rows, 0, [])
    }
    return claims
  }

  #started(taken: Taken): void {
    if (taken.rows.length === 0) return
    const claim = taken.rows.find((row) => row.claim !== null)?.claim
    if (claim) this.#claims.add(claim)
    const sends = deliver(taken, {
      lanes: this.#lanes,
      clock: this.#parts.clock,
      leaseMs: this.#options.leaseMs,
      isStopping: () => this.#stopping,
      attempted: (row, result, tookMs) => this.#attempted(row, result, tookMs),
      compose: this.#compose,
      report: (concluded) => {
        this.#results.add(concluded)
        if (this.#starved) this.#sleep.wake()
      },
    }).finally(() => this.#sends.delete(sends))
    this.#sends.add(sends)
    this.#report(taken)
    this.#parts.rings.tell(taken.rows)
    if (this.#options.onRing) ring(taken.rows, this.#options.onRing)
  }

  #report({ rows, elapsedMs }: Taken): void {
    const sending = rows.reduce((sum, { state }) => sum + (state === 'sending' ? 1 : 0), 0)
    const latenessMs = rows.reduce((most, row) => Math.max(most, row.at_ms - row.due_ms), 0)
    const tookMs = elapsedMs()
    const tally = tallyFired(rows, tookMs, (channel) => this.#lanes.withinMs(channel))
    this.#parts.pulse.fired(tally.tallies, tally.latenessesMs)
    if (this.events.listenerCount('fired') > 0)
      this.events.emit('fired', { written: rows.length, sending, latenessMs, tookMs, ...tally })
    this.#parts.logger.debug({ worker: this.id, written: rows.length, sending, latenessMs, tookMs }, 'fired')
  }

  #attempted(row: FiredRow, result: Result, tookMs: number): void {
    if (result.kind === 'returned') this.#returned += 1
    if (this.events.listenerCount('attempted') === 0) return
    const id = deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key })
    this.events.emit('attempted', { id, channel: row.channel, outcome: result.kind, tookMs })
  }

  #written(rows: readonly ConcludedRow[], tookMs: number, concluded: readonly Concluded[]): void {
    this.#connection.works()
    this.#parts.logger.debug({ worker: this.id, count: rows.length, tookMs }, 'concluded')
    const described = describeConcluded(rows, concluded, tookMs)
    this.#parts.pulse.concluded(described.tallies)
    if (this.events.listenerCount('concluded') > 0) this.events.emit('concluded', described)
    // A retry, or a fallback, may now be the next thing to do: until the next look nobody may call this worker idle.
    if (rows.some(({ state }) => state !== 'sent')) this.#lookAgain()
  }

  #lookAgain(): void {
    this.#quietAtMs = null
    this.#unseen = true
    this.#sleep.wake()
  }
}
