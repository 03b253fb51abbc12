// Metrics for Prometheus: counters from the events of this process's workers, gauges from one cheap look into the database.
// Nothing here costs a worker more than a few additions a batch, and a scrape never fails because the database is down.

import type { Belfry, Count, Notice, PoolUse, Stats, Worker, WorkerEvents } from '../index.ts'
import { httpFamilies, processFamilies, sampleFamilies, workFamilies } from './catalogue.ts'
import { expositionText, type Family, Histogram, Values } from './exposition.ts'
import { processNumbers, watchLoopDelay } from './process.ts'
import { Sampler } from './sample.ts'

export interface MetricsOptions {
  readonly belfry: Pick<Belfry, 'stats' | 'pools' | 'onNotice'>
  /** Of Belfry, for `belfry_build_info`. */
  readonly version: string
  /** A sample of the database younger than this is not repeated. Default 5,000. */
  readonly sampleEveryMs?: number
  /** How long a scrape waits for the database before it answers with the last sample. Default 2,000. */
  readonly sampleWaitMs?: number
  /** How many events went to Sentry, and how many were dropped. Default: there is no Sentry. */
  readonly reports?: () => { readonly sent: number; readonly dropped: number }
}

export interface Metrics {
  /** Counts what this worker does, until it stops. */
  observe(worker: Worker): void
  /** One answered request. `route` is the pattern, never the path: `/v1/reminders/:id`. */
  http(method: string, route: string, status: number, seconds: number): void
  /** One run of a sweep that ended. */
  sweep(name: string, outcome: 'ok' | 'failed'): void
  /** Everything, as Prometheus reads it (`contentType` in exposition.ts). */
  text(): Promise<string>
  /** Stops listening to Belfry and watching the event loop. */
  close(): void
}

export function createMetrics(options: MetricsOptions): Metrics {
  const work = new Work()
  const { belfry, version, sampleEveryMs: everyMs = 5_000, sampleWaitMs: waitMs = 2_000 } = options
  const sampler = new Sampler({ read: () => belfry.stats(), everyMs, waitMs })
  const loopDelay = watchLoopDelay()
  const unhear = belfry.onNotice((notice) => work.noticed(notice))
  const requests = new Values(httpFamilies.requests)
  const durations = new Histogram(httpFamilies.duration)
  return {
    observe: (worker) => work.observe(worker),
    http(method, route, status, seconds) {
      const verb = methods.has(method) ? method : 'OTHER'
      requests.add([verb, route, String(status)])
      durations.observe([verb, route], seconds)
    },
    sweep: (name, outcome) => work.sweeps.add([name, outcome]),
    async text() {
      const sampled = sampleMetrics(await sampler.sample())
      const own = processMetrics(version, belfry.pools(), loopDelay.read(), options.reports?.())
      return expositionText([...work.all(), ...sampled, requests, durations, ...own])
    },
    close() {
      unhear()
      loopDelay.close()
    },
  }
}

/** A client may send any word: only those that a server answers get a series of their own. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What the workers of this process did. */
class Work {
  readonly lateness = new Histogram(workFamilies.lateness)
  readonly deliveries = new Values(workFamilies.deliveries)
  readonly attempts = new Values(workFamilies.attempts)
  readonly attemptDuration = new Histogram(workFamilies.attemptDuration)
  readonly returned = new Values(workFamilies.returned)
  readonly leaseExpiries = new Values(workFamilies.leaseExpiries)
  readonly missed = new Values(workFamilies.missed)
  readonly skippedPast = new Values(workFamilies.skippedPast)
  readonly spreading = new Values(workFamilies.spreading)
  readonly failures = new Values(workFamilies.failures)
  readonly databaseLost = new Values(workFamilies.databaseLost)
  readonly batches = new Histogram(workFamilies.batches)
  readonly sweeps = new Values(workFamilies.sweeps)
  readonly alarmRuns = new Histogram(workFamilies.alarmRuns)
  readonly alarmsRun = new Values(workFamilies.alarmsRun)
  readonly alarmConcurrency = new Values(workFamilies.alarmConcurrency)
  readonly sweepReminded = new Values(workFamilies.sweepReminded)
  readonly sweepErrors = new Values(workFamilies.sweepErrors)
  readonly sweepDuration = new Histogram(workFamilies.sweepDuration)
  /** Those that run, and whether their last look found nothing to do. */
  readonly #workers = new Map<Worker, { isIdle: boolean }>()
  /** Of workers that have stopped: a counter never goes back. */
  #looksBefore = 0

