import { describe, expect, it } from 'vitest'
import type { Reminder } from '../index.ts'
import {
  distanceWords,
  fitted,
  lines,
  momentWords,
  repeatWords,
  showMoment,
  showReminder,
  showWhen,
  together,
} from './show.ts'

/** 10:00 on a Wednesday in Seoul. */
const now = new Date('2030-11-20T01:00:00Z')
const en = { language: 'en', zone: 'Asia/Seoul', now } as const
const ko = { ...en, language: 'ko' } as const
const later = (ms: number) => new Date(now.getTime() + ms)
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

const reminder = (more: Partial<Reminder>): Reminder => ({
  ...{ id: '', entity: { type: 'note', id: '1' }, kind: 'once', recipient: 'ana', occurrence: '2030-11-21T09:00' },
  ...{
    generation: 1,
    title: 'call mom',
    body: null,
    data: null,
    critical: false,
    channels: null,
    fallback: null,
    ringsOn: ['in_app'],
    dueAt: later(23 * hour),
  },
  ...{
    usefulUntil: null,
    timezone: null,
    recipientTimezone: 'Asia/Seoul',
    step: null,
    plannedAt: null,
    adjusted: null,
  },
  ...{ repeats: null, series: null, createdAt: now, state: 'scheduled', version: 1 },
  ...more,
})

describe('a moment', () => {
  it('is said with the year only where it is another', () => {
    expect(momentWords(later(23 * hour), en)).toBe('Thu 21 Nov, 09:00')
    expect(momentWords(later(23 * hour), ko)).toBe('11월 21일(목) 09:00')
    expect(momentWords(new Date('2031-01-01T00:00:00Z'), en)).toBe('Wed 1 Jan 2031, 09:00')
    expect(momentWords(new Date('2031-01-01T00:00:00Z'), ko)).toBe('2031년 1월 1일(수) 09:00')
    // Here it is next year already, there it is not.
    expect(momentWords(new Date('2030-12-31T16:00:00Z'), en)).toBe('Wed 1 Jan 2031, 01:00')
    expect(momentWords(new Date('2030-12-31T16:00:00Z'), { ...en, zone: 'UTC' })).toBe('Tue 31 Dec, 16:00')
  })

  it('is one that Telegram shows on the clock of whoever reads it', () => {
    const shown = showWhen(later(23 * hour), en)
    expect(shown.text).toBe('Thu 21 Nov, 09:00, in 23 h')
    expect(shown.entities).toEqual([
      {
        type: 'date_time',
        offset: 0,
        length: 17,
        unix_time: later(23 * hour).getTime() / 1_000,
        date_time_format: 'wdt',
      },
    ])
  })

  it('names the zone where it is not theirs', () => {
    expect(showMoment(later(23 * hour), en, 'America/New_York').text).toBe('Thu 21 Nov, 09:00 (19:00 New York)')
    expect(showMoment(later(23 * hour), en, 'Asia/Seoul').text).toBe('Thu 21 Nov, 09:00')
    expect(showMoment(later(23 * hour), en, 'ROK').text).toBe('Thu 21 Nov, 09:00')
  })
})

describe('seconds', () => {
  // No clock stands on a whole minute when somebody writes.
  const odd = { ...en, now: later(37 * second + 412) }
  const away = (ms: number) => new Date(odd.now.getTime() + ms)

  it('are said only of what is less than two minutes away', () => {
    expect(momentWords(away(10 * minute), odd)).toBe('Wed 20 Nov, 10:10')
    expect(momentWords(away(10 * minute), { ...odd, language: 'ko' })).toBe('11월 20일(수) 10:10')
    expect(momentWords(away(2 * minute), odd)).toBe('Wed 20 Nov, 10:02')
    expect(momentWords(away(90 * second), odd)).toBe('Wed 20 Nov, 10:02:07')
    expect(momentWords(away(-10 * second), odd)).toBe('Wed 20 Nov, 10:00')
    expect(showReminder(reminder({ occurrence: '2030-11-20T01:10:37.412Z', dueAt: away(10 * minute) }), odd).text).toBe(
      'Wed 20 Nov, 10:10, in 10 min: call mom',
    )
  })

  it('are said where somebody has said them', () => {
    const said = reminder({ occurrence: '2030-11-20T14:30:15', dueAt: new Date('2030-11-20T05:30:15Z') })
    expect(showReminder(said, odd).text).toBe('Wed 20 Nov, 14:30:15, in 4 h 30 min: call mom')
    const inTwoDays = { occurrence: '2030-11-22T10:00:37', dueAt: away(2 * day), createdAt: later(38 * second) }
    expect(showReminder(reminder(inTwoDays), odd).text).toBe('Fri 22 Nov, 10:00, in 2 days: call mom')
  })
})

