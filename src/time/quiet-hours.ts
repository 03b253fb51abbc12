// Quiet hours: wall-clock windows of a recipient in which nothing should ring. They are applied when a due moment is
// computed: wait for their end if it is still useful then; else ring before they begin; else show it in the app only.

import { BelfryError } from '../errors.ts'
import { readList, readObject, readText } from '../input.ts'
import { type Weekday, weekdays } from './recurrence/rule.ts'
import { Temporal } from './temporal.ts'
import { instantToLocal, localToInstant } from './zone.ts'
import { instantAt, runtimeRules, type ZoneRules } from './zone-rules.ts'

/** From `from` until just before `to`, over midnight where `to` is not later. `days`: on which it begins; default all. */
export interface QuietWindow {
  readonly from: string
  readonly to: string
  readonly days?: readonly Weekday[]
}

export type QuietHours = readonly QuietWindow[]

/** What quiet hours did to a moment. */
export type Adjusted = 'deferred' | 'advanced' | 'in_app_only'

export interface Span {
  readonly startMs: number
  readonly endMs: number
}

const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const accepted = '{ from: "22:00", to: "07:00", days?: ["friday", …] }, or a list of them'
const windowsMax = 21
const minuteMs = 60_000
/** Windows that join each other without end leave no moment to ring at. */
const joinedMax = 16

export function readQuietHours(value: unknown, field: string): QuietHours {
  const list = Array.isArray(value) ? readList(value, windowsMax, field) : [value]
  return list.map((window, i) => readWindow(window, Array.isArray(value) ? `${field}/${i}` : field))
}

export function readWindow(value: unknown, field: string): QuietWindow {
  const { from, to, days } = readObject(value, ['from', 'to', 'days'], field)
  const window = { from: readTime(from, `${field}/from`), to: readTime(to, `${field}/to`) }
  if (window.from === window.to) {
    throw new BelfryError('invalid_input', 'The hours begin and end at the same time.', { field, accepted })
  }
  return days === undefined ? window : { ...window, days: readDays(days, `${field}/days`) }
}

function readTime(value: unknown, field: string): string {
  return readText(value, field, { bytesMax: 5, pattern: timePattern, accepted: 'a time from 00:00 to 23:59' })
}

function readDays(value: unknown, field: string): Weekday[] {
  const list = readList(value, 7, field).map((day, i) => {
    const found = weekdays.find((name) => name === day)
    if (found) return found
    throw new BelfryError('invalid_input', 'Not a day of the week.', {
      field: `${field}/${i}`,
      accepted: weekdays.join(', '),
    })
  })
  if (list.length > 0) return list
  throw new BelfryError('invalid_input', 'Hours on no day are no hours.', { field, accepted: weekdays.join(', ') })
}

/** The quiet span a moment lies in, windows that touch each other taken together; null when it is not quiet then. */
export function quietSpanAt(ms: number, hours: QuietHours, zone: string, rules: ZoneRules = runtimeRules): Span | null {
  let span = windowAt(ms, hours, zone, rules)
  if (!span) return null
  for (let joined = 0; joined < joinedMax; joined++) {
    const before = windowAt(span.startMs - 1, hours, zone, rules)
    const after = windowAt(span.endMs, hours, zone, rules)
    if (!before && !after) return span
    span = { startMs: before?.startMs ?? span.startMs, endMs: after?.endMs ?? span.endMs }
  }
  return { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY }
}

function windowAt(ms: number, hours: QuietHours, zone: string, rules: ZoneRules): Span | null {
  const today = instantToLocal(instantAt(ms), zone, rules).toPlainDate()
  // A window over midnight may have begun the day before.
  for (const date of [today, today.subtract({ days: 1 })]) {
    for (const window of hours) {
      if (window.days && !window.days.includes(weekdays[date.dayOfWeek - 1]!)) continue
      const span = spanOf(window, date, zone, rules)
      if (span.startMs <= ms && ms < span.endMs) return span
    }
  }
  return null
}

/** The same nights come again and again: a batch of 10,000 for one person took four times as long without. */
const spans = new WeakMap<ZoneRules, Map<string, Span>>()
const spansMax = 2_000

function spanOf({ from, to }: QuietWindow, date: Temporal.PlainDate, zone: string, rules: ZoneRules): Span {
  const name = `${zone} ${date} ${from} ${to}`
  const known = spans.get(rules) ?? new Map<string, Span>()
  const found = known.get(name)
  if (found) return found
  const end = to > from ? date : date.add({ days: 1 })
  const span = { startMs: instantOf(date, from, zone, rules), endMs: instantOf(end, to, zone, rules) }
  if (known.size >= spansMax) known.clear()
  spans.set(rules, known.set(name, span))
  return span
}

function instantOf(date: Temporal.PlainDate, time: string, zone: string, rules: ZoneRules): number {
  return localToInstant(date.toPlainDateTime(Temporal.PlainTime.from(time)), zone, rules).instant.epochMilliseconds
}

export interface Adjustment {
  readonly dueMs: number
  readonly adjusted: Adjusted | null
}

/** Where a moment goes that falls into quiet hours. */
export function avoidQuietHours(
  moment: { readonly dueMs: number; readonly usefulUntilMs: number; readonly nowMs: number },
  hours: QuietHours,
  zone: string,
  rules: ZoneRules = runtimeRules,
): Adjustment {
  const span = quietSpanAt(moment.dueMs, hours, zone, rules)
  if (!span) return { dueMs: moment.dueMs, adjusted: null }
  if (span.endMs < moment.usefulUntilMs) return { dueMs: span.endMs, adjusted: 'deferred' }
  const before = span.startMs - minuteMs
  if (before > moment.nowMs) return { dueMs: before, adjusted: 'advanced' }
  return { dueMs: moment.dueMs, adjusted: 'in_app_only' }
}
