// From objects to busy times: series are expanded within a window, what overlaps within one object is merged. Rules are expanded by
// Belfry's own recurrence, to the letter of RFC 5545 as far as days are concerned; a time that a clock leaves out is moved, as calendars
// show it. How much is looked through is bounded, for an object and in all, because whoever writes a calendar may write
// FREQ=SECONDLY into it.

import { setImmediate as turn } from 'node:timers/promises'
import { limits } from '../limits.ts'
import { parseDuration, timeMs } from '../time/duration.ts'
import { dayMs, localMsOf, localText } from '../time/recurrence/civil.ts'
import { type Offsets, offsetsOf } from '../time/recurrence/offsets.ts'
import { Budget, occurrences, readRule } from '../time/recurrence/recurrence.ts'
import type { ZoneRules } from '../time/zone.ts'
import { type CalendarEvent, type Point, readPoint } from './event.ts'
import { rulesOfFile } from './file-zone.ts'

export interface BusyWindow {
  readonly fromMs: number
  readonly toMs: number
}

export interface BusyGround extends BusyWindow {
  /** Of what floats, and of days. */
  readonly zone: string
  readonly rules: ZoneRules
}

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface ExpandedObject {
  readonly href: string
  readonly spans: readonly Span[]
}

export interface Expanded {
  readonly objects: readonly ExpandedObject[]
  /** Objects of which not everything within the window is counted. */
  readonly cut: number
}

/** Clocks change by less than that. */
const changeMs = 3 * 3_600_000
const daysBack = 1
const daysAhead = 400

export function windowAround(nowMs: number): BusyWindow {
  return { fromMs: nowMs - daysBack * dayMs, toMs: nowMs + daysAhead * dayMs }
}

/** What the rule of one event, and those of a whole calendar, may take to look through; a step is about a microsecond. */
const stepsOfEventMax = 200_000
const stepsOfCalendarMax = 10_000_000
/** Steps between two looks at whatever else this process does. */
const stepsAtOnce = 20_000

export async function expand(
  objects: readonly { readonly href: string; readonly events: readonly CalendarEvent[] }[],
  ground: BusyGround,
  spansMax: number = limits.busyTimesOfCalendarMax,
): Promise<Expanded> {
  const expanding = new Expanding(ground, spansMax)
  const found: ExpandedObject[] = []
  for (const { href, events } of objects) {
    const spans = expanding.spansOf(events)
    if (spans.length > 0) found.push({ href, spans })
    if (expanding.needsBreak()) await turn()
  }
  return { objects: found, cut: expanding.cut }
}

class Expanding {
  cut = 0
  readonly #ground: BusyGround
  readonly #fileRules = new Map<string, ZoneRules>()
  #stepsLeft = stepsOfCalendarMax
  #spansLeft: number
  #stepsAtBreak = stepsOfCalendarMax
  #objects = 0

  constructor(ground: BusyGround, spansMax: number) {
    this.#ground = ground
    this.#spansLeft = spansMax
  }

