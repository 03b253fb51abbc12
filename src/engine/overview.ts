// How the whole installation does, now and over time: for whoever looks after it. The past comes from what workers have written down
// (pulse.ts), never from the ledger, so that a week costs as much with a million deliveries as with ten.

import { BelfryError } from '../errors.ts'
import { readDate, readObject, refuse } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import type { Context } from './context.ts'
import { listWorkers } from './health.ts'
import { describeLateness, type Lateness } from './lateness.ts'
import { readStats, type Stats } from './stats.ts'

export interface OverviewOptions {
  /** Default: `last` before `to`. */
  readonly from?: Date
  /** Instead of `from`: so long until `to`. Default `PT1H`. */
  readonly last?: string
  /** Default: now. */
  readonly to?: Date
  /** How long a span is: whole minutes, such as `PT1M` (the default) or `PT15M`. At most 750 of them. */
  readonly step?: string
}

/** Deliveries that came to an end. */
export interface Ended {
  readonly sent: number
  readonly failed: number
  readonly unknown: number
  /** Not sent for a reason: suppressed, expired, skipped, cancelled, quarantined. */
  readonly others: number
  /** Null where nothing was sent. */
  readonly lateness: Lateness | null
}

export interface OverviewSpan extends Ended {
  /** Its beginning. */
  readonly at: Date
  /** The most that was seen due at once; null where nobody looked. */
  readonly due: number | null
  readonly pending: number | null
  readonly waiting: number | null
}

export interface LeasedWorker {
  readonly id: string
  /** False: it is not connected, and left leases behind. */
  readonly isRunning: boolean
  readonly since: Date | null
  readonly address: string | null
  readonly connections: number
  /** What it is sending right now. */
  readonly batches: number
  readonly deliveries: number
  /** When the first of their leases runs out, in real time. */
  readonly leaseUntil: Date | null
}

export interface Overview {
  readonly stats: Stats
  readonly workers: readonly LeasedWorker[]
  readonly lastHour: Ended
  readonly spans: readonly OverviewSpan[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const overviewSpansMax = 750

export async function readOverview(context: Context, options: OverviewOptions = {}): Promise<Overview> {
  const stats = await readStats(context.db)
  const range = readRange(options, stats.now)
  const [workers, lastHour, spans] = await Promise.all([
    readWorkers(context),
    readSpans(context, lastHourAt(stats.now)),
    readSpans(context, range),
  ])
  return { stats, workers, lastHour: endedOf(lastHour[0]), spans: filled(range, spans) }
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
}

function readRange(options: OverviewOptions, now: Date): Range {
  readObject(options, ['from', 'last', 'to', 'step'], '')
  const stepMs = readStep(options.step ?? 'PT1M')
  const to = options.to === undefined ? now : readDate(options.to, '/to')
  const lastMs = durationMs(options.last ?? 'PT1H', '/last')
  const from = options.from === undefined ? new Date(to.getTime() - lastMs) : readDate(options.from, '/from')
  // Spans begin at full multiples: what is asked for again a moment later has the same ones.
  const fromMs = Math.floor(from.getTime() / stepMs) * stepMs
  const toMs = Math.ceil((to.getTime() + 1) / stepMs) * stepMs
  if (from >= to)
    throw refuse('invalid_input', 'It ends before it begins.', {
      field: options.from === undefined ? '/last' : '/from',
      accepted: 'some time before to',
    })
  if ((toMs - fromMs) / stepMs > overviewSpansMax)
    throw refuse('too_many', 'Too many spans.', {
      field: '/step',
      accepted: `a longer step, or less time: ${overviewSpansMax} spans at the most`,
    })
  return { fromMs, toMs, stepMs }
}

function readStep(step: string): number {
  const ms = durationMs(step, '/step')
  if (ms >= minuteMs && ms % minuteMs === 0) return ms
  throw new BelfryError('invalid_duration', 'Not a number of minutes.', {
    field: '/step',
    accepted: 'whole minutes, such as PT1M, PT15M or PT1H',
  })
}

function lastHourAt(now: Date): Range {
  const toMs = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs
  return { fromMs: toMs - hourMs, toMs, stepMs: hourMs }
}

interface SpanRow {
  readonly span: number
  readonly sent: number
  readonly failed: number
  readonly unknown: number
  readonly others: number
  readonly lateness: readonly number[]
  readonly due: number | null
  readonly pending: number | null
  readonly waiting: number | null
}

function readSpans(context: Context, { fromMs, toMs, stepMs }: Range): Promise<SpanRow[]> {
  return context.db.run<SpanRow>('pulses', [fromMs, toMs, stepMs])
}

function filled({ fromMs, toMs, stepMs }: Range, rows: readonly SpanRow[]): OverviewSpan[] {
  const known = new Map(rows.map((row) => [row.span, row]))
  return Array.from({ length: (toMs - fromMs) / stepMs }, (_, i) => {
    const { due = null, pending = null, waiting = null } = known.get(i) ?? {}
    return { at: new Date(fromMs + i * stepMs), ...endedOf(known.get(i)), due, pending, waiting }
  })
}

function endedOf(row: SpanRow | undefined): Ended {
  if (!row) return { sent: 0, failed: 0, unknown: 0, others: 0, lateness: null }
  const { sent, failed, unknown, others, lateness } = row
  return { sent, failed, unknown, others, lateness: describeLateness(lateness) }
}

interface LeaseRow {
  readonly worker: string
  readonly batches: number
  readonly deliveries: number
  readonly expires_ms: number
}

async function readWorkers(context: Context): Promise<LeasedWorker[]> {
  const [running, leases] = await Promise.all([listWorkers(context), context.db.run<LeaseRow>('leases', [])])
  const leaseOf = (id: string) => {
    const lease = leases.find(({ worker }) => worker === id)
    const { batches = 0, deliveries = 0 } = lease ?? {}
    return { batches, deliveries, leaseUntil: lease ? new Date(lease.expires_ms) : null }
  }
  const gone = leases.filter(({ worker }) => running.every(({ id }) => id !== worker))
  return [
    ...running.map((worker) => ({ ...worker, isRunning: true, ...leaseOf(worker.id) })),
    ...gone.map(({ worker: id }) => ({
      ...{ id, isRunning: false, since: null, address: null, connections: 0 },
      ...leaseOf(id),
    })),
  ]
}
