// What a zone adds to UTC, from memory. Asking Temporal costs microseconds, a preview asks thousands of times, and a zone
// changes twice a year: so each stretch of about 200 days is asked through once (0.4 ms) and kept as a few spans of equal offset.
//
// After 2100 no zone has a table of its changes, only a rule for every year ("the last Sunday of March"), so a year is like any
// other that begins on the same weekday and is as long. The 28 years from 2101 have all there are: looking through
// the years up to 9999 asks for no more than these.
//
// Kept per `ZoneRules` object, so that rules a test passes in never meet the runtime's, and bounded: 200 stretches (a century)
// for each of at most 600 zones, the oldest dropped first.

import { instantAt, type ZoneRules } from '../zone-rules.ts'
import { civilOf, dayMs, dayOf, isLeapYear, minuteMs, weekdayOf, yearLength } from './civil.ts'

export interface Placed {
  readonly instant: number
  /** In a gap the instant is moved forward by the gap; of two in an overlap it is the first. */
  readonly kind: 'plain' | 'gap' | 'overlap'
  /** The second of two, in an overlap. */
  readonly second?: number
}

/** What a zone adds to UTC before a moment, and from then on. */
export interface OffsetChange {
  readonly atMs: number
  readonly beforeMs: number
  readonly afterMs: number
}

/** A stretch of time over which the clocks run evenly, and what the zone adds to UTC all the while. */
export interface SteadySpan {
  readonly fromMs: number
  readonly toMs: number
  readonly offsetMs: number
}

// A whole number of looks, and of minutes: about 200 days.
const stretchMs = 33 * 6 * dayMs
// Since 1970 no zone has changed twice within six days (the closest was the north-east of Brazil, which gave up summer time
// after 6.96 days in October 2000; offsets.test.ts looks), so looking every six days sees every change.
const lookMs = 6 * dayMs
const stretchesMax = 200
const firstAlike = 2_101
const lastAlike = firstAlike + 27
const alikeEndMs = dayOf(lastAlike + 1, 1, 1) * dayMs
const zonesMax = 600

export class Offsets {
  readonly #offsetMsAt: (epochMs: number) => number
  readonly #stretches = new Map<number, readonly SteadySpan[]>()
  #last: SteadySpan = { fromMs: 0, toMs: 0, offsetMs: 0 }

  constructor(offsetMsAt: (epochMs: number) => number) {
    this.#offsetMsAt = offsetMsAt
  }

  at(epochMs: number): number {
    return this.#spanAt(epochMs).offsetMs
  }

  /** From one instant to another in spans, one for each time that the clocks are changed. */
  between(fromMs: number, toMs: number): SteadySpan[] {
    const spans: { fromMs: number; toMs: number; offsetMs: number }[] = []
    for (let atMs = fromMs; atMs < toMs; ) {
      const span = this.#spanAt(atMs)
      const endMs = Math.min(span.toMs, toMs)
      const last = spans.at(-1)
      // Stretches and years end where nothing is changed.
      if (last?.offsetMs === span.offsetMs) last.toMs = endMs
      else spans.push({ fromMs: atMs, toMs: endMs, offsetMs: span.offsetMs })
      atMs = endMs
    }
    return spans
  }

  /**
   * The instant of a local time. Offsets lie within ±15 h, so whatever happens to a local time happens within a day of the
   * same time in UTC, and the offsets a day before and after are the only two it can have.
   */
  place(localMs: number): Placed {
    const { fromMs, toMs, offsetMs } = this.#last
    if (localMs - dayMs >= fromMs && localMs + dayMs < toMs) return { instant: localMs - offsetMs, kind: 'plain' }
    const before = this.at(localMs - dayMs)
    const after = this.at(localMs + dayMs)
    const first = localMs - before
    if (before === after) return { instant: first, kind: 'plain' }
    const second = localMs - after
    const isFirst = this.at(first) === before
    const isSecond = this.at(second) === after
    if (isFirst && isSecond) return { instant: first, kind: 'overlap', second }
    if (!isFirst && !isSecond) return { instant: first, kind: 'gap' }
    return { instant: isFirst ? first : second, kind: 'plain' }
  }

  /** Whether the instant is the second of two that show the same local time. */
  isSecond(epochMs: number): boolean {
    const { fromMs, toMs } = this.#last
    if (epochMs - 2 * dayMs >= fromMs && epochMs < toMs) return false
    return this.place(epochMs + this.at(epochMs)).second === epochMs
  }

  /** When the offset becomes another, after the one moment and before the other. */
  changes(afterMs: number, beforeMs: number): OffsetChange[] {
    const found: OffsetChange[] = []
    let span = this.#spanAt(afterMs)
    while (span.toMs < beforeMs) {
      const next = this.#spanAt(span.toMs)
      // A span also ends with the stretch or the year that was asked through.
      if (next.offsetMs !== span.offsetMs)
        found.push({ atMs: span.toMs, beforeMs: span.offsetMs, afterMs: next.offsetMs })
      span = next
    }
    return found
  }

