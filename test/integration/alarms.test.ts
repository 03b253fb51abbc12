// Alarms of pages, in one process with a driven clock: what registers, rings, comes back, ends.

import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type Channel, memoryChannel, type Outcome } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
/** Noon in Seoul. */
const now = '2031-03-04T03:00:00Z'
const page = (pageId: string, more: object = {}) => ({ pageId, userId: 'mina', title: `Page ${pageId}`, ...more })
const iso = (date: Date | null | undefined) => date?.toISOString()

async function rang(test: TestBelfry): Promise<string[]> {
  await test.settled()
  return test.memory.sent.map(({ entity }) => entity.id)
}

describe('registering', () => {
  it('sets the count to 1, is due now, and creates the user in the default zone', async () => {
    const test = await running.start({ now })
    await test.belfry.holds.hold({ reason: 'look first' })
    const alarm = await test.belfry.alarms.put(page('p1', { body: 'Read this' }))
    expect(alarm).toMatchObject({
      created: true,
      sentCount: 1,
      status: 'waiting',
      timezone: 'Asia/Seoul',
      inFlight: [],
    })
    expect(iso(alarm.nextAlarmTime)).toBe('2031-03-04T03:00:00.000Z')
    expect(await test.belfry.recipients.get('mina')).toMatchObject({ timezone: 'Asia/Seoul' })
    await test.belfry.holds.release({})
    expect(await rang(test)).toEqual(['p1'])
    expect(test.memory.sent[0]).toMatchObject({ title: 'Page p1', body: 'Read this', recipient: 'mina' })
  })

  it('again keeps the count, updates the texts and makes it due now again', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1', { body: 'first' }))
    await rang(test)
    await test.advance('P1D')
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ sentCount: 3 })
    await test.advance('PT1M')
    const again = await test.belfry.alarms.put(page('p1', { title: 'Renamed' }))
    expect(again).toMatchObject({ created: false, sentCount: 3, title: 'Renamed', body: 'first' })
    expect(iso(again.nextAlarmTime)).toBe('2031-03-05T03:01:00.000Z')
    expect(await rang(test)).toHaveLength(3)
    expect(test.memory.sent.at(-1)).toMatchObject({ title: 'Renamed', body: 'first' })
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ sentCount: 4 })
  })

  it('twice in the same instant, after it rang, rings twice, one after the other', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await rang(test)
    const again = await test.belfry.alarms.put(page('p1'))
    expect(again.nextAlarmTime!.getTime()).toBeGreaterThan(Date.parse(now))
    await test.advance('PT1M')
    expect(await rang(test)).toEqual(['p1', 'p1'])
  })

  it('with a zone creates the user in it, and moves one who has travelled', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1', { timezone: 'Europe/Paris' }))
    expect(await test.belfry.recipients.get('mina')).toMatchObject({ timezone: 'Europe/Paris' })
    await test.belfry.alarms.put(page('p2', { timezone: 'America/New_York' }))
    expect(await test.belfry.recipients.get('mina')).toMatchObject({ timezone: 'America/New_York' })
    await test.belfry.alarms.put(page('p3'))
    expect(await test.belfry.alarms.get('p3')).toMatchObject({ timezone: 'America/New_York' })
  })

  it('cuts title and body at 2,000 characters, on a grapheme boundary', async () => {
    const test = await running.start({ now })
    const family = '👨‍👩‍👧‍👦'
    const alarm = await test.belfry.alarms.put(
      page('p1', { title: 'a'.repeat(1_995) + family, body: 'b'.repeat(3_000) }),
    )
    expect(alarm.title).toBe('a'.repeat(1_995))
    expect(alarm.body).toBe('b'.repeat(2_000))
  })

  it('refuses what is the scheduler’s own, by name', async () => {
    const test = await running.start({ now })
    for (const field of ['nextAlarmTime', 'sentCount', 'lastNotificationId', 'status'])
      await expect(test.belfry.alarms.put({ ...page('p1'), [field]: 5 })).rejects.toMatchObject({
        code: 'unknown_field',
        field: `/${field}`,
      })
    await expect(test.belfry.alarms.sync({ changed: [{ pageId: 'p1', sentCount: 0 } as never] })).rejects.toMatchObject(
      { code: 'unknown_field', field: '/changed/0/sentCount' },
    )
  })

  it('of a page of somebody else moves it, with its count; a user cannot take it', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await rang(test)
    await expect(test.belfry.alarms.put({ pageId: 'p1', userId: 'joon' }, { user: 'joon' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const moved = await test.belfry.alarms.put({ pageId: 'p1', userId: 'joon' })
    expect(moved).toMatchObject({ userId: 'joon', sentCount: 2, title: 'Page p1' })
    await test.advance('P3D')
    expect(test.memory.sent.slice(1).every(({ recipient }) => recipient === 'joon')).toBe(true)
    expect((await test.belfry.alarms.list({ user: 'mina' })).items).toEqual([])
  })
})

