// A statement that was planned while tables were small keeps that plan when they fill, until the next analyze. What it reads
// must depend on what it is given only.

import pg from 'pg'
import { expect, it } from 'vitest'
import { indexPlans } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import { useDatabase } from './running.ts'

const { url, open, atEnd } = useDatabase()

const settings = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((plan) => `-c enable_${plan}=off`)

/** Deliveries of reminders `from` to `upto`, of a recipient each. */
const fill = (from: number, upto: number, state: string, pendingAt: string) =>
  `insert into belfry.deliveries (at, due_at, occurrence_key, useful_until, created_at, attempt, bucket, reminder, tenant,
    entity_type, entity_id, kind, recipient, occurrence, channel, state, pending_at)
  select now(), now(), 1, now() + interval '1 day', now(), 1, belfry.bucket_of(id), id, 'default', 'note', g::text, 'once',
    'r' || g, 'o', 'email', '${state}', ${pendingAt}
  from generate_series(${from}, ${upto}) g cross join lateral (select md5(g::text)::uuid as id) k`

const everybody = `with people as (
    insert into belfry.recipients (tenant, id, created_at, updated_at)
    select 'default', 'r' || g, now(), now() from generate_series(1, 20000) g returning tenant, id)
  insert into belfry.addresses (tenant, recipient, channel, address, created_at)
  select tenant, id, 'email', 'a@example.com', now() from people`

const hundred = `select * from belfry.deliveries where state = 'sending' limit 100`

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows all steps of a plan have handed on together. */
function rowsOf(plan: Plan): number {
  return (plan.Plans ?? []).reduce((sum, step) => sum + rowsOf(step), plan['Actual Rows'] * plan['Actual Loops'])
}

/** The same, with the rows that were read only to find that they are not wanted. */
function walkedBy(plan: Plan): number {
  const { 'Rows Removed by Filter': unfit = 0, 'Rows Removed by Join Filter': unmatched = 0 } = plan
  const rows = (plan['Actual Rows'] + unfit + unmatched) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, step) => sum + walkedBy(step), rows)
}

/** Runs a statement on a hundred of what is being sent, and takes it back. Answers how many rows that has touched. */
async function rowsOfStatement(sql: pg.Client, name: string, values: string[], constants: string[]): Promise<number> {
  const lists = values.map((value, i) => `array_agg(${value}::text)::text as p${i}`)
  const { rows: given } = await sql.query(`select ${lists.join()} from (${hundred}) d`)
  const parameters = Object.values(given[0]).map((list) => `'${list}'`)
  await sql.query('begin')
  const { rows } = await sql.query(
    `explain (analyze, format json) execute "${name}" (${[...parameters, ...constants].join()})`,
  )
  await sql.query('rollback')
  return rowsOf(rows[0]['QUERY PLAN'][0].Plan)
}

it.each([
  ['suspend', ['bucket', 'reminder', 'occurrence_key', `'gone'`, `'a@example.com'`], []],
  ['fallback', ['bucket', 'reminder', 'occurrence_key', `'pending'`], []],
  [
    'conclude',
    [
      ...['bucket', 'reminder', 'occurrence_key', 'attempt', `'failed'`, `'address_gone'`, 'null'],
      ...[`'failed'`, `'address_gone'`, '1', '0', '0', `'gone'`, 'null'],
    ],
    [`'worker'`, `'{}'`, `'{}'`],
  ],
  ['conclude-plain', ['bucket', 'reminder', 'occurrence_key', '1'], [`'{}'`, `'{}'`]],
])('%s touches nothing of what was imported since it was planned', async (name, values, constants) => {
  await open()
  const sql = new pg.Client({
    connectionString: url(),
    options: `${settings.join(' ')} -c plan_cache_mode=force_generic_plan -c jit=off`,
  })
  await sql.connect()
  atEnd(() => sql.end())
  for (const table of ['addresses', 'deliveries'])
    await sql.query(`alter table belfry.${table} set (autovacuum_enabled = off)`)
  await sql.query(fill(1, 20_000, 'sending', 'null'))
  await sql.query('vacuum analyze belfry.deliveries, belfry.addresses')
  await sql.query(`prepare "${name}" as ${statementText(name)}`)
  const before = await rowsOfStatement(sql, name, values, constants)
  await sql.query(fill(20_001, 30_000, 'pending', `case when g % 2 = 0 then timestamptz 'infinity' else now() end`))
  await sql.query(everybody)
  const after = await rowsOfStatement(sql, name, values, constants)
  expect(after).toBeLessThan((before + 100) * 3)
})

