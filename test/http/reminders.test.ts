// The life of a reminder through HTTP: scheduled, seen, changed, cancelled with the truth, snoozed, and everything else that people
// do with one.

import { describe, expect, it } from 'vitest'
import { latch } from '../integration/latch.ts'
import { startRinging } from './ringing.ts'
import { useServer } from './serving.ts'

const server = useServer()
const note = (more: object = {}) => ({
  entity: { type: 'note', id: '7' },
  recipient: 'ana',
  in: 'PT1H',
  title: 'Call mom',
  ...more,
})
const nobody = '00000000-0000-0000-0000-000000000000'

describe('scheduling', () => {
  it('rings, once, and stays readable', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const made = await ask('POST', '/v1/reminders', { body: note({ data: { a: [1, null] } }) })
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'created', occurrence: '2031-01-01T01:00:00Z', generation: 1, inFlight: [] },
    })
    const path = `/v1/reminders/${made.body.id}`
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: { state: 'scheduled', data: { a: [1, null] } } })
    expect(await ask('POST', '/v1/reminders', { body: note({ data: { a: [1, null] } }) })).toMatchObject({
      status: 200,
      body: { id: made.body.id, status: 'unchanged' },
    })
    await advance('PT2H')
    expect(memory.sent.map(({ title, data }) => [title, data])).toEqual([['Call mom', { a: [1, null] }]])
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: { state: 'sent', dueAt: null, version: null } })
    expect(await ask('GET', `/v1/reminders/${nobody}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('takes local time and a zone, an offset, or a zone in brackets; and answers with all three', async () => {
    const { ask } = await startRinging(server)
    const at = async (id: string, more: object) =>
      (await ask('POST', '/v1/reminders', { body: note({ entity: { type: 'note', id }, in: undefined, ...more }) }))
        .body.dueAt
    const paris = { instant: '2031-07-01T07:00:00.000Z', local: '2031-07-01T09:00:00', timezone: 'Europe/Paris' }
    expect(await at('1', { at: '2031-07-01T09:00:00', timezone: 'Europe/Paris' })).toEqual(paris)
    expect(await at('2', { at: '2031-07-01T09:00:00[Europe/Paris]' })).toEqual(paris)
    // Without a zone, the recipient's.
    expect(await at('3', { at: '2031-07-01T09:00:00' })).toEqual(paris)
    expect(await at('4', { at: '2031-07-01T09:00:00+02:00' })).toMatchObject({ instant: paris.instant })
    expect(await at('5', { at: '2031-07-01T09:00:00+02:00', timezone: 'Europe/Paris' })).toEqual(paris)
  })

  it('says what the clocks show when they change', async () => {
    const { ask } = await startRinging(server)
    const shown = async (at: string) => {
      const made = await ask('POST', '/v1/reminders', {
        body: note({ entity: { type: 'note', id: at }, in: undefined, at, timezone: 'America/New_York' }),
      })
      return (await ask('GET', `/v1/reminders/${made.body.id}`)).body.dueAt
    }
    // 2 to 3 in the morning of 9 March 2031 is skipped there; 1 to 2 of 2 November comes twice.
    expect(await shown('2031-03-09T02:30:00')).toEqual({
      ...{ instant: '2031-03-09T07:30:00.000Z', local: '2031-03-09T03:30:00', timezone: 'America/New_York' },
    })
    expect(await shown('2031-11-02T01:30:00')).toMatchObject({ instant: '2031-11-02T05:30:00.000Z' })
    expect(await shown('2031-11-02T01:30:00-05:00')).toEqual({
      ...{ instant: '2031-11-02T06:30:00.000Z', local: '2031-11-02T01:30:00', timezone: 'America/New_York' },
    })
  })

  it('tells what has no zone of its own on the clock of the recipient', async () => {
    const { ask } = await startRinging(server)
    await ask('PUT', '/v1/recipients/ana', { body: { timezone: 'Asia/Seoul' } })
    const seoul = (local: string) => ({ local, timezone: 'Asia/Seoul' })
    const made = await ask('POST', '/v1/reminders', { body: note() })
    expect(made.body.dueAt).toMatchObject(seoul('2031-01-01T10:00:00'))
    const path = `/v1/reminders/${made.body.id}`
    expect((await ask('PUT', path, { body: { title: 'Call mum' } })).body.dueAt).toMatchObject(
      seoul('2031-01-01T10:00:00'),
    )
    expect((await ask('POST', `${path}/snooze`, { body: { for: 'PT3H' } })).body.dueAt).toMatchObject(
      seoul('2031-01-01T12:00:00'),
    )
    const daily = await ask('POST', '/v1/reminders', {
      body: note({ kind: 'daily', in: undefined, at: '2031-01-02T08:00:00', rule: 'FREQ=DAILY' }),
    })
    expect((await ask('POST', `/v1/reminders/${daily.body.id}/skip`)).body.dueAt).toMatchObject(
      seoul('2031-01-03T08:00:00'),
    )
    const { body: put } = await ask('PUT', '/v1/entities/meeting/1', {
      body: { at: '2031-02-01T10:00:00', recipients: ['ana'], plan: ['-PT1H'] },
    })
    expect(put.reminders[0].dueAt).toMatchObject(seoul('2031-02-01T09:00:00'))
  })

  it('refuses what cannot be, and says where', async () => {
    const { ask } = await startRinging(server)
    const refused = async (more: object) => {
      const { status, body } = await ask('POST', '/v1/reminders', { body: note({ in: undefined, ...more }) })
      return [status, body.code, body.pointer]
    }
    expect(await refused({ at: '2031-02-30T09:00:00' })).toEqual([400, 'impossible_date', '/at'])
    expect(await refused({ at: '2031-07-01T09:00:00', timezone: 'Mars/Olympus' })).toEqual([
      ...[400, 'unknown_timezone', '/timezone'],
    ])
    expect(await refused({ at: '2031-07-01T09:00:00+05:00', timezone: 'Europe/Paris' })).toEqual([
      ...[422, 'offset_mismatch', '/at'],
    ])
    expect(await refused({ in: '-PT1H' })).toEqual([400, 'invalid_duration', '/in'])
    expect(await refused({ in: 'PT1H', channels: ['smoke'] })).toEqual([400, 'unknown_channel', '/channels/0'])
    expect(await refused({ in: 'PT1H', recipient: 'nobody' })).toEqual([404, 'unknown_recipient', '/recipient'])
    expect(await refused({})).toEqual([400, 'missing_field', '/at'])
  })

  it('schedules ten thousand at once, or none', async () => {
    const { ask } = await startRinging(server)
    const reminders = Array.from({ length: 10_000 }, (_, i) => note({ entity: { type: 'note', id: String(i) } }))
    const bad = reminders.with(9_999, note({ in: 'nonsense' }))
    expect(await ask('POST', '/v1/reminders/batch', { body: { reminders: bad } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_duration', pointer: '/reminders/9999/in' },
    })
    expect((await ask('GET', '/v1/reminders?limit=1')).body.items).toEqual([])
    const { status, body } = await ask('POST', '/v1/reminders/batch', { body: { reminders } })
    expect(status).toBe(200)
    expect(new Set(body.items.map((one: { id: string }) => one.id)).size).toBe(10_000)
    expect(new Set(body.items.map((one: { status: string }) => one.status))).toEqual(new Set(['created']))
    const tooMany = { reminders: [...reminders, note()] }
    expect(await ask('POST', '/v1/reminders/batch', { body: tooMany })).toMatchObject({
      status: 400,
      body: { code: 'too_many', pointer: '/reminders' },
    })
  })
})

describe('cancel tells the truth', () => {
  it('200: it will not ring', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const { id } = (await ask('POST', '/v1/reminders', { body: note() })).body
    const cancelled = { status: 200, body: { id, cancelled: true, inFlight: [], alreadySent: [] } }
    expect(await ask('POST', `/v1/reminders/${id}/cancel`)).toMatchObject(cancelled)
    expect(await ask('POST', `/v1/reminders/${id}/cancel`)).toMatchObject(cancelled)
    await advance('P1D')
    expect(memory.sent).toEqual([])
  })

  it('200 with what was under way: it may still arrive, and is not tried again', async () => {
    const { ask, memory, belfry } = await startRinging(server)
    const [reached, answer] = [latch(), latch()]
    memory.script(async () => {
      reached.open()
      await answer.opened
      return { kind: 'deferred' }
    })
    const { id } = (await ask('POST', '/v1/reminders', { body: note({ in: 'PT1M' }) })).body
    await belfry.clock.set(new Date('2031-01-01T00:01:00Z'))
    await reached.opened
    const cancelled = await ask('POST', `/v1/reminders/${id}/cancel`)
    expect(cancelled).toMatchObject({ status: 200, body: { cancelled: false, alreadySent: [] } })
    expect(cancelled.body.inFlight).toHaveLength(1)
    answer.open()
    const [delivery] = cancelled.body.inFlight
    await expect
      .poll(async () => (await ask('GET', `/v1/deliveries/${delivery}`)).body)
      .toMatchObject({ state: 'cancelled', reason: 'stopped' })
  })

  it('409: it had been sent', async () => {
    const { ask, advance } = await startRinging(server)
    const { id } = (await ask('POST', '/v1/reminders', { body: note() })).body
    await advance('PT1H')
    const refused = await ask('POST', `/v1/reminders/${id}/cancel`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'already_sent', pointer: '/id' } })
    const [delivery] = (await ask('GET', '/v1/deliveries')).body.items
    expect(refused.body.detail).toContain(delivery.id)
  })

  it('404: there is none', async () => {
    const { ask } = await startRinging(server)
    expect(await ask('POST', `/v1/reminders/${nobody}/cancel`)).toMatchObject({ status: 404 })
    expect(await ask('POST', '/v1/reminders/nonsense/cancel')).toMatchObject({ status: 400, body: { pointer: '/id' } })
  })
})

describe('what people do with a reminder', () => {
  it('change it', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const { id } = (await ask('POST', '/v1/reminders', { body: note({ body: 'soon' }) })).body
    expect(await ask('PUT', `/v1/reminders/${id}`, { body: { title: 'Call dad', body: null } })).toMatchObject({
      status: 200,
      body: { id, status: 'updated', dueAt: { instant: '2031-01-01T01:00:00.000Z' } },
    })
    expect(await ask('PUT', `/v1/reminders/${id}`, { body: { in: 'PT3H' } })).toMatchObject({
      status: 200,
      body: { id, dueAt: { instant: '2031-01-01T03:00:00.000Z' } },
    })
    await advance('PT2H')
    expect(memory.sent).toEqual([])
    await advance('PT1H')
    expect(memory.sent.map(({ title, body }) => [title, body])).toEqual([['Call dad', null]])
    expect(await ask('PUT', `/v1/reminders/${id}`, { body: { title: 'x' } })).toMatchObject({
      status: 409,
      body: { code: 'already_sent' },
    })
  })

  it('snooze it, and say Done', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const { id } = (await ask('POST', '/v1/reminders', { body: note() })).body
    await advance('PT1H')
    const snoozed = await ask('POST', `/v1/reminders/${id}/snooze`, { body: { for: 'PT10M' } })
    expect(snoozed).toMatchObject({
      status: 200,
      body: { id, generation: 2, collapsed: false, dueAt: { instant: '2031-01-01T01:10:00.000Z' } },
    })
    await advance('PT10M')
    expect(memory.sent).toHaveLength(2)
    const until = { until: '2031-01-01T09:00:00', timezone: 'Europe/Paris' }
    expect(await ask('POST', `/v1/reminders/${id}/snooze`, { body: until })).toMatchObject({
      status: 200,
      body: { dueAt: { instant: '2031-01-01T08:00:00.000Z', local: '2031-01-01T09:00:00', timezone: 'Europe/Paris' } },
    })
    expect(await ask('POST', `/v1/reminders/${id}/acknowledge`)).toMatchObject({
      status: 200,
      body: { cancelled: true, nextDueAt: null },
    })
    await advance('P1D')
    expect(memory.sent).toHaveLength(2)
    expect(await ask('POST', `/v1/reminders/${id}/snooze`, { body: {} })).toMatchObject({ status: 400 })
    expect(await ask('POST', `/v1/reminders/${nobody}/snooze`, { body: { for: 'PT1M' } })).toMatchObject({
      status: 404,
    })
  })

  it('skip, pause and resume one that repeats', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const daily = note({ in: undefined, at: '2031-01-01T09:00:00', rule: 'FREQ=DAILY' })
    const { id } = (await ask('POST', '/v1/reminders', { body: daily })).body
    const post = async (verb: string) => await ask('POST', `/v1/reminders/${id}/${verb}`)
    expect(await post('skip')).toMatchObject({
      status: 200,
      body: { skipped: '2031-01-01T09:00', dueAt: { instant: '2031-01-02T08:00:00.000Z' } },
    })
    await advance('P1D')
    expect(memory.sent).toHaveLength(0)
    await advance('P1D')
    expect(memory.sent).toHaveLength(1)
    expect(await post('pause')).toMatchObject({ status: 200, body: { dueAt: null } })
    expect((await ask('GET', `/v1/reminders/${id}`)).body).toMatchObject({ state: 'paused', dueAt: null })
    await advance('P3D')
    expect(memory.sent).toHaveLength(1)
    expect(await post('resume')).toMatchObject({
      status: 200,
      body: { dueAt: { instant: '2031-01-06T08:00:00.000Z' } },
    })
    await advance('P1D')
    expect(memory.sent).toHaveLength(2)
    const once = (await ask('POST', '/v1/reminders', { body: note({ entity: { type: 'note', id: '8' } }) })).body.id
    for (const verb of ['skip', 'pause', 'resume'])
      expect(await ask('POST', `/v1/reminders/${once}/${verb}`)).toMatchObject({
        status: 409,
        body: { code: 'not_repeating' },
      })
  })

  it('restore a step of a plan', async () => {
    const { ask, advance, memory } = await startRinging(server)
    const launch = { at: '2031-01-01T09:00:00Z', recipients: ['ana'], plan: ['-PT1H'] }
    const { reminders } = (await ask('PUT', '/v1/entities/launch/1', { body: launch })).body
    const post = async (verb: string, of = reminders[0].id) => await ask('POST', `/v1/reminders/${of}/${verb}`)
    await post('cancel')
    const back = { id: reminders[0].id, restored: true, dueAt: { instant: '2031-01-01T08:00:00.000Z' } }
    expect(await post('restore')).toMatchObject({ status: 200, body: back })
    expect(await post('restore')).toMatchObject({ status: 200, body: { ...back, restored: false } })
    expect(await post('restore', nobody)).toMatchObject({ status: 404 })
    await advance('P2D')
    expect(memory.sent).toHaveLength(1)
    expect(await post('restore')).toMatchObject({ status: 409, body: { code: 'stopped' } })
  })

  it('take back that a ring was left out', async () => {
    const { ask } = await startRinging(server)
    const rule = { every: 'day', at: ['09:00'] }
    const { id, dueAt } = (await ask('POST', '/v1/reminders', { body: { ...note(), at: undefined, rule } })).body
    const restore = async (change: string) => await ask('POST', `/v1/reminders/${id}/restore`, { body: { change } })
    await ask('POST', `/v1/reminders/${id}/skip`)
    expect(await restore('snoozed')).toMatchObject({ status: 412, body: { code: 'version_conflict' } })
    expect(await restore('skipped')).toMatchObject({ status: 200, body: { id, restored: true, dueAt } })
    expect(await restore('skipped')).toMatchObject({ status: 200, body: { restored: false, dueAt } })
    expect(await restore('sent')).toMatchObject({ status: 400 })
  })

  it('send again what failed', async () => {
    const { ask, advance, memory } = await startRinging(server)
    memory.script(() => ({ kind: 'refused', reply: 'no such number' }))
    const { id } = (await ask('POST', '/v1/reminders', { body: note() })).body
    expect(await ask('POST', `/v1/reminders/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'not_failed' } })
    await advance('PT1H')
    expect((await ask('GET', `/v1/reminders/${id}`)).body.state).toBe('failed')
    memory.script(null)
    const retried = await ask('POST', `/v1/reminders/${id}/retry`)
    expect(retried).toMatchObject({ status: 200, body: { id, retried: [expect.any(String)] } })
    await memory.received(1)
    await advance('PT1M')
    expect((await ask('GET', `/v1/reminders/${id}`)).body.state).toBe('sent')
    expect(await ask('POST', `/v1/reminders/${nobody}/retry`)).toMatchObject({ status: 404 })
  })
})

