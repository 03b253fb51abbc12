// A send whose result was lost may have reached the person. While it waits to be tried once more (a critical reminder, or
// a channel that can repeat), a cancel must say so, and the occurrence must not count as "never begun".

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestBelfry, type TestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let test: TestBelfry

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestBelfry({ database: database.url })
  await test.belfry.recipients.put({ id: 'ana' })
})
afterAll(async () => {
  await test.close()
  await database.drop()
})

let sends = 0
beforeEach(() => {
  sends = 0
  test.memory.script(async () => {
    sends += 1
    // The provider has it, and the answer gets lost: the hold keeps the second try waiting.
    await test.belfry.holds.hold({ channel: 'memory', reason: 'test' })
    return { kind: 'unknown' }
  })
})

afterEach(() => test.belfry.holds.release({ channel: 'memory' }))

async function lostOnce(id: string) {
  const at = new Date((await test.belfry.clock.read()).now.getTime() + 60_000).toISOString()
  const wanted = { entity: { type: 'note', id }, recipient: 'ana', at, critical: true }
  const { id: reminder } = await test.belfry.reminders.schedule(wanted)
  await test.advance('PT1M')
  expect(sends).toBe(1)
  return { reminder, wanted }
}

it('a cancel names a send whose result was lost', async () => {
  const { reminder } = await lostOnce('lost-1')
  const { deliveries } = await test.belfry.reminders.explain(reminder)
  const answer = await test.belfry.reminders.cancel(reminder)
  expect(answer).toMatchObject({ cancelled: false, inFlight: deliveries.map(({ id }) => id) })
})

it('a lost send, cancelled and wanted again, is not sent a second time', async () => {
  const { reminder, wanted } = await lostOnce('lost-2')
  await test.belfry.reminders.cancel(reminder)
  await test.belfry.reminders.schedule(wanted)
  await test.belfry.holds.release({ channel: 'memory' })
  await test.settled()
  expect(sends).toBe(1)
})
