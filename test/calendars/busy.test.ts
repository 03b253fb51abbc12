// Busy times of calendars, and that two other programs find the same ones.

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, it } from 'vitest'
import { expand, mergedSpans, windowAround } from '../../src/calendars/busy.ts'
import { readCalendarFile } from '../../src/calendars/read-file.ts'
import { Work } from '../../src/calendars/work.ts'
import { limits } from '../../src/limits.ts'
import { runtimeRules } from '../../src/time/zone-rules.ts'
import { apple, calendar, event, google, newYorkZone, outlook } from './files.ts'

const day = 86_400_000
const at = (text: string) => Date.parse(text)
const year2030 = { fromMs: at('2030-01-01T00:00:00Z'), toMs: at('2031-01-01T00:00:00Z') }

async function busyOf(text: string, more: Partial<Parameters<typeof expand>[1]> = {}) {
  const { objects } = await readCalendarFile(text)
  const named = objects.map(({ uid, events }) => ({ href: uid, events }))
  const expanded = await expand(named, { ...year2030, zone: 'Europe/Paris', rules: runtimeRules, ...more })
  const said = expanded.objects.map(({ href, spans }) => [
    href,
    spans.map(
      ({ fromMs, toMs }) =>
        `${new Date(fromMs).toISOString().slice(0, 16)}/${new Date(toMs).toISOString().slice(0, 16)}`,
    ),
  ])
  return { ...expanded, said: Object.fromEntries(said) as Record<string, string[]> }
}

const one = async (...lines: string[]) => (await busyOf(calendar(event('UID:1', ...lines)))).said['1'] ?? []

it('Google: the series keeps its wall clock over the change, without what was moved, cancelled and left out', async () => {
  expect((await busyOf(google)).said).toEqual({
    'weekly@google.com': [
      '2030-02-25T14:30/2030-02-25T15:15',
      '2030-03-11T13:30/2030-03-11T14:15',
      // Instead of the 18th.
      '2030-03-19T18:00/2030-03-19T19:00',
      '2030-04-01T13:30/2030-04-01T14:15',
    ],
    // Two days of Paris, whose zone the calendar has.
    'away@google.com': ['2030-03-09T23:00/2030-03-11T23:00'],
  })
})

it('Apple: floating times and days are of the zone that is given, a night is eight hours', async () => {
  const { said } = await busyOf(apple, { zone: 'Asia/Seoul' })
  expect(said).toEqual({
    A1B2: ['2030-01-15T09:00/2030-01-15T10:30'],
    C3D4: ['2030-01-15T23:00/2030-01-15T23:30'],
    E5F6: ['2030-01-19T15:00/2030-01-20T15:00'],
    G7H8: ['2030-01-17T21:00/2030-01-18T05:00'],
  })
})

it('Outlook: a zone that only the file knows changes its clocks as the file says', async () => {
  const { said } = await busyOf(outlook)
  expect(said['040000008200E00074C5B7101A82E008']).toEqual(['2030-07-01T07:00/2030-07-01T08:00'])
  expect(said.free).toBeUndefined()
  expect(said.custom!.slice(4, 8)).toEqual([
    ...['2030-03-29T22:30/2030-03-29T23:30', '2030-03-30T22:30/2030-03-30T23:30'],
    // The clocks went forward in the night.
    ...['2030-03-31T21:30/2030-03-31T22:30', '2030-04-01T21:30/2030-04-01T22:30'],
  ])
})

