// Running sweeps in this process: by request, and by the schedule for a worker. The schedule lives in the table: whoever comes
// first takes a sweep that is due, moves it on to the first tick after now (so a missed one runs once), and runs it.

import type { Context } from '../engine/context.ts'
import { type Database, describeFailure, type FailureOf } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { startStopwatch } from '../time/clock.ts'
import { beatingWhile } from './beat.ts'
import { builtIns } from './built-in.ts'
import { type Named, type ReadSweep, readSweep } from './read-sweep.ts'
import { messageOf, retrying, sweepOnce } from './run.ts'
import { newRunId } from './run-id.ts'
import { nextTick, readEvery } from './schedule.ts'
import type { OpenSession, Session } from './source.ts'
import type { FunctionSource, Run } from './sweep.ts'
import { type RunRow, Tally, toRun } from './tally.ts'
import { coveredAfter } from './window.ts'

export interface SweepingParts {
  /** On connections of the owner of the tables: no other role may read somebody else's. */
  readonly context: Context
  readonly connections: ReadonlySet<string>
  readonly openSession: OpenSession
  readonly failureOf: FailureOf
  readonly logger: Logger
  /** A pooler stands between, and names of connections tell nothing. */
  readonly pooled: boolean
  readonly retentionDays: number | null
  readonly retryWaitsMs: readonly number[]
}

interface SweepRow {
  readonly tenant: string
  readonly name: string
  readonly definition: unknown
  readonly needs: string | null
  readonly covered_ms: number
  readonly now_ms: number
}

interface DueRow extends SweepRow {
  readonly every: string
  readonly timezone: string
}

interface Job {
  readonly row: SweepRow
  readonly id: string
  readonly trigger: Run['trigger']
  readonly session: Session | null
}

/** What a process has to have to run a sweep; null: nothing. */
export function needsOf(tenant: string, { definition }: Pick<ReadSweep, 'definition'>): string | null {
  const { source, name } = definition
  if (source === 'function') return functionNeeded(tenant, name)
  return source.connection === null ? null : `connection ${source.connection}`
}

function functionNeeded(tenant: string, name: string): string {
  return `function ${tenant} ${name}`
}

export const builtInNeeded = (name: string) => `built-in ${name}`
const beatEveryMs = 2_000
/** Nobody asks for a run to stop. */
const never = new AbortController().signal

export class Sweeping {
  readonly parts: SweepingParts
  readonly #functions = new Map<string, FunctionSource['items']>()
  #has: readonly string[] = []
  /** What the built-in sweeps need that look often, while a scheduled run of theirs lasts. */
  readonly #occupied = new Set<string>()

  constructor(parts: SweepingParts) {
    this.parts = parts
    this.#look()
  }

  get named(): Named {
    return { channels: this.parts.context.channels, connections: this.parts.connections }
  }

  /** What sweeps may need and this process has; without what is under way already, or else slow ones would take every place. */
  get has(): readonly string[] {
    return this.#occupied.size === 0 ? this.#has : this.#has.filter((one) => !this.#occupied.has(one))
  }

