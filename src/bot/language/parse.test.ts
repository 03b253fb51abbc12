import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { sized } from '../../../test/size.ts'
import { cover } from './cover.ts'
import { english } from './english.ts'
import { type Moment, parse, textCharsMax, whenOf } from './index.ts'
import { korean } from './korean.ts'
import { normalise } from './normalise.ts'
import { zoneRows } from './zones.ts'

const seoul = { now: '2030-11-20T10:00:00', zone: 'Asia/Seoul' }

describe('clocks that change', () => {
  const newYork = { now: '2032-03-13T10:00:00', zone: 'America/New_York' }

  it('in 24 hours and in a day are not the same over a change', () => {
    expect(parse('in 24 hours', newYork)).toMatchObject({ at: '2032-03-14T11:00', isElapsed: true })
    expect(parse('in 1 day', newYork)).toMatchObject({ at: '2032-03-14T10:00', isElapsed: false })
    expect(parse('하루 뒤', newYork)).toMatchObject({ at: '2032-03-14T10:00', isElapsed: false })
    expect(parse('24시간 뒤', newYork)).toMatchObject({ at: '2032-03-14T11:00', isElapsed: true })
  })

  it('what is not on the clock is moved, and said so', () => {
    expect(parse('tomorrow at 02:30', newYork)).toMatchObject({
      at: '2032-03-14T03:30',
      explain: ['there is no 02:30 on 14 March; I will ring at 03:30'],
    })
    expect(parse('내일 새벽 2시 30분', newYork)).toMatchObject({
      at: '2032-03-14T03:30',
      explain: ['3월 14일에는 02:30이 없어서 03:30에 알려 드려요'],
    })
    expect(parse('every day at 02:30', newYork)).toMatchObject({
      next: [{ at: '2032-03-14T03:30' }, { at: '2032-03-15T02:30' }, {}, {}, {}],
      explain: ['there is no 02:30 on 14 March; I will ring at 03:30'],
    })
  })

  it('what comes twice rings the first time, and says so', () => {
    const autumn = { now: '2032-11-06T10:00:00', zone: 'America/New_York' }
    const parsed = parse('tomorrow at 1:30am', autumn)
    expect(parsed).toMatchObject({
      at: '2032-11-07T01:30',
      explain: ['01:30 comes twice on 7 November; I will ring the first time'],
    })
    expect(parsed.kind === 'moment' && parsed.instant.toISOString()).toBe('2032-11-07T05:30:00.000Z')
    const later = parse('in 1 hour', { now: '2032-11-07T05:30:00Z', zone: 'America/New_York' })
    expect(later).toMatchObject({ at: '2032-11-07T01:30~2' })
  })

  it('what is offered has no seconds that nobody said', () => {
    const odd = { ...seoul, now: '2030-11-20T10:00:37' }
    expect(parse('in 10 minutes', odd)).toMatchObject({ at: '2030-11-20T10:10:37', words: 'Wed 20 Nov, 10:10' })
    expect(parse('이틀 뒤', odd)).toMatchObject({ words: '11월 22일(금) 10:00' })
    expect(parse('in 90 seconds', odd)).toMatchObject({ words: 'Wed 20 Nov, 10:02:07' })
    expect(parse('at 14:30:15', odd)).toMatchObject({ words: 'Wed 20 Nov, 14:30:15' })
  })

  it('months that are too short are explained', () => {
    expect(parse('every month on the 31st', seoul).explain).toContain('31st → the last day in short months')
    expect(parse('매달 31일', seoul).explain).toContain('31일이 없는 달에는 말일에 알려 드려요')
    expect(parse('every year on feb 29', seoul).explain).toContain('29 February → 28 February in years without it')
  })

  it('a zone that is named is meant, and shown on the own clock', () => {
    expect(parse('tomorrow 9am new york time', seoul)).toMatchObject({ at: '2030-11-21T23:00' })
    const summer = { now: '2030-07-01T10:00:00', zone: 'Asia/Seoul' }
    expect(parse('9am EST tomorrow', summer)).toMatchObject({
      at: '2030-07-02T22:00',
      ambiguous: true,
      offers: [{ at: '2030-07-02T23:00' }],
    })
    expect(parse('every day at 9am london time', seoul)).toMatchObject({
      zone: 'Europe/London',
      rule: { every: 'day', at: ['09:00'] },
      next: [{ at: '2030-11-20T18:00' }, {}, {}, {}, {}],
    })
    // of two midnights, of a week, and in a question too
    expect(parse('today at midnight new york time', seoul)).toMatchObject({
      why: 'midnight',
      offers: [{ at: '2030-11-20T14:00' }, { at: '2030-11-21T14:00' }],
    })
    expect(parse('in two weeks on monday 9am paris time', seoul)).toMatchObject({ at: '2030-12-02T17:00' })
    expect(parse('next week at 9pm new york time', seoul)).toMatchObject({
      why: 'which_day',
      offers: [{ at: '2030-11-26T11:00' }, { at: '2030-11-28T11:00' }],
    })
  })

  it('now is an instant or a local time, and the answer the same', () => {
    const [local, instant] = [
      parse('tonight', seoul),
      parse('tonight', { now: new Date('2030-11-20T01:00:00Z'), zone: 'Asia/Seoul' }),
    ]
    expect(instant).toEqual(local)
  })
})

