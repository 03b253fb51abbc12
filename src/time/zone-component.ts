// A time zone as a calendar file describes it (VTIMEZONE), computed from the same rules that meetings are resolved with: a calendar
// then shows the hour that we mean, whichever database it has itself. Changes that come on the same weekday of the same month
// every year are a rule; those of other kinds (Ramadan in Morocco, the last Thursday's midnight in Egypt) are dates.

import { escapeText, utcStamp, wallStamp } from '../calendar-text.ts'
import { civilOf, dayMs, dayOf, monthLength, weekdayOf } from './recurrence/civil.ts'
import { type OffsetChange, offsetsOf } from './recurrence/offsets.ts'
import type { ZoneRules } from './zone-rules.ts'

/** From the first moment that is written in it to the last. */
export interface Era {
  readonly fromMs: number
  readonly toMs: number
}

// A date comes back to its weekday after 5, 6, 11 or 12 years. So many have each case of a rule such as "the Sunday after the
// first": what looks like one over all of them is one.
const yearsMin = 14
/** Fewer are a coincidence. */
const ruleYearsMin = 3
/** What files can write, and a year to spare. */
const yearMax = 9_998

export function zoneLines(zone: string, { fromMs, toMs }: Era, rules: ZoneRules): string[] {
  const firstYear = yearOf(fromMs) - 1
  const lastYear = Math.min(Math.max(yearOf(toMs) + 1, firstYear + yearsMin - 1), yearMax)
  const beginsMs = dayOf(firstYear, 1, 1) * dayMs
  const offsets = offsetsOf(zone, rules)
  const changes = offsets.changes(beginsMs, dayOf(lastYear + 1, 1, 1) * dayMs).map(onTheWall)
  const first = changes[0]
  // Only where something is before the first change: some calendars know what to do with two parts, and not with three.
  const before = first && first.atMs <= fromMs ? [] : [unchanging(offsets.at(beginsMs), first ? beginsMs : 0)]
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${escapeText(zone)}`,
    ...[...before, ...observancesOf(changes, lastYear)].flatMap(observanceLines),
    'END:VTIMEZONE',
  ]
}

/** A change as clocks show it that have not been changed yet. */
interface WallChange extends OffsetChange {
  readonly wallMs: number
  readonly year: number
  readonly month: number
  readonly weekday: number
  /** Which of its weekday in the month, 1 being the first. */
  readonly nth: number
  readonly isLast: boolean
  readonly isForward: boolean
}

function onTheWall(change: OffsetChange): WallChange {
  const wallMs = change.atMs + change.beforeMs
  const date = Math.floor(wallMs / dayMs)
  const { year, month, day } = civilOf(date)
  return {
    ...{ ...change, wallMs, year, month, weekday: weekdayOf(date), nth: Math.ceil(day / 7) },
    isLast: day + 7 > monthLength(year, month),
    isForward: change.afterMs > change.beforeMs,
  }
}

interface Observance {
  readonly isDaylight: boolean
  readonly wallMs: number
  readonly beforeMs: number
  readonly afterMs: number
  readonly rule: string | null
  /** One a line, and the first once more: some calendars read neither lists nor the start where there are dates. */
  readonly dates: readonly number[]
}

function unchanging(offsetMs: number, beginsMs: number): Observance {
  const offset = { beforeMs: offsetMs, afterMs: offsetMs }
  return { ...offset, isDaylight: false, wallMs: beginsMs, rule: null, dates: [] }
}

function observancesOf(changes: readonly WallChange[], lastYear: number): Observance[] {
  const alike = grouped(changes, ({ beforeMs, afterMs, month, weekday, wallMs }) =>
    [beforeMs, afterMs, month, weekday, wallMs % dayMs].join(),
  )
  const ruled = alike.map((some) => ({ some, rule: ruleOf(some, lastYear) }))
  const loose = ruled.flatMap(({ some, rule }) => (rule === null ? some : [])).sort((a, b) => a.atMs - b.atMs)
  const dated = grouped(loose, ({ beforeMs, afterMs }) => `${beforeMs},${afterMs}`)
  const observance = (some: readonly WallChange[], rule: string | null): Observance => {
    const { wallMs, beforeMs, afterMs } = some[0]!
    const dates = rule === null && some.length > 1 ? some.map((one) => one.wallMs) : []
    return { wallMs, beforeMs, afterMs, rule, dates, isDaylight: isDaylight(some[0]!, changes) }
  }
  return [
    ...ruled.flatMap(({ some, rule }) => (rule === null ? [] : [observance(some, rule)])),
    ...dated.map((some) => observance(some, null)),
  ].sort((a, b) => a.wallMs - b.wallMs)
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return [...groups.values()]
}

/** Null: not every year, or not on the same weekday of the month. */
function ruleOf(changes: readonly WallChange[], lastYear: number): string | null {
  const [first] = changes
  const last = changes.at(-1)!
  if (changes.length < ruleYearsMin || last.year - first!.year !== changes.length - 1) return null
  const day = changes.every(({ isLast }) => isLast)
    ? -1
    : changes.every(({ nth }) => nth === first!.nth)
      ? first!.nth
      : null
  if (day === null) return null
  const until = last.year === lastYear ? '' : `;UNTIL=${utcStamp(new Date(last.atMs))}`
  return `FREQ=YEARLY;BYMONTH=${first!.month};BYDAY=${day}${weekdays[first!.weekday]}${until}`
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const yearMs = 366 * dayMs

/** Clocks go forward and come back within the year. Rules do not say which of the two a country calls its standard. */
function isDaylight(change: WallChange, changes: readonly WallChange[]): boolean {
  const next = changes.find(({ atMs }) => atMs > change.atMs)
  return change.isForward && next !== undefined && !next.isForward && next.atMs - change.atMs < yearMs
}

function observanceLines({ isDaylight, wallMs, beforeMs, afterMs, rule, dates }: Observance): string[] {
  const name = isDaylight ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}`,
    `DTSTART:${wallStamp(wallMs)}`,
    `TZOFFSETFROM:${offsetText(beforeMs)}`,
    `TZOFFSETTO:${offsetText(afterMs)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    ...dates.map((date) => `RDATE:${wallStamp(date)}`),
    `END:${name}`,
  ]
}

/** `+0100`; with seconds where there are any, as some had until 1972. */
function offsetText(offsetMs: number): string {
  const seconds = Math.abs(Math.round(offsetMs / 1_000))
  const two = (count: number) => String(count).padStart(2, '0')
  const rest = seconds % 60 === 0 ? '' : two(seconds % 60)
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(seconds / 3_600))}${two(Math.floor(seconds / 60) % 60)}${rest}`
}

function yearOf(atMs: number): number {
  return new Date(atMs).getUTCFullYear()
}
