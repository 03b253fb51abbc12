// Belfry's verbs inside a transaction that belongs to somebody else: a client of pg, and each of the ORMs, all alike.

import { beforeEach, describe, expect, it } from 'vitest'
import type { Belfry, Queryable } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { type Isolation, type Orm, orms, usersTable } from './orms.ts'
import { asleep, useDatabase } from './running.ts'
import { openTables, withoutPulses } from './tables.ts'

const { start, open, client, url, atEnd } = useDatabase()
const now = '2030-03-01T08:00:00Z'
const changed = new Error('changed my mind')
const key = { entityType: 'invoice', entityId: '9', reminderType: 'due', userId: 'ana' }
const meeting = { type: 'meeting', id: '42' }
const abandoned = { type: 'meeting', id: '43' }
const note = (id: string, more: object = {}) => ({
  entity: { type: 'note', id },
  recipient: 'ana',
  in: 'PT1M',
  ...more,
})
type Inside = ReturnType<Belfry['with']>

describe.each(Object.keys(orms))('%s', (name) => {
  let test: TestBelfry
  let orm: Orm
  /** A reminder that rang before the transaction. */
  let rangBefore: string

  beforeEach(async () => {
    test = await start({ now, ...asleep })
    await (await client()).query(usersTable)
    orm = orms[name]!(url())
    atEnd(() => orm.close())
    const { id } = await test.belfry.reminders.schedule(note('old', { title: 'Old' }))
    rangBefore = id
    await test.belfry.entities.put({ ...abandoned, at: '2030-03-02T08:00:00Z', recipients: ['ana'], plan: ['-PT1H'] })
    await test.advance('PT1M')
    test.memory.clear()
  })

  const rung = () =>
    test.memory.sent.map(({ entity, recipient, dueAt }) => `${entity.id} ${recipient} ${dueAt.toISOString()}`)

  /** A bit of everything: people, entities, reminders, the ledger. */
  async function work(inside: Inside) {
    await inside.recipients.put({ id: 'bo', timezone: 'Asia/Seoul', addresses: { memory: 'bo\'s "{}\\,null' } })
    const put = await inside.entities.put({
      ...meeting,
      at: '2030-03-04T10:00:00',
      timezone: 'Europe/Paris',
      title: 'Budget "{review}", null \\ NULL',
      data: { room: 4, tags: ['a', null, true, 0.5], nested: { '€': '🔔' } },
      recipients: ['ana', { id: 'bo', plan: ['-PT2H'] }],
      plan: ['-PT24H', '-PT1H'],
    })
    expect(put).toMatchObject({ created: 3, version: 1 })
    const ring = { at: '2030-03-02T09:00:00', timezone: 'Asia/Seoul', title: 'Ring', data: [1, 'two', null] }
    expect(await inside.reminders.schedule(note('one', { ...ring, in: undefined }))).toMatchObject({
      status: 'created',
    })
    const many = await inside.reminders.scheduleMany([note('a', { critical: true }), note('b', { in: 'PT2M' })])
    expect(many.map(({ status }) => status)).toEqual(['created', 'created'])
    expect(await inside.reminders.cancel(many[1]!.id)).toMatchObject({ cancelled: true })
    expect(await inside.entities.cancel(abandoned)).toMatchObject({ cancelled: 1, inFlight: [], alreadySent: [] })
    expect(await inside.reminders.snooze(rangBefore, { for: 'PT10M' })).toMatchObject({ generation: 2 })
    expect(await inside.ledger.markReminderAsSent(key)).toBe(true)
    expect(await inside.ledger.markReminderAsSent(key)).toBe(false)
  }

  /** Every way to read, as deep as it goes. */
  async function readAll(verbs: Inside) {
    const listed = await verbs.reminders.list({ recipient: 'ana' })
    const from = new Date('2030-03-01T08:00:00.123Z')
    const to = new Date('2030-03-03T12:00:00Z')
    return {
      people: [await verbs.recipients.get('bo'), await verbs.recipients.list()],
      entities: [
        await verbs.entities.get(meeting),
        await verbs.entities.list({ type: 'meeting' }),
        await verbs.entities.timeline(meeting),
      ],
      listed,
      upcoming: await verbs.reminders.upcoming({ from, to }),
      got: await verbs.reminders.get(listed.items[0]!.id),
      explained: [await verbs.reminders.explain(rangBefore), await verbs.reminders.explain(listed.items[0]!.id)],
      ledger: [await verbs.ledger.wasReminderSent(key), await verbs.ledger.getRemindersSentForEntity('invoice', '9')],
    }
  }

  it('commits them together with rows of one’s own; they read the same in there, and ring', async () => {
    const inside = await orm.transaction(async ({ tx, book }) => {
      await book('Budget review')
      await work(test.belfry.with(tx))
      expect(await test.belfry.entities.get(meeting)).toBeNull()
      return await readAll(test.belfry.with(tx))
    })
    expect(inside.listed.items.length).toBeGreaterThan(3)
    expect(inside.upcoming.items.map(({ entity }) => entity.id)).toEqual(['a', 'old', 'one', '42'])
    expect(inside).toEqual(await readAll(test.belfry))
    expect((await (await client()).query('select title from bookings')).rows).toEqual([{ title: 'Budget review' }])
    await test.advance('P4D')
    expect(rung()).toEqual([
      'a ana 2030-03-01T08:02:00.000Z',
      'old ana 2030-03-01T08:11:00.000Z',
      'one ana 2030-03-02T00:00:00.000Z',
      '42 ana 2030-03-03T09:00:00.000Z',
      '42 bo 2030-03-04T07:00:00.000Z',
      '42 ana 2030-03-04T08:00:00.000Z',
    ])
    expect(test.memory.sent[3]).toMatchObject({
      data: { room: 4, tags: ['a', null, true, 0.5], nested: { '€': '🔔' } },
    })
  })

  it('rolled back, never existed', async () => {
    const tables = openTables(url())
    atEnd(() => tables.close())
    const before = withoutPulses(await tables.fingerprint())
    const failed = orm.transaction(async ({ tx, book }) => {
      await book('Budget review')
      await work(test.belfry.with(tx))
      throw changed
    })
    await expect(failed).rejects.toBe(changed)
    expect(withoutPulses(await tables.fingerprint())).toEqual(before)
    expect(await tables.query('select title from bookings')).toEqual([])
    expect(await test.belfry.recipients.get('bo')).toBeNull()
    expect(await test.belfry.ledger.markReminderAsSent(key)).toBe(true)
    await test.advance('P4D')
    expect(rung()).toEqual(['43 ana 2030-03-02T07:00:00.000Z'])
  })

  it('committed after its moment, rings at once, though later ones rang before it', async () => {
    await orm.transaction(async ({ tx }) => {
      await test.belfry.with(tx).reminders.schedule(note('late'))
      await test.belfry.reminders.schedule(note('prompt', { in: 'PT5M' }))
      await test.advance('PT10M')
      expect(rung()).toEqual(['prompt ana 2030-03-01T08:06:00.000Z'])
    })
    // Nobody moves the clock or wakes the worker, which would sleep for an hour: the commit does.
    await test.memory.received(2)
    expect(rung()[1]).toBe('late ana 2030-03-01T08:02:00.000Z')
  })

  it('cancelled in a transaction that is still open at its moment: what counts is how that ends', async () => {
    const ids = (await test.belfry.reminders.scheduleMany([note('kept'), note('gone')])).map(({ id }) => id)
    const undone = orm.transaction(async ({ tx }) => {
      expect(await test.belfry.with(tx).reminders.cancel(ids[0]!)).toMatchObject({ cancelled: true })
      await orm.transaction(async (other) => {
        expect(await test.belfry.with(other.tx).reminders.cancel(ids[1]!)).toMatchObject({ cancelled: true })
        await test.belfry.clock.set(new Date('2030-03-01T08:05:00Z'))
      })
      throw changed
    })
    await expect(undone).rejects.toBe(changed)
    await test.memory.received(1)
    await test.advance('PT1H')
    expect(rung()).toEqual(['kept ana 2030-03-01T08:02:00.000Z'])
  })

  it('sees what rang since the transaction began', async () => {
    const { id } = await test.belfry.reminders.schedule(note('soon'))
    const answer = await orm.transaction(async ({ tx, book }) => {
      await book('takes a while')
      await test.advance('PT1M')
      return await test.belfry.with(tx).reminders.cancel(id)
    })
    expect(answer).toMatchObject({ cancelled: false, inFlight: [] })
    expect(answer.alreadySent).toHaveLength(1)
  })

  it('keeps tenants apart inside one transaction', async () => {
    const other = await open({ tenant: 'other' })
    await orm.transaction(async ({ tx }) => {
      await work(test.belfry.with(tx))
      const theirs = other.with(tx)
      expect(await theirs.entities.get(meeting)).toBeNull()
      expect(await theirs.recipients.get('bo')).toBeNull()
      expect((await theirs.reminders.list({ recipient: 'ana' })).items).toEqual([])
      expect(await theirs.reminders.get(rangBefore)).toBeNull()
      await expect(theirs.reminders.cancel(rangBefore)).rejects.toMatchObject({ code: 'not_found' })
      await expect(theirs.entities.cancel(meeting)).rejects.toMatchObject({ code: 'not_found' })
      expect(await theirs.ledger.wasReminderSent(key)).toBe(false)
      expect(await theirs.ledger.markReminderAsSent(key)).toBe(true)
    })
    await test.advance('P4D')
    expect(rung()).toHaveLength(6)
  })

  it('takes thousands at once', async () => {
    const notes = Array.from({ length: 2_500 }, (_, i) => note(String(i), { title: `"{${i}},\\` }))
    await orm.transaction(async ({ tx }) => {
      const written = await test.belfry.with(tx).reminders.scheduleMany(notes)
      expect(written.filter(({ status }) => status === 'created')).toHaveLength(2_500)
    })
    await test.advance('PT1M')
    expect(new Set(test.memory.sent.map(({ title }) => title)).size).toBe(2_500)
  })

  it('refuses what is wrong without spoiling the transaction', async () => {
    await orm.transaction(async ({ tx, book }) => {
      const refused = test.belfry.with(tx).reminders.schedule(note('x', { recipient: 'nobody' }))
      await expect(refused).rejects.toMatchObject({ code: 'unknown_recipient', field: '/recipient' })
      await book('goes on')
    })
    expect((await (await client()).query('select title from bookings')).rows).toEqual([{ title: 'goes on' }])
  })

  it.each<Isolation>(['repeatable read', 'serializable'])('refuses %s, which answers from the past', async (level) => {
    const refused = orm.transaction(async ({ tx }) => await test.belfry.with(tx).entities.cancel(abandoned), level)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      accepted: expect.stringMatching('read committed'),
    })
    await test.advance('P2D')
    expect(rung()).toHaveLength(1)
  })

  it('refuses what is no transaction', async () => {
    const refused = test.belfry.with(orm.without).entities.cancel(abandoned)
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      accepted: expect.stringMatching('after begin'),
    })
  })
})

