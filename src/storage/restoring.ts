// Putting a backup back: one transaction on a connection of its own. The tables are made by the migrations that the backup has,
// emptied, and filled with foreign keys and triggers out of the way; then comes what this Belfry has beyond them.

import pg from 'pg'
import { type BackupHeader, broken, type SequenceLine, type TableLine } from '../backup/format.ts'
import type { Restore, Restoring } from '../backup/storage.ts'
import { BelfryError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { type CatalogueTable, notRestored, quoted, readCatalogue } from './catalogue.ts'
import { indexPlans, inTransaction } from './database.ts'
import { toBelfryError, unavailable } from './failure.ts'
import { applyMissing, knownNumbers, lockMigrations, type Migration, readMigrations, refuseNewer } from './migrate.ts'
import { statementText } from './statements.ts'

const begin = [
  'begin isolation level read committed',
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  'set local row_security = off',
].join('; ')

/** Rows in these alone are what a start of Belfry leaves in a new database. */
const ofAnyStart = ['migrations', 'lineage', 'clock', 'zones']
/** Tables in which a start leaves rows beside those of users, and which of them are users'. */
const ofUsers: Readonly<Record<string, string>> = {
  tenants: `id <> 'default'`,
  sweeps: `tenant <> ''`,
  runs: `tenant <> ''`,
}

export function restoringTo(connection: pg.ClientConfig, logger: Logger): Restore {
  return async (work) => {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, application_name: 'belfry restore' })
    client.on('error', () => {})
    await client.connect().catch((error: unknown) => {
      throw unavailable(error)
    })
    try {
      await client.query(begin)
      const result = await work(new PgRestoring(client, logger))
      await client.query('commit')
      return result
    } catch (error) {
      throw toBelfryError(error)
    } finally {
      // Without a commit, this is a rollback.
      await client.end().catch(() => {})
    }
  }
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

class PgRestoring implements Restoring {
  readonly tx
  readonly #client: pg.Client
  readonly #logger: Logger
  #tables = new Map<string, CatalogueTable>()
  #foreignKeys: ForeignKey[] = []

  constructor(client: pg.Client, logger: Logger) {
    this.#client = client
    this.#logger = logger
    this.tx = inTransaction({ query: (text, values) => client.query(text, values) })
  }

