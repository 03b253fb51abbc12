// Fire: take due reminders in due order, as many as can be sent now, and write their deliveries. The commit of this
// transaction is the point at which cancel loses.

import { startSpan, type TraceContext } from '../trace.ts'
import { type Advanced, advance, personOf, type SeriesRow, type StoredSeries, type Zones } from './advance.ts'
import type { Database } from './database.ts'
import type { DeliveryState } from './delivery.ts'
import { fallbackKeyOf } from './key.ts'
import type { Ladder } from './ladder.ts'
import { lockParked, unpark } from './parked.ts'
import { withPeople } from './people.ts'
import { afterConclusion, afterFire, catchUp, isParking, type Next } from './repeat.ts'

export interface FiredRow {
  /**
   * `due` rows come only when an occurrence met a row of its own: then everything that was due is listed too. `behind`:
   * a series that missed an occurrence; nothing was written. `paused`: put off, because its recipient wants to be left alone.
   */
  readonly what: 'fired' | 'due' | 'behind' | 'paused'
  readonly delay_ms: number | null
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
  readonly attempt: number
  readonly tries: number
  readonly lost: number
  readonly critical: boolean
  /** The first channel of a series that goes on when this has come to an end. */
  readonly parked: boolean
  readonly repeatable: boolean
  readonly fallback: string | null
  readonly tenant: string
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly generation: number
  readonly channel: string
  readonly state: DeliveryState
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly due_ms: number
  readonly at_ms: number
  readonly useful_until_ms: number
  readonly timezone: string | null
  readonly locale: string | null
  readonly address: string | null
  readonly claim_bucket: number | null
  readonly claim: string | null
  /** In which message it goes, where several were put together; a row of zeros: it waits for that. */
  readonly bundle: string | null
  /** With the first channel of a repeating reminder. */
  readonly series?: StoredSeries | null
}

export interface Lane {
  readonly channel: string
  /** Free places. */
  readonly room: number
  /** Null: takes one where there is one. */
  readonly needsAddress: boolean | null
  readonly repeatable: boolean
  /** How long reminders of one person wait for each other; null: not at all. */
  readonly withinMs: number | null
}

export interface FireOptions {
  readonly fromMs: number | null
  readonly uptoMs: number | null
  readonly most: number
  readonly buckets: readonly number[] | null
  /** Share the batch between these tenants, instead of taking whoever is due first. */
  readonly tenants: readonly string[] | null
  /** Only reminders of this kind; null: of any. */
  readonly kind: string | null
  readonly lanes: readonly Lane[]
  readonly defaultChannels: Ladder
  readonly worker: string
  readonly leaseMs: number
  readonly aside: readonly string[]
  /** Only this one, to find out who is to blame. */
  readonly only: string | null
  /** What was due before `uptoMs` is late: with each reminder come the late ones of the same person, and wait to be put together. */
  readonly late: boolean
  /** Only even or odd buckets, for two fires at once. */
  readonly half: 0 | 1 | null
  readonly zones: Zones
}

export interface Fired {
  /** Everything that was written, in whatever state. */
  readonly rows: readonly FiredRow[]
  /** Occurrences that met a row of their own and were opened again. */
  readonly reopened: number
  /** Occurrences that had begun before: nothing was written. */
  readonly repeated: number
  /** Series that had missed an occurrence and were moved on: due again, or later. */
  readonly behind: number
  /** Put off, because their recipients want to be left alone. */
  readonly paused: number
  /** What the sends of these hang under. */
  readonly trace: TraceContext | null
}

/** Waiting for a row that somebody's open transaction holds would stall the batch: it is split instead (worker.ts). */
const fireLockTimeoutMs = 250

export async function fire(db: Database, options: FireOptions): Promise<Fired> {
  const span = startSpan('belfry.fire', { parent: 'root' })
  const fired = await span.watch(async () => {
    const done = await db.transaction((tx) => fireInside(tx, options), { lockTimeoutMs: fireLockTimeoutMs })
    span.set({ 'belfry.deliveries': done.rows.length })
    return done
  })
  return { ...fired, trace: span.context }
}

async function fireInside(tx: Database, options: FireOptions): Promise<Omit<Fired, 'trace'>> {
  const only = options.only !== null ? [options.only] : options.late ? await lateOnes(tx, options) : null
  const [, rows = []] = await tx.runEach<FiredRow>([
    ['share-sending', []],
    ['fire', fireParameters(options, only)],
  ])
  const written = rows.filter(({ what }) => what === 'fired')
  const { reopened, ...fired } = rows.some(({ what }) => what === 'due')
    ? await settleRepeats(tx, rows, written)
    : { rows: written, reopened: nothing, repeated: 0 }
  await settleFallbacks(tx, fired.rows)
  await moveSeriesOn(tx, options.zones, rows, reopened)
  const count = (kind: FiredRow['what']) => rows.filter(({ what }) => what === kind).length
  return { ...fired, reopened: reopened.size, behind: count('behind'), paused: count('paused') }
}