describe('looking', () => {
  it('explain tells the whole story', async () => {
    const { ask, advance, memory } = await startRinging(server)
    memory.script(() => ({ kind: 'refused', reply: 'no such number' }))
    const { id } = (await ask('POST', '/v1/reminders', { body: note() })).body
    await advance('PT1H')
    const { status, body } = await ask('GET', `/v1/reminders/${id}/explain`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reminder: { id, state: 'failed' },
      next: null,
      deliveries: [{ state: 'failed', channel: 'memory', why: expect.any(String) }],
      attempts: [{ attempt: 1, outcome: 'refused', reply: 'no such number' }],
    })
    expect(await ask('GET', `/v1/reminders/${nobody}/explain`)).toMatchObject({ status: 404 })
  })

  it('what is to come, of everybody, of somebody and about something, page by page', async () => {
    const { ask } = await startRinging(server)
    await ask('PUT', '/v1/recipients/bo', { body: {} })
    for (const [id, recipient] of Object.entries({ 1: 'ana', 2: 'bo', 3: 'ana', 4: 'bo' }))
      await ask('POST', '/v1/reminders', {
        body: note({ entity: { type: 'note', id }, recipient, in: `PT${id}H` }),
      })
    const ids = ({ items }: { items: { entity: { id: string } }[] }) => items.map(({ entity }) => entity.id)
    const get = async (path: string) => (await ask('GET', path)).body
    expect(ids(await get('/v1/reminders'))).toEqual(['1', '2', '3', '4'])
    expect(ids(await get('/v1/upcoming?recipient=bo'))).toEqual(['2', '4'])
    expect(ids(await get('/v1/upcoming?entityType=note&entityId=3'))).toEqual(['3'])
    expect(ids(await get('/v1/upcoming?from=2031-01-01T02:00:00Z&to=2031-01-01T04:00:00Z'))).toEqual(['2', '3'])
    expect(
      ids(await get('/v1/upcoming?from=2031-01-01T03:00:00&to=2031-01-01T05:00:00&timezone=Europe/Paris')),
    ).toEqual([...['2', '3']])
    const first = await get('/v1/reminders?limit=3')
    expect(ids(first)).toEqual(['1', '2', '3'])
    const second = await get(`/v1/reminders?limit=3&cursor=${encodeURIComponent(first.nextCursor)}`)
    expect([ids(second), second.nextCursor]).toEqual([['4'], null])
    expect(await ask('GET', '/v1/upcoming?entityType=note')).toMatchObject({
      status: 400,
      body: { code: 'missing_field', pointer: '/entityId' },
    })
  })

  it('a preview of what need not exist', async () => {
    const { ask } = await startRinging(server)
    const { status, body } = await ask('POST', '/v1/preview', {
      body: { rule: 'FREQ=MONTHLY', at: '2031-01-31T09:00:00', timezone: 'Europe/Paris', count: 3 },
    })
    expect(status).toBe(200)
    expect(body.items.map(({ at }: { at: { local: string } }) => at.local)).toEqual([
      ...['2031-01-31T09:00:00', '2031-02-28T09:00:00', '2031-03-31T09:00:00'],
    ])
    expect(body.items[1].notes).toEqual([expect.any(String)])
  })
})
