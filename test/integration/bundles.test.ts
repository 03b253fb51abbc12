// What was put together stays several: each member of a message is cancelled, tried again, settled and kept by itself, and the
// message keeps its id.

import { describe, expect, it } from 'vitest'
import { type Message, memoryChannel } from '../../src/index.ts'
import { about, abouts, deliveriesOf, minute, schedule, scripted } from './coalescing.ts'
import { useDatabase } from './running.ts'

const { start, client } = useDatabase()

describe('each member is a delivery of its own', () => {
  it('cancelled before the send, it is in no message', async () => {
    const test = await start(minute)
    const { b } = await schedule(test, { a: 60, b: 61, c: 62 })
    await test.advance('PT70S')
    expect(await test.belfry.reminders.cancel(b!)).toMatchObject({ cancelled: true, inFlight: [], alreadySent: [] })
    await test.advance('PT1H')
    expect(abouts(test.memory.sent)).toEqual([['a', 'c']])
    expect(await deliveriesOf(test, b)).toMatchObject([{ state: 'cancelled', reason: 'cancelled' }])
  })

  it('key and members stay over retries; one that is cancelled meanwhile is left out', async () => {
    const test = await start(minute)
    const tried = scripted(test, [{ kind: 'deferred' }, { kind: 'deferred' }, { kind: 'deferred' }])
    const { a, b } = await schedule(test, { a: 60, b: 61, c: 62 })
    await test.advance('PT3M')
    await test.belfry.reminders.cancel(b!)
    await test.advance('PT6M')
    await test.belfry.reminders.cancel(a!)
    await test.advance('PT1H')
    expect(abouts(tried)).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], ['a', 'c'], ['c']])
    expect(new Set(tried.map(({ id }) => id)).size).toBe(1)
    expect(tried.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    expect(tried.map(({ tries }) => tries)).toEqual([0, 1, 2, 3])
    expect(tried[3]).toMatchObject({ title: 'title c', entity: { id: 'c' } })
    expect(await deliveriesOf(test, b)).toMatchObject([{ state: 'cancelled', attempt: 2 }])
    expect(await deliveriesOf(test, a)).toMatchObject([{ state: 'cancelled', attempt: 3 }])
  })

  it('what was left out and is wanted again goes alone, under its own id', async () => {
    const test = await start(minute)
    const { b } = await schedule(test, { a: 60, b: 61, c: 62 })
    await test.advance('PT70S')
    await test.belfry.reminders.cancel(b!)
    await test.advance('PT5M')
    // the same occurrence: `once`, which never began
    await schedule(test, { b: 60 })
    await test.advance('PT1H')
    expect(abouts(test.memory.sent)).toEqual([['a', 'c'], ['b']])
    expect(test.memory.sent[1]!.id).toBe((await deliveriesOf(test, b))[0]!.id)
  })

  it('accepted and then dropped: each is unknown, and nothing is sent again', async () => {
    const test = await start(minute)
    const tried = scripted(test, [{ kind: 'unknown' }])
    const ids = await schedule(test, { a: 60, b: 61, c: 62 })
    await test.advance('P1D')
    expect(abouts(tried)).toEqual([['a', 'b', 'c']])
    for (const id of Object.values(ids))
      expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'unknown', reason: 'outcome_unknown' }])
  })

  it('"send again" of one sends that one alone', async () => {
    const test = await start(minute)
    const tried = scripted(test, [{ kind: 'unknown' }])
    const { a, b } = await schedule(test, { a: 60, b: 61 })
    await test.advance('PT5M')
    const { id } = (await deliveriesOf(test, a))[0]!
    await test.belfry.deliveries.settle(id, 'send_again')
    await test.advance('PT5M')
    expect(abouts(tried)).toEqual([['a', 'b'], ['a']])
    expect(tried[1]!.id).toBe(id)
    expect(await deliveriesOf(test, a)).toMatchObject([{ state: 'sent', bundle: null }])
    expect(await deliveriesOf(test, b)).toMatchObject([{ state: 'unknown', bundle: { count: 2 } }])
  })

  it('stopped while the message is under way, it is not tried again; the others are', async () => {
    const test = await start(minute)
    const { a } = await schedule(test, { a: 60, b: 61, c: 62 })
    const tried: Message[] = []
    test.memory.script(async (message) => {
      tried.push(message)
      if (tried.length > 1) return { kind: 'delivered' }
      expect(await test.belfry.reminders.cancel(a!)).toMatchObject({ cancelled: false, inFlight: [expect.anything()] })
      return { kind: 'deferred' }
    })
    await test.advance('PT1H')
    expect(abouts(tried)).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ])
    expect(await deliveriesOf(test, a)).toMatchObject([{ state: 'cancelled', reason: 'stopped' }])
  })

  it('fallbacks stand behind each member, and ladders go on for each', async () => {
    const push = memoryChannel({ name: 'push' })
    const test = await start({ channels: [push], coalesce: { within: 'PT1M', channels: ['memory'] } })
    scripted(test, [{ kind: 'refused' }])
    await schedule(test, { a: 60, b: 61 }, { channels: ['memory'], fallback: 'push' })
    await test.advance('PT5M')
    expect(abouts(push.sent).sort()).toEqual([['a'], ['b']])
    push.clear()
    const ladder = { channels: ['memory', { channel: 'push', after: 'PT5M' }] }
    const { c } = await schedule(test, { c: 60, d: 61 }, ladder)
    await test.advance('PT3M')
    expect(abouts(test.memory.sent)).toEqual([['c', 'd']])
    await test.belfry.reminders.acknowledge(c!)
    await test.advance('PT1H')
    expect(abouts(push.sent)).toEqual([['d']])
  })

  it('series go on: rules at their moments, parked ones by the result', async () => {
    const test = await start(minute)
    await schedule(test, { rule: 60 }, { in: undefined, at: '2030-01-01T00:01:00Z', rule: 'FREQ=DAILY;COUNT=3' })
    await schedule(test, { nag: 60 }, { repeat: { nag: { every: 'P1D', atMost: 3 } } })
    await test.advance('P4D')
    // by half a minute or more each day the nag comes later: it counts from when it was sent
    const seen = test.memory.sent.flatMap(about)
    expect(seen.filter((id) => id === 'rule')).toHaveLength(3)
    expect(seen.filter((id) => id === 'nag')).toHaveLength(3)
    expect(abouts(test.memory.sent)[0]?.toSorted()).toEqual(['nag', 'rule'])
  })
})

