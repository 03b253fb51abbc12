// A series through everything that people do to it between two rings: begun anew, paused, snoozed, missed, kept quiet.

import { describe, expect, it } from 'vitest'
import type { ScheduleInput } from '../../src/index.ts'
import { longLease, useDatabase } from './running.ts'

const { start } = useDatabase()

const begin = { now: '2030-01-01T08:00:00Z' }
const note = { entity: { type: 'note', id: '1' }, recipient: 'ana' }
const once = { ...note, at: '2030-01-01T09:00:00Z' }
const nag = (atMost: number): ScheduleInput => ({ ...once, repeat: { nag: { every: 'PT10M', atMost } } })
const backoff: ScheduleInput = { ...once, repeat: { backoff: { base: 'PT1H' } } }
const afterCompletion: ScheduleInput = { ...once, repeat: { afterCompletion: 'P3D' } }
const daily = (more: Partial<ScheduleInput> = {}): ScheduleInput => ({
  ...note,
  at: '2030-01-01T09:00:00',
  timezone: 'UTC',
  rule: 'FREQ=DAILY',
  ...more,
})

const occurrencesOf = (sent: readonly { occurrence: string }[]) => sent.map(({ occurrence }) => occurrence)
const timesOf = (sent: readonly { dueAt: Date }[]) => sent.map(({ dueAt }) => dueAt.toISOString().slice(5, 16))

describe('begun anew', () => {
  it('a nag that was cancelled nags to its end', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(nag(4))
    await test.belfry.reminders.cancel(id)
    expect(await test.belfry.reminders.schedule(nag(4))).toMatchObject({ status: 'created' })
    await test.advance('PT3H')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00', '01-01T09:10', '01-01T09:20', '01-01T09:30'])
  })

  it('a single ring that is wanted again as a nag nags from its beginning', async () => {
    const test = await start(begin)
    await test.belfry.reminders.schedule(once)
    await test.jump('2030-01-01T09:00:00Z')
    expect(await test.belfry.reminders.schedule({ ...nag(3), again: true })).toMatchObject({ generation: 2 })
    await test.advance('PT3H')
    expect(occurrencesOf(test.memory.sent)).toEqual([
      '2030-01-01T09:00:00Z',
      '2030-01-01T09:00:00Z',
      '2030-01-01T09:00:00Z#2',
      '2030-01-01T09:00:00Z#3',
    ])
  })

  it('a nag that is to be a single ring nags no more', async () => {
    const test = await start(begin)
    await test.belfry.reminders.schedule(nag(4))
    await test.advance('PT1H5M')
    expect(await test.belfry.reminders.schedule(once)).toMatchObject({ status: 'already_sent' })
    await test.advance('PT3H')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00'])
  })

  it('a backoff whose ring waits for a retry rings at once, and goes on from there', async () => {
    const test = await start({ ...begin, worker: { ...longLease, retry: { delaysMs: [600_000], lostMax: 5 } } })
    test.memory.script(() => ({ kind: 'deferred' }))
    await test.belfry.reminders.schedule(backoff)
    await test.jump('2030-01-01T09:00:00Z')
    test.memory.script(null)
    const again = await test.belfry.reminders.schedule({ ...backoff, again: true })
    expect(again).toMatchObject({ status: 'updated', generation: 2, inFlight: [] })
    await test.advance('P1D')
    expect(timesOf(test.memory.sent)).toEqual([
      '01-01T09:00',
      '01-01T10:00',
      '01-01T12:00',
      '01-01T16:00',
      '01-02T00:00',
    ])
  })

  it('what counts from completion rings once more, and goes on waiting for it', async () => {
    const test = await start(begin)
    await test.belfry.reminders.schedule(afterCompletion)
    await test.jump('2030-01-01T09:00:00Z')
    expect(await test.belfry.reminders.schedule({ ...afterCompletion, again: true })).toMatchObject({
      status: 'updated',
      generation: 2,
    })
    await test.advance('P10D')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00', '01-01T09:00'])
  })

  it('a single ring moved away and back after it rang does not ring at the time between', async () => {
    const test = await start(begin)
    await test.belfry.reminders.schedule(once)
    await test.advance('PT1H1M')
    await test.belfry.reminders.schedule({ ...once, at: '2030-01-01T11:00:00Z' })
    expect(await test.belfry.reminders.schedule(once)).toMatchObject({ status: 'already_sent' })
    await test.advance('PT6H')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00'])
  })

  it('a rule in another zone is another rule', async () => {
    const test = await start(begin)
    const at = '2030-01-02T09:00:00'
    await test.belfry.reminders.schedule(daily({ at, timezone: 'Europe/Paris' }))
    expect(await test.belfry.reminders.schedule(daily({ at, timezone: 'Asia/Seoul' }))).toMatchObject({
      status: 'updated',
      dueAt: new Date('2030-01-02T00:00:00Z'),
    })
  })
})

