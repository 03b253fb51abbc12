// How much work a search is: in steps, which are the same on every machine.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { dayMs, minuteMs } from './civil.ts'
import { Budget, type Occurrence, occurrences, type RuleInput, readRule } from './recurrence.ts'
import { weekdays } from './rule.ts'

const plenty = () => new Budget(1e9)

function walk(text: string, zone: string, countMax: number, budget = plenty()): string[] {
  const found: string[] = []
  for (const { nominal } of occurrences(readRule(text, '/rule'), '2030-01-01T00:00', zone, { budget })) {
    if (found.push(nominal) === countMax) break
  }
  return found
}

describe.each(['UTC', 'Europe/Paris', 'Australia/Lord_Howe'])('in %s', (zone) => {
  test.each([
    'FREQ=HOURLY;INTERVAL=2;BYHOUR=1;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1;BYMONTH=2;BYMONTHDAY=29',
    'FREQ=SECONDLY;INTERVAL=2;BYSECOND=1',
    'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
    'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2',
  ])('%s never happens, and that is soon found', (text) => {
    const budget = plenty()
    expect(walk(text, zone, 1, budget)).toEqual([])
    expect(budget.givenUp).toBeGreaterThan(0)
    expect(budget.steps).toBeLessThan(110_000)
  })

  test('a rule that happens every seven years is found a thousand times', () => {
    const budget = plenty()
    const text = 'FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=4'
    const found = walk(text, zone, 1_000, budget)
    expect(found).toHaveLength(1_000)
    expect(found.at(-1)).toBe('8925-02-28T03:04')
    expect(budget.steps).toBeLessThan(400_000)
  })
})

test('every second of every day of a year is not made a list of', () => {
  const all = (count: number) => Array.from({ length: count }, (_, i) => i).join()
  const text = `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`
  expect(walk(text, 'UTC', 2)).toEqual(['2030-01-01T00:00', '2030-01-01T00:00:01'])
  expect(walk(`${text};BYSETPOS=-1`, 'UTC', 1)).toEqual(['2030-12-31T23:59:59'])
})

test('days that are left out do not keep a search going for ever', () => {
  const days = Array.from({ length: 12 }, (_, i) => new Date(Date.UTC(2030, 0, 1 + i)).toISOString().slice(0, 10))
  const budget = plenty()
  const rule = readRule({ every: 'second', except: days }, '/rule')
  expect([...occurrences(rule, '2030-01-01T00:00', 'UTC', { budget })]).toEqual([])
  expect(budget.givenUp).toBe(1)
})

test('a budget that is spent refuses, and counts nothing more', () => {
  const budget = new Budget(1_000)
  const costly = () => walk('FREQ=DAILY;INTERVAL=7;BYDAY=MO', 'UTC', 1, budget)
  expect(costly).toThrow(expect.objectContaining({ code: 'too_many', field: '/rule' }))
  expect(costly).toThrow(expect.objectContaining({ code: 'too_many' }))
  expect(budget.steps).toBeLessThanOrEqual(1_000)
})

test('ten thousand costly rules share one budget, and take no more steps than it has', () => {
  const budget = new Budget(limits.ruleStepsMax)
  const texts = ['FREQ=MINUTELY;INTERVAL=1439999;BYHOUR=9;BYMINUTE=0', 'FREQ=DAILY;INTERVAL=7;BYDAY=MO']
  const refused = Array.from({ length: 10_000 }, (_, i) => {
    try {
      walk(texts[i % 2]!, 'UTC', 2, budget)
      return 0
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many' })
      return 1
    }
  })
  expect(refused.filter(Boolean).length).toBeGreaterThan(9_900)
  expect(budget.steps).toBeLessThanOrEqual(limits.ruleStepsMax)
})

test('times that are left out or counted over are counted as work', () => {
  const minutes = Array.from({ length: 60 }, (_, i) => i)
  const hours = minutes.slice(0, 24)
  const start = '2030-01-01T00:00'
  const counted = readRule({ every: 'day', atHours: hours, atMinutes: minutes, count: 100_000 }, '/rule')
  const budget = plenty()
  occurrences(counted, start, 'UTC', { after: Date.UTC(2030, 2, 1), budget }).next()
  expect(budget.steps).toBeGreaterThan((59 * 1_440) / 17)
  const excepted = readRule({ every: 'day', atHours: hours, atMinutes: minutes, except: ['2030-01-01'] }, '/rule')
  const other = plenty()
  expect(occurrences(excepted, start, 'UTC', { budget: other }).next().value?.nominal).toBe('2030-01-02T00:00')
  expect(other.steps).toBeGreaterThan(1_440)
})

const lists = (min: number, max: number, countMax: number) =>
  fc.option(fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: countMax }), { nil: undefined })

const filters = fc.record({
  every: fc.constantFrom('hour' as const, 'minute' as const),
  interval: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(60, 90, 120, 720, 1_440)),
  inMonths: lists(3, 5, 2),
  // Days that every month has.
  onDays: lists(1, 28, 6),
  on: fc.option(fc.subarray(['monday', 'thursday', 'sunday'], { minLength: 1 }), { nil: undefined }),
  atHours: lists(0, 23, 3),
  atMinutes: fc.option(fc.subarray([0, 1, 7, 30, 59], { minLength: 1, maxLength: 3 }), { nil: undefined }),
})

function passes(
  local: string,
  filter: Omit<typeof filters extends fc.Arbitrary<infer Value> ? Value : never, 'every' | 'interval'>,
) {
  const at = new Date(`${local.slice(0, 16)}Z`)
  const { inMonths, onDays, on, atHours, atMinutes } = filter
  return (
    (inMonths?.includes(at.getUTCMonth() + 1) ?? true) &&
    (onDays?.includes(at.getUTCDate()) ?? true) &&
    (on?.includes(weekdays[(at.getUTCDay() + 6) % 7]!) ?? true) &&
    (atHours?.includes(at.getUTCHours()) ?? true) &&
    (atMinutes?.includes(at.getUTCMinutes()) ?? true)
  )
}

function* until(endMs: number, all: Iterable<Occurrence>): Generator<Occurrence> {
  for (const one of all) {
    if (one.instant > endMs) return
    yield one
  }
}

// Around the changes of the clocks in spring, and in autumn on the other half of the world.
test.each(['UTC', 'Europe/Paris', 'Australia/Lord_Howe'])('jumping finds what stepping finds in %s', (zone) => {
  const days = 60
  const startMs = fc.integer({ min: 0, max: 40 * 1_440 }).map((minutes) => Date.UTC(2030, 2, 1) + minutes * minuteMs)
  let notEmpty = 0
  const law = fc.property(filters, startMs, ({ every, interval, ...filter }, fromMs) => {
    // A minute at a time is stepped through with the limits looked at one by one; an hour with minutes is named by the clock.
    const named = every === 'hour' ? { ...filter, atMinutes: undefined } : filter
    const start = new Date(fromMs).toISOString().slice(0, 16)
    const plain = readRule({ every, interval }, '/rule')
    const endMs = fromMs + days * dayMs
    const stepped = [...until(endMs, occurrences(plain, start, zone))].filter(({ local }) => passes(local, named))
    const rule = readRule({ every, interval, ...named } as RuleInput, '/rule')
    const jumped = [...until(endMs, occurrences(rule, start, zone))]
    if (jumped.length > 0) notEmpty++
    expect(jumped.map(({ nominal }) => nominal)).toEqual(stepped.map(({ nominal }) => nominal))
  })
  fc.assert(law, { numRuns: 120, seed: 1 })
  expect(notEmpty).toBeGreaterThan(15)
})
