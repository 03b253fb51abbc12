import { describe, expect, it } from 'vitest'
import type { ScheduleInput } from '../../src/index.ts'
import { useDatabase } from './running.ts'

const { start } = useDatabase()

const occurrencesOf = (sent: readonly { occurrence: string }[]) => sent.map(({ occurrence }) => occurrence)

const series = (id: string, more: Partial<ScheduleInput> = {}): ScheduleInput => ({
  entity: { type: 'note', id },
  recipient: 'ana',
  at: '2030-01-01T09:00:00',
  timezone: 'Europe/Paris',
  ...more,
})
const daily = (id: string, more: Partial<ScheduleInput> = {}) => series(id, { rule: 'FREQ=DAILY', ...more })

describe('a rule', () => {
  it('rings at each of its occurrences, once', async () => {
    const test = await start()
    const { id, dueAt, status } = await test.belfry.reminders.schedule(daily('a'))
    expect([status, dueAt]).toEqual(['created', new Date('2030-01-01T08:00:00Z')])
    await test.advance('P3D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00', '2030-01-02T09:00', '2030-01-03T09:00'])
    expect(await test.belfry.reminders.get(id)).toMatchObject({ dueAt: new Date('2030-01-04T08:00:00Z') })
  })

  it('ends by itself after its count, or at its end', async () => {
    const test = await start()
    const counted = await test.belfry.reminders.schedule(daily('a', { rule: { every: 'day', count: 2 } }))
    const until = await test.belfry.reminders.schedule(daily('b', { rule: 'FREQ=DAILY;UNTIL=20300103T235959' }))
    await test.advance('P10D')
    expect(occurrencesOf(test.memory.sent)).toHaveLength(5)
    expect(await test.belfry.reminders.get(counted.id)).toMatchObject({ dueAt: null, state: 'sent' })
    expect(await test.belfry.reminders.get(until.id)).toMatchObject({ dueAt: null, state: 'sent' })
  })

  it('that begins in the past rings from its next occurrence on, without a backlog', async () => {
    const test = await start()
    const { dueAt } = await test.belfry.reminders.schedule(daily('a', { at: '2029-12-01T09:00:00' }))
    expect(dueAt).toEqual(new Date('2030-01-01T08:00:00Z'))
    await test.settled()
    expect(test.memory.sent).toEqual([])
  })

  it('with nothing ahead is refused', async () => {
    const test = await start()
    const over = test.belfry.reminders.schedule(daily('a', { rule: 'FREQ=DAILY;UNTIL=20291231T000000' }))
    await expect(over).rejects.toMatchObject({ code: 'invalid_input', field: '/rule' })
  })

  it('that happens once and then too rarely rings, and has come to its end', async () => {
    const test = await start()
    // The interval meets the minute on its first day, and then not for as long as is looked for.
    const rule = 'FREQ=MINUTELY;INTERVAL=1439999;BYHOUR=9;BYMINUTE=0'
    const { id } = await test.belfry.reminders.schedule(series('a', { rule, timezone: 'UTC' }))
    await test.advance('P1D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00'])
    expect(await test.belfry.reminders.get(id)).toMatchObject({ dueAt: null, state: 'sent' })
  })

  it('that is costly to look through is refused in a list of ten thousand', async () => {
    const test = await start()
    const rule = 'FREQ=MINUTELY;INTERVAL=1439999;BYHOUR=9;BYMINUTE=0'
    const many = Array.from({ length: 10_000 }, (_, i) => series(`many-${i}`, { rule, timezone: 'UTC' }))
    await expect(test.belfry.reminders.scheduleMany(many)).rejects.toMatchObject({
      code: 'too_many',
      field: expect.stringMatching(/^\/\d+\/rule$/),
    })
    expect((await test.belfry.reminders.list({ recipient: 'ana' })).items).toEqual([])
  })

  it('described again as before is unchanged, with another text it goes on', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.advance('P1DT12H')
    expect(await test.belfry.reminders.schedule(daily('a'))).toMatchObject({ status: 'unchanged' })
    const edited = await test.belfry.reminders.schedule(daily('a', { title: 'New' }))
    expect(edited).toMatchObject({ id, status: 'updated', occurrence: '2030-01-03T09:00' })
    await test.advance('P1D')
    expect(test.memory.sent.at(-1)).toMatchObject({ title: 'New', occurrence: '2030-01-03T09:00' })
    expect(test.memory.sent).toHaveLength(3)
  })

  it('through the change of the clocks keeps its wall clock', async () => {
    const test = await start({ now: '2030-03-30T00:00:00Z' })
    await test.belfry.reminders.schedule(daily('a', { at: '2030-03-30T02:30:00' }))
    await test.advance('P3D')
    expect(test.memory.sent.map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2030-03-30T01:30:00.000Z',
      '2030-03-31T01:30:00.000Z',
      '2030-04-01T00:30:00.000Z',
    ])
  })

  it('cancelled rings no more', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.advance('P1D')
    expect(await test.belfry.reminders.cancel(id)).toMatchObject({ cancelled: true })
    await test.advance('P5D')
    expect(test.memory.sent).toHaveLength(1)
  })
})

