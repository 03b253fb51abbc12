// 10,000 items of one person beside 100,000 of others: pages and marks read a bounded number of buffers, counts the index alone.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBelfry } from '../../src/index.ts'
import { indexPlans } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let sql: pg.Client

/** Every hundredth of hers is snoozed, archived or done; a fifth is unread. */
const fill = `
  with people as (
    select n, case when n % 11 = 0 then 'ana' else 'p' || (n % 1000) end as recipient,
      md5(n::text)::uuid as id
    from generate_series(1, 110000) as n
  ), delivered as (
    insert into belfry.deliveries (at, due_at, occurrence_key, bucket, reminder, tenant, entity_type, entity_id, kind, recipient,
      occurrence, channel, state, attempt)
    select now(), now(), n, belfry.bucket_of(id), id, 'default', 'note', n::text, 'once', recipient, 'once', 'in_app', 'sent', 1
    from people
  )
  insert into belfry.inbox (tenant, recipient, bucket, reminder, occurrence_key, at, title, read_at, archived_at, snoozed_until)
  select 'default', recipient, belfry.bucket_of(id), id, n, now(), 'Call mom',
    case when n % 5 > 0 or n % 100 = 3 then now() end, case when n % 100 = 4 then now() end, case when n % 100 = 3 then now() end
  from people order by n`

beforeAll(async () => {
  database = await createTestDatabase()
  const belfry = await createBelfry({ database: database.url, migrate: true })
  await belfry.recipients.put({ id: 'ana' })
  await belfry.close()
  sql = new pg.Client({ connectionString: database.url })
  sql.on('error', () => {})
  await sql.connect()
  await sql.query(fill)
  await sql.query('vacuum analyze belfry.inbox, belfry.deliveries')
  // As Belfry's own connections are.
  for (const setting of indexPlans.split(' ')) await sql.query(`set ${setting.replace('=', ' = ')}`)
})

afterAll(async () => {
  await sql.end()
  await database.drop()
})

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly 'Heap Fetches'?: number
  readonly Plans?: readonly Plan[]
}

/** What a statement reads, prepared as it is in a worker or a server. */
async function looked(statement: string, types: string, values: string): Promise<{ buffers: number; text: string }> {
  await sql.query(`deallocate all`)
  await sql.query(`prepare looked (${types}) as ${statementText(statement)}`)
  const { rows } = await sql.query(`explain (analyze, buffers, format json) execute looked (${values})`)
  const plan = rows[0]['QUERY PLAN'][0].Plan as Plan
  return { buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], text: JSON.stringify(plan) }
}

const last = `9223372036854775807`

describe('10,000 items', () => {
  it('are there', async () => {
    const { rows } = await sql.query(`select count(*)::int as count from belfry.inbox where recipient = 'ana'`)
    expect(rows[0].count).toBe(10_000)
  })

  it('a page of 50 reads some dozens of buffers, wherever it begins', async () => {
    const first = await looked('inbox-list', 'text, text, bigint, integer', `'default', 'ana', ${last}, 51`)
    expect(first.buffers, first.text).toBeLessThan(80)
    const deep = await looked('inbox-list', 'text, text, bigint, integer', `'default', 'ana', 5000, 51`)
    expect(deep.buffers, deep.text).toBeLessThan(80)
  })

  it('so does a page of one state, also of one that few are in', async () => {
    for (const state of ['unread', 'snoozed', 'archived', 'done']) {
      const page = await looked(
        'inbox-in-state',
        'text, text, text, bigint, integer',
        `'default', 'ana', '${state}', ${last}, 51`,
      )
      expect(page.buffers, `${state}: ${page.text}`).toBeLessThan(80)
    }
  })

  it('the items of a page are found by their keys', async () => {
    const { rows } = await sql.query(
      `select array_agg(bucket) as buckets, array_agg(reminder) as reminders, array_agg(occurrence_key) as keys
       from (select * from belfry.inbox where recipient = 'ana' order by id desc limit 50) i`,
    )
    const list = (values: readonly (string | number)[]) => `'{${values.join(',')}}'`
    const { buckets, reminders, keys } = rows[0]
    const items = await looked(
      'inbox-by-key',
      'text, smallint[], uuid[], bigint[]',
      `'default', ${list(buckets)}, ${list(reminders)}, ${list(keys)}`,
    )
    expect(items.buffers, items.text).toBeLessThan(50 * 13)
  })

  it('counting them reads the index alone, a buffer for about a hundred', async () => {
    const counts = await looked('inbox-counts', 'text, text', `'default', 'ana'`)
    expect(counts.text).toContain('"Index Name":"inbox_state"')
    expect(counts.text).toContain('"Heap Fetches":0')
    expect(counts.buffers, counts.text).toBeLessThan(200)
  })

  it('a mark costs the same whatever somebody has', async () => {
    const marks = (who: string) => looked('inbox-marks', 'text[], text[]', `'{default}', '{${who}}'`)
    const [much, little, none] = [await marks('ana'), await marks('p7'), await marks('nobody')]
    for (const { buffers, text } of [much, little, none]) expect(buffers, text).toBeLessThan(16)
  })
})
