import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localToInstant } from '../zone.ts'
import { runtimeRules, type ZoneRules } from '../zone-rules.ts'
import {
  nextOccurrence,
  type Occurrence,
  type OccurrenceOptions,
  occurrenceInstant,
  occurrences,
  type Rule,
  readRule,
} from './recurrence.ts'

const newYork = 'America/New_York'
const lordHowe = 'Australia/Lord_Howe'

function take(count: number, rule: Rule, start: string, zone: string, options?: OccurrenceOptions): Occurrence[] {
  const all: Occurrence[] = []
  for (const occurrence of occurrences(rule, start, zone, options)) if (all.push(occurrence) === count) break
  return all
}

const nominals = (...args: Parameters<typeof take>) => take(...args).map(({ nominal }) => nominal)
const instants = (...args: Parameters<typeof take>) =>
  take(...args).map(({ instant }) => new Date(instant).toISOString().replace(':00.000Z', 'Z'))

describe('where the clocks change', () => {
  test('a gap moves the reminder forward and says so', () => {
    const [, moved, next] = take(3, { every: 'day' }, '2026-03-07T02:30', newYork)
    expect(moved).toMatchObject({ nominal: '2026-03-08T02:30', local: '2026-03-08T03:30' })
    expect(moved!.instant).toBe(Date.parse('2026-03-08T07:30Z'))
    expect(moved!.notes).toEqual(['02:30 does not exist, 03:30'])
    expect(next).toMatchObject({ nominal: '2026-03-09T02:30', local: '2026-03-09T02:30', notes: [] })
  })

  test('what a gap moves comes in its turn, and one that is there already stands', () => {
    const rule: Rule = { every: 'day', at: ['02:15', '02:30', '03:00', '03:30'] }
    expect(nominals(4, rule, '2026-03-08T00:00', newYork)).toEqual([
      '2026-03-08T03:00',
      '2026-03-08T02:15',
      '2026-03-08T03:30',
      '2026-03-09T02:15',
    ])
  })

  test('an overlap rings once, the first time', () => {
    const [, first, next] = take(3, { every: 'day' }, '2026-10-31T01:30', newYork)
    expect(first!.notes).toEqual(['01:30 happens twice, the first'])
    expect([first!.nominal, first!.instant]).toEqual(['2026-11-01T01:30', Date.parse('2026-11-01T05:30Z')])
    expect(next!.instant).toBe(Date.parse('2026-11-02T06:30Z'))
  })

  test('a rule that starts in the second of two starts there', () => {
    const rule: Rule = { every: 'day', at: ['01:15', '01:30', '01:45'] }
    const expected = ['2026-11-01T01:30~2', '2026-11-02T01:15', '2026-11-02T01:30']
    expect(nominals(3, rule, '2026-11-01T01:30~2', newYork)).toEqual(expected)
    expect(nominals(2, { every: 'hour' }, '2026-11-01T01:30~2', newYork)).toEqual([
      '2026-11-01T01:30~2',
      '2026-11-01T02:30',
    ])
  })

  test('hours are elapsed hours, with the fold in the nominal', () => {
    const spring = ['2026-03-08T01:30', '2026-03-08T03:30', '2026-03-08T04:30']
    expect(nominals(3, { every: 'hour' }, '2026-03-08T01:30', newYork)).toEqual(spring)
    const autumn = ['2026-11-01T00:30', '2026-11-01T01:30', '2026-11-01T01:30~2', '2026-11-01T02:30']
    expect(nominals(4, { every: 'hour' }, '2026-11-01T00:30', newYork)).toEqual(autumn)
    const two = ['2026-11-01T00:00', '2026-11-01T01:00~2', '2026-11-01T03:00']
    expect(nominals(3, { every: 'hour', interval: 2 }, '2026-11-01T00:00', newYork)).toEqual(two)
    expect(take(3, { every: 'hour' }, '2026-11-01T00:30', newYork).map(({ notes }) => notes)).toEqual([[], [], []])
  })

  test('half an hour: elapsed hours move on the clock, named minutes do not', () => {
    expect(nominals(4, { every: 'hour' }, '2026-04-05T00:00', lordHowe)).toEqual([
      '2026-04-05T00:00',
      '2026-04-05T01:00',
      '2026-04-05T01:30~2',
      '2026-04-05T02:30',
    ])
    const onTheHour: Rule = { every: 'hour', atMinutes: [0] }
    expect(instants(4, onTheHour, '2026-04-05T00:00', lordHowe)).toEqual([
      '2026-04-04T13:00Z',
      '2026-04-04T14:00Z',
      '2026-04-04T15:30Z',
      '2026-04-04T16:30Z',
    ])
    // The anchor was in winter, so its hours begin at half past on the clock of the summer; the change is inside of one.
    const october = { after: Date.parse('2026-10-03T13:00Z') }
    expect(nominals(4, onTheHour, '2026-05-01T00:00', lordHowe, october)).toEqual([
      '2026-10-04T00:00',
      '2026-10-04T01:00',
      '2026-10-04T03:00',
      '2026-10-04T04:00',
    ])
    const april = { after: Date.parse('2027-04-03T13:00Z') }
    expect(nominals(4, { every: 'hour', atMinutes: [45] }, '2026-05-01T00:00', lordHowe, april)).toEqual([
      '2027-04-04T00:45',
      '2027-04-04T01:45',
      '2027-04-04T01:45~2',
      '2027-04-04T02:45',
    ])
  })

  test('a day that was left out: daily once on the next, weekly moved', () => {
    expect(nominals(3, { every: 'day' }, '2011-12-29T09:00', 'Pacific/Apia')).toEqual([
      '2011-12-29T09:00',
      '2011-12-31T09:00',
      '2012-01-01T09:00',
    ])
    const [friday] = take(1, { every: 'week', on: ['friday'] }, '2011-12-30T09:00', 'Pacific/Apia')
    expect(friday).toMatchObject({ nominal: '2011-12-30T09:00', local: '2011-12-31T09:00' })
    expect(friday!.notes).toEqual(['2011-12-30 09:00 does not exist, 2011-12-31 09:00'])
    const twice: Rule = { every: 'hour', interval: 12, atHours: [9] }
    expect(nominals(3, twice, '2011-12-29T09:00', 'Pacific/Apia')).toEqual(
      nominals(3, { every: 'day' }, '2011-12-29T09:00', 'Pacific/Apia'),
    )
  })

  test('strict: gaps are skipped and not counted, overlaps are the first, hours count on the clock', () => {
    const strict = true
    expect(nominals(9, { every: 'day', count: 2, strict }, '2026-03-07T02:30', newYork)).toEqual([
      '2026-03-07T02:30',
      '2026-03-09T02:30',
    ])
    expect(instants(3, { every: 'hour' }, '2026-11-01T00:30', newYork, { strict })).toEqual([
      '2026-11-01T04:30Z',
      '2026-11-01T05:30Z',
      '2026-11-01T07:30Z',
    ])
    expect(nominals(2, { every: 'hour' }, '2026-03-08T01:30', newYork, { strict })).toEqual([
      '2026-03-08T01:30',
      '2026-03-08T03:30',
    ])
  })
})

