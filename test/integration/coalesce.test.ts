// Several reminders of one person in one message: within a window, where one is configured, and always when they are late. The
// witness is the channel: in how many messages it has seen each reminder, and under which ids.

import { describe, expect, it } from 'vitest'
import { coalesce } from '../../src/engine/coalesce.ts'
import { deliveriesOfMessage } from '../../src/engine/deliveries.ts'
import { memoryChannel } from '../../src/index.ts'
import { silentLogger } from '../../src/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { statementText } from '../../src/storage/statements.ts'
import { abouts, deliveriesOf, minute, schedule, scripted } from './coalescing.ts'
import { reminder, useDatabase } from './running.ts'

const { url, start, open, client, atEnd } = useDatabase()

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

  it('what ceases to be useful when the window ends, or just after, rings at its moment', async () => {
    const test = await start(minute)
    await schedule(test, { a: 60 }, { usefulUntil: '2030-01-01T00:02:00Z' })
    await schedule(test, { b: 60 }, { usefulUntil: '2030-01-01T00:02:59Z' })
    await schedule(test, { c: 60 }, { usefulUntil: '2030-01-01T00:03:00Z' })
    await test.advance('PT60S')
    expect(abouts(test.memory.sent).toSorted()).toEqual([['a'], ['b']])
    await test.advance('PT60S')
    expect(abouts(test.memory.sent)[2]).toEqual(['c'])
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

  it('ones are one message on the later channels of their ladder, too, and only when its time has come', async () => {
    const test = await start()
    const ladder = ['in_app', { channel: 'memory', after: 'PT2M' }]
    await schedule(test, { a: 60, b: 61, c: 62 }, { channels: ladder })
    await schedule(test, { d: 60, e: 61 })
    await test.jump(hour)
    expect(abouts(test.memory.sent)).toEqual([['d', 'e']])
    await test.advance('PT2M')
    expect(abouts(test.memory.sent)).toEqual([
      ['d', 'e'],
      ['a', 'b', 'c'],
    ])
  })

  it('ones are one message on their fallback, too', async () => {
    const push = memoryChannel({ name: 'push' })
    push.script(() => ({ kind: 'refused' }))
    const test = await start({ channels: [push] })
    await schedule(test, { a: 60, b: 61, c: 62 }, { channels: ['push'], fallback: 'memory' })
    await test.jump(hour)
    expect(abouts(test.memory.sent)).toEqual([['a', 'b', 'c']])
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

it('nothing of this is written where nothing is put together', async () => {
  const test = await start()
  await schedule(test, { a: 60, b: 61 })
  await test.advance('PT5M')
  expect(test.memory.sent).toHaveLength(2)
  const sql = await client()
  expect((await sql.query('select from belfry.bundles')).rowCount).toBe(0)
  expect((await sql.query('select from belfry.deliveries where bundle is not null')).rowCount).toBe(0)
})