describe('what is asked', () => {
  test.each([
    ['call at 3 to confirm at 5pm', 'two_times'],
    ['today at 8', 'past'],
    ['by friday', 'deadline'],
    ['next week', 'which_day'],
    ['3/4', 'month_or_day'],
    ['every third friday', 'how_often'],
    ['tomorrow at midnight', 'midnight'],
    ['friday 21 november', 'weekday'],
    ['buy milk', 'when'],
    ['tomorrow or friday', 'two_dates'],
  ])('%s: %s', (text, why) => {
    const parsed = parse(text, seoul)
    expect(parsed).toMatchObject({ kind: 'question', why })
    if (parsed.kind === 'question') for (const { instant } of parsed.offers) expect(instant.getTime()).not.toBeNaN()
  })

  it('in the language of the text, or in the one that is asked for', () => {
    expect(parse('3시까지 보고서', seoul).understood).toMatch(/언제 알려 드릴까요/)
    expect(parse('by 3 the report', seoul).understood).toBe('When shall I remind you of it?')
    expect(parse('by 3 the report', { ...seoul, locale: 'ko-KR' }).understood).toMatch(/언제 알려 드릴까요/)
  })
})

it('a holiday by the moon is offered, not taken', () => {
  const parsed = parse('설날 아침', { now: '2026-11-18T10:00:00', zone: 'Asia/Seoul' })
  expect(parsed).toMatchObject({ kind: 'question', why: 'holiday', offers: [{ at: '2027-02-07T09:00' }] })
})

it('defaults can be others', () => {
  const defaults = { dateWithoutTime: '08:30', evening: '20:00', weekStart: 'sunday' as const }
  expect(parse('tomorrow', { ...seoul, defaults })).toMatchObject({ at: '2030-11-21T08:30' })
  expect(parse('tomorrow evening', { ...seoul, defaults })).toMatchObject({ at: '2030-11-21T20:00' })
  // 20 November 2030 is a Wednesday; the Sunday of this week has been, or is to come.
  expect(parse('this sunday', { ...seoul, defaults })).toMatchObject({ kind: 'question', why: 'past' })
  expect(parse('this sunday', seoul)).toMatchObject({ at: '2030-11-24T09:00' })
})

describe('spans', () => {
  it.each([
    ['Call MOM  Tomorrow at ９ am', ['Tomorrow at ９ am']],
    ['ﬁx it tomorrow', ['tomorrow']],
    ['회의'.normalize('NFD') + ' 내일 3시'.normalize('NFD'), ['내일 3시'.normalize('NFD')]],
    ['every day at 9, 5 times', ['every day', 'at 9', '5 times']],
    ['𝟗pm 🎉 party', ['𝟗pm']],
  ])('of %j point into the original', (text, wanted) => {
    const { spans } = parse(text, seoul)
    expect(spans.map(([start, end]) => text.slice(start, end))).toEqual(wanted)
  })
})

it('refuses what is too long, and what is no text', () => {
  expect(parse('a'.repeat(textCharsMax + 1), seoul)).toMatchObject({ kind: 'refusal', reason: 'too long' })
  expect(() => parse(7 as never, seoul)).toThrow(/Expected a text/)
  expect(() => parse('x', { now: 'soon', zone: 'Asia/Seoul' })).toThrow(/now/)
  expect(() => parse('x', { now: seoul.now, zone: 'Mars' })).toThrow(/zone/)
})

const words = [...english, ...korean, ...zoneRows].flatMap(([, , all]) => all.split('|'))
const noise = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...words) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '9',
      '31',
      '2026',
      '0',
      '99999',
      '12:30',
      '25:00',
      '3/4',
      '2031-02-30',
      '1st',
      '한',
      '이십',
      '십일',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)
const sentence = fc
  .array(fc.tuple(noise, fc.constantFrom(' ', ' ', ' ', '', ', ')), { maxLength: 40 })
  .map((all) => all.flat().join('').slice(0, textCharsMax))