/** One message holds no more; who has more late ones gets another. */
export const membersMax = 100

async function lateOnes(tx: Database, { uptoMs, most, buckets, tenants, aside }: FireOptions): Promise<string[]> {
  const cut = uptoMs === null ? '-infinity' : new Date(uptoMs)
  const parameters = [cut, most, buckets, tenants, sharesOf(tenants, most), aside, membersMax]
  const rows = await tx.run<{ id: string }>('late', parameters)
  return rows.map(({ id }) => id)
}

function sharesOf(tenants: readonly string[] | null, most: number): number[] | null {
  return tenants?.map(() => Math.max(1, Math.floor(most / tenants.length))) ?? null
}

function fireParameters(options: FireOptions, only: readonly string[] | null): unknown[] {
  const { tenants, most, lanes } = options
  return [
    options.fromMs === null ? '-infinity' : new Date(options.fromMs),
    options.uptoMs === null ? null : new Date(options.uptoMs),
    most,
    options.buckets,
    tenants,
    sharesOf(tenants, most),
    lanes.map(({ channel }) => channel),
    lanes.map(({ room }) => room),
    lanes.map(({ needsAddress }) => needsAddress),
    lanes.map(({ repeatable }) => repeatable),
    options.defaultChannels.channels,
    options.worker,
    options.leaseMs,
    options.aside,
    only,
    options.half,
    options.kind,
    options.defaultChannels.delaysMs,
    lanes.map(({ withinMs }) => withinMs),
    options.late,
  ]
}

/** Series whose ring was written (or had been before) go on in this transaction; those that missed one catch up first. */
async function moveSeriesOn(
  tx: Database,
  zones: Zones,
  rows: readonly FiredRow[],
  reopened: ReadonlySet<string>,
): Promise<void> {
  const bySeries = new Map<string, FiredRow>()
  // A `fired` row says what became of the ring; a `due` row only that it was due.
  for (const row of rows)
    if (row.series && bySeries.get(row.reminder)?.what !== 'fired') bySeries.set(row.reminder, row)
  const all = await withPeople(tx, [...bySeries.values()].map(asSeries))
  const behind = all.filter(({ what }) => what === 'behind')
  if (behind.length > 0) {
    const keys = [behind.map(({ bucket }) => bucket), behind.map(({ reminder }) => reminder)]
    await tx.run('record-missed', [...keys, 'skipped', 'missed'])
  }
  await advance(
    tx,
    zones,
    all.map((row): Advanced => {
      const { bucket, reminder: id, at_ms: nowMs, series } = row
      return { bucket, id, nowMs, series, next: nextOf(row, zones, reopened) }
    }),
  )
}

type SeriesFired = FiredRow & { readonly series: SeriesRow }

function asSeries(row: FiredRow): FiredRow & { readonly series: StoredSeries } {
  return { ...row, series: row.series! }
}

function nextOf(row: SeriesFired, { rules }: Zones, reopened: ReadonlySet<string>): Next {
  const { series } = row
  const person = personOf(series)
  const at = { nowMs: row.at_ms, rules }
  if (row.what === 'behind') return catchUp(series, person, at)
  // Written and ended at once (in the app, suppressed, too late), or rung before: there will be no result to wait for.
  const isOver = row.what === 'fired' ? row.state !== 'sending' && row.state !== 'pending' : !reopened.has(keyOf(row))
  if (isOver && isParking(series.repeat) && !series.repeat.state.main) {
    const hasRung = row.what === 'due' || row.state === 'sent'
    return afterConclusion(series, hasRung ? 'sent' : 'failed', person, at)
  }
  return afterFire(series, person, at)
}

const nothing: ReadonlySet<string> = new Set()
const keyOf = (row: FiredRow) => `${row.reminder} ${row.occurrence_key}`
const occurrenceOf = (row: FiredRow) => `${row.reminder} ${row.generation} ${row.occurrence}`

/**
 * Some occurrences met rows of their own. Those whose send never began are opened again; of those that had begun (or were
 * marked by hand), the further channels that this statement has just written are taken back.
 */
