// A rule as RFC 5545 text. It says everything but `strict`: other calendars skip the 31st where Belfry, unless told to be
// strict, takes the last day, and there is no word for that in RFC 5545. Lines are not folded: that is for calendar files.

import { secondFold, splitFold } from '../local.ts'
import type { Rule } from './rule.ts'
import { gridsOf } from './time-grid.ts'
import { namedDay } from './weekday.ts'

/** The parts of an RRULE, in the order in which the RFC names them. */
export const partNames = {
  every: 'FREQ',
  interval: 'INTERVAL',
  until: 'UNTIL',
  count: 'COUNT',
  inMonths: 'BYMONTH',
  inWeeks: 'BYWEEKNO',
  onYearDays: 'BYYEARDAY',
  onDays: 'BYMONTHDAY',
  on: 'BYDAY',
  atHours: 'BYHOUR',
  atMinutes: 'BYMINUTE',
  atSeconds: 'BYSECOND',
  setPosition: 'BYSETPOS',
  weekStart: 'WKST',
} as const

/** What a reader of the text knows each field as. */
export const labels: Readonly<Record<string, string>> = {
  ...partNames,
  at: 'BYHOUR, BYMINUTE and BYSECOND',
  except: 'EXDATE',
  also: 'RDATE',
  start: 'DTSTART',
  timezone: 'TZID',
}

export const unitNames = {
  second: 'SECONDLY',
  minute: 'MINUTELY',
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
} as const

export const weekdayCodes: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

// RFC 5545 cannot say "the second 01:30 of that night"; a parameter of one's own is allowed, and ignored by others.
export const foldParameter = 'X-BELFRY-FOLD'

/** `RRULE:FREQ=…`, with lines before and after it for a start, additions and exceptions. */
export function ruleText(rule: Rule): string {
  const { start, timezone, at, also = [], except = [] } = rule
  const clocks = at ? gridsOf(at) : [{}]
  return [
    ...(start ? [`DTSTART${written(timezone === 'UTC' ? `${start}Z` : start, timezone)}`] : []),
    ...clocks.map((clock) => `RRULE:${recurrence({ ...rule, ...clock })}`),
    ...datesOf('RDATE', also, timezone),
    ...datesOf('EXDATE', except, timezone),
  ].join('\n')
}

function recurrence(rule: Rule): string {
  const names = Object.keys(partNames) as (keyof typeof partNames)[]
  const parts = names.map((name) => (rule[name] === undefined ? '' : `${partNames[name]}=${partText(rule, name)}`))
  return parts.filter((part) => part !== '').join(';')
}

function partText(rule: Rule, name: keyof typeof partNames): string {
  if (name === 'every') return unitNames[rule.every]
  if (name === 'until') return basic(rule.until!)
  if (name === 'weekStart') return code(rule.weekStart!)
  if (name === 'on') return rule.on!.map(code).join(',')
  return String(rule[name])
}

function code(day: string): string {
  const { weekday, ordinal } = namedDay(day)!
  return `${ordinal === 0 ? '' : ordinal}${weekdayCodes[weekday]}`
}

/** One line for each kind of value. */
function datesOf(property: 'RDATE' | 'EXDATE', points: readonly string[], timezone: string | undefined): string[] {
  const byHead = new Map<string, string[]>()
  for (const point of points) {
    const value = written(point, timezone)
    const at = value.lastIndexOf(':')
    byHead.set(value.slice(0, at), [...(byHead.get(value.slice(0, at)) ?? []), value.slice(at + 1)])
  }
  return [...byHead].map(([head, values]) => `${property}${head}:${values.join(',')}`)
}

/** A point with the parameters it needs: `;VALUE=DATE:20270301`, `;TZID=Europe/Paris:20270301T090000`, `:20270301T080000Z`. */
function written(point: string, timezone: string | undefined): string {
  const { text, second } = splitFold(point)
  if (text.length === 10) return `;VALUE=DATE:${basic(text)}`
  if (text.endsWith('Z')) return `:${basic(text)}`
  const zone = timezone && timezone !== 'UTC' ? `;TZID=${timezone}` : ''
  const fold = second ? `;${foldParameter}=${secondFold.slice(1)}` : ''
  return `${zone}${fold}:${basic(text)}`
}

/** `2027-03-01T09:00` as RFC 5545 writes it. It has no fractions of seconds. */
function basic(point: string): string {
  const [date = '', time] = point.replace(/Z$/, '').replace(/\..*$/, '').split('T')
  const z = point.endsWith('Z') ? 'Z' : ''
  return date.replaceAll('-', '') + (time === undefined ? '' : `T${time.replaceAll(':', '').padEnd(6, '0')}${z}`)
}
