// From the schedule to the browser, through a worker: what arrives, once, and what becomes of devices that are not there.

import { describe, expect, it } from 'vitest'
import { webPush } from '../../src/channels/index.ts'
import { createTestBelfry, type TestBelfryOptions } from '../../src/testing/index.ts'
import { type Browser, browserAt, startPushService } from '../channels/push-provider.ts'
import { onThisMachine, subject } from '../channels/pushing.ts'
import { sized } from '../size.ts'
import { backupOf, restoreInto, useSecondDatabase } from './backing-up.ts'
import { longLease, reminder, useDatabase } from './running.ts'

const { start, atEnd } = useDatabase()
const { second } = useSecondDatabase()
const refusedCount = sized(200, 1_000)
const byPush = { channels: ['web_push'] }

/** Ana, with these devices. */
async function pushing(devices: readonly string[], options: TestBelfryOptions = {}) {
  const service = await startPushService()
  atEnd(() => service.stop())
  const test = await start({ ...onThisMachine, channels: [webPush({ subject })], worker: longLease, ...options })
  const browsers: Record<string, Browser> = {}
  for (const device of devices) {
    browsers[device] = browserAt(service.url, device)
    await test.belfry.push.subscribe({ recipient: 'ana', subscription: browsers[device].subscription })
  }
  const states = async () => (await test.belfry.deliveries.list({ recipient: 'ana' })).items.map(({ state }) => state)
  return { ...test, service, browsers, states }
}