  observe(worker: Worker): void {
    if (this.#workers.has(worker)) return
    const state = { isIdle: false }
    this.#workers.set(worker, state)
    const { events } = worker
    events.on('fired', (fired) => {
      state.isIdle = false
      this.#fired(fired)
    })
    events.on('concluded', (concluded) => this.#concluded(concluded))
    events.on('reaped', ({ count }) => this.leaseExpiries.add([], count))
    events.on('quarantined', () => this.deliveries.add([noChannel, 'quarantined']))
    events.on('missed', ({ count }) => this.missed.add([], count))
    events.on('spreading', () => this.spreading.add([]))
    events.on('failed', ({ step, failure }) => this.failures.add([step, failure]))
    events.on('database', ({ state: now }) => now === 'lost' && this.databaseLost.add([]))
    events.on('idle', () => {
      state.isIdle = true
    })
    events.once('stopped', () => {
      this.#looksBefore += worker.looks
      this.#workers.delete(worker)
    })
  }

  noticed(notice: Notice): void {
    switch (notice.kind) {
      case 'skipped_past':
        this.skippedPast.add([], notice.count)
        break
      case 'alarm_run':
        this.#ran(notice)
        break
      case 'sweep':
        this.#swept(notice)
    }
  }

  #ran({ fetched, sent, failed, concurrency, tookMs }: Extract<Notice, { readonly kind: 'alarm_run' }>): void {
    this.alarmRuns.observe([], tookMs / 1_000)
    this.alarmConcurrency.set([], concurrency)
    const counts = { sent, failed, other: fetched - sent - failed }
    for (const [outcome, count] of Object.entries(counts)) this.alarmsRun.add([outcome], count)
  }

  #swept({ sweep, outcome, reminded, errors, tookMs }: Extract<Notice, { readonly kind: 'sweep' }>): void {
    this.sweeps.add([sweep, outcome])
    this.sweepReminded.add([sweep], reminded)
    this.sweepErrors.add([sweep], errors)
    this.sweepDuration.observe([sweep], tookMs / 1_000)
  }