describe('how far away it is', () => {
  it.each([
    [-hour, 'now', '지금'],
    [400, 'now', '지금'],
    [30 * second, 'in 30 s', '30초 후'],
    [60 * second, 'in 1 min', '1분 후'],
    [59 * minute + 29 * second, 'in 59 min', '59분 후'],
    [59 * minute + 31 * second, 'in 1 h', '1시간 후'],
    [90 * minute, 'in 1 h 30 min', '1시간 30분 후'],
    [10 * hour + 20 * minute, 'in 10 h', '10시간 후'],
    [23 * hour, 'in 23 h', '23시간 후'],
    [35 * hour + 59 * minute, 'in 36 h', '36시간 후'],
    // On the calendar of Seoul: the day after tomorrow.
    [38 * hour, 'in 2 days', '2일 후'],
    [10 * day, 'in 10 days', '10일 후'],
    [90 * day, 'in 3 months', '3개월 후'],
    [3 * 365 * day, 'in 3 years', '3년 후'],
  ])('%i ms', (ms, english, korean) => {
    expect(distanceWords(later(ms), en)).toBe(english)
    expect(distanceWords(later(ms), ko)).toBe(korean)
  })
})

describe('a reminder', () => {
  it('is a line with its moment, its text, and how it repeats', () => {
    expect(showReminder(reminder({}), en).text).toBe('Thu 21 Nov, 09:00, in 23 h: call mom')
    const rule = { every: 'week', on: ['monday'], at: ['09:00'] } as const
    const series = { start: '2030-11-25T09:00', rule, repeat: { nag: { every: 'PT10M', atMost: 12 } } }
    expect(showReminder(reminder({ series }), ko).text).toBe(
      '11월 21일(목) 09:00, 23시간 후: call mom (🔁 매주 월요일 09:00, 끝낼 때까지 10분마다)',
    )
  })

  it('that has no moment says why', () => {
    expect(showReminder(reminder({ state: 'paused', dueAt: null }), en).text).toBe('Paused: call mom')
    expect(showReminder(reminder({ state: 'waiting', dueAt: null }), ko).text).toBe('완료를 기다리는 중: call mom')
    expect(showReminder(reminder({ state: 'paused', dueAt: null }), en).entities).toEqual([])
  })

  it('repeats in words of either language', () => {
    const of = (repeat: object) => ({ series: { start: '2030-11-21T09:00', repeat } })
    expect(repeatWords(of({ afterCompletion: 'P3D' }), 'en')).toBe('3 days after each time it is done')
    expect(repeatWords(of({ afterCompletion: 'P3D' }), 'ko')).toBe('끝낼 때마다 3일 뒤')
    expect(repeatWords(of({ backoff: { base: 'PT1H' } }), 'ko')).toBe('점점 드물게')
    expect(repeatWords({ series: null }, 'en')).toBeNull()
    const on = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
    const weekdays = { series: { start: '2030-11-21T09:00', rule: { every: 'week', on, at: ['09:00'] } } } as const
    expect(repeatWords(weekdays, 'en')).toBe('every weekday at 09:00')
    expect(repeatWords(weekdays, 'ko')).toBe('평일 09:00')
  })
})

describe('pieces', () => {
  it('keep their entities in their places', () => {
    const moment = showMoment(later(hour), en)
    const all = lines('⏰ Two:', together('1. ', moment), null, together('2. ', moment))
    expect(all.text).toBe('⏰ Two:\n1. Wed 20 Nov, 11:00\n2. Wed 20 Nov, 11:00')
    const said = all.entities.map(({ offset, length }) => all.text.slice(offset, offset + length))
    expect(said).toEqual(['Wed 20 Nov, 11:00', 'Wed 20 Nov, 11:00'])
  })
})

describe('more than fits into a message', () => {
  it('is cut between two characters, and an entity that is cut is left away', () => {
    const long = lines(
      ...Array.from({ length: 200 }, (_, i) => together(showWhen(later(day + i * hour), en), ` 👨‍👩‍👧 ${i}`)),
    )
    expect(long.text.length).toBeGreaterThan(4_096)
    const { text, entities } = fitted(long)
    expect(text.length).toBeLessThanOrEqual(4_096)
    expect(text.endsWith('…')).toBe(true)
    expect(entities.length).toBeGreaterThan(50)
    expect(entities.every(({ offset, length }) => offset + length < text.length)).toBe(true)
    expect(fitted({ text: 'short', entities: [] })).toEqual({ text: 'short', entities: [] })
  })
})
