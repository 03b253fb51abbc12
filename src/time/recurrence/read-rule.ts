// What users pass as a rule, read into its one canonical form. RFC 5545 text and the friendly object take the same way: the
// text is spelled out as an object first (read-rule-text.ts), so every check exists once, and an error names the part as its
// writer knows it.

import { readBoolean, readObject } from '../../input.ts'
import { canonicalZone } from '../zone-name.ts'
import { checkRule } from './check-rule.ts'
import { readRuleText } from './read-rule-text.ts'
import { type Rule, ruleFields, ruleLimits, type Unit, units } from './rule.ts'
import {
  type Place,
  readLocalTime,
  readPoint,
  readPoints,
  readTimes,
  readWeekdays,
  readWeekStart,
  readWhole,
  readWholes,
  refusal,
} from './rule-values.ts'
import type { Budget } from './search.ts'
import { gridOf } from './time-grid.ts'

type Input = Readonly<Record<string, unknown>>

/** Days that a unit has, roughly. */
const unitDays = { second: 1 / 86_400, minute: 1 / 1_440, hour: 1 / 24, day: 1, week: 7, month: 30.4375, year: 365.25 }

/**
 * RFC 5545 text (`FREQ=WEEKLY;BYDAY=MO`, also with lines for DTSTART, EXDATE and RDATE), an object
 * (`{ every: 'week', on: 'monday' }`), or `{ rrule: text, strict: true }`. A list of one may be written without brackets. A budget
 * pays for the look whether it can ever happen.
 */
export function readRule(input: unknown, field: string, budget?: Budget): Rule {
  if (typeof input === 'string') return readText(input, field)
  if (typeof input === 'object' && input !== null && 'rrule' in input) return readTextObject(input, field, budget)
  return readParts(readObject(input, ruleFields, field), {
    isText: false,
    field: (name, index) => `${field}/${name}${index === undefined ? '' : `/${index}`}`,
    label: (name) => name,
  })
}

function readText(text: unknown, field: string, strict = false, budget?: Budget): Rule {
  const { parts, place } = readRuleText(text, field)
  return readParts({ ...parts, strict }, place, budget)
}

function readTextObject(input: object, field: string, budget?: Budget): Rule {
  const { rrule, strict = false } = readObject(input, ['rrule', 'strict'], field)
  return readText(rrule, `${field}/rrule`, readBoolean(strict, `${field}/strict`), budget)
}

function readParts(input: Input, place: Place, budget?: Budget): Rule {
  const every = readUnit(input.every, place)
  const rule = {
    every,
    ...readDays(input, place),
    ...readClock(input, every, place),
    ...readBounds(input, every, place),
    ...readStart(input, place),
  }
  checkRule(rule, place, budget)
  return frozen(rule)
}

function readUnit(value: unknown, place: Place): Unit {
  const unit = units.find((known) => known === value)
  if (unit) return unit
  const accepted = place.isText ? 'SECONDLY, MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY' : units.join(', ')
  if (value === undefined) throw refusal(place, 'every', 'is missing', accepted, 'missing_field')
  throw refusal(place, 'every', 'is not a unit that a rule can have', accepted)
}

function readDays(input: Input, place: Place) {
  const whole = (name: string, min: number, max: number) => readWholes(input[name], name, min, max, place)
  return given({
    inMonths: whole('inMonths', 1, 12),
    inWeeks: whole('inWeeks', -53, 53),
    onYearDays: whole('onYearDays', -366, 366),
    onDays: whole('onDays', -31, 31),
    on: readWeekdays(input.on, 'on', place),
    setPosition: whole('setPosition', -366, 366),
    weekStart: readWeekStart(input.weekStart, 'weekStart', place),
  })
}

/** Hours, minutes and seconds that are all named are times of day, where a rule has days. */
function readClock(input: Input, every: Unit, place: Place) {
  const whole = (name: string, max: number) => readWholes(input[name], name, 0, max, place)
  const parts = given({
    atHours: whole('atHours', 23),
    atMinutes: whole('atMinutes', 59),
    atSeconds: whole('atSeconds', 59),
  })
  const at = readTimes(input.at, 'at', place)
  if (at && Object.keys(parts).length > 0) {
    throw refusal(place, 'at', 'says the whole time of day', 'either at, or atHours, atMinutes and atSeconds')
  }
  const grid = at ?? gridOf(every, parts)
  return grid ? { at: grid } : parts
}

function readBounds(input: Input, every: Unit, place: Place) {
  const intervalMax = Math.floor((ruleLimits.intervalYearsMax * 365.25) / unitDays[every])
  const interval = readWhole(input.interval, 'interval', intervalMax, place)
  const isStrict = input.strict != null && readBoolean(input.strict, place.field('strict'))
  return given({
    interval: interval === 1 ? undefined : interval,
    until: input.until == null ? undefined : readPoint(input.until, 'until', place),
    count: readWhole(input.count, 'count', ruleLimits.countMax, place),
    except: readPoints(input.except, 'except', place),
    also: readPoints(input.also, 'also', place),
    strict: isStrict ? (true as const) : undefined,
  })
}

function readStart({ start, timezone }: Input, place: Place) {
  if (start == null && timezone != null)
    throw refusal(place, 'timezone', 'belongs to a start', 'a start and a timezone')
  return given({
    start: start == null ? undefined : readLocalTime(start, 'start', place),
    timezone: timezone == null ? undefined : canonicalZone(timezone as string, place.field('timezone')),
  })
}

type Given<Parts> = { [Key in keyof Parts]?: Exclude<Parts[Key], undefined> }

function given<Parts extends object>(parts: Parts): Given<Parts> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Given<Parts>
}

function frozen(rule: Rule): Rule {
  for (const part of Object.values(rule)) Object.freeze(part)
  return Object.freeze(rule)
}