const reminders = `insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant,
    entity_type, entity_id, kind, recipient, occurrence)
  select now() + interval '1 day', 'infinity', now(), 1, belfry.bucket_of(id), id, 'default', 'note', g::text, 'once', 'ana', 'o'
  from generate_series(10001, 20000) g cross join lateral (select md5(g::text)::uuid as id) k`

const ended = `update belfry.deliveries set state = 'cancelled', reason = 'cancelled', pending_at = null where state = 'pending'`

const keys = ['array_agg(belfry.bucket_of(id))', 'array_agg(id)']
const listOf = (value: string) => `array_agg(${value})`
const texts = (...all: string[]) => all.map((text) => listOf(`'${text}'::text`))
const nulls = (...all: string[]) => all.map((type) => listOf(`null::${type}`))
const named = [...keys, ...texts('note'), 'array_agg(g::text)', ...texts('once', 'ana')]

/** What each statement takes, in its order, for a hundred reminders; and which of them are there when it runs again. */
const ofRequests: [name: string, from: number, parameters: string[]][] = [
  [
    'schedule-new',
    200_000,
    [
      ...[`'default'`, `'2025a'`, ...named, 'array_agg(2e12)', 'array_agg(3e12)', ...texts('o'), 'array_agg(g)'],
      ...['array_agg(1)', ...texts('UTC'), ...nulls('text', 'text', 'text'), 'array_agg(false)'],
      ...[...nulls('text', 'text', 'jsonb'), 'null', `array['ana']`],
    ],
  ],
  ['stop', 1, [...keys, ...nulls('text', 'integer'), `'moved'`]],
  ['see', 1, [...keys, ...texts('o'), 'array_agg(1)', `'seen'`, `'default'`]],
  [
    'reopen',
    20_001,
    [
      ...[...keys, 'array_agg(1)', ...texts('email'), 'array_agg(0)', 'array_agg(false)'],
      ...[
        ...nulls('text', 'text', 'text', 'jsonb'),
        'array_agg(1e12)',
        'array_agg(2e12)',
        'array_agg(false)',
        ...nulls('uuid'),
      ],
    ],
  ],
  ['end-reminders', 10_001, [...keys, `'cancelled'`, `'cancelled'`]],
  ['mark', 10_001, [`'default'`, ...named, ...nulls('text'), `'sent'`]],
  [
    'import-marks',
    10_001,
    [`'default'`, ...named, ...texts('p'), ...nulls('float8'), ...texts('sent'), ...nulls('text')],
  ],
]

it.each(ofRequests)(
  '%s, planned for a request while tables were empty, walks through nothing that came since',
  async (...given) => {
    const [name, from, parameters] = given
    await open({ roles: true })
    const options = indexPlans.split(' ').map((setting) => `-c ${setting}`)
    const sql = new pg.Client({ connectionString: url(), options: options.join(' ') })
    await sql.connect()
    atEnd(() => sql.end())
    for (const table of ['reminders', 'deliveries'])
      await sql.query(`alter table belfry.${table} set (autovacuum_enabled = off)`)
    await sql.query(`prepare "${name}" as ${statementText(name)}`)
    const walk = async (first: number) => {
      await sql.query(`reset role; select set_config('belfry.tenant', 'default', false)`)
      const { rows: values } = await sql.query(
        `select ${parameters.map((value, i) => `(${value})::text as p${i}`).join()}
       from generate_series(${first}, ${first + 99}) g cross join lateral (select md5(g::text)::uuid as id) k`,
      )
      const list = Object.values(values[0]).map((value) => (value === null ? 'null' : `'${value}'`))
      await sql.query('set role belfry_app')
      const { rows } = await sql.query(`explain (analyze, format json) execute "${name}" (${list.join()})`)
      await sql.query('reset role')
      return walkedBy(rows[0]['QUERY PLAN'][0].Plan)
    }
    await walk(100_000)
    await sql.query(fill(1, 10_000, 'sending', 'null'))
    await sql.query(fill(20_001, 30_000, 'pending', 'now()'))
    await sql.query(ended)
    await sql.query(reminders)
    // A hundred keys, a few steps each. What walks through a table here walks through a hundred times that.
    expect(await walk(from)).toBeLessThan(3_000)
  },
)
