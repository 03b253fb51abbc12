// Five cron fields (minute, hour, day of the month, month, day of the week) as rules of src/time, which knows what a zone's
// clocks do. Where days of the month and of the week are both named, either will do: two rules then.

import { BelfryError } from '../errors.ts'
import { type Rule, readRule, type Weekday } from '../time/recurrence/recurrence.ts'

export const everyAccepted = 'five cron fields such as 0 * * * * or */30 9-17 * * mon-fri, or an interval such as PT1H'

export interface CronRule {
  readonly rule: Rule
  /** Days of the month to the letter: rules give the last day of a shorter month for the 31st. Null: every day. */
  readonly monthDays: ReadonlySet<number> | null
}

interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly names: readonly string[]
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const minuteField = { name: 'minute', min: 0, max: 59, names: [] }
const hourField = { name: 'hour', min: 0, max: 23, names: [] }
const monthDayField = { name: 'day of the month', min: 1, max: 31, names: [] }
const monthField = { name: 'month', min: 1, max: 12, names: monthNames }
/** 7 is Sunday too. */
const weekdayField = { name: 'day of the week', min: 0, max: 7, names: dayNames }

const everyMinute = Array.from({ length: 60 }, (_, minute) => minute)

export function looksLikeCron(text: string): boolean {
  return /\s/.test(text.trim())
}

/** One rule, or two of which either is meant. */
export function cronRules(text: string, field: string): readonly CronRule[] {
  const parts = text.trim().split(/\s+/)
  const [minutes, hours, monthDays, months, days] = parts
  if (
    minutes === undefined ||
    hours === undefined ||
    monthDays === undefined ||
    months === undefined ||
    days === undefined
  )
    throw notCron(`It has ${parts.length} fields.`, field)
  if (parts.length !== 5) throw notCron(`It has ${parts.length} fields.`, field)
  const inMonths = readField(months, monthField, field)
  const base = {
    ...timesOf(readField(minutes, minuteField, field), readField(hours, hourField, field)),
    ...(inMonths ? { inMonths } : {}),
  }
  const onDays = readField(monthDays, monthDayField, field)
  const onWeekdays = readField(days, weekdayField, field)
  const rules: CronRule[] = []
  if (onDays) rules.push({ rule: readRule({ ...base, onDays }, field), monthDays: new Set(onDays) })
  if (onWeekdays) {
    const on = [...new Set(onWeekdays.map((day) => weekdays[day % 7]!))]
    rules.push({ rule: readRule({ ...base, on }, field), monthDays: null })
  }
  return rules.length > 0 ? rules : [{ rule: readRule(base, field), monthDays: null }]
}

/** Every hour is elapsed time: an hour that happens twice is there twice, and one that is left out is not. */
function timesOf(minutes: readonly number[] | null, hours: readonly number[] | null) {
  const atMinutes = minutes ?? everyMinute
  if (hours === null) return { every: 'hour' as const, atMinutes }
  return { every: 'day' as const, atHours: hours, atMinutes }
}

/** The values that a field names; null where it is every one. */
function readField(text: string, known: Field, field: string): number[] | null {
  if (text === '*') return null
  const values = new Set<number>()
  for (const part of text.toLowerCase().split(',')) {
    const [, first, last, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,4}))?$/.exec(part) ?? []
    if (first === undefined) throw notCron(`The ${known.name} ${shown(part)} is not understood.`, field)
    const isOpen = first === '*' || (last === undefined && step !== undefined)
    const from = first === '*' ? known.min : numberOf(first, known, field)
    const to = last === undefined ? (isOpen ? known.max : from) : numberOf(last, known, field)
    const by = step === undefined ? 1 : Number(step)
    if (to < from || by < 1) throw notCron(`The ${known.name} ${shown(part)} names nothing.`, field)
    for (let value = from; value <= to; value += by) values.add(value)
  }
  return [...values].sort((a, b) => a - b)
}

function numberOf(text: string, { name, min, max, names }: Field, field: string): number {
  const named = names.indexOf(text)
  const value = named >= 0 ? named + min : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw notCron(`The ${name} ${shown(text)} is not one from ${min} to ${max}.`, field)
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 20))
}

function notCron(why: string, field: string): BelfryError {
  return new BelfryError('invalid_input', `Not a cron expression. ${why}`, { field, accepted: everyAccepted })
}
