// The numbers of the whole installation: what they count, when they are estimates, and that their cost does not follow the
// sizes of the tables, also by a plan that was made while they were empty.

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { statementText } from '../../src/storage/statements.ts'
import { many, reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

const settings = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((plan) => `-c enable_${plan}=off`)
const spread = 'cross join lateral (select md5(g::text)::uuid as id) k on conflict do nothing'

const reminders = (from: number, upto: number, due: string) =>
  `insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id,
    kind, recipient, occurrence)
  select ${due}, '2050-01-01', now(), 1, belfry.bucket_of(id), id, 'default', 'fill', g::text, 'once', 'ana', 'x'
  from generate_series(${from}, ${upto}) g ${spread}`

const deliveries = (from: number, upto: number, state: string, more: string) =>
  `insert into belfry.deliveries (at, due_at, occurrence_key, created_at, attempt, bucket, reminder, tenant, entity_type,
    entity_id, kind, recipient, occurrence, channel, state, reason, pending_at, attention_at)
  select now(), now(), 1, now(), 1, belfry.bucket_of(id), id, 't' || g % 3, 'note', g::text, 'once', 'r' || g, 'o',
    'email', '${state}', ${more}
  from generate_series(${from}, ${upto}) g ${spread}`

describe('stats', () => {
  it('counts what is there, for all tenants', async () => {
    const test = await start()
    const other = await open({ tenant: 'other' })
    const sql = await client()
    await test.belfry.reminders.scheduleMany(many(3))
    await other.reminders.schedule(reminder('theirs', { in: 'PT2H' }))
    await sql.query(deliveries(1, 4, 'unknown', `'outcome_unknown', null, now()`))
    await sql.query(deliveries(5, 6, 'failed', `'refused', null, now()`))
    await sql.query(deliveries(7, 7, 'pending', `null, '2050-01-01', null`))
    await test.belfry.holds.hold({ reason: 'test' })
    await test.belfry.holds.hold({ reason: 'test', channel: 'email' })
    const held = await test.belfry.stats()
    expect(held).toMatchObject({
      now: new Date('2030-01-01T00:00:00Z'),
      due: { value: 0, precision: 'exact' },
      oldestDueAt: null,
      reminders: { value: 4, precision: 'exact' },
      waiting: { value: 1, precision: 'exact' },
      holds: { all: 1, tenant: 0, channel: 1, tenant_channel: 0 },
      requests: { value: 0, precision: 'exact' },
    })
    expect(Object.values(held.attention).map(({ value }) => value)).toEqual([2, 4, 0])
    await test.belfry.clock.set(new Date('2030-01-01T00:05:00Z'))
    const late = await test.belfry.stats()
    expect(late.due).toEqual({ value: 3, precision: 'exact' })
    expect(late.oldestDueAt).toEqual(new Date('2030-01-01T00:01:00Z'))
  })

  it('beyond ten thousand gives PostgreSQL’s estimate, and what is due as a lower bound', async () => {
    const belfry = await open()
    const sql = await client()
    for (const table of ['reminders', 'deliveries'])
      await sql.query(`alter table belfry.${table} set (autovacuum_enabled = off)`)
    await sql.query(reminders(1, 12_000, `timestamptz '2001-01-01' + g * interval '1 s'`))
    await sql.query(deliveries(1, 3_000, 'failed', `'refused', null, now()`))
    await sql.query(deliveries(3_001, 4_000, 'unknown', `'outcome_unknown', null, now()`))
    const before = await belfry.stats()
    expect(before.reminders).toEqual({ value: 10_000, precision: 'at_least' })
    expect(before.attention.failed.precision).toBe('at_least')
    await sql.query('analyze belfry.reminders, belfry.deliveries')
    const after = await belfry.stats()
    expect(after.due).toEqual({ value: 10_000, precision: 'at_least' })
    expect(after.reminders).toEqual({ value: 12_000, precision: 'estimate' })
    expect(after.attention.failed.precision).toBe('estimate')
    const { failed, unknown, quarantined } = after.attention
    expect(Math.abs(failed.value + unknown.value + quarantined.value - 4_000)).toBeLessThanOrEqual(2)
  })

  it('costs no more with ten times as much in the tables, planned while they were empty', async () => {
    await open()
    const sql = new pg.Client({
      connectionString: url(),
      options: `${settings.join(' ')} -c plan_cache_mode=force_generic_plan -c jit=off`,
    })
    await sql.connect()
    atEnd(() => sql.end())
    for (const table of ['reminders', 'deliveries'])
      await sql.query(`alter table belfry.${table} set (autovacuum_enabled = off)`)
    await sql.query(`prepare stats (integer, integer) as ${statementText('stats')}`)
    // The limits are low, so that a small table is beyond them already.
    const buffers = async () => {
      const look = 'explain (analyze, buffers, format json) execute stats (1001, 501)'
      await sql.query(look)
      const { rows } = await sql.query(look)
      const plan = rows[0]['QUERY PLAN'][0].Plan
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    const fill = async (from: number, upto: number) => {
      const share = (upto - from + 1) / 4
      const part = (n: number) => [from + n * share, from + (n + 1) * share - 1] as const
      await sql.query(reminders(from, upto, `timestamptz '2040-01-01' + g * interval '1 s'`))
      await sql.query(deliveries(...part(0), 'failed', `'refused', null, now()`))
      await sql.query(deliveries(...part(1), 'pending', `null, now() + g * interval '1 s', null`))
      await sql.query(deliveries(...part(2), 'sent', 'null, null, null'))
      await sql.query(deliveries(...part(3), 'sending', 'null, null, null'))
    }
    const empty = await buffers()
    await fill(1, 8_000)
    const some = await buffers()
    await fill(8_001, 80_000)
    const more = await buffers()
    expect(empty).toBeLessThan(40)
    // a look into the table for each of 1,001 reminders, 1,001 that wait, 501 that need attention, and the pages of the indexes
    expect(more).toBeLessThan(3_000)
    expect(more - some).toBeLessThan(100)
    // what was vacuumed needs no look into the table
    await sql.query('vacuum belfry.reminders, belfry.deliveries')
    expect(await buffers()).toBeLessThan(800)
  })
})