describe('days that a month does not have', () => {
  test.each<[rule: Rule, start: string, expected: string[], notes: string[]]>([
    [
      { every: 'month' },
      '2026-01-31T09:00',
      ['01-31', '02-28', '03-31', '04-30'],
      ['', '31st → 28th', '', '31st → 30th'],
    ],
    [
      { every: 'month', onDays: [30, 31] },
      '2026-01-30T09:00',
      ['01-30', '01-31', '02-28', '03-30'],
      ['', '', '30th and 31st → 28th', ''],
    ],
    [{ every: 'month', onDays: [28, 31] }, '2026-02-01T09:00', ['02-28', '03-28', '03-31', '04-28'], []],
    [{ every: 'month', onDays: [-1, 31] }, '2026-02-01T09:00', ['02-28', '03-31', '04-30', '05-31'], []],
    [
      { every: 'month', interval: 3 },
      '2026-08-31T09:00',
      ['08-31', '11-30', '02-28', '05-31'],
      ['', '31st → 30th', '31st → 28th', ''],
    ],
    [{ every: 'year' }, '2028-02-29T09:00', ['02-29', '02-28', '02-28', '02-28', '02-29'], ['', '29th → 28th']],
    [{ every: 'month', onDays: [-31] }, '2026-01-01T09:00', ['01-01', '03-01', '05-01', '07-01'], []],
    [{ every: 'month', strict: true }, '2026-01-31T09:00', ['01-31', '03-31', '05-31', '07-31'], []],
    [{ every: 'year', strict: true }, '2028-02-29T09:00', ['02-29', '02-29'], []],
  ])('%o from %s', (rule, start, expected, notes) => {
    const all = take(expected.length, rule, start, 'Europe/Paris')
    expect(all.map(({ nominal }) => nominal.slice(5, 10))).toEqual(expected)
    expect(all.slice(0, notes.length).map((one) => one.notes.join())).toEqual(notes)
  })
})

