// Moments in words, on the clocks of a person and in their language: "Tuesday, December 3, 10:00 AM CET", and how far away they
// are. The date is left out when it is today's; the year when it is this one's.

import { offsetsOf } from './recurrence/offsets.ts'
import { localTimeOf } from './show.ts'
import { runtimeRules } from './zone-rules.ts'

/** Whose clocks and whose language, and when it is said. */
export interface Listener {
  readonly timezone: string
  readonly locale: string
  readonly nowMs: number
}

export interface SaidMoment {
  /** The date if it is not today, the time, and the zone. */
  readonly full: string
  readonly date: string
  readonly time: string
  /** `CET`, or `GMT+9` where the language has no name for it. */
  readonly zone: string
}

export function sayMoment(atMs: number, listener: Listener): SaidMoment {
  const date = sayDate(atMs, listener)
  const time = sayTime(atMs, listener)
  const zone = sayZone(atMs, listener)
  const clock = withZone(time, zone, listener)
  return { date, time, zone, full: isToday(atMs, listener) ? clock : `${date}${gap(listener)}${clock}` }
}

/** From when to when; the end only by its time where it is on the same day. */
export function saySpan(startMs: number, endMs: number, listener: Listener): string {
  const start = sayMoment(startMs, listener)
  const end = sayMoment(endMs, listener)
  const dash = isKorean(listener) ? '~' : ' \u2013 '
  if (dayOf(startMs, listener) !== dayOf(endMs, listener) || start.zone !== end.zone)
    return `${start.full}${dash}${end.date}${gap(listener)}${withZone(end.time, end.zone, listener)}`
  const clock = withZone(`${start.time}${dash}${end.time}`, end.zone, listener)
  return isToday(startMs, listener) ? clock : `${start.date}${gap(listener)}${clock}`
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** `in 15 minutes`, `in 24 hours`, `in 3 days`, `5 minutes ago`; days are those of the calendar. */
export function sayDistance(atMs: number, listener: Listener): string {
  const awayMs = atMs - listener.nowMs
  const format = relative(listener.locale)
  const minutes = Math.round(awayMs / minuteMs)
  if (minutes === 0) return tidy(format.format(0, 'second'))
  if (Math.abs(minutes) < 60) return tidy(format.format(minutes, 'minute'))
  const hours = Math.round(awayMs / hourMs)
  if (Math.abs(hours) < 36) return tidy(format.format(hours, 'hour'))
  const days = (Date.parse(dayOf(atMs, listener)) - Date.parse(dayOf(listener.nowMs, listener))) / 86_400_000
  return tidy(format.format(days, 'day'))
}

function sayDate(atMs: number, listener: Listener): string {
  const isThisYear = dayOf(atMs, listener).slice(0, 4) === dayOf(listener.nowMs, listener).slice(0, 4)
  const year = isThisYear ? {} : { year: 'numeric' as const }
  return tidy(format(listener, { weekday: 'long', month: 'long', day: 'numeric', ...year }).format(atMs))
}

/** By 12 or 24 hours, as the language has it. */
function sayTime(atMs: number, listener: Listener): string {
  const parts = format(listener, { hour: 'numeric', minute: '2-digit' }).formatToParts(atMs)
  const words = parts.map(({ type, value }) =>
    // Newer data of the runtime writes AM and PM in Korean too; people there write 오전 and 오후.
    type === 'dayPeriod' && isKorean(listener) ? (korean[value] ?? value) : value,
  )
  return tidy(words.join(''))
}

const korean: Readonly<Record<string, string>> = { AM: '오전', PM: '오후' }

/** English has names for zones, but each country only knows its own. */
const englishes = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']

/** Asked once for each of a zone's offsets: that is what a name tells apart. */
function sayZone(atMs: number, listener: Listener): string {
  const { locale, timezone } = listener
  const offsetMs = offsetsOf(timezone, runtimeRules).at(atMs)
  return kept(zoneNames, `${locale} ${timezone} ${offsetMs}`, () => nameOfZone(atMs, listener))
}

function nameOfZone(atMs: number, listener: Listener): string {
  const { locale } = listener
  const locales = languageOf(locale) === 'en' ? [locale, ...englishes] : [locale]
  const names = locales.map((one) => zoneName(atMs, { ...listener, locale: one }))
  return names.find((name) => !/[+\u2212-]\d/.test(name)) ?? names[0] ?? listener.timezone
}

function zoneName(atMs: number, listener: Listener): string {
  const parts = format(listener, { hour: 'numeric', timeZoneName: 'short' }).formatToParts(atMs)
  return tidy(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
}

function withZone(time: string, zone: string, listener: Listener): string {
  return isKorean(listener) ? `${time}(${zone})` : `${time} ${zone}`
}

function gap(listener: Listener): string {
  return isKorean(listener) ? ' ' : ', '
}

function isToday(atMs: number, listener: Listener): boolean {
  return dayOf(atMs, listener) === dayOf(listener.nowMs, listener)
}

function dayOf(atMs: number, { timezone }: Listener): string {
  return localTimeOf(new Date(atMs), timezone).slice(0, 10)
}

function isKorean({ locale }: Listener): boolean {
  return languageOf(locale) === 'ko'
}

export function languageOf(locale: string): string {
  return locale.split('-', 1)[0]!.toLowerCase()
}

/** Narrow and unbreakable spaces look odd in a subject, and other programs do not expect them. */
function tidy(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ')
}

// Making a format takes about 30 µs, using one 5.
const formats = new Map<string, Intl.DateTimeFormat>()
const zoneNames = new Map<string, string>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()
const keptMax = 2_000

function format({ timezone: timeZone, locale }: Listener, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join()}`
  return kept(formats, key, () => new Intl.DateTimeFormat(locale, { timeZone, ...options }))
}

function relative(locale: string): Intl.RelativeTimeFormat {
  return kept(relatives, locale, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= keptMax) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
