// The connection breaks while a fire is being committed: the database has it, and the worker never hears of it. It alone
// knows that nothing of it was begun.

import { expect, it } from 'vitest'
import { gateAtCommit } from './gate.ts'
import { many, useDatabase } from './running.ts'
import { wireTo } from './wire.ts'

const { url, start, client, atEnd } = useDatabase()

it('what was fired without the worker hearing of it is sent after all, and nothing becomes unknown', async () => {
  const wire = await wireTo(url(), atEnd)
  const sql = await client()
  const test = await start({ database: wire.url })
  await test.belfry.reminders.scheduleMany(many(50))
  const gate = await gateAtCommit(sql)
  await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
  await gate.reached()
  wire.mute()
  await gate.open()
  const states = async () => (await sql.query('select distinct state from belfry.deliveries')).rows
  while ((await states()).length === 0);
  wire.cut()
  expect(await test.memory.received(50)).toHaveLength(50)
  await test.settled()
  expect(await states()).toEqual([{ state: 'sent' }])
  expect((await sql.query('select from belfry.claims')).rows).toEqual([])
})