describe('a reminder by push', () => {
  it('is read by the browser, and by nobody on the way', async () => {
    const { belfry, advance, service, browsers, states } = await pushing(['phone'])
    const usefulUntil = '2030-01-01T02:01:00Z'
    await belfry.reminders.schedule(
      reminder('7', { ...byPush, title: 'Call mom', body: 'She has news', usefulUntil, critical: true }),
    )
    await advance('PT1M')
    expect(await states()).toEqual(['sent'])
    const [pushed] = service.taken
    expect(service.taken).toHaveLength(1)
    expect(pushed!.body.includes(Buffer.from('mom'))).toBe(false)
    expect(pushed!.headers).toMatchObject({ ttl: '7200', urgency: 'high' })
    const [delivery] = (await belfry.deliveries.list({ recipient: 'ana' })).items
    expect(browsers.phone!.read(pushed!)).toMatchObject({
      id: delivery!.id,
      tag: delivery!.id,
      title: 'Call mom',
      body: 'She has news',
      due: '2030-01-01T00:01:00.000Z',
      lang: 'en',
    })
    expect((await belfry.push.list('ana'))[0]!.lastSentAt).toEqual(new Date('2030-01-01T00:01:00Z'))
  })

  it('goes to every device; one that is gone is removed', async () => {
    const { belfry, advance, service, states } = await pushing(['phone', 'desk', 'old'])
    service.script('old', 410)
    await belfry.reminders.schedule(reminder('7', { ...byPush, title: 'Call mom' }))
    await advance('PT1M')
    expect(await states()).toEqual(['sent'])
    expect(service.taken.map(({ device }) => device).sort()).toEqual(['desk', 'phone'])
    expect(await belfry.push.list('ana')).toHaveLength(2)
    expect((await belfry.recipients.get('ana'))!.suspended).toEqual({})
  })

  it('with the last device goes the address: suspended, visible, and lifted by a new device', async () => {
    const { belfry, advance, service, browsers, states } = await pushing(['phone'])
    service.script('phone', 410, 201)
    await belfry.reminders.schedule(reminder('7', byPush))
    await belfry.reminders.schedule(reminder('8', { ...byPush, in: 'PT5M' }))
    await advance('PT1M')
    expect((await belfry.recipients.get('ana'))!.suspended).toMatchObject({ web_push: { reason: 'gone' } })
    await advance('PT5M')
    const { items } = await belfry.deliveries.list({ recipient: 'ana' })
    expect(items.map(({ state, reason }) => `${state} ${reason}`).sort()).toEqual([
      'failed address_gone',
      'suppressed address_suspended',
    ])
    await belfry.push.subscribe({ recipient: 'ana', subscription: browsers.phone!.subscription })
    expect((await belfry.recipients.get('ana'))!.suspended).toEqual({})
    await belfry.reminders.schedule(reminder('9', byPush))
    await advance('PT1M')
    expect(await states()).toContain('sent')
  })

  it('nobody is suspended who has subscribed while the old device was found to be gone', async () => {
    const { belfry, advance, service, states } = await pushing(['old'])
    const { subscription } = browserAt(service.url, 'new')
    service.script('old', { status: 410, after: () => belfry.push.subscribe({ recipient: 'ana', subscription }) })
    await belfry.reminders.schedule(reminder('7', byPush))
    await advance('PT1H')
    expect((await belfry.recipients.get('ana'))!.suspended).toEqual({})
    expect(service.taken.map(({ device }) => device)).toEqual(['new'])
    expect(await states()).toEqual(['sent'])
    expect(await belfry.push.list('ana')).toHaveLength(1)
  })

  it('tries again after an answer that says nothing, only where it is missing, under the same id', async () => {
    const { belfry, advance, service, browsers, states } = await pushing(['phone', 'desk'])
    service.script('desk', 'drop', 500, 201)
    await belfry.reminders.schedule(reminder('7', { ...byPush, title: 'Call mom' }))
    await advance('PT1M')
    expect(await states()).toEqual(['pending'])
    await advance('PT1H')
    expect(await states()).toEqual(['sent'])
    expect(service.came.map(({ device }) => device).sort()).toEqual(['desk', 'desk', 'desk', 'phone'])
    const desk = service.came.filter(({ device }) => device === 'desk')
    expect(new Set(desk.map(({ headers }) => headers.topic)).size).toBe(1)
    expect(new Set(desk.map((pushed) => browsers.desk!.read(pushed).id)).size).toBe(1)
  })

  it('waits as long as the push service says, and that costs no try', async () => {
    const { belfry, advance, service, states } = await pushing(['phone'])
    const busy = { status: 429, headers: { 'retry-after': '30' } }
    service.script('phone', busy, busy, busy, busy, busy, busy, 201)
    await belfry.reminders.schedule(reminder('7', byPush))
    await advance('PT1M')
    expect(await states()).toEqual(['pending'])
    await advance('PT4M')
    expect(await states()).toEqual(['sent'])
    expect(service.taken).toHaveLength(1)
  })

  it('ends as unknown where the push service never says anything', async () => {
    const { belfry, advance, service, states } = await pushing(['phone'])
    service.script('phone', 503)
    await belfry.reminders.schedule(reminder('7', byPush))
    await advance('PT1H')
    expect(await states()).toEqual(['unknown'])
    expect(service.came).toHaveLength(4)
  })

  it('is cancelled before another try, and nobody says that it was not sent where one device has it', async () => {
    const { belfry, advance, service, states } = await pushing(['phone', 'desk'])
    service.script('desk', 503)
    const { id } = await belfry.reminders.schedule(reminder('7', byPush))
    await advance('PT1M')
    await belfry.reminders.cancel(id)
    await advance('PT1H')
    expect(await states()).toEqual(['unknown'])
    expect(service.came).toHaveLength(2)
  })

  it('a restored system has the same key and the same devices, and reaches them', async () => {
    const { belfry, service, browsers } = await pushing(['phone'])
    const key = await belfry.push.publicKey()
    const database = await second()
    await restoreInto(database, await backupOf(belfry))
    const restored = await createTestBelfry({
      ...{ database, ...onThisMachine, channels: [webPush({ subject })], worker: longLease },
      now: '2030-01-01T00:00:00Z',
    })
    atEnd(() => restored.close())
    expect(await restored.belfry.push.publicKey()).toBe(key)
    await restored.belfry.holds.release()
    await restored.belfry.reminders.schedule(reminder('7', { ...byPush, title: 'Call mom' }))
    await restored.advance('PT1M')
    expect(service.taken.map((pushed) => browsers.phone!.read(pushed).title)).toEqual(['Call mom'])
  })

  it(`${refusedCount} are refused by a service that is away, and each is delivered once when it is back`, async () => {
    const { belfry, advance, service, browsers } = await pushing(['phone'], { now: '2030-01-01T00:00:00Z' })
    await belfry.reminders.scheduleMany(Array.from({ length: refusedCount }, (_, i) => reminder(String(i), byPush)))
    await service.stop()
    await advance('PT1M')
    const waiting = await belfry.deliveries.list({ recipient: 'ana', state: 'pending', limit: 200 })
    expect(waiting.items).toHaveLength(200)
    await service.start()
    await advance('PT2M')
    expect(service.came).toHaveLength(refusedCount)
    const ids = service.taken.map((pushed) => browsers.phone!.read(pushed).id)
    expect(new Set(ids).size).toBe(refusedCount)
    const left = await belfry.deliveries.list({ recipient: 'ana', state: 'pending' })
    expect(left.items).toEqual([])
  })
})
