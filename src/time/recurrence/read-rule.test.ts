import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BelfryError } from '../../errors.ts'
import { type Rule, type RuleInput, readRule, ruleText } from './recurrence.ts'

function refused(input: unknown): BelfryError {
  try {
    readRule(input, '/rule')
  } catch (error) {
    if (error instanceof BelfryError) return error
    throw error
  }
  throw new Error(`accepted: ${JSON.stringify(input)}`)
}

describe('one rule, written in many ways', () => {
  test.each<[rule: Rule, ways: RuleInput[]]>([
    [
      { every: 'day' },
      [
        'FREQ=DAILY',
        'RRULE:FREQ=DAILY',
        'rrule:freq=daily;interval=1',
        { every: 'day', interval: 1 },
        { rrule: 'FREQ=DAILY' },
      ],
    ],
    [
      { every: 'week', interval: 2, on: ['monday', 'thursday'] },
      [
        'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO;WKST=MO',
        { every: 'week', interval: 2, on: ['Thursday', 'mon'] },
        { every: 'week', interval: 2, on: ['monday', 'thursday', 'monday'], weekStart: 'monday' },
      ],
    ],
    [
      { every: 'month', on: ['1st monday', '2nd last friday', 'last friday'] },
      ['FREQ=MONTHLY;BYDAY=-1FR,+1MO,-2FR', { every: 'month', on: ['last fri', '2nd last friday', '1st Monday'] }],
    ],
    [
      { every: 'week', on: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], at: ['09:00'] },
      [
        'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0',
        { every: 'week', on: 'weekdays', at: '09:00' },
      ],
    ],
    [
      { every: 'day', at: ['09:00', '17:00'] },
      [
        'FREQ=DAILY;BYHOUR=17,9;BYMINUTE=0;BYSECOND=0',
        { every: 'day', at: ['17:00', '09:00:00'] },
        { every: 'day', atHours: [9, 17], atMinutes: [0], atSeconds: [0] },
      ],
    ],
    [
      { every: 'day', at: ['09:00', '17:30'], until: '2027-03-01' },
      [
        'RRULE:FREQ=DAILY;UNTIL=20270301;BYHOUR=9;BYMINUTE=0;BYSECOND=0\nRRULE:FREQ=DAILY;UNTIL=20270301;BYHOUR=17;BYMINUTE=30;BYSECOND=0',
        { every: 'day', at: ['17:30', '09:00'], until: '2027-03-01' },
      ],
    ],
    [{ every: 'day', atHours: [9] }, ['FREQ=DAILY;BYHOUR=9', { every: 'day', atHours: 9 }]],
    [
      { every: 'month', onDays: [1, 15, -1], setPosition: [-1] },
      ['FREQ=MONTHLY;BYMONTHDAY=-1,15,1;BYSETPOS=-1', { every: 'month', onDays: [15, -1, 1], setPosition: -1 }],
    ],
    [
      { every: 'year', inWeeks: [20], on: ['monday'], weekStart: 'sunday' },
      ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=SU', { every: 'year', inWeeks: 20, on: 'monday', weekStart: 'sunday' }],
    ],
    [
      { every: 'day', until: '2027-03-01T08:00:00Z' },
      ['FREQ=DAILY;UNTIL=20270301T080000Z', { every: 'day', until: '2027-03-01T09:00+01:00' }],
    ],
    [
      { every: 'day', count: 3, strict: true },
      [
        { rrule: 'FREQ=DAILY;COUNT=3', strict: true },
        { every: 'day', count: 3, strict: true },
      ],
    ],
    [
      {
        every: 'day',
        except: ['2026-03-02T09:00', '2026-03-03', '2026-11-01T01:30~2'],
        also: ['2026-04-01T08:00:00Z'],
        start: '2026-03-01T09:00',
        timezone: 'America/New_York',
      },
      [
        [
          'DTSTART;TZID=America/New_York:20260301T090000',
          'RRULE:FREQ=DAILY',
          'RDATE:20260401T080000Z',
          'EXDATE;TZID=America/New_York:20260302T090000',
          'EXDATE;VALUE=DATE:20260303',
          'EXDATE;TZID=America/New_York;X-BELFRY-FOLD=2:20261101T013000',
        ].join('\r\n'),
        {
          every: 'day',
          except: ['2026-11-01T01:30~2', '2026-03-02 09:00', '2026-03-03', '2026-03-03'],
          also: '2026-04-01T10:00+02:00',
          start: '2026-03-01T09:00:00',
          timezone: 'america/new_york',
        },
      ],
    ],
    [
      { every: 'day', start: '2026-03-01T09:00', timezone: 'UTC' },
      ['DTSTART:20260301T090000Z\nRRULE:FREQ=DAI\n LY', 'DTSTART;TZID=UTC:20260301T090000\nRRULE:FREQ=DAILY\n'],
    ],
  ])('%j', (rule, ways) => {
    for (const way of ways) expect(readRule(way, '/rule')).toEqual(rule)
    expect(readRule(rule, '/rule')).toEqual(rule)
    expect(readRule({ rrule: ruleText(rule), strict: rule.strict ?? false }, '/rule')).toEqual(rule)
  })

  test('null is left out', () => {
    expect(readRule({ every: 'day', until: null, on: null, interval: null, strict: null }, '/rule')).toEqual({
      every: 'day',
    })
  })

  test('it cannot be changed, and survives JSON', () => {
    const rule = readRule('FREQ=MONTHLY;BYDAY=-1FR', '/rule')
    expect(Object.isFrozen(rule) && Object.isFrozen(rule.on)).toBe(true)
    expect(JSON.parse(JSON.stringify(rule))).toEqual(rule)
  })
})

