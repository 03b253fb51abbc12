// Which days a rule wants. RFC 5545 has a table of which part expands and which part limits for which FREQ; looked at day by
// day the two are the same thing: a day is in the set of its period when it passes every part. What the rule leaves
// out is filled in from the anchor first (RFC 5545: "would be the same as what is specified for DTSTART").

import { civilOf, dayOf, firstWeek, modulo, monthLength, weekdayOf, weekYearOf, yearLength } from './civil.ts'
import type { Rule } from './rule.ts'
import { dayName, type NamedDay, namedDay } from './weekday.ts'

export interface DayFilter {
  /** Bit 1 is January; 0 when every month will do. */
  readonly months: number
  readonly weeks: readonly number[]
  readonly yearDays: readonly number[]
  readonly monthDays: readonly number[]
  /** The largest of `monthDays` that stands for the last day of a shorter month, or 0 where the rule is strict. */
  readonly clampFrom: number
  /** Bit 0 is Monday; 0 when every weekday will do. */
  readonly weekdays: number
  readonly ordinals: readonly NamedDay[]
  readonly ordinalsInYear: boolean
  readonly weekStart: number
  readonly isOpen: boolean
}

/** The rule's days, with what it leaves out taken from the anchor's day. */
export function dayFilter(rule: Rule, anchor: number, strict: boolean): DayFilter {
  const { inMonths = [], inWeeks = [], onYearDays = [], onDays = [], on = [] } = { ...rule, ...derived(rule, anchor) }
  const named = on.map((text) => namedDay(text)!)
  const plain = named.filter(({ ordinal }) => ordinal === 0)
  return {
    months: bits(inMonths),
    weeks: inWeeks,
    yearDays: onYearDays,
    monthDays: onDays,
    clampFrom: strict ? 0 : Math.max(0, ...onDays),
    weekdays: bits(plain.map(({ weekday }) => weekday)),
    ordinals: named.filter(({ ordinal }) => ordinal !== 0),
    ordinalsInYear: rule.every === 'year' && inMonths.length === 0,
    weekStart: weekStartOf(rule),
    isOpen: [inMonths, inWeeks, onYearDays, onDays, on].every((list) => list.length === 0),
  }
}

/** What a look at a month costs: more where each day is compared with long lists. */
export function filterSteps({ weeks, yearDays, monthDays, ordinals }: DayFilter): number {
  return 1 + Math.floor((weeks.length + yearDays.length + monthDays.length + ordinals.length) / 32)
}

export function weekStartOf(rule: Rule): number {
  return namedDay(rule.weekStart ?? 'monday')!.weekday
}

/** The parts that name no day of their own and so get the anchor's. */
export function derived(rule: Rule, anchor: number): Pick<Rule, 'inMonths' | 'onDays' | 'on'> {
  const { month, day } = civilOf(anchor)
  const sameWeekday = { on: [dayName({ weekday: weekdayOf(anchor), ordinal: 0 })] }
  const namesDays = rule.on ?? rule.onDays ?? rule.onYearDays
  if (namesDays) return {}
  if (rule.every === 'week' || rule.inWeeks) return sameWeekday
  if (rule.every === 'month') return { onDays: [day] }
  if (rule.every === 'year') return { inMonths: rule.inMonths ?? [month], onDays: [day] }
  return {}
}

function bits(numbers: readonly number[]): number {
  return numbers.reduce((set, number) => set | (1 << number), 0)
}

/** The wanted days from `first` to `last`, in order, at most `max` of them. */
export function wantedDays(filter: DayFilter, first: number, last: number, max = 366): number[] {
  const wanted: number[] = []
  let { year, month, day } = civilOf(first)
  for (let date = first; date <= last && wanted.length < max; ) {
    const length = monthLength(year, month)
    const monthEnd = date + length - day
    if (filter.months === 0 || (filter.months >> month) & 1) {
      const end = Math.min(last, monthEnd)
      for (; date <= end && wanted.length < max; date++, day++) {
        if (passes(filter, date, day, length, year)) wanted.push(date)
      }
    }
    date = monthEnd + 1
    day = 1
    month = month === 12 ? 1 : month + 1
    if (month === 1) year++
  }
  return wanted
}

export function isWanted(filter: DayFilter, date: number): boolean {
  return filter.isOpen || wantedDays(filter, date, date, 1).length === 1
}

function passes(filter: DayFilter, date: number, day: number, length: number, year: number): boolean {
  return (
    (filter.monthDays.length === 0 || isMonthDay(filter, day, length)) &&
    ((filter.weekdays === 0 && filter.ordinals.length === 0) || isNamedDay(filter, date, day, length, year)) &&
    (filter.yearDays.length === 0 || isYearDay(filter, date, year)) &&
    (filter.weeks.length === 0 || isInWeek(filter, date))
  )
}

function isMonthDay({ monthDays, clampFrom }: DayFilter, day: number, length: number): boolean {
  if (day === length && clampFrom > length) return true
  return monthDays.includes(day) || monthDays.includes(day - length - 1)
}

function isYearDay({ yearDays }: DayFilter, date: number, year: number): boolean {
  const yearDay = date - dayOf(year, 1, 1) + 1
  return yearDays.includes(yearDay) || yearDays.includes(yearDay - yearLength(year) - 1)
}

function isNamedDay(filter: DayFilter, date: number, day: number, length: number, year: number): boolean {
  const weekday = weekdayOf(date)
  if ((filter.weekdays >> weekday) & 1) return true
  if (!filter.ordinals.some((named) => named.weekday === weekday)) return false
  const at = filter.ordinalsInYear ? date - dayOf(year, 1, 1) : day - 1
  const of = filter.ordinalsInYear ? yearLength(year) : length
  const fromStart = Math.floor(at / 7) + 1
  const fromEnd = -Math.floor((of - 1 - at) / 7) - 1
  return filter.ordinals.some(
    ({ weekday: wanted, ordinal }) => wanted === weekday && (ordinal === fromStart || ordinal === fromEnd),
  )
}

function isInWeek({ weeks, weekStart }: DayFilter, date: number): boolean {
  const year = weekYearOf(date, weekStart)
  const first = firstWeek(year, weekStart)
  const count = (firstWeek(year + 1, weekStart) - first) / 7
  const week = Math.floor((date - modulo(weekdayOf(date) - weekStart, 7) - first) / 7) + 1
  return weeks.includes(week) || weeks.includes(week - count - 1)
}
