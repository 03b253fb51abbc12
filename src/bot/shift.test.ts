import { describe, expect, it } from 'vitest'
import type { Reminder } from '../index.ts'
import { rhythmOf, shifted } from './shift.ts'

/** 22:00 on a Saturday in Paris, before the clocks go back at 03:00. */
const here = { now: new Date('2030-10-26T20:00:00Z'), zone: 'Europe/Paris' }
const reminder = (dueAt: string, more: Partial<Reminder> = {}): Reminder => ({
  ...{ id: '', entity: { type: 'note', id: '1' }, kind: 'once', recipient: 'ana', occurrence: '2030-10-27T02:30' },
  ...{ generation: 1, title: 'x', body: null, data: null, critical: false, dueAt: new Date(dueAt), usefulUntil: null },
  ...{ timezone: null, recipientTimezone: here.zone, step: null, plannedAt: null, adjusted: null, repeats: null },
  ...{
    series: null,
    channels: null,
    fallback: null,
    ringsOn: ['in_app'],
    createdAt: null,
    state: 'scheduled',
    version: 1,
  },
  ...more,
})

describe('a shift', () => {
  it('counts minutes as they pass, also where the clocks go back', () => {
    expect(shifted(reminder('2030-10-26T23:30:00Z'), 'tenMinutes', here)).toEqual({
      at: '2030-10-27T01:40',
      timezone: null,
    })
    // 02:30 comes twice: the second one is an instant.
    expect(shifted(reminder('2030-10-27T00:30:00Z'), 'hour', here)).toEqual({
      ...{ at: new Date('2030-10-27T01:30:00Z'), timezone: null },
    })
  })

  it('keeps an instant one, and a clock elsewhere its own', () => {
    const instant = reminder('2030-10-26T20:05:00Z', { occurrence: '2030-10-26T20:05:00Z' })
    expect(shifted(instant, 'tenMinutes', here)).toEqual({ at: new Date('2030-10-26T20:15:00Z'), timezone: null })
    const there = reminder('2030-10-27T00:00:00Z', { timezone: 'Asia/Seoul', occurrence: '2030-10-27T09:00' })
    expect(shifted(there, 'hour', here)).toEqual({ at: '2030-10-27T10:00', timezone: 'Asia/Seoul' })
  })

  it('to tomorrow keeps the wall clock', () => {
    expect(shifted(reminder('2030-10-26T21:00:00Z'), 'tomorrow', here)).toEqual({
      at: '2030-10-27T23:00',
      timezone: null,
    })
    expect(shifted(reminder('2030-10-27T22:00:00Z'), 'tomorrow', here)).toBe('same')
  })

  it('moves every time of a rule, unless one would leave its day', () => {
    const rule = { every: 'day', at: ['08:00', '22:30'] } as const
    const daily = reminder('2030-10-26T20:30:00Z', { series: { start: '2030-10-20T08:00', rule } })
    expect(shifted(daily, 'hour', here)).toMatchObject({ at: '2030-10-26T23:30', rule: { at: ['09:00', '23:30'] } })
    const late = { ...rule, at: ['23:55'] }
    expect(shifted({ ...daily, series: { start: '2030-10-20T23:55', rule: late } }, 'tenMinutes', here)).toBeNull()
    const hourly = { start: '2030-10-26T22:30', rule: { every: 'hour' } } as const
    expect(shifted({ ...daily, series: hourly }, 'tenMinutes', here)).toEqual({
      at: '2030-10-26T22:40',
      timezone: null,
    })
  })
})

describe('a rhythm', () => {
  it('begins with the moment that stands, and leaves what nags', () => {
    const one = reminder('2030-10-31T08:00:10Z')
    const nag = { nag: { every: 'PT10M', atMost: 12 } }
    expect(rhythmOf(one, 'monthly', here, nag)).toEqual({
      ...{ at: '2030-10-31T09:00', timezone: null, rule: { every: 'month', onDays: [31], at: ['09:00'] }, repeat: nag },
    })
    expect(rhythmOf(one, 'weekly', here, null)).toMatchObject({ rule: { on: ['thursday'] }, repeat: null })
    const own = { nag: { every: 'PT15M', atMost: 3 } }
    const nagging = { ...one, series: { start: '2030-10-31T09:00', repeat: own } }
    expect(rhythmOf(nagging, 'weekly', here, nag)).toMatchObject({ rule: { on: ['thursday'] }, repeat: own })
  })

  it('is once where there is a rule to take away', () => {
    const series = { start: '2030-10-31T09:00', rule: { every: 'day', at: ['09:00'] } } as const
    expect(rhythmOf(reminder('2030-10-31T08:00:00Z', { series }), 'once', here, null)).toMatchObject({
      rule: null,
    })
    expect(rhythmOf(reminder('2030-10-31T08:00:00Z'), 'once', here, null)).toBe('same')
  })
})