describe('what a day and a length are', () => {
  it('a day in which the clocks change has 23 hours, a duration of a day too, an end is exact', async () => {
    expect(await one('DTSTART;VALUE=DATE:20300331')).toEqual(['2030-03-30T23:00/2030-03-31T22:00'])
    const evening = 'DTSTART;TZID=Europe/Paris:20300330T200000'
    expect(await one(evening, 'DURATION:P1DT1H')).toEqual(['2030-03-30T19:00/2030-03-31T19:00'])
    const weekly = [evening, 'DTEND;TZID=Europe/Paris:20300331T200000', 'RRULE:FREQ=WEEKLY;COUNT=2']
    expect(await one(...weekly)).toEqual(['2030-03-30T19:00/2030-03-31T18:00', '2030-04-06T18:00/2030-04-07T17:00'])
  })

  it('a flight ends in another zone', async () => {
    const flight = ['DTSTART;TZID=Europe/Paris:20300501T100000', 'DTEND;TZID=America/New_York:20300501T120000']
    expect(await one(...flight)).toEqual(['2030-05-01T08:00/2030-05-01T16:00'])
  })

  it('a time without an end takes no time, one that ends before it begins neither', async () => {
    expect(await one('DTSTART:20300501T100000Z')).toEqual([])
    expect(await one('DTSTART:20300501T100000Z', 'DTEND:20300501T090000Z')).toEqual([])
  })

  it('in the gap a time is moved, in the overlap it is the first', async () => {
    const nightly = ['DTSTART;TZID=America/New_York:20300309T023000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=3']
    expect(await one(...nightly)).toEqual([
      ...[
        '2030-03-09T07:30/2030-03-09T08:00',
        '2030-03-10T07:30/2030-03-10T08:00',
        '2030-03-11T06:30/2030-03-11T07:00',
      ],
    ])
    const autumn = ['DTSTART;TZID=America/New_York:20301103T013000', 'DURATION:PT30M']
    expect(await one(...autumn)).toEqual(['2030-11-03T05:30/2030-11-03T06:00'])
  })

  it('days that a month does not have are left out, as in every calendar', async () => {
    const monthly = await one('DTSTART:20300131T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=MONTHLY;UNTIL=20300531')
    expect(monthly.map((span) => span.slice(5, 10))).toEqual(['01-31', '03-31', '05-31'])
  })
})

