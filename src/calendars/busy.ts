// From objects to busy times: series are expanded within a window, what overlaps within one object is merged. Rules are expanded by
// Belfry's own recurrence, to the letter of RFC 5545 as far as days are concerned; a time that a clock leaves out is moved, as calendars
// show it. How much is looked through is bounded, for an object and in all, because whoever writes a calendar may write
// FREQ=SECONDLY into it.

import { limits } from '../limits.ts'
import { parseDuration, timeMs } from '../time/duration.ts'
import { dayMs, localMsOf, localText } from '../time/recurrence/civil.ts'
import { type Offsets, offsetsOf } from '../time/recurrence/offsets.ts'
import { occurrences, readRule } from '../time/recurrence/recurrence.ts'
import type { ZoneRules } from '../time/zone.ts'
import { type CalendarEvent, type Observance, type Point, readPoint } from './event.ts'
import { rulesOfFile } from './file-zone.ts'
import { Work } from './work.ts'

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
  /** Busy times that are more than a calendar, or a person, may have. */
  readonly beyond: number
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
const stepsOfEvent = 10
const stepsOfCalendarMax = 10_000_000

export async function expand(
  objects: readonly { readonly href: string; readonly events: readonly CalendarEvent[] }[],
  ground: BusyGround,
  spansMax: number = limits.busyTimesOfCalendarMax,
): Promise<Expanded> {
  const expanding = new Expanding(ground, spansMax)
  const found: ExpandedObject[] = []
  for (const { href, events } of objects) {
    const spans = await expanding.spansOf(events)
    if (spans.length > 0) found.push({ href, spans })
  }
  return { objects: found, cut: expanding.cut, beyond: expanding.beyond }
}

class Expanding {
  cut = 0
  beyond = 0
  readonly #ground: BusyGround
  readonly #fileRules = new Map<string, ZoneRules>()
  readonly #work = new Work(stepsOfCalendarMax)
  #spansLeft: number

  constructor(ground: BusyGround, spansMax: number) {
    this.#ground = ground
    this.#spansLeft = spansMax
  }

  async spansOf(events: readonly CalendarEvent[]): Promise<Span[]> {
    const spans: Span[] = []
    try {
      const replaced = new Times()
      for (const event of events) {
        await this.#work.pause()
        this.#work.take(stepsOfEvent)
        await this.#readZones(event)
        if (event.instead !== undefined) replaced.add(this.#clockOf(event).read(event.instead))
      }
      for (const event of events) {
        await this.#work.pause()
        await this.#collect(event, replaced, spans)
      }
    } catch {
      // Its rule takes too long, or it is in a zone that this process does not know.
      this.cut++
    }
    const merged = mergedSpans(spans)
    const counted = merged.slice(0, Math.max(0, this.#spansLeft))
    this.beyond += merged.length - counted.length
    this.#spansLeft -= counted.length
    return counted
  }

  async #collect(event: CalendarEvent, replaced: Times, spans: Span[]): Promise<void> {
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
    const excepted = new Times()
    for (const point of event.except ?? []) {
      await this.#step()
      excepted.add(clock.read(point))
    }
    const isSeries = event.instead === undefined
    const isLeftOut = (one: At) => excepted.has(one, begins.isDate) || (isSeries && replaced.has(one, begins.isDate))
    for (const one of this.#startsOf(event, begins, clock, lengthAt(begins) - begins.instant)) {
      if (!isLeftOut(one)) add(one.instant, lengthAt(one))
      await this.#step()
    }
    for (const more of event.also ?? []) {
      await this.#step()
      const own = typeof more === 'string' ? null : more
      const at = clock.read(own?.start ?? (more as string))
      if (!isLeftOut(at)) add(at.instant, own ? lengthOf(own, at, clock)(at) : lengthAt(at))
    }
  }

  async #step(): Promise<void> {
    this.#work.take(1)
    await this.#work.pause()
  }

  *#startsOf(event: CalendarEvent, begins: At, clock: Clock, lengthMs: number): Generator<At> {
    if (event.rule === undefined || event.instead !== undefined) {
      yield begins
      return
    }
    const { fromMs, toMs } = this.#ground
    const rule = readRule({ rrule: clock.withLocalEnd(event.rule, begins.isDate), strict: true }, '/rule', this.#work)
    const stepsMax = this.#work.steps + stepsOfEventMax
    // Computed as if the clocks never changed, and placed on the zone's afterwards.
    const after = fromMs + clock.offsets.at(fromMs) - lengthMs - changeMs
    const until = toMs + clock.offsets.at(toMs) + changeMs
    const options = { after, budget: this.#work }
    for (const { instant: localMs } of occurrences(rule, localText(begins.localMs), 'UTC', options)) {
      if (localMs > until) return
      if (this.#work.steps > stepsMax) throw new Error('too many')
      yield { localMs, instant: clock.offsets.place(localMs).instant, isDate: begins.isDate }
    }
  }

  /** Whole, before anybody asks: what a file says about its clocks may take a while to look through. */
  async #readZones({ zones = {} }: CalendarEvent): Promise<void> {
    for (const [name, own] of Object.entries(zones)) {
      const key = zoneKey(name, own)
      this.#work.take(Math.ceil(key.length / 1_000))
      if (!this.#fileRules.has(key))
        this.#fileRules.set(key, await rulesOfFile(own, this.#ground.toMs + 400 * dayMs, this.#work))
    }
  }

  #clockOf(event: CalendarEvent): Clock {
    const { zone, rules } = this.#ground
    const offsetsIn = (name: string): Offsets => {
      const own = event.zones?.[name]
      if (own === undefined) return offsetsOf(name, rules)
      return offsetsOf(name, this.#fileRules.get(zoneKey(name, own))!)
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
}

/** Points name an occurrence by its instant, or by its day where either is one. */
class Times {
  readonly #instants = new Set<number>()
  readonly #days = new Set<number>()
  readonly #dates = new Set<number>()

  add({ localMs, instant, isDate }: At): void {
    this.#instants.add(instant)
    this.#days.add(Math.floor(localMs / dayMs))
    if (isDate) this.#dates.add(Math.floor(localMs / dayMs))
  }

  has({ localMs, instant }: At, isDate: boolean): boolean {
    return this.#instants.has(instant) || (isDate ? this.#days : this.#dates).has(Math.floor(localMs / dayMs))
  }
}

function zoneKey(name: string, own: readonly Observance[]): string {
  return `${name} ${JSON.stringify(own)}`
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
