// The ledger's key is an identity of the engine: marked by hand, the engine does not fire it; fired by the engine, a mark
// answers false.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/channels/memory/memory.ts'
import type { ScheduleInput } from '../../src/engine/reminder.ts'
import type { LedgerKey } from '../../src/ledger/ledger.ts'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sized } from '../size.ts'
import { latch } from './latch.ts'
import { openTables, type Tables } from './tables.ts'

let database: TestDatabase
let tables: Tables
let test: TestBelfry
const races = sized(8, 20)
const second = memoryChannel({ name: 'second' })

beforeAll(async () => {
  database = await createTestDatabase()
  tables = openTables(database.url)
  test = await createTestBelfry({ database: database.url, channels: [second] })
  await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
})
afterAll(async () => {
  await test.close()
  await tables.close()
  await database.drop()
})
beforeEach(() => {
  test.memory.clear()
  second.clear()
})

let n = 0
function meeting(): { key: LedgerKey; reminder: Pick<ScheduleInput, 'entity' | 'kind' | 'recipient'> } {
  const id = `m${++n}`
  return {
    key: { entityType: 'meeting', entityId: id, reminderType: '24h', userId: 'ana' },
    reminder: { entity: { type: 'meeting', id }, kind: '24h', recipient: 'ana' },
  }
}
const { mark, wasSent, schedule } = {
  mark: (key: LedgerKey) => test.belfry.ledger.markReminderAsSent(key),
  wasSent: (key: LedgerKey) => test.belfry.ledger.wasReminderSent(key),
  schedule: (input: ScheduleInput) => test.belfry.reminders.schedule(input),
}
const inbox = async () => (await tables.counts()).inbox
const statesOf = async (id: string) =>
  (await test.belfry.reminders.explain(id)).deliveries.map(({ channel, state }) => `${channel} ${state}`).sort()

const channelLists = [
  ['memory'],
  ['in_app'],
  ['memory', 'second'],
  ['in_app', 'memory'],
  ['memory', 'in_app', 'second'],
]

describe.each(channelLists.map((channels) => ({ channels })))('on $channels, marked by hand', ({ channels }) => {
  it('after it was scheduled, the engine does not fire it', async () => {
    const { key, reminder } = meeting()
    const before = await inbox()
    const { id } = await schedule({ ...reminder, in: 'PT1H', channels })
    expect(await mark(key)).toBe(true)
    await test.advance('PT2H')
    expect([...test.memory.sent, ...second.sent]).toEqual([])
    expect(await inbox()).toBe(before)
    expect(await statesOf(id)).toEqual(['hand sent'])
    expect(await mark(key)).toBe(false)
    expect(await test.belfry.reminders.list({ recipient: 'ana' })).toMatchObject({ items: [] })
  })

  it('before it was scheduled, the engine does not fire it', async () => {
    const { key, reminder } = meeting()
    const before = await inbox()
    expect(await mark(key)).toBe(true)
    expect(await schedule({ ...reminder, in: 'PT1H', channels })).toMatchObject({ status: 'already_sent' })
    await test.advance('PT2H')
    expect([...test.memory.sent, ...second.sent]).toEqual([])
    expect(await inbox()).toBe(before)
  })

  it('by the occurrence, the engine does not fire that one', async () => {
    const { key, reminder } = meeting()
    const at = new Date((await test.belfry.clock.read()).now.getTime() + 3_600_000)
    const occurrence = at.toISOString().replace('.000', '')
    expect(await mark({ ...key, occurrence })).toBe(true)
    expect(await schedule({ ...reminder, at, channels })).toMatchObject({ status: 'already_sent', occurrence })
    const later = new Date(at.getTime() + 3_600_000)
    expect(await schedule({ ...reminder, at: later, channels })).toMatchObject({ status: 'created' })
    await test.advance('PT3H')
    expect(test.memory.sent).toHaveLength(channels.includes('memory') ? 1 : 0)
  })

  it('as a whole, the engine does not fire what was planned before', async () => {
    const { key, reminder } = meeting()
    const before = await inbox()
    const { id } = await schedule({ ...reminder, in: 'PT1H', channels })
    expect(await mark({ ...key, occurrence: 'once' })).toBe(true)
    await test.advance('PT2H')
    expect([...test.memory.sent, ...second.sent]).toEqual([])
    expect(await inbox()).toBe(before)
    const skipped = channels.map((channel) => `${channel} skipped`)
    expect(await statesOf(id)).toEqual(['hand sent', ...skipped].sort())
  })

  it('and released, the engine may fire it again', async () => {
    const { key, reminder } = meeting()
    const { id } = await schedule({ ...reminder, in: 'PT1H', channels })
    await mark(key)
    expect(await test.belfry.ledger.release(key)).toBe(true)
    await test.advance('PT2H')
    expect(await statesOf(id)).toEqual(channels.map((channel) => `${channel} sent`).sort())
    expect(test.memory.sent).toHaveLength(channels.includes('memory') ? 1 : 0)
  })

  it('after the engine fired it, is false', async () => {
    const { key, reminder } = meeting()
    const { id, occurrence } = await schedule({ ...reminder, in: 'PT1H', channels })
    await test.advance('PT1H')
    expect(await wasSent(key)).toBe(true)
    expect(await mark(key)).toBe(false)
    expect(await mark({ ...key, occurrence })).toBe(false)
    expect(await test.belfry.ledger.release(key)).toBe(false)
    expect(await statesOf(id)).toEqual(channels.map((channel) => `${channel} sent`).sort())
  })
})

