// What people do with alarms, and pages that go, in one process with a driven clock.

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
    // What rings meanwhile has another moment, and so another place in the list.
    await test.belfry.holds.hold({ reason: 'look' })
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