async function settleRepeats(
  tx: Database,
  rows: readonly FiredRow[],
  fired: readonly FiredRow[],
): Promise<Pick<Fired, 'rows' | 'repeated'> & { reopened: ReadonlySet<string> }> {
  const written = new Set(fired.map(keyOf))
  const met = rows.filter((row) => row.what === 'due' && !written.has(keyOf(row)))
  // What a mark by hand stands in the way of is not opened again.
  const reopened = await reopen(
    tx,
    met.filter(({ state }) => state !== 'skipped'),
  )
  const open = new Set(reopened.map(({ reminder, occurrence_key }) => `${reminder} ${occurrence_key}`))
  const begun = new Set(met.filter((row) => !open.has(keyOf(row))).map(occurrenceOf))
  const surplus = fired.filter((row) => begun.has(occurrenceOf(row)))
  if (surplus.length > 0) {
    await tx.run('withdraw', [
      surplus.map((row) => row.bucket),
      surplus.map((row) => row.reminder),
      surplus.map((row) => row.occurrence_key),
    ])
  }
  return { rows: fired.filter((row) => !begun.has(occurrenceOf(row))), reopened: open, repeated: begun.size }
}

async function reopen(tx: Database, met: readonly FiredRow[]): Promise<{ reminder: string; occurrence_key: string }[]> {
  return await tx.run('reopen', [
    met.map((row) => row.bucket),
    met.map((row) => row.reminder),
    met.map((row) => row.occurrence_key),
    met.map((row) => row.channel),
    met.map((row) => row.delay_ms ?? 0),
    met.map((row) => row.critical),
    met.map((row) => row.fallback),
    met.map((row) => row.title),
    met.map((row) => row.body),
    met.map((row) => (row.data === null ? null : JSON.stringify(row.data))),
    met.map((row) => row.due_ms),
    met.map((row) => row.useful_until_ms),
    met.map((row) => row.parked),
    met.map((row) => row.bundle),
  ])
}

export interface PendingLane {
  readonly channel: string
  readonly tenant: string
  readonly most: number
  readonly repeatable: boolean
  /** Null: takes one where there is one. */
  readonly needsAddress: boolean | null
}

/** `kind`: only deliveries of this kind; null: of any. */
export type TakeOptions = Pick<FireOptions, 'worker' | 'leaseMs' | 'zones' | 'kind'>

/** Take: what waits (retries, further channels, what found no free place) is fired by the same rule. */
export async function take(
  db: Database,
  lanes: readonly PendingLane[],
  { worker, leaseMs, zones, kind }: TakeOptions,
): Promise<Pick<Fired, 'rows' | 'trace'>> {
  const span = startSpan('belfry.take', { parent: 'root' })
  const parameters = [
    lanes.map(({ channel }) => channel),
    lanes.map(({ tenant }) => tenant),
    lanes.map(({ most }) => most),
    lanes.map(({ repeatable }) => repeatable),
    lanes.map(({ needsAddress }) => needsAddress),
    worker,
    leaseMs,
    kind,
  ]
  const rows = await span.watch(async () => {
    const taken = await db.transaction((tx) => takeInside(tx, parameters, zones), { lockTimeoutMs: fireLockTimeoutMs })
    span.set({ 'belfry.deliveries': taken.length })
    return taken
  })
  return { rows, trace: span.context }
}

async function takeInside(tx: Database, parameters: readonly unknown[], zones: Zones): Promise<readonly FiredRow[]> {
  const [, rows = []] = await tx.runEach<FiredRow>([
    ['share-sending', []],
    ['take', parameters],
  ])
  await settleFallbacks(tx, rows)
  const over = rows.filter(({ parked, state }) => parked && state !== 'sending')
  await unpark(tx, zones, await lockParked(tx, over), over)
  return rows
}

/** Ends what waits in vain: for a channel that nobody serves, or behind one that never came to an end. */
export async function expireWaiting(db: Database, channels: readonly string[], zones: Zones): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.run<FiredRow>('expire-waiting', [channels])
    const parked = rows.filter((row) => row.parked)
    await unpark(tx, zones, await lockParked(tx, parked), parked)
  })
}

/** Where a channel came to its end without a send, what becomes of the fallback that stands behind it. */
const fallbackStates: Partial<Record<DeliveryState, DeliveryState>> = {
  sent: 'skipped',
  suppressed: 'pending',
  expired: 'expired',
}

async function settleFallbacks(tx: Database, rows: readonly FiredRow[]): Promise<void> {
  const ended = new Map<string, { row: FiredRow; key: string; state: DeliveryState }>()
  for (const row of rows) {
    const state = fallbackStates[row.state]
    const key = state && fallbackKeyOf(row)
    // Two reminders of the same moment have the same key.
    const place = `${row.reminder} ${key}`
    // One channel that was sent is enough: then the fallback is not needed, whatever became of the others.
    if (key && ended.get(place)?.state !== 'skipped') ended.set(place, { row, key, state })
  }
  if (ended.size === 0) return
  const all = [...ended.values()]
  await tx.run('fallback', [
    all.map(({ row }) => row.bucket),
    all.map(({ row }) => row.reminder),
    all.map(({ key }) => key),
    all.map(({ state }) => state),
  ])
}
