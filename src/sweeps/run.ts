// One run of a sweep: read a page, leave out what is done with, remind of the rest in slices, say how far it has come; and again
// until the region is through. A page or a slice that fails because the database is away is tried again after 1, 2 and 4 s; then the
// run has failed, and the next one goes on from where everything was handled.

import { addressReader } from '../engine/address.ts'
import type { Context } from '../engine/context.ts'
import { describeFailure, type FailureOf } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { sleeper } from '../time/clock.ts'
import { columnTime, type Item, layoutOf, readItem } from './items.ts'
import { planItem, withoutHeard, withoutPlanned } from './plan.ts'
import type { Definition, TableDefinition } from './read-sweep.ts'
import {
  type Candidate,
  candidateOf,
  type Detailed,
  nobody,
  type Reminding,
  remindSlice,
  withoutSkipped,
} from './remind.ts'
import type { OpenedTable, PageWanted, Place, Session } from './source.ts'
import type { FunctionSource } from './sweep.ts'
import { Tally } from './tally.ts'
import { isOverdue, type Region, regionOf } from './window.ts'

export interface Running {
  /** Of the tenant, on connections of the owner. */
  readonly context: Context
  readonly session: Session
  readonly definition: Definition
  readonly items: FunctionSource['items'] | null
  readonly run: string
  readonly nowMs: number
  readonly coveredMs: number
  readonly failureOf: FailureOf
  readonly logger: Logger
  /** How long to wait before each further try when the database is away. */
  readonly retryWaitsMs: readonly number[]
  readonly signal: AbortSignal
  /** Called after each page: says now and then how far it has come. */
  readonly beat: (tally: Tally) => Promise<void>
}

/** As many advisory locks a transaction: the table that holds them has room for a few thousand. */
const sliceMax = 500
/** Due times without a zone are read this much wider, and looked at exactly afterwards. */
const zoneSlackMs = 86_400_000

export interface Ended {
  readonly tally: Tally
  /** What ended it before its time. */
  readonly failure: unknown
}

export async function sweepOnce(running: Running): Promise<Ended> {
  const tally = new Tally()
  const region = regionOf(running.definition, running.nowMs, running.coveredMs)
  try {
    if (running.definition.source === 'function') await sweepFunction(running, region, tally)
    else await sweepTable(running, running.definition.source, region, tally)
    return { tally, failure: null }
  } catch (failure) {
    return { tally, failure }
  }
}

async function sweepTable(running: Running, source: TableDefinition, region: Region, tally: Tally): Promise<void> {
  const reached = { ms: region.afterMs + 1 }
  let isThrough = false
  try {
    isThrough = await sweepPages(running, source, region, tally, reached)
  } finally {
    // Whatever ends it early, be it that there is no table: what has not been come to is left.
    if (!isThrough) tally.left(reached.ms)
  }
}

/** Answers whether it came to the end; `reached` is how far everything was handled. */
async function sweepPages(
  running: Running,
  source: TableDefinition,
  region: Region,
  tally: Tally,
  reached: { ms: number },
): Promise<boolean> {
  const { session, definition, context } = running
  const table = await retrying(running, () => session.openTable(source))
  if (table.isIndexed === false) tally.warnings.push(unindexed(source))
  const layout = layoutOf(source, table, addressReader(context.sending))
  const of = { sentAt: table.sentAt, timezone: source.timezone }
  const reminding = remindingOf(running, tally, of, source.recipient === null)
  const zone = { timezone: source.timezone, rules: context.rules }
  const bounds = boundsOf(region, table, source, context)
  const count = definition.batchSize
  const read = (from: Place | null) => readPage(running, table, { ...bounds, from, count }, layout.columns)
  // The next page is read while this one is worked on. Not so where claims need the connection for themselves.
  const isBeside = source.connection === null || table.sentAt === null
  for (let reading = read(null); !running.signal.aborted; ) {
    const rows = await reading
    const isLast = rows.length < count
    if (!isLast && isBeside) reading = read(rows.at(-1)!)
    const items: Item[] = []
    for (const row of rows) {
      const dueMs = layout.dueOf(row, zone)
      if (dueMs !== null && !isIn(region, dueMs)) continue
      tally.examined += 1
      const item = readOr(running, tally, row.id, dueMs, () => layout.read(row, definition, zone))
      if (item) items.push(item)
    }
    if (!(await handle(running, reminding, items))) return false
    if (isLast) return true
    reached.ms = Math.max(reached.ms, (items.at(-1)?.dueMs ?? 0) - slackOf(table, source))
    if (!isBeside) reading = read(rows.at(-1)!)
    await running.beat(tally)
  }
  return false
}

