// A page and a deletion read what they need, whoever else has how many: counted in buffers, not in milliseconds (bench/ has those).

import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementText } from '../../src/storage/statements.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { buffersOf, openPlanner } from '../integration/buffers.ts'

let database: TestDatabase
let sql: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  sql = await openPlanner(database.url)
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

/** Of one recipient, a minute apart. */
async function fill(recipient: string, count: number): Promise<void> {
  await sql.query(
    `insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id, kind, recipient, occurrence)
     select timestamptz '2040-01-01' + g * interval '1 min', '2050-01-01', now(), 1, belfry.bucket_of(id), id, 'default', 'note', g::text, 'once',
       case when $1 = '' then 'telegram:' || g / 10 else $1 end, 'once'
     from generate_series(1, $2::integer) g cross join lateral (select md5($1 || g)::uuid as id) k`,
    [recipient, count],
  )
}

async function costOf(name: string, types: string, values: string): Promise<number> {
  await sql.query(`prepare one ${types} as ${statementText(name as never)}`)
  return await buffersOf(sql, `execute one ${values}`).finally(() => sql.query('deallocate one'))
}

const page = () =>
  costOf(
    'reminders-of-recipient',
    '(text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer, text)',
    `('default', '-infinity', 'infinity', null, null, true, 11, 'telegram:42')`,
  )
const laterPage = () =>
  costOf(
    'reminders-of-recipient',
    '(text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer, text)',
    `('default', '-infinity', 'infinity', '2040-01-01 10:00Z', '00000000-0000-0000-0000-000000000000', true, 11, 'telegram:42')`,
  )

async function deletion(): Promise<number> {
  const { rows } = await sql.query(`select bucket, id from belfry.reminders where recipient = 'telegram:42' limit 1`)
  const [{ bucket, id }] = rows
  const one = `array[${bucket}]::smallint[], array['${id}']::uuid[]`
  const all = [
    await costOf('lock-reminders', '(smallint[], uuid[], text)', `(${one}, 'default')`),
    await costOf('end-reminders', '(smallint[], uuid[], text, text)', `(${one}, 'cancelled', 'cancelled')`),
    await costOf('latest-sent', '(smallint, uuid)', `(${bucket}::smallint, '${id}')`),
  ]
  return all.reduce((sum, count) => sum + count, 0)
}

describe('for somebody with 1,000 reminders', () => {
  it('a page and a deletion cost the same among 1,000 and among 25,000', async () => {
    await fill('telegram:42', 1_000)
    await sql.query('vacuum analyze belfry.reminders')
    const before = { page: await page(), later: await laterPage(), deletion: await deletion() }
    await fill('', 24_000)
    await sql.query('vacuum analyze belfry.reminders')
    const after = { page: await page(), later: await laterPage(), deletion: await deletion() }
    expect(Math.max(before.page, after.page, after.later)).toBeLessThanOrEqual(40)
    expect(after.page - before.page).toBeLessThanOrEqual(15)
    expect(after.later - before.later).toBeLessThanOrEqual(15)
    expect(after.deletion).toBeLessThanOrEqual(60)
    expect(after.deletion - before.deletion).toBeLessThanOrEqual(15)
  })
})
