import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BelfryError, createBelfry } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { migrate, readMigrations } from '../../src/storage/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let pool: pg.Pool

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  pool = new pg.Pool({ connectionString: database.url, max: 12 })
  // `drop database with (force)` may end a connection that is just closing.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const applied = async () =>
  (await pool.query('select number from belfry.migrations order by number')).rows.map(({ number }) => number)
const numbers = readMigrations().map(({ number }) => number)

describe('migrations', () => {
  it('are numbered without gaps', () => {
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  })

  it('are applied once when ten processes start at once', async () => {
    const program = `import { createBelfry } from 'belfry'
      const belfry = await createBelfry({ database: process.argv[1] })
      await belfry.close()`
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, database.url])
    await Promise.all(Array.from({ length: 10 }, start))
    expect(await applied()).toEqual(numbers)
  })

  it('leave an up-to-date database alone, without waiting for anybody’s lock', async () => {
    await migrate(pool, silentLogger)
    const holder = await pool.connect()
    await holder.query('begin; lock table belfry.migrations in share mode')
    expect(await migrate(pool, silentLogger)).toEqual([])
    await holder.query('rollback')
    holder.release()
  })

  it('refuse a database that a newer Belfry has used', async () => {
    await migrate(pool, silentLogger)
    await pool.query(`insert into belfry.migrations (number, name) values (9999, 'from_the_future')`)
    const error = await migrate(pool, silentLogger).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BelfryError)
    expect(error).toMatchObject({ code: 'database_newer' })
  })

  it('leave nothing behind when one fails', async () => {
    const bad = { number: 9000, name: 'bad', sql: 'create table belfry.half (id integer); select 1/0' }
    await expect(migrate(pool, silentLogger, [...readMigrations(), bad])).rejects.toThrow('division by zero')
    expect(
      (await pool.query(`select to_regclass('belfry.half') as half, to_regclass('belfry.reminders') as all`)).rows,
    ).toEqual([{ half: null, all: null }])
  })
})

describe('an upgrade', () => {
  it('gives a role that had the tables those that are new, and a reader nothing', async () => {
    const [app, reader] = ['app', 'reader'].map((name) => `${name}_${randomBytes(6).toString('hex')}`)
    const client = await pool.connect()
    await client.query(`create role ${app}; create role ${reader}`)
    try {
      await migrate(
        pool,
        silentLogger,
        readMigrations().filter(({ number }) => number <= 9),
      )
      await client.query(`select belfry.grant_to('${app}'); grant usage on schema belfry to ${reader};
        grant select on belfry.reminders to ${reader}`)
      const belfry = await createBelfry({ database: database.url })
      try {
        await belfry.recipients.put({ id: 'ana' })
        const entity = { type: 'note', id: '1' }
        const { id } = await belfry.reminders.schedule({ entity, recipient: 'ana', at: '2099-01-01T00:00:00Z' })
        await client.query(`begin; set local role ${app}; select set_config('belfry.tenant', 'default', true)`)
        expect(await belfry.with(client).reminders.acknowledge(id)).toMatchObject({ cancelled: true })
        await client.query('commit')
      } finally {
        await belfry.close()
      }
      const may = `select has_table_privilege($1, 'belfry.reminders', 'delete') or has_table_privilege($1, 'belfry.actions', 'select') as may`
      expect((await client.query(may, [reader])).rows).toEqual([{ may: false }])
    } finally {
      await client.query('rollback')
      await client.query(`drop owned by ${app}, ${reader}; drop role ${app}, ${reader}`)
      client.release()
    }
  })
})

describe('the database asserts too', () => {
  it.each([
    ['a state outside the list', `state = 'lost'`],
    ['pending without a moment', `state = 'pending', pending_at = null`],
    ['a moment without pending', `pending_at = now()`],
    ['sent without an attempt', `attempt = 0`],
    ['failed without a reason', `state = 'failed', reason = null`],
    ['a bucket outside 0–1023', `bucket = 1024`],
  ])('refuses %s', async (_, change) => {
    await migrate(pool, silentLogger)
    await pool.query(`insert into belfry.deliveries (at, due_at, occurrence_key, attempt, bucket, reminder, tenant, entity_type,
      entity_id, kind, recipient, occurrence, channel, state)
      values (now(), now(), 1, 1, 1, gen_random_uuid(), 'default', 'note', '1', 'once', 'ana', 'once', 'hand', 'sent')`)
    await expect(pool.query(`update belfry.deliveries set ${change}`)).rejects.toMatchObject({ code: '23514' })
  })
})
