// iCalendar texts, and what is left of them: times, and no words.

import { expect, it } from 'vitest'
import { readCalendarFile } from '../../src/calendars/read-file.ts'
import { limits } from '../../src/limits.ts'
import { apple, calendar, event, google, outlook } from './files.ts'

const read = async (...events: string[]) => (await readCalendarFile(calendar(...events))).objects

it('Google: one object a UID, with its exceptions, and not a word of what it is about', async () => {
  const { objects, skipped, beyond } = await readCalendarFile(google)
  expect({ skipped, beyond }).toEqual({ skipped: 0, beyond: 0 })
  expect(objects.map(({ uid, sequence, events }) => [uid, sequence, events.length])).toEqual([
    ['weekly@google.com', 2, 3],
    ['away@google.com', 0, 1],
    ['birthday@google.com', 0, 0],
  ])
  expect(objects[0]!.events).toEqual([
    {
      start: '2030-02-25T09:30[America/New_York]',
      end: '2030-02-25T10:15[America/New_York]',
      rule: 'FREQ=WEEKLY;WKST=MO;UNTIL=20300402T035959Z;BYDAY=MO',
      except: ['2030-03-04T09:30[America/New_York]'],
      busy: true,
    },
    {
      start: '2030-03-19T14:00[America/New_York]',
      end: '2030-03-19T15:00[America/New_York]',
      instead: '2030-03-18T09:30[America/New_York]',
      busy: true,
    },
    {
      start: '2030-03-25T09:30[America/New_York]',
      end: '2030-03-25T10:15[America/New_York]',
      instead: '2030-03-25T13:30Z',
    },
  ])
  expect(JSON.stringify(objects)).not.toMatch(/confidential|ana@|reminder|mailto/i)
})

it('Apple: durations, floating times, folded lines, and birthdays from before 1970', async () => {
  const { objects, skipped } = await readCalendarFile(apple)
  expect(skipped).toBe(0)
  expect(Object.fromEntries(objects.map(({ uid, events }) => [uid, events[0] ?? null]))).toEqual({
    A1B2: { start: '2030-01-15T10:00[Europe/Paris]', duration: 'PT1H30M', busy: true },
    C3D4: { start: '2030-01-16T08:00', end: '2030-01-16T08:30', busy: true },
    E5F6: { start: '1972-01-20', rule: 'FREQ=YEARLY', busy: true },
    G7H8: { start: '2030-01-17T22:00[Europe/Paris]', end: '2030-01-18T06:00[Europe/Paris]', busy: true },
    I9: null,
  })
})

it('Outlook: names of Windows are ours, a zone of its own is kept with the event, free is not busy', async () => {
  const { objects, skipped } = await readCalendarFile(outlook)
  expect(skipped).toBe(0)
  expect(objects[0]!.events[0]).toMatchObject({ start: '2030-07-01T09:00[Europe/Berlin]' })
  expect(objects[0]!.events[0]).not.toHaveProperty('zones')
  expect(objects[1]!.events).toEqual([])
  expect(objects[2]!.events[0]).toMatchObject({
    start: '2030-03-25T23:30[file/Customized Time Zone]',
    zones: {
      'file/Customized Time Zone': [
        { start: '1972-01-01T03:00', from: 120, to: 60, rule: 'FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10' },
        { start: '1972-01-01T02:00', from: 60, to: 120, rule: 'FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3' },
      ],
    },
  })
})

it.each([
  ['/mozilla.org/20070129_1/Europe/Berlin', 'Europe/Berlin'],
  ['/freeassociation.sourceforge.net/America/Argentina/Salta', 'America/Argentina/Salta'],
  ['Korea Standard Time', 'Asia/Seoul'],
  ['europe/paris', 'Europe/Paris'],
])('the zone %s is %s', async (tzid, zone) => {
  const [object] = await read(event('UID:1', `DTSTART;TZID=${tzid}:20300101T100000`, 'DURATION:PT1H'))
  expect(object!.events[0]!.start).toBe(`2030-01-01T10:00[${zone}]`)
})