  #fired({ tallies, latenessesMs, tookMs }: WorkerEvents['fired'][0]): void {
    this.batches.observe(['fire'], tookMs / 1_000)
    this.lateness.observeAll([], latenessesMs, 0.001)
    this.#ended(tallies)
  }

  #concluded({ tallies, attempts, tookMs }: WorkerEvents['concluded'][0]): void {
    this.batches.observe(['conclude'], tookMs / 1_000)
    this.#ended(tallies)
    for (const { channel, outcome, tookMs: durations } of attempts) {
      if (outcome === 'returned') {
        this.returned.add([channel], durations.length)
        continue
      }
      this.attempts.add([channel, outcome], durations.length)
      this.attemptDuration.observeAll([channel, outcome], durations, 0.001)
    }
  }

  /** What is sent next, or waits, has not come to its end. */
  #ended(tallies: WorkerEvents['fired'][0]['tallies']): void {
    for (const { channel, state, count } of tallies)
      if (state !== 'sending' && state !== 'pending') this.deliveries.add([channel, state], count)
  }

  all(): (Values | Histogram)[] {
    const { lateness, deliveries, attempts, attemptDuration, returned, leaseExpiries } = this
    const { missed, skippedPast, spreading, failures, databaseLost, batches, sweeps } = this
    const { alarmRuns, alarmsRun, alarmConcurrency } = this
    const { sweepReminded, sweepErrors, sweepDuration } = this
    const states = [...this.#workers.values()]
    const looks = [...this.#workers.keys()].reduce((sum, worker) => sum + worker.looks, this.#looksBefore)
    return [
      ...[lateness, deliveries, attempts, attemptDuration, returned, leaseExpiries],
      ...[missed, skippedPast, spreading, failures, databaseLost, batches, sweeps],
      ...[alarmRuns, alarmsRun, alarmConcurrency],
      ...[sweepReminded, sweepErrors, sweepDuration],
      single(workFamilies.workers, states.length),
      single(workFamilies.workersIdle, states.filter(({ isIdle }) => isIdle).length),
      single(workFamilies.looks, looks),
    ]
  }
}

/** A reminder that is quarantined before it was fired has no channel yet. */
const noChannel = 'none'

function sampleMetrics({ stats, ageMs, isUp }: Awaited<ReturnType<Sampler['sample']>>): Values[] {
  const up = single(sampleFamilies.up, isUp ? 1 : 0)
  if (!stats || ageMs === null) return [up]
  const attention = new Values(sampleFamilies.attention)
  for (const [state, { value }] of Object.entries(stats.attention)) attention.set([state], value)
  const holds = new Values(sampleFamilies.holds)
  for (const [scope, value] of Object.entries(stats.holds)) holds.set([scope], value)
  const oldestMs = stats.oldestDueAt ? stats.now.getTime() - stats.oldestDueAt.getTime() : 0
  return [
    up,
    single(sampleFamilies.age, ageMs / 1_000),
    exactnessOf(stats),
    single(sampleFamilies.due, stats.due.value),
    single(sampleFamilies.oldestDue, oldestMs / 1_000),
    single(sampleFamilies.reminders, stats.reminders.value),
    single(sampleFamilies.waiting, stats.waiting.value),
    attention,
    holds,
    single(sampleFamilies.requests, stats.requests.value),
  ]
}

/** Which of the numbers were counted, by the metric that they stand in. */
function exactnessOf(stats: Stats): Values {
  const exact = new Values(sampleFamilies.exact)
  const counts: readonly (readonly [Family, Count])[] = [
    [sampleFamilies.due, stats.due],
    [sampleFamilies.reminders, stats.reminders],
    [sampleFamilies.waiting, stats.waiting],
    [sampleFamilies.attention, stats.attention.unknown],
    [sampleFamilies.requests, stats.requests],
  ]
  for (const [{ name }, { precision }] of counts) exact.set([name], precision === 'exact' ? 1 : 0)
  return exact
}

function processMetrics(
  version: string,
  pools: readonly PoolUse[],
  delays: readonly (readonly [string, number])[],
  reports: { readonly sent: number; readonly dropped: number } | undefined,
): Values[] {
  const build = new Values(processFamilies.build)
  build.set([version, process.version, process.versions.tz ?? ''], 1)
  const pool = new Values(processFamilies.pool)
  const waiting = new Values(processFamilies.poolWaiting)
  for (const { name, total, idle, waiting: callers } of pools) {
    pool.set([name, 'idle'], idle)
    pool.set([name, 'busy'], total - idle)
    waiting.set([name], callers)
  }
  const loopDelay = new Values(processFamilies.loopDelay)
  for (const [quantile, seconds] of delays) loopDelay.set([quantile], seconds)
  const sentry = new Values(processFamilies.reports)
  if (reports) {
    sentry.set(['sent'], reports.sent)
    sentry.set(['dropped'], reports.dropped)
  }
  const own = processNumbers()
  return [
    ...[build, pool, waiting, loopDelay, sentry],
    single(processFamilies.resident, own.residentBytes),
    single(processFamilies.heap, own.heapUsedBytes),
    single(processFamilies.cpu, own.cpuSeconds),
    single(processFamilies.start, own.startSeconds),
  ]
}

function single(family: Family, value: number): Values {
  const values = new Values(family)
  values.set([], value)
  return values
}
