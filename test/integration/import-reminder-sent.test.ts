// A "never send twice" table, taken over: what it says was sent is not sent again, by nobody.

import { describe, expect, it } from 'vitest'
import type { LedgerKey } from '../../src/index.ts'
import { accountedFor, linesOf, stateOf, useImports } from './importing.ts'
import type { Tables } from './tables.ts'

const { begin, url } = useImports()

/** As Prisma makes it: times without a zone, in UTC. */
const table = `create table public."ReminderSent" (
  id text primary key default gen_random_uuid()::text, "entityType" text not null, "entityId" text not null,
  "reminderType" text not null, "userId" text not null, "sentAt" timestamp(3) not null,
  unique ("entityType", "entityId", "reminderType", "userId"))`

async function fill(tables: Tables, count: number, sentAt = '2029-12-15 10:00:00.123'): Promise<void> {
  await tables.query(table)
  await tables.query(
    `insert into public."ReminderSent" ("entityType", "entityId", "reminderType", "userId", "sentAt")
     select 'MEETING', 'm' || i, '24h', 'ana', $2::timestamp from generate_series(1, $1::integer) i`,
    [count, sentAt],
  )
}

const key = (id: string): LedgerKey => ({ entityType: 'MEETING', entityId: id, reminderType: '24h', userId: 'ana' })
const source = { table: 'public."ReminderSent"' }
const line = (id: string, more: object = {}) => ({ ...key(id), sentAt: '2029-12-15T10:00:00Z', ...more })

