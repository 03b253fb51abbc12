// Civil dates as integers. A day is a count of days since 1970-01-01; a local time is the epoch milliseconds it would have
// in UTC. Temporal needs microseconds for what these do in nanoseconds, and a preview computes thousands.

import { parseLocal } from '../local.ts'
import { asUtc } from '../zone-rules.ts'

export const secondMs = 1_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

export interface Civil {
  readonly year: number
  readonly month: number
  readonly day: number
}

// Years are counted from 1 March, so that the leap day is the last of its year: month lengths from March on follow
// (153 m + 2) / 5, and 400 years have 146,097 days. 719,468 is 1970-01-01 counted from 0000-03-01.
export function dayOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

export function civilOf(date: number): Civil {
  const shifted = date + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const leapsOut = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapsOut) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 }
}

/** 0 is Monday; 1970-01-01 was a Thursday. */
export function weekdayOf(date: number): number {
  return modulo(date + 3, 7)
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : monthLengths[month - 1]!
}

export function yearLength(year: number): number {
  return isLeapYear(year) ? 366 : 365
}

/** The first day of week one: the first week, beginning on that weekday, with four days or more in the year. */
export function firstWeek(year: number, weekStart: number): number {
  const fourth = dayOf(year, 1, 4)
  return fourth - modulo(weekdayOf(fourth) - weekStart, 7)
}

/** The year that the week of this day belongs to: the one that has four days of it. */
export function weekYearOf(date: number, weekStart: number): number {
  return civilOf(date - modulo(weekdayOf(date) - weekStart, 7) + 3).year
}

export function modulo(value: number, by: number): number {
  const rest = value % by
  return rest < 0 ? rest + by : rest
}

const two = Array.from({ length: 100 }, (_, count) => String(count).padStart(2, '0'))

export function dateText(date: number): string {
  const { year, month, day } = civilOf(date)
  return `${two[Math.floor(year / 100)]}${two[year % 100]}-${two[month]}-${two[day]}`
}

/** `09:00`, with seconds and their fraction only when they are not zero. */
export function timeText(timeMs: number): string {
  const minutes = `${two[Math.floor(timeMs / hourMs)]}:${two[Math.floor(timeMs / minuteMs) % 60]}`
  const restMs = timeMs % minuteMs
  if (restMs === 0) return minutes
  const fraction = restMs % secondMs
  const seconds = `${minutes}:${two[Math.floor(restMs / secondMs)]}`
  return fraction === 0 ? seconds : `${seconds}.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`
}

/** The text that `formatLocal` gives. */
export function localText(localMs: number): string {
  const date = Math.floor(localMs / dayMs)
  return `${dateText(date)}T${timeText(localMs - date * dayMs)}`
}

/** Reads a local time. `Date.parse` takes 31 February for 3 March, so what it reads must come out again. */
export function localMsOf(text: string, field?: string): number {
  const quick = Date.parse(`${text}Z`)
  if (quick >= 0 && localText(quick) === text) return quick
  return asUtc(parseLocal(text, field)).epochMilliseconds
}
