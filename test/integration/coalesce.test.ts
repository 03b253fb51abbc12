// Several reminders of one person in one message: within a window, where one is configured, and always when they are late. The
// witness is the channel: in how many messages it has seen each reminder, and under which ids.

import { describe, expect, it } from 'vitest'
import { coalesce } from '../../src/engine/coalesce.ts'
import { deliveriesOfMessage } from '../../src/engine/deliveries.ts'
import { type BelfryOptions, type Message, memoryChannel, type Outcome } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

const minute = { coalesce: { within: 'PT1M' } } satisfies BelfryOptions

/** What a message is about, by the entities of its reminders. */
const about = ({ entity, members }: Message) => members?.map((one) => one.entity.id) ?? [entity.id]
const abouts = (messages: readonly Message[]) => messages.map(about)

/** Notes `a`, `b`, …, due so many seconds from now. */
async function schedule(test: Pick<TestBelfry, 'belfry'>, dueIn: Record<string, number>, more: object = {}) {
  const ids: Record<string, string> = {}
  for (const [name, seconds] of Object.entries(dueIn)) {
    const { id } = await test.belfry.reminders.schedule(
      reminder(name, { in: `PT${seconds}S`, title: `title ${name}`, ...more }),
    )
    ids[name] = id
  }
  return ids
}

async function deliveriesOf(test: Pick<TestBelfry, 'belfry'>, id: string | undefined) {
  return (await test.belfry.reminders.explain(id!)).deliveries
}

function database() {
  const db = openDatabase({
    connection: { connectionString: url() },
    connectionsMax: 1,
    pooled: false,
    logger: silentLogger,
  })
  atEnd(() => db.close())
  return db
}

/** Answers one after the other, then delivers. Everything that was tried is kept. */
function scripted(test: TestBelfry, outcomes: readonly Outcome[] = []): Message[] {
  const tried: Message[] = []
  const left = [...outcomes]
  test.memory.script((message) => {
    tried.push(message)
    return left.shift() ?? { kind: 'delivered' }
  })
  return tried
}

