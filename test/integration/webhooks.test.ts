// Webhooks from end to end: a worker, a receiver on loopback, and the reference library that checks signatures.

import { describe, expect, it } from 'vitest'
import { retryDelaysMs } from '../../src/channels/webhook/webhook.ts'
import { answerWith, ok, scriptedServer } from '../channels/scripted-server.ts'
import { unusedPort } from '../channels/unused-port.ts'
import { sized } from '../size.ts'
import { minute, schedule } from './coalescing.ts'
import { many, reminder, useDatabase } from './running.ts'
import { idsOf, startHooked, verified, webhookOptions } from './webhooks.ts'

const running = useDatabase()
/** Longer than the whole schedule. */
const refusedCount = sized(200, 1_000)
const useful = { usefulUntil: '2030-02-01T00:00:00Z' }
const deliveryOf = async ({ belfry }: Awaited<ReturnType<typeof startHooked>>) =>
  (await belfry.deliveries.list({ recipient: 'ana' })).items[0]!

describe('a message', () => {
  it('is signed, and says everything that the reminder does', async () => {
    const { belfry, receiver, secret, advance } = await startHooked(running)
    const scheduled = await belfry.reminders.schedule(
      reminder('7', { kind: 'check-in', title: 'Call “mom” 🔔', body: 'Line\nline', data: { n: [1] } }),
    )
    await advance('PT1M')
    const [request] = receiver.requests
    const { items } = await belfry.deliveries.list({ recipient: 'ana' })
    expect(request).toMatchObject({ method: 'POST', path: '/hook?token=1' })
    expect(request!.headers['content-type']).toBe('application/json')
    expect(request!.headers['webhook-id']).toBe(items[0]!.id.replace('.', '_'))
    expect(verified(request, secret)).toEqual({
      type: 'reminder.due',
      timestamp: '2030-01-01T00:01:00.000Z',
      data: {
        ...{ id: items[0]!.id, reminder: scheduled.id, entity: { type: 'note', id: '7' }, kind: 'check-in' },
        ...{ occurrence: items[0]!.occurrence, recipient: 'ana', title: 'Call “mom” 🔔', body: 'Line\nline' },
        ...{ data: { n: [1] }, dueAt: '2030-01-01T00:01:00.000Z', timezone: 'Europe/Paris', locale: 'en' },
      },
    })
    expect(() => verified({ ...request!, body: `${request!.body} ` }, secret)).toThrow()
    expect(items[0]).toMatchObject({ state: 'sent', channel: 'webhook' })
  })

  it('that is about several is in the log of its endpoint with each of them', async () => {
    const test = await startHooked(running, minute)
    await schedule(test, { a: 60, b: 61 })
    await test.advance('PT5M')
    expect(test.receiver.requests).toHaveLength(1)
    const { items } = await test.belfry.webhooks.deliveries('shop')
    expect(items.map(({ entity }) => entity.id).sort()).toEqual(['a', 'b'])
    for (const item of items) expect(item).toMatchObject({ state: 'sent', attempts: [{ outcome: 'delivered' }] })
  })

  it('needs no configuration; in demo mode it is kept back', async () => {
    const belfry = await running.open()
    expect(belfry.channels.list()).toContainEqual(expect.objectContaining({ name: 'webhook', mode: 'active' }))
    const { receiver, advance, belfry: quiet } = await startHooked(running, { demo: ['webhook'] })
    await quiet.reminders.schedule(reminder('1'))
    await advance('PT1M')
    expect(receiver.connections).toBe(0)
    expect(await quiet.webhooks.test('shop')).toMatchObject({ outcome: 'suppressed', status: null })
    expect(receiver.connections).toBe(0)
  })
})