describe('the end', () => {
  test.each<[until: string, last: string]>([
    ['2026-03-08T02:30', '2026-03-08T02:30'],
    ['2026-03-08T02:29', '2026-03-07T02:30'],
    ['2026-03-08', '2026-03-08T02:30'],
    ['2026-03-08T07:30:00Z', '2026-03-08T02:30'],
    ['2026-03-08T07:29:59Z', '2026-03-07T02:30'],
  ])('until %s is inclusive, by the nominal time or the instant', (until, last) => {
    expect(nominals(99, { every: 'day', until }, '2026-03-01T02:30', newYork).at(-1)).toBe(last)
  })

  test.each<[until: string, last: string]>([
    ['2026-11-01T01:30', '2026-11-01T01:30'],
    ['2026-11-01T02:29', '2026-11-01T01:30~2'],
    ['2026-11-01T06:30:00Z', '2026-11-01T01:30~2'],
    ['2026-10-31', '2026-10-31T23:30'],
  ])('hourly until %s', (until, last) => {
    const rule: Rule = { every: 'hour', until }
    expect(nominals(99, rule, '2026-10-31T20:30', newYork).at(-1)).toBe(last)
    expect(nominals(99, rule, '2026-10-31T20:30', newYork, { after: Date.parse('2026-11-01T06:00Z') }).at(-1)).toBe(
      last.endsWith('~2') ? last : undefined,
    )
  })

  test('count counts before exceptions, and not what is added', () => {
    const rule: Rule = { every: 'day', count: 3, except: ['2026-05-02'], also: ['2026-05-09', '2026-05-01T12:00'] }
    const expected = ['2026-05-01T09:00', '2026-05-01T12:00', '2026-05-03T09:00', '2026-05-09T09:00']
    expect(nominals(99, rule, '2026-05-01T09:00', newYork)).toEqual(expected)
    expect(nominals(99, rule, '2026-05-01T09:00', newYork, { after: '2026-05-01T12:00' })).toEqual(expected.slice(2))
    expect(nominals(99, { every: 'minute', interval: 7, count: 3 }, '2026-05-01T09:00', newYork).at(-1)).toBe(
      '2026-05-01T09:14',
    )
    const hours: Rule = { every: 'hour', atMinutes: [0, 30], count: 3 }
    expect(nominals(99, hours, '2026-05-01T09:15', newYork, { after: '2026-05-01T10:00' })).toEqual([
      '2026-05-01T10:30',
    ])
  })

  test('it ends before the year 10000, and what never meets its limits ends, too', () => {
    expect(nominals(99, { every: 'year', interval: 50 }, '9899-12-31T09:00', newYork)).toEqual([
      '9899-12-31T09:00',
      '9949-12-31T09:00',
    ])
    expect(nextOccurrence({ every: 'day' }, '2026-01-01T09:00', newYork, 8.64e15)).toBe(null)
    expect(nextOccurrence({ every: 'second', interval: 2, atSeconds: [1] }, '2026-01-01T09:00', newYork, 0)).toBe(null)
    expect(nextOccurrence({ every: 'day', interval: 7, on: ['monday'] }, '2026-01-01T09:00', newYork, 0)).toBe(null)
  })
})