describe('import.reminderSent', () => {
  it('makes marks as markReminderAsSent would have made them, at the time of the send', async () => {
    const { test, imports, tables } = await begin()
    await fill(tables, 3)
    expect(await test.belfry.ledger.wasReminderSent(key('m1'))).toBe(false)
    const report = await imports.reminderSent(source)
    expect(report).toMatchObject({ dryRun: false, read: 3, imported: 3, marked: 3, alreadyThere: 0, refusedCount: 0 })
    expect(await test.belfry.ledger.wasReminderSent(key('m1'))).toBe(true)
    expect(await test.belfry.ledger.markReminderAsSent(key('m1'))).toBe(false)
    expect(await test.belfry.ledger.getRemindersSentForEntity('MEETING', 'm2')).toEqual([
      {
        ...key('m2'),
        occurrence: 'once',
        channel: 'hand',
        state: 'sent',
        sentAt: new Date('2029-12-15T10:00:00.123Z'),
      },
    ])
  })

  it('keeps the engine from ringing the same key, scheduled after the import', async () => {
    const { test, imports } = await begin()
    await imports.reminderSent({ lines: linesOf([line('m1')]) })
    const wanted = { entity: { type: 'MEETING', id: 'm1' }, kind: '24h', recipient: 'ana', in: 'PT1H' }
    expect(await test.belfry.reminders.schedule(wanted)).toMatchObject({ status: 'already_sent' })
    await test.belfry.reminders.schedule({ ...wanted, entity: { type: 'MEETING', id: 'other' } })
    await test.advance('P1D')
    expect(test.memory.sent.map(({ entity }) => entity.id)).toEqual(['other'])
  })

  it('keeps the engine from ringing the same key, scheduled before the import', async () => {
    const { test, imports } = await begin()
    const wanted = { entity: { type: 'MEETING', id: 'm1' }, kind: '24h', recipient: 'ana', in: 'PT1H' }
    const { id } = await test.belfry.reminders.schedule(wanted)
    expect(await imports.reminderSent({ lines: linesOf([line('m1')]) })).toMatchObject({ marked: 1 })
    await test.advance('P1D')
    expect(test.memory.sent).toEqual([])
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.map(({ state, reason }) => [state, reason])).toContainEqual(['skipped', 'marked_by_hand'])
  })

  it('also a reminder of a later generation', async () => {
    const { test, imports } = await begin()
    const wanted = { entity: { type: 'MEETING', id: 'm1' }, kind: '24h', recipient: 'ana' }
    await test.belfry.reminders.schedule({ ...wanted, in: 'PT1M' })
    await test.advance('PT1H')
    await test.belfry.reminders.schedule({ ...wanted, in: 'PT1H', again: true })
    test.memory.clear()
    await imports.reminderSent({ lines: linesOf([line('m1')]) })
    await test.advance('P1D')
    expect(test.memory.sent).toEqual([])
  })

  it('run again, imports nothing twice', async () => {
    const { imports, tables } = await begin()
    await fill(tables, 5)
    await imports.reminderSent(source)
    const before = await stateOf(tables)
    expect(await imports.reminderSent(source)).toMatchObject({ read: 5, imported: 0, alreadyThere: 5 })
    expect(await stateOf(tables)).toEqual(before)
  })

  it('leaves alone what Belfry marked or sent itself', async () => {
    const { test, imports, tables } = await begin()
    await test.belfry.ledger.markReminderAsSent(key('m1'))
    const before = await stateOf(tables)
    expect(await imports.reminderSent({ lines: linesOf([line('m1')]) })).toMatchObject({ imported: 0, alreadyThere: 1 })
    expect(await stateOf(tables)).toEqual(before)
  })

  it('interrupted and run again, ends as if it had never been interrupted', async () => {
    const { imports, tables } = await begin()
    await fill(tables, 10)
    const crash = () => {
      throw new Error('the power is gone')
    }
    await expect(imports.reminderSent(source, { batchSize: 4, onProgress: crash })).rejects.toThrow('the power is gone')
    expect((await tables.counts()).deliveries).toBe(4)
    expect(await imports.reminderSent(source)).toMatchObject({ read: 10, imported: 6, alreadyThere: 4 })
    const interrupted = await stateOf(tables)
    await tables.query('delete from belfry.deliveries')
    await imports.reminderSent(source)
    expect(await stateOf(tables)).toEqual(interrupted)
  })

  it('two at once share the work', async () => {
    const { imports, tables } = await begin()
    await fill(tables, 500)
    const reports = await Promise.all([1, 2, 3].map(() => imports.reminderSent(source, { batchSize: 50 })))
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(500)
    expect((await tables.counts()).deliveries).toBe(500)
  })

  it('as a dry run, writes nothing and reports the same', async () => {
    const { imports, tables } = await begin()
    await fill(tables, 7)
    const rows = [line('m1'), line('m2'), line('m1'), line('x', { userId: '' }), line('m2'), line('m3')]
    const lines = [...linesOf(rows), 'not json']
    for (const from of [source, { lines }]) {
      const before = await stateOf(tables)
      const dry = await imports.reminderSent(from, { dryRun: true, batchSize: 2 })
      expect(await stateOf(tables)).toEqual(before)
      const real = await imports.reminderSent(from, { batchSize: 2 })
      expect({ ...dry, dryRun: false }).toEqual(real)
      expect(accountedFor(real)).toBe(real.read)
    }
  })

  it('goes by the original time when old records are cleaned up', async () => {
    const { test, imports } = await begin()
    await imports.reminderSent({
      lines: linesOf([line('old', { sentAt: '2029-06-01T00:00:00Z' }), line('young', { sentAt: '2029-12-31T00:00Z' })]),
    })
    expect(await test.belfry.ledger.cleanupOldReminders(90)).toBe(1)
    expect(await test.belfry.ledger.wasReminderSent(key('old'))).toBe(false)
    expect(await test.belfry.ledger.wasReminderSent(key('young'))).toBe(true)
  })

  it('takes an occurrence where a column is named for it', async () => {
    const { test, imports, tables } = await begin()
    await tables.query(
      `create table sent_weekly (entity_type text, entity_id text, kind text, client text, week text, at timestamptz)`,
    )
    await tables.query(
      `insert into sent_weekly values ('CHECKIN', 'c1', 'weekly', 'ana', '2029-W51', '2029-12-17T09:00:00+01:00'),
       ('CHECKIN', 'c1', 'weekly', 'ana', '2029-W52', '2029-12-24T09:00:00+01:00')`,
    )
    const columns = {
      ...{ id: null, entityType: 'entity_type', entityId: 'entity_id', reminderType: 'kind', userId: 'client' },
      ...{ sentAt: 'at', occurrence: 'week' },
    }
    expect(await imports.reminderSent({ table: 'sent_weekly', columns })).toMatchObject({ imported: 2 })
    const checkIn = { entityType: 'CHECKIN', entityId: 'c1', reminderType: 'weekly', userId: 'ana' }
    const { markReminderAsSent } = test.belfry.ledger
    expect(await markReminderAsSent({ ...checkIn, occurrence: '2029-W52' })).toBe(false)
    expect(await markReminderAsSent({ ...checkIn, occurrence: '2030-W01' })).toBe(true)
  })

  it('stays inside its tenant', async () => {
    const { test, imports } = await begin({ tenant: 'acme' })
    await imports.reminderSent({ lines: linesOf([line('m1')]) })
    expect(await test.belfry.ledger.wasReminderSent(key('m1'))).toBe(true)
    const { createBelfry } = await import('../../src/index.ts')
    const other = await createBelfry({ database: url() })
    try {
      expect(await other.ledger.wasReminderSent(key('m1'))).toBe(false)
    } finally {
      await other.close()
    }
  })
})
