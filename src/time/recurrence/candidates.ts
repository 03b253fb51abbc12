// From a rule to instants: its own occurrences in order of time, up to its end. What is added, what is left out and the words
// for it come later (occurrences.ts).

import { splitFold } from '../local.ts'
import { dayMs, dayOf, localMsOf } from './civil.ts'
import { calendarTimes } from './expand-calendar.ts'
import { elapsedInstants, elapsedMs } from './expand-elapsed.ts'
import { noOffsets, type Offsets, type Placed } from './offsets.ts'
import { isElapsed, isPlain, type Rule } from './rule.ts'
import type { Budget } from './search.ts'

export interface Candidate {
  readonly instant: number
  /** The local time before any gap shift. */
  readonly nominalMs: number
  /** Whether it is the second of two. */
  readonly fold: boolean
  readonly kind: Placed['kind']
}

/** A rule from an anchor in a zone. */
export interface Course {
  readonly rule: Rule
  readonly anchor: Candidate
  readonly offsets: Offsets
  readonly strict: boolean
  readonly budget?: Budget | undefined
}

interface End {
  readonly instant: number
  readonly nominalMs: number
  readonly count: number
}

const never = Number.POSITIVE_INFINITY
const lastMs = dayOf(9999, 12, 31) * dayMs
// A gap shift moves an occurrence by a day at the most (Samoa, 2011), so two days back nothing is missed.
const reachMs = 2 * dayMs

/** A nominal text in a zone. */
export function candidateOf(nominal: string, offsets: Offsets): Candidate {
  const { text, second: wantsSecond } = splitFold(nominal)
  const nominalMs = localMsOf(text)
  const { instant, kind, second } = offsets.place(nominalMs)
  if (wantsSecond && second !== undefined) return { instant: second, nominalMs, fold: true, kind }
  return { instant, nominalMs, fold: false, kind }
}

/** What the zone's clocks show at an instant. */
export function shownAt(instant: number, offsets: Offsets): Candidate {
  return { instant, nominalMs: instant + offsets.at(instant), fold: offsets.isSecond(instant), kind: 'plain' }
}

/** The rule's own occurrences after an instant. Without a COUNT nothing before it is computed. */
export function candidates(course: Course, afterMs: number): Iterable<Candidate> {
  if (afterMs > lastMs) return []
  const { rule, anchor, strict } = course
  const fromMs = Math.max(afterMs, anchor.instant - dayMs)
  if (strict) return strictly(course, fromMs, afterMs)
  return isElapsed(rule.every) ? elapsed(course, fromMs, afterMs) : onCalendar(course, fromMs, afterMs)
}

function* onCalendar(course: Course, fromMs: number, afterMs: number): Generator<Candidate> {
  const { rule, anchor, offsets, budget } = course
  const end = endOf(course)
  const fromLocalMs = fromMs + offsets.at(fromMs) - reachMs
  const startMs = rule.count ? anchor.nominalMs : fromLocalMs
  const nominals = calendarTimes(rule, anchor.nominalMs, startMs, false, budget)
  for (const candidate of inOrderOfTime(course, upTo(nominals, end, fromLocalMs))) {
    if (candidate.instant > end.instant) return
    if (candidate.instant > afterMs) yield candidate
  }
}

/** COUNT counts what the rule names: two that fall on one moment count as two. So counting needs no instants: 0.1 µs each. */
function* upTo(nominals: Iterable<number>, end: End, fromLocalMs: number): Generator<number> {
  let left = end.count
  for (const nominalMs of nominals) {
    if (nominalMs > end.nominalMs || left-- === 0) return
    if (nominalMs >= fromLocalMs) yield nominalMs
  }
}

function* elapsed(course: Course, fromMs: number, afterMs: number): Generator<Candidate> {
  const { rule, anchor, offsets, budget } = course
  const end = endOf(course)
  const startMs = end.count === never ? fromMs : anchor.instant
  let left = end.count
  for (const instant of elapsedInstants(rule, anchor.instant, offsets, startMs, false, budget)) {
    if (instant > end.instant || left-- === 0) return
    if (instant > afterMs) yield shownAt(instant, offsets)
  }
}

