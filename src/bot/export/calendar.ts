// Reminders as a calendar file. What rings at a moment is an event with an alarm, what waits to be done a to-do. Rules are those of RFC
// 5545, which has no word for "the 30th, or the last day of a shorter month": that becomes two events, of February and of the other months.

import { calendarEnd, calendarHead, escapeText, linesText, utcStamp } from '../../calendar-text.ts'
import type { Reminder } from '../../index.ts'
import { splitFold } from '../../time/local.ts'
import { occurrenceInstant, occurrences, type Rule, ruleText } from '../../time/recurrence/recurrence.ts'
import { localTimeOf } from '../../time/show.ts'
import { zoneLines } from '../../time/zone-component.ts'
import { runtimeRules } from '../../time/zone-rules.ts'

const yearMs = 366 * 86_400_000
/** Zones are described so far around now: longer than most reminders live. */
const eraMs = 5 * yearMs
/** More times a day than this are written as the rule has them, which not every calendar reads. */
const partsMax = 12
const countMax = 1_000

/** Pages in, pieces of the file out. */
export async function* calendarPieces(
  pages: AsyncIterable<readonly Reminder[]>,
  now: Date,
): AsyncGenerator<string, void> {
  yield linesText(calendarHead('PUBLISH'))
  const zones = new Set<string>()
  for await (const page of pages) {
    const lines = page.flatMap((reminder) => {
      const zone = zoneOf(reminder)
      const isNew = zone !== null && !zones.has(zone)
      if (isNew) zones.add(zone)
      return [...(isNew ? zoneText(zone, now) : []), ...reminderLines(reminder, zone, now)]
    })
    yield linesText(lines)
  }
  yield linesText([calendarEnd])
}

function zoneText(zone: string, now: Date): string[] {
  return zoneLines(zone, { fromMs: now.getTime() - eraMs, toMs: now.getTime() + eraMs }, runtimeRules)
}

/** Null: written in UTC. A rule without a zone of its own goes by its recipient's. */
function zoneOf({ timezone, recipientTimezone, series }: Reminder): string | null {
  const zone = timezone ?? (series?.rule ? recipientTimezone : null)
  return zone === 'UTC' ? null : zone
}

function reminderLines(reminder: Reminder, zone: string | null, now: Date): string[] {
  const { series, dueAt, plannedAt, state } = reminder
  const at = plannedAt ?? dueAt
  const isToDo = at === null || state !== 'scheduled' || series?.repeat?.nag || series?.repeat?.afterCompletion
  if (series?.rule && !isToDo) return ruleEvents(reminder, series.rule, series.start, zone, now)
  if (isToDo) return component('VTODO', reminder, now, [...toDoRule(reminder, zone), 'STATUS:NEEDS-ACTION'])
  return component('VEVENT', reminder, now, [moment('DTSTART', at, zone), ...alarm(reminder)])
}

/** What has a rule and is asked about until it is done keeps its rule. */
function toDoRule({ series, dueAt, plannedAt }: Reminder, zone: string | null): string[] {
  const at = plannedAt ?? dueAt
  if (!series?.rule) return at === null ? [] : [moment('DUE', at, zone)]
  const [part] = partsOf(series.rule, series.start, zone ?? 'UTC')
  const [first] = occurrences(part!, series.start, zone ?? 'UTC')
  return first ? [moment('DTSTART', new Date(first.instant), zone), ...rulesOf(part!, series.start, zone)] : []
}

/** RFC 5545 wants one rule each: what takes several to say is as many events. */
function ruleEvents(reminder: Reminder, rule: Rule, start: string, zone: string | null, now: Date): string[] {
  return partsOf(rule, start, zone ?? 'UTC').flatMap((part, i) => {
    const [first] = occurrences(part, start, zone ?? 'UTC')
    if (!first) return []
    const lines = [moment('DTSTART', new Date(first.instant), zone), ...rulesOf(part, start, zone), ...alarm(reminder)]
    return component('VEVENT', reminder, now, lines, i === 0 ? '' : `-${i}`)
  })
}