describe('refused, with the place and what is accepted', () => {
  test.each<[input: unknown, field: string, accepted: string]>([
    [{ every: 'fortnight' }, '/rule/every', 'week'],
    [{ every: 'day', interval: 0 }, '/rule/interval', '1 to 36525'],
    [{ every: 'year', interval: 101 }, '/rule/interval', '1 to 100'],
    [{ every: 'day', interval: 1.5 }, '/rule/interval', 'whole number'],
    [{ every: 'day', count: 0 }, '/rule/count', '1 to 100000'],
    [{ every: 'day', count: 2, until: '2027-01-01' }, '/rule/until', 'one of the two'],
    [{ every: 'month', onDays: [1, 32] }, '/rule/onDays/1', '1 to 31'],
    [{ every: 'month', onDays: [0] }, '/rule/onDays/0', '1 to 31'],
    [{ every: 'month', onDays: [] }, '/rule/onDays', '1 to 31'],
    [{ every: 'week', on: [] }, '/rule/on', 'monday'],
    [{ every: 'week', on: ['monday', 'moonday'] }, '/rule/on/1', 'monday'],
    [{ every: 'week', on: ['1st monday'] }, '/rule/on/0', 'plain weekdays'],
    [{ every: 'day', on: ['last monday'] }, '/rule/on/0', 'plain weekdays'],
    [{ every: 'month', on: ['6th monday'] }, '/rule/on/0', '1st to the 5th'],
    [{ every: 'year', on: ['54th monday'] }, '/rule/on/0', '1st to the 53rd'],
    [{ every: 'year', inWeeks: [20], on: ['1st monday'] }, '/rule/on/0', 'plain weekdays'],
    [{ every: 'month', inWeeks: [20] }, '/rule/inWeeks', 'yearly'],
    [{ every: 'day', onYearDays: [20] }, '/rule/onYearDays', 'yearly'],
    [{ every: 'week', onDays: [20] }, '/rule/onDays', 'on'],
    [{ every: 'day', setPosition: [1] }, '/rule/setPosition', 'another part'],
    [{ every: 'day', at: ['9:00'] }, '/rule/at/0', '09:00'],
    [{ every: 'day', at: ['24:00'] }, '/rule/at/0', '09:00'],
    [{ every: 'day', at: '09:00', atHours: [9] }, '/rule/at', 'either'],
    [{ every: 'hour', at: '09:00' }, '/rule/at', 'atMinutes'],
    [{ every: 'day', at: ['09:00', '17:30'], count: 4 }, '/rule/at', 'until'],
    [{ every: 'day', atSeconds: [60] }, '/rule/atSeconds/0', '0 to 59'],
    [{ every: 'day', weekStart: 'someday' }, '/rule/weekStart', 'monday'],
    [{ every: 'day', until: 'tomorrow' }, '/rule/until', '2027-03-01'],
    [{ every: 'day', except: ['2026-01-01', 'x~2'] }, '/rule/except/1', '2027-03-01'],
    [{ every: 'day', except: ['2026-01-01~2'] }, '/rule/except/0', '2027-03-01'],
    [{ every: 'day', also: [7] }, '/rule/also/0', '2027-03-01'],
    [{ every: 'day', strict: 'yes' }, '/rule/strict', 'true or false'],
    [{ every: 'day', start: '2026-01-01' }, '/rule/start', 'local time'],
    [{ every: 'day', timezone: 'UTC' }, '/rule/timezone', 'a start'],
    ['FREQ=SOMETIMES', '/rule', 'DAILY'],
    ['FREQ=DAILY;BYHOUR=24', '/rule', '0 to 23'],
    ['FREQ=DAILY;BYHOUR=', '/rule', '0 to 23'],
    ['FREQ=DAILY;INTERVAL=two', '/rule', 'whole number'],
    ['FREQ=DAILY;COUNT=2;COUNT=3', '/rule', 'once'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', '/rule', 'one of the two'],
    ['FREQ=MONTHLY;BYDAY=0MO', '/rule', '1MO'],
    ['FREQ=MONTHLY;BYDAY=XX', '/rule', '1MO'],
    ['FREQ=MONTHLY;BYWEEKNO=3', '/rule', 'yearly'],
    ['FREQ=DAILY\nRRULE:FREQ=WEEKLY', '/rule', 'one RRULE'],
    [
      'RRULE:FREQ=DAILY;COUNT=2;BYHOUR=9;BYMINUTE=0;BYSECOND=0\nRRULE:FREQ=DAILY;COUNT=2;BYHOUR=8;BYMINUTE=0;BYSECOND=0',
      '/rule',
      'one RRULE',
    ],
    ['DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=DAILY', '/rule', 'local time'],
    ['DTSTART;TZID=Europe/Paris:20260101T090000Z\nRRULE:FREQ=DAILY', '/rule', 'TZID='],
    ['RRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Paris:20260101T090000', '/rule', 'DTSTART'],
    ['RRULE:FREQ=DAILY\nRDATE;VALUE=PERIOD:20260101T090000Z/PT1H', '/rule', 'DATE-TIME'],
    ['DTSTART:20260101T090000', '/rule', 'FREQ=WEEKLY'],
    ['', '/rule', 'FREQ=WEEKLY'],
  ])('%j', (input, field, accepted) => {
    const error = refused(input)
    expect(error).toMatchObject({ code: 'invalid_input', field })
    expect(error.accepted).toContain(accepted)
  })

  test.each<[code: string, field: string, input: unknown]>([
    ['missing_field', '/rule/every', {}],
    ['missing_field', '/rule', 'BYDAY=MO'],
    ['unknown_field', '/rule/evry', { every: 'day', evry: 1 }],
    ['unknown_field', '/rule/count', { rrule: 'FREQ=DAILY', count: 2 }],
    ['unknown_field', '/rule', 'FREQ=DAILY;BYDAYS=MO'],
    ['unknown_field', '/rule', 'RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY'],
    ['unknown_field', '/rule', 'DTSTART;LANG=en:20260101T090000\nRRULE:FREQ=DAILY'],
    ['unknown_timezone', '/rule', 'DTSTART;TZID=Mars:20260101T090000\nRRULE:FREQ=DAILY'],
    ['unknown_timezone', '/rule/timezone', { every: 'day', start: '2026-01-01T09:00', timezone: 'Mars' }],
    ['impossible_date', '/rule/until', { every: 'day', until: '2027-02-29' }],
    ['impossible_date', '/rule', 'FREQ=DAILY;UNTIL=20270229T000000'],
    ['impossible_date', '/rule/except/0', { every: 'day', except: ['1969-01-01'] }],
    ['too_many', '/rule/except', { every: 'day', except: Array.from({ length: 1_001 }, () => '2026-01-01') }],
    ['invalid_input', '/rule/rrule', { rrule: 7 }],
    ['invalid_input', '/rule', 7],
    ['invalid_input', '/rule', null],
    ['invalid_input', '/rule', ['FREQ=DAILY']],
    ['text_too_long', '/rule', 'x'.repeat(100_000)],
    ['unknown_field', '/rule', ';a'.repeat(19_000)],
  ])('%s at %s', (code, field, input) => {
    expect(refused(input)).toMatchObject({ code, field })
  })

  test('a list with a billion holes', () => {
    expect(refused({ every: 'day', except: new Array(1e9) }).code).toBe('too_many')
    expect(refused({ every: 'day', atHours: new Array(3) })).toMatchObject({
      code: 'invalid_input',
      field: '/rule/atHours/0',
    })
  })

  test('a part of a text is named, and the one that was meant', () => {
    expect(refused('FREQ=MONTHLY;BYMONTHDAY=32').message).toContain('BYMONTHDAY cannot be 32')
    expect(refused('FREQ=DAILY;BYDAYS=MO').message).toContain('Did you mean BYDAY?')
  })
})

describe('rules that can never happen', () => {
  test.each<[input: unknown, field: string]>([
    [{ every: 'year', inMonths: [2], onDays: [31], strict: true }, '/rule/onDays'],
    [{ rrule: 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30', strict: true }, '/rule/rrule'],
    [{ every: 'day', inMonths: [2, 4], onDays: [31], strict: true }, '/rule/onDays'],
    [{ every: 'minute', inMonths: [2], onDays: [-30], strict: true }, '/rule/onDays'],
    [{ every: 'year', inMonths: [1], onYearDays: [200] }, '/rule/onYearDays'],
    [{ every: 'month', onDays: [1], on: ['last friday'] }, '/rule/on'],
    [{ every: 'month', onDays: [1], setPosition: [2] }, '/rule/setPosition'],
    [{ every: 'hour', atMinutes: [0, 30], setPosition: [3] }, '/rule/setPosition'],
  ])('%j', (input, field) => {
    expect(refused(input)).toMatchObject({ code: 'invalid_input', field })
    expect(refused(input).message).toContain('can never happen')
  })

  test.each<unknown>([
    { every: 'year', inMonths: [2], onDays: [31] },
    { every: 'day', inMonths: [2], onDays: [30] },
    { every: 'year', inMonths: [2], onDays: [29], on: ['monday'], strict: true },
    { every: 'year', onYearDays: [366], strict: true },
    { every: 'year', inWeeks: [53], strict: true },
    { every: 'hour', atMinutes: [0, 30], setPosition: [2] },
  ])('but %j can', (input) => {
    expect(readRule(input, '/rule')).toMatchObject(input as object)
  })
})

const list = (min: number, max: number) =>
  fc.option(
    fc.array(
      fc.integer({ min, max }).filter((n) => min >= 0 || n !== 0),
      { minLength: 1, maxLength: 5 },
    ),
    { nil: undefined },
  )
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const two = (number: number) => String(number).padStart(2, '0')
const time = fc
  .tuple(fc.nat({ max: 23 }), fc.constantFrom(0, 15, 30), fc.constantFrom(0, 0, 7))
  .map((parts) => parts.map(two).join(':'))
const date = fc.integer({ min: 0, max: 30_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
const local = fc.tuple(date, time).map(([day, clock]) => `${day}T${clock}`)
const point = fc.oneof(
  date,
  local,
  local.map((text) => `${text}Z`),
  local.map((text) => `${text}~2`),
)
const anyRule = fc.record({
  every: fc.constantFrom('second', 'minute', 'hour', 'day', 'week', 'month', 'year'),
  interval: optional(fc.integer({ min: 1, max: 100 })),
  inMonths: list(1, 12),
  inWeeks: list(-53, 53),
  onYearDays: list(-366, 366),
  onDays: list(-31, 31),
  on: optional(
    fc.array(fc.constantFrom('monday', 'friday', '2nd tuesday', 'last sunday', '3rd last wednesday'), { minLength: 1 }),
  ),
  at: optional(fc.array(time, { minLength: 1, maxLength: 6 })),
  atHours: list(0, 23),
  atMinutes: list(0, 59),
  atSeconds: list(0, 59),
  setPosition: list(-5, 5),
  weekStart: optional(fc.constantFrom('monday', 'sunday', 'thursday')),
  until: optional(
    fc.oneof(
      date,
      local,
      local.map((text) => `${text}Z`),
    ),
  ),
  count: optional(fc.integer({ min: 1, max: 1_000 })),
  except: optional(fc.array(point, { minLength: 1, maxLength: 5 })),
  also: optional(fc.array(point, { minLength: 1, maxLength: 5 })),
  strict: optional(fc.boolean()),
  start: optional(local),
  timezone: optional(fc.constantFrom('Europe/Paris', 'UTC', 'America/New_York')),
})

test('whatever is accepted can be written as text and read again, and read itself again', () => {
  let accepted = 0
  const law = fc.property(anyRule, fc.infiniteStream(fc.nat({ max: 3 })), (input, keep) => {
    // Most random parts do not go together: leave most of them out.
    const some = Object.fromEntries(
      Object.entries(input).filter(([name]) => name === 'every' || keep.next().value === 0),
    )
    let rule: Rule
    try {
      rule = readRule(some, '/rule')
    } catch (error) {
      if (error instanceof BelfryError) return
      throw error
    }
    accepted++
    const text = ruleText(rule)
    expect(readRule({ rrule: text, strict: rule.strict ?? false }, '/rule'), text).toEqual(rule)
    expect(readRule(rule, '/rule')).toEqual(rule)
    expect(readRule(JSON.parse(JSON.stringify(rule)), '/rule')).toEqual(rule)
  })
  fc.assert(law, { numRuns: 1_000 })
  expect(accepted).toBeGreaterThan(200)
})
