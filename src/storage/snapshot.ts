// One consistent state of the database, on a connection of its own: a transaction of isolation level repeatable read, read only,
// without time-outs. Belfry's other connections read committed, where each statement sees another state.

import pg from 'pg'
import type { SequenceLine, TableLine } from '../backup/format.ts'
import type { OpenSnapshot, Snapshot } from '../backup/storage.ts'
import type { InSnapshot } from '../export/export.ts'
import type { ReadStatement } from '../export/rows.ts'
import { quoted, readCatalogue } from './catalogue.ts'
import { toBelfryError, unavailable } from './failure.ts'
import { statementText } from './statements.ts'

const begin = [
  'begin isolation level repeatable read read only',
  // Whatever the server's habits are, values are written in one way.
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  // A role that sees only some rows gets an error, not half a backup.
  'set local row_security = off',
  'set local cursor_tuple_fraction = 1',
].join('; ')

async function connectSnapshot(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, application_name: 'belfry backup' })
  // Without a handler a connection that is lost between two pieces would end the process.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw unavailable(error)
  })
  try {
    await client.query(begin)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw toBelfryError(error)
  }
}

/** For backups. */
export function snapshotOf(connection: pg.ClientConfig): OpenSnapshot {
  return async (): Promise<Snapshot> => {
    const client = await connectSnapshot(connection)
    try {
      const about = await readAbout(client)
      const tables = await readCatalogue(client)
      return {
        about,
        tables: tables.map(({ table, columns }) => ({ table, columns: columns.map(({ name }) => name) })),
        rows: (table) => rowsOf(client, table),
        sequences: () => readSequences(client),
        close: () => client.end().catch(() => {}),
      }
    } catch (error) {
      await client.end().catch(() => {})
      throw toBelfryError(error)
    }
  }
}

async function readAbout(client: pg.Client): Promise<Snapshot['about']> {
  const { rows: migrations } = await client.query<{ number: number; name: string }>(
    'select number, name from belfry.migrations order by number',
  )
  const { rows } = await client.query<{ taken_at: string; driven_at: string | null; estimated: string }>(
    `select to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at,
      (select to_char(driven_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from belfry.clock) as driven_at,
      (select coalesce(sum(greatest(reltuples, 0)), 0)::bigint::text from pg_class
       where relnamespace = 'belfry'::regnamespace and relkind = 'r') as estimated`,
  )
  const { taken_at: takenAt, driven_at: drivenAt, estimated } = rows[0]!
  return { migrations, takenAt, drivenAt, ...(await readLineage(client)), estimatedRows: Number(estimated) }
}

/** For the record only; a server that does not tell is backed up as well. */
async function readLineage(client: pg.Client): Promise<{ systemIdentifier: string | null; timeline: number | null }> {
  await client.query('savepoint lineage')
  try {
    const { rows } = await client.query<{ system_identifier: string | null; timeline: number }>(
      statementText('lineage'),
    )
    return { systemIdentifier: rows[0]?.system_identifier ?? null, timeline: rows[0]?.timeline ?? null }
  } catch {
    await client.query('rollback to lineage')
    return { systemIdentifier: null, timeline: null }
  }
}

/** Every value as text, the row as a JSON array: PostgreSQL makes the whole line. */
async function* rowsOf(client: pg.Client, { table, columns }: TableLine): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ')
  const select = `select to_json(array[${values}]::text[])::text from belfry.${quoted(table)}`
  yield* fetched<[string], string>(client, select, [], 'array', ([line]) => line)
}

/** A piece is about this large; rows are between 100 bytes and a few megabytes. */
const pieceChars = 2_000_000
const pieceRowsMax = 2_000

async function* fetched<Row extends object, Item>(
  client: pg.Client,
  select: string,
  values: unknown[],
  rowMode: 'array' | undefined,
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  try {
    await client.query(`declare belfry_rows no scroll cursor for ${select}`, values)
    let count = 100
    for (;;) {
      const text = `fetch forward ${count} from belfry_rows`
      const { rows } = await client.query<Row & pg.QueryResultRow>(
        rowMode ? ({ text, rowMode } as { text: string }) : text,
      )
      const items = rows.map(toItem)
      if (items.length > 0) yield items
      if (rows.length < count) break
      count = nextCount(items, count)
    }
    await client.query('close belfry_rows')
  } catch (error) {
    throw toBelfryError(error)
  }
}

function nextCount(items: readonly unknown[], count: number): number {
  const chars = items.reduce<number>((sum, item) => sum + (typeof item === 'string' ? item.length : 1_000), 0)
  return Math.max(1, Math.min(pieceRowsMax, count * 2, Math.floor((pieceChars * items.length) / Math.max(1, chars))))
}

async function readSequences(client: pg.Client): Promise<SequenceLine[]> {
  const { rows: names } = await client.query<{ sequence: string }>(
    `select relname as sequence from pg_class
     where relnamespace = 'belfry'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: SequenceLine[] = []
  for (const { sequence } of names) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from belfry.${quoted(sequence)}`,
    )
    sequences.push({ sequence, ...rows[0]! })
  }
  return sequences
}

/** For exports: named statements, a bounded piece at a time, all of them in one state of the database. */
export function inSnapshot(connection: pg.ClientConfig): InSnapshot {
  return async function* inside(work) {
    const client = await connectSnapshot(connection)
    const read: ReadStatement = (statement, values) =>
      fetched(client, statementText(statement), [...values], undefined, (row) => row as never)
    try {
      yield* work(read)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
