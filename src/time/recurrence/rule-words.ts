// A rule in short English words: "every 2 weeks on Monday and Thursday at 09:00, until 1 March 2027".

import { splitFold } from '../local.ts'
import { isElapsed, type Rule } from './rule.ts'
import { gridOf } from './time-grid.ts'
import { nth } from './weekday.ts'

const monthNames = 'January February March April May June July August September October November December'.split(' ')
const workdays = 'monday,tuesday,wednesday,thursday,friday'
/** Longer lists of dates are only counted. */
const listedMax = 3

export function ruleWords(rule: Rule): string {
  const clauses = [positions(rule), ending(rule), dates('except on', rule.except), dates('also on', rule.also)]
  const sentence = [frequency(rule), inWeeks(rule), onDays(rule), inMonths(rule), atTimes(rule)]
  return [sentence.filter(Boolean).join(' '), ...clauses].filter(Boolean).join(', ')
}

function frequency({ every, interval = 1 }: Rule): string {
  return interval === 1 ? `every ${every}` : `every ${interval} ${every}s`
}

function onDays(rule: Rule): string {
  const { on = [], onDays: days = [], onYearDays = [] } = rule
  const names = on.join() === workdays ? ['weekdays'] : on.map(dayWords)
  const words = [
    ...(on.length > 0 ? [`on ${list(names)}`] : []),
    ...(days.length > 0 ? [`on the ${list(days.map((day) => counted(day, 'day')))}`] : []),
    ...(onYearDays.length > 0
      ? [`on the ${list(onYearDays.map((day) => counted(day, 'day', true)))} of the year`]
      : []),
  ]
  // Both limit each other: Friday the 13th.
  return words.join(' that is ').replaceAll('that is on the', 'that is the').replaceAll('that is on ', 'that is ')
}

/** `the last Friday`, `Monday` */
function dayWords(day: string): string {
  const words = day.replace(/[a-z]+$/, (name) => name[0]!.toUpperCase() + name.slice(1))
  return words.includes(' ') ? `the ${words}` : words
}

/** `15th`, `last day`, `2nd last day` */
function counted(number: number, thing: string, isNamed = false): string {
  if (number > 0) return isNamed ? `${nth(number)} ${thing}` : nth(number)
  return number === -1 ? `last ${thing}` : `${nth(-number)} last ${thing}`
}

function inMonths({ inMonths: months = [] }: Rule): string {
  return months.length === 0 ? '' : `in ${list(months.map((month) => monthNames[month - 1]!))}`
}

function inWeeks({ inWeeks: weeks = [] }: Rule): string {
  if (weeks.length === 0) return ''
  return `in ${list(weeks.map((week) => (week > 0 ? `week ${week}` : `the ${counted(week, 'week')}`)))}`
}

function atTimes(rule: Rule): string {
  const { every, at, atHours, atMinutes, atSeconds } = rule
  const seconds = atHours && atMinutes ? [0] : undefined
  const times = at ?? gridOf(every, { ...rule, atSeconds: atSeconds ?? seconds ?? [] })
  if (times && times.length > 0) return `at ${list(times)}`
  const onTheHour = every === 'hour' && atMinutes && !atSeconds
  if (onTheHour) return [`at ${list(atMinutes.map((minute) => `:${two(minute)}`))}`, during(atHours)].join(' ').trim()
  const parts = [
    named('second', atSeconds),
    named('minute', atMinutes),
    isElapsed(every) ? during(atHours) : named('hour', atHours),
  ]
  return parts.filter(Boolean).join(' ')
}

function named(thing: string, numbers: readonly number[] | undefined): string {
  return numbers ? `at ${thing} ${list(numbers.map(String))}` : ''
}

/** `from 09:00 to 17:00`, or each hour where they do not follow each other. */
function during(hours: readonly number[] | undefined): string {
  if (!hours) return ''
  const [first = 0, last = 0] = [hours[0], hours.at(-1)]
  if (last - first === hours.length - 1) return `from ${two(first)}:00 to ${two(last)}:59`
  return `in the hours ${list(hours.map((hour) => `${two(hour)}:00`))}`
}

function positions({ setPosition }: Rule): string {
  if (!setPosition) return ''
  return `only the ${list(setPosition.map((place) => counted(place, '').trim()))} of these`
}

function ending({ until, count }: Rule): string {
  if (until) return `until ${pointWords(until)}`
  if (!count) return ''
  return count === 1 ? 'once' : `${count} times`
}

function dates(head: string, points: readonly string[] | undefined): string {
  if (!points) return ''
  return `${head} ${points.length > listedMax ? `${points.length} dates` : list(points.map(pointWords))}`
}

/** `1 March 2027 at 09:00` */
function pointWords(point: string): string {
  const { text, second } = splitFold(point)
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  const date = `${day} ${monthNames[month! - 1]} ${year}`
  if (text.length === 10) return date
  const time = text
    .slice(11)
    .replace(/^(\d\d:\d\d):00(?=Z$)/, '$1')
    .replace(/Z$/, ' UTC')
  return `${date} at ${time}${second ? ' (the second)' : ''}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