  #look(): void {
    const own = Object.entries(builtIns).filter(([, one]) => one.isOn(this.parts))
    this.#has = [
      ...own.map(([name]) => builtInNeeded(name)),
      ...[...this.parts.connections].map((name) => `connection ${name}`),
      ...this.#functions.keys(),
    ]
  }

  /** Only a process that has the function runs that sweep. */
  keep(tenant: string, name: string, items: FunctionSource['items'] | null): void {
    if (items) this.#functions.set(functionNeeded(tenant, name), items)
    else this.#functions.delete(functionNeeded(tenant, name))
    this.#look()
  }

  async ensureBuiltIns(): Promise<void> {
    const all = Object.entries(builtIns)
    const names = all.map(([name]) => name)
    const every = all.map(([, one]) => one.every)
    await this.parts.context.db.run('ensure-built-in-sweeps', [names, every, names.map(builtInNeeded)])
  }

  /** By request: now, in this process. */
  async run(tenant: string, name: string): Promise<Run> {
    const { db } = this.parts.context
    const [row] = await db.run<SweepRow>('sweep-to-run', [tenant, name])
    if (!row) throw noSweep()
    if (row.needs !== null && !this.#has.includes(row.needs)) {
      throw new BelfryError(
        'in_use',
        'This process does not have what the sweep needs: its function, or its connection.',
        {
          accepted: 'a process that was started with it',
        },
      )
    }
    const job = this.#job(row, 'request')
    await db.transaction((tx) => this.#begin(tx, job))
    return await this.#perform(job, never)
  }

  /** For a worker: takes one that is due. Answers a function that runs it, or null when somebody else was faster. */
  async claim(db: Database): Promise<((signal: AbortSignal) => Promise<void>) | null> {
    const job = await db.transaction(async (tx) => {
      const [row] = await tx.run<DueRow>('due-sweep', [this.has])
      if (!row) return null
      const next = nextTick(readEvery(row.every, '/every'), row.timezone, row.now_ms, this.parts.context.rules)
      await tx.run('move-sweep', [row.tenant, row.name, next])
      const taken = this.#job(row, 'schedule')
      await this.#begin(tx, taken)
      return taken
    })
    if (job === null) return null
    const { needs } = job.row
    if (needs === null || !isOftenLooking(job.row)) return (signal) => this.#perform(job, signal).then(() => {})
    this.#occupied.add(needs)
    return async (signal) => {
      await this.#perform(job, signal).finally(() => this.#occupied.delete(needs))
    }
  }

  #job(row: SweepRow, trigger: Run['trigger']): Job {
    const id = newRunId()
    if (row.tenant === '') return { row, id, trigger, session: null }
    return { row, id, trigger, session: this.parts.openSession(id, connectionOf(row.needs)) }
  }

  /** Its connection is made before the row is there for all to see: without one it would look like a run that was cut off. */
  async #begin(tx: Database, job: Job): Promise<void> {
    await job.session?.connect()
    await this.#write(tx, job).catch(async (error: unknown) => {
      await job.session?.close()
      throw error
    })
  }

  async #write(tx: Database, { row, id, trigger, session }: Job): Promise<void> {
    const { pooled, logger } = this.parts
    const lost = [{ item: null, message: 'It was cut off: its process or its connections ended.' }]
    const named = [row.tenant, row.name, id, pooled || session === null, JSON.stringify(lost)]
    const ended = await tx.run<{ id: string }>('lost-runs', named)
    for (const one of ended) logger.warn({ sweep: row.name, run: one.id }, 'a run was cut off')
    const begun = await tx.run('begin-run', [row.tenant, id, row.name, trigger, Math.floor(row.now_ms)])
    if (begun.length === 0) throw noSweep()
    logger.debug({ sweep: row.name, run: id, trigger }, 'a run began')
  }

  async #perform(job: Job, signal: AbortSignal): Promise<Run> {
    const elapsedMs = startStopwatch()
    try {
      const { tally, failure, coveredMs } = await this.#work(job, signal)
      if (failure !== null) tally.note(null, messageOf(failure))
      const run = await this.#end(job, tally, failure, coveredMs, Math.round(elapsedMs()))
      if (signal.aborted && tally.leftMs !== null && job.trigger === 'schedule') await this.#giveBack(job)
      return run
    } finally {
      await job.session?.close()
    }
  }

  async #work({ row, id, session }: Job, signal: AbortSignal) {
    const { context, logger, failureOf, retryWaitsMs } = this.parts
    const nowMs = Math.floor(row.now_ms)
    if (session === null) return await this.#workOfBelfry(row, id, nowMs, signal)
    let read: ReadSweep
    try {
      read = readSweep(row.definition, this.named)
    } catch (failure) {
      return { tally: new Tally(), failure, coveredMs: null }
    }
    const { definition } = read
    const ended = await sweepOnce({
      ...{ session, definition, nowMs, signal, logger, failureOf, retryWaitsMs, run: id },
      context: { ...context, tenant: row.tenant, actor: 'sweep' },
      items: this.#functions.get(functionNeeded(row.tenant, row.name)) ?? null,
      coveredMs: row.covered_ms,
      beat: this.#beating(row, id),
    })
    const { leftMs } = ended.tally
    return { ...ended, coveredMs: coveredAfter(definition, { nowMs, coveredMs: row.covered_ms, leftMs }) }
  }

  /** For people who watch: now and then. */
  #beating(row: SweepRow, id: string): (tally: Tally) => Promise<void> {
    let sinceMs = startStopwatch()
    return async (tally) => {
      if (sinceMs() < beatEveryMs) return
      sinceMs = startStopwatch()
      await this.#beat(row, id, tally)
    }
  }

  /** It does not matter when one is lost. */
  async #beat({ tenant }: SweepRow, id: string, tally: Tally): Promise<void> {
    await this.parts.context.db.run('beat-run', [tenant, id, ...tally.columns]).catch(() => {})
  }

  async #workOfBelfry(row: SweepRow, id: string, nowMs: number, signal: AbortSignal) {
    const tally = new Tally()
    const work = async () => await builtIns[row.name]?.run(this.parts, tally, signal)
    const failure = await beatingWhile(work(), () => this.#beat(row, id, tally)).then(
      () => null,
      (error: unknown) => error,
    )
    return { tally, failure, coveredMs: failure === null ? nowMs : null }
  }

  /** Its worker stopped before it was through: another one goes on at once. */
  async #giveBack({ row }: Job): Promise<void> {
    await this.parts.context.db.run('move-sweep', [row.tenant, row.name, Math.floor(row.now_ms)])
  }

  async #end({ row, id, trigger }: Job, tally: Tally, failure: unknown, coveredMs: number | null, tookMs: number) {
    const { context, logger } = this.parts
    const state = failure === null ? 'done' : 'failed'
    const [examined, reminded, errors, skipped, problems] = tally.columns
    const warnings = failure === null ? JSON.stringify(tally.warnings) : null
    const counts = [tookMs, examined, reminded, errors, skipped, problems]
    const values = [row.tenant, id, row.name, state, ...counts, warnings, coveredMs]
    const patience = { ...this.parts, run: id, signal: never }
    const [ended] = await retrying(patience, () => context.db.run<{ run: RunRow }>('end-run', values))
    const { warnings: told, skipped: reasons } = tally
    const line = { sweep: row.name, run: id, trigger, tookMs, examined, reminded, errors, skipped: reasons }
    for (const warning of told) logger.warn({ sweep: row.name, run: id }, warning)
    const isNothing = failure === null && trigger === 'schedule' && examined === 0 && isOftenLooking(row)
    if (isNothing) await context.db.run('forget-run', [row.tenant, id])
    if (failure === null) logger[isNothing ? 'debug' : 'info'](line, 'a run ended')
    else logger.error({ ...line, error: describeFailure(failure) }, 'a run failed')
    context.notices.say({
      ...{ kind: 'sweep', sweep: row.name, outcome: failure === null ? 'ok' : 'failed', tookMs },
      ...{ reminded: tally.reminded, errors: tally.errors },
    })
    if (ended) return toRun(ended.run)
    throw noSweep()
  }
}

function isOftenLooking({ tenant, name }: SweepRow): boolean {
  return tenant === '' && builtIns[name]?.looksOften === true
}

function connectionOf(needs: string | null): string | null {
  return needs?.startsWith('connection ') ? needs.slice('connection '.length) : null
}

export function noSweep(): BelfryError {
  return new BelfryError('not_found', 'There is no such sweep.', { field: '/name' })
}
