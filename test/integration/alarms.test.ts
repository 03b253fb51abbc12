// Alarms of pages, in one process with a driven clock: what registers, rings, comes back, ends.

import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Alarm, Channel, Outcome, Page } from '../../src/index.ts'
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
    await expect.poll(async () => (await cron.alarms.run()).sent, { timeout: 20_000 }).toBe(1)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(lines.join('')).toContain('leases ran out')
    expect(await cron.alarms.get('p1')).toMatchObject({ sentCount: 2, status: 'waiting', lastNotificationId: ids[0]! })
  })
})

describe('a batch', () => {
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

describe('people', () => {
  it('more often: the count is reset, and it comes back after a day', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await test.advance('P20D')
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ sentCount: 6 })
    const alarm = await test.belfry.alarms.moreOften('p1')
    expect(alarm).toMatchObject({ sentCount: 1, status: 'waiting' })
    expect(iso(alarm.nextAlarmTime)).toBe('2031-03-25T03:00:00.000Z')
    const before = test.memory.sent.length
    await test.advance('P3D')
    expect(test.memory.sent.length - before).toBe(2)
  })

  it('done ends it, or postpones it, by policy; registered again it goes on with its count', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await test.belfry.alarms.put(page('p2', { onDone: 'postpone' }))
    await rang(test)
    await test.advance('PT5M')
    await test.advance('PT12H')
    expect(await test.belfry.alarms.done('p1')).toMatchObject({ status: 'done', nextAlarmTime: null, sentCount: 2 })
    const postponed = await test.belfry.alarms.done('p2')
    expect(postponed).toMatchObject({ status: 'waiting', sentCount: 2 })
    // 15:05 UTC is 00:05 in Seoul: a day later is quiet, and 07:00.
    expect(iso(postponed.nextAlarmTime)).toBe('2031-03-05T22:00:00.000Z')
    const before = test.memory.sent.length
    await test.advance('P40D')
    expect(test.memory.sent.slice(before).some(({ entity }) => entity.id === 'p1')).toBe(false)
    expect(await test.belfry.alarms.done('p2', { policy: 'end' })).toMatchObject({ status: 'done', onDone: 'postpone' })
    expect(await test.belfry.alarms.put(page('p1'))).toMatchObject({ status: 'waiting', sentCount: 2 })
    await test.advance('PT8H')
    expect(test.memory.sent.at(-1)).toMatchObject({ entity: { id: 'p1' } })
  })

  it('done of the reminder, as a button does it, is done of the alarm', async () => {
    const test = await running.start({ now })
    const { reminderId } = await test.belfry.alarms.put(page('p1'))
    await rang(test)
    await test.belfry.reminders.acknowledge(reminderId)
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ status: 'done' })
  })

  it('snooze rings later, and the intervals go on from there', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await rang(test)
    const later = await test.belfry.alarms.snooze('p1', { for: 'PT90M' })
    expect(iso(later.nextAlarmTime)).toBe('2031-03-04T04:30:00.000Z')
    await test.advance('PT90M')
    expect(await rang(test)).toHaveLength(2)
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ sentCount: 3 })
  })

  it('pause and resume of its reminder', async () => {
    const test = await running.start({ now })
    const { reminderId } = await test.belfry.alarms.put(page('p1'))
    await rang(test)
    await test.belfry.reminders.pause(reminderId)
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ status: 'paused' })
    await test.advance('P5D')
    expect(await rang(test)).toHaveLength(1)
    await test.belfry.reminders.resume(reminderId)
    expect(await rang(test)).toHaveLength(2)
  })

  it('cannot make something else of its reminder', async () => {
    const test = await running.start({ now })
    const { reminderId } = await test.belfry.alarms.put(page('p1'))
    const refused = { code: 'invalid_input' }
    await expect(test.belfry.reminders.change(reminderId, { in: 'PT1H' })).rejects.toMatchObject(refused)
    const same = { entity: { type: 'page', id: 'p1' }, kind: 'alarm', recipient: 'mina' }
    await expect(test.belfry.reminders.schedule({ ...same, in: 'PT1H', again: true })).rejects.toMatchObject(refused)
    expect(await test.belfry.reminders.change(reminderId, { title: 'Another' })).toMatchObject({ status: 'updated' })
    expect(await test.belfry.alarms.get('p1')).toMatchObject({ title: 'Another' })
  })

  it('are done with one that is paused', async () => {
    const test = await running.start({ now })
    const { reminderId } = await test.belfry.alarms.put(page('p1'))
    await rang(test)
    await test.belfry.reminders.pause(reminderId)
    expect(await test.belfry.alarms.done('p1')).toMatchObject({ status: 'done' })
  })

  it('more often leaves a paused one paused, and brings back one that is done', async () => {
    const test = await running.start({ now })
    const { reminderId } = await test.belfry.alarms.put(page('p1'))
    await rang(test)
    await test.belfry.reminders.pause(reminderId)
    expect(await test.belfry.alarms.moreOften('p1')).toMatchObject({ status: 'paused', sentCount: 1 })
    await test.belfry.alarms.done('p1')
    expect(await test.belfry.alarms.moreOften('p1')).toMatchObject({ status: 'waiting', sentCount: 1 })
  })

  it('see all of their alarms, page by page, also beside one whose reminder was cancelled', async () => {
    const test = await running.start({ now })
    const ids: string[] = []
    for (const pageId of ['a', 'b', 'c', 'd', 'e', 'f'])
      ids.push((await test.belfry.alarms.put(page(pageId))).reminderId)
    await test.belfry.reminders.cancel(ids[1]!)
    for (const query of [{}, { user: 'mina' }]) {
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const list: Page<Alarm> = await test.belfry.alarms.list({ ...query, limit: 3, ...(cursor ? { cursor } : {}) })
        seen.push(...list.items.map(({ pageId }) => pageId))
        cursor = list.nextCursor
      }
      expect(seen.sort()).toEqual(['a', 'c', 'd', 'e', 'f'])
    }
  })

  it('are erased with their alarms', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await test.belfry.recipients.delete('mina')
    expect(await test.belfry.alarms.get('p1')).toBeNull()
    const client = await running.client()
    expect((await client.query('select from belfry.alarms')).rowCount).toBe(0)
    expect(await test.belfry.alarms.put(page('p1'))).toMatchObject({ created: true, sentCount: 1 })
  })
})

describe('a page that goes', () => {
  it('never rings again; created again it starts fresh', async () => {
    const test = await running.start({ now })
    await test.belfry.alarms.put(page('p1'))
    await test.advance('P4D')
    const rung = test.memory.sent.length
    expect(await test.belfry.alarms.delete('p1')).toMatchObject({ deleted: true, inFlight: [] })
    expect(await test.belfry.alarms.get('p1')).toBeNull()
    await test.advance('P300D')
    expect(test.memory.sent).toHaveLength(rung)
    await test.advance('PT1H')
    expect(await test.belfry.alarms.put(page('p1'))).toMatchObject({
      ...{ created: true, sentCount: 1, lastNotificationId: null },
    })
    expect(await rang(test)).toHaveLength(rung + 1)
    expect(await test.belfry.alarms.delete('never')).toEqual({
      pageId: 'never',
      deleted: true,
      inFlight: [],
      alreadySent: [],
    })
  })

  it('is told by a client’s sync, with pages that have changed', async () => {
    const test = await running.start({ now })
    for (const pageId of ['a', 'b', 'c']) await test.belfry.alarms.put(page(pageId))
    await test.belfry.alarms.put({ pageId: 'd', userId: 'joon' })
    await test.advance('PT30M')
    const changes = {
      changed: [
        { pageId: 'a', title: 'New' },
        { pageId: 'x', title: 'No alarm' },
      ],
      deleted: ['b', 'd', 'y'],
    }
    const synced = await test.belfry.alarms.sync(changes, { user: 'mina' })
    expect(synced).toMatchObject({ changed: ['a'], unknown: ['x'] })
    expect(synced.deleted.map(({ pageId, deleted }) => [pageId, deleted])).toEqual([
      ['b', true],
      ['d', true],
      ['y', true],
    ])
    expect(await test.belfry.alarms.get('a')).toMatchObject({ title: 'New', sentCount: 2 })
    // Somebody else's page is not theirs to delete.
    expect(await test.belfry.alarms.get('d')).not.toBeNull()
    const rung = test.memory.sent.length
    await test.advance('P1DT2H')
    expect(
      test.memory.sent
        .slice(rung)
        .map(({ entity }) => entity.id)
        .sort(),
    ).toEqual(['a', 'c', 'd'])
  })

  it('truthful: a delete while its alarm is being sent names the send, and nothing follows', async () => {
    let finish = (_: Outcome) => {}
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const push: Channel = {
      name: 'push',
      idempotent: true,
      needsAddress: false,
      send: () => {
        begin()
        return new Promise((resolve) => {
          finish = resolve
        })
      },
    }
    const test = await running.start({ now, channels: [push], defaultChannels: ['push'] })
    await test.belfry.alarms.put(page('p1'))
    await begun
    const deleted = await test.belfry.alarms.delete('p1')
    expect(deleted).toMatchObject({ deleted: false })
    expect(deleted.inFlight).toHaveLength(1)
    finish({ kind: 'deferred' })
    await test.advance('P10D')
    expect(await test.belfry.deliveries.get(deleted.inFlight[0]!)).toMatchObject({
      state: 'cancelled',
      reason: 'stopped',
    })
  })
})