describe('after each delivery', () => {
  it('the next time is 1, 2, 4, 8 … days later, capped, and the count keeps growing', async () => {
    const test = await running.start({ now, alarms: { cap: 'P16D' } })
    await test.belfry.alarms.put(page('p1'))
    const seen: [number, string | undefined][] = []
    for (let i = 0; i < 8; i++) {
      await rang(test)
      const alarm = await test.belfry.alarms.get('p1')
      seen.push([alarm!.sentCount, iso(alarm!.nextAlarmTime)?.slice(0, 16)])
      await test.jump(alarm!.nextAlarmTime!.toISOString())
    }
    expect(seen).toEqual([
      [2, '2031-03-05T03:00'],
      [3, '2031-03-07T03:00'],
      [4, '2031-03-11T03:00'],
      [5, '2031-03-19T03:00'],
      [6, '2031-04-04T03:00'],
      [7, '2031-04-20T03:00'],
      [8, '2031-05-06T03:00'],
      [9, '2031-05-22T03:00'],
    ])
  })

  it('its last notification is named', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await rang(test)
    const alarm = await test.belfry.alarms.get('p1')
    expect(alarm!.lastNotificationId).toBe(test.memory.sent[0]!.id)
    expect(await test.belfry.deliveries.get(alarm!.lastNotificationId!)).toMatchObject({ state: 'sent' })
  })

  it('past time: one that is overdue rings once, and comes back counted from then, never in the past', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await rang(test)
    await test.belfry.holds.hold({ reason: 'nobody is there' })
    await test.jump('2031-03-20T05:20:00Z')
    expect(test.memory.sent).toHaveLength(1)
    await test.belfry.holds.release({})
    expect(await rang(test)).toHaveLength(2)
    const alarm = await test.belfry.alarms.get('p1')
    expect(iso(alarm!.nextAlarmTime)).toBe('2031-03-22T05:00:00.000Z')
    expect(alarm!.sentCount).toBe(3)
  })

  it('quiet hours move it to 07:00 local', async () => {
    const test = await running.start({ now: '2031-03-04T13:30:00Z' })
    const alarm = await test.belfry.alarms.put(page('p1'))
    // 22:30 in Seoul.
    expect(await test.belfry.reminders.get(alarm.reminderId)).toMatchObject({ adjusted: 'deferred' })
    expect(iso(alarm.nextAlarmTime)).toBe('2031-03-04T22:00:00.000Z')
    await test.advance('PT8H')
    expect(await rang(test)).toEqual([])
    await test.advance('PT1H')
    expect(await rang(test)).toEqual(['p1'])
  })
})