  needsBreak(): boolean {
    if (++this.#objects % 100 > 0 && this.#stepsAtBreak - this.#stepsLeft < stepsAtOnce) return false
    this.#stepsAtBreak = this.#stepsLeft
    return true
  }

  spansOf(events: readonly CalendarEvent[]): Span[] {
    const spans: Span[] = []
    try {
      for (const event of events) this.#collect(event, events, spans)
    } catch {
      // Its rule takes too long, or it is in a zone that this process does not know.
      this.cut++
    }
    const merged = mergedSpans(spans)
    const counted = merged.slice(0, Math.max(0, this.#spansLeft))
    if (counted.length < merged.length) this.cut++
    this.#spansLeft -= counted.length
    return counted
  }

  #collect(event: CalendarEvent, events: readonly CalendarEvent[], spans: Span[]): void {
    if (event.busy !== true) return
    const { fromMs, toMs } = this.#ground
    const clock = this.#clockOf(event)
    const begins = clock.read(event.start)
    const lengthAt = lengthOf(event, begins, clock)
    const add = (beginsMs: number, endsMs: number) => {
      if (endsMs <= fromMs || beginsMs >= toMs || endsMs <= beginsMs) return
      if (spans.length >= limits.busyTimesOfObjectMax) throw new Error('too many')
      spans.push({ fromMs: Math.max(beginsMs, fromMs), toMs: Math.min(endsMs, toMs) })
    }
    // One of a series: the rule, and what is left out, are the series'.
    const replaced = event.instead === undefined ? events.flatMap(({ instead }) => instead ?? []) : []
    const isLeftOut = clock.matcher([...(event.except ?? []), ...replaced], begins.isDate)
    for (const one of this.#startsOf(event, begins, clock, lengthAt(begins) - begins.instant))
      if (!isLeftOut(one)) add(one.instant, lengthAt(one))
    for (const more of event.also ?? []) {
      const own = typeof more === 'string' ? null : more
      const at = clock.read(own?.start ?? (more as string))
      if (!isLeftOut(at)) add(at.instant, own ? lengthOf(own, at, clock)(at) : lengthAt(at))
    }
  }

  *#startsOf(event: CalendarEvent, begins: At, clock: Clock, lengthMs: number): Generator<At> {
    if (event.rule === undefined || event.instead !== undefined) {
      yield begins
      return
    }
    const { fromMs, toMs } = this.#ground
    const rule = readRule({ rrule: clock.withLocalEnd(event.rule, begins.isDate), strict: true }, '/rule')
    const budget = new Budget(Math.min(stepsOfEventMax, this.#stepsLeft))
    // Computed as if the clocks never changed, and placed on the zone's afterwards.
    const after = fromMs + clock.offsets.at(fromMs) - lengthMs - changeMs
    const until = toMs + clock.offsets.at(toMs) + changeMs
    try {
      for (const { instant: localMs } of occurrences(rule, localText(begins.localMs), 'UTC', { after, budget })) {
        if (localMs > until) return
        budget.take(1)
        yield { localMs, instant: clock.offsets.place(localMs).instant, isDate: begins.isDate }
      }
    } finally {
      this.#stepsLeft -= budget.steps
    }
  }

  #clockOf(event: CalendarEvent): Clock {
    const { zone, rules, toMs } = this.#ground
    const offsetsIn = (name: string): Offsets => {
      const own = event.zones?.[name]
      if (own === undefined) return offsetsOf(name, rules)
      const key = `${name} ${JSON.stringify(own)}`
      const known = this.#fileRules.get(key) ?? rulesOfFile(own, toMs + 400 * dayMs)
      this.#fileRules.set(key, known)
      return offsetsOf(name, known)
    }
    return new Clock(offsetsIn, zone, event.start)
  }
}

interface At {
  readonly localMs: number
  readonly instant: number
  readonly isDate: boolean
}

/** The clocks of an event: those of its start, and of the points that name others. */
class Clock {
  readonly offsets: Offsets
  readonly #offsetsIn: (zone: string) => Offsets
  readonly #floating: string

  constructor(offsetsIn: (zone: string) => Offsets, floating: string, start: Point) {
    this.#offsetsIn = offsetsIn
    this.#floating = floating
    this.offsets = offsetsIn(readPoint(start).zone ?? floating)
  }

  read(point: Point): At {
    const { local, zone, isDate } = readPoint(point)
    const localMs = localMsOf(isDate ? `${local}T00:00` : local)
    return { localMs, instant: this.#offsetsIn(zone ?? this.#floating).place(localMs).instant, isDate }
  }

  /** An end in UTC, as this zone's clocks show it: the rule is computed by them. */
  withLocalEnd(rule: string, isDate: boolean): string {
    return rule.replace(/UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)/i, (_, ...parts: string[]) => {
      const [year, month, day, hour, minute, second, z] = parts
      const ms = localMsOf(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
      const text = localText(z === '' ? ms : ms + this.offsets.at(ms))
      const [date = '', time = ''] = text.replaceAll(/[-:]/g, '').split('T')
      return isDate ? `UNTIL=${date}` : `UNTIL=${date}T${time.slice(0, 6).padEnd(6, '0')}`
    })
  }

  /** Points name an occurrence by its instant, or by its day where either is one. */
  matcher(points: readonly Point[], isDate: boolean): (one: At) => boolean {
    const all = points.map((point) => this.read(point))
    const instants = new Set(all.map(({ instant }) => instant))
    const days = new Set(all.filter((one) => isDate || one.isDate).map(({ localMs }) => Math.floor(localMs / dayMs)))
    return ({ localMs, instant }) => instants.has(instant) || days.has(Math.floor(localMs / dayMs))
  }
}

/** When an occurrence ends: an end says how long exactly, a duration says days by the wall clock. */
function lengthOf(event: Pick<CalendarEvent, 'end' | 'duration'>, begins: At, clock: Clock): (one: At) => number {
  const { end, duration } = event
  if (end !== undefined) {
    const ends = clock.read(end)
    if (!begins.isDate) return ({ instant }) => instant + ends.instant - begins.instant
    const lengthMs = Math.max(ends.localMs - begins.localMs, dayMs)
    return ({ localMs }) => clock.offsets.place(localMs + lengthMs).instant
  }
  if (duration !== undefined) {
    const read = parseDuration(duration)
    const daysMs = (read.weeks * 7 + read.days) * dayMs
    return ({ localMs, instant }) =>
      timeMs(read) + (daysMs === 0 ? instant : clock.offsets.place(localMs + daysMs).instant)
  }
  return begins.isDate ? ({ localMs }) => clock.offsets.place(localMs + dayMs).instant : ({ instant }) => instant
}

export function mergedSpans(spans: readonly Span[]): Span[] {
  const merged: { fromMs: number; toMs: number }[] = []
  for (const span of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1)
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs)
    else merged.push({ ...span })
  }
  return merged
}
