// recipients.delete is erasure: in one transaction addresses and texts are gone everywhere, stored replies included,
// what was pending is cancelled, and what was in flight is named and not tried again.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bucketOf } from '../../src/engine/key.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { latch } from './latch.ts'
import { openTables, type Tables, withoutPulses } from './tables.ts'

let database: TestDatabase
let tables: Tables
let test: TestBelfry

beforeAll(async () => {
  database = await createTestDatabase()
  tables = openTables(database.url)
  test = await createTestBelfry({ database: database.url })
})
afterAll(async () => {
  await test.close()
  await tables.close()
  await database.drop()
})
beforeEach(() => {
  test.memory.script(null)
  test.memory.clear()
})

let n = 0
async function person(): Promise<string> {
  // the dash ends it: p1- is not the beginning of p10-
  const id = `p${++n}-`
  await test.belfry.recipients.put({ id, name: `Secret Name ${id}`, addresses: { memory: `secret@${id}` } })
  return id
}
const note = (recipient: string) => ({
  entity: { type: 'note', id: `n${++n}` },
  recipient,
  title: `secret title of ${recipient}`,
  body: `secret body of ${recipient}`,
  data: { nested: [`secret data of ${recipient}`] },
})
const sentTo = (id: string) => test.memory.sent.filter(({ recipient }) => recipient === id)
const schedule: TestBelfry['belfry']['reminders']['schedule'] = (input) => test.belfry.reminders.schedule(input)

