// What was done to a reminder by hand is taken back by one call: it stands as it stood, with its rings counted, on the clock it went by.

import { beforeEach, describe, expect, it } from 'vitest'
import type { TakenBack } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { longLease, useDatabase } from './running.ts'

const { start } = useDatabase()
let test: TestBelfry

beforeEach(async () => {
  test = await start({ now: '2030-03-01T08:00:00Z', worker: longLease })
})

const note = { entity: { type: 'note', id: '1' }, recipient: 'ana', title: 'Water' }
const daily = { ...note, at: '2030-03-02T09:00:00', timezone: 'UTC', rule: { every: 'day' as const } }
const rung = () => test.memory.sent.map(({ dueAt }) => dueAt.toISOString().slice(5, 16))

/** All that there is to see of it, but how often it was changed. */
async function standing(id: string) {
  const { version: _, createdAt: __, ...it } = (await test.belfry.reminders.get(id))!
  return it
}

async function takesBack(id: string, change: TakenBack, act: () => Promise<unknown>): Promise<void> {
  const before = await standing(id)
  await act()
  const { dueAt } = before
  expect(await test.belfry.reminders.restore(id, { change })).toMatchObject({ id, restored: true, dueAt })
  expect(await standing(id)).toEqual(before)
  expect(await test.belfry.reminders.restore(id, { change })).toMatchObject({ restored: false, dueAt })
}

describe('of a series', () => {
  it('the ring that was left out is there again, and the others stay', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    await takesBack(id, 'skipped', () => test.belfry.reminders.skip(id))
    await test.advance('P2D')
    expect(rung()).toEqual(['03-02T09:00', '03-03T09:00'].slice(0, rung().length))
    expect(rung()[0]).toBe('03-02T09:00')
  })

  it('also the last one, whose row was gone', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...daily, rule: { every: 'day', count: 1 } })
    await takesBack(id, 'skipped', () => test.belfry.reminders.skip(id))
  })

  it('a ring that was put off, or merged with the one after it', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    const until = (at: string) => () => test.belfry.reminders.snooze(id, { until: at, next: true })
    await takesBack(id, 'snoozed', until('2030-03-02T11:00:00Z'))
    await takesBack(id, 'snoozed', until('2030-03-03T12:00:00Z'))
    await test.advance('P2D')
    expect(rung()).toEqual(['03-02T09:00'])
  })

  it('a nag goes on counting its rings', async () => {
    const nag = { every: 'PT10M', atMost: 3 }
    const { id } = await test.belfry.reminders.schedule({ ...note, in: 'PT1M', repeat: { nag } })
    await test.advance('PT12M')
    expect(rung()).toHaveLength(2)
    const { dueAt } = (await test.belfry.reminders.get(id))!
    await test.belfry.reminders.cancel(id)
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ restored: true, dueAt })
    await test.advance('P1D')
    expect(rung()).toHaveLength(3)
  })

  it('Done is open in the inbox, and can be said again', async () => {
    const nag = { every: 'PT10M', atMost: 3 }
    const channels = ['in_app', 'memory']
    const { id } = await test.belfry.reminders.schedule({ ...note, in: 'PT1M', repeat: { nag }, channels })
    await test.advance('PT1M')
    const item = async () => (await test.belfry.inbox.list({ recipient: 'ana' })).items[0]!
    await test.belfry.inbox.done((await item()).id)
    await test.belfry.reminders.restore(id, { change: 'acknowledged' })
    expect(await item()).toMatchObject({ state: 'unread', doneAt: null })
    await test.belfry.inbox.done((await item()).id)
    await test.advance('P1D')
    expect(rung()).toHaveLength(1)
  })

  it('what was snoozed before it was cancelled is still snoozed', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    await test.jump('2030-03-02T09:00:00Z')
    await test.advance('PT1M')
    await test.belfry.reminders.snooze(id, { for: 'PT2H' })
    const before = await standing(id)
    await test.belfry.reminders.cancel(id)
    await test.belfry.reminders.restore(id)
    expect(await standing(id)).toEqual(before)
    await test.advance('P1D')
    expect(rung()).toEqual(['03-02T09:00', '03-02T11:01', '03-03T09:00'])
  })

  it('Done before its time', async () => {
    const { id } = await test.belfry.reminders.schedule({
      ...{ ...note, at: '2030-03-02T09:00:00', timezone: 'UTC', repeat: { afterCompletion: 'P3D' } },
    })
    await takesBack(id, 'acknowledged', () => test.belfry.reminders.acknowledge(id))
  })
})