describe('a series', () => {
  it('ends with an UNTIL of any kind, and leaves out by day as well as by instant', async () => {
    const series = ['DTSTART;TZID=Asia/Seoul:20300101T080000', 'DURATION:PT1H']
    const until = async (rule: string, ...more: string[]) =>
      (await one(...series, `RRULE:FREQ=DAILY;${rule}`, ...more)).map((span) => span.slice(8, 10))
    // 08:00 in Seoul is 23:00 of the day before in UTC.
    expect(await until('UNTIL=20300103')).toEqual(['31', '01', '02'].slice(1))
    expect(await until('UNTIL=20300102T230000Z')).toEqual(['01', '02'])
    expect(await until('UNTIL=20300102T225959Z')).toEqual(['01'])
    expect(await until('UNTIL=20300105', 'EXDATE;VALUE=DATE:20300103', 'EXDATE:20300103T230000Z')).toEqual(['01', '04'])
  })

  it('is busy only where each of it is: a free one that was made busy, and the other way round', async () => {
    const text = calendar(
      event('UID:1', 'DTSTART:20300101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', 'TRANSP:TRANSPARENT'),
      event('UID:1', 'RECURRENCE-ID:20300102T100000Z', 'DTSTART:20300102T120000Z', 'DURATION:PT1H'),
      event('UID:2', 'DTSTART:20300101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
      event(
        'UID:2',
        'RECURRENCE-ID:20300102T100000Z',
        'DTSTART:20300102T100000Z',
        'DURATION:PT1H',
        'TRANSP:TRANSPARENT',
      ),
    )
    expect((await busyOf(text)).said).toEqual({
      1: ['2030-01-02T12:00/2030-01-02T13:00'],
      2: ['2030-01-01T10:00/2030-01-01T11:00'],
    })
  })

  it('that began long ago is found in the window, and cut at its edges', async () => {
    const text = calendar(
      event('UID:old', 'DTSTART:19950101T233000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'),
      event('UID:long', 'DTSTART:20200101T000000Z', 'DTEND:20500101T000000Z'),
    )
    const window = { fromMs: at('2030-01-01T00:00:00Z'), toMs: at('2030-01-03T00:00:00Z') }
    expect((await busyOf(text, window)).said).toEqual({
      old: [
        '2030-01-01T00:00/2030-01-01T00:30',
        '2030-01-01T23:30/2030-01-02T00:30',
        '2030-01-02T23:30/2030-01-03T00:00',
      ],
      long: ['2030-01-01T00:00/2030-01-03T00:00'],
    })
  })
})

it('what overlaps is one', () => {
  const span = (fromMs: number, toMs: number) => ({ fromMs, toMs })
  const spans = [span(5, 7), span(1, 3), span(3, 4), span(6, 9), span(20, 21)]
  expect(mergedSpans(spans)).toEqual([span(1, 4), span(5, 9), span(20, 21)])
})

it('the window is a day back and 400 days ahead', () => {
  expect(windowAround(at('2030-01-02T00:00:00Z'))).toEqual({
    fromMs: at('2030-01-01T00:00:00Z'),
    toMs: at('2030-01-02T00:00:00Z') + 400 * day,
  })
})

describe('a hostile calendar', () => {
  const never = 'RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3;BYMINUTE=7;BYSECOND=3'
  it.each<[string, string, number, number]>([
    // A search that does not come to the window in time is given up.
    ['every second', 'RRULE:FREQ=SECONDLY', 0, 1],
    ['every second, counted', 'RRULE:FREQ=SECONDLY;COUNT=100000', 0, 1],
    ['every other second', 'RRULE:FREQ=SECONDLY;INTERVAL=2', 0, 1],
    ['a second of each hour', 'RRULE:FREQ=SECONDLY;BYMINUTE=7;BYSECOND=3', 8_760, 0],
    ['a second that hardly ever comes', never, 0, 0],
    ['every seven minutes', 'RRULE:FREQ=MINUTELY;INTERVAL=7', limits.busyTimesOfObjectMax, 1],
  ])('%s is bounded, said to be cut, and keeps nobody else out', async (_, rule, spans, cut) => {
    const other = event('UID:other', 'DTSTART:20300601T100000Z', 'DURATION:PT1H')
    const text = calendar(event('UID:bad', 'DTSTART:20000101T000000Z', 'DURATION:PT1S', rule), other)
    const found = await busyOf(text)
    expect([found.said.bad?.length ?? 0, found.cut]).toEqual([spans, cut])
    expect(found.said.other).toEqual(['2030-06-01T10:00/2030-06-01T11:00'])
  })

  it('with many of them is bounded as a whole', async () => {
    const bad = Array.from({ length: 50 }, (_, i) =>
      event(`UID:${i}`, 'DTSTART:20300101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;INTERVAL=2'),
    )
    const { objects, cut, beyond } = await busyOf(calendar(...bad))
    const spans = objects.reduce((sum, one) => sum + one.spans.length, 0)
    expect(spans).toBe(limits.busyTimesOfCalendarMax)
    expect(cut).toBe(50)
    expect(beyond).toBe(50 * limits.busyTimesOfObjectMax - limits.busyTimesOfCalendarMax)
  })

  it('with a zone that changes every second is read, too', async () => {
    const zone = newYorkZone.replaceAll('America/New_York', 'Odd').replaceAll(/RRULE:.*/g, 'RRULE:FREQ=SECONDLY')
    const text = calendar(
      zone.replace('X-LIC-LOCATION:Odd', 'X-A:b'),
      event('UID:1', 'DTSTART;TZID=Odd:20300101T100000', 'DURATION:PT1H'),
    )
    expect((await busyOf(text)).said['1']).toHaveLength(1)
  })
})

/** How often others had their turn while this was under way. */
async function turnsWhile(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function again() {
    turns++
    next = setImmediate(again)
  })
  await work
  clearImmediate(next)
  return turns
}

