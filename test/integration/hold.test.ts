// A hold that was answered is in force: no send of what it covers begins afterwards, in any worker.

import { expect, it } from 'vitest'
import { sized } from '../size.ts'
import { blocked, gateAtCommit } from './gate.ts'
import { reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()
const holdCount = sized(40, 100)

it.each([{}, { tenant: 'default' }, { channel: 'memory' }])(
  'a hold of %o waits for the fire that has not seen it',
  async (scope) => {
    const test = await start()
    const sql = await client()
    const gate = await gateAtCommit(sql)
    const order: string[] = []
    test.memory.script(() => {
      order.push('begun')
      return { kind: 'delivered' }
    })
    await test.belfry.reminders.schedule(reminder('a'))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await gate.reached()
    const held = test.belfry.holds.hold({ ...scope, reason: 'test' }).then(() => order.push('held'))
    await Promise.race([held, blocked(sql, 2)])
    // It has not answered while the fire is open. Then the fire is over for both, and which of them this process hears of first is chance.
    expect(order).toEqual([])
    await gate.open()
    await held
    await test.memory.received(1)
    expect(order.sort()).toEqual(['begun', 'held'])
  },
)

it(`${holdCount} holds against a worker that fires: what was not fired before the answer does not begin`, async () => {
  const test = await start()
  const sql = await client()
  const fired = async (id: string) =>
    (await sql.query("select 1 from belfry.deliveries where entity_id = $1 and state <> 'pending'", [id])).rows.length >
    0
  const begun: string[] = []
  test.memory.script(({ entity }) => {
    begun.push(entity.id)
    return { kind: 'delivered' }
  })
  for (let i = 0; i < holdCount; i++) {
    const scheduled = test.belfry.reminders.schedule(reminder(String(i), { in: 'PT0S' }))
    // a little later each time, so that the hold meets the fire at every point of its way
    for (let wait = 0; wait < i % 10; wait++) await new Promise(setImmediate)
    await test.belfry.holds.hold({ channel: 'memory', reason: 'race' })
    // The commit of a fire is the point at which a hold comes too late, as it is for a cancel.
    const isLate = await fired(String(i))
    await scheduled
    await test.settled()
    if (!isLate) expect(begun).not.toContain(String(i))
    await test.belfry.holds.release({ channel: 'memory' })
    await test.memory.received(i + 1)
  }
})
