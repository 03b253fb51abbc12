// Retention: what is old goes, in bounded chunks; what is being decided, and what still stands in the way, stays.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LedgerKey } from '../../src/ledger/ledger.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sized } from '../size.ts'
import { latch } from './latch.ts'
import { openTables, type Tables } from './tables.ts'

let database: TestDatabase
let tables: Tables
let test: TestBelfry
const lines: { fields: object; message: string }[] = []
const info = (fields: object, message: string) => void lines.push({ fields, message })

beforeAll(async () => {
  database = await createTestDatabase()
  tables = openTables(database.url)
  const logger = { debug: () => {}, info, warn: () => {}, error: () => {} }
  test = await createTestBelfry({ database: database.url, logger })
  await test.belfry.recipients.put({ id: 'ana' })
})
afterAll(async () => {
  await test.close()
  await tables.close()
  await database.drop()
})
beforeEach(() => tables.query('truncate belfry.deliveries, belfry.attempts, belfry.reminders, belfry.inbox'))

let n = 0
const mealPlan = (more: Partial<LedgerKey> = {}): LedgerKey => ({
  entityType: 'MEAL_PREP',
  entityId: `p${++n}`,
  reminderType: '1d',
  userId: 'ana',
  ...more,
})
const note = () => ({ entity: { type: 'note', id: `n${++n}` }, recipient: 'ana' })
const days = async (count: number) => new Date((await test.belfry.clock.read()).now.getTime() + count * 86_400_000)
const cleanup = (...args: Parameters<TestBelfry['belfry']['ledger']['cleanupOldReminders']>) =>
  test.belfry.ledger.cleanupOldReminders(...args)
const rows = async () => (await tables.counts()).deliveries