describe('retries', () => {
  it('follow the schedule of Standard Webhooks, under one id and with the same bytes, then it has failed', async () => {
    const test = await startHooked(running)
    const { belfry, receiver, advance, secret } = test
    receiver.script(answerWith(500))
    const times: number[] = []
    await belfry.reminders.schedule(reminder('1', useful))
    await advance('PT1M')
    for (let i = 0; receiver.requests.length < 10 && i < 20; i++) {
      times.push((await belfry.clock.read()).now.getTime())
      const next = (await deliveryOf(test)).pendingAt
      if (next) await test.jump(next.toISOString())
    }
    const waits = times.slice(1).map((at, i) => at - times[i]!)
    expect(waits).toEqual(retryDelaysMs.slice(0, waits.length))
    expect(receiver.requests).toHaveLength(10)
    expect(new Set(idsOf(receiver)).size).toBe(1)
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1)
    expect(verified(receiver.requests.at(-1), secret).type).toBe('reminder.due')
    expect(await deliveryOf(test)).toMatchObject({ state: 'failed', reason: 'retries_exhausted', attempt: 10 })
    await advance('P7D')
    expect(receiver.requests).toHaveLength(10)
  })

  it('are the recommended ones', () => {
    const [s, m, h] = [1_000, 60_000, 3_600_000]
    expect(retryDelaysMs).toEqual([5 * s, 5 * m, 30 * m, 2 * h, 5 * h, 10 * h, 14 * h, 20 * h, 24 * h])
  })

  it('end where the message is of no use any more', async () => {
    const test = await startHooked(running)
    test.receiver.script(answerWith(404))
    await test.belfry.reminders.schedule(reminder('1', { usefulUntil: '2030-01-01T00:04:00Z' }))
    await test.advance('P7D')
    expect(test.receiver.requests).toHaveLength(2)
    expect(await deliveryOf(test)).toMatchObject({ state: 'failed', reason: 'retry_too_late' })
  })

  it('wait as long as Retry-After says', async () => {
    const test = await startHooked(running)
    test.receiver.script((_, count) => (count === 0 ? answerWith(429, { 'retry-after': '7200' }) : ok))
    await test.belfry.reminders.schedule(reminder('1', useful))
    await test.advance('PT1H')
    expect(test.receiver.requests).toHaveLength(1)
    await test.advance('PT2H')
    expect(test.receiver.requests).toHaveLength(2)
    expect(await deliveryOf(test)).toMatchObject({ state: 'sent' })
  })

  it('of what was accepted and dropped: under the same id, until somebody says that it has it', async () => {
    const test = await startHooked(running)
    const { receiver, secret } = test
    receiver.script((_, count) => (count < 3 ? { do: 'drop', at: 'body' } : ok))
    await test.belfry.reminders.schedule(reminder('1', useful))
    await test.advance('PT1H')
    expect(receiver.requests).toHaveLength(4)
    expect(new Set(idsOf(receiver)).size).toBe(1)
    for (const request of receiver.requests) expect(verified(request, secret).data.title).toBeNull()
    expect(await deliveryOf(test)).toMatchObject({ state: 'sent', attempt: 4 })
  })

  it('that nobody ever answers end as unknown, not as failed', async () => {
    const test = await startHooked(running)
    test.receiver.script({ do: 'drop', at: 'body' })
    await test.belfry.reminders.schedule(reminder('1', useful))
    await test.advance('P7D')
    expect(test.receiver.requests).toHaveLength(10)
    expect(await deliveryOf(test)).toMatchObject({ state: 'unknown', reason: 'outcome_unknown' })
  })

  it('use the URL that was put right meanwhile', async () => {
    const test = await startHooked(running)
    const moved = await scriptedServer()
    running.atEnd(() => moved.close())
    test.receiver.script(answerWith(308, { location: `${moved.url}/elsewhere` }))
    await test.belfry.reminders.schedule(reminder('1', useful))
    await test.advance('PT1M')
    expect(moved.connections).toBe(0)
    await test.belfry.webhooks.put({ id: 'shop', url: `${moved.url}/new` })
    await test.advance('PT1M')
    expect(moved.requests.map(({ path }) => path)).toEqual(['/new'])
    expect(idsOf(moved)).toEqual(idsOf(test.receiver))
  })

  it(`${refusedCount} times connection refused: each is delivered once, when somebody listens`, async () => {
    const port = await unusedPort()
    const test = await running.start({ ...webhookOptions, defaultChannels: ['webhook'] })
    await test.belfry.webhooks.put({ id: 'shop', url: `http://127.0.0.1:${port}/` })
    await test.belfry.recipients.put({ id: 'ana', addresses: { webhook: 'shop' } })
    await test.belfry.reminders.scheduleMany(many(refusedCount, useful))
    await test.advance('PT1M')
    const { items } = await test.belfry.deliveries.list({ recipient: 'ana', limit: 200 })
    expect(new Set(items.map(({ state, attempt }) => `${state} ${attempt}`))).toEqual(new Set(['pending 1']))
    const receiver = await scriptedServer({ port })
    running.atEnd(() => receiver.close())
    await test.advance('PT1M')
    expect(receiver.requests).toHaveLength(refusedCount)
    expect(new Set(idsOf(receiver)).size).toBe(refusedCount)
    const sent = await test.belfry.deliveries.list({ recipient: 'ana', state: 'sent', limit: 200 })
    expect(sent.items).toHaveLength(200)
    expect((await test.belfry.deliveries.list({ recipient: 'ana', state: 'pending' })).items).toEqual([])
    await test.advance('P7D')
    expect(receiver.requests).toHaveLength(refusedCount)
  })
})

