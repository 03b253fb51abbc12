// A message about several reminders has one link, and what is done there is done to each of them.

import { expect, it } from 'vitest'
import { readActionToken } from '../../src/access/action-token.ts'
import { memoryChannel } from '../../src/channels/memory/memory.ts'
import { many, useDatabase } from './running.ts'

const { start } = useDatabase()

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
