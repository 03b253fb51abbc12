// The routes of the system that alarms come from, with its own names; its scenarios are named as it names them.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { latch } from '../integration/latch.ts'
import { useServer } from './serving.ts'

const server = useServer()
const begins = '2031-01-01T01:00:00.000Z'
const register = '/api/reminder/register-by-page'
const schedule = '/api/reminder/schedule/v2'

async function start() {
  const memory = memoryChannel({ idempotent: true })
  const serving = await server.start({
    app: { clock: 'driven' },
    belfry: { channels: [memory], defaultChannels: ['memory'] },
  })
  await serving.belfry.clock.set(new Date(begins))
  return { ...serving, memory }
}

const page = { page_id: 'page-1', user_id: 'mina', title: 'The art of memory', body: 'Three pages' }

describe('register-by-page', () => {
  it('answers with the names it was asked with', async () => {
    const { ask } = await start()
    const answer = await ask('POST', register, { body: { ...page, timezone: 'Europe/Paris' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...page,
      timezone: 'Europe/Paris',
      // Paris sleeps at two in the morning
      next_alarm_time: '2031-01-01T06:00:00.000Z',
      sent_count: 1,
      last_notification_id: null,
    })
    expect(await ask('GET', '/v1/alarms/page-1')).toMatchObject({ body: { userId: 'mina', timezone: 'Europe/Paris' } })
  })

  it('repeated keeps the count and makes it due now', async () => {
    const { ask, belfry, memory } = await start()
    expect((await ask('POST', register, { body: page })).body).toMatchObject({ next_alarm_time: begins, sent_count: 1 })
    await ask('POST', schedule)
    await belfry.clock.set(new Date('2031-01-01T05:00:00Z'))
    const again = await ask('POST', register, { body: { page_id: 'page-1', user_id: 'mina', title: 'Revised' } })
    expect(again.body).toMatchObject({
      title: 'Revised',
      body: 'Three pages',
      next_alarm_time: '2031-01-01T05:00:00.000Z',
      sent_count: 2,
      last_notification_id: memory.sent[0]!.id,
    })
  })

  it('with a key says whose page it is; with a token it is the owner’s', async () => {
    const { ask } = await start()
    const { user_id: _, ...nobodys } = page
    expect(await ask('POST', register, { body: nobodys })).toMatchObject({
      status: 400,
      body: { code: 'missing_field', pointer: '/user_id' },
    })
    expect(await ask('POST', register, { body: { user_id: 'mina' } })).toMatchObject({
      status: 400,
      body: { code: 'missing_field', pointer: '/page_id' },
    })
    expect(await ask('POST', register, { key: null, body: page })).toMatchObject({ status: 401 })
    await ask('PUT', '/v1/recipients/mina', { body: { timezone: 'Asia/Seoul' } })
    const { body } = await ask('POST', '/v1/recipients/mina/tokens', { body: {} })
    const key = body.token as string
    expect(await ask('POST', register, { key, body: { ...page, user_id: 'bo' } })).toMatchObject({
      status: 403,
      body: { pointer: '/user_id' },
    })
    expect(await ask('POST', register, { key, body: nobodys })).toMatchObject({ status: 200, body: page })
  })

  it('names the places of flaws as they were sent', async () => {
    const { ask } = await start()
    const flawed = { ...page, page_id: 'a\u0000b' }
    expect(await ask('POST', register, { body: flawed })).toMatchObject({ status: 400, body: { pointer: '/page_id' } })
    const nowhere = { ...page, timezone: 'Mars/Olympus' }
    expect(await ask('POST', register, { body: nowhere })).toMatchObject({
      status: 400,
      body: { code: 'unknown_timezone', pointer: '/timezone' },
    })
  })
})

describe('schedule/v2', () => {
  const counts = { fetched: 1, sent: 1, failed: 0, unknown: 0, deferred: 0, suppressed: 0, concurrency: 10 }

  it.each(['GET', 'POST'])('rings one batch by %s', async (method) => {
    const { ask, memory } = await start()
    await ask('POST', register, { body: page })
    const answer = await ask(method, schedule)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(answer.body).toEqual({ ...counts, processing_time_ms: expect.any(Number) })
    expect(memory.sent.map(({ title, recipient }) => [title, recipient])).toEqual([['The art of memory', 'mina']])
    expect((await ask(method, schedule)).body).toMatchObject({ fetched: 0, sent: 0 })
  })

  it('takes its limits from the query, or from the body', async () => {
    const { ask } = await start()
    for (let i = 0; i < 5; i++)
      await ask('POST', register, { body: { ...page, page_id: `page-${i}`, user_id: `user-${i}` } })
    expect((await ask('GET', `${schedule}?fetch_limit=1&concurrency=2`)).body).toMatchObject({
      fetched: 1,
      concurrency: 2,
    })
    expect((await ask('POST', `${schedule}?fetch_limit=1`)).body).toMatchObject({ fetched: 1, concurrency: 10 })
    const both = await ask('POST', `${schedule}?fetch_limit=1&concurrency=5`, { body: { fetch_limit: 2 } })
    expect(both.body).toMatchObject({ fetched: 2, concurrency: 5 })
  })

  it.each([
    ['GET', '?fetch_limit=0', undefined, '/fetch_limit'],
    ['GET', '?concurrency=101', undefined, '/concurrency'],
    ['GET', '?limit=1', undefined, '/limit'],
    ['POST', '?fetch_limit=10001', undefined, '/fetch_limit'],
    ['POST', '', { concurrency: 0 }, '/concurrency'],
    ['POST', '', { fetchLimit: 1 }, '/fetchLimit'],
  ])('refuses %s%s %j', async (method, query, body, pointer) => {
    const { ask } = await start()
    const answer = await ask(method, schedule + query, body ? { body } : {})
    expect(answer).toMatchObject({ status: 400, body: { pointer } })
  })
})

describe('scenario', () => {
  it('1, concurrent requests: each alarm is taken by one of them', async () => {
    const { ask, memory } = await start()
    for (let i = 0; i < 60; i++)
      await ask('POST', register, { body: { ...page, page_id: `page-${i}`, user_id: `user-${i}` } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', `${schedule}?fetch_limit=20`)))
    const rest = await ask('POST', schedule)
    expect([...answers, rest].reduce((sum, { body }) => sum + body.sent, 0)).toBe(60)
    expect(new Set(memory.sent.map(({ entity }) => entity.id)).size).toBe(60)
    expect(memory.sent).toHaveLength(60)
  })

  it('3, partial failure: the count does not grow, and it comes back after six hours', async () => {
    const { ask, belfry, memory } = await start()
    for (const user of ['mina', 'bo'])
      await ask('POST', register, { body: { ...page, page_id: `page-of-${user}`, user_id: user } })
    memory.script(({ recipient }) => ({ kind: recipient === 'bo' ? 'refused' : 'delivered' }))
    expect((await ask('POST', schedule)).body).toMatchObject({ fetched: 2, sent: 1, failed: 1 })
    expect((await ask('GET', '/v1/alarms/page-of-mina')).body).toMatchObject({ sentCount: 2 })
    const failed = await ask('GET', '/v1/alarms/page-of-bo')
    expect(failed.body).toMatchObject({ sentCount: 1, lastNotificationId: null, status: 'waiting' })
    expect(failed.body.nextAlarmTime.local).toBe('2031-01-01T16:00:00')
    memory.script(null)
    await belfry.clock.set(new Date('2031-01-01T07:00:00Z'))
    expect((await ask('POST', schedule)).body).toMatchObject({ fetched: 1, sent: 1 })
  })

  it('past time: an alarm that was overdue for weeks rings once, and goes on from now', async () => {
    const { ask, belfry, memory } = await start()
    await ask('POST', register, { body: page })
    await ask('POST', schedule)
    await belfry.clock.set(new Date('2031-02-01T03:30:00Z'))
    expect((await ask('POST', schedule)).body).toMatchObject({ fetched: 1, sent: 1 })
    expect(memory.sent).toHaveLength(2)
    expect((await ask('GET', '/v1/alarms/page-1')).body.nextAlarmTime.local).toBe('2031-02-03T12:00:00')
  })

  it('a second call while the first is still sending rings nothing twice', async () => {
    const { ask, memory } = await start()
    await ask('POST', register, { body: page })
    const begun = latch()
    const end = latch()
    memory.script(async () => {
      begun.open()
      await end.opened
      return { kind: 'delivered' }
    })
    const first = ask('GET', schedule)
    await begun.opened
    expect((await ask('GET', schedule)).body).toMatchObject({ fetched: 0 })
    end.open()
    expect((await first).body).toMatchObject({ fetched: 1, sent: 1 })
    expect(memory.sent).toHaveLength(1)
  })
})
