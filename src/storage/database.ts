// PostgreSQL through node-pg, behind the few methods that the engine asks for (engine/database.ts).
//
// Plans: a statement prepared while a table was empty keeps a plan made for an empty table until the next analyze; with
// 100,000 deliveries written meanwhile, one `conclude` took 300 ms instead of 12. All hot statements are written as
// look-ups through an index, so connections forbid the other plans. A connection pooler in transaction mode keeps no
// session: there each transaction sets what it needs for itself, and statements are not prepared.

import pg from 'pg'
import type { Call, Database, TransactionOptions } from '../engine/database.ts'
import { BelfryError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { failureOf, isServerGone, toBelfryError, unavailable } from './failure.ts'
import { toParameters } from './parameters.ts'
import { statementText } from './statements.ts'

export interface DatabaseOptions {
  readonly connection: pg.PoolConfig
  readonly logger: Logger
  /** Connections at the most. */
  readonly connectionsMax: number
  /** A pooler in transaction mode (PgBouncer) stands between: no session state, no prepared statements. */
  readonly pooled: boolean
  /** The role that statements run under, if not the one that logs in. */
  readonly role?: string | null
  /** What its connections are called in pg_stat_activity. Default `belfry`. */
  readonly name?: string
  /** Called when the server is gone, before one more try. */
  readonly revive?: (() => Promise<void>) | null
  /** How long to wait for a connection. */
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
}

export interface PgDatabase extends Database {
  readonly pool: pg.Pool
  /** The same connections, for the rows of one tenant: what row-level security lets through. */
  forTenant(tenant: string): Database
  close(): Promise<void>
}

export interface PoolUse {
  readonly name: string
  readonly total: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

export function poolUse(name: string, databases: readonly PgDatabase[]): PoolUse {
  const sum = (of: (pool: pg.Pool) => number) => databases.reduce((total, { pool }) => total + of(pool), 0)
  return {
    name,
    total: sum((pool) => pool.totalCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  }
}

/** Anything with node-pg's `query(text, values)`: a client inside the caller's own transaction. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

export const indexPlans =
  'enable_seqscan=off enable_bitmapscan=off enable_hashjoin=off enable_mergejoin=off plan_cache_mode=force_generic_plan jit=off'

/** The victim of a deadlock has lost nothing but time: run it again. */
const deadlockTriesMax = 4

export function openDatabase(options: DatabaseOptions): PgDatabase {
  const { statementTimeoutMs = 30_000, lockTimeoutMs = 5_000 } = options
  const pool = openPool(options, statementTimeoutMs, lockTimeoutMs)
  /** Whoever closes it a second time waits for the first. */
  let closing: Promise<void> | null = null
  return {
    pool,
    ...verbsOn(pool, options, null),
    forTenant: (tenant) => verbsOn(pool, options, tenant),
    close: () => (closing ??= pool.end()),
  }
}

/** Which tenant a session is set to, so that it is not told again. Transactions set their own, until their end. */
const sessionTenants = new WeakMap<pg.PoolClient, string>()

function verbsOn(pool: pg.Pool, options: DatabaseOptions, tenant: string | null): Database {
  const { pooled, role, statementTimeoutMs = 30_000, lockTimeoutMs = 5_000 } = options
  const identity = [...(pooled && role ? [`set local role ${quotedName(role)}`] : []), ...setTenant(tenant, true)]
  const beginning = (lockMs: number) =>
    [pooled ? beginPooled(statementTimeoutMs, lockMs) : beginSession(lockMs, lockTimeoutMs), ...identity].join('; ')

  async function transaction<T>(work: (tx: Database) => Promise<T>, limits: TransactionOptions = {}): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await once(work, limits)
      } catch (error) {
        if (failureOf(error) !== 'deadlock' || tries === deadlockTriesMax) throw toBelfryError(error)
      }
    }
  }

  async function once<T>(work: (tx: Database) => Promise<T>, { lockTimeoutMs: lockMs, lock }: TransactionOptions) {
    const client = await connect(pool, options.revive)
    let broken = false
    try {
      // The first statement follows on its heels, in the same round trip.
      const begun = client.query(beginning(lockMs ?? lockTimeoutMs) + takeLock(lock)).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      if (pooled) await begun
      const result = await blameTheFirst(begun, () => work(onClient(client, !pooled)))
      await client.query('commit')
      return result
    } catch (error) {
      broken = failureOf(error) === 'connection'
      if (!broken) await client.query('rollback').catch(() => (broken = true))
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    pipelined: !pooled,
    transaction,
    async run<Row extends object>(statement: string, values: readonly unknown[]) {
      if (pooled) return await transaction((tx) => tx.run<Row>(statement, values))
      const client = await connect(pool, options.revive)
      let broken = false
      try {
        const told = tell(client, tenant)
        const rows = await onClient(client, true).run<Row>(statement, values)
        await told
        return rows
      } catch (error) {
        broken = failureOf(error) === 'connection'
        throw toBelfryError(error)
      } finally {
        client.release(broken)
      }
    },
    runEach: (calls) => transaction((tx) => tx.runEach(calls)),
  }
}

/** Whose rows a session may see, sent ahead of the statement in the same round trip; nothing where it knows already. */
function tell(client: pg.PoolClient, tenant: string | null): Promise<unknown> | null {
  if (tenant === null || sessionTenants.get(client) === tenant) return null
  sessionTenants.set(client, tenant)
  const told = client.query(setTenant(tenant, false).join('')).catch((error: unknown) => {
    sessionTenants.delete(client)
    throw error
  })
  // Where the statement fails too, its failure is the one that is passed on.
  told.catch(() => {})
  return told
}

/** As text, beside `begin`: no tenant's name needs quoting (belfry.tenants says so), and none that would is let through. */
function setTenant(tenant: string | null, isLocal: boolean): string[] {
  if (tenant === null) return []
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(tenant)) throw new BelfryError('not_found', 'There is no such tenant.')
  return [`select set_config('belfry.tenant', '${tenant}', ${isLocal})`]
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function openPool(
  { connection, logger, connectionsMax, pooled, role, name = 'belfry', connectTimeoutMs = 10_000 }: DatabaseOptions,
  statementTimeoutMs: number,
  lockTimeoutMs: number,
): pg.Pool {
  const isolation = 'default_transaction_isolation=read\\ committed'
  const identity = role ? [`role=${role}`] : []
  const settings = [...indexPlans.split(' '), 'timezone=UTC', isolation, ...identity].map((setting) => `-c ${setting}`)
  const session: pg.PoolConfig = pooled
    ? {}
    : {
        // The last one counts: what the operator's own options say of these is overruled.
        options: [...(connection.options ? [connection.options] : []), ...settings].join(' '),
        statement_timeout: statementTimeoutMs,
        lock_timeout: lockTimeoutMs,
        idle_in_transaction_session_timeout: 30_000,
      }
  const pool = new pg.Pool({
    ...connection,
    ...session,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // A statement need not wait for the answer to the one before; each still sees what that has done.
    pipeline: !pooled,
    application_name: name,
  })
  // Without these handlers a connection lost while idle would end the process.
  pool.on('error', (error) => logger.debug({ code: (error as { code?: string }).code }, 'an idle connection was lost'))
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whatever keeps a connection from being made (refused, starting up, out of places), the database is unavailable. */
async function connect(pool: pg.Pool, revive: DatabaseOptions['revive']): Promise<pg.PoolClient> {
  if (pool.ending) throw new BelfryError('closed', 'Belfry was closed.')
  try {
    return await pool.connect()
  } catch (error) {
    if (!revive || !isServerGone(error)) throw unavailable(error)
  }
  await revive()
  return await pool.connect().catch((error: unknown) => {
    throw unavailable(error)
  })
}

/** Where the beginning failed (a lock was not to be had), what follows fails only because of that. */
async function blameTheFirst<T>(begun: Promise<{ error: unknown } | null>, work: () => Promise<T>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    throw (await begun)?.error ?? error
  }
  const failed = await begun
  if (failed) throw failed.error
  return result
}

/** As text, because several statements in one round trip take no parameters; BigInt lets nothing but a number through. */
function takeLock(lock: string | undefined): string {
  return lock === undefined ? '' : `; select pg_advisory_xact_lock(${BigInt(lock)})`
}

/** A database may have another default. Belfry needs each statement to see what was committed while the one before waited. */
const begin = 'begin isolation level read committed'

function beginSession(lockMs: number, defaultMs: number): string {
  return lockMs === defaultMs ? begin : `${begin}; set local lock_timeout = ${Math.ceil(lockMs)}`
}

function beginPooled(statementMs: number, lockMs: number): string {
  const settings = [
    ...indexPlans.split(' '),
    'timezone=UTC',
    `statement_timeout=${Math.ceil(statementMs)}`,
    `lock_timeout=${Math.ceil(lockMs)}`,
  ]
  return [begin, ...settings.map((setting) => `set local ${setting.replace('=', " = '")}'`)].join('; ')
}

/** Through a pooler nothing is prepared, and nothing sent ahead. */
export function onClient(client: pg.ClientBase, isDirect: boolean): Database {
  const tx: Database = {
    pipelined: isDirect,
    async run<Row extends object>(statement: string, values: readonly unknown[]) {
      const text = statementText(statement)
      const query = isDirect
        ? { name: statement, text, values: toParameters(values) }
        : { text, values: toParameters(values) }
      return (await client.query<Row>(query)).rows
    },
    runEach: (calls) => (isDirect ? runTogether(tx, calls) : runInTurn(tx, calls)),
    transaction: (work, limits) => joined(tx, work, limits),
  }
  return tx
}

async function runTogether<Row extends object>(tx: Database, calls: readonly Call[]): Promise<Row[][]> {
  const running = calls.map(([statement, values]) => tx.run<Row>(statement, values))
  // All have come back before the failure of one is passed on, and the first is to blame: the others fail because of it.
  const ended = await Promise.allSettled(running)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return await Promise.all(running)
}

async function runInTurn<Row extends object>(tx: Database, calls: readonly Call[]): Promise<Row[][]> {
  const all: Row[][] = []
  for (const [statement, values] of calls) all.push(await tx.run<Row>(statement, values))
  return all
}

/** A transaction inside a transaction is that one. */
async function joined<T>(tx: Database, work: (tx: Database) => Promise<T>, limits?: TransactionOptions): Promise<T> {
  if (limits?.lock !== undefined) await tx.run('lock-entity', [limits.lock])
  return await work(tx)
}

/** Belfry's statements inside a transaction that belongs to the caller, who commits or rolls back. */
export function inTransaction(client: Queryable): Database {
  const tx: Database = {
    pipelined: false,
    async run<Row extends object>(statement: string, values: readonly unknown[]) {
      return (await client.query(statementText(statement), toParameters(values))).rows as Row[]
    },
    runEach: (calls) => runInTurn(tx, calls),
    transaction: (work, limits) => joined(tx, work, limits),
  }
  return tx
}