describe('everybody else has their turn', () => {
  const impossible = (i: number) => `RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;INTERVAL=${i + 1}`

  it('while zones with rules that never happen are read', async () => {
    const part = (_: unknown, i: number) =>
      `BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n${impossible(i)}\r\nEND:STANDARD`
    const zone = (_: unknown, n: number) =>
      `BEGIN:VTIMEZONE\r\nTZID:Z${n}\r\n${Array.from({ length: 50 }, part).join('\r\n')}\r\nEND:VTIMEZONE`
    const events = Array.from({ length: 12 }, (_, n) =>
      event(`UID:${n}`, `DTSTART;TZID=Z${n}:20300601T100000`, 'DURATION:PT1H'),
    )
    const reading = readCalendarFile(calendar(...Array.from({ length: 12 }, zone), ...events), new Work(100_000))
    expect(await turnsWhile(reading)).toBeGreaterThan(20)
    // The zones are more than the file may take: what is in them is left out, and said so.
    expect((await reading).skipped).toBeGreaterThan(0)
  })

  it('while events with rules that never happen are read', async () => {
    const events = Array.from({ length: 200 }, (_, i) =>
      event(`UID:${i}`, 'DTSTART:20300601T100000Z', 'DURATION:PT1H', impossible(i)),
    )
    const reading = readCalendarFile(calendar(...events))
    expect(await turnsWhile(reading)).toBeGreaterThan(10)
    expect((await reading).skipped).toBe(200)
  })

  it('while one object with many exceptions is expanded', async () => {
    const events = Array.from({ length: 1_000 }, (_, i) => {
      const start = `2030-06-15T10:${String(i % 60).padStart(2, '0')}Z`
      return { start, busy: true as const, ...(i % 2 === 1 && { instead: start }) }
    })
    const ground = { ...year2030, zone: 'Europe/Paris', rules: runtimeRules }
    const expanding = expand([{ href: 'one', events }], ground)
    expect(await turnsWhile(expanding)).toBeGreaterThanOrEqual(2)
  })
})

it('a calendar of many short series is read whole', async () => {
  const events = Array.from({ length: 2_000 }, (_, i) =>
    event(`UID:${i}`, 'DTSTART:20300601T100000Z', 'RRULE:FREQ=WEEKLY'),
  )
  const { objects, skipped } = await readCalendarFile(calendar(...events))
  expect([objects.length, skipped]).toEqual([2_000, 0])
})

describe('two other programs find the same', () => {
  const rules = [
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=DAILY;INTERVAL=3;COUNT=80',
    'FREQ=MONTHLY;BYDAY=2TU',
    'FREQ=MONTHLY;BYDAY=-1SU',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=YEARLY;BYMONTH=3,11;BYDAY=SU',
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=DAILY;UNTIL=20300415T120000Z',
  ]
  const text = (rule: string) =>
    calendar(
      newYorkZone,
      event(
        ...['UID:1', 'DTSTART;TZID=America/New_York:20300106T090000', 'DTEND;TZID=America/New_York:20300106T100000'],
        ...[`RRULE:${rule}`, 'EXDATE;TZID=America/New_York:20300310T090000'],
      ),
    )
  const ours = async (rule: string) => (await busyOf(text(rule))).objects[0]!.spans.map(({ fromMs }) => fromMs)

  it.each(rules)('ical.js: %s', async (rule) => {
    const component = new ICAL.Component(ICAL.parse(text(rule)))
    const zone = new ICAL.Timezone(component.getFirstSubcomponent('vtimezone')!)
    ICAL.TimezoneService.register(zone)
    const iterator = new ICAL.Event(component.getFirstSubcomponent('vevent')!).iterator()
    const theirs: number[] = []
    for (let next = iterator.next(); next; next = iterator.next()) {
      const ms = next.convertToZone(ICAL.Timezone.utcTimezone).toJSDate().getTime()
      if (ms >= year2030.toMs) break
      theirs.push(ms)
    }
    // ical.js takes the start for one of the series, also where the rule does not name it.
    const found = await ours(rule)
    expect(theirs.filter((ms) => ms !== at('2030-01-06T14:00:00Z') || found.includes(ms))).toEqual(found)
    expect(found.length).toBeGreaterThan(5)
  })

  it.each(rules)('node-ical: %s', async (rule) => {
    const read = nodeIcal.sync.parseICS(text(rule))
    const found = Object.values(read).find((part) => part?.type === 'VEVENT') as VEvent
    const to = new Date(year2030.toMs - 1)
    const theirs = nodeIcal.expandRecurringEvent(found, { from: new Date(year2030.fromMs), to })
    const starts = theirs.map(({ start }) => start.getTime()).sort((a, b) => a - b)
    expect(starts).toEqual(await ours(rule))
  })
})