describe('within a window', () => {
  it('those due in it are one message, and the others are not', async () => {
    const test = await start(minute)
    await test.belfry.recipients.put({ id: 'bo' })
    await schedule(test, { a: 60, b: 90, c: 120, d: 121, e: 300 })
    await schedule(test, { f: 90 }, { recipient: 'bo' })
    await test.advance('PT119S')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT1S')
    expect(abouts(test.memory.sent)).toEqual([['a', 'b', 'c']])
    await test.advance('PT1H')
    expect(abouts(test.memory.sent)).toEqual([['a', 'b', 'c'], ['f'], ['d'], ['e']])
  })

  it('groups the same when the clock passes several windows at once', async () => {
    const test = await start(minute)
    await schedule(test, { a: 60, b: 90, c: 125, d: 130 })
    await test.jump('2030-01-01T00:04:00Z')
    expect(abouts(test.memory.sent)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('a message of several says what it is about, one alone is as ever', async () => {
    const test = await start(minute)
    const { a, b } = await schedule(test, { a: 60, b: 61 })
    await schedule(test, { alone: 600 })
    await test.advance('PT1H')
    const [both, alone] = test.memory.sent
    const [ofA] = await deliveriesOf(test, a)
    const [ofB] = await deliveriesOf(test, b)
    expect(both).toMatchObject({
      entity: { type: 'bundle', id: both!.id },
      kind: 'summary',
      title: '2 reminders',
      body: 'title a\ntitle b',
      dueAt: new Date('2030-01-01T00:01:00Z'),
      members: [
        { id: ofA!.id, entity: { type: 'note', id: 'a' }, kind: 'once', title: 'title a' },
        { id: ofB!.id, entity: { type: 'note', id: 'b' }, kind: 'once', title: 'title b' },
      ],
    })
    expect(ofA).toMatchObject({ state: 'sent', bundle: { id: both!.id, count: 2 } })
    expect(ofA!.why).toContain('together with 1 other')
    expect(ofB).toMatchObject({ state: 'sent', bundle: { id: both!.id, count: 2 } })
    expect(await test.belfry.deliveries.get(ofA!.id)).toMatchObject({ bundle: { id: both!.id, count: 2 } })
    const messages = { db: database(), tenant: 'default' }
    expect(await deliveriesOfMessage(messages, both!.id)).toEqual([ofA!.id, ofB!.id])
    expect(await deliveriesOfMessage(messages, alone!.id)).toEqual([alone!.id])
    expect(await deliveriesOfMessage({ ...messages, tenant: 'other' }, both!.id)).toEqual([])
    expect(alone).not.toHaveProperty('members')
    expect(alone).toMatchObject({ title: 'title alone', entity: { type: 'note', id: 'alone' } })
    const { items } = await test.belfry.deliveries.list({ recipient: 'ana' })
    expect(items.find(({ entity }) => entity.id === 'alone')).toMatchObject({ id: alone!.id, bundle: null })
  })

  it('critical ones, other channels, and what would be useless by then do not wait', async () => {
    const push = memoryChannel({ name: 'push' })
    const test = await start({ channels: [push], coalesce: { within: 'PT1M', channels: ['memory'] } })
    await schedule(test, { a: 60, b: 60 })
    await schedule(test, { critical: 60 }, { critical: true })
    await schedule(test, { brief: 60 }, { usefulUntil: '2030-01-01T00:01:30Z' })
    await schedule(test, { p: 60, q: 60 }, { channels: ['push'] })
    await test.advance('PT60S')
    expect(abouts(test.memory.sent).sort()).toEqual([['brief'], ['critical']])
    expect(abouts(push.sent).sort()).toEqual([['p'], ['q']])
    await test.advance('PT60S')
    expect(abouts(test.memory.sent)[2]).toEqual(['a', 'b'])
  })

  it.each([
    [{ within: 'PT2H' }, '/coalesce/within'],
    [{ within: 'PT0S' }, '/coalesce/within'],
    [{ within: 'PT1M', channels: ['pigeon'] }, '/coalesce/channels/0'],
    [{ within: 'PT1M', channels: ['in_app'] }, '/coalesce/channels/0'],
    [{ within: 'PT1M', for: 'ana' }, '/coalesce/for'],
  ])('%o is no window', async (coalesce, field) => {
    await expect(open({ coalesce })).rejects.toMatchObject({ field })
  })
})

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

describe('late', () => {
  const hour = '2030-01-01T01:00:00Z'

  it('ones of one person become one message, window or not', async () => {
    const test = await start()
    await test.belfry.recipients.put({ id: 'bo' })
    await schedule(test, { a: 60, b: 600, c: 1_200, onTime: 3_590 })
    await schedule(test, { critical: 60 }, { critical: true })
    await schedule(test, { d: 60 }, { recipient: 'bo' })
    await test.jump(hour)
    expect(abouts(test.memory.sent).toSorted()).toEqual([['a', 'b', 'c'], ['critical'], ['d'], ['onTime']])
  })

  it('500 of 50 people, due while nobody worked, are exactly 50 messages', async () => {
    const test = await start({ worker: { lateMax: 200, latePerSecond: 300 } })
    const people = Array.from({ length: 50 }, (_, i) => `person-${i}`)
    for (const id of people) await test.belfry.recipients.put({ id })
    await test.belfry.reminders.scheduleMany(
      Array.from({ length: 500 }, (_, i) =>
        reminder(String(i), { recipient: people[i % 50]!, in: `PT${60 + (i % 37) * 10}S` }),
      ),
    )
    await test.jump(hour)
    const messages = await test.memory.received(50)
    await test.settled()
    expect(messages).toHaveLength(50)
    expect(new Set(messages.map(({ recipient }) => recipient)).size).toBe(50)
    expect(
      abouts(messages)
        .flat()
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual(Array.from({ length: 500 }, (_, i) => String(i)))
  })

  it('more than a hundred of one person are a message for each hundred', async () => {
    const test = await start()
    await test.belfry.reminders.scheduleMany(Array.from({ length: 250 }, (_, i) => reminder(String(i))))
    await test.jump(hour)
    expect(test.memory.sent.map(({ members }) => members?.length)).toEqual([100, 100, 50])
    expect(new Set(abouts(test.memory.sent).flat()).size).toBe(250)
  })

  it('ones that a hold kept are put together when it is released, on-time ones are not', async () => {
    const test = await start()
    await test.belfry.holds.hold({ channel: 'memory', reason: 'maintenance' })
    await schedule(test, { a: 60, b: 90, c: 3_590, d: 3_595 })
    await test.advance('PT1H')
    expect(test.memory.sent).toEqual([])
    await test.belfry.holds.release({ channel: 'memory' })
    await test.settled()
    expect(abouts(test.memory.sent).toSorted()).toEqual([['a', 'b'], ['c'], ['d']])
  })

  it('retries are not late', async () => {
    const test = await start()
    const tried = scripted(test, [{ kind: 'deferred' }, { kind: 'deferred' }])
    await schedule(test, { a: 60, b: 61 })
    await test.advance('PT62S')
    await test.jump(hour)
    expect(abouts(tried).toSorted()).toEqual([['a'], ['a'], ['b'], ['b']])
  })
})

describe('crash between take and send', () => {
  /** A worker that dies while it sends: its send never ends, and its connections are gone. */
  async function lose(idempotent: boolean) {
    const channel = memoryChannel({ name: 'lost', idempotent, timeoutMs: 100 })
    const test = await start({ channels: [channel], ...minute, worker: { leaseMs: 400 }, memoryTimeoutMs: 100 })
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

describe('several workers', () => {
  it('each reminder is in exactly one message, and each person has one', async () => {
    const test = await start({ worker: { lateMax: 100_000, batchMax: 20 } })
    const people = Array.from({ length: 30 }, (_, i) => `person-${i}`)
    for (const id of people) await test.belfry.recipients.put({ id })
    const others = await Promise.all([1, 2].map(() => open({ channels: [test.memory], defaultChannels: ['memory'] })))
    await test.belfry.reminders.scheduleMany(
      Array.from({ length: 600 }, (_, i) => reminder(String(i), { recipient: people[(i * 7) % 30]! })),
    )
    for (const other of others) other.startWorker({ batchMax: 20 })
    await test.belfry.clock.set(new Date('2030-01-01T01:00:00Z'))
    const sql = await client()
    for (;;) {
      await test.settled()
      const { rows } = await sql.query(
        `select (select count(*) from belfry.reminders) + (select count(*) from belfry.deliveries where state <> 'sent') as open`,
      )
      if (rows[0].open === '0') break
    }
    expect(abouts(test.memory.sent).flat().length).toBe(600)
    expect(new Set(abouts(test.memory.sent).flat()).size).toBe(600)
    expect(test.memory.sent.map(({ recipient }) => recipient).toSorted()).toEqual(people.toSorted())
  })
})

it('one worker at a time puts deliveries together', async () => {
  const test = await start(minute)
  await schedule(test, { a: 60, b: 61 })
  await test.advance('PT70S')
  await test.worker.stop()
  await test.belfry.clock.set(new Date('2030-01-01T00:02:00Z'))
  const other = await client()
  await other.query('begin')
  await other.query(statementText('try-lock-coalescing'))
  const db = database()
  const options = { channels: ['memory'], lateAfterMs: 300_000 }
  expect(await coalesce(db, options)).toBe(0)
  await other.query('commit')
  expect(await coalesce(db, options)).toBe(2)
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

describe('one that is due and cannot be fired', () => {
  it('is waited for, but not for long', async () => {
    const test = await start(minute)
    const { c } = await schedule(test, { a: 60, b: 61, c: 100 })
    const sql = await client()
    await sql.query('begin')
    await sql.query('select from belfry.reminders where id = $1 for update', [c])
    await test.advance('PT121S')
    expect(test.memory.sent).toEqual([])
    await test.advance('PT2S')
    expect(abouts(test.memory.sent)).toEqual([['a', 'b']])
    await sql.query('commit')
    await test.advance('PT1M')
    expect(abouts(test.memory.sent)).toEqual([['a', 'b'], ['c']])
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

it('nothing of this is written where nothing is put together', async () => {
  const test = await start()
  await schedule(test, { a: 60, b: 61 })
  await test.advance('PT5M')
  expect(test.memory.sent).toHaveLength(2)
  const sql = await client()
  expect((await sql.query('select from belfry.bundles')).rowCount).toBe(0)
  expect((await sql.query('select from belfry.deliveries where bundle is not null')).rowCount).toBe(0)
})