describe('exceptions and additions', () => {
  test('by nominal time, by date, by instant', () => {
    const rule: Rule = { every: 'day', except: ['2026-03-08T02:30', '2026-03-09', '2026-03-10T06:30:00Z'] }
    expect(nominals(2, rule, '2026-03-07T02:30', newYork)).toEqual(['2026-03-07T02:30', '2026-03-11T02:30'])
    const hourly: Rule = { every: 'hour', except: ['2026-11-01T01:30~2'] }
    expect(nominals(3, hourly, '2026-11-01T00:30', newYork)).toEqual([
      '2026-11-01T00:30',
      '2026-11-01T01:30',
      '2026-11-01T02:30',
    ])
  })

  test('an addition is an occurrence like any other, once', () => {
    const also = ['2026-03-08T02:30', '2026-03-08T07:30:00Z', '2026-05-01T09:00', '2026-11-01T01:30~2']
    const all = take(9, { every: 'year', count: 2, also }, '2026-05-01T09:00', newYork)
    expect(all.map(({ nominal }) => nominal)).toEqual([
      '2026-03-08T02:30',
      '2026-05-01T09:00',
      '2026-11-01T01:30~2',
      '2027-05-01T09:00',
    ])
    expect(all[0]!.notes).toEqual(['02:30 does not exist, 03:30'])
    expect(all[2]!.notes).toEqual(['01:30 happens twice, the second'])
  })
})

test('an occurrence can be stored and shown', () => {
  const next = nextOccurrence({ every: 'day' }, '2026-03-07T02:30', newYork, Date.parse('2026-03-07T12:00Z'))
  expect(JSON.parse(JSON.stringify(next))).toEqual({
    nominal: '2026-03-08T02:30',
    instant: Date.parse('2026-03-08T07:30Z'),
    local: '2026-03-08T03:30',
    notes: ['02:30 does not exist, 03:30'],
  })
})

// New York stays on summer time from June 2026 on.
const permanentSummer: ZoneRules = {
  offsetMsAt: (instant, zone) =>
    instant.epochMilliseconds < Date.UTC(2026, 5) ? runtimeRules.offsetMsAt(instant, zone) : -4 * 3_600_000,
  possibleInstants: (local) => [local.toZonedDateTime('-04:00').toInstant()],
}

test('changed rules move an occurrence and keep its nominal', () => {
  const [before] = take(1, { every: 'day' }, '2026-12-01T09:00', newYork)
  const [after] = take(1, { every: 'day' }, '2026-12-01T09:00', newYork, { rules: permanentSummer })
  expect([before!.nominal, before!.instant]).toEqual(['2026-12-01T09:00', Date.parse('2026-12-01T14:00Z')])
  expect([after!.nominal, after!.instant]).toEqual(['2026-12-01T09:00', Date.parse('2026-12-01T13:00Z')])
  expect(occurrenceInstant(before!.nominal, newYork, permanentSummer)).toBe(after!.instant)
})

