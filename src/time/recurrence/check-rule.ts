// What parts may stand together: the table of RFC 5545, section 3.3.10, and rules that can never happen.

import { dayMs, dayOf } from './civil.ts'
import { dayFilter, filterSteps, wantedDays } from './day-filter.ts'
import { calendarTimes } from './expand-calendar.ts'
import { isElapsed, isPlain, type Rule } from './rule.ts'
import { type Place, refusal } from './rule-values.ts'
import type { Budget } from './search.ts'
import { placesOf } from './slots.ts'
import { gridsOf } from './time-grid.ts'
import { namedDay, nth } from './weekday.ts'

export function checkRule(rule: Rule, place: Place, budget?: Budget): void {
  checkUnit(rule, place)
  checkOrdinals(rule, place)
  checkTimes(rule, place)
  if (rule.until && rule.count) {
    throw refusal(place, 'until', `and ${place.label('count')} cannot stand together`, 'one of the two')
  }
  if (rule.setPosition && isPlain({ ...rule, setPosition: undefined } as Rule)) {
    throw refusal(place, 'setPosition', 'picks from the days and times that a rule names', 'another part beside it')
  }
  if (!canHappen(rule, budget)) throw never(rule, place)
}

function checkUnit(rule: Rule, place: Place): void {
  const { every, inWeeks, onYearDays, onDays } = rule
  if (inWeeks && every !== 'year') throw refusal(place, 'inWeeks', 'has a meaning only every year', 'a yearly rule')
  if (onYearDays && (every === 'month' || every === 'week' || every === 'day')) {
    throw refusal(place, 'onYearDays', `has no meaning every ${every}`, 'a yearly rule, or one of hours or less')
  }
  if (onDays && every === 'week') {
    throw refusal(place, 'onDays', 'has no meaning every week', `${place.label('on')}, or a rule of another unit`)
  }
}

function checkOrdinals({ every, on = [], inWeeks, inMonths }: Rule, place: Place): void {
  const max = every === 'year' && !inMonths ? 53 : 5
  on.forEach((text, index) => {
    const { ordinal } = namedDay(text)!
    if (ordinal === 0) return
    const refuse = (what: string, accepted: string) => refusal(place, 'on', what, accepted, 'invalid_input', index)
    if (every !== 'month' && every !== 'year')
      throw refuse(`cannot say which one (${text}) every ${every}`, 'plain weekdays')
    if (inWeeks) throw refuse(`cannot say which one (${text}) of a week`, 'plain weekdays')
    if (Math.abs(ordinal) > max)
      throw refuse(`cannot be ${text}`, `the 1st to the ${nth(max)}, or counted from the last`)
  })
}

function checkTimes({ every, at, count, setPosition }: Rule, place: Place): void {
  if (!at) return
  if (isElapsed(every)) {
    throw refusal(place, 'at', `has no meaning every ${every}`, `a rule of days, or ${place.label('atMinutes')}`)
  }
  if ((count || setPosition) && gridsOf(at).length > 1) {
    const what = `with ${place.label(count ? 'count' : 'setPosition')} cannot be written in RFC 5545 unless every hour has the same minutes`
    throw refusal(place, 'at', what, 'such times, or until instead of count')
  }
}

// These years have every kind of year that there is: each weekday to begin with, with and without a leap day.
const first = dayOf(2000, 1, 1)
const last = dayOf(2027, 12, 31)

/** Whether the rule's parts ever meet, from whatever anchor and at whatever interval. */
function canHappen(rule: Rule, budget?: Budget): boolean {
  const strict = rule.strict ?? false
  const filter = dayFilter(rule, first, strict)
  // Quickly, over the months that it names; then only positions are left, which may be there in none of these years.
  const [day] = wantedDays(filter, first, last, 1)
  budget?.take(Math.ceil((1 + (day ?? last) - first) / 31) * filterSteps(filter))
  if (day === undefined) return false
  if (isElapsed(rule.every)) return !rule.setPosition || placesOf(rule.setPosition, slotsMax(rule)).length > 0
  if (!rule.setPosition) return true
  const from = first * dayMs
  const { value } = calendarTimes({ ...rule, interval: 1 }, from, from, strict, budget, last).next()
  return value !== undefined && value <= (last + 1) * dayMs
}

/** How many times a period of a rule of hours or less can have. */
function slotsMax({ every, atMinutes, atSeconds }: Rule): number {
  const seconds = every === 'second' ? 1 : (atSeconds?.length ?? 1)
  return every === 'hour' ? seconds * (atMinutes?.length ?? 1) : seconds
}

function never(rule: Rule, place: Place) {
  const names = ['setPosition', 'on', 'onDays', 'onYearDays', 'inWeeks', 'inMonths'] as const
  const [name = 'every', ...others] = names.filter((part) => rule[part])
  const beside = others.length > 0 ? ` beside ${others.map((other) => place.label(other)).join(' and ')}` : ''
  const hint = rule.strict && rule.onDays ? ', or a rule that is not strict' : ''
  return refusal(place, name, `can never happen${beside}`, `days that are on the calendar${hint}`)
}
