// The inbox: each item is in one state, whoever has brought it there; counts are counted.

import { describe, expect, it } from 'vitest'
import type { InboxState } from '../../src/inbox/item.ts'
import type { Belfry } from '../../src/index.ts'
import { many, reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()

async function withItems(count: number, more: object = {}) {
  const test = await start()
  await test.belfry.reminders.scheduleMany(many(count, { channels: ['in_app'], title: 'Call mom', ...more }))
  await test.advance('PT1M')
  const { items } = await test.belfry.inbox.list({ recipient: 'ana' })
  return { ...test, items, ids: items.map(({ id }) => id) }
}

const states = async (belfry: Belfry) => (await belfry.inbox.list({ recipient: 'ana' })).items.map(({ state }) => state)
const countsWith = (some: Partial<Record<InboxState, number>>) => {
  const counts = { unread: 0, read: 0, archived: 0, snoozed: 0, done: 0, ...some }
  return { ...counts, total: Object.values(counts).reduce((sum, one) => sum + one, 0) }
}

describe('items', () => {
  it('say what they are about, and come in pages, the newest first', async () => {
    const { belfry, items } = await withItems(5, { body: 'She waits.', data: { n: 1 } })
    expect(items[0]).toMatchObject({
      recipient: 'ana',
      entity: { type: 'note' },
      kind: 'once',
      state: 'unread',
      title: 'Call mom',
      body: 'She waits.',
      data: { n: 1 },
      dueAt: new Date('2030-01-01T00:01:00Z'),
      readAt: null,
    })
    expect(await belfry.deliveries.get(items[0]!.id)).toMatchObject({ channel: 'in_app', state: 'sent' })
    const first = await belfry.inbox.list({ recipient: 'ana', limit: 2 })
    const second = await belfry.inbox.list({ recipient: 'ana', limit: 2, cursor: first.nextCursor! })
    const third = await belfry.inbox.list({ recipient: 'ana', limit: 2, cursor: second.nextCursor! })
    expect([...first.items, ...second.items, ...third.items]).toEqual(items)
    expect(third.nextCursor).toBeNull()
  })

  it('go from state to state, and the counts with them', async () => {
    const { belfry, ids } = await withItems(5)
    await belfry.inbox.read(ids[0]!)
    await belfry.inbox.archive(ids[1]!)
    await belfry.inbox.snooze(ids[2]!, { for: 'PT1H' })
    await belfry.inbox.done(ids[3]!)
    expect(await states(belfry)).toEqual(['read', 'archived', 'snoozed', 'done', 'unread'])
    expect(await belfry.inbox.counts('ana')).toEqual(
      countsWith({ unread: 1, read: 1, archived: 1, snoozed: 1, done: 1 }),
    )
    for (const [i, state] of (['read', 'archived', 'snoozed', 'done', 'unread'] as const).entries())
      expect((await belfry.inbox.list({ recipient: 'ana', state })).items.map(({ id }) => id)).toEqual([ids[i]])
    await belfry.inbox.unread(ids[0]!)
    await belfry.inbox.unarchive(ids[1]!)
    // What is done stays done, and what was snoozed is not unread by itself.
    await belfry.inbox.archive(ids[3]!)
    await belfry.inbox.unread(ids[2]!)
    expect(await states(belfry)).toEqual(['unread', 'unread', 'snoozed', 'done', 'unread'])
  })

  it('are all read at once, up to the newest that was shown', async () => {
    const { belfry, ids } = await withItems(5)
    expect(await belfry.inbox.readAll('ana', { upTo: ids[2]! })).toEqual({ read: 3 })
    expect(await states(belfry)).toEqual(['unread', 'unread', 'read', 'read', 'read'])
    expect(await belfry.inbox.readAll('ana')).toEqual({ read: 2 })
    expect(await belfry.inbox.counts('ana')).toEqual(countsWith({ read: 5 }))
    await belfry.recipients.put({ id: 'bo' })
    await expect(belfry.inbox.readAll('bo', { upTo: ids[2]! })).rejects.toMatchObject({
      code: 'not_found',
      field: '/upTo',
    })
  })

  it('of nobody, of no state and of no cursor are refused', async () => {
    const { belfry } = await withItems(1)
    await expect(belfry.inbox.list({ recipient: 'ana', state: 'gone' as 'all' })).rejects.toMatchObject({
      field: '/state',
    })
    await expect(belfry.inbox.list({ recipient: 'ana', cursor: 'x' })).rejects.toMatchObject({ field: '/cursor' })
    await expect(belfry.inbox.read('x')).rejects.toMatchObject({ code: 'invalid_input' })
    const nobody = '00000000-0000-0000-0000-000000000000.0000000000000000'
    await expect(belfry.inbox.read(nobody)).rejects.toMatchObject({ code: 'not_found' })
    expect(await belfry.inbox.get(nobody)).toBeNull()
  })
})

describe('done', () => {
  it('elsewhere is done here: by the library, and with the entity', async () => {
    const { belfry, items } = await withItems(2)
    await belfry.reminders.acknowledge(items[0]!.reminderId)
    expect(await states(belfry)).toEqual(['done', 'unread'])
    await belfry.entities.put({ type: 'note', id: items[1]!.entity.id, at: '2030-02-01T10:00:00', timezone: 'UTC' })
    await belfry.entities.complete(items[1]!.entity)
    expect(await states(belfry)).toEqual(['done', 'done'])
  })

  it('here ends the reminder', async () => {
    const { belfry, advance } = await start()
    const { id } = await belfry.reminders.schedule(
      reminder('1', { repeat: { nag: { every: 'PT10M', atMost: 5 } }, channels: ['in_app'] }),
    )
    await advance('PT11M')
    const { items } = await belfry.inbox.list({ recipient: 'ana' })
    expect(items.map(({ state }) => state)).toEqual(['unread', 'unread'])
    await belfry.inbox.done(items[1]!.id)
    // Both rings are of the same thing.
    expect(await states(belfry)).toEqual(['done', 'done'])
    await advance('P1D')
    expect((await belfry.inbox.counts('ana')).total).toBe(2)
    expect(await belfry.reminders.get(id)).toMatchObject({ dueAt: null })
  })

  it('of a rule is of one occurrence: the day before stays as it was', async () => {
    const { belfry, advance } = await start()
    const daily = { rule: 'FREQ=DAILY', at: '2030-01-01T08:00:00', in: undefined, timezone: 'UTC' }
    const { id } = await belfry.reminders.schedule(reminder('1', { ...daily, channels: ['in_app'] }))
    await advance('PT32H')
    await belfry.reminders.acknowledge(id)
    expect(await states(belfry)).toEqual(['done', 'unread'])
    const { items } = await belfry.inbox.list({ recipient: 'ana' })
    await belfry.inbox.done(items[1]!.id)
    expect(await states(belfry)).toEqual(['done', 'done'])
    await advance('P1D')
    expect(await states(belfry)).toEqual(['unread', 'done', 'done'])
  })
})

describe('snoozed', () => {
  it('until it rings again: then that ring is the one to see', async () => {
    const { belfry, ids, advance } = await withItems(1)
    const item = await belfry.inbox.snooze(ids[0]!, { for: 'PT1H' })
    expect(item).toMatchObject({ state: 'snoozed', snoozedUntil: new Date('2030-01-01T01:01:00Z') })
    await advance('PT59M')
    expect(await states(belfry)).toEqual(['snoozed'])
    await advance('PT1M')
    expect(await states(belfry)).toEqual(['unread', 'archived'])
    const [ring] = (await belfry.inbox.list({ recipient: 'ana' })).items
    expect(ring).toMatchObject({ generation: 2, title: 'Call mom' })
    await belfry.inbox.snooze(ring!.id, { until: '2030-01-01T03:00:00Z' })
    await advance('PT2H')
    expect(await states(belfry)).toEqual(['unread', 'archived', 'archived'])
    // The first one cannot be snoozed any more, and done is done of all of them.
    await expect(belfry.inbox.snooze(ids[0]!, { for: 'PT5M' })).rejects.toMatchObject({ code: 'stopped' })
    await belfry.reminders.acknowledge(ring!.reminderId)
    expect(await states(belfry)).toEqual(['done', 'done', 'done'])
  })

  it('by the library is snoozed here; cancelled or moved, it is not any more', async () => {
    const { belfry, items } = await withItems(3)
    for (const { reminderId } of items) await belfry.reminders.snooze(reminderId, { for: 'PT1H' })
    expect(await states(belfry)).toEqual(['snoozed', 'snoozed', 'snoozed'])
    await belfry.reminders.cancel(items[0]!.reminderId)
    await belfry.reminders.schedule({ ...reminder(items[1]!.entity.id), in: 'P2D', channels: ['in_app'] })
    expect(await states(belfry)).toEqual(['archived', 'archived', 'snoozed'])
    // Snoozed anew before it has rung: another moment.
    await belfry.inbox.snooze(items[2]!.id, { for: 'PT3H' })
    expect(await belfry.inbox.get(items[2]!.id)).toMatchObject({ snoozedUntil: new Date('2030-01-01T03:01:00Z') })
  })

  it('with the entity cancelled, or moved by its plan, does not come back', async () => {
    const { belfry, advance } = await start()
    const meeting = { type: 'meeting', id: '1', timezone: 'UTC', recipients: ['ana'], plan: ['-PT1H'] }
    const other = { ...meeting, id: '2' }
    for (const one of [meeting, other])
      await belfry.entities.put({ ...one, at: '2030-01-01T02:00:00', channels: ['in_app'] })
    await advance('PT1H')
    const { items } = await belfry.inbox.list({ recipient: 'ana' })
    for (const { id } of items) await belfry.inbox.snooze(id, { for: 'PT30M' })
    await belfry.entities.put({ ...meeting, at: '2030-01-02T02:00:00' })
    await belfry.entities.cancel({ type: 'meeting', id: '2' })
    expect(await states(belfry)).toEqual(['archived', 'archived'])
  })
})

describe('rows', () => {
  it('cannot contradict themselves', async () => {
    await withItems(1)
    const sql = await client()
    const refused = (set: string) => expect(sql.query(`update belfry.inbox set ${set}`)).rejects.toThrow(/check/)
    await refused(`done_at = now(), read_at = now(), snoozed_until = now()`)
    await refused(`done_at = now()`)
    await refused(`archived_at = now(), read_at = now(), snoozed_until = now()`)
    await expect(sql.query(`update belfry.inbox set state = 'done'`)).rejects.toThrow(/DEFAULT/)
  })

  it('go with the ledger, and with the person', async () => {
    const { belfry, advance, ids } = await withItems(2)
    await belfry.inbox.done(ids[0]!)
    const sql = await client()
    const rows = async () =>
      (
        await sql.query(
          `select (select count(*) from belfry.inbox)::int as inbox, (select count(*) from belfry.actions)::int as actions`,
        )
      ).rows[0]
    expect(await rows()).toEqual({ inbox: 2, actions: 1 })
    await advance('P100D')
    await belfry.ledger.cleanupOldReminders(90)
    expect(await rows()).toEqual({ inbox: 0, actions: 0 })
    await belfry.reminders.schedule(reminder('x', { channels: ['in_app'] }))
    await advance('PT1M')
    await belfry.inbox.done((await belfry.inbox.list({ recipient: 'ana' })).items[0]!.id)
    expect(await rows()).toEqual({ inbox: 1, actions: 1 })
    await belfry.recipients.delete('ana')
    expect(await rows()).toEqual({ inbox: 0, actions: 0 })
  })
})

describe('the mark', () => {
  it('is another one after every change, also when something goes', async () => {
    const { belfry, ids, advance } = await withItems(30)
    const marks = [await belfry.inbox.mark('ana')]
    const changed = async (work: () => Promise<unknown>) => {
      await work()
      marks.push(await belfry.inbox.mark('ana'))
    }
    await changed(() => belfry.inbox.read(ids[29]!))
    await changed(() => belfry.inbox.unread(ids[29]!))
    await changed(() => belfry.inbox.archive(ids[0]!))
    await changed(() => belfry.inbox.snooze(ids[1]!, { for: 'PT1H' }))
    await changed(() => advance('PT1H'))
    await changed(() => belfry.inbox.done(ids[2]!))
    await changed(async () => {
      await advance('P50D')
      await belfry.reminders.schedule(reminder('new', { channels: ['in_app'] }))
      await advance('PT1M')
    })
    await changed(async () => {
      await advance('P41D')
      await belfry.ledger.cleanupOldReminders(90)
    })
    expect((await belfry.inbox.counts('ana')).total).toBe(1)
    await changed(() => belfry.recipients.delete('ana'))
    expect(new Set(marks).size).toBe(marks.length)
    expect(await belfry.inbox.mark('ana')).toBe(marks.at(-1))
  })
})