/**
 * RFC 5545 to the letter. Hours and minutes are computed in local time, too, as if the clocks never changed; instances at a
 * non-existent local time "MUST be ignored and MUST NOT be counted".
 */
function* strictly(course: Course, fromMs: number, afterMs: number): Generator<Candidate> {
  const { rule, anchor, offsets, budget } = course
  const end = endOf(course)
  const startMs = rule.count ? anchor.nominalMs : fromMs + offsets.at(fromMs) - reachMs
  const nominals = isElapsed(rule.every)
    ? elapsedInstants(rule, anchor.nominalMs, noOffsets, startMs, true, budget)
    : calendarTimes(rule, anchor.nominalMs, startMs, true, budget)
  let left = end.count
  for (const nominalMs of nominals) {
    const candidate = placed(course, nominalMs)
    if (!candidate || candidate.kind === 'gap') continue
    if (nominalMs > end.nominalMs || candidate.instant > end.instant || left-- === 0) return
    if (candidate.instant > afterMs) yield candidate
  }
}

/**
 * A time in a gap is moved past times that come after it on the clock (02:30 becomes 03:30, after 03:00), so it waits until
 * its turn. Where another occurrence has that instant already, that one stands: it is where it was asked to be. So
 * a daily reminder rings once on the day after the one that Samoa left out.
 */
function* inOrderOfTime(course: Course, nominals: Iterable<number>): Generator<Candidate> {
  const moved: Candidate[] = []
  for (const nominalMs of nominals) {
    const candidate = placed(course, nominalMs)
    if (!candidate) continue
    while (moved[0] && shownMs(moved[0], course) < nominalMs) yield moved.shift()!
    if (candidate.kind === 'gap') {
      moved.push(candidate)
      continue
    }
    if (moved[0]?.instant === candidate.instant) moved.shift()
    yield candidate
  }
  yield* moved
}

function shownMs({ instant }: Candidate, { offsets }: Course): number {
  return instant + offsets.at(instant)
}

/** In an overlap the first, except that a rule which starts in the second starts there. */
function placed({ anchor, offsets }: Course, nominalMs: number): Candidate | undefined {
  if (anchor.fold && nominalMs === anchor.nominalMs) return anchor
  const { instant, kind } = offsets.place(nominalMs)
  if (anchor.fold && instant < anchor.instant) return undefined
  return { instant, nominalMs, fold: false, kind }
}

/**
 * A local UNTIL is compared with nominal times where the rule computes in those, so that a gap shift does not carry the last
 * one past the end; with instants where it counts elapsed time.
 */
function endOf(course: Course): End {
  const { rule, strict } = course
  const { until, count = never } = rule
  const isByInstant = isElapsed(rule.every) && !strict
  const end = { instant: never, nominalMs: never, count }
  if (until?.endsWith('Z')) return { ...end, instant: Date.parse(until) }
  if (until && isByInstant) return { ...end, instant: lastInstant(until, course.offsets) }
  if (until) return { ...end, nominalMs: isDate(until) ? localMsOf(`${until}T00:00`) + dayMs - 1 : localMsOf(until) }
  // One a period: the last can be computed, and whoever asks for what comes after 2030 need not count from 2000.
  if (isByInstant && isPlain(rule) && count !== never) {
    return { ...end, count: never, instant: course.anchor.instant + (count - 1) * elapsedMs(rule) }
  }
  return end
}

function lastInstant(until: string, offsets: Offsets): number {
  if (isDate(until)) return offsets.place(localMsOf(`${until}T00:00`) + dayMs).instant - 1
  return offsets.place(localMsOf(until)).instant
}

export function isDate(text: string): boolean {
  return text.length === 10
}