describe('missed while nobody was there', () => {
  it('is one ring, of the latest, and the others are recorded', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.jump('2030-01-05T12:00:00Z')
    expect(test.memory.sent).toMatchObject([
      { occurrence: '2030-01-05T09:00', dueAt: new Date('2030-01-05T08:00:00Z') },
    ])
    const { deliveries } = await test.belfry.reminders.explain(id)
    expect(deliveries.find(({ occurrence }) => occurrence === '2030-01-01T09:00')).toMatchObject({
      state: 'skipped',
      reason: 'missed',
    })
    await test.advance('P1D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-05T09:00', '2030-01-06T09:00'])
  })

  it('is no ring where it is skipped', async () => {
    const test = await start()
    await test.belfry.reminders.schedule(daily('a', { missed: 'skip' }))
    await test.jump('2030-01-05T12:00:00Z')
    expect(test.memory.sent).toEqual([])
    await test.advance('P1D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-06T09:00'])
  })

  it('is every ring where all are wanted, in one message', async () => {
    const test = await start()
    await test.belfry.reminders.schedule(daily('a', { missed: 'all', tolerance: 'P30D' }))
    await test.jump('2030-01-03T12:00:00Z')
    expect(test.memory.sent).toHaveLength(1)
    const rings = test.memory.sent[0]?.members?.map(({ occurrence }) => occurrence)
    expect(rings).toEqual(['2030-01-01T09:00', '2030-01-02T09:00', '2030-01-03T09:00'])
  })

  it('of a year of minutes is found at once', async () => {
    const test = await start()
    await test.belfry.reminders.schedule(series('a', { rule: { every: 'minute' }, tolerance: 'PT1H' }))
    await test.jump('2031-01-01T12:00:30Z')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2031-01-01T13:00'])
  })
})

describe('skip, pause and resume', () => {
  it('skip leaves out one occurrence', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    expect(await test.belfry.reminders.skip(id)).toEqual({
      id,
      skipped: '2030-01-01T09:00',
      dueAt: new Date('2030-01-02T08:00:00Z'),
      timezone: 'Europe/Paris',
    })
    await test.advance('P2D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-02T09:00'])
    expect((await test.belfry.reminders.explain(id)).deliveries.at(-1)).toMatchObject({ reason: 'skipped' })
  })

  it('a pause rings nothing, and resume brings no backlog', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.belfry.reminders.pause(id)
    await test.advance('P10D')
    expect(test.memory.sent).toEqual([])
    expect(await test.belfry.reminders.resume(id)).toMatchObject({ id, dueAt: new Date('2030-01-11T08:00:00Z') })
    await test.advance('P1D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-11T09:00'])
  })

  it('a one-off cannot be skipped, and says why', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(series('a'))
    await expect(test.belfry.reminders.skip(id)).rejects.toMatchObject({ code: 'not_repeating' })
  })
})

describe('snooze of a series', () => {
  it('rings once more and never shifts the series', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.jump('2030-01-01T08:00:00Z')
    const snoozed = await test.belfry.reminders.snooze(id, { for: 'PT10M' })
    expect(snoozed).toMatchObject({ occurrence: '2030-01-01T09:00', generation: 2, collapsed: false })
    await test.advance('P1DT1H')
    expect(test.memory.sent.map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2030-01-01T08:00:00.000Z',
      '2030-01-01T08:10:00.000Z',
      '2030-01-02T08:00:00.000Z',
    ])
  })

  it('past the next occurrence collapses with it', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.jump('2030-01-01T08:00:00Z')
    const snoozed = await test.belfry.reminders.snooze(id, { for: 'P1DT2H' })
    expect(snoozed).toMatchObject({ collapsed: true, dueAt: new Date('2030-01-02T08:00:00Z') })
    await test.advance('P1DT12H')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00', '2030-01-02T09:00'])
  })

  it('of the coming one rings that one later', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.belfry.reminders.snooze(id, { until: '2030-01-01T10:00:00Z', next: true })
    await test.advance('P2D')
    expect(test.memory.sent.map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2030-01-01T10:00:00.000Z',
      '2030-01-02T08:00:00.000Z',
    ])
  })

  it('is beaten by an edit', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.jump('2030-01-01T08:00:00Z')
    await test.belfry.reminders.snooze(id, { for: 'PT2H' })
    await test.belfry.reminders.schedule(daily('a', { at: '2030-01-01T12:00:00' }))
    await test.advance('P1D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00', '2030-01-01T12:00'])
  })

  it('is over when it is acknowledged, and the series goes on', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a'))
    await test.jump('2030-01-01T08:00:00Z')
    await test.belfry.reminders.snooze(id, { for: 'PT2H' })
    expect(await test.belfry.reminders.acknowledge(id)).toMatchObject({ nextDueAt: new Date('2030-01-02T08:00:00Z') })
    await test.advance('P1D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00', '2030-01-02T09:00'])
  })
})

