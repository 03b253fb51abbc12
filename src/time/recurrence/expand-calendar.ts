// Rules of days, weeks, months and years: the local times they name, in order, before any zone is looked at. Period by
// period (this year, this month, …): its wanted days, each at the wanted times, and of these the wanted positions.

import { civilOf, dayMs, dayOf, firstWeek, modulo, monthLength, weekYearOf, yearLength } from './civil.ts'
import { type DayFilter, dayFilter, wantedDays, weekStartOf } from './day-filter.ts'
import type { Rule } from './rule.ts'
import { placesOf, timesOfDay } from './slots.ts'

interface Period {
  readonly first: number
  readonly last: number
}

/** A unit of the calendar as numbered periods that follow each other without a hole. */
interface Periods {
  indexOf(date: number): number
  at(index: number): Period
}

// On the last day of 9999 it is 10000 already, in UTC or here.
const lastDay = dayOf(9999, 12, 30)
const endMs = (lastDay + 1) * dayMs
// How many periods in a row may have nothing. The calendar repeats after 400 years, and the rarest thing that a sound rule
// names (29 February on a Monday) comes every 40, which is 14,610 days; a rule that found nothing for longer never will,
// as some INTERVAL never meets the days it is limited to.
const emptyMax = 100_000

/** The nominal local times of a rule, not before `fromMs` nor the anchor. */
export function* calendarTimes(rule: Rule, anchorMs: number, fromMs: number, strict: boolean): Generator<number> {
  const anchor = Math.floor(anchorMs / dayMs)
  const filter = dayFilter(rule, anchor, strict)
  const times = timesOfDay(rule, anchorMs - anchor * dayMs)
  const periods = periodsOf(rule)
  const startMs = Math.max(anchorMs, fromMs)
  const origin = periods.indexOf(anchor)
  const { interval = 1 } = rule
  const passed = Math.floor((periods.indexOf(Math.floor(startMs / dayMs)) - origin) / interval)
  let empty = 0
  for (let index = origin + Math.max(0, passed) * interval; empty < emptyMax; index += interval) {
    const period = periods.at(index)
    if (period.first > lastDay) return
    const found = timesIn(period, filter, times, rule.setPosition)
    empty = found.length === 0 ? empty + 1 : 0
    for (const localMs of found) if (localMs >= startMs && localMs < endMs) yield localMs
  }
}

function timesIn({ first, last }: Period, filter: DayFilter, times: readonly number[], positions?: readonly number[]) {
  const days = filter.isOpen && first === last ? [first] : wantedDays(filter, first, last)
  const found: number[] = []
  for (const date of days) for (const timeMs of times) found.push(date * dayMs + timeMs)
  return positions === undefined ? found : placesOf(positions, found.length).map((place) => found[place]!)
}

function periodsOf(rule: Rule): Periods {
  if (rule.every === 'year') return rule.inWeeks ? weekYears(weekStartOf(rule)) : years
  if (rule.every === 'month') return months
  return rule.every === 'week' ? weeks(weekStartOf(rule)) : days
}

const days: Periods = { indexOf: (date) => date, at: (index) => ({ first: index, last: index }) }

function weeks(weekStart: number): Periods {
  // Day −3 was a Monday.
  return {
    indexOf: (date) => Math.floor((date + 3 - weekStart) / 7),
    at: (index) => ({ first: index * 7 - 3 + weekStart, last: index * 7 + 3 + weekStart }),
  }
}

const months: Periods = {
  indexOf(date) {
    const { year, month } = civilOf(date)
    return year * 12 + month - 1
  },
  at(index) {
    const [year, month] = [Math.floor(index / 12), modulo(index, 12) + 1]
    const first = dayOf(year, month, 1)
    return { first, last: first + monthLength(year, month) - 1 }
  },
}

const years: Periods = {
  indexOf: (date) => civilOf(date).year,
  at(index) {
    const first = dayOf(index, 1, 1)
    return { first, last: first + yearLength(index) - 1 }
  },
}

// With BYWEEKNO the year is the one that weeks belong to: week 1 of 2026 begins on 29 December 2025.
function weekYears(weekStart: number): Periods {
  return {
    indexOf: (date) => weekYearOf(date, weekStart),
    at: (index) => ({ first: firstWeek(index, weekStart), last: firstWeek(index + 1, weekStart) - 1 }),
  }
}