describe('from anywhere', () => {
  const rules = fc.constantFrom<Rule>(
    { every: 'day', at: ['00:15', '02:30', '03:00'] },
    { every: 'day', interval: 3, except: ['2026-03-08'] },
    { every: 'week', interval: 2, on: ['monday', 'sunday'], weekStart: 'sunday' },
    { every: 'month', onDays: [31], count: 40 },
    { every: 'month', on: ['last friday', '1st monday'], setPosition: [-1] },
    { every: 'year', inWeeks: [1, -1], on: ['monday', 'sunday'] },
    { every: 'year', until: '2031-07-01' },
    { every: 'hour', interval: 7, until: '2026-10-26T01:30' },
    { every: 'hour', interval: 5, atMinutes: [10, 50], count: 2_000 },
    { every: 'minute', interval: 45, atHours: [1, 2, 3], on: ['sunday'] },
    { every: 'minute', interval: 13, count: 30_000 },
    { every: 'second', interval: 7_919, atMinutes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
  )
  const zones = fc.constantFrom(
    'Europe/Paris',
    newYork,
    lordHowe,
    'Antarctica/Troll',
    'America/Godthab',
    'Africa/Casablanca',
    'UTC',
  )
  const starts = fc.integer({ min: Date.UTC(2025, 9) / 60_000, max: Date.UTC(2026, 2) / 60_000 })
  const startText = (minutes: number) => new Date(minutes * 60_000).toISOString().slice(0, 16)

  test('a jump gives what walking there gives, and every nominal gives its instant', () => {
    const law = fc.property(
      rules,
      zones,
      starts,
      fc.nat({ max: 350 }),
      fc.boolean(),
      (rule, zone, minutes, at, strict) => {
        const walked = take(360, rule, startText(minutes), zone, { strict })
        const from = walked[Math.min(at, walked.length - 1)]
        if (!from) return
        for (const { nominal, instant } of walked) {
          if (occurrenceInstant(nominal, zone) !== instant) expect.fail(`${nominal} in ${zone} is another instant`)
        }
        expect(localToInstant(from.nominal, zone).instant.epochMilliseconds).toBe(from.instant)
        expect(walked.every(({ instant }, i) => i === 0 || instant > walked[i - 1]!.instant)).toBe(true)
        const rest = walked.slice(walked.indexOf(from) + 1, walked.indexOf(from) + 6).map(({ nominal }) => nominal)
        for (const after of [from.instant, from.nominal]) {
          expect(nominals(5, rule, startText(minutes), zone, { after, strict }).slice(0, rest.length)).toEqual(rest)
        }
      },
    )
    fc.assert(law, { numRuns: 300 })
  })

  test('far from the start nothing is counted through: thirty years of minutes are one step', () => {
    let asked = 0
    const counting: ZoneRules = {
      ...runtimeRules,
      offsetMsAt(instant, zone) {
        asked++
        return runtimeRules.offsetMsAt(instant, zone)
      },
    }
    const after = Date.parse('2030-06-01T12:00:30Z')
    const far: Rule[] = [
      { every: 'second' },
      { every: 'minute', count: 1e9 },
      { every: 'hour', atMinutes: [5] },
      { every: 'day' },
    ]
    for (const rule of far) {
      expect(nextOccurrence(rule, '2000-01-01T00:00', 'Europe/Paris', after, counting)!.instant).toBeGreaterThan(after)
    }
    expect(nextOccurrence({ every: 'minute' }, '2000-01-01T00:00', 'Europe/Paris', after)!.nominal).toBe(
      '2030-06-01T14:01',
    )
    // Two stretches of 200 days, one at each end.
    expect(asked).toBeLessThan(400)
  })
})

test('a thousand occurrences of a daily rule take a few milliseconds', () => {
  for (const zone of ['Europe/Paris', newYork]) {
    const rule = readRule({ every: 'day', at: '02:30' }, '/rule')
    take(1_000, rule, '2026-01-01T09:00', zone)
    // The best of ten: the machine that runs the tests has other things to do, too.
    const tries = Array.from({ length: 10 }, () => {
      const before = process.cpuUsage()
      take(1_000, rule, '2026-01-01T09:00', zone)
      return process.cpuUsage(before).user / 1_000
    })
    expect(Math.min(...tries)).toBeLessThan(10)
  }
})

test('a start that is no local time is refused, and an unknown zone is the caller’s fault', () => {
  expect(() => take(1, { every: 'day' }, 'tomorrow', newYork)).toThrow('not a local time')
  expect(() => take(1, { every: 'day' }, '2026-01-01T09:00', 'Mars/Olympus')).toThrow(RangeError)
})
