// The values of a rule's parts: lists of numbers, days of the week, times of day and points in time, each in its canonical
// spelling. Lists are sorted and hold each value once, from the end counted last: 1, 15, -1.

import { BelfryError, type ErrorCode } from '../../errors.ts'
import {
  formatLocal,
  impossible,
  instantInRange,
  isLocalText,
  parseLocal,
  quoted,
  secondFold,
  splitFold,
} from '../local.ts'
import { instantNominal } from '../moment.ts'
import { asUtc, instantAt } from '../zone-rules.ts'
import { timeText } from './civil.ts'
import { ruleLimits, type Weekday, weekdays } from './rule.ts'
import { dayName, type NamedDay, namedDay } from './weekday.ts'

/** Where a part stands, for errors: fields of an object, or parts of a text. */
export interface Place {
  readonly isText: boolean
  field(name: string, index?: number): string
  label(name: string): string
}

export function refusal(
  place: Place,
  name: string,
  what: string,
  accepted: string,
  code: ErrorCode = 'invalid_input',
  index?: number,
): BelfryError {
  return new BelfryError(code, `${place.label(name)} ${what}.`, { field: place.field(name, index), accepted })
}

function readItems<Item>(
  value: unknown,
  name: string,
  place: Place,
  accepted: string,
  read: (item: unknown, index: number) => Item,
): Item[] | undefined {
  if (value === undefined || value === null) return undefined
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (items.length === 0) throw refusal(place, name, 'is an empty list', accepted)
  if (items.length > ruleLimits.listMax) {
    throw refusal(place, name, 'has too many values', `at most ${ruleLimits.listMax}`, 'too_many')
  }
  // Array.from fills the holes of a list, which map would pass over.
  return Array.from(items, read)
}

export function readWhole(value: unknown, name: string, max: number, place: Place): number | undefined {
  if (value === undefined || value === null) return undefined
  if (isWhole(value) && value >= 1 && value <= max) return value
  throw refusal(place, name, 'is out of range', `a whole number from 1 to ${max}`)
}

/** Where the range has negative numbers, zero is not in it. */
export function readWholes(value: unknown, name: string, min: number, max: number, place: Place): number[] | undefined {
  const accepted = min < 0 ? `1 to ${max}, or -1 to ${min} counted from the end` : `${min} to ${max}`
  const list = readItems(value, name, place, accepted, (item, index) => {
    if (isWhole(item) && item >= min && item <= max && (min >= 0 || item !== 0)) return item
    throw refusal(place, name, `cannot be ${shown(item)}`, accepted, 'invalid_input', index)
  })
  return list && [...new Set(list)].sort((a, b) => fromEndLast(a, b) || a - b)
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value)
}

function fromEndLast(a: number, b: number): number {
  return Number(a < 0) - Number(b < 0)
}

const groups: Readonly<Record<string, readonly number[]>> = { weekdays: [0, 1, 2, 3, 4], weekends: [5, 6] }

export function readWeekdays(value: unknown, name: string, place: Place): string[] | undefined {
  const accepted = place.isText
    ? 'MO, 1MO or -1FR'
    : 'monday, 1st monday, last friday, 2nd last friday, weekdays, weekends'
  const list = readItems(value, name, place, accepted, (item, index): readonly NamedDay[] => {
    const group = typeof item === 'string' && Object.hasOwn(groups, item) ? groups[item]! : undefined
    if (group) return group.map((weekday) => ({ weekday, ordinal: 0 }))
    const day = typeof item === 'string' && item.length < 40 ? namedDay(item) : undefined
    if (day) return [day]
    throw refusal(place, name, `cannot be ${shown(item)}`, accepted, 'invalid_input', index)
  })
  const days = list
    ?.flat()
    .sort((a, b) => fromEndLast(a.ordinal, b.ordinal) || a.ordinal - b.ordinal || a.weekday - b.weekday)
  return days && [...new Set(days.map(dayName))]
}

export function readWeekStart(value: unknown, name: string, place: Place): Weekday | undefined {
  if (value === undefined || value === null) return undefined
  const day = weekdays.find((known) => typeof value === 'string' && known === value.toLowerCase())
  if (!day) throw refusal(place, name, `cannot be ${shown(value)}`, place.isText ? 'MO to SU' : weekdays.join(', '))
  return day === 'monday' ? undefined : day
}

const timePattern = /^(\d\d):(\d\d)(?::(\d\d))?$/

export function readTimes(value: unknown, name: string, place: Place): string[] | undefined {
  const accepted = `times of day like 09:00 or 17:30:15, at most ${ruleLimits.timesMax}`
  const list = readItems(value, name, place, accepted, (item, index) => {
    const [, hour, minute, second = '0'] = (typeof item === 'string' && timePattern.exec(item)) || []
    if (hour !== undefined && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60) {
      return timeText((Number(hour) * 3_600 + Number(minute) * 60 + Number(second)) * 1_000)
    }
    throw refusal(place, name, `cannot be ${shown(item)}`, accepted, 'invalid_input', index)
  })
  const times = list && [...new Set(list)].sort()
  if (times && times.length > ruleLimits.timesMax)
    throw refusal(place, name, 'has too many times', accepted, 'too_many')
  return times
}

const pointForms = 'a local date (2027-03-01), a local time (2027-03-01T09:00) or an instant (2027-03-01T08:00:00Z)'
const datePattern = /^\d{4}-\d\d-\d\d$/
const instantPattern = /^(.+?)(?:Z|([+-])(\d\d):(\d\d))$/i

/** A date, a local time or an instant. */
export function readPoint(value: unknown, name: string, place: Place, index?: number): string {
  const text = typeof value === 'string' ? value : ''
  const field = place.field(name, index)
  if (datePattern.test(text)) return formatLocal(parseLocal(`${text}T00:00`, field)).slice(0, 10)
  if (isLocalText(text)) return formatLocal(parseLocal(text, field))
  const [, local = '', sign, hours, minutes] = instantPattern.exec(text) ?? []
  if (!isLocalText(local)) throw refusal(place, name, `cannot be ${shown(value)}`, pointForms, 'invalid_input', index)
  const offsetMs = sign ? (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1) : 0
  const epochMs = asUtc(parseLocal(local, field)).epochMilliseconds - offsetMs
  if (!instantInRange(instantAt(epochMs))) throw impossible(text, 'the year must be from 1970 to 9999', field)
  return instantNominal(epochMs)
}

/** Points of which a local time may be the second of two. */
export function readPoints(value: unknown, name: string, place: Place): string[] | undefined {
  const list = readItems(value, name, place, pointForms, (item, index) => {
    const { text, second } = typeof item === 'string' ? splitFold(item) : { text: item, second: false }
    const point = readPoint(text, name, place, index)
    if (!second) return point
    if (isLocalText(point)) return point + secondFold
    throw refusal(place, name, `cannot be ${shown(item)}`, pointForms, 'invalid_input', index)
  })
  return list && [...new Set(list)].sort()
}

export function readLocalTime(value: unknown, name: string, place: Place): string {
  const accepted = 'a local time like 2026-12-01T09:00'
  if (typeof value !== 'string' || !isLocalText(value))
    throw refusal(place, name, `cannot be ${shown(value)}`, accepted)
  return formatLocal(parseLocal(value, place.field(name)))
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'number' || value === null ? String(value) : `a value of type ${typeof value}`
}