/** Of months whose ends differ, and of times of day, which need not form a grid here. */
function partsOf(rule: Rule, start: string, zone: string): Rule[] {
  const { at = [] } = rule
  const times = at.length > 1 && at.length <= partsMax ? at.map((time) => ({ at: [time] })) : [{}]
  const parts = clamped(rule, start).flatMap((part) => times.map((time) => ({ ...part, ...time })))
  const until = parts.length > 1 ? endOf(rule, start, zone) : undefined
  return until === undefined ? parts : parts.map(({ count: _, ...part }) => ({ ...part, until }))
}

/** A number of times cannot be split among several events, but the last of them is a moment. */
function endOf(rule: Rule, start: string, zone: string): string | undefined {
  if (rule.count === undefined || rule.count > countMax) return undefined
  let last: number | undefined
  for (const { instant } of occurrences(rule, start, zone)) last = instant
  return last === undefined ? undefined : `${new Date(last).toISOString().slice(0, 19)}Z`
}

function rulesOf(rule: Rule, start: string, zone: string | null): string[] {
  const { start: _, until, ...rest } = rule
  const time = splitFold(start).text.slice(10)
  const dated = (points: readonly string[] | undefined) =>
    points && { list: points.map((point) => (point.length === 10 ? point + time : point)) }.list
  const also = dated(rest.also)
  const except = dated(rest.except)
  const written: Rule = {
    ...{ ...rest, timezone: zone ?? 'UTC' },
    ...(also && { also }),
    ...(except && { except }),
    ...(until !== undefined && { until: inUtc(until, zone ?? 'UTC') }),
  }
  return ruleText(written).split('\n')
}

/** Where times have a zone, the end of a rule is in UTC (RFC 5545, 3.3.10). A day ends when it ends there. */
function inUtc(until: string, zone: string): string {
  if (until.endsWith('Z')) return until
  const local = until.length === 10 ? `${until}T23:59:59` : until
  return `${new Date(occurrenceInstant(local, zone)).toISOString().slice(0, 19)}Z`
}

const months = Array.from({ length: 12 }, (_, i) => i + 1)
const february = 2

/** The 31st is the last day of every month; of the 29th and the 30th only February differs. */
function clamped(rule: Rule, start: string): Rule[] {
  if (rule.strict || (rule.every !== 'month' && rule.every !== 'year')) return [rule]
  const { on, inWeeks, onYearDays, setPosition } = rule
  if (on || inWeeks || onYearDays || setPosition) return [rule]
  const [day, ...more] = rule.onDays ?? [Number(start.slice(8, 10))]
  if (day === undefined || day <= 28 || more.length > 0) return [rule]
  const inMonths = rule.inMonths ?? (rule.every === 'year' ? [Number(start.slice(5, 7))] : months)
  if (day === 31) return [{ ...rule, onDays: [-1], ...(inMonths !== months && { inMonths }) }]
  const others = inMonths.filter((month) => month !== february)
  return [
    ...(others.length > 0 ? [{ ...rule, inMonths: others, onDays: [day] }] : []),
    ...(inMonths.includes(february) ? [{ ...rule, inMonths: [february], onDays: [-1] }] : []),
  ]
}

/** On the clock of its zone, so that it stays there when the clocks change. */
function moment(name: string, at: Date, zone: string | null): string {
  if (zone === null) return `${name}:${utcStamp(at)}`
  return `${name};TZID=${zone}:${localTimeOf(at, zone).slice(0, 19).replaceAll(/[-:]/g, '')}`
}

function alarm({ title }: Reminder): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escapeText(title ?? '')}`, 'TRIGGER:PT0S', 'END:VALARM']
}

function component(
  name: 'VEVENT' | 'VTODO',
  reminder: Reminder,
  now: Date,
  lines: readonly string[],
  part = '',
): string[] {
  const { id, title, body, createdAt } = reminder
  const alarmAt = lines.indexOf('BEGIN:VALARM')
  const [own, alarms] = alarmAt < 0 ? [lines, []] : [lines.slice(0, alarmAt), lines.slice(alarmAt)]
  return [
    `BEGIN:${name}`,
    `UID:${id}${part}@belfry`,
    `DTSTAMP:${utcStamp(now)}`,
    ...(createdAt ? [`CREATED:${utcStamp(createdAt)}`] : []),
    ...own,
    `SUMMARY:${escapeText(title ?? '')}`,
    ...(body ? [`DESCRIPTION:${escapeText(body)}`] : []),
    ...alarms,
    `END:${name}`,
  ]
}