describe('a mark of what the engine has under way', () => {
  it('is false while it is being sent, while it waits for a retry, and while its outcome is unknown', async () => {
    const { key, reminder } = meeting()
    const answer = latch()
    const asked = latch()
    test.memory.script(async () => {
      asked.open()
      await answer.opened
      return { kind: 'deferred' }
    })
    const { id } = await schedule({ ...reminder, in: 'PT0S' })
    await asked.opened
    expect([await statesOf(id), await wasSent(key), await mark(key)]).toEqual([['memory sending'], true, false])
    answer.open()
    await test.settled()
    expect([await statesOf(id), await mark(key)]).toEqual([['memory pending'], false])
    test.memory.script(() => ({ kind: 'unknown' }))
    await test.advance('PT1M')
    test.memory.script(null)
    expect([await statesOf(id), await wasSent(key), await mark(key)]).toEqual([['memory unknown'], true, false])
  })

  it('is false after it failed: its send had begun', async () => {
    const { key, reminder } = meeting()
    test.memory.script(() => ({ kind: 'refused' }))
    await schedule({ ...reminder, in: 'PT0S' })
    await test.settled()
    test.memory.script(null)
    expect([await wasSent(key), await mark(key)]).toEqual([false, false])
  })

  it('is true after it was cancelled or came too late: nothing was sent', async () => {
    const cancelled = meeting()
    const { id } = await schedule({ ...cancelled.reminder, in: 'PT1H' })
    await test.belfry.reminders.cancel(id)
    expect([await wasSent(cancelled.key), await mark(cancelled.key)]).toEqual([false, true])
    const late = meeting()
    await schedule({ ...late.reminder, in: 'PT1H', tolerance: 'PT1M' })
    await test.jump(new Date((await test.belfry.clock.read()).now.getTime() + 2 * 3_600_000).toISOString())
    expect([await wasSent(late.key), await mark(late.key)]).toEqual([false, true])
  })

  it('stands for the next moment where there is one: after a move, for the new one', async () => {
    const { key, reminder } = meeting()
    await schedule({ ...reminder, in: 'PT1H' })
    await test.advance('PT1H')
    expect(await wasSent(key)).toBe(true)
    await schedule({ ...reminder, in: 'PT1H' })
    expect(await wasSent(key)).toBe(false)
    expect(await mark(key)).toBe(true)
    await test.advance('PT1H')
    expect(test.memory.sent).toHaveLength(1)
  })

  it('is false for what rang and was snoozed', async () => {
    const { key, reminder } = meeting()
    const { id, occurrence } = await schedule({ ...reminder, in: 'PT1H' })
    await test.advance('PT1H')
    await test.belfry.reminders.snooze(id, { for: 'PT10M' })
    expect(await mark({ ...key, occurrence })).toBe(false)
    expect(await mark(key)).toBe(false)
    await test.advance('PT10M')
    expect(test.memory.sent).toHaveLength(2)
  })
})

