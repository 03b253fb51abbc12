// Every example of RFC 5545, section 3.8.5.3, in strict mode. All are in America/New_York.

import { describe, expect, test } from 'vitest'
import { nextOccurrence, occurrences, readRule } from './recurrence.ts'

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = (number: number) => String(number).padStart(2, '0')

/** `1997 Sep 2,9; Oct 1-3; 1998 Jan 6` as local dates. */
function dates(text: string): string[] {
  let year = ''
  return text.split(';').flatMap((part) => {
    const [, newYear, name, days = ''] = /^\s*(\d{4})?\s*(\w{3}) ([\d,-]+)$/.exec(part) ?? []
    year = newYear ?? year
    const month = two(monthNames.indexOf(name ?? '') + 1)
    return days.split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => `${year}-${month}-${two(first + i)}`)
    })
  })
}

const zone = 'America/New_York'
const nine = '1997-09-02T09:00'

/** The local times of a rule: all of them, or as many as are expected and it goes on. */
function times(text: string, start: string, expected: number): string[] {
  const rule = readRule({ rrule: text, strict: true }, '/rule')
  const found: string[] = []
  for (const { nominal, local, notes } of occurrences(rule, start, zone)) {
    expect([local, notes]).toEqual([nominal, []])
    found.push(nominal)
    const isEndless = !rule.until && !rule.count
    if (found.length > expected + 3 || (isEndless && found.length === expected)) break
  }
  return found
}

