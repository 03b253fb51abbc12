// Forward-only migrations: migrations/NNNN_name.sql in the order of their numbers, each in one transaction with the row
// that records it, all under an advisory lock, so that ten processes may start at once. A database that knows a
// migration this program does not have was made by a newer one, and is refused.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { BelfryError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { unavailable } from './failure.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** 'belfry' in ASCII: nobody else's lock. */
const lockKey = '108170671747705'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

export function readMigrations(): Migration[] {
  return readdirSync(fileURLToPath(folder))
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .sort()
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -'.sql'.length),
      sql: readFileSync(new URL(file, folder), 'utf8'),
    }))
}

export async function migrate(pool: pg.Pool, logger: Logger, migrations = readMigrations()): Promise<number[]> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailable(error)
  })
  try {
    if (await isUpToDate(client, migrations)) return []
    // The first process may take a while (an index on a large table): wait for it, whatever the pool's time-outs are.
    await client.query('begin; set local lock_timeout = 0; set local statement_timeout = 0')
    await lockMigrations(client)
    const applied = await applyMissing(client, migrations, logger)
    await client.query('commit')
    return applied
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Until the end of the transaction nobody else migrates. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::bigint)', [lockKey])
}

/** Inside a transaction, under the lock. */
export async function applyMissing(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  logger: Logger,
): Promise<number[]> {
  await client.query(`create schema if not exists belfry;
    create table if not exists belfry.migrations (
      number integer primary key, name text not null, applied_at timestamptz not null default clock_timestamp())`)
  const known = await knownNumbers(client)
  refuseNewer(known, migrations)
  const missing = migrations.filter(({ number }) => !known.has(number))
  for (const { number, name, sql } of missing) {
    await client.query(sql)
    await client.query('insert into belfry.migrations (number, name) values ($1, $2)', [number, name])
    logger.info({ migration: `${number}_${name}` }, 'migration applied')
  }
  return missing.map(({ number }) => number)
}

/** Looks without the lock first: a start on an up-to-date database waits for nobody. */
async function isUpToDate(client: pg.ClientBase, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('belfry.migrations') is not null as there`,
  )
  if (!rows[0]?.there) return false
  const known = await knownNumbers(client)
  refuseNewer(known, migrations)
  return migrations.every(({ number }) => known.has(number))
}

export async function knownNumbers(client: pg.ClientBase): Promise<Set<number>> {
  const { rows } = await client.query<{ number: number }>('select number from belfry.migrations')
  return new Set(rows.map(({ number }) => number))
}

export function refuseNewer(known: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const newest = Math.max(0, ...migrations.map(({ number }) => number))
  const newer = [...known].filter((number) => number > newest)
  if (newer.length === 0) return
  throw new BelfryError(
    'database_newer',
    `The database has migration ${Math.max(...newer)}, and this Belfry knows only up to ${newest}: it was used by a newer version. Install that version, or use another database.`,
  )
}
