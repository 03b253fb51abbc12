// Rules of days, weeks, months and years: the local times they name, in order, before any zone is looked at. Period by
// period (this year, this month, …): its wanted days, each at the wanted times, and of these the wanted positions.

import { civilOf, dayMs, dayOf, firstWeek, modulo, monthLength, weekYearOf, yearLength } from './civil.ts'
import { type DayFilter, dayFilter, filterSteps, wantedDays, weekStartOf } from './day-filter.ts'
import type { Rule } from './rule.ts'
import { type Budget, Search } from './search.ts'
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

/** The nominal local times of a rule, not before `fromMs` nor the anchor; of periods that begin by the day `until`. */
export function* calendarTimes(
  rule: Rule,
  anchorMs: number,
  fromMs: number,
  strict: boolean,
  budget?: Budget,
  until = lastDay,
): Generator<number> {
  const anchor = Math.floor(anchorMs / dayMs)
  const filter = dayFilter(rule, anchor, strict)
  const times = timesOfDay(rule, anchorMs - anchor * dayMs)
  const periods = periodsOf(rule)
  const startMs = Math.max(anchorMs, fromMs)
  const origin = periods.indexOf(anchor)
  const { interval = 1 } = rule
  const passed = Math.floor((periods.indexOf(Math.floor(startMs / dayMs)) - origin) / interval)
  const search = new Search(budget, startMs)
  // Times are a list of up to 86,400, made once.
  budget?.take(Math.ceil(times.length / 100))
  for (let index = origin + Math.max(0, passed) * interval; ; index += interval) {
    const period = periods.at(index)
    if (period.first > until || !search.goesOn(period.first * dayMs, stepsOf(period, filter))) return
    const days =
      filter.isOpen && period.first === period.last ? [period.first] : wantedDays(filter, period.first, period.last)
    const size = days.length * times.length
    const places = rule.setPosition && placesOf(rule.setPosition, size)
    const count = places?.length ?? size
    if (count > 0) search.found(period.first * dayMs)
    // Never a list of them all: a year can have a time for each of its seconds.
    for (let i = places ? 0 : firstFrom(days, startMs) * times.length; i < count; i++) {
      // Those that a COUNT counts over, or `except` leaves out, are cheap but can be many.
      if (i % 16 === 15) budget?.take(1)
      const place = places ? places[i]! : i
      const localMs = days[Math.floor(place / times.length)]! * dayMs + times[place % times.length]!
      if (localMs >= startMs && localMs < endMs) yield localMs
    }
  }
}

function stepsOf({ first, last }: Period, filter: DayFilter): number {
  return Math.ceil((last - first + 1) / 31) * filterSteps(filter)
}

/** The place of the first day that is not over by then. */
function firstFrom(days: readonly number[], startMs: number): number {
  const startDay = Math.floor(startMs / dayMs)
  if (days[0] === undefined || days[0] >= startDay) return 0
  const place = days.findIndex((date) => date >= startDay)
  return place < 0 ? days.length : place
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
