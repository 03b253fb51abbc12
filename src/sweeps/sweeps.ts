// The verbs of sweeps: describe one, look at it, run it, see how its runs went. A sweep is described as a whole: what is left out
// has its default.

import { readClock } from '../engine/clock.ts'
import { type Context, wakeWorkers } from '../engine/context.ts'
import { notACursor, readLimit, splitCursor, timeOfMicroseconds } from '../engine/page.ts'
import { BelfryError } from '../errors.ts'
import { readName, readObject, refuse } from '../input.ts'
import { builtIns } from './built-in.ts'
import { readSweep, type TableDefinition } from './read-sweep.ts'
import { unindexed } from './run.ts'
import { nextTick } from './schedule.ts'
import type { Run, RunPage, Sweep, SweepInput, SweepVerbs } from './sweep.ts'
import { needsOf, noSweep, type Sweeping } from './sweeping.ts'
import { type RunRow, toRun } from './tally.ts'
import type { Turns } from './turns.ts'

export interface Whose {
  readonly origin: Sweep['origin']
  /** Belfry's own sweeps are shown and run too. */
  readonly withBuiltIns: boolean
  /** Of this process, whoever asks. */
  readonly turns: Turns
}

export function sweepVerbs(sweeping: Sweeping, context: Context, whose: Whose): SweepVerbs {
  return {
    put: (input) => putSweep(sweeping, context, input, whose.origin),
    get: (name) => getSweep(context, name, whose.withBuiltIns),
    list: () => listSweeps(context, whose.withBuiltIns),
    delete: (name) => deleteSweep(sweeping, context, name),
    check: (name) => checkSweep(sweeping, context, name),
    run: (name) => runSweep(sweeping, context, name, whose),
    runs: (name, query) => listRuns(context, name, query, whose.withBuiltIns),
  }
}

/** What is wrong with a name is said at once. */
async function runSweep(
  sweeping: Sweeping,
  context: Context,
  name: string,
  { withBuiltIns, turns }: Whose,
): Promise<Run> {
  readName(name, '/name')
  return await turns.take(() => sweeping.run(tenantOf(context, name, withBuiltIns), name))
}

function tenantOf({ tenant }: Context, name: string, withBuiltIns: boolean): string {
  return withBuiltIns && Object.hasOwn(builtIns, name) ? '' : tenant
}

export async function putSweep(
  sweeping: Sweeping,
  context: Context,
  input: SweepInput,
  origin: Sweep['origin'],
): Promise<Sweep> {
  const read = readSweep(input, sweeping.named)
  const { definition, stored, items } = read
  const { name, every, timezone, enabled, source } = definition
  if (Object.hasOwn(builtIns, name)) throw ownName()
  if (source === 'function' && items === null) throw noFunction()
  const warnings = source === 'function' ? [] : await look(sweeping, source, origin === 'config')
  const { now } = await readClock(context)
  const nextMs = enabled ? nextTick(every, timezone, now.getTime(), context.rules) : null
  await context.db.transaction(async (tx) => {
    const row = [context.tenant, name, origin, JSON.stringify(stored), String(stored.every), timezone, enabled]
    await tx.run('put-sweep', [...row, needsOf(context.tenant, read), JSON.stringify(warnings), nextMs])
    await wakeWorkers(context, tx)
  })
  sweeping.keep(context.tenant, name, items)
  for (const warning of warnings) sweeping.parts.logger.warn({ sweep: name }, warning)
  return (await getSweep(context, name, false))!
}

/**
 * Whether the table is there and has those columns. Of a configuration that is no obstacle to a start, and a database that is
 * away never is: it is a warning then.
 */
async function look(sweeping: Sweeping, source: TableDefinition, isLenient: boolean): Promise<string[]> {
  const session = sweeping.parts.openSession('look', source.connection)
  try {
    const { isIndexed } = await session.openTable(source)
    return isIndexed === false ? [unindexed(source)] : []
  } catch (error) {
    if (!(error instanceof BelfryError)) throw error
    if (error.code !== 'database_unavailable' && !isLenient) throw error
    return [error.message]
  } finally {
    await session.close()
  }
}

async function checkSweep(sweeping: Sweeping, context: Context, name: string): Promise<readonly string[]> {
  const found = await getSweep(context, name, false)
  if (!found) throw noSweep()
  try {
    const { source } = readSweep(found.definition, sweeping.named).definition
    return source === 'function' ? [] : await look(sweeping, source, true)
  } catch (error) {
    // Such as a connection that this process has not got.
    if (!(error instanceof BelfryError)) throw error
    return [error.message]
  }
}

function ownName(): BelfryError {
  return refuse('invalid_input', 'Belfry has a sweep of that name itself.', {
    field: '/name',
    accepted: 'another name',
  })
}

function noFunction(): BelfryError {
  return refuse('invalid_input', 'Expected a function.', {
    field: '/source/items',
    accepted: 'a function; only in code',
  })
}

interface SweepRow {
  readonly name: string
  readonly origin: Sweep['origin']
  readonly definition: Sweep['definition']
  readonly every: string
  readonly timezone: string
  readonly enabled: boolean
  readonly warnings: readonly string[]
  readonly next_ms: number | null
  readonly last: RunRow | null
}

async function getSweep(context: Context, name: string, withBuiltIns: boolean): Promise<Sweep | null> {
  const [row] = await context.db.run<SweepRow>('sweeps', [context.tenant, readName(name, '/name'), withBuiltIns])
  return row ? toSweep(row) : null
}

async function listSweeps(context: Context, withBuiltIns: boolean): Promise<readonly Sweep[]> {
  return (await context.db.run<SweepRow>('sweeps', [context.tenant, null, withBuiltIns])).map(toSweep)
}

function toSweep({ next_ms: nextMs, last, ...row }: SweepRow): Sweep {
  return { ...row, nextRunAt: nextMs === null ? null : new Date(nextMs), lastRun: last && toRun(last) }
}

async function deleteSweep(sweeping: Sweeping, context: Context, name: string): Promise<void> {
  const rows = await context.db.run('delete-sweep', [context.tenant, readName(name, '/name')])
  if (rows.length === 0) throw noSweep()
  sweeping.keep(context.tenant, name, null)
}

async function listRuns(
  context: Context,
  name: string,
  query: { readonly cursor?: string; readonly limit?: number } = {},
  withBuiltIns = false,
): Promise<RunPage> {
  const value = readObject(query, ['cursor', 'limit'], '')
  const limit = readLimit(value.limit)
  const after = value.cursor === undefined ? null : readCursor(value.cursor)
  if (!(await getSweep(context, name, withBuiltIns))) throw noSweep()
  const tenant = tenantOf(context, name, withBuiltIns)
  const rows = await context.db.run<{ run: RunRow; started_us: string }>('runs', [
    ...[tenant, name, after?.at ?? null, after?.id ?? null],
    limit + 1,
  ])
  const runs: Run[] = rows.slice(0, limit).map(({ run }) => toRun(run))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { runs, nextCursor: last ? `${last.started_us}~${last.run.id}` : null }
}

function readCursor(cursor: unknown): { at: string; id: string } {
  const { us, rest: id } = splitCursor(cursor)
  if (us === 'infinity' || !/^[0-9a-f-]{36}$/.test(id)) throw notACursor()
  return { at: timeOfMicroseconds(us), id }
}
