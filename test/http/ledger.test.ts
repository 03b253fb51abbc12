// The ledger through HTTP, for a cron job in any language: "have I sent this before?"

import { describe, expect, it } from 'vitest'
import { startRinging } from './ringing.ts'
import { useServer } from './serving.ts'

const server = useServer()
const key = (more: object = {}) => ({
  ...{ entityType: 'MEETING', entityId: '42', reminderType: '24h', userId: 'ana' },
  ...more,
})

describe('the ledger', () => {
  it('marks once, whoever asks', async () => {
    const { ask } = await server.start()
    const post = async (path: string, body: object) => (await ask('POST', `/v1/ledger/${path}`, { body })).body
    expect(await post('was-sent', key())).toEqual({ sent: false })
    const marks = await Promise.all(Array.from({ length: 20 }, () => post('mark', key())))
    expect(marks.filter(({ marked }) => marked)).toHaveLength(1)
    expect(await post('was-sent', key())).toEqual({ sent: true })
    expect(await post('mark', key({ occurrence: '2031-W03' }))).toEqual({ marked: true })
    expect(await post('mark', key({ occurrence: '2031-W03' }))).toEqual({ marked: false })
    const once = key({ occurrence: 'once' })
    expect(await post('release', once)).toEqual({ released: true })
    expect(await post('release', once)).toEqual({ released: false })
    expect(await post('mark', once)).toEqual({ marked: true })
  })

  it('marks many, answered in their order', async () => {
    const { ask } = await server.start()
    await ask('POST', '/v1/ledger/mark', { body: key({ userId: 'bo' }) })
    const batch = async (keys: object[]) => await ask('POST', '/v1/ledger/mark/batch', { body: { keys } })
    expect(await batch([key(), key({ userId: 'bo' }), key(), key({ userId: 'eve' })])).toMatchObject({
      status: 200,
      body: { marked: [true, false, false, true] },
    })
    expect(await batch([key(), key({ reminderType: 'two words' })])).toMatchObject({
      status: 400,
      body: { pointer: '/keys/1/reminderType' },
    })
    expect(await batch(Array.from({ length: 1_001 }, () => key()))).toMatchObject({
      status: 400,
      body: { code: 'too_many', pointer: '/keys' },
    })
    expect(await batch([])).toMatchObject({ status: 400, body: { pointer: '/keys' } })
  })

  it('lists what was sent about something, and to somebody', async () => {
    const { ask } = await server.start()
    for (const userId of ['ana', 'bo']) await ask('POST', '/v1/ledger/mark', { body: key({ userId }) })
    await ask('POST', '/v1/ledger/mark', { body: key({ entityId: 'a/b' }) })
    const ofEntity = await ask('GET', '/v1/ledger/entities/MEETING/42')
    expect(ofEntity.body.items).toMatchObject([{ userId: 'ana', channel: 'hand', state: 'sent' }, { userId: 'bo' }])
    expect((await ask('GET', '/v1/ledger/entities/MEETING/a%2Fb')).body.items).toHaveLength(1)
    const first = await ask('GET', '/v1/ledger/recipients/ana?limit=1')
    expect(first.body.items).toMatchObject([{ entityId: 'a/b' }])
    const cursor = encodeURIComponent(first.body.nextCursor)
    const second = await ask('GET', `/v1/ledger/recipients/ana?limit=1&cursor=${cursor}`)
    expect(second.body).toMatchObject({ items: [{ entityId: '42' }], nextCursor: null })
  })

  it('stands in the way of a reminder, and the other way round', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const reminder = (id: string) => ({ entity: { type: 'MEETING', id }, kind: '24h', recipient: 'ana', in: 'PT1H' })
    await ask('POST', '/v1/reminders', { body: reminder('42') })
    await ask('POST', '/v1/reminders', { body: reminder('43') })
    expect(await ask('POST', '/v1/ledger/mark', { body: key() })).toMatchObject({ body: { marked: true } })
    await advance('PT2H')
    expect(memory.sent.map(({ entity }) => entity.id)).toEqual(['43'])
    const rung = key({ entityId: '43', occurrence: '2031-01-01T01:00:00Z' })
    expect(await ask('POST', '/v1/ledger/mark', { body: rung })).toMatchObject({ body: { marked: false } })
  })
})