it('a backoff whose first ring was marked as sent goes on after it', async () => {
  const test = await start(begin)
  await test.belfry.reminders.schedule(backoff)
  const ana = { entityType: 'note', entityId: '1', reminderType: 'once', userId: 'ana' }
  await test.belfry.ledger.markReminderAsSent(ana)
  await test.advance('PT12H')
  expect(timesOf(test.memory.sent)).toEqual(['01-01T10:00', '01-01T12:00', '01-01T16:00'])
})

describe('a pause', () => {
  it('over the moment of what counts from completion rings it at the end, once', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(afterCompletion)
    await test.belfry.reminders.pause(id)
    await test.advance('P1D')
    expect(await test.belfry.reminders.resume(id)).toMatchObject({ id, dueAt: new Date('2030-01-02T08:00:00Z') })
    await test.advance('P30D')
    expect(timesOf(test.memory.sent)).toEqual(['01-02T08:00'])
  })

  it('of a backoff ends with the interval that it broke', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(backoff)
    await test.advance('PT1H')
    await test.belfry.reminders.pause(id)
    await test.advance('P1D')
    await test.belfry.reminders.resume(id)
    await test.advance('PT5H')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00', '01-02T10:00', '01-02T12:00'])
  })

  it('cannot be snoozed, and stays', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(daily())
    await test.advance('PT2H')
    await test.belfry.reminders.pause(id)
    const snoozed = test.belfry.reminders.snooze(id, { for: 'PT10M' })
    await expect(snoozed).rejects.toMatchObject({ code: 'invalid_input', field: '/id' })
    await test.advance('P5D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00'])
  })

  it('is not ended by acknowledge', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(daily())
    await test.advance('PT2H')
    await test.belfry.reminders.pause(id)
    await test.belfry.reminders.acknowledge(id)
    await test.advance('P5D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00'])
  })

  it('does not bring back what was skipped', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(daily())
    await test.belfry.reminders.skip(id)
    await test.belfry.reminders.pause(id)
    expect(await test.belfry.reminders.resume(id)).toMatchObject({ id, dueAt: new Date('2030-01-02T09:00:00Z') })
    await test.advance('P1DT2H')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-02T09:00'])
  })

  it('is not ended by the same rule said again on another day, even without a start', async () => {
    const test = await start(begin)
    const said = { ...note, rule: { every: 'day' as const, at: ['09:00'] } }
    const { id } = await test.belfry.reminders.schedule(said)
    await test.belfry.reminders.pause(id)
    await test.advance('P1D')
    expect(await test.belfry.reminders.schedule(said)).toMatchObject({ status: 'unchanged' })
    await test.advance('P2D')
    expect(test.memory.sent).toEqual([])
  })
})

describe('a snooze', () => {
  it('until a local time is by the recipient’s clock', async () => {
    const test = await start(begin)
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-01-02T09:00:00' })
    const { dueAt } = await test.belfry.reminders.snooze(id, { until: '2030-01-02T10:00:00' })
    expect(dueAt).toEqual(new Date('2030-01-02T01:00:00Z'))
  })

  it('of a nag beside a rule puts off the nag, which then goes on to its end', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(daily({ repeat: { nag: { every: 'PT10M', atMost: 3 } } }))
    await test.advance('PT1H1M')
    expect(await test.belfry.reminders.snooze(id, { for: 'PT1H' })).toMatchObject({
      ...{ occurrence: '2030-01-01T09:00#2', dueAt: new Date('2030-01-01T10:01:00Z'), collapsed: false },
    })
    await test.advance('P1D')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00', '01-01T10:01', '01-01T10:11', '01-02T09:00'])
  })

  it('of a nag stays where it is when the recipient travels', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule(nag(4))
    await test.advance('PT1H')
    await test.belfry.reminders.snooze(id, { for: 'PT1H' })
    await test.advance('PT55M')
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    await test.advance('PT3H')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00', '01-01T10:00', '01-01T10:10', '01-01T10:20'])
  })

  it('of a rule stays when the recipient travels, and the rule follows them', async () => {
    const test = await start(begin)
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-01-01T09:00:00', rule: 'FREQ=DAILY' })
    await test.advance('PT1H1M')
    await test.belfry.reminders.snooze(id, { for: 'PT2H' })
    await test.belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    await test.advance('P1D')
    expect(timesOf(test.memory.sent)).toEqual(['01-01T09:00', '01-01T11:01', '01-02T00:00'])
  })
})