describe('a mark that races with a firing worker', () => {
  it(`has exactly one winner, ${10 * races} times`, async () => {
    const marked: string[] = []
    for (let round = 0; round < races; round++) {
      const raced = Array.from({ length: 10 }, (_, i) => ({ ...meeting(), channels: channelLists[i % 5]! }))
      const at = new Date((await test.belfry.clock.read()).now.getTime() + 60_000)
      const scheduled = await test.belfry.reminders.scheduleMany(
        raced.map(({ reminder, channels }) => ({ ...reminder, at, channels })),
      )
      // The worker is woken by the clock; the marks start up to some turns of the event loop later.
      const due = test.belfry.clock.set(at)
      const marks = await Promise.all(
        raced.map(async ({ key }, i) => {
          for (let turn = 0; turn < i * round; turn++) await new Promise(setImmediate)
          return await mark(key)
        }),
      )
      await due
      await test.settled()
      const told = new Set([...test.memory.sent, ...second.sent].map(({ entity }) => entity.id))
      for (const [i, { key, channels }] of raced.entries()) {
        if (marks[i]) marked.push(scheduled[i]!.id)
        const states = await statesOf(scheduled[i]!.id)
        const all = channels.map((channel) => `${channel} sent`).sort()
        expect(states).toEqual(marks[i] ? ['hand sent'] : all)
        if (channels.some((channel) => channel !== 'in_app')) expect(told.has(key.entityId)).toBe(!marks[i])
      }
    }
    expect(await tables.query('select from belfry.inbox where reminder = any ($1)', [marked])).toEqual([])
    const ids = [...test.memory.sent, ...second.sent].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('leaves one winner of several marks, too', async () => {
    for (let round = 0; round < races; round++) {
      const { key, reminder } = meeting()
      const at = new Date((await test.belfry.clock.read()).now.getTime() + 60_000)
      await schedule({ ...reminder, at })
      const [, ...marks] = await Promise.all([test.belfry.clock.set(at), mark(key), mark(key), mark(key), mark(key)])
      await test.settled()
      const rang = test.memory.sent.filter(({ entity }) => entity.id === key.entityId).length
      expect(rang + marks.filter((isFirst) => isFirst).length).toBe(1)
    }
  })
})

describe('a mark by hand of an entity that Belfry knows', () => {
  it('stands for the entity’s moment: moved to another one, it can be sent again', async () => {
    const name = { type: 'meeting', id: '42' }
    const key = { entityType: 'meeting', entityId: '42', reminderType: 'agenda', userId: 'ana' }
    await test.belfry.entities.put({
      ...name,
      at: '2030-02-01T10:00:00',
      timezone: 'Europe/Paris',
      recipients: ['ana'],
    })
    expect(await test.belfry.ledger.markReminderAsSent(key)).toBe(true)
    expect(await test.belfry.ledger.markReminderAsSent(key)).toBe(false)
    expect(await test.belfry.ledger.wasReminderSent(key)).toBe(true)
    await test.belfry.entities.put({ ...name, at: '2030-02-02T10:00:00' })
    expect(await test.belfry.ledger.wasReminderSent(key)).toBe(false)
    expect(await test.belfry.ledger.markReminderAsSent(key)).toBe(true)
  })
})
