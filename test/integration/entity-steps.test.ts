// The steps of an entity stay as people left them: cancelled, acknowledged, snoozed, sent. What changes around them (a
// move, a plan, quiet hours, a recipient who travels or leaves) brings nothing back and rings nothing at an old time.

import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBelfry } from '../../src/testing/index.ts'
import { longLease, useDatabase } from './running.ts'

const { start, open } = useDatabase()
let test: TestBelfry

beforeEach(async () => {
  test = await start({
    now: '2030-03-01T08:00:00Z',
    worker: { ...longLease, retry: { delaysMs: [600_000, 600_000], lostMax: 5 } },
  })
  await test.belfry.recipients.put({ id: 'bo' })
})

const night = { from: '22:00', to: '07:00' }
const name = { type: 'meeting', id: '42' }
const meeting = (more: object = {}) => ({
  ...{ ...name, at: '2030-03-04T10:00:00Z', recipients: ['ana'], plan: ['-PT1H'] },
  ...more,
})
const first = '2030-03-04T09:00:00Z'
const rung = () => test.memory.sent.map(({ recipient, dueAt }) => `${recipient} ${dueAt.toISOString().slice(5, 16)}`)

async function put(more: object = {}): Promise<string> {
  const { reminders } = await test.belfry.entities.put(meeting(more))
  return reminders.at(-1)!.id
}

describe('a step that was ended', () => {
  it('by cancel does not come back with other quiet hours', async () => {
    expect(await test.belfry.reminders.cancel(await put())).toMatchObject({ cancelled: true })
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    await test.advance('P5D')
    expect(rung()).toEqual([])
  })

  it('by cancel does not come back as a late one with other quiet hours', async () => {
    await test.belfry.reminders.cancel(await put({ latePolicy: 'immediate' }))
    await test.jump('2030-03-04T09:30:00Z')
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    await test.advance('P1D')
    expect(rung()).toEqual([])
  })

  it('by acknowledge does not come back when the same is said again', async () => {
    await test.belfry.reminders.acknowledge(await put())
    await put()
    await test.advance('P5D')
    expect(rung()).toEqual([])
  })

  it('because it had passed rings for a new time', async () => {
    await test.jump('2030-03-03T12:00:00Z')
    expect(await test.belfry.entities.put(meeting({ plan: ['-PT24H'] }))).toMatchObject({ skippedPast: 1 })
    const moved = { ...name, at: '2030-03-05T10:00:00Z', latePolicy: 'immediate' as const }
    expect(await test.belfry.entities.put(moved)).toMatchObject({ created: 1 })
    await test.advance('P3D')
    expect(rung()).toEqual(['ana 03-04T10:00'])
  })

  it('because it was not wanted keeps its reason', async () => {
    await test.belfry.recipients.put({ id: 'ana', preferences: { kindsOff: ['1h_before'] } })
    await put()
    await test.jump('2030-03-04T09:30:00Z')
    await test.belfry.entities.put({ ...name, title: 'Budget' })
    const line = await test.belfry.entities.timeline(name)
    expect(line.filter(({ what }) => what === 'delivery')).toMatchObject([
      { state: 'suppressed', reason: 'preference_off' },
    ])
  })
})