it('a zone that nobody knows floats', async () => {
  const [object] = await read(event('UID:1', 'DTSTART;TZID=Nowhere:20300101T100000', 'DURATION:PT1H'))
  expect(object!.events[0]!.start).toBe('2030-01-01T10:00')
})

it('further dates and periods', async () => {
  const [object] = await read(
    event(
      ...['UID:1', 'DTSTART:20300101T100000Z', 'DURATION:PT1H', 'RDATE:20300102T100000Z,20300103T100000Z'],
      'RDATE;VALUE=PERIOD:20300104T100000Z/20300104T113000Z,20300105T100000Z/PT2H',
    ),
  )
  expect(object!.events[0]!.also).toEqual([
    ...['2030-01-02T10:00Z', '2030-01-03T10:00Z'],
    { start: '2030-01-04T10:00Z', end: '2030-01-04T11:30Z' },
    { start: '2030-01-05T10:00Z', duration: 'PT2H' },
  ])
})

it('of several versions the latest counts', async () => {
  const one = (sequence: number, hour: number) =>
    event('UID:1', `SEQUENCE:${sequence}`, `DTSTART:20300101T${hour}0000Z`, 'DURATION:PT1H')
  const [object] = await read(one(1, 11), one(3, 13), one(2, 12))
  expect(object).toMatchObject({ sequence: 3, events: [{ start: '2030-01-01T13:00Z' }] })
})

it('an event that cannot be read is left out and counted, and the others stay', async () => {
  const bad = [
    event('UID:no-start'),
    event('UID:no-date', 'DTSTART:20300231T100000Z'),
    event('UID:no-time', 'DTSTART:20300101T250000Z'),
    event('UID:no-colon', 'DTSTART;TZID=Europe/Paris'),
    event('UID:rule', 'DTSTART:20300101T100000Z', 'RRULE:FREQ=SOMETIMES'),
    event('UID:never', 'DTSTART:20300101T100000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'),
    event('UID:length', 'DTSTART:20300101T100000Z', 'DURATION:-PT1H'),
    event('UID:nonsense', 'DTSTART:yesterday'),
  ]
  const good = event('UID:good', 'DTSTART:20300101T100000Z', 'DTEND:20300101T110000Z')
  const { objects, skipped } = await readCalendarFile(calendar(...bad, good))
  expect(objects.map(({ uid }) => uid)).toEqual(['good'])
  expect(skipped).toBe(bad.length)
})

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><title>Sign in</title>'],
  ['a half', google.slice(0, 1_500)],
  ['no end', google.replace(/END:VCALENDAR\s*$/, '')],
  ['crossed parts', calendar('BEGIN:VEVENT', 'BEGIN:VALARM', 'END:VEVENT', 'END:VALARM')],
  ['parts in parts', calendar('BEGIN:X\r\n'.repeat(1_000))],
])('%s is refused as a whole', async (_, text) => {
  await expect(readCalendarFile(text)).rejects.toMatchObject({ code: 'invalid_input', field: '/content' })
})

it('an empty calendar is one', async () => {
  expect(await readCalendarFile(`\uFEFF${calendar()}`)).toEqual({ objects: [], skipped: 0, beyond: 0 })
})

it('too large, and too many', async () => {
  const large = calendar(event('UID:1', `X-LARGE:${'x'.repeat(limits.calendarBytesMax)}`))
  await expect(readCalendarFile(large)).rejects.toMatchObject({ code: 'text_too_long' })
  const short = (i: number) => `BEGIN:VEVENT\nUID:${i}\nDTSTART:20300101T100000Z\nDURATION:PT1H\nEND:VEVENT`
  const many = calendar(...Array.from({ length: limits.calendarObjectsMax + 5 }, (_, i) => short(i)))
  const { objects, beyond } = await readCalendarFile(many)
  expect([objects.length, beyond]).toEqual([limits.calendarObjectsMax, 5])
})

it('a UID of any length is kept', async () => {
  const [long, none] = await read(
    event(`UID:${'u'.repeat(5_000)}`, 'DTSTART:20300101T100000Z'),
    event('DTSTART:20300101T100000Z'),
  )
  expect([long!.uid, none!.uid]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
})