describe('crash between take and send', () => {
  /** A worker that dies while it sends: its send never ends, and its connections are gone. */
  async function lose(idempotent: boolean) {
    const channel = memoryChannel({ name: 'lost', idempotent, timeoutMs: 100 })
    const test = await start({ channels: [channel], ...minute, worker: { leaseMs: 5_000 }, memoryTimeoutMs: 100 })
    const ids = await schedule(test, { a: 60, b: 61 }, { channels: ['lost'] })
    await test.advance('PT5M')
    expect(abouts(channel.sent)).toEqual([['a', 'b']])
    const sql = await client()
    // as if the worker had died between the send and its report
    await sql.query(`update belfry.deliveries set state = 'sending', took_ms = null`)
    await sql.query(`insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
      select min(bucket), 'dead', clock_timestamp(), array_agg(bucket), array_agg(reminder), array_agg(occurrence_key), array_agg(attempt)
      from belfry.deliveries`)
    const tried: Message[] = []
    channel.script((message) => {
      tried.push(message)
      return { kind: 'delivered' }
    })
    const reaped = new Promise((resolve) => test.worker.events.once('reaped', resolve))
    test.worker.wake()
    await reaped
    await test.settled()
    return { test, ids, tried, first: channel.sent[0]! }
  }

  it('with an idempotency key: sent again together, under the same id', async () => {
    const { test, ids, tried, first } = await lose(true)
    expect(tried.map(({ id, attempt }) => [id, attempt])).toEqual([[first.id, 2]])
    expect(abouts(tried)).toEqual([['a', 'b']])
    expect(await deliveriesOf(test, ids.a)).toMatchObject([{ state: 'sent' }])
  })

  it('without one: each is unknown', async () => {
    const { test, ids, tried } = await lose(false)
    expect(tried).toEqual([])
    for (const id of Object.values(ids))
      expect(await deliveriesOf(test, id)).toMatchObject([{ state: 'unknown', reason: 'lease_expired' }])
  })
})

describe('a member that somebody’s open transaction holds', () => {
  it('keeps its message, and nobody else’s, until it is let go', async () => {
    const test = await start(minute)
    await test.belfry.recipients.put({ id: 'bo' })
    const tried = scripted(test, [{ kind: 'deferred' }])
    const { b } = await schedule(test, { a: 60, b: 61 })
    await test.advance('PT2M')
    const sql = await client()
    await sql.query('begin')
    await sql.query('select from belfry.deliveries where reminder = $1 for update', [b])
    await schedule(test, { c: 60 }, { recipient: 'bo', critical: true })
    await test.advance('PT2M')
    expect(abouts(tried)).toEqual([['a', 'b'], ['c']])
    await sql.query('commit')
    await test.settled()
    expect(abouts(tried)).toEqual([['a', 'b'], ['c'], ['a', 'b']])
    expect(tried[2]!.id).toBe(tried[0]!.id)
  })
})

describe('a member whose last result is not written yet', () => {
  it('is waited for: sent without it, its id could not be used for it again', async () => {
    const test = await start(minute)
    const tried = scripted(test, [{ kind: 'deferred' }])
    const { b } = await schedule(test, { a: 60, b: 61 })
    await test.advance('PT2M')
    const sql = await client()
    await sql.query(`update belfry.deliveries set state = 'sending', pending_at = null where reminder = $1`, [b])
    await test.advance('PT2M')
    expect(abouts(tried)).toEqual([['a', 'b']])
    await sql.query(`update belfry.deliveries set state = 'pending', pending_at = belfry.now() where reminder = $1`, [
      b,
    ])
    test.worker.wake()
    await test.settled()
    expect(abouts(tried)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })
})

describe('what is kept', () => {
  it('goes with its last member, and with the person', async () => {
    const test = await start(minute)
    await test.belfry.recipients.put({ id: 'bo' })
    test.memory.script(({ recipient }) => ({ kind: recipient === 'ana' ? 'unknown' : 'delivered' }))
    const { b } = await schedule(test, { a: 60, b: 61 })
    await schedule(test, { c: 60, d: 61 }, { recipient: 'bo' })
    await test.advance('PT5M')
    const sql = await client()
    const bundles = async () => (await sql.query('select recipient from belfry.bundles order by 1')).rows
    expect(await bundles()).toEqual([{ recipient: 'ana' }, { recipient: 'bo' }])
    await test.jump('2030-06-01T00:00:00Z')
    // the other member of ana's is still to be decided
    await test.belfry.deliveries.settle((await deliveriesOf(test, b))[0]!.id, 'sent')
    await test.belfry.ledger.cleanupOldReminders(90)
    expect(await bundles()).toEqual([{ recipient: 'ana' }])
    await test.belfry.recipients.delete('ana')
    expect(await bundles()).toEqual([])
  })
})