export function unindexed({ due }: TableDefinition): string {
  return `No index of the table begins with the column ${due}: every run reads all of it.`
}

function readPage(running: Running, table: OpenedTable, wanted: PageWanted, columns: readonly string[]) {
  const reading = retrying(running, () => table.page(wanted, columns))
  // Awaited, unless the work on the page before fails first.
  reading.catch(() => {})
  return reading
}

function isIn({ afterMs, uptoMs }: Region, dueMs: number): boolean {
  return dueMs > afterMs && dueMs <= uptoMs
}

function slackOf({ due }: OpenedTable, { timezone }: TableDefinition): number {
  return due === 'instant' || timezone === 'UTC' ? 0 : zoneSlackMs
}

function boundsOf({ afterMs, uptoMs }: Region, table: OpenedTable, source: TableDefinition, { rules }: Context) {
  const slackMs = slackOf(table, source)
  const timeOf = (ms: number) => columnTime(ms, table.due, source.timezone, rules)
  return { after: timeOf(afterMs - slackMs), upto: timeOf(uptoMs + slackMs) }
}

async function sweepFunction(running: Running, region: Region, tally: Tally): Promise<void> {
  const { definition, context } = running
  const reminding = remindingOf(running, tally, null, false)
  const window = { after: new Date(region.afterMs), upto: new Date(region.uptoMs) }
  let isThrough = false
  try {
    for await (const batch of inBatches(() => running.items!(window), definition.batchSize)) {
      const items: Item[] = []
      tally.examined += batch.length
      for (const value of batch) {
        const read = () => readItem(value, definition, context)
        const item = readOr(running, tally, nameOf(value), region.afterMs + 1, read)
        if (item && isIn(region, item.dueMs)) items.push(item)
        else if (item) tally.skip('outside')
      }
      if (!(await handle(running, reminding, items)) || running.signal.aborted) return
      await running.beat(tally)
    }
    isThrough = true
  } finally {
    // They come in any order: as long as not all were seen, nothing is known to be handled.
    if (!isThrough) tally.left(region.afterMs + 1)
  }
}

/** What the function of a sweep has thrown. It is its author's own message, who wants to read it. */
class FunctionFailed extends Error {
  constructor(thrown: unknown) {
    super(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown), { cause: thrown })
  }
}

async function* inBatches(items: () => ReturnType<FunctionSource['items']>, size: number): AsyncGenerator<unknown[]> {
  let batch: unknown[] = []
  try {
    for await (const value of items()) {
      batch.push(value)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  } catch (thrown) {
    throw new FunctionFailed(thrown)
  }
  if (batch.length > 0) yield batch
}

function nameOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 256) : null
}

/** What cannot be read is one error, not the end of the run. */
function readOr<T>(
  { logger, definition, run }: Running,
  tally: Tally,
  id: string | null,
  dueMs: number | null,
  read: () => T,
): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BelfryError)) throw error
    tally.failed(id, error.message, dueMs)
    logger.warn({ sweep: definition.name, run, item: id, error: error.code }, 'an item could not be read')
    return null
  }
}

function remindingOf(running: Running, tally: Tally, table: Reminding['table'], isSilent: boolean): Reminding {
  const { context, session, definition, run, nowMs } = running
  return { context, session, definition, run, nowMs, tally, table, isSilent, known: new Set() }
}