describe('of one that was moved', () => {
  const moved = (id: string) => () => test.belfry.reminders.change(id, { at: '2030-11-05T15:00:00' })

  it('it goes by its recipient’s clock again, to the second', async () => {
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-03-05T10:00:42' })
    await takesBack(id, 'moved', moved(id))
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    expect((await standing(id)).dueAt).toEqual(new Date('2030-03-05T01:00:42Z'))
  })

  it('it is the second of two equal wall clocks again, and an instant an instant', async () => {
    const at = '2030-10-27T02:30:00+01:00[Europe/Paris]'
    const { id } = await test.belfry.reminders.schedule({ ...note, at })
    await takesBack(id, 'moved', moved(id))
    expect((await standing(id)).dueAt).toEqual(new Date('2030-10-27T01:30:00Z'))
    const instant = await test.belfry.reminders.schedule({ ...note, kind: 'instant', at: '2030-03-05T10:00:00Z' })
    await takesBack(instant.id, 'moved', moved(instant.id))
  })

  it('it is useful as long as before, after quiet hours, too', async () => {
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-03-05T03:00:00Z', tolerance: 'PT6H' })
    await takesBack(id, 'moved', moved(id))
    await takesBack(id, 'cancelled', () => test.belfry.reminders.cancel(id))
    expect(await standing(id)).toMatchObject({ dueAt: new Date('2030-03-05T07:00:00Z'), adjusted: 'deferred' })
  })
})

describe('of a step of a plan', () => {
  const put = async (more: object = {}) => {
    const bill = { type: 'bill', id: '7', at: '2030-03-04T07:30:00Z', recipients: ['ana'], plan: ['-PT1H'], ...more }
    return (await test.belfry.entities.put(bill)).reminders[0]!.id
  }
  const later = { until: '2030-03-04T07:15:00Z', next: true }

  it('it goes back to its plan, around quiet hours, and follows it', async () => {
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '07:00' } })
    const id = await put()
    await takesBack(id, 'snoozed', () => test.belfry.reminders.snooze(id, later))
    expect(await standing(id)).toMatchObject({ adjusted: 'deferred', dueAt: new Date('2030-03-04T07:00:00Z') })
    await put({ at: '2030-03-04T12:00:00Z' })
    expect((await standing(id)).dueAt).toEqual(new Date('2030-03-04T11:00:00Z'))
  })

  it('or to where somebody had put it before', async () => {
    const id = await put()
    await test.belfry.reminders.snooze(id, later)
    await takesBack(id, 'snoozed', () => test.belfry.reminders.snooze(id, { until: '2030-03-04T07:20:00Z' }))
  })

  it('but not once its moment has gone by', async () => {
    const id = await put()
    await test.belfry.reminders.snooze(id, later)
    await test.jump('2030-03-04T07:00:00Z')
    await expect(test.belfry.reminders.restore(id, { change: 'snoozed' })).rejects.toMatchObject({ code: 'stopped' })
    expect((await standing(id)).dueAt).toEqual(new Date('2030-03-04T07:15:00Z'))
  })
})

describe('nothing is taken back', () => {
  it('that nobody has asked for', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    const { dueAt } = await test.belfry.reminders.snooze(id, { until: '2030-03-02T11:00:00Z', next: true })
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ restored: false, dueAt })
  })

  it('when something else was done since, or it has rung', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    const skipped = () => test.belfry.reminders.restore(id, { change: 'skipped' })
    await test.belfry.reminders.skip(id)
    await test.belfry.reminders.snooze(id, { until: '2030-03-03T11:00:00Z', next: true })
    await expect(skipped()).rejects.toMatchObject({ code: 'version_conflict' })
    await test.belfry.reminders.skip(id)
    await test.advance('P5D')
    await expect(skipped()).rejects.toMatchObject({ code: 'version_conflict' })
  })

  it('when the ring that was left out has gone by', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    await test.belfry.reminders.skip(id)
    await test.jump('2030-03-02T10:00:00Z')
    await expect(test.belfry.reminders.restore(id, { change: 'skipped' })).rejects.toMatchObject({ code: 'stopped' })
  })

  it('that has another name', async () => {
    const { id } = await test.belfry.reminders.schedule(daily)
    const change = 'scheduled' as TakenBack
    await expect(test.belfry.reminders.restore(id, { change })).rejects.toMatchObject({ field: '/change' })
  })
})