it('committed after its moment and without NOTIFY, rings when the worker looks next', async () => {
  const test = await start({ now, notify: false, pollMs: 50 })
  const sql = await client()
  await sql.query('begin')
  await test.belfry.with(sql).reminders.schedule(note('late'))
  await test.belfry.reminders.schedule(note('prompt', { in: 'PT5M' }))
  await test.advance('PT10M')
  expect(test.memory.sent).toHaveLength(1)
  await sql.query('commit')
  await test.memory.received(2)
})

it('wakes workers for what is not due soon, too: the transaction may stay open until it is', async () => {
  const test = await start({ now, pollMs: 30_000 })
  const [listener, sql] = [await client(), await client()]
  await listener.query('listen belfry')
  const told = new Promise<string | undefined>((resolve) =>
    listener.on('notification', ({ payload }) => resolve(payload)),
  )
  await sql.query('begin')
  await test.belfry.with(sql).reminders.schedule(note('far', { in: 'PT10M' }))
  await sql.query('commit')
  expect(await told).toBe(String(Date.parse('2030-03-01T08:10:00Z')))
})

it('in repeatable read would say cancelled and erased of what rings afterwards: that is why it is refused', async () => {
  const test = await start({ now })
  const sql = await client()
  const fooled: Queryable = {
    query: async (text, values) =>
      text.includes('transaction_isolation')
        ? { rows: [{ isolation: 'read committed', opened: true }] }
        : await sql.query(text, values),
  }
  await test.belfry.recipients.put({ id: 'bo' })
  await test.belfry.entities.put({ ...meeting, at: '2030-03-02T08:00:00Z', recipients: ['ana'], plan: ['-PT1H'] })
  await sql.query('begin isolation level repeatable read')
  await sql.query('select')
  await test.belfry.reminders.schedule(note('7', { entity: meeting }))
  await test.belfry.reminders.schedule(note('8', { recipient: 'bo' }))
  expect(await test.belfry.with(fooled).entities.cancel(meeting)).toMatchObject({ cancelled: 1 })
  expect(await test.belfry.with(fooled).recipients.delete('bo')).toMatchObject({ erased: true, cancelled: 0 })
  await sql.query('commit')
  await test.advance('P2D')
  expect(test.memory.sent.map(({ entity, recipient }) => `${entity.id} ${recipient}`).sort()).toEqual([
    '42 ana',
    '8 bo',
  ])
})
