// Who may do what with whose alarms, and what nobody may write.

import { describe, expect, it } from 'vitest'
import { begins, startPages } from './pages.ts'
import { useServer } from './serving.ts'

const server = useServer()
const start = () => startPages(server)
const one = '/v1/alarms/page-1'

describe('the scheduler’s own fields', () => {
  const fields = {
    nextAlarmTime: begins,
    sentCount: 7,
    lastNotificationId: 'x',
    status: 'done',
    reminderId: 'x',
    processedAt: null,
    created: true,
  }

  it.each(Object.entries(fields))('%s is refused by its name, wherever it is written', async (name, value) => {
    const { ask, register } = await start()
    await register('page-1')
    const before = (await ask('GET', one)).body
    const written: [string, string, object, string][] = [
      ['PUT', one, { userId: 'mina', [name]: value }, `/${name}`],
      ['POST', '/v1/alarms/sync', { changed: [{ pageId: 'page-1', [name]: value }] }, `/changed/0/${name}`],
      ['POST', '/v1/alarms/sync', { [name]: value }, `/${name}`],
      ['POST', `${one}/done`, { [name]: value }, `/${name}`],
      ['POST', `${one}/snooze`, { for: 'PT1H', [name]: value }, `/${name}`],
      ['POST', '/v1/alarms/run', { [name]: value }, `/${name}`],
    ]
    for (const [method, path, body, pointer] of written) {
      const answer = await ask(method, path, { body })
      expect([answer.status, answer.body.code, answer.body.pointer], path).toEqual([400, 'unknown_field', pointer])
    }
    expect(await ask('POST', `${one}/more-often`, { body: { [name]: value } })).toMatchObject({ status: 400 })
    expect((await ask('GET', one)).body).toEqual(before)
  })

  it.each(['next_alarm_time', 'sent_count', 'last_notification_id', 'processed_at'])(
    'as %s, too, where pages are registered',
    async (name) => {
      const { ask } = await start()
      const body = { page_id: 'page-1', user_id: 'mina', [name]: 1 }
      const answer = await ask('POST', '/api/reminder/register-by-page', { body })
      expect(answer).toMatchObject({ status: 400, body: { code: 'unknown_field', pointer: `/${name}` } })
      expect(await ask('GET', one)).toMatchObject({ status: 404 })
    },
  )
})

describe('a recipient’s token', () => {
  it('opens one’s own pages, and needs no name for that', async () => {
    const { ask, register, tokenOf, run } = await start()
    await register('page-1')
    const key = await tokenOf('mina')
    expect(await ask('PUT', '/v1/alarms/page-2', { key, body: { title: 'Mine' } })).toMatchObject({
      status: 201,
      body: { userId: 'mina' },
    })
    expect(await ask('PUT', '/v1/alarms/page-2', { key, body: { userId: 'mina' } })).toMatchObject({ status: 200 })
    expect(await ask('PUT', '/v1/alarms/page-2', { key, body: { userId: 'bo' } })).toMatchObject({
      status: 403,
      body: { pointer: '/userId' },
    })
    await run()
    for (const verb of ['more-often', 'done'])
      expect(await ask('POST', `${one}/${verb}`, { key, body: {} })).toMatchObject({ status: 200 })
    expect(await ask('POST', '/v1/alarms/page-2/snooze', { key, body: { for: 'PT1H' } })).toMatchObject({ status: 200 })
    expect(await ask('DELETE', one, { key })).toMatchObject({ status: 200, body: { deleted: true } })
  })

  it('does not see the pages of others', async () => {
    const { ask, register, tokenOf } = await start()
    await register('page-1')
    await register('page-2', { userId: 'bo' })
    const before = (await ask('GET', one)).body
    const key = await tokenOf('bo')
    const calls: [string, string, object?][] = [
      ['GET', one],
      ['PUT', one, { title: 'Taken over' }],
      ['DELETE', one],
      ['POST', `${one}/more-often`, {}],
      ['POST', `${one}/done`, {}],
      ['POST', `${one}/snooze`, { for: 'PT1H' }],
      ['POST', '/api/reminder/register-by-page', { page_id: 'page-1', title: 'Taken over' }],
    ]
    for (const [method, path, body] of calls) {
      const answer = await ask(method, path, { key, ...(body ? { body } : {}) })
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([404, 'not_found'])
    }
    const changes = { changed: [{ pageId: 'page-1', title: 'Taken over' }], deleted: ['page-1'] }
    const synced = await ask('POST', '/v1/alarms/sync', { key, body: changes })
    expect(synced).toMatchObject({ status: 200, body: { changed: [], unknown: ['page-1'] } })
    expect((await ask('GET', one)).body).toEqual(before)
    const listed = await ask('GET', '/v1/alarms', { key })
    expect(listed.body.items.map(({ pageId }: { pageId: string }) => pageId)).toEqual(['page-2'])
    expect(await ask('GET', '/v1/alarms?user=bo', { key })).toMatchObject({ status: 200, body: listed.body })
    expect(await ask('GET', '/v1/alarms?user=mina', { key })).toMatchObject({ status: 403, body: { pointer: '/user' } })
  })

  it('is refused under an Idempotency-Key as it is without, and the key stays free', async () => {
    const { ask, register, tokenOf } = await start()
    await register('page-1')
    const key = await tokenOf('mina')
    const headers = { 'idempotency-key': 'once' }
    const path = '/api/reminder/register-by-page'
    const named = { page_id: 'page-1', user_id: 'bo' }
    expect(await ask('POST', path, { key, headers, body: named })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', pointer: '/user_id' },
    })
    expect(await ask('POST', path, { key, headers, body: { page_id: 'page-1' } })).toMatchObject({ status: 200 })
  })

  it('rings nothing, and neither does a stranger', async () => {
    const { ask, register, tokenOf } = await start()
    await register('page-1')
    const key = await tokenOf('mina')
    const calls = [
      ['POST', '/v1/alarms/run'],
      ['POST', '/api/reminder/schedule/v2'],
      ['GET', '/api/reminder/schedule/v2'],
    ] as const
    for (const [method, path] of calls) {
      expect(await ask(method, path, { key }), path).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(await ask(method, path, { key: null }), path).toMatchObject({ status: 401 })
    }
    expect((await ask('GET', one)).body).toMatchObject({ sentCount: 1, status: 'waiting' })
  })
})
