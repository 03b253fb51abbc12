// A message about several reminders has one link, and what is done there is done to each of them.

import { expect, it } from 'vitest'
import { readActionToken } from '../../src/access/action-token.ts'
import { memoryChannel } from '../../src/channels/memory/memory.ts'
import { abouts, minute, schedule, scripted } from './coalescing.ts'
import { many, useDatabase } from './running.ts'

const { start, client } = useDatabase()

it('Done in a message about several is Done of each, and the link says so', async () => {
  const email = { ...memoryChannel({ name: 'email' }), format: 'email' as const }
  const secret = 'a secret that is long enough to be one'
  const { belfry, advance } = await start({
    ...{ channels: [email], publicUrl: 'https://reminders.example.com', secret, coalesce: { within: 'PT1M' } },
  })
  await belfry.reminders.scheduleMany(many(3, { channels: ['email', { channel: 'in_app', after: 'PT1H' }] }))
  await advance('PT5M')
  expect(email.sent.length).toBe(1)
  const [message] = email.sent
  const { token, done } = message!.content!.actions!
  expect(done).toBe(`https://reminders.example.com/r/${token}?a=done`)
  const read = readActionToken(token, await belfry.access.signingSecret(secret))
  expect(read).toEqual({ kind: 'good', tenant: 'default', delivery: message!.id })
  expect(await belfry.deliveries.standing(message!.id)).toMatchObject({ count: 3, state: 'open', title: null })

  expect(await belfry.deliveries.act(message!.id, { action: 'done' })).toMatchObject({ result: 'done' })
  expect(await belfry.deliveries.act(message!.id, { action: 'done' })).toMatchObject({ result: 'done' })
  expect(await belfry.deliveries.standing(message!.id)).toMatchObject({ count: 3, state: 'done' })
  await advance('PT2H')
  expect((await belfry.inbox.list({ recipient: 'ana' })).items).toEqual([])
  await expect(belfry.deliveries.act('00000000-0000-4000-8000-000000000000', { action: 'done' })).rejects.toMatchObject(
    {
      code: 'not_found',
    },
  )
})

it('Done in a message is nothing to a reminder that was snoozed before it was sent', async () => {
  const test = await start(minute)
  const tried = scripted(test, [{ kind: 'deferred' }])
  const { b } = await schedule(test, { a: 60, b: 61 })
  await test.advance('PT2M')
  await test.belfry.reminders.snooze(b!, { for: 'PT3H' })
  await test.advance('PT5M')
  expect(abouts(tried)).toEqual([['a', 'b'], ['a']])
  expect(await test.belfry.deliveries.standing(tried[1]!.id)).toMatchObject({ count: 1, title: 'title a' })
  expect(await test.belfry.deliveries.act(tried[1]!.id, { action: 'done' })).toMatchObject({ result: 'done' })
  await test.advance('PT4H')
  expect(abouts(tried)).toEqual([['a', 'b'], ['a'], ['b']])
})

it('what is no longer kept does not stand in the way of the others', async () => {
  const test = await start(minute)
  const { a, b } = await schedule(test, { a: 60, b: 61 })
  await test.advance('PT5M')
  const { id } = test.memory.sent[0]!
  const sql = await client()
  await sql.query('delete from belfry.deliveries where reminder = $1', [a])
  expect(await test.belfry.deliveries.act(id, { action: 'done' })).toMatchObject({ result: 'done' })
  expect(await test.belfry.deliveries.standing(id)).toMatchObject({ count: 1, title: 'title b', state: 'done' })
  await sql.query('delete from belfry.deliveries where reminder = $1', [b])
  await expect(test.belfry.deliveries.act(id, { action: 'done' })).rejects.toMatchObject({ code: 'not_found' })
})

it('what was done in a message about several is taken back of each', async () => {
  const email = { ...memoryChannel({ name: 'email' }), format: 'email' as const }
  const { belfry, advance } = await start({ channels: [email], coalesce: { within: 'PT1M' } })
  await belfry.reminders.scheduleMany(many(3, { channels: ['email', 'in_app'] }))
  await advance('PT5M')
  const { id } = email.sent[0]!
  const states = async () => (await belfry.inbox.list({ recipient: 'ana' })).items.map(({ state }) => state)
  await belfry.deliveries.act(id, { action: 'done' })
  expect(await states()).toEqual(['done', 'done', 'done'])
  expect(await belfry.inbox.undo(id)).toMatchObject({ state: 'unread' })
  expect(await states()).toEqual(['unread', 'unread', 'unread'])
  expect(await belfry.deliveries.standing(id)).toMatchObject({ count: 3, state: 'open' })
})