describe('cleanupOldReminders', () => {
  it('removes what is older than that many days, and answers how many', async () => {
    const old = [mealPlan(), mealPlan(), mealPlan()]
    await test.belfry.ledger.markRemindersAsSent(old)
    await test.advance('P5D')
    const young = mealPlan()
    await test.belfry.ledger.markReminderAsSent(young)
    await test.advance('P5D')
    expect(await cleanup(10.5)).toBe(0)
    expect(await cleanup(7)).toBe(3)
    expect(await cleanup(7)).toBe(0)
    expect(await test.belfry.ledger.markRemindersAsSent([...old, young])).toEqual([true, true, true, false])
  })

  it('keeps 90 days when nobody says otherwise', async () => {
    await test.belfry.ledger.markReminderAsSent(mealPlan())
    await test.advance('P89D')
    expect(await cleanup()).toBe(0)
    await test.advance('P2D')
    expect(await cleanup()).toBe(1)
  })

  it('a mark by hand goes by the time of the mark alone, whatever its occurrence says', async () => {
    const mark = mealPlan({ occurrence: '2999-12-31T09:00' })
    await test.belfry.ledger.markReminderAsSent(mark)
    await test.advance('P91D')
    expect(await cleanup(90)).toBe(1)
  })

  it('what the engine sent early stays until its own moment is as old', async () => {
    const at = await days(300)
    const { id } = await test.belfry.reminders.schedule({ ...note(), at, tolerance: 'P1D' })
    await test.belfry.reminders.cancel(id)
    // Sent now, for a moment in 300 days: as a plan's early step, or a settled restore, would be.
    await tables.query(`update belfry.deliveries set state = 'sent', reason = null, attempt = 1 where reminder = $1`, [
      id,
    ])
    await test.advance('P200D')
    expect(await cleanup(90)).toBe(0)
    await test.advance('P180D')
    expect(await cleanup(90)).toBe(0)
    await test.advance('P11D')
    expect(await cleanup(90)).toBe(1)
  })

  it('never removes what is sending, unknown or waiting, however old', async () => {
    const [begun, end] = [latch(), latch()]
    const sending = test.belfry.ledger.sendOnce(mealPlan(), async () => {
      begun.open()
      await end.opened
    })
    await begun.opened
    await test.belfry.ledger.sendOnce(mealPlan(), () => Promise.reject(new Error('no'))).catch(() => {})
    await test.belfry.holds.hold({ channel: 'memory', reason: 'test' })
    await test.belfry.reminders.schedule({ ...note(), in: 'PT0S', tolerance: 'P1000D' })
    await test.settled()
    const states = () => tables.query('select state from belfry.deliveries order by state')
    const before = await states()
    expect(before).toEqual([{ state: 'pending' }, { state: 'sending' }, { state: 'unknown' }])
    await test.advance('P400D')
    expect(await cleanup(0)).toBe(0)
    expect(await states()).toEqual(before)
    await test.belfry.holds.release({ channel: 'memory' })
    end.open()
    await sending
    await test.settled()
    expect(await cleanup(90)).toBe(1)
  })

  it('takes the attempts of what it removes along', async () => {
    test.memory.script(() => ({ kind: 'refused', reply: '550 no such user' }))
    await test.belfry.reminders.schedule({ ...note(), in: 'PT0S' })
    await test.settled()
    test.memory.script(null)
    expect((await tables.counts()).attempts).toBe(1)
    await test.advance('P91D')
    expect(await cleanup()).toBe(1)
    expect(await tables.counts()).toMatchObject({ deliveries: 0, attempts: 0 })
  })

  it('leaves what was done about the same thing later', async () => {
    const again = note()
    await test.belfry.reminders.schedule({ ...again, in: 'PT1M' })
    await test.advance('P5D')
    const { id } = await test.belfry.reminders.schedule({ ...again, in: 'PT1M' })
    await test.advance('PT2M')
    await test.belfry.reminders.acknowledge(id)
    const done = async () => await tables.query('select generation from belfry.actions where reminder = $1', [id])
    expect(await done()).toHaveLength(1)
    expect(await cleanup(3)).toBe(1)
    expect(await done()).toHaveLength(1)
  })

  it('works in bounded chunks, with a line and a call for each', async () => {
    for (let batch = 0; batch < 12; batch++)
      await test.belfry.ledger.markRemindersAsSent(Array.from({ length: 1_000 }, () => mealPlan()))
    await test.advance('P91D')
    const seen: number[] = []
    lines.length = 0
    expect(await cleanup(90, { progress: (removed) => seen.push(removed) })).toBe(12_000)
    expect(seen).toEqual([5_000, 10_000, 12_000])
    const counts = lines.flatMap(({ fields }) => ('removed' in fields ? [fields.removed] : []))
    expect(counts).toEqual(seen)
  })

  it('removes only what is the caller’s own tenant’s', async () => {
    await test.belfry.ledger.markReminderAsSent(mealPlan())
    const other = await createTestBelfry({
      database: database.url,
      tenant: 'acme',
      now: (await days(100)).toISOString(),
    })
    try {
      expect(await other.belfry.ledger.cleanupOldReminders(1)).toBe(0)
      expect(await cleanup(1)).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('refuses a number of days that is none', async () => {
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, '90', null]) {
      await expect(cleanup(bad as number)).rejects.toMatchObject({ code: 'invalid_input', field: '/days' })
    }
    await expect(cleanup(90, { progres: () => {} } as object)).rejects.toMatchObject({ code: 'unknown_field' })
  })
})

describe('a driven year', () => {
  it('leaves the ledger as large as 90 days need, however many passed', async () => {
    const perDay = sized(12, 100)
    const sizes: { rows: number; bytes: number }[] = []
    for (let week = 0; week < 52; week++) {
      const { now } = await test.belfry.clock.read()
      const dueAt = (day: number) => new Date(now.getTime() + (day + 1) * 86_400_000)
      const reminders = Array.from({ length: 7 * perDay }, (_, i) => ({
        ...note(),
        at: dueAt(i % 7),
        title: 'Day by day',
      }))
      await test.belfry.reminders.scheduleMany(reminders)
      await test.advance('P7D')
      await cleanup()
      // What autovacuum does in a real year.
      await tables.query('vacuum belfry.deliveries, belfry.reminders, belfry.claims')
      sizes.push({ rows: (await rows())!, bytes: await ledgerBytes() })
    }
    expect(test.memory.sent.length).toBeGreaterThanOrEqual(52 * 7 * perDay)
    const [steady, end] = [sizes[14]!, sizes[51]!]
    expect(Math.max(...sizes.map((size) => size.rows))).toBeLessThanOrEqual(91 * perDay)
    expect(end.rows).toBeGreaterThanOrEqual(89 * perDay)
    expect(end.bytes).toBeLessThan(steady.bytes * 1.25)
  })
})

async function ledgerBytes(): Promise<number> {
  const [row] = await tables.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.relnamespace = 'belfry'::regnamespace and c.relname in ('deliveries', 'reminders', 'claims', 'attempts')`,
  )
  return row!.bytes
}