describe('a delivery that', () => {
  const scripted = (outcomes: Outcome[]): Channel => ({
    name: 'push',
    idempotent: false,
    needsAddress: false,
    send: async () => outcomes.shift() ?? { kind: 'delivered' },
  })

  it('partial failure: failed for good keeps the count and comes back after six hours', async () => {
    const push = scripted([{ kind: 'refused', reply: 'no' }])
    const test = await running.start({ now, channels: [push], defaultChannels: ['push'] })
    await test.belfry.alarms.put(page('p1'))
    await test.settled()
    const failed = await test.belfry.alarms.get('p1')
    expect(failed).toMatchObject({ sentCount: 1, lastNotificationId: null })
    expect(iso(failed!.nextAlarmTime)).toBe('2031-03-04T09:00:00.000Z')
    await test.advance('PT6H')
    const sent = await test.belfry.alarms.get('p1')
    expect(sent).toMatchObject({ sentCount: 2 })
    expect(iso(sent!.nextAlarmTime)).toBe('2031-03-05T09:00:00.000Z')
  })

  it('is unknown counts as sent, and is listed', async () => {
    const push = scripted([{ kind: 'unknown', reply: 'lost' }])
    const test = await running.start({ now, channels: [push], defaultChannels: ['push'] })
    await test.belfry.alarms.put(page('p1'))
    await test.settled()
    const alarm = await test.belfry.alarms.get('p1')
    expect(alarm).toMatchObject({ sentCount: 2 })
    const listed = await test.belfry.deliveries.needingAttention()
    expect(listed.map(({ id }) => id)).toEqual([alarm!.lastNotificationId])
  })

  it('is deferred is tried again under the same id, and the alarm waits for its end', async () => {
    const ids: string[] = []
    const push: Channel = {
      ...{ name: 'push', idempotent: true, needsAddress: false },
      async send({ id }) {
        ids.push(id)
        return ids.length === 1 ? { kind: 'deferred', retryAfterMs: 60_000 } : { kind: 'delivered' }
      },
    }
    const test = await running.start({ now, channels: [push], defaultChannels: ['push'] })
    await test.belfry.alarms.put(page('p1'))
    await test.settled()
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ status: 'ringing', nextAlarmTime: null, sentCount: 1 })
    await test.advance('PT2M')
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ status: 'waiting', sentCount: 2 })
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('zombie: held by a dead worker it is free again after the lease, and the retry carries the same idempotency key', async () => {
    const ids: string[] = []
    const asked = new EventEmitter()
    const channel = (send: Channel['send']): Channel => ({
      ...{ name: 'push', idempotent: true, needsAddress: false, timeoutMs: 400, send },
    })
    const never = channel(async ({ id }) => {
      ids.push(id)
      asked.emit('asked')
      return await new Promise(() => {})
    })
    const options = { defaultChannels: ['push'], leaseMs: 500 }
    const dead = await running.open({ ...options, channels: [never] })
    await dead.clock.set(new Date(now))
    const begun = once(asked, 'asked')
    const worker = dead.startWorker({ retry: { delaysMs: [], lostMax: 5 } })
    await dead.alarms.put(page('p1'))
    await begun
    await worker.stop()
    // It is gone without a word: its claim stands, and its lease has run out.
    const sql = await running.client()
    await sql.query(
      `update belfry.deliveries set state = 'sending', pending_at = null, lost = 0, reason = null, attention_at = null`,
    )
    await sql.query(
      `insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
       select bucket, 'w-dead', clock_timestamp() - interval '1 s', array[bucket], array[reminder], array[occurrence_key], array[attempt]
       from belfry.deliveries`,
    )
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const alive = channel(async ({ id }) => {
      ids.push(id)
      return { kind: 'delivered' }
    })
    const cron = await running.open({ ...options, channels: [alive], logger })
    await expect.poll(async () => (await cron.alarms.run()).sent).toBe(1)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(lines.join('')).toContain('leases ran out')
    expect(await cron.alarms.get('p1')).toMatchObject({ sentCount: 2, status: 'waiting', lastNotificationId: ids[0]! })
  })
})

describe('a batch', () => {
  it('takes what its channel was held for, once that is over, though no worker runs', async () => {
    const push = memoryChannel({ name: 'push' })
    const belfry = await running.open({ channels: [push], defaultChannels: ['push'] })
    await belfry.clock.set(new Date(now))
    await belfry.recipients.put({ id: 'mina', timezone: 'Asia/Seoul' })
    await belfry.alarms.put(page('a'))
    await belfry.holds.hold({ channel: 'push', reason: 'maintenance' })
    await belfry.clock.set(new Date('2031-03-04T05:00:00Z'))
    await belfry.alarms.run()
    expect(push.sent).toEqual([])
    await belfry.holds.release({ channel: 'push' })
    await belfry.alarms.run()
    expect(push.sent).toHaveLength(1)
  })

  it('rings alarms and nothing else, as many as it is told, with retries counted', async () => {
    let isDown = true
    const push: Channel = {
      ...{ name: 'push', idempotent: true, needsAddress: false },
      send: async () => (isDown ? { kind: 'deferred', retryAfterMs: 60_000 } : { kind: 'delivered' }),
    }
    const belfry = await running.open({ channels: [push], defaultChannels: ['push'] })
    await belfry.clock.set(new Date(now))
    await belfry.recipients.put({ id: 'mina', timezone: 'Asia/Seoul' })
    const note = { entity: { type: 'note', id: 'n' }, recipient: 'mina', at: new Date(now) }
    await belfry.reminders.schedule(note)
    for (const pageId of ['a', 'b', 'c']) await belfry.alarms.put(page(pageId))
    const worker = belfry.startWorker()
    await belfry.clock.advance('PT50S')
    await worker.stop()
    await belfry.clock.set(new Date('2031-03-04T05:00:00Z'))
    isDown = false
    expect(await belfry.alarms.run({ fetchLimit: 2 })).toMatchObject({ fetched: 2, sent: 2 })
    expect(await belfry.alarms.run()).toMatchObject({ fetched: 1, sent: 1 })
    expect(await belfry.alarms.run()).toMatchObject({ fetched: 0, sent: 0 })
    expect((await belfry.deliveries.list({ entity: { type: 'note', id: 'n' } })).items).toMatchObject([
      { state: 'pending' },
    ])
  })
})
