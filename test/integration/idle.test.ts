import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBelfry, memoryChannel } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { buffersOf, openPlanner } from './buffers.ts'
import { asleep } from './running.ts'

let database: TestDatabase
let sql: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  await (await createBelfry({ database: database.url })).close()
  sql = await openPlanner(database.url)
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

async function fill(count: number): Promise<void> {
  await sql.query(
    `insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id, kind, recipient, occurrence)
     select timestamptz '2040-01-01' + g * interval '1 s', '2050-01-01', now(), 1, belfry.bucket_of(id), id, 'default', 'fill', g::text, 'once', 'ana', 'x'
     from generate_series(1, $1::integer) g cross join lateral (select md5(g::text)::uuid as id) k on conflict do nothing`,
    [count],
  )
  await sql.query('vacuum analyze belfry.reminders')
}

async function buffersOfOneLook(): Promise<number> {
  await sql.query(`prepare look (timestamptz, float8, float8, integer, smallint[], text[]) as ${statementText('next')}`)
  try {
    return await buffersOf(sql, `execute look ('-infinity', 60000, 300000, 1000, null, '{}')`)
  } finally {
    await sql.query('deallocate look')
  }
}

describe('an idle worker', () => {
  it('reads no more than 20 buffers a look, with any number waiting', async () => {
    const few = await buffersOfOneLook()
    await fill(1_000)
    const some = await buffersOfOneLook()
    await fill(50_000)
    const many = await buffersOfOneLook()
    expect(Math.max(few, some, many)).toBeLessThanOrEqual(20)
    expect(many - some).toBeLessThanOrEqual(3)
  })

  it('sleeps: two looks at the most until something wakes it', async () => {
    const belfry = await createBelfry({
      ...{ database: database.url, channels: [memoryChannel({ timeoutMs: 10 })], ...asleep },
    })
    const worker = belfry.startWorker({ leaseMs: 50 })
    let looks = 0
    const first = new Promise((resolve) => worker.events.once('idle', resolve))
    worker.events.on('idle', () => {
      looks += 1
    })
    await first
    // the lease is shorter than the server is old: one that has run out would be reaped at once
    // four hundred round trips: a worker that spins would have looked in between
    for (let i = 0; i < 400; i++) await belfry.clock.read()
    expect(looks).toBeLessThanOrEqual(2)
    await belfry.close()
  })
})
