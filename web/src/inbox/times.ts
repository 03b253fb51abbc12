// How the inbox shows times: on the clock of the person it is for.

import type { Language } from '../language.ts'
import { yearIn } from '../zoned.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${zone} ${Object.keys(options)}`
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ko-KR', { ...options, timeZone: zone })
  formats.set(name, made)
  return made
}

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const day: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' }

/** `10:15` today; else with its day, and with its year if that is another. */
export function showWhen(at: string, zone: string, language: Language): string {
  const date = new Date(at)
  const dayOf = (one: Date) => formatOf(language, zone, { dateStyle: 'short' }).format(one)
  if (dayOf(date) === dayOf(new Date())) return formatOf(language, zone, clock).format(date)
  const isThisYear = yearIn(date, zone) === yearIn(Date.now(), zone)
  return formatOf(language, zone, { ...day, ...(isThisYear ? {} : { year: 'numeric' }), ...clock }).format(date)
}

/** `tomorrow at 10:00`; else as `showWhen` does. */
export function showMoment(at: string, zone: string, language: Language): string {
  const dayOf = (ms: number) => Date.parse(formatOf('en', zone, isoDay).format(ms).split('/').reverse().join('-'))
  const days = Math.round((dayOf(Date.parse(at)) - dayOf(Date.now())) / 86_400_000)
  if (Math.abs(days) > 1) return showWhen(at, zone, language)
  const named = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  return `${named}${language === 'en' ? ' at ' : ' '}${formatOf(language, zone, clock).format(new Date(at))}`
}

const isoDay: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' }

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export function showWeekday(index: number, language: Language, style: 'short' | 'long'): string {
  // A Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + index))
  return new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(date)
}

/** `Europe/Paris` → `Paris`. */
export function cityOf(zone: string): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ')
}

export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone
