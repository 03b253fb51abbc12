// Alarms over HTTP: what a client of pages sees.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { latch } from '../integration/latch.ts'
import { begins, startPages } from './pages.ts'
import { operatorKey, useServer } from './serving.ts'

const server = useServer()
const start = () => startPages(server)
const dayMs = 86_400_000
const one = '/v1/alarms/page-1'

describe('a page', () => {
  it('is registered, due now, for a user who is created in Seoul', async () => {
    const { ask } = await start()
    const body = { userId: 'mina', title: 'The art of memory', body: 'Three pages' }
    const first = await ask('PUT', one, { body })
    expect(first).toMatchObject({
      status: 201,
      body: { ...body, created: true, inFlight: [], sentCount: 1, lastNotificationId: null, status: 'waiting' },
    })
    expect(first.body).toMatchObject({ pageId: 'page-1', onDone: 'end', timezone: 'Asia/Seoul' })
    expect(first.body.nextAlarmTime).toEqual({ instant: begins, local: '2031-01-01T10:00:00', timezone: 'Asia/Seoul' })
    const { created: _, inFlight: __, ...alarm } = first.body
    expect(await ask('GET', one)).toMatchObject({ status: 200, body: alarm })
    expect(await ask('GET', '/v1/recipients/mina')).toMatchObject({ body: { timezone: 'Asia/Seoul' } })
    expect(await ask('GET', `/v1/reminders/${alarm.reminderId}`)).toMatchObject({ status: 200 })
  })

  it('registered again keeps its count, takes the new texts and is due now', async () => {
    const { ask, run, register, stand } = await start()
    await register('page-1', { body: 'old' })
    expect(await run()).toMatchObject({ fetched: 1, sent: 1 })
    await stand('2031-01-01T03:20:00Z')
    const again = await ask('PUT', one, { body: { userId: 'mina', title: 'Another title' } })
    expect(again).toMatchObject({ status: 200, body: { created: false, sentCount: 2, body: 'old' } })
    expect(again.body).toMatchObject({
      title: 'Another title',
      nextAlarmTime: { instant: '2031-01-01T03:20:00.000Z' },
    })
  })

  it('comes back after 1, 2, 4, 8 days, on the full hour, and says which delivery was last', async () => {
    const { ask, run, register, stand, memory } = await start()
    await register('page-1')
    const at = [Date.parse(begins)]
    for (let ring = 1; ring <= 5; ring++) {
      expect(await run()).toMatchObject({ fetched: 1, sent: 1, failed: 0 })
      const { body } = await ask('GET', one)
      expect(body).toMatchObject({ sentCount: ring + 1, lastNotificationId: memory.sent.at(-1)!.id })
      const next = body.nextAlarmTime.instant
      at.push(Date.parse(next))
      await stand(next)
    }
    expect(at.slice(1).map((next, i) => (next - at[i]!) / dayMs)).toEqual([1, 2, 4, 8, 16])
    expect(memory.sent).toHaveLength(5)
  })

  it('whose texts are long is cut between characters', async () => {
    const { register } = await start()
    const family = '👨‍👩‍👧‍👦'
    const { title } = await register('page-1', { title: `a${family.repeat(400)}` })
    expect(title).toBe(`a${family.repeat(Math.floor(1_999 / family.length))}`)
  })

  it('is rung more often, snoozed, done, and done for later', async () => {
    const { ask, run, register, stand } = await start()
    await register('page-1')
    await run()
    await stand('2031-01-02T01:00:00Z')
    await run()
    expect((await ask('GET', one)).body).toMatchObject({ sentCount: 3 })
    const often = await ask('POST', `${one}/more-often`)
    expect(often).toMatchObject({ status: 200, body: { sentCount: 1, status: 'waiting' } })
    const snoozed = await ask('POST', `${one}/snooze`, { body: { for: 'PT3H' } })
    expect(snoozed).toMatchObject({ status: 200, body: { nextAlarmTime: { instant: '2031-01-02T04:00:00.000Z' } } })
    const until = await ask('POST', `${one}/snooze`, { body: { until: '2031-01-05T09:00:00' } })
    expect(until.body.nextAlarmTime).toMatchObject({
      instant: '2031-01-05T00:00:00.000Z',
      local: '2031-01-05T09:00:00',
    })
    const later = await ask('POST', `${one}/done`, { body: { policy: 'postpone' } })
    expect(later).toMatchObject({ status: 200, body: { status: 'waiting', inFlight: [] } })
    const done = await ask('POST', `${one}/done`)
    expect(done).toMatchObject({ status: 200, body: { status: 'done', nextAlarmTime: null } })
    await stand('2031-06-01T01:00:00Z')
    expect(await run()).toMatchObject({ fetched: 0 })
    expect(await ask('POST', `${one}/snooze`, { body: {} })).toMatchObject({ status: 400 })
    for (const verb of ['more-often', 'done', 'snooze'])
      expect(
        await ask('POST', `/v1/alarms/none/${verb}`, verb === 'snooze' ? { body: { for: 'PT1H' } } : {}),
      ).toMatchObject({ status: 404, body: { code: 'not_found', pointer: '/pageId' } })
  })

  it('that is paused says so, in the words of the request', async () => {
    const { ask, register } = await start()
    const { reminderId } = await register('page-1')
    await ask('POST', `/v1/reminders/${reminderId}/pause`)
    expect((await ask('GET', one)).body).toMatchObject({ status: 'paused', nextAlarmTime: null })
    const refused = await ask('POST', `${one}/snooze`, { body: { for: 'PT1H' } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', pointer: '/pageId' } })
  })

  it('that was deleted is gone, and begins anew', async () => {
    const { ask, run, register, stand, memory } = await start()
    await register('page-1')
    await run()
    const gone = await ask('DELETE', one)
    expect(gone).toMatchObject({ status: 200, body: { pageId: 'page-1', deleted: true, inFlight: [] } })
    expect(gone.body.alreadySent).toEqual(memory.sent.map(({ id }) => id))
    expect(await ask('GET', one)).toMatchObject({ status: 404, body: { pointer: '/pageId' } })
    expect(await ask('DELETE', one)).toMatchObject({ status: 404 })
    expect(await register('page-1')).toMatchObject({ created: true, sentCount: 1 })
    // Not in the moment at which it rang before.
    await stand('2031-01-01T01:30:00Z')
    expect(await run()).toMatchObject({ sent: 1 })
    expect(memory.sent).toHaveLength(2)
  })

  it('cannot be changed under a condition that nobody looks at', async () => {
    const { ask } = await start()
    const answer = await ask('PUT', one, { headers: { 'if-match': '"1"' }, body: { userId: 'mina' } })
    expect(answer).toMatchObject({ status: 400, body: { pointer: '/If-Match' } })
  })
})

describe('lists', () => {
  it('are of one user, or of all, page by page', async () => {
    const { ask, register } = await start()
    for (let i = 1; i <= 5; i++) await register(`page-${i}`, { userId: i === 5 ? 'bo' : 'mina' })
    const seen: string[] = []
    for (let query = '?user=mina&limit=3'; query !== ''; ) {
      const { status, body } = await ask('GET', `/v1/alarms${query}`)
      expect(status).toBe(200)
      seen.push(...body.items.map(({ pageId }: { pageId: string }) => pageId))
      query = body.nextCursor === null ? '' : `?user=mina&limit=3&cursor=${encodeURIComponent(body.nextCursor)}`
    }
    expect(seen.toSorted()).toEqual(['page-1', 'page-2', 'page-3', 'page-4'])
    const all = await ask('GET', '/v1/alarms', { key: operatorKey })
    expect(all.body.items).toHaveLength(5)
    expect(new Set(all.body.items.map((one: { nextAlarmTime: { instant: string } }) => one.nextAlarmTime.instant)).size)
      // two users may share a moment, two pages of one may not
      .toBeGreaterThanOrEqual(4)
  })
})

describe('a sync', () => {
  it('changes texts and takes pages away, as a client sends it', async () => {
    const { ask, run, register, stand, memory } = await start()
    for (const page of ['kept', 'changed', 'gone']) await register(page)
    const body = {
      changed: [
        { pageId: 'changed', title: 'New title', body: 'New body' },
        { pageId: 'never-registered', title: 'x' },
      ],
      deleted: ['gone', 'never-there'],
    }
    const synced = await ask('POST', '/v1/alarms/sync', { body })
    expect(synced).toMatchObject({ status: 200, body: { changed: ['changed'], unknown: ['never-registered'] } })
    expect(synced.body.deleted).toEqual(
      body.deleted.map((pageId) => ({ pageId, deleted: true, inFlight: [], alreadySent: [] })),
    )
    await stand('2031-01-01T04:00:00Z')
    await run()
    expect(memory.sent.map(({ title }) => title).toSorted()).toEqual(['New title', 'kept'])
    // The same again, as a client that got no answer does.
    expect(await ask('POST', '/v1/alarms/sync', { body })).toMatchObject({
      status: 200,
      body: { changed: ['changed'] },
    })
    expect((await ask('GET', '/v1/alarms')).body.items).toHaveLength(2)
  })

  it('is one transaction: with one page that cannot be, nothing of it is done', async () => {
    const { ask, register } = await start()
    await register('page-1')
    const body = { changed: [{ pageId: 'page-1', title: 'New' }], deleted: ['page-1', 'x'.repeat(257)] }
    const refused = await ask('POST', '/v1/alarms/sync', { body })
    expect(refused).toMatchObject({ status: 400, body: { pointer: '/deleted/1' } })
    expect((await ask('GET', one)).body).toMatchObject({ title: 'page-1', status: 'waiting' })
  })

  it('of nothing changes nothing', async () => {
    const { ask } = await start()
    expect(await ask('POST', '/v1/alarms/sync', { body: {} })).toMatchObject({
      status: 200,
      body: { changed: [], deleted: [], unknown: [] },
    })
  })
})

describe('a page that goes while its alarm is being sent', () => {
  /** A run whose send has begun and does not end before the test says so. */
  async function sending() {
    const pages = await start()
    await pages.register('page-1')
    const begun = latch()
    const end = latch()
    pages.memory.script(async () => {
      begun.open()
      await end.opened
      return { kind: 'delivered' }
    })
    const running = pages.run()
    await begun.opened
    return { ...pages, running, end }
  }

  it('says so when it is deleted, and never rings again', async () => {
    const { ask, running, end, stand, run, memory } = await sending()
    expect((await ask('GET', one)).body).toMatchObject({ status: 'ringing', nextAlarmTime: null })
    const gone = await ask('DELETE', one)
    expect(gone).toMatchObject({ status: 200, body: { deleted: false, inFlight: [expect.any(String)] } })
    end.open()
    expect(await running).toMatchObject({ fetched: 1, sent: 1 })
    expect(memory.sent.map(({ id }) => id)).toEqual(gone.body.inFlight)
    expect(await ask('GET', one)).toMatchObject({ status: 404 })
    await stand('2032-01-01T01:00:00Z')
    expect(await run()).toMatchObject({ fetched: 0 })
    expect(memory.sent).toHaveLength(1)
  })

  it('says so in the answer to a sync', async () => {
    const { ask, running, end, memory } = await sending()
    const { body } = await ask('POST', '/v1/alarms/sync', { body: { deleted: ['page-1'] } })
    expect(body.deleted).toMatchObject([{ pageId: 'page-1', deleted: false, inFlight: [expect.any(String)] }])
    end.open()
    await running
    expect(memory.sent).toHaveLength(1)
  })
})

describe('a run', () => {
  it('answers its counts, and takes no more than it may', async () => {
    const { run, register, memory } = await start()
    const users = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const user of users) await register(`page-${user}`, { userId: user })
    memory.script(({ recipient }) => ({
      kind: recipient === 'a' ? 'refused' : recipient === 'b' ? 'unknown' : 'delivered',
    }))
    const first = await run({ fetchLimit: 4, concurrency: 2 })
    expect(first).toMatchObject({ fetched: 4, concurrency: 2, processingTimeMs: expect.any(Number) })
    const second = await run()
    expect(second).toMatchObject({ fetched: 2, concurrency: 10 })
    const sum = (name: string) => first[name]! + second[name]!
    expect([sum('sent'), sum('failed'), sum('unknown'), sum('deferred'), sum('suppressed')]).toEqual([4, 1, 1, 0, 0])
    expect(await run()).toMatchObject({ fetched: 0, sent: 0 })
  })

  it('sends no more at once than its concurrency', async () => {
    const { run, register, memory } = await start()
    for (let i = 0; i < 8; i++) await register(`page-${i}`, { userId: `user-${i}` })
    let now = 0
    let most = 0
    memory.script(async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return { kind: 'delivered' }
    })
    expect(await run({ concurrency: 3 })).toMatchObject({ sent: 8 })
    expect(most).toBe(3)
  })

  it('under an Idempotency-Key commits as it goes, and is answered alike', async () => {
    const { ask, register, memory } = await start()
    await register('page-1')
    const begun = latch()
    const end = latch()
    memory.script(async () => {
      begun.open()
      await end.opened
      return { kind: 'delivered' }
    })
    const once = { headers: { 'idempotency-key': 'tick-1' }, body: { concurrency: 1 } }
    const running = ask('POST', '/v1/alarms/run', once)
    await begun.opened
    // What was taken is committed before anything is sent: others see it, and nobody takes it again.
    expect((await ask('GET', one)).body.status).toBe('ringing')
    expect(await ask('POST', '/v1/alarms/run', once)).toMatchObject({ status: 409 })
    expect(await ask('POST', '/v1/alarms/run', { body: {} })).toMatchObject({ body: { fetched: 0 } })
    end.open()
    const first = await running
    expect(first).toMatchObject({ status: 200, body: { fetched: 1, sent: 1 } })
    const again = await ask('POST', '/v1/alarms/run', once)
    expect(again).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(memory.sent).toHaveLength(1)
  })

  it('has the lease of this Belfry, for channels that take their time', async () => {
    const slow = memoryChannel({ timeoutMs: 120_000 })
    const belfry = { channels: [slow], defaultChannels: ['memory'], leaseMs: 600_000 }
    const { ask } = await server.start({ app: { clock: 'driven' }, belfry })
    await ask('POST', '/v1/clock', { key: operatorKey, body: { set: begins } })
    await ask('PUT', one, { body: { userId: 'mina', title: 'A page' } })
    expect(await ask('POST', '/v1/alarms/run', { body: {} })).toMatchObject({ status: 200, body: { sent: 1 } })
    await expect(server.start({ belfry: { leaseMs: 21_600_001 } })).rejects.toMatchObject({ field: '/leaseMs' })
  })

  it('is logged under the name alarm, with its counts, where DEBUG asks for it', async () => {
    const lines: object[] = []
    const silent = () => {}
    const logger = { debug: silent, warn: silent, error: silent, info: (fields: object) => void lines.push(fields) }
    const { belfry } = await server.start({ belfry: { logger, debug: 'alarm' } })
    await belfry.alarms.put({ pageId: 'page-1', userId: 'mina', title: 'not in a log' })
    await belfry.alarms.run()
    const ofAlarms = lines.filter((line) => 'ns' in line && line.ns === 'alarm')
    expect(ofAlarms).toContainEqual(expect.objectContaining({ tenant: 'default', fetched: expect.any(Number) }))
    expect(JSON.stringify(lines)).not.toContain('not in a log')
  })

  it('is of one tenant', async () => {
    const { ask, register, otherKey, memory } = await start()
    await register('page-1')
    expect(await ask('POST', '/v1/alarms/run', { key: otherKey, body: {} })).toMatchObject({ body: { fetched: 0 } })
    expect(memory.sent).toEqual([])
  })
})