describe('a step that was ended and restored', () => {
  async function restored(more: object = {}): Promise<string> {
    const id = await put(more)
    await test.belfry.reminders.cancel(id)
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ id, restored: true, dueAt: new Date(first) })
    return id
  }

  it('rings at its moment, on the channels of its entity, and says so', async () => {
    const id = await restored({ channels: ['memory'], title: 'Budget' })
    expect(await test.belfry.reminders.get(id)).toMatchObject({ step: '-PT1H', channels: ['memory'], title: 'Budget' })
    expect(await test.belfry.reminders.restore(id)).toMatchObject({ restored: false, dueAt: new Date(first) })
    await test.advance('P5D')
    expect(rung()).toEqual(['ana 03-04T09:00'])
    const { items } = await test.belfry.audit.list({ reminder: id })
    expect(items.map(({ action }) => action)).toContain('restored')
  })

  it('does so after Done, too', async () => {
    const id = await put()
    await test.belfry.reminders.acknowledge(id)
    await test.belfry.reminders.restore(id)
    await test.advance('P5D')
    expect(rung()).toEqual(['ana 03-04T09:00'])
  })

  it('is past when the entity is moved so, and rings no more', async () => {
    await restored()
    await test.jump('2030-03-04T08:30:00Z')
    expect(await test.belfry.entities.put({ ...name, at: '2030-03-04T09:15:00Z' })).toMatchObject({ skippedPast: 1 })
    await test.advance('P1D')
    expect(rung()).toEqual([])
  })

  it('goes with its recipient', async () => {
    await restored()
    await test.belfry.entities.put({ ...name, recipients: ['bo'] })
    await test.advance('P5D')
    expect(rung()).toEqual(['bo 03-04T09:00'])
  })

  it('goes with its plan', async () => {
    await restored()
    await test.belfry.entities.put({ ...name, plan: ['-PT2H'] })
    await test.advance('P5D')
    expect(rung()).toEqual(['ana 03-04T08:00'])
  })

  it('is refused where there is nothing to follow', async () => {
    const id = await put()
    await test.belfry.reminders.cancel(id)
    await test.jump('2030-03-04T09:30:00Z')
    await expect(test.belfry.reminders.restore(id)).rejects.toMatchObject({ code: 'stopped' })
    await test.belfry.entities.cancel(name)
    await expect(test.belfry.reminders.restore(id)).rejects.toMatchObject({ code: 'not_found' })
    const unknown = '1f3870be-274f-6c49-b3e3-1a0c6728957f'
    await expect(test.belfry.reminders.restore(unknown)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is refused when somebody has marked it as sent', async () => {
    const id = await put()
    await test.belfry.reminders.cancel(id)
    const key = { entityType: 'meeting', entityId: '42', reminderType: '1h_before', userId: 'ana' }
    await test.belfry.ledger.markReminderAsSent(key)
    await expect(test.belfry.reminders.restore(id)).rejects.toMatchObject({ code: 'already_sent' })
  })
})

describe('a step whose moment is in the past now', () => {
  it('by the recipient’s new zone does not ring by the old one', async () => {
    await test.jump('2030-03-04T10:00:00Z')
    await test.belfry.recipients.put({ id: 'ana', timezone: 'America/New_York' })
    await put({ at: '2030-03-04T09:00:00' })
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Tokyo' })
    await test.advance('P1D')
    expect(rung()).toEqual([])
  })

  it('by another offset of its kind does not ring at the old one', async () => {
    await test.jump('2030-03-04T08:00:00Z')
    await put({ plan: [{ kind: 'soon', offset: '-PT1H' }] })
    const answer = await test.belfry.entities.put({ ...name, plan: [{ kind: 'soon', offset: '-PT3H' }] })
    expect(answer.reminders).toMatchObject([{ kind: 'soon', outcome: 'skippedPast', dueAt: null }])
    await test.advance('P1D')
    expect(rung()).toEqual([])
  })
})

describe('moved away and back', () => {
  it('a step that was marked as sent meanwhile rings at neither time', async () => {
    await put()
    const ana = { entityType: 'meeting', entityId: '42', reminderType: '1h_before', userId: 'ana' }
    await test.belfry.ledger.markReminderAsSent({ ...ana, occurrence: '2030-03-04T10:00:00Z' })
    await test.belfry.entities.put({ ...name, at: '2030-03-04T11:00:00Z' })
    const back = await test.belfry.entities.put(meeting())
    expect(back.reminders).toMatchObject([{ outcome: 'alreadySent', dueAt: null }])
    await test.advance('P5D')
    expect(rung()).toEqual([])
  })

  it('a step that rang early because of quiet hours does not ring again', async () => {
    await test.jump('2030-03-03T20:00:00Z')
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '09:30' } })
    // 08:00 is quiet, and after 09:30 it is too late
    await put({ at: '2030-03-04T09:00:00Z' })
    await test.jump('2030-03-03T21:59:30Z')
    await test.belfry.entities.put({ ...name, at: '2030-03-04T11:00:00Z' })
    const back = await test.belfry.entities.put({ ...name, at: '2030-03-04T09:00:00Z' })
    expect(back.reminders).toMatchObject([{ outcome: 'alreadySent', dueAt: null }])
    await test.advance('P1D')
    expect(rung()).toEqual(['ana 03-03T21:59'])
  })
})