describe('erasure', () => {
  it('leaves no text, address or reply of the person in any column of any table', async () => {
    const [gone, kept] = [await person(), await person()]
    for (const recipient of [gone, kept]) {
      // In every state a delivery can be in, on a channel and in the inbox, moved, snoozed, cancelled, acknowledged.
      await schedule({ ...note(recipient), in: 'PT0S', channels: ['memory', 'in_app'] })
      const rang = await schedule({ ...note(recipient), in: 'PT0S' })
      await test.settled()
      await test.belfry.reminders.snooze(rang.id, { for: 'PT10M' })
      for (const kind of ['refused', 'gone', 'unknown', 'deferred'] as const) {
        test.memory.script(() => ({ kind, reply: `secret reply to ${recipient}` }))
        await schedule({ ...note(recipient), in: 'PT0S' })
        await test.settled()
      }
      test.memory.script(null)
      const cancelled = await schedule({ ...note(recipient), in: 'PT1H' })
      await test.belfry.reminders.cancel(cancelled.id)
      const moved = { ...note(recipient), in: 'PT1H' }
      await schedule(moved)
      await schedule({ ...moved, in: 'PT2H' })
      await tables.query(`insert into belfry.trouble (bucket, reminder, last_error) values ($1, $2, $3)`, [
        bucketOf(rang.id),
        rang.id,
        `invalid input: "secret title of ${recipient}"`,
      ])
    }
    const secrets = ['Secret Name', 'secret@', 'secret title of', 'secret body of', 'secret data of', 'secret reply to']
    const of = (id: string) => secrets.map((text) => (text.endsWith('@') ? `${text}${id}` : `${text} ${id}`))
    for (const text of of(gone)) expect([text, await tables.holding(text)]).not.toEqual([text, []])
    expect(await test.belfry.recipients.delete(gone)).toMatchObject({ erased: true })
    for (const text of of(gone)) expect([text, await tables.holding(text)]).toEqual([text, []])
    for (const text of of(kept)) expect([text, await tables.holding(text)]).not.toEqual([text, []])
    expect(await test.belfry.recipients.get(gone)).toBeNull()
    expect((await test.belfry.recipients.list()).items.map(({ id }) => id)).not.toContain(gone)
  })

  it('keeps the fact that something was sent', async () => {
    const id = await person()
    const sent = note(id)
    const { id: reminder } = await schedule({ ...sent, in: 'PT0S' })
    await test.settled()
    await test.belfry.recipients.delete(id)
    const key = { entityType: 'note', entityId: sent.entity.id, reminderType: 'once', userId: id }
    expect(await test.belfry.ledger.wasReminderSent(key)).toBe(true)
    expect(await test.belfry.ledger.markReminderAsSent(key)).toBe(false)
    expect(await test.belfry.reminders.get(reminder)).toMatchObject({
      state: 'sent',
      title: null,
      body: null,
      data: null,
    })
  })

  it('cancels what was pending, counts it, and nothing of it rings', async () => {
    const id = await person()
    const first = await schedule({ ...note(id), in: 'PT1H' })
    await schedule({ ...note(id), in: 'PT2H', channels: ['in_app'] })
    test.memory.script(() => ({ kind: 'deferred' }))
    const waiting = await schedule({ ...note(id), in: 'PT0S' })
    await test.settled()
    test.memory.script(null)
    expect(await test.belfry.recipients.delete(id)).toEqual({ erased: true, cancelled: 3, inFlight: [] })
    await test.advance('P1D')
    expect(sentTo(id)).toEqual([])
    for (const one of [first, waiting]) {
      const story = await test.belfry.reminders.explain(one.id)
      expect(story.deliveries).toMatchObject([{ state: 'cancelled', reason: 'erased' }])
    }
    expect((await test.belfry.reminders.list({ recipient: id })).items).toEqual([])
  })

  it('names what was in flight; it is not tried again, and its reply is not kept', async () => {
    const id = await person()
    const [begun, end] = [latch(), latch()]
    let tries = 0
    test.memory.script(async () => {
      tries += 1
      begun.open()
      await end.opened
      return { kind: 'deferred', reply: `secret reply to ${id}` }
    })
    const { id: reminder } = await schedule({ ...note(id), in: 'PT0S' })
    await begun.opened
    const [flying] = (await test.belfry.reminders.explain(reminder)).deliveries
    expect(await test.belfry.recipients.delete(id)).toEqual({ erased: true, cancelled: 0, inFlight: [flying?.id] })
    end.open()
    await test.settled()
    await test.advance('PT1H')
    expect(tries).toBe(1)
    const story = await test.belfry.reminders.explain(reminder)
    expect(story.deliveries).toMatchObject([{ state: 'cancelled', reason: 'stopped' }])
    expect(await tables.holding(`secret reply to ${id}`)).toEqual([])
    expect(await tables.holding(`of ${id}`)).toEqual([])
  })

  it.each(['unknown', 'refused'] as const)('cannot be undone by sending again what was %s', async (kind) => {
    const id = await person()
    test.memory.script(() => ({ kind }))
    const { id: reminder } = await schedule({ ...note(id), in: 'PT0S' })
    await test.settled()
    test.memory.script(null)
    const [delivery] = (await test.belfry.reminders.explain(reminder)).deliveries
    await test.belfry.recipients.delete(id)
    await test.belfry.deliveries.settle(delivery!.id, 'send_again').catch(() => {})
    await test.settled()
    await test.advance('PT1H')
    expect(sentTo(id)).toEqual([])
    await expect(test.belfry.reminders.snooze(reminder, { for: 'PT1M' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of nobody answers so, and a second time too', async () => {
    const nobody = { erased: false, cancelled: 0, inFlight: [] }
    expect(await test.belfry.recipients.delete('nobody')).toEqual(nobody)
    const id = await person()
    await test.belfry.recipients.delete(id)
    expect(await test.belfry.recipients.delete(id)).toEqual(nobody)
  })

  it('is followed by unknown_recipient, until somebody of that id is put again', async () => {
    const id = await person()
    await test.belfry.recipients.delete(id)
    const before = withoutPulses(await tables.counts())
    const refusal = { code: 'unknown_recipient', field: '/recipient' }
    await expect(schedule({ ...note(id), in: 'PT1H' })).rejects.toMatchObject(refusal)
    await expect(test.belfry.reminders.scheduleMany([{ ...note(id), in: 'PT1H' }])).rejects.toMatchObject({
      ...refusal,
      field: '/0/recipient',
    })
    expect(withoutPulses(await tables.counts())).toEqual(before)
    const again = await test.belfry.recipients.put({ id })
    expect(again).toMatchObject({ name: null, addresses: {}, version: 1 })
    expect(await schedule({ ...note(id), in: 'PT1H' })).toMatchObject({ status: 'created' })
  })

  it('is one transaction: rolled back with the caller’s, it did not happen', async () => {
    const id = await person()
    await schedule({ ...note(id), in: 'PT1H' })
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query('begin')
    expect(await test.belfry.with(client).recipients.delete(id)).toMatchObject({ erased: true, cancelled: 1 })
    await client.query('rollback')
    await client.end()
    expect((await test.belfry.recipients.get(id))?.addresses).toEqual({ memory: `secret@${id}` })
    expect((await test.belfry.reminders.list({ recipient: id })).items).toHaveLength(1)
  })
})

describe('erasure that races', () => {
  it('with schedule, leaves no row with a text', async () => {
    for (let round = 0; round < 40; round++) {
      const id = await person()
      const wanted = Array.from({ length: 4 }, (_, i) => schedule({ ...note(id), in: i % 2 ? 'PT0S' : 'PT1H' }))
      const many = test.belfry.reminders.scheduleMany([{ ...note(id), in: 'PT1H' }])
      const results = await Promise.allSettled([test.belfry.recipients.delete(id), ...wanted, many])
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unknown_recipient' })
      }
      await test.settled()
      expect(await tables.holding(`of ${id}`)).toEqual([])
      expect(await tables.query('select from belfry.reminders where recipient = $1', [id])).toEqual([])
    }
  })

  it('with a firing worker: nothing begins after its answer', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await person()
      const at = new Date((await test.belfry.clock.read()).now.getTime() + 60_000)
      await test.belfry.reminders.scheduleMany(Array.from({ length: 10 }, () => ({ ...note(id), at })))
      const due = test.belfry.clock.set(at)
      for (let turn = 0; turn < round * 3; turn++) await new Promise(setImmediate)
      const { cancelled, inFlight } = await test.belfry.recipients.delete(id)
      await due
      await test.settled()
      const sent = sentTo(id)
      expect(sent.length).toBe(10 - cancelled)
      expect(inFlight.length).toBeLessThanOrEqual(sent.length)
      expect(await tables.holding(`of ${id}`)).toEqual([])
    }
  })
})
