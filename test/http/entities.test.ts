// Entities and plans through HTTP: put, moved, ended, and their reminders follow.

import { describe, expect, it } from 'vitest'
import { startRinging } from './ringing.ts'
import { useServer } from './serving.ts'

const server = useServer()
const path = '/v1/entities/meeting/7'
const meeting = (more: object = {}) => ({
  at: '2031-01-03T10:00:00',
  timezone: 'Europe/Paris',
  title: 'Budget review',
  recipients: ['ana'],
  plan: ['-PT24H', '-PT1H'],
  ...more,
})

describe('entities', () => {
  it('are put, moved with everything that hangs on them, and ring', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const made = await ask('PUT', path, { body: meeting() })
    expect(made).toMatchObject({ status: 201, body: { version: 1, created: 2, moved: 0 } })
    expect(made.body.reminders).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: '1h_before',
          outcome: 'created',
          dueAt: { instant: '2031-01-03T08:00:00.000Z', local: '2031-01-03T09:00:00', timezone: 'Europe/Paris' },
        }),
      ]),
    )
    expect(await ask('PUT', path, { body: { at: '2031-01-03T12:00:00', timezone: 'Europe/Paris' } })).toMatchObject({
      status: 200,
      body: { version: 2, created: 0, moved: 2, cancelled: 0 },
    })
    expect(await ask('GET', path)).toMatchObject({
      status: 200,
      body: {
        ...{ type: 'meeting', id: '7', status: 'active', title: 'Budget review', recipients: [{ id: 'ana' }] },
        at: { instant: '2031-01-03T11:00:00.000Z', local: '2031-01-03T12:00', timezone: 'Europe/Paris' },
      },
    })
    await advance('P3D')
    expect(memory.sent.map(({ kind, dueAt }) => [kind, dueAt.toISOString()])).toEqual([
      ['24h_before', '2031-01-02T11:00:00.000Z'],
      ['1h_before', '2031-01-03T10:00:00.000Z'],
    ])
  })

  it('keep an odd name through the path', async () => {
    const { ask } = await startRinging(server)
    for (const id of ['a/b', 'ü 🙂', '%41', 'x?y#z', "o'neill"]) {
      const odd = `/v1/entities/meeting/${encodeURIComponent(id)}`
      expect(await ask('PUT', odd, { body: meeting() }), id).toMatchObject({ status: 201 })
      expect(await ask('GET', odd)).toMatchObject({ status: 200, body: { id } })
    }
    const { body } = await ask('GET', '/v1/entities/meeting')
    expect(body.items).toHaveLength(5)
  })

  it.each([
    ['cancel', 'cancelled'],
    ['complete', 'done'],
  ])('%s: nothing of it rings any more, and the answer names what has', async (verb, status) => {
    const { ask, advance, memory } = await startRinging(server)
    await ask('PUT', path, { body: meeting() })
    await advance('PT36H')
    expect(memory.sent).toHaveLength(1)
    const ended = await ask('POST', `${path}/${verb}`)
    expect(ended).toMatchObject({ status: 200, body: { cancelled: 1, inFlight: [] } })
    expect(ended.body.alreadySent).toHaveLength(1)
    expect(await ask('GET', path)).toMatchObject({ body: { status } })
    await advance('P3D')
    expect(memory.sent).toHaveLength(1)
    const listed = await ask('GET', `/v1/entities/meeting?status=${status}`)
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toEqual(['7'])
  })

  it('are forgotten, but not what was sent about them', async () => {
    const { ask, advance } = await startRinging(server)
    await ask('PUT', path, { body: meeting() })
    await advance('PT36H')
    expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { cancelled: 1 } })
    expect(await ask('GET', path)).toMatchObject({ status: 404 })
    expect((await ask('GET', '/v1/deliveries?entityType=meeting&entityId=7')).body.items.length).toBeGreaterThan(0)
    for (const [method, more] of [
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/complete'],
    ] as const)
      expect(await ask(method, `/v1/entities/meeting/none${more}`)).toMatchObject({ status: 404 })
  })

  it('have a time line of what was, and what is to come', async () => {
    const { ask, advance } = await startRinging(server)
    await ask('PUT', path, { body: meeting() })
    await advance('PT36H')
    const { status, body } = await ask('GET', `${path}/timeline`)
    expect(status).toBe(200)
    const whats = body.items.map(({ what, state }: { what: string; state: string }) => `${what} ${state}`)
    expect(whats).toEqual(expect.arrayContaining(['change entity_created', 'delivery sent', 'upcoming scheduled']))
    expect(await ask('GET', '/v1/entities/meeting/none/timeline')).toMatchObject({ status: 404 })
  })

  it('say where a put is wrong', async () => {
    const { ask } = await startRinging(server)
    const refused = async (more: object) => {
      const { status, body } = await ask('PUT', path, { body: meeting(more) })
      return [status, body.code, body.pointer]
    }
    expect(await refused({ recipients: ['ana', 'nobody'] })).toEqual([404, 'unknown_recipient', '/recipients/1'])
    expect(await refused({ plan: 'nothing' })).toEqual([404, 'not_found', '/plan'])
    expect(await refused({ plan: ['-PT1H', 'soon'] })).toEqual([400, 'invalid_duration', '/plan/1'])
    expect(await refused({ channels: ['smoke'] })).toEqual([400, 'unknown_channel', '/channels/0'])
    expect(await refused({ recipients: [{ id: 'ana', plann: [] }] })).toEqual([
      400,
      'unknown_field',
      '/recipients/0/plann',
    ])
    expect(await ask('GET', path)).toMatchObject({ status: 404 })
  })
})

describe('plans', () => {
  it('are used by entities, and kept while they are', async () => {
    const { ask } = await startRinging(server)
    const put = await ask('PUT', '/v1/plans/usual', { body: { steps: ['-PT24H', { offset: '-PT1H', kind: 'soon' }] } })
    expect(put).toMatchObject({ status: 201, body: { name: 'usual', used: 0, version: 1 } })
    await ask('PUT', path, { body: meeting({ plan: 'usual' }) })
    expect(await ask('GET', '/v1/plans/usual')).toMatchObject({ status: 200, body: { used: 1 } })
    expect(await ask('DELETE', '/v1/plans/usual')).toMatchObject({ status: 409, body: { code: 'in_use' } })
    await ask('PUT', path, { body: { plan: null } })
    expect(await ask('DELETE', '/v1/plans/usual')).toMatchObject({ status: 200 })
    expect(await ask('DELETE', '/v1/plans/usual')).toMatchObject({ status: 404 })
    expect((await ask('GET', '/v1/plans')).body).toEqual({ items: [] })
  })
})