describe('random sentences', () => {
  const sentences = sized(2_500, 10_000)
  const moments = ['2030-11-20T10:00:00', '2032-02-29T23:59:59', '2031-12-31T00:00:00']

  it(`${sentences} of them: no crash, spans in order, text of the original`, () => {
    fc.assert(
      fc.property(
        sentence,
        fc.constantFrom('Asia/Seoul', 'America/New_York', 'UTC'),
        fc.constantFrom(...moments),
        (text, zone, now) => {
          const parsed = parse(text, { now, zone })
          let at = 0
          for (const [start, end] of parsed.spans) {
            expect(start >= at && end > start && end <= text.length).toBe(true)
            at = end
          }
          if (parsed.kind === 'moment')
            expect(parsed.instant.getTime()).toBeGreaterThan(Date.parse(`${now}Z`) - 15 * 3_600_000)
        },
      ),
      { numRuns: sentences },
    )
  }, 600_000)

  it('the work is bounded by the length', () => {
    let most = 0
    fc.assert(
      fc.property(sentence, (text) => {
        const { text: read } = normalise(text)
        const { steps } = cover(read)
        most = Math.max(most, steps / (read.length + 1))
      }),
      { numRuns: 500 },
    )
    expect(most).toBeLessThan(stepsALetter)
    expect(cover('every day at 9 and '.repeat(26)).steps).toBeLessThan(stepsALetter * textCharsMax)
    expect(cover('일'.repeat(textCharsMax)).steps).toBeLessThan(stepsALetter * textCharsMax)
    expect(cover('1 '.repeat(textCharsMax / 2)).steps).toBeLessThan(stepsALetter * textCharsMax)
  })
})

/** How many looks at signs one letter may cost. */
const stepsALetter = 3_000

it('a zone that was said goes with the moment, and with what is offered instead', () => {
  const options = { now: '2026-11-18T10:00:00', zone: 'America/New_York', locale: 'en' }
  const parsed = parse('call Ann tomorrow 9am Paris time', options)
  expect(parsed).toMatchObject({ kind: 'moment', at: '2026-11-19T03:00', saidZone: 'Europe/Paris' })
  expect(whenOf(parsed as Moment, options.zone)).toEqual({ at: '2026-11-19T09:00', timezone: 'Europe/Paris' })
  expect(whenOf(parse('call Ann tomorrow 9am', options) as Moment, options.zone)).toEqual({ at: '2026-11-19T09:00' })
})

it('what is offered lies ahead', () => {
  const options = { now: '2026-11-18T19:25:00', zone: 'Asia/Seoul', locale: 'en' }
  const parsed = parse('in 5 minutes first', options)
  expect(parsed).toMatchObject({ kind: 'question', offers: [{ at: '2026-11-18T19:30' }, { at: '2026-12-01T09:00' }] })
})

it('a day and the name of a holiday are one date', () => {
  const options = { now: '2026-11-18T10:00:00', zone: 'Asia/Seoul' }
  expect(parse('12월 25일 크리스마스', options)).toMatchObject({ at: '2026-12-25T09:00', text: '크리스마스' })
  expect(parse('dec 24 christmas party', options)).toMatchObject({ at: '2026-12-24T09:00', text: 'christmas party' })
  expect(parse('call mom at christmas', options)).toMatchObject({ at: '2026-12-25T09:00' })
})

it('lines stay lines', () => {
  const options = { now: '2026-11-18T10:00:00', zone: 'Asia/Seoul' }
  expect(parse('tomorrow at 9:\n- milk\n- eggs', options).text).toBe('- milk\n- eggs')
  expect(parse('buy\nmilk  tomorrow at 9\neggs', options).text).toBe('buy\nmilk\neggs')
})

it('아침저녁으로 is twice a day', () => {
  const options = { now: '2026-11-18T10:00:00', zone: 'Asia/Seoul' }
  const rule = { every: 'day', at: ['09:00', '19:00'] }
  for (const text of ['아침저녁으로 약', '약 아침 저녁으로', '매일 아침저녁으로 약'])
    expect(parse(text, options)).toMatchObject({ kind: 'rule', rule, text: '약' })
})

it('a month that there is not is no date, however it is said', () => {
  const options = { now: '2026-11-18T10:00:00', zone: 'Asia/Seoul' }
  const texts = ['31월말', '31월말 월세', '13월 초 월세', '13월 첫째 월요일', '2030년 13월 말일', '0월말']
  for (const text of texts) expect([text, parse(text, options).kind]).toEqual([text, 'refusal'])
  for (const text of ['매일 9시 31월말까지', '13월에 매주 월요일 9시', '13월 월세'])
    expect(() => parse(text, options)).not.toThrow()
})