/** Answers false when it was as far as the run may go. */
async function handle(running: Running, reminding: Reminding, items: readonly Item[]): Promise<boolean> {
  const { tally, definition, nowMs } = reminding
  const withDetails = (some: readonly Candidate[]) =>
    some.flatMap((one): Detailed[] => {
      const { item } = one
      const details = readOr(running, tally, item.id, item.dueMs, item.details)
      return details ? [{ ...one, details }] : []
    })
  const candidates: Candidate[] = []
  for (const item of items) {
    const recipient = reminding.isSilent ? nobody : item.recipient
    if (recipient === null) {
      // Whoever gets it later is reminded of it, even if it is overdue by then.
      tally.left(item.dueMs)
      tally.skip('no_recipient')
    } else candidates.push(candidateOf(reminding, item, recipient))
  }
  const isPlanned = ({ item }: Candidate) => definition.plan !== null && !isOverdue(item.dueMs, nowMs)
  const planned = candidates.filter(isPlanned)
  const others = planned.length === 0 ? candidates : candidates.filter((one) => !isPlanned(one))
  const due = definition.plan === null ? others : await retrying(running, () => withoutHeard(reminding, others))
  const wanted = withDetails(await retrying(running, () => withoutSkipped(reminding, due)))
  if (!(await inSlices(running, reminding, wanted, sliceMax, (slice) => remindSlice(reminding, slice)))) return false
  if (planned.length === 0) return true
  const detailed = withDetails(planned)
  const toPlan = await retrying(running, () => withoutPlanned(reminding, detailed))
  return await inSlices(running, reminding, toPlan, 1, ([only]) => planItem(reminding, only!))
}

async function inSlices(
  running: Running,
  { tally, definition }: Reminding,
  candidates: readonly Detailed[],
  size: number,
  write: (slice: readonly Detailed[]) => Promise<void>,
): Promise<boolean> {
  for (let rest = candidates; rest.length > 0; ) {
    const room = definition.limit === null ? size : Math.min(size, definition.limit - tally.reminded)
    const [slice, others] = cut(rest, room)
    if (slice.length === 0 || running.signal.aborted) {
      for (const { item } of rest) tally.left(item.dueMs)
      return false
    }
    await writeSplitting(running, tally, slice, write)
    rest = others
  }
  return true
}

/** The first few, each reminder once: one statement cannot write a row twice. */
function cut(candidates: readonly Detailed[], count: number): [slice: Detailed[], rest: Detailed[]] {
  const ids = new Set<string>()
  const slice: Detailed[] = []
  const rest: Detailed[] = []
  for (const one of candidates) {
    if (slice.length >= count || ids.has(one.ordinaryId)) rest.push(one)
    else slice.push(one)
    ids.add(one.ordinaryId)
  }
  return [slice, rest]
}

/** One bad item must not keep the others back: a slice that fails is halved until the item stands alone. */
async function writeSplitting(
  running: Running,
  tally: Tally,
  slice: readonly Detailed[],
  write: (slice: readonly Detailed[]) => Promise<void>,
): Promise<void> {
  try {
    return await retrying(running, () => write(slice))
  } catch (error) {
    if (running.failureOf(error) === 'connection' || isOfSweep(error)) throw error
    const [only] = slice
    if (slice.length > 1 || only === undefined) {
      const middle = slice.length >> 1
      await writeSplitting(running, tally, slice.slice(0, middle), write)
      return await writeSplitting(running, tally, slice.slice(middle), write)
    }
    blame(running, tally, only, error)
  }
}

/** The table, or the plan, is not as the sweep was told: it would be the same with every item. */
function isOfSweep(error: unknown): boolean {
  return error instanceof BelfryError && /^\/(source|plan)(\/|$)/.test(error.field ?? '')
}

function blame(
  { failureOf, logger, definition, run }: Running,
  tally: Tally,
  { item }: Candidate,
  error: unknown,
): void {
  const failure = failureOf(error)
  if (failure === 'lock' || failure === 'deadlock') {
    tally.left(item.dueMs)
    tally.skip('busy')
    return
  }
  logger.warn({ sweep: definition.name, run, item: item.id, error: describeFailure(error) }, 'an item failed')
  tally.failed(item.id, messageOf(error), item.dueMs)
}

/** What a person is told: never values of the row. */
export function messageOf(error: unknown): string {
  if (error instanceof FunctionFailed) return `The function of the sweep failed: ${error.message}`
  if (error instanceof BelfryError && error.code !== 'database_refused') return error.message
  return `The database refused it: ${describeFailure(error)}.`
}

type Retrying = Pick<Running, 'retryWaitsMs' | 'failureOf' | 'signal' | 'logger' | 'run'>

export async function retrying<T>(running: Retrying, work: () => Promise<T>): Promise<T> {
  const { retryWaitsMs, failureOf, signal, logger, run } = running
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const waitMs = retryWaitsMs[tries]
      if (failureOf(error) !== 'connection' || waitMs === undefined || signal.aborted) throw error
      logger.warn({ run, waitMs, error: describeFailure(error) }, 'the database is away: tried again')
      await sleeper.sleep(waitMs, { signal })
    }
  }
}