describe('what could not ring in time', () => {
  it('counts as one of those that a rule has', async () => {
    const test = await start(begin)
    await test.belfry.reminders.schedule(daily({ rule: 'FREQ=DAILY;COUNT=5' }))
    await test.jump('2030-01-03T12:00:00Z')
    await test.advance('P10D')
    expect(timesOf(test.memory.sent)).toEqual(['01-03T09:00', '01-04T09:00', '01-05T09:00'])
  })

  it('counts as one of those that a nag has, and the nag goes on', async () => {
    const test = await start(begin)
    await test.belfry.holds.hold({ channel: 'memory', reason: 'maintenance' })
    await test.belfry.reminders.schedule({ ...nag(3), tolerance: 'PT5M' })
    await test.jump('2030-01-01T09:00:00Z')
    await test.jump('2030-01-01T10:00:00Z')
    await test.belfry.holds.release({ channel: 'memory' })
    await test.advance('PT3H')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00:00Z#2', '2030-01-01T09:00:00Z#3'])
    expect(timesOf(test.memory.sent)).toEqual(['01-01T10:10', '01-01T10:20'])
  })
})

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00' }

  it('do not swallow the occurrence at their end where missed ones are skipped', async () => {
    const test = await start({ now: '2030-01-01T20:30:00Z' })
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    await test.belfry.reminders.schedule(daily({ at: '2030-01-01T21:00:00', rule: 'FREQ=HOURLY', missed: 'skip' }))
    await test.advance('PT12H')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T21:00', '2030-01-02T07:00', '2030-01-02T08:00'])
  })

  it('leave a moment alone until which it is useful', async () => {
    const test = await start({ now: '2030-01-01T20:00:00Z' })
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    const usefulUntil = new Date('2030-01-02T08:00:00Z')
    const { id } = await test.belfry.reminders.schedule({ ...note, at: '2030-01-01T23:00:00Z', usefulUntil })
    await test.belfry.recipients.put({ id: 'ana', quietHours: { from: '22:00', to: '06:00' } })
    expect(await test.belfry.reminders.get(id)).toMatchObject({ usefulUntil, dueAt: new Date('2030-01-02T06:00:00Z') })
  })

  it('do not hold back what is critical in a preview either', async () => {
    const test = await start(begin)
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    const rule = { at: '2031-01-01T23:00:00', timezone: 'UTC', rule: 'FREQ=DAILY' }
    const items = await test.belfry.reminders.preview({ ...rule, recipient: 'ana', critical: true, count: 2 })
    expect(items.map(({ local }) => local)).toEqual(['2031-01-01T23:00', '2031-01-02T23:00'])
  })

  it('are one ring at their end in the preview of an hourly rule, as it will ring', async () => {
    const test = await start({ now: '2030-01-01T20:30:00Z' })
    await test.belfry.recipients.put({ id: 'ana', quietHours: night })
    const hourly = { at: '2030-01-01T21:00:00', timezone: 'UTC', rule: 'FREQ=HOURLY' }
    const items = await test.belfry.reminders.preview({ ...hourly, recipient: 'ana', count: 4 })
    expect(items.map(({ local }) => local.slice(5))).toEqual([
      '01-01T21:00',
      '01-02T07:00',
      '01-02T08:00',
      '01-02T09:00',
    ])
    await test.belfry.reminders.schedule({ ...note, ...hourly })
    await test.advance('PT13H')
    expect(timesOf(test.memory.sent)).toEqual(items.map(({ local }) => local.slice(5)))
  })

  it('of a nag are the same every day: days are refused', async () => {
    const test = await start(begin)
    const hours = { from: '08:00', to: '18:00', days: ['monday' as const] }
    const said = test.belfry.reminders.schedule({ ...once, repeat: { nag: { every: 'P1D', hours } } })
    await expect(said).rejects.toMatchObject({ code: 'invalid_input', field: '/repeat/nag/hours/days' })
  })
})
