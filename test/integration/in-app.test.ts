// In-app is exactly once, because the inbox row is written by the transaction that fires the reminder: there is no moment
// at which a kill could leave the one without the other.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBelfry } from '../../src/belfry.ts'
import { type FireOptions, fire } from '../../src/engine/fire.ts'
import { silentLogger } from '../../src/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { runtimeRules } from '../../src/time/zone-rules.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { openTables, type Tables } from './tables.ts'

let database: TestDatabase
let tables: Tables
let test: TestBelfry

beforeAll(async () => {
  database = await createTestDatabase()
  tables = openTables(database.url)
  test = await createTestBelfry({ database: database.url })
  await test.belfry.recipients.put({ id: 'ana' })
})
afterAll(async () => {
  await test.close()
  await tables.close()
  await database.drop()
})

let n = 0
const note = () => ({ entity: { type: 'note', id: `n${++n}` }, recipient: 'ana', title: 'Hello', channels: ['in_app'] })

/** Both rows of a reminder, with the transactions that wrote them and whether anybody has touched them since. */
const rowsOf = (id: string) =>
  tables.query<{ together: boolean; state: string; title: string; data: unknown }>(
    `select d.xmin = i.xmin as together, d.state, i.title, i.data
     from belfry.deliveries d left join belfry.inbox i using (bucket, reminder, occurrence_key)
     where d.reminder = $1 and d.channel = 'in_app'`,
    [id],
  )

describe('in_app', () => {
  it('is in the inbox and in the ledger by one and the same transaction', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...note(), in: 'PT1M', data: { n: 1 } })
    expect(await rowsOf(id)).toEqual([])
    await test.advance('PT1M')
    expect(await rowsOf(id)).toEqual([{ together: true, state: 'sent', title: 'Hello', data: { n: 1 } }])
  })

  it('so too when it had to wait, as a further channel or behind a hold', async () => {
    const second = await test.belfry.reminders.schedule({
      ...note(),
      in: 'PT1M',
      channels: ['memory', { channel: 'in_app', after: 'PT5M' }],
    })
    await test.belfry.holds.hold({ channel: 'in_app', reason: 'test' })
    const held = await test.belfry.reminders.schedule({ ...note(), in: 'PT1M' })
    await test.advance('PT10M')
    expect(await rowsOf(held.id)).toMatchObject([{ state: 'pending', title: null }])
    await test.belfry.holds.release({ channel: 'in_app' })
    await test.settled()
    for (const { id } of [second, held]) {
      expect(await rowsOf(id)).toMatchObject([{ together: true, state: 'sent', title: 'Hello' }])
    }
  })

  it('is once in the inbox, for many at once and after every repetition', async () => {
    const wanted = Array.from({ length: 500 }, () => ({ ...note(), in: 'PT1M' }))
    const before = (await tables.counts()).inbox!
    const scheduled = await test.belfry.reminders.scheduleMany(wanted)
    await test.advance('PT1M')
    expect((await tables.counts()).inbox).toBe(before + 500)
    const at = scheduled[0]!.dueAt
    const again = wanted.map(({ in: _, ...rest }) => ({ ...rest, at }))
    const repeated = await test.belfry.reminders.scheduleMany(again)
    expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set(['already_sent']))
    await test.settled()
    expect((await tables.counts()).inbox).toBe(before + 500)
  })

  it('a fire that rolls back leaves neither, and the reminder as it was', async () => {
    // No worker here: nobody else fires.
    const alone = await createTestDatabase()
    const belfry = await createBelfry({ database: alone.url })
    const rows = openTables(alone.url)
    const connection = { connectionString: alone.url }
    const db = openDatabase({ connection, connectionsMax: 1, pooled: false, logger: silentLogger })
    try {
      await belfry.recipients.put({ id: 'ana' })
      await belfry.reminders.schedule({ ...note(), in: 'PT0S' })
      const before = await rows.fingerprint()
      const fired: string[] = []
      const rolledBack = db.transaction(async (tx) => {
        fired.push(...(await fire(tx, options)).rows.map(({ state }) => state))
        throw new Error('power cut')
      })
      await expect(rolledBack).rejects.toThrow('power cut')
      expect(fired).toEqual(['sent'])
      expect(await rows.fingerprint()).toEqual(before)
      await fire(db, options)
      expect(await rows.counts()).toMatchObject({ reminders: 0, deliveries: 1, inbox: 1 })
    } finally {
      await Promise.all([rows.close(), db.close(), belfry.close()])
      await alone.drop()
    }
  })
})

const options: FireOptions = {
  zones: {
    rules: runtimeRules,
    tzVersion: '2025b',
    spacing: async (_tx, wishes) => wishes.map(({ planned }) => planned),
  },
  fromMs: null,
  uptoMs: null,
  most: 100,
  buckets: null,
  tenants: null,
  kind: null,
  lanes: [{ channel: 'in_app', room: 100, needsAddress: false, repeatable: true, withinMs: null }],
  defaultChannels: { channels: ['in_app'], delaysMs: null },
  worker: 'w-test',
  leaseMs: 60_000,
  aside: [],
  only: null,
  late: false,
  half: null,
}