describe('nag', () => {
  it('rings until it is acknowledged', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(
      series('a', { repeat: { nag: { every: 'PT10M', atMost: 10 } } }),
    )
    await test.advance('PT8H25M')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00', '2030-01-01T09:00#2', '2030-01-01T09:00#3'])
    await test.belfry.reminders.acknowledge(id)
    await test.advance('P1D')
    expect(test.memory.sent).toHaveLength(3)
  })

  it('rings at most so often', async () => {
    const test = await start()
    await test.belfry.reminders.schedule(series('a', { repeat: { nag: { every: 'PT10M', atMost: 3 } } }))
    await test.advance('P2D')
    expect(test.memory.sent).toHaveLength(3)
  })

  it('rings inside its hours only', async () => {
    const test = await start()
    const nag = { every: 'PT1H', atMost: 4, hours: { from: '08:00', to: '10:30' } }
    await test.belfry.reminders.schedule(series('a', { repeat: { nag } }))
    await test.advance('P2D')
    expect(test.memory.sent.map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2030-01-01T08:00:00.000Z',
      '2030-01-01T09:00:00.000Z',
      '2030-01-02T07:00:00.000Z',
      '2030-01-02T08:00:00.000Z',
    ])
  })

  it('beside a rule nags each occurrence until it is acknowledged', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(daily('a', { repeat: { nag: { every: 'PT30M', atMost: 3 } } }))
    await test.advance('PT8H40M')
    expect(await test.belfry.reminders.acknowledge(id)).toMatchObject({ nextDueAt: new Date('2030-01-02T08:00:00Z') })
    await test.advance('P1DT3H')
    expect(occurrencesOf(test.memory.sent)).toEqual([
      '2030-01-01T09:00',
      '2030-01-01T09:00#2',
      '2030-01-02T09:00',
      '2030-01-02T09:00#2',
      '2030-01-02T09:00#3',
    ])
  })
})

describe('backoff', () => {
  it('comes back after growing intervals, up to its cap', async () => {
    const test = await start()
    const backoff = { base: 'P1D', factor: 2, cap: 'P4D' }
    await test.belfry.reminders.schedule(series('a', { at: '2030-01-01T00:00:00Z', repeat: { backoff } }))
    await test.advance('P20D')
    expect(test.memory.sent.map(({ dueAt }) => dueAt.toISOString().slice(0, 10))).toEqual([
      '2030-01-01',
      '2030-01-02',
      '2030-01-04',
      '2030-01-08',
      '2030-01-12',
      '2030-01-16',
      '2030-01-20',
    ])
  })

  it('after a ring that failed comes back after the same interval', async () => {
    const test = await start()
    await test.belfry.reminders.schedule(
      series('a', { at: '2030-01-01T00:00:00Z', repeat: { backoff: { base: 'P1D' } } }),
    )
    const tried: string[] = []
    test.memory.script(({ dueAt }) => {
      tried.push(dueAt.toISOString().slice(0, 10))
      return { kind: 'refused' }
    })
    await test.advance('P3DT1H')
    expect(tried).toEqual(['2030-01-01', '2030-01-02', '2030-01-03', '2030-01-04'])
  })
})

describe('after completion', () => {
  it('counts from when it was done, and keeps its time of day', async () => {
    const test = await start()
    const { id } = await test.belfry.reminders.schedule(series('a', { repeat: { afterCompletion: 'P3D' } }))
    await test.advance('P10D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00'])
    expect(await test.belfry.reminders.acknowledge(id)).toMatchObject({ nextDueAt: new Date('2030-01-14T08:00:00Z') })
    await test.advance('P10D')
    expect(occurrencesOf(test.memory.sent)).toEqual(['2030-01-01T09:00', '2030-01-14T09:00'])
  })
})
