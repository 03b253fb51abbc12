// Undo in the inbox: Done and Snooze are taken back by whoever said them. What was to come stands as it stood, and what they say of the
// same ring afterwards holds and rings as if nothing had been.

import { beforeEach, describe, expect, it } from 'vitest'
import type { InboxItem } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { longLease, reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()
let test: TestBelfry

beforeEach(async () => {
  test = await start({ now: '2030-03-01T08:00:00Z', worker: longLease })
})

const both = { channels: ['in_app', 'memory'], title: 'Water' }
const items = async () => (await test.belfry.inbox.list({ recipient: 'ana' })).items
const states = async () => (await items()).map(({ state }) => state)
/** Outside of Belfry: when it rang for somebody. */
const rung = () => test.memory.sent.map(({ dueAt }) => dueAt.toISOString().slice(5, 16))
const undo = (id: string) => test.belfry.inbox.undo(id)
const overtaken = { code: 'version_conflict' }

const bill = { type: 'bill', id: '7', at: '2030-03-01T10:00:00Z', recipients: ['ana'], plan: ['-PT1H'] }
const putBill = async (more: object = {}) => await test.belfry.entities.put({ ...bill, ...both, ...more })

/** All that there is to see of it, but how often it was changed. */
async function standing(id: string) {
  const { version: _, createdAt: __, ...it } = (await test.belfry.reminders.get(id))!
  return { reminder: it, items: await items() }
}

/** What rings, and the item of its first ring. */
async function ring(more: object = {}, advance = 'PT1M'): Promise<InboxItem> {
  await test.belfry.reminders.schedule(reminder('1', { ...both, ...more }))
  await test.advance(advance)
  return (await items())[0]!
}

async function restorations(id: string): Promise<unknown[]> {
  const { items: all } = await test.belfry.audit.list({ reminder: id })
  return all.filter(({ action }) => action === 'restored').map(({ data }) => data)
}

/** Said and taken back, everything is as it was; and once more, and then said again. */
async function takesBack(item: InboxItem, say: () => Promise<unknown>): Promise<void> {
  const before = await standing(item.reminderId)
  const { length } = await restorations(item.reminderId)
  await say()
  expect(await items()).not.toEqual(before.items)
  const answer = await undo(item.id)
  expect(await standing(item.reminderId)).toEqual(before)
  expect(await undo(item.id)).toEqual(answer)
  expect(await standing(item.reminderId)).toEqual(before)
  expect(await restorations(item.reminderId)).toHaveLength(length + 1)
  await say()
  await undo(item.id)
  expect(await standing(item.reminderId)).toEqual(before)
}

const done = (item: InboxItem) => () => test.belfry.inbox.done(item.id)
const snooze =
  (item: InboxItem, how = 'PT1H') =>
  () =>
    test.belfry.inbox.snooze(item.id, { for: how })

describe('Done, of one that rings once', () => {
  it('is open again, unread as it was, and nothing rings of it', async () => {
    const item = await ring()
    await takesBack(item, done(item))
    expect(await restorations(item.reminderId)).toContainEqual(
      expect.objectContaining({ change: 'acknowledged', occurrence: item.occurrence, generation: 1 }),
    )
    await test.advance('P2D')
    expect(rung()).toHaveLength(1)
    await test.belfry.inbox.done(item.id)
    expect(await states()).toEqual(['done'])
  })

  it('what was read before is read, and what was archived is archived', async () => {
    const item = await ring()
    await test.belfry.inbox.read(item.id)
    await takesBack(item, done(item))
    expect(await states()).toEqual(['read'])
    await test.belfry.inbox.archive(item.id)
    await test.belfry.inbox.done(item.id)
    expect((await undo(item.id)).state).toBe('archived')
  })

  it('that was snoozed: it is snoozed again, and rings when it would have', async () => {
    const item = await ring()
    await snooze(item)()
    await takesBack(item, done(item))
    expect(await states()).toEqual(['snoozed'])
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T08:01', '03-01T09:01'])
    expect(await states()).toEqual(['unread', 'archived'])
  })

  it('that was snoozed, and whose moment has gone by meanwhile: it rings at once', async () => {
    const item = await ring()
    await snooze(item)()
    await test.belfry.inbox.done(item.id)
    await test.advance('PT2H')
    expect(rung()).toHaveLength(1)
    await undo(item.id)
    await test.advance('PT1M')
    expect(rung()).toHaveLength(2)
  })

  it('said by the library, or on another channel, is taken back all the same', async () => {
    const item = await ring()
    await test.belfry.reminders.acknowledge(item.reminderId)
    expect((await undo(item.id)).state).toBe('unread')
    const { items: deliveries } = await test.belfry.deliveries.list({ recipient: 'ana' })
    const mail = deliveries.find(({ channel }) => channel === 'memory')!
    await test.belfry.deliveries.act(mail.id, { action: 'done' })
    expect((await undo(item.id)).state).toBe('unread')
    expect(await test.belfry.deliveries.standing(mail.id)).toMatchObject({ state: 'open', doneAt: null })
  })

  it('channels that it has stopped stay quiet: whoever takes it back has seen it', async () => {
    const ladder = { channels: ['in_app', { channel: 'memory', after: 'PT10M' }] }
    const item = await ring(ladder)
    await test.belfry.inbox.done(item.id)
    await undo(item.id)
    await test.advance('P1D')
    expect(rung()).toEqual([])
  })
})

describe('Done, of a series', () => {
  const daily = { rule: 'FREQ=DAILY', at: '2030-03-01T09:00:00', in: undefined, timezone: 'UTC' }

  it('a rule: that day is open again, and the days after it were never in question', async () => {
    const item = await ring(daily, 'PT1H')
    await takesBack(item, done(item))
    await test.belfry.inbox.done(item.id)
    await test.advance('P1D')
    // A day later it is still that day which is open, and that day alone.
    const [tuesday] = await items()
    await test.belfry.inbox.done(tuesday!.id)
    await undo(item.id)
    expect(await states()).toEqual(['done', 'unread'])
    expect(rung()).toEqual(['03-01T09:00', '03-02T09:00'])
  })

  it('a nag goes on where it was, and counts on', async () => {
    const item = await ring({ repeat: { nag: { every: 'PT10M', atMost: 3 } } }, 'PT12M')
    expect(rung()).toHaveLength(2)
    await takesBack(item, done(item))
    // Both of its rings were Done, and whoever takes that back at the other one takes back the same.
    const [, first] = await items()
    expect(await undo(first!.id)).toEqual(first)
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T08:01', '03-01T08:11', '03-01T08:21'])
  })

  it('a nag whose ring would have come meanwhile rings at once', async () => {
    const item = await ring({ repeat: { nag: { every: 'PT10M', atMost: 3 } } })
    await test.belfry.inbox.done(item.id)
    await test.advance('PT11M')
    expect(rung()).toHaveLength(1)
    await undo(item.id)
    await test.advance('PT1M')
    expect(rung()).toHaveLength(2)
  })

  it('a rule that nags until it is done nags on', async () => {
    const item = await ring({ ...daily, repeat: { nag: { every: 'PT30M', atMost: 3 } } }, 'PT1H')
    await takesBack(item, done(item))
    await test.advance('PT23H')
    expect(rung()).toEqual(['03-01T09:00', '03-01T09:30', '03-01T10:00'])
  })

  it('a backoff comes back when it would have', async () => {
    const item = await ring({ repeat: { backoff: { base: 'PT1H' } } })
    await takesBack(item, done(item))
    await test.advance('PT2H')
    expect(rung()).toEqual(['03-01T08:01', '03-01T09:01'])
  })

  it('what counts from Done waits for it again', async () => {
    const item = await ring({ repeat: { afterCompletion: 'PT3H' } })
    await takesBack(item, done(item))
    await test.advance('P1D')
    expect(rung()).toHaveLength(1)
    await test.belfry.inbox.done(item.id)
    await test.advance('PT3H')
    expect(rung()).toHaveLength(2)
  })

  it('an alarm comes back when it would have', async () => {
    await test.belfry.recipients.put({ id: 'ana', channels: ['in_app', 'memory'] })
    await test.belfry.alarms.put({ pageId: 'p1', userId: 'ana', title: 'Read' })
    await test.advance('PT1M')
    const [item] = await items()
    expect(rung()).toHaveLength(1)
    await takesBack(item!, done(item!))
    const { dueAt } = (await test.belfry.reminders.get(item!.reminderId))!
    await test.jump(dueAt!.toISOString())
    await test.advance('PT1M')
    expect(rung()).toHaveLength(2)
  })
})

describe('Done, of a step of a plan', () => {
  it('is open again; its other steps ring as they would have', async () => {
    await putBill({ plan: ['-PT1H', '-PT30M'] })
    await test.advance('PT1H')
    const [item] = await items()
    await takesBack(item!, done(item!))
    await snooze(item!, 'PT10M')()
    await takesBack(item!, done(item!))
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T09:00', '03-01T09:10', '03-01T09:30'])
  })

  it('of what was called off since, nothing comes back', async () => {
    await putBill({ plan: ['-PT1H', '-PT30M'] })
    await test.advance('PT1H')
    const [item] = await items()
    await snooze(item!, 'PT10M')()
    await test.belfry.inbox.done(item!.id)
    await test.belfry.entities.cancel({ type: 'bill', id: '7' })
    await expect(undo(item!.id)).rejects.toMatchObject(overtaken)
    await test.advance('P1D')
    expect(rung()).toHaveLength(1)
  })
})

describe('Snooze', () => {
  it('of one that rings once: no second ring, and it is open', async () => {
    const item = await ring()
    await takesBack(item, snooze(item))
    expect(await restorations(item.reminderId)).toContainEqual(
      expect.objectContaining({ change: 'snoozed', occurrence: item.occurrence, generation: 1 }),
    )
    await test.advance('P2D')
    expect(rung()).toHaveLength(1)
    expect(await test.belfry.reminders.get(item.reminderId)).toMatchObject({ state: 'sent', dueAt: null })
  })

  it('said again afterwards rings, once, and so does that ring', async () => {
    const item = await ring()
    await snooze(item)()
    await undo(item.id)
    await snooze(item)()
    await test.advance('PT1H')
    expect(rung()).toEqual(['03-01T08:01', '03-01T09:01'])
    const [second] = await items()
    expect(second).toMatchObject({ generation: 2, state: 'unread' })
    await takesBack(second!, snooze(second!))
    await snooze(second!, 'PT2H')()
    await test.advance('PT2H')
    expect(rung()).toHaveLength(3)
    expect((await items())[0]).toMatchObject({ generation: 3 })
    await test.belfry.inbox.done((await items())[0]!.id)
    await test.advance('P2D')
    expect(rung()).toHaveLength(3)
  })

  it('of what was snoozed before leads back to that', async () => {
    const item = await ring()
    await snooze(item)()
    await takesBack(item, snooze(item, 'PT3H'))
    expect(await states()).toEqual(['snoozed'])
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T08:01', '03-01T09:01'])
  })

  it('of what had been archived leads back to the archive', async () => {
    const item = await ring()
    await test.belfry.inbox.archive(item.id)
    await takesBack(item, snooze(item))
    expect(await states()).toEqual(['archived'])
  })

  it('of a rule: the day after rings at its time', async () => {
    const daily = { rule: 'FREQ=DAILY', at: '2030-03-01T09:00:00', in: undefined, timezone: 'UTC' }
    const item = await ring(daily, 'PT1H')
    await takesBack(item, snooze(item))
    // Further than the day after, which rings anyhow.
    await takesBack(item, snooze(item, 'P3D'))
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T09:00', '03-02T09:00'])
  })

  it('of a nag and of what counts from Done: as they stood', async () => {
    const item = await ring({ repeat: { nag: { every: 'PT10M', atMost: 3 } } })
    await takesBack(item, snooze(item))
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T08:01', '03-01T08:11', '03-01T08:21'])
    await test.belfry.reminders.schedule(reminder('2', { ...both, repeat: { afterCompletion: 'PT3H' } }))
    await test.advance('PT1M')
    const [other] = await items()
    await takesBack(other!, snooze(other!))
    await test.advance('P1D')
    expect(rung()).toHaveLength(4)
  })

  it('of a step of a plan', async () => {
    await putBill()
    await test.advance('PT1H')
    const [item] = await items()
    await takesBack(item!, snooze(item!, 'PT10M'))
    // What its plan says of it is what it said before.
    await putBill()
    await test.advance('PT30M')
    expect(rung()).toHaveLength(1)
    await putBill({ at: '2030-03-02T10:00:00Z' })
    await test.advance('P1D')
    expect(rung()).toEqual(['03-01T09:00', '03-02T09:00'])
  })

  it('of what was called off before: its second ring does not come', async () => {
    await putBill()
    await test.advance('PT1H')
    await test.belfry.entities.cancel({ type: 'bill', id: '7' })
    await test.advance('PT1M')
    const [item] = await items()
    await takesBack(item!, snooze(item!, 'PT10M'))
    await takesBack(item!, done(item!))
    await test.advance('P1D')
    expect(rung()).toHaveLength(1)
  })

  it('of an alarm', async () => {
    await test.belfry.recipients.put({ id: 'ana', channels: ['in_app', 'memory'] })
    await test.belfry.alarms.put({ pageId: 'p1', userId: 'ana', title: 'Read' })
    await test.advance('PT1M')
    const [item] = await items()
    await takesBack(item!, snooze(item!, 'PT5H'))
  })

  it('is refused once it has rung again', async () => {
    const item = await ring()
    await snooze(item)()
    await test.advance('PT1H')
    await expect(undo(item.id)).rejects.toMatchObject(overtaken)
    expect(await states()).toEqual(['unread', 'archived'])
    expect(rung()).toHaveLength(2)
  })
})

describe('nothing is taken back', () => {
  it('where nobody has said anything', async () => {
    const item = await ring()
    await expect(undo(item.id)).rejects.toMatchObject({ code: 'not_found', accepted: expect.any(String) })
    await test.belfry.inbox.read(item.id)
    await test.belfry.inbox.archive(item.id)
    await expect(undo(item.id)).rejects.toMatchObject({ code: 'not_found', accepted: expect.any(String) })
    await expect(undo('x')).rejects.toMatchObject({ code: 'invalid_input' })
    const nobody = '00000000-0000-0000-0000-000000000000.0000000000000000'
    await expect(undo(nobody)).rejects.toMatchObject({ code: 'not_found' })
    await test.belfry.tenants.put({ id: 'other' })
    await test.belfry.inbox.done(item.id)
    await expect(test.belfry.as({ tenant: 'other' }).inbox.undo(item.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('where something else was done since: moved, cancelled, or done to the whole of it', async () => {
    const item = await ring()
    await test.belfry.inbox.done(item.id)
    await test.belfry.reminders.schedule(reminder('1', { ...both, in: 'P2D' }))
    await expect(undo(item.id)).rejects.toMatchObject(overtaken)
    await test.belfry.reminders.schedule(reminder('2', both))
    await test.advance('PT1M')
    const [other] = await items()
    await snooze(other!)()
    await test.belfry.reminders.cancel(other!.reminderId)
    await expect(undo(other!.id)).rejects.toMatchObject(overtaken)
    await test.advance('PT2H')
    expect(rung()).toHaveLength(2)
  })

  it('that an earlier version said: it kept nothing of how things stood', async () => {
    const item = await ring()
    await snooze(item)()
    const sql = await client()
    await sql.query(`update belfry.actions set detail = jsonb_build_object('until', detail -> 'until')`)
    await expect(undo(item.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await states()).toEqual(['snoozed'])
  })

  it('of a series that has gone on', async () => {
    const item = await ring({ repeat: { afterCompletion: 'PT3H' } })
    await test.belfry.inbox.done(item.id)
    await test.advance('PT3H')
    await expect(undo(item.id)).rejects.toMatchObject(overtaken)
    expect(await states()).toEqual(['unread', 'done'])
  })
})
