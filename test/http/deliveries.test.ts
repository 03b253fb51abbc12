// Deliveries through HTTP: what was sent, what was not and why, and what a person decides about what nobody can know.

import { describe, expect, it } from 'vitest'
import { type Ringing, startRinging } from './ringing.ts'
import { useServer } from './serving.ts'

const server = useServer()

/** Each rings with the outcome that its id names. */
async function ring({ ask, advance, memory }: Ringing, outcomes: readonly string[]): Promise<Record<string, string>> {
  memory.script(({ entity }) => ({ kind: entity.id as 'delivered', reply: `it is ${entity.id}` }))
  for (const [i, id] of outcomes.entries())
    await ask('POST', '/v1/reminders', {
      body: { entity: { type: 'note', id }, recipient: 'ana', in: `PT${i + 1}M`, title: id },
    })
  await advance('PT1H')
  const { body } = await ask('GET', '/v1/deliveries')
  return Object.fromEntries(body.items.map((one: { id: string; entity: { id: string } }) => [one.entity.id, one.id]))
}

describe('lists', () => {
  it('narrow down by state, channel, recipient, entity and time', async () => {
    const ringing = await startRinging(server)
    const { ask } = ringing
    const ids = await ring(ringing, ['delivered', 'refused', 'unknown'])
    const found = async (query: string) =>
      (await ask('GET', `/v1/deliveries?${query}`)).body.items.map((one: { entity: { id: string } }) => one.entity.id)
    expect(await found('')).toEqual(['unknown', 'refused', 'delivered'])
    expect(await found('state=failed')).toEqual(['refused'])
    expect(await found('state=unknown&channel=memory')).toEqual(['unknown'])
    expect(await found('channel=in_app')).toEqual([])
    expect(await found('recipient=ana&state=sent')).toEqual(['delivered'])
    expect(await found('recipient=bo')).toEqual([])
    expect(await found('entityType=note&entityId=refused')).toEqual(['refused'])
    expect(await found('from=2031-01-01T00:02:00Z&to=2031-01-01T00:03:00Z')).toEqual(['refused'])
    expect(await ask('GET', `/v1/deliveries/${ids.refused}`)).toMatchObject({
      status: 200,
      body: { state: 'failed', reason: 'refused', why: expect.any(String), attempt: 1, sentAt: null },
    })
  })

  it('go page by page, also while more is sent', async () => {
    const ringing = await startRinging(server)
    const { ask, advance, memory } = ringing
    await ring(ringing, ['delivered', 'refused', 'unknown'])
    const first = await ask('GET', '/v1/deliveries?limit=2')
    expect(first.body.items).toHaveLength(2)
    memory.script(null)
    const body = { entity: { type: 'note', id: 'later' }, recipient: 'ana', in: 'PT1M' }
    await ask('POST', '/v1/reminders', { body })
    await advance('PT1H')
    const second = await ask('GET', `/v1/deliveries?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`)
    expect(second.body.items.map((one: { entity: { id: string } }) => one.entity.id)).toEqual(['delivered'])
    expect(second.body.nextCursor).toBeNull()
    for (const cursor of ['x', '0~x', '99999999999999999999~x', '%00'])
      expect(await ask('GET', `/v1/deliveries?cursor=${cursor}`), cursor).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', pointer: '/cursor' },
      })
  })

  it('attempts say what the provider answered', async () => {
    const ringing = await startRinging(server)
    const { ask } = ringing
    const ids = await ring(ringing, ['delivered', 'refused'])
    const attempts = async (id: string) => (await ask('GET', `/v1/deliveries/${id}/attempts`)).body.items
    expect(await attempts(ids.delivered!)).toMatchObject([{ attempt: 1, outcome: 'delivered' }])
    expect(await attempts(ids.refused!)).toMatchObject([{ attempt: 1, outcome: 'refused', reply: 'it is refused' }])
  })
})

describe('decisions', () => {
  it('an unknown one arrived, or is sent again', async () => {
    const ringing = await startRinging(server)
    const { ask, memory, advance } = ringing
    const settle = async (decision: string) => {
      const { unknown } = await ring(ringing, ['unknown'])
      memory.script(null)
      return { unknown, answer: await ask('POST', `/v1/deliveries/${unknown}/settle`, { body: { decision } }) }
    }
    const again = await settle('send_again')
    expect(again.answer).toMatchObject({ status: 200, body: { id: again.unknown, state: 'pending' } })
    await memory.received(1)
    await advance('PT1M')
    const path = `/v1/deliveries/${again.unknown}`
    expect(await ask('GET', path)).toMatchObject({ body: { state: 'sent', attempt: 3 } })
    expect(await ask('POST', `${path}/settle`, { body: { decision: 'sent' } })).toMatchObject({
      status: 409,
      body: { code: 'not_unknown' },
    })
    expect(await ask('POST', `${path}/retry`)).toMatchObject({ status: 409, body: { code: 'not_failed' } })
    expect(await ask('POST', `${path}/settle`, { body: { decision: 'perhaps' } })).toMatchObject({
      status: 400,
      body: { pointer: '/decision' },
    })
  })

  it('it arrived: nothing is sent', async () => {
    const ringing = await startRinging(server)
    const { ask, memory, advance } = ringing
    const { unknown } = await ring(ringing, ['unknown'])
    memory.script(null)
    const settled = await ask('POST', `/v1/deliveries/${unknown}/settle`, { body: { decision: 'sent' } })
    expect(settled).toMatchObject({ status: 200, body: { state: 'sent' } })
    await advance('PT1H')
    expect(memory.sent).toEqual([])
  })

  it('what failed is tried again; what was cancelled meanwhile is not', async () => {
    const ringing = await startRinging(server)
    const { ask, memory } = ringing
    const { refused } = await ring(ringing, ['refused', 'unknown'])
    memory.script(null)
    expect(await ask('POST', `/v1/deliveries/${refused}/retry`)).toMatchObject({
      status: 200,
      body: { id: refused, state: 'pending' },
    })
    expect(await memory.received(1)).toHaveLength(1)
    const [{ id: unknown, reminderId }] = (await ask('GET', '/v1/deliveries?state=unknown')).body.items
    await ask('POST', `/v1/reminders/${reminderId}/cancel`)
    expect(await ask('POST', `/v1/deliveries/${unknown}/settle`, { body: { decision: 'send_again' } })).toMatchObject({
      status: 409,
      body: { code: 'stopped' },
    })
  })

  it('are about deliveries that exist', async () => {
    const { ask } = await startRinging(server)
    const none = '/v1/deliveries/00000000-0000-0000-0000-000000000000.0000000000000001'
    expect(await ask('GET', none)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await ask('GET', `${none}/attempts`)).toMatchObject({ status: 404 })
    expect(await ask('POST', `${none}/retry`)).toMatchObject({ status: 404 })
    expect(await ask('POST', `${none}/settle`, { body: { decision: 'sent' } })).toMatchObject({ status: 404 })
    expect(await ask('GET', '/v1/deliveries/nonsense')).toMatchObject({ status: 400, body: { pointer: '/id' } })
  })
})