describe('by days', () => {
  const q4 = 'Oct 1-31; Nov 1-30; Dec 1-23'
  test.each<[name: string, start: string, rule: string, expected: string]>([
    ['daily for 10 occurrences', '19970902', 'FREQ=DAILY;COUNT=10', '1997 Sep 2-11'],
    ['daily until 24 December', '19970902', 'FREQ=DAILY;UNTIL=19971224T000000Z', `1997 Sep 2-30; ${q4}`],
    [
      'every other day',
      '19970902',
      'FREQ=DAILY;INTERVAL=2',
      '1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; Oct 2,4,6',
    ],
    ['every 10 days, 5 occurrences', '19970902', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997 Sep 2,12,22; Oct 2,12'],
    [
      'every day in January, for 3 years',
      '19980101',
      'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
      '1998 Jan 1-31; 1999 Jan 1-31; 2000 Jan 1-31',
    ],
    [
      'the same, daily',
      '19980101',
      'FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1',
      '1998 Jan 1-31; 1999 Jan 1-31; 2000 Jan 1-31',
    ],
    ['weekly for 10 occurrences', '19970902', 'FREQ=WEEKLY;COUNT=10', '1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4'],
    [
      'weekly until 24 December',
      '19970902',
      'FREQ=WEEKLY;UNTIL=19971224T000000Z',
      '1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4,11,18,25; Dec 2,9,16,23',
    ],
    [
      'every other week',
      '19970902',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
      '1997 Sep 2,16,30; Oct 14,28; Nov 11,25; Dec 9,23; 1998 Jan 6,20; Feb 3,17',
    ],
    [
      'Tuesday and Thursday for five weeks',
      '19970902',
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      '1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2',
    ],
    [
      'the same, counted',
      '19970902',
      'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
      '1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2',
    ],
    [
      'every other week on Monday, Wednesday and Friday until 24 December',
      '19970901',
      'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
      '1997 Sep 1,3,5,15,17,19,29; Oct 1,3,13,15,17,27,29,31; Nov 10,12,14,24,26,28; Dec 8,10,12,22',
    ],
    [
      'every other week on Tuesday and Thursday, for 8 occurrences',
      '19970902',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      '1997 Sep 2,4,16,18,30; Oct 2,14,16',
    ],
    ['weeks from Monday', '19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997 Aug 5,10,19,24'],
    ['weeks from Sunday', '19970805', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997 Aug 5,17,19,31'],
  ])('%s', (_, start, rule, expected) => check(start, rule, expected))
})

describe('by months', () => {
  test.each<[name: string, start: string, rule: string, expected: string]>([
    [
      'the first Friday for 10 occurrences',
      '19970905',
      'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
      '1997 Sep 5; Oct 3; Nov 7; Dec 5; 1998 Jan 2; Feb 6; Mar 6; Apr 3; May 1; Jun 5',
    ],
    [
      'the first Friday until 24 December',
      '19970905',
      'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
      '1997 Sep 5; Oct 3; Nov 7; Dec 5',
    ],
    [
      'every other month on the first and last Sunday',
      '19970907',
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '1997 Sep 7,28; Nov 2,30; 1998 Jan 4,25; Mar 1,29; May 3,31',
    ],
    [
      'the second-to-last Monday for 6 months',
      '19970922',
      'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
      '1997 Sep 22; Oct 20; Nov 17; Dec 22; 1998 Jan 19; Feb 16',
    ],
    [
      'the third-to-last day',
      '19970928',
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997 Sep 28; Oct 29; Nov 28; Dec 29; 1998 Jan 29; Feb 26',
    ],
    [
      'the 2nd and 15th',
      '19970902',
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      '1997 Sep 2,15; Oct 2,15; Nov 2,15; Dec 2,15; 1998 Jan 2,15',
    ],
    [
      'the first and last day',
      '19970930',
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
      '1997 Sep 30; Oct 1,31; Nov 1,30; Dec 1,31; 1998 Jan 1,31; Feb 1',
    ],
    [
      'every 18 months on the 10th to 15th',
      '19970910',
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '1997 Sep 10-15; 1999 Mar 10-13',
    ],
    [
      'every Tuesday, every other month',
      '19970902',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
      '1997 Sep 2,9,16,23,30; Nov 4,11,18,25; 1998 Jan 6,13,20,27; Mar 3,10,17,24,31',
    ],
    [
      'Friday the 13th',
      '19970902',
      'EXDATE:19970902T090000\nRRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      '1998 Feb 13; Mar 13; Nov 13; 1999 Aug 13; 2000 Oct 13',
    ],
    [
      'the first Saturday that follows the first Sunday',
      '19970913',
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '1997 Sep 13; Oct 11; Nov 8; Dec 13; 1998 Jan 10; Feb 7; Mar 7; Apr 11; May 9; Jun 13',
    ],
    [
      'the third of Tuesday, Wednesday and Thursday',
      '19970904',
      'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
      '1997 Sep 4; Oct 7; Nov 6',
    ],
    [
      'the second-to-last weekday',
      '19970929',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      '1997 Sep 29; Oct 30; Nov 27; Dec 30; 1998 Jan 29; Feb 26; Mar 30',
    ],
    [
      'an invalid date (30 February) is ignored',
      '20070115',
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      '2007 Jan 15,30; Feb 15; Mar 15,30',
    ],
  ])('%s', (_, start, rule, expected) => check(start, rule, expected))
})

describe('by years', () => {
  test.each<[name: string, start: string, rule: string, expected: string]>([
    [
      'June and July',
      '19970610',
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '1997 Jun 10; Jul 10; 1998 Jun 10; Jul 10; 1999 Jun 10; Jul 10; 2000 Jun 10; Jul 10; 2001 Jun 10; Jul 10',
    ],
    [
      'every other year in January, February and March',
      '19970310',
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '1997 Mar 10; 1999 Jan 10; Feb 10; Mar 10; 2001 Jan 10; Feb 10; Mar 10; 2003 Jan 10; Feb 10; Mar 10',
    ],
    [
      'every third year on the 1st, 100th and 200th day',
      '19970101',
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '1997 Jan 1; Apr 10; Jul 19; 2000 Jan 1; Apr 9; Jul 18; 2003 Jan 1; Apr 10; Jul 19; 2006 Jan 1',
    ],
    ['the 20th Monday', '19970519', 'FREQ=YEARLY;BYDAY=20MO', '1997 May 19; 1998 May 18; 1999 May 17'],
    ['Monday of week 20', '19970512', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997 May 12; 1998 May 11; 1999 May 17'],
    [
      'every Thursday in March',
      '19970313',
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '1997 Mar 13,20,27; 1998 Mar 5,12,19,26; 1999 Mar 4,11,18,25',
    ],
    [
      'every Thursday in June, July and August',
      '19970605',
      'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
      '1997 Jun 5,12,19,26; Jul 3,10,17,24,31; Aug 7,14,21,28; 1998 Jun 4,11,18,25; Jul 2,9,16,23,30; Aug 6,13,20,27; 1999 Jun 3,10,17,24; Jul 1,8,15,22,29; Aug 5,12,19,26',
    ],
    [
      'the election day of the United States',
      '19961105',
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996 Nov 5; 2000 Nov 7; 2004 Nov 2',
    ],
  ])('%s', (_, start, rule, expected) => check(start, rule, expected))
})

function check(start: string, rule: string, expected: string): void {
  const all = dates(expected)
  const anchor = start.replace(/(....)(..)(..)/, '$1-$2-$3T09:00')
  expect(times(rule, anchor, all.length)).toEqual(all.map((date) => `${date}T09:00`))
}

describe('by hours and minutes', () => {
  const at = (text: string, day = 2) => text.split(' ').map((time) => `1997-09-${two(day)}T${time}`)
  // The RFC prints UNTIL=19970902T170000Z for "until 5:00 PM", which is 13:00 in New York: a known erratum.
  test.each<[name: string, rule: string, expected: string]>([
    ['every 3 hours from 9 to 5', 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z', '09:00 12:00 15:00'],
    ['the same as it is printed', 'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z', '09:00 12:00'],
    ['every 15 minutes for 6', 'FREQ=MINUTELY;INTERVAL=15;COUNT=6', '09:00 09:15 09:30 09:45 10:00 10:15'],
    ['every hour and a half for 4', 'FREQ=MINUTELY;INTERVAL=90;COUNT=4', '09:00 10:30 12:00 13:30'],
  ])('%s', (_, rule, expected) => {
    expect(times(rule, nine, at(expected).length)).toEqual(at(expected))
  })

  test.each([
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    'FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16',
  ])('every 20 minutes from 9:00 to 16:40 every day: %s', (rule) => {
    const hours = [9, 10, 11, 12, 13, 14, 15, 16].flatMap((hour) =>
      [0, 20, 40].map((minute) => `${two(hour)}:${two(minute)}`),
    )
    const expected = [...at(hours.join(' '), 2), ...at(hours.join(' '), 3)]
    expect(times(rule, nine, expected.length)).toEqual(expected)
  })
})

test('the offsets are those of New York', () => {
  const daily = readRule('FREQ=DAILY;UNTIL=19971224T000000Z', '/rule')
  const next = (after: string) => nextOccurrence(daily, nine, zone, Date.parse(after))
  expect(new Date(next('1997-10-25T00:00Z')!.instant).toISOString()).toBe('1997-10-25T13:00:00.000Z')
  expect(new Date(next('1997-10-26T00:00Z')!.instant).toISOString()).toBe('1997-10-26T14:00:00.000Z')
  expect(next('1997-12-23T14:00Z')).toBe(null)
})
