// A page in the middle of a long list reads that page, also under row-level security: there PostgreSQL keeps every condition
// that might leak out of the index, and then reads everything before the page.

import pg from 'pg'
import { expect, it } from 'vitest'
import { indexPlans } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import { useDatabase } from './running.ts'

const { url, open, atEnd } = useDatabase()

const moment = (g: string) => `timestamptz '2040-01-01' + ${g} * interval '1 s'`
const numbers = 'generate_series(1, 5000) g cross join lateral (select md5(g::text)::uuid as id) k'
const fills = [
  `insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id,
    kind, recipient, occurrence)
  select ${moment('g')}, 'infinity', now(), g, belfry.bucket_of(id), id, 'default', 'note', g::text, 'once', 'ana', 'o'
  from ${numbers}`,
  `insert into belfry.deliveries (at, due_at, occurrence_key, useful_until, created_at, attempt, bucket, reminder, tenant,
    entity_type, entity_id, kind, recipient, occurrence, channel, state, reason, attention_at)
  select ${moment('g')}, now(), g, 'infinity', now(), 1, belfry.bucket_of(id), id, 'default', 'note', g::text, 'once', 'ana', 'o',
    'email', 'unknown', 'lost', now()
  from ${numbers}`,
  `insert into belfry.audit (at, tenant, actor, action) select ${moment('g')}, 'default', 'a', 'b' from ${numbers}`,
]

interface Plan {
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows were read only to find that they are not wanted. */
function inVain({ 'Rows Removed by Filter': removed = 0, Plans = [] }: Plan): number {
  return Plans.reduce((sum, step) => sum + inVain(step), removed)
}

const middle = moment('2500')
const uuid = `'00000000-0000-0000-0000-000000000000'`
const [always, later] = [`'-infinity'`, `'infinity'`]

it.each([
  ['reminders-of-tenant', 'from a moment on', [middle, later, 'null', 'null', 'false', '50']],
  ['reminders-of-tenant', 'after a cursor', [always, later, middle, uuid, 'false', '50']],
  ['reminders-of-recipient', 'from a moment on', [middle, later, 'null', 'null', 'false', '50', `'ana'`]],
  ['reminders-of-recipient', 'after a cursor', [always, later, middle, uuid, 'false', '50', `'ana'`]],
  [
    'deliveries-of-recipient',
    'after a cursor',
    [always, later, middle, uuid, '0', 'null', 'null', '50', '50', `'ana'`],
  ],
  [
    'deliveries-needing-attention',
    'after a cursor',
    [always, later, middle, uuid, '0', `array['unknown']`, 'null', '50', '50'],
  ],
  ['audit-by-time', 'after a cursor', [always, later, middle, '0', 'null', 'null', '50', '50']],
])('%s %s', async (name, _, parameters) => {
  const belfry = await open({ roles: true })
  expect(belfry.hasRoles).toBe(true)
  const settings = indexPlans.split(' ').map((setting) => `-c ${setting}`)
  const sql = new pg.Client({ connectionString: url(), options: settings.join(' ') })
  await sql.connect()
  atEnd(() => sql.end())
  for (const fill of fills) await sql.query(fill)
  await sql.query('analyze')
  await sql.query(`set role belfry_app; select set_config('belfry.tenant', 'default', false)`)
  await sql.query(`prepare "${name}" as ${statementText(name)}`)
  const values = [`'default'`, ...parameters].join()
  const { rows } = await sql.query(`explain (analyze, format json) execute "${name}" (${values})`)
  expect(inVain(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(100)
  expect((await sql.query(`execute "${name}" (${values})`)).rows.length).toBeGreaterThanOrEqual(50)
})
