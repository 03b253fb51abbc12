import { describe, expect, it } from 'vitest'
import { type Listener, sayDistance, sayMoment, saySpan } from './say-moment.ts'

const said = (at: string, timezone: string, locale: string, now = '2030-12-01T09:00:00Z') =>
  sayMoment(Date.parse(at), { timezone, locale, nowMs: Date.parse(now) })
const listener = (now: string, timezone = 'Europe/Paris', locale = 'en'): Listener => ({
  timezone,
  locale,
  nowMs: Date.parse(now),
})

describe('a moment', () => {
  it.each([
    ['en', 'Europe/Paris', '2030-12-03T09:00:00Z', 'Tuesday, December 3, 10:00 AM CET'],
    ['en-GB', 'Europe/Paris', '2030-12-03T09:00:00Z', 'Tuesday 3 December, 10:00 CET'],
    ['de', 'Europe/Berlin', '2030-12-03T09:00:00Z', 'Dienstag, 3. Dezember, 10:00 MEZ'],
    ['ko', 'Asia/Seoul', '2030-12-03T09:00:00Z', '12월 3일 화요일 오후 6:00(GMT+9)'],
    ['ko', 'Asia/Seoul', '2030-12-03T01:00:00Z', '12월 3일 화요일 오전 10:00(GMT+9)'],
    ['en', 'America/New_York', '2030-12-03T09:00:00Z', 'Tuesday, December 3, 4:00 AM EST'],
    ['en', 'UTC', '2030-12-03T09:00:00Z', 'Tuesday, December 3, 9:00 AM UTC'],
  ])('is said in %s on the clocks of %s', (locale, timezone, at, full) => {
    expect(said(at, timezone, locale).full).toBe(full)
  })

  it.each([
    ['Asia/Kolkata', '2:30 PM', 'IST'],
    ['Asia/Kathmandu', '2:45 PM', 'GMT+5:45'],
    ['Australia/Adelaide', '7:30 PM', 'ACDT'],
    ['America/St_Johns', '5:30 AM', 'GMT-3:30'],
  ])('has the half and quarter hours of %s', (timezone, time, zone) => {
    expect(said('2030-12-03T09:00:00Z', timezone, 'en')).toMatchObject({ time, zone })
  })

  it('is by its time alone today, on the clocks of the person', () => {
    // 16:00 on the 2nd in UTC is the 3rd in Seoul already.
    expect(said('2030-12-02T16:00:00Z', 'UTC', 'en', '2030-12-02T08:00:00Z').full).toBe('4:00 PM UTC')
    expect(said('2030-12-02T16:00:00Z', 'Asia/Seoul', 'en', '2030-12-02T08:00:00Z').full).toBe(
      'Tuesday, December 3, 1:00 AM GMT+9',
    )
  })

  it('has its year when it is another one', () => {
    expect(said('2031-01-01T09:00:00Z', 'UTC', 'en').full).toBe('Wednesday, January 1, 2031, 9:00 AM UTC')
    expect(said('2031-01-01T09:00:00Z', 'UTC', 'ko').date).toBe('2031년 1월 1일 수요일')
  })

  it('has the name that the zone has then, on both sides of a change', () => {
    const at = (instant: string) => said(instant, 'Europe/Paris', 'en', '2030-03-31T00:00:00Z').full
    expect(at('2030-03-31T00:59:00Z')).toBe('1:59 AM CET')
    expect(at('2030-03-31T01:00:00Z')).toBe('3:00 AM CEST')
    const back = (instant: string) => said(instant, 'Europe/Paris', 'en-GB', '2030-10-27T00:00:00Z').full
    expect([back('2030-10-27T00:30:00Z'), back('2030-10-27T01:30:00Z')]).toEqual(['2:30 CEST', '2:30 CET'])
  })
})

describe('a span', () => {
  it('names the day and the zone once', () => {
    const at = (locale: string) =>
      saySpan(Date.parse('2030-12-03T09:00:00Z'), Date.parse('2030-12-03T10:30:00Z'), {
        ...listener('2030-12-01T00:00:00Z', 'Europe/Paris', locale),
      })
    expect(at('en')).toBe('Tuesday, December 3, 10:00 AM – 11:30 AM CET')
    expect(at('en-GB')).toBe('Tuesday 3 December, 10:00 – 11:30 CET')
    expect(at('ko')).toBe('12월 3일 화요일 오전 10:00~오전 11:30(GMT+1)')
  })

  it('names both days, and both zones where the clocks change in between', () => {
    const overnight = saySpan(
      Date.parse('2030-10-26T21:00:00Z'),
      Date.parse('2030-10-27T02:00:00Z'),
      listener('2030-10-26T08:00:00Z'),
    )
    expect(overnight).toBe('11:00 PM CEST – Sunday, October 27, 3:00 AM CET')
  })
})

describe('how far it is', () => {
  it.each([
    ['2030-12-02T09:00:00Z', 'in 24 hours', '24시간 후'],
    ['2030-12-01T09:15:00Z', 'in 15 minutes', '15분 후'],
    ['2030-12-01T10:00:00Z', 'in 1 hour', '1시간 후'],
    ['2030-12-01T09:00:20Z', 'now', '지금'],
    ['2030-12-01T08:55:00Z', '5 minutes ago', '5분 전'],
    ['2030-12-02T22:00:00Z', 'tomorrow', '내일'],
    ['2030-12-08T09:00:00Z', 'in 7 days', '7일 후'],
    ['2030-11-28T09:00:00Z', '3 days ago', '3일 전'],
  ])('%s', (at, english, korean) => {
    const from = (locale: string) => listener('2030-12-01T09:00:00Z', 'Europe/Paris', locale)
    expect(sayDistance(Date.parse(at), from('en'))).toBe(english)
    expect(sayDistance(Date.parse(at), from('ko'))).toBe(korean)
  })

  it('counts days of the calendar, not of 24 hours', () => {
    // The night in between has 25 hours: 48 hours later it is still the day after tomorrow.
    expect(sayDistance(Date.parse('2030-10-28T08:00:00Z'), listener('2030-10-26T06:00:00Z'))).toBe('in 2 days')
  })
})