  #spanAt(epochMs: number): SteadySpan {
    if (epochMs >= this.#last.fromMs && epochMs < this.#last.toMs) return this.#last
    if (epochMs >= alikeEndMs) return this.#spanOfAlike(epochMs)
    for (const span of this.#stretchAt(Math.floor(epochMs / stretchMs))) {
      this.#last = span
      if (epochMs < span.toMs) break
    }
    return this.#last
  }

  #spanOfAlike(epochMs: number): SteadySpan {
    const { year } = civilOf(Math.floor(epochMs / dayMs))
    const beginsMs = dayOf(year, 1, 1) * dayMs
    const alikeMs = dayOf(alike(year), 1, 1) * dayMs
    const movedMs = beginsMs - alikeMs
    const { fromMs, toMs, offsetMs } = this.#spanAt(epochMs - movedMs)
    this.#last = {
      fromMs: Math.max(fromMs + movedMs, beginsMs),
      toMs: Math.min(toMs + movedMs, beginsMs + yearLength(year) * dayMs),
      offsetMs,
    }
    return this.#last
  }

  #stretchAt(index: number): readonly SteadySpan[] {
    const known = this.#stretches.get(index)
    if (known) return known
    const spans = spansBetween(index * stretchMs, (index + 1) * stretchMs, this.#offsetMsAt)
    dropOldest(this.#stretches, stretchesMax)
    this.#stretches.set(index, spans)
    return spans
  }
}

/** Clocks that never change: local time taken for UTC. */
export const noOffsets = new Offsets(() => 0)

const known = new WeakMap<ZoneRules, Map<string, Offsets>>()

export function offsetsOf(zone: string, rules: ZoneRules): Offsets {
  const zones = known.get(rules) ?? new Map<string, Offsets>()
  known.set(rules, zones)
  const hit = zones.get(zone)
  if (hit) return hit
  const offsetMsAt = (epochMs: number) => rules.offsetMsAt(instantAt(epochMs), zone)
  // A zone that does not exist throws here and takes no place.
  offsetMsAt(0)
  dropOldest(zones, zonesMax)
  const offsets = new Offsets(offsetMsAt)
  zones.set(zone, offsets)
  return offsets
}

/** The year of the 28 that has the same days. */
function alike(year: number): number {
  const weekday = weekdayOf(dayOf(year, 1, 1))
  let other = firstAlike
  while (weekdayOf(dayOf(other, 1, 1)) !== weekday || isLeapYear(other) !== isLeapYear(year)) other++
  return other
}

function dropOldest<Key>(kept: Map<Key, unknown>, max: number): void {
  for (const key of kept.keys()) {
    if (kept.size < max) return
    kept.delete(key)
  }
}

function spansBetween(fromMs: number, toMs: number, offsetMsAt: (epochMs: number) => number): SteadySpan[] {
  const spans: SteadySpan[] = []
  let beganMs = fromMs
  let offsetMs = offsetMsAt(fromMs)
  for (let lookedMs = fromMs; lookedMs < toMs; lookedMs += lookMs) {
    const nextMs = Math.min(lookedMs + lookMs, toMs)
    if (offsetMsAt(nextMs) === offsetMs) continue
    const changedMs = firstOther(lookedMs, nextMs, offsetMs, offsetMsAt)
    spans.push({ fromMs: beganMs, toMs: changedMs, offsetMs })
    beganMs = changedMs
    offsetMs = offsetMsAt(changedMs)
  }
  if (beganMs < toMs) spans.push({ fromMs: beganMs, toMs, offsetMs })
  return spans
}

/** When the offset became another: to the minute, which is when clocks are changed, and then to the millisecond. */
function firstOther(
  sameMs: number,
  otherMs: number,
  offsetMs: number,
  offsetMsAt: (epochMs: number) => number,
): number {
  const [, minute] = narrow(sameMs / minuteMs, otherMs / minuteMs, (at) => offsetMsAt(at * minuteMs) === offsetMs)
  const lastMs = minute * minuteMs
  if (offsetMsAt(lastMs - 1) === offsetMs) return lastMs
  return narrow(lastMs - minuteMs, lastMs - 1, (at) => offsetMsAt(at) === offsetMs)[1]
}

/** The last whole number for which it is so and the first for which it is not, between one and the other. */
function narrow(from: number, to: number, isSo: (at: number) => boolean): [last: number, first: number] {
  let low = Math.ceil(from)
  let high = Math.floor(to)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isSo(middle)) low = middle
    else high = middle
  }
  return [low, high]
}