describe('an endpoint', () => {
  it('that answers 410 is disabled, and its address suspended; enabled again, both are used', async () => {
    const test = await startHooked(running)
    const { belfry, receiver } = test
    await belfry.recipients.put({ id: 'bo', addresses: { webhook: 'shop' } })
    receiver.script(answerWith(410))
    await belfry.reminders.schedule(reminder('1'))
    await test.advance('PT1M')
    expect(await deliveryOf(test)).toMatchObject({ state: 'failed', reason: 'address_gone' })
    expect(await belfry.webhooks.get('shop')).toMatchObject({ disabledReason: 'gone', disabledAt: expect.any(Date) })
    expect((await belfry.recipients.get('ana'))!.suspended).toMatchObject({ webhook: { reason: 'gone' } })
    // Of somebody else who has the same endpoint nothing is tried, and their address is not to blame.
    await belfry.reminders.schedule(reminder('2', { recipient: 'bo' }))
    await test.advance('PT1M')
    expect(receiver.connections).toBe(1)
    expect((await belfry.recipients.get('bo'))!.suspended).toEqual({})
    const [refused] = (await belfry.deliveries.list({ recipient: 'bo' })).items
    expect(refused).toMatchObject({ state: 'failed', reason: 'refused' })
    receiver.script(ok)
    expect(await belfry.webhooks.enable('shop')).toMatchObject({ disabledReason: null, disabledAt: null })
    expect((await belfry.recipients.get('ana'))!.suspended).toEqual({})
    await belfry.reminders.schedule(reminder('3'))
    await test.advance('PT1M')
    expect(receiver.requests).toHaveLength(2)
    const actions = (await belfry.audit.list({})).items.map(({ action, actor }) => `${action} by ${actor}`)
    expect(actions).toEqual(expect.arrayContaining(['webhook_disabled by worker', 'webhook_enabled by library']))
  })

  it('whose secret is being changed signs with both, and after a day with the new one alone', async () => {
    const test = await startHooked(running)
    const { belfry, receiver, secret: old } = test
    const { secret, previousSecretUntil } = await belfry.webhooks.rotate('shop')
    expect(previousSecretUntil).toEqual(new Date('2030-01-02T00:00:00Z'))
    await belfry.reminders.schedule(reminder('1'))
    await test.advance('PT1M')
    const [both] = receiver.requests
    expect(both!.headers['webhook-signature']!.split(' ')).toHaveLength(2)
    expect(verified(both, old)).toEqual(verified(both, secret!))
    await belfry.reminders.schedule(reminder('2', { in: 'PT24H' }))
    await test.advance('PT24H')
    const [, one] = receiver.requests
    expect(verified(one, secret!).type).toBe('reminder.due')
    expect(() => verified(one, old)).toThrow()
    expect(await belfry.webhooks.get('shop')).toMatchObject({ previousSecretUntil: null })
  })

  it('that is gone for good refuses what waits for it', async () => {
    const test = await startHooked(running)
    test.receiver.script(answerWith(500))
    await test.belfry.reminders.schedule(reminder('1', useful))
    await test.advance('PT1M')
    expect(await test.belfry.webhooks.delete('shop')).toBe(true)
    expect(await test.belfry.webhooks.delete('shop')).toBe(false)
    await test.advance('PT1H')
    expect(test.receiver.requests.length).toBeLessThanOrEqual(2)
    expect(await deliveryOf(test)).toMatchObject({ state: 'failed', reason: 'refused' })
  })
})
