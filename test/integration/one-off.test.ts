import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let test: TestBelfry

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestBelfry({ database: database.url })
  await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', locale: 'en' })
})
afterAll(async () => {
  await test.close()
  await database.drop()
})
beforeEach(() => test.memory.clear())

let n = 0
const note = () => ({ type: 'note', id: `n${++n}` })

describe('a one-off reminder', () => {
  it('rings at its moment, once, and never before', async () => {
    const { id } = await test.belfry.reminders.schedule({
      entity: note(),
      recipient: 'ana',
      in: 'PT1H',
      title: 'Call mom',
    })
    await test.advance('PT59M59S')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT1S')
    expect(test.memory.sent.map(({ title }) => title)).toEqual(['Call mom'])
    await test.advance('P2D')
    expect(test.memory.sent).toHaveLength(1)
    expect((await test.belfry.reminders.get(id))?.state).toBe('sent')
  })

  it('is an upsert by identity that says what it did', async () => {
    const entity = note()
    const wanted = { entity, recipient: 'ana', at: '2031-06-01T09:00:00', title: 'one' } as const
    const created = await test.belfry.reminders.schedule(wanted)
    expect(created).toMatchObject({ status: 'created', occurrence: '2031-06-01T09:00', generation: 1 })
    expect(created.dueAt.toISOString()).toBe('2031-06-01T07:00:00.000Z')
    expect((await test.belfry.reminders.schedule(wanted)).status).toBe('unchanged')
    expect((await test.belfry.reminders.schedule({ ...wanted, title: 'two' })).status).toBe('updated')
    expect((await test.belfry.reminders.schedule({ ...wanted, at: '2031-06-01T10:00:00' })).status).toBe('updated')
    expect(created.id).toBe((await test.belfry.reminders.schedule(wanted)).id)
    await test.belfry.reminders.cancel(created.id)
  })

  it('cancelled and wanted again at the same moment, rings', async () => {
    const wanted = { entity: note(), recipient: 'ana', at: (await inOneHour()).toISOString() }
    const { id } = await test.belfry.reminders.schedule(wanted)
    expect(await test.belfry.reminders.cancel(id)).toEqual({ id, cancelled: true, inFlight: [], alreadySent: [] })
    await test.belfry.reminders.schedule(wanted)
    await test.advance('PT2H')
    expect(test.memory.sent).toHaveLength(1)
  })

  it('does not ring twice for a request that is repeated after it rang', async () => {
    const wanted = { entity: note(), recipient: 'ana', at: (await inOneHour()).toISOString() }
    await test.belfry.reminders.schedule(wanted)
    await test.advance('PT1H')
    expect((await test.belfry.reminders.schedule(wanted)).status).toBe('already_sent')
    await test.advance('PT1H')
    expect(test.memory.sent).toHaveLength(1)
    expect((await test.belfry.reminders.schedule({ ...wanted, again: true })).generation).toBe(2)
    await test.settled()
    expect(test.memory.sent).toHaveLength(2)
  })

  it('too late to be useful, expires with a reason', async () => {
    const { id } = await test.belfry.reminders.schedule({
      entity: note(),
      recipient: 'ana',
      in: 'PT1H',
      tolerance: 'PT10M',
    })
    const { now } = await test.belfry.clock.read()
    await test.jump(new Date(now.getTime() + 2 * 3_600_000).toISOString())
    expect(test.memory.sent).toEqual([])
    const story = await test.belfry.reminders.explain(id)
    expect(story.deliveries).toMatchObject([{ state: 'expired', reason: 'too_late', why: 'Too late to be useful.' }])
  })

  it('snoozed after it rang, rings a second time, linked to the first', async () => {
    const { id } = await test.belfry.reminders.schedule({
      entity: note(),
      recipient: 'ana',
      in: 'PT1H',
      title: 'Stretch',
    })
    await test.advance('PT1H')
    expect(await test.belfry.reminders.snooze(id, { for: 'PT10M' })).toMatchObject({ id, generation: 2 })
    await test.advance('PT9M')
    expect(test.memory.sent).toHaveLength(1)
    await test.advance('PT1M')
    expect(test.memory.sent.map(({ title }) => title)).toEqual(['Stretch', 'Stretch'])
    expect((await test.belfry.reminders.explain(id)).deliveries.map(({ generation }) => generation)).toEqual([2, 1])
  })

  it('in-app is a row of the inbox, written with the ledger', async () => {
    const { id } = await test.belfry.reminders.schedule({
      entity: note(),
      recipient: 'ana',
      in: 'PT1M',
      channels: ['in_app'],
      title: 'Hello',
    })
    await test.advance('PT1M')
    expect((await test.belfry.reminders.explain(id)).deliveries).toMatchObject([{ channel: 'in_app', state: 'sent' }])
  })
})

describe('what a channel answers', () => {
  it('deferred is tried again after 1, 5 and 15 minutes, then failed', async () => {
    const tries: string[] = []
    test.memory.script(async () => {
      tries.push((await test.belfry.clock.read()).now.toISOString().slice(11, 16))
      return { kind: 'deferred', reply: '429' }
    })
    await test.jump('2030-03-01T12:00:00Z')
    const { id } = await test.belfry.reminders.schedule({ entity: note(), recipient: 'ana', in: 'PT0S' })
    await test.advance('PT1H')
    test.memory.script(null)
    expect(tries).toEqual(['12:00', '12:01', '12:06', '12:21'])
    const story = await test.belfry.reminders.explain(id)
    expect(story.deliveries).toMatchObject([{ state: 'failed', reason: 'retries_exhausted', attempt: 4 }])
    expect(story.attempts.map(({ outcome }) => outcome)).toEqual(['deferred', 'deferred', 'deferred', 'deferred'])
  })

  it('unknown is held and listed; an operator settles it', async () => {
    test.memory.script(() => ({ kind: 'unknown', reply: 'socket closed' }))
    const { id } = await test.belfry.reminders.schedule({ entity: note(), recipient: 'ana', in: 'PT1M' })
    await test.advance('PT1H')
    test.memory.script(null)
    const [unknown] = await test.belfry.deliveries.needingAttention({ state: 'unknown' })
    expect(unknown).toMatchObject({ reminderId: id, state: 'unknown', reason: 'outcome_unknown' })
    expect(await test.belfry.deliveries.settle(unknown!.id, 'send_again')).toEqual({ state: 'pending' })
    await test.settled()
    expect(test.memory.sent).toHaveLength(1)
  })

  it('a critical reminder is tried once more after an unknown outcome, and only once', async () => {
    let tries = 0
    test.memory.script(() => ({ kind: 'unknown', reply: String(++tries) }))
    await test.belfry.reminders.schedule({ entity: note(), recipient: 'ana', in: 'PT1M', critical: true })
    await test.advance('PT1H')
    test.memory.script(null)
    expect(tries).toBe(2)
  })
})

async function inOneHour(): Promise<Date> {
  return new Date((await test.belfry.clock.read()).now.getTime() + 3_600_000)
}