describe('a snoozed step', () => {
  it('has the texts that the entity has when it rings', async () => {
    const id = await put({ title: 'Old' })
    await test.belfry.reminders.snooze(id, { until: '2030-03-04T09:30:00Z' })
    await test.belfry.entities.put({ ...name, title: 'New' })
    await test.advance('P5D')
    expect(rung()).toEqual(['ana 03-04T09:30'])
    expect(test.memory.sent).toMatchObject([{ title: 'New' }])
  })

  it('that rang before ends with its recipient’s part in it', async () => {
    const id = await put({ recipients: ['ana', 'bo'] })
    await test.jump(first)
    await test.belfry.reminders.snooze(id, { for: 'PT20M' })
    await test.belfry.entities.put({ ...name, recipients: ['ana'] })
    await test.advance('P1D')
    expect(rung().sort()).toEqual(['ana 03-04T09:00', 'bo 03-04T09:00'])
  })

  it('that rang before ends with a move to a time whose step has passed', async () => {
    const id = await put()
    await test.jump(first)
    await test.belfry.reminders.snooze(id, { for: 'PT30M' })
    const moved = await test.belfry.entities.put({ ...name, at: '2030-03-04T09:15:00Z' })
    expect(moved.reminders).toMatchObject([{ outcome: 'skippedPast', dueAt: null }])
    await test.advance('P1D')
    expect(rung()).toEqual(['ana 03-04T09:00'])
  })
})

it('a step that a named plan has no longer is not tried again after the next put', async () => {
  await test.belfry.plans.put({ name: 'calm', steps: ['-PT24H', '-PT1H'] })
  await put({ plan: 'calm' })
  test.memory.script(() => ({ kind: 'deferred' }))
  await test.jump('2030-03-03T10:00:00Z')
  test.memory.script(null)
  await test.belfry.plans.put({ name: 'calm', steps: ['-PT1H'] })
  await test.belfry.entities.put({ ...name, at: '2030-03-06T10:00:00Z' })
  await test.advance('P4D')
  expect(rung()).toEqual(['ana 03-06T09:00'])
})

it('a recipient who was erased is no part of it when they are known again', async () => {
  await put({ recipients: ['ana', 'bo'] })
  await test.belfry.recipients.delete('bo')
  expect((await test.belfry.entities.get(name))?.recipients).toEqual([{ id: 'ana', plan: null }])
  await test.belfry.recipients.put({ id: 'bo' })
  await test.belfry.recipients.put({ id: 'bo', timezone: 'Asia/Seoul' })
  await test.advance('P5D')
  expect(rung()).toEqual(['ana 03-04T09:00'])
})

it('a step that counts from an anchor which is not there makes no reminder, whatever its name', async () => {
  const plan = [{ kind: 'soon', offset: '-PT1H', anchor: 'constructor' }]
  expect(await test.belfry.entities.put(meeting({ plan }))).toMatchObject({ created: 0, reminders: [] })
  const anchors = { constructor: { at: '2030-03-04T12:00:00Z' } }
  expect(await test.belfry.entities.put({ ...name, anchors })).toMatchObject({ created: 1 })
  await test.advance('P5D')
  expect(rung()).toEqual(['ana 03-04T11:00'])
})

describe('many cancels at once', () => {
  it('over few connections are all answered', async () => {
    const belfry = await open({ connectionsMax: 2 })
    await belfry.entities.put(meeting())
    const answers = await Promise.all(Array.from({ length: 8 }, () => belfry.entities.cancel(name)))
    expect(answers.map(({ cancelled }) => cancelled).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })

  it('of things that nobody knows all say so', async () => {
    const belfry = await open({ connectionsMax: 2 })
    const cancel = (_: unknown, i: number) => belfry.entities.cancel({ type: 'meeting', id: String(i) })
    const answers = await Promise.allSettled(Array.from({ length: 20 }, cancel))
    const codes = answers.map((answer) => answer.status === 'rejected' && (answer.reason as { code: string }).code)
    expect(codes).toEqual(Array.from({ length: 20 }, () => 'not_found'))
  })
})