  async prepare(header: BackupHeader, replace: boolean): Promise<void> {
    const migrations = migrationsOf(header)
    await lockMigrations(this.#client)
    if (!replace) await refuseInUse(this.#client)
    await dropOtherVersion(this.#client, migrations)
    await applyMissing(this.#client, migrations, this.#logger)
    this.#tables = new Map((await readCatalogue(this.#client)).map((table) => [table.table, table]))
    await this.#clearTheWay()
  }

  /** Foreign keys are checked once at the end, instead of row by row in whatever order the tables come. */
  async #clearTheWay(): Promise<void> {
    const { rows } = await this.#client.query<ForeignKey>(
      `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       where c.relnamespace = 'belfry'::regnamespace and k.contype = 'f' and k.conparentid = 0 order by 1, 2`,
    )
    this.#foreignKeys = rows
    for (const { table, name } of rows)
      await this.#client.query(`alter table belfry.${quoted(table)} drop constraint ${quoted(name)}`)
    const names = [...this.#tables.keys()].filter((name) => !(name in notRestored))
    for (const name of names) await this.#client.query(`alter table belfry.${quoted(name)} disable trigger user`)
    await this.#client.query(`truncate ${names.map((name) => `belfry.${quoted(name)}`).join(', ')}`)
  }

  async load({ table, columns }: TableLine, rows: readonly string[]): Promise<void> {
    if (table in notRestored) return
    const known = this.#tables.get(table)
    const types = columns.map((column) => known?.columns.find(({ name }) => name === column)?.type)
    if (types.includes(undefined)) throw broken(`The backup has a table ${table} that its migrations do not make.`)
    const values = types.map((type, i) => `(r ->> ${i})::${type}`).join(', ')
    const into = `belfry.${quoted(table)} (${columns.map(quoted).join(', ')})`
    await this.#client
      .query(
        `insert into ${into} overriding system value select ${values} from jsonb_array_elements($1::jsonb) as e(r)`,
        [`[${rows.join(',')}]`],
      )
      .catch(asBroken)
  }

  async setSequence({ sequence, lastValue, isCalled }: SequenceLine): Promise<void> {
    const { rowCount } = await this.#client.query(
      `select setval(c.oid::regclass, $2::bigint, $3) from pg_class c
       where c.relnamespace = 'belfry'::regnamespace and c.relkind = 'S' and c.relname = $1`,
      [sequence, lastValue, isCalled],
    )
    if (rowCount !== 1) throw broken(`The backup has a sequence ${sequence} that its migrations do not make.`)
  }

  async complete(): Promise<readonly number[]> {
    const client = this.#client
    for (const name of this.#tables.keys())
      if (!(name in notRestored)) await client.query(`alter table belfry.${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of this.#foreignKeys)
      await client
        .query(`alter table belfry.${quoted(table)} add constraint ${quoted(name)} ${definition}`)
        .catch(asBroken)
    const applied = await applyMissing(client, readMigrations(), this.#logger)
    for (const { table } of await readCatalogue(client)) await client.query(`analyze belfry.${quoted(table)}`)
    // What follows are look-ups, as on every connection of Belfry's.
    for (const setting of indexPlans.split(' ')) await client.query(`set local ${setting.replace('=', ' = ')}`)
    await this.#rememberLineage()
    return applied
  }

  /** This cluster is the one that the tables live in now; where the server does not tell, nobody compares. */
  async #rememberLineage(): Promise<void> {
    await this.#client.query('delete from belfry.lineage')
    await this.#client.query('savepoint lineage')
    try {
      const { rows } = await this.#client.query(statementText('lineage'))
      const { system_identifier: identifier, timeline } = rows[0]!
      await this.#client.query(statementText('record-lineage'), [identifier ?? '', timeline])
    } catch {
      await this.#client.query('rollback to lineage')
    }
  }
}

/** The migrations that the backup has, as this Belfry knows them. */
function migrationsOf({ migrations }: BackupHeader): Migration[] {
  const mine = readMigrations()
  refuseNewer(new Set(migrations.map(({ number }) => number)), mine)
  return migrations.map(({ number, name }) => {
    const known = mine.find((one) => one.number === number && one.name === name)
    if (known) return known
    throw new BelfryError(
      'database_newer',
      `The backup has a migration ${number}_${name} that this Belfry does not know.`,
      {
        accepted: 'a backup of this version of Belfry, or an older one',
      },
    )
  })
}

async function refuseInUse(client: pg.Client): Promise<void> {
  if (!(await hasTable(client, 'migrations'))) return
  for (const { table } of await readCatalogue(client)) {
    if (ofAnyStart.includes(table)) continue
    const { rows } = await client.query(
      `select 1 from belfry.${quoted(table)} where ${ofUsers[table] ?? 'true'} limit 1`,
    )
    if (rows.length === 0) continue
    throw new BelfryError('in_use', `The database is in use: Belfry's table ${table} has rows.`, {
      accepted: 'a database that Belfry has not used yet; or replace, and everything that is there goes',
    })
  }
}

/** Tables that a newer version (or another one) has changed cannot take the backup's rows: they are made anew. */
async function dropOtherVersion(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const known = (await hasTable(client, 'migrations')) ? await knownNumbers(client) : null
  const numbers = new Set(migrations.map(({ number }) => number))
  if (known && [...known].every((number) => numbers.has(number))) return
  await client.query('drop schema if exists belfry cascade')
}

async function hasTable(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `belfry.${quoted(table)}`,
  ])
  return rows[0]?.there ?? false
}

/** What the tables refuse was not written by a backup of them. */
function asBroken(error: unknown): never {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (/^2[23]/.test(code))
    throw new BelfryError('invalid_input', 'The backup has a row that its table does not take.', { cause: error })
  throw error
}
