// When a rule happens: from an anchor (a local time) in a zone, one occurrence after the other, for as long as one asks.
//
// A reminder in a gap of the clocks is moved forward by the gap, never skipped; in an overlap it rings once, the first
// time; the 31st of a shorter month is its last day, counted from the anchor, so 31 January, 28 February, 31 March. `strict`
// is RFC 5545 to the letter instead: what is not on the calendar or the clock is skipped.
//
// Identity is the nominal, before any shift; `local` is what the clocks show. The stored nominal and the zone give the
// instant again when the zone's rules have changed (`occurrenceInstant`).

import { secondFold } from '../local.ts'
import { runtimeRules, type ZoneRules } from '../zone-rules.ts'
import { type Candidate, type Course, candidateOf, candidates, isDate, shownAt } from './candidates.ts'
import { localText } from './civil.ts'
import { type Note, notesOf, noteWords } from './notes.ts'
import { offsetsOf } from './offsets.ts'
import { type Rule, ruleLimits } from './rule.ts'
import type { Budget } from './search.ts'

export interface Occurrence {
  /** The identity: `2026-03-08T02:30`, with `~2` for the second of two where a rule counts hours, minutes or seconds. */
  readonly nominal: string
  /** Epoch milliseconds. */
  readonly instant: number
  /** What the zone's clocks show then: `2026-03-08T03:30`. */
  readonly local: string
  /** What was adjusted, in words; seldom anything. Made when it is read. */
  readonly notes: readonly string[]
  /** The same as facts. */
  readonly noted: readonly Note[]
}

export interface OccurrenceOptions {
  /** Only what comes after this: epoch milliseconds or the nominal of an occurrence. */
  readonly after?: number | string | undefined
  /** Default: the time-zone database of the runtime. */
  readonly rules?: ZoneRules | undefined
  /** Default: as the rule says. */
  readonly strict?: boolean | undefined
  /** What may be spent on looking; it throws when that is spent. Default: no more than one search may take. */
  readonly budget?: Budget | undefined
}

// A class because notes are rarely read: an object literal with a getter costs ten times as much to make (0.5 µs).
class ComputedOccurrence implements Occurrence {
  readonly nominal: string
  readonly instant: number
  readonly local: string
  readonly #candidate: Candidate
  readonly #course: Course

  constructor(candidate: Candidate, course: Course) {
    const { instant, nominalMs, fold, kind } = candidate
    const text = localText(nominalMs)
    this.nominal = fold ? text + secondFold : text
    this.instant = instant
    this.local = kind === 'gap' ? localText(instant + course.offsets.at(instant)) : text
    this.#candidate = candidate
    this.#course = course
  }

  get notes(): readonly string[] {
    return this.noted.map(noteWords)
  }

  get noted(): readonly Note[] {
    return notesOf(this.#candidate, this.#course)
  }

  toJSON(): Omit<Occurrence, 'noted'> {
    return { nominal: this.nominal, instant: this.instant, local: this.local, notes: this.notes }
  }
}

export function* occurrences(
  rule: Rule,
  start: string,
  zone: string,
  options: OccurrenceOptions = {},
): Generator<Occurrence, undefined> {
  const offsets = offsetsOf(zone, options.rules ?? runtimeRules)
  const { after = Number.NEGATIVE_INFINITY, strict = rule.strict ?? false, budget } = options
  const afterMs = typeof after === 'number' ? after : candidateOf(after, offsets).instant
  const course = { rule, anchor: candidateOf(start, offsets), offsets, strict, budget }
  const isExcept = exceptions(rule)
  let excepted = 0
  for (const candidate of withAdditions(course, afterMs)) {
    const occurrence = new ComputedOccurrence(candidate, course)
    if (!isExcept?.(occurrence)) {
      excepted = 0
      yield occurrence
      continue
    }
    budget?.take(1)
    if (++excepted > ruleLimits.exceptedMax) {
      budget?.giveUp()
      return
    }
  }
}

/** The first occurrence after an instant, or null when there is none. */
export function nextOccurrence(
  rule: Rule,
  start: string,
  zone: string,
  afterMs: number,
  rules: ZoneRules = runtimeRules,
): Occurrence | null {
  return occurrences(rule, start, zone, { after: afterMs, rules }).next().value ?? null
}

/** The instant of a stored nominal, as `localToInstant` finds it. */
export function occurrenceInstant(nominal: string, zone: string, rules: ZoneRules = runtimeRules): number {
  return candidateOf(nominal, offsetsOf(zone, rules)).instant
}

/** `also` among the rule's own. */
function* withAdditions(course: Course, afterMs: number): Generator<Candidate> {
  const added = additions(course).filter(({ instant }) => instant > afterMs)
  for (const candidate of candidates(course, afterMs)) {
    while (added[0] && added[0].instant < candidate.instant) yield added.shift()!
    if (added[0]?.instant === candidate.instant) added.shift()
    yield candidate
  }
  yield* added
}

function additions({ rule, anchor, offsets }: Course): Candidate[] {
  const { also = [] } = rule
  const time = localText(anchor.nominalMs).slice(10)
  const all = also.map((text) => {
    if (text.endsWith('Z')) return shownAt(Date.parse(text), offsets)
    return candidateOf(isDate(text) ? text + time : text, offsets)
  })
  all.sort((a, b) => a.instant - b.instant)
  return all.filter(({ instant }, i) => instant !== all[i - 1]?.instant)
}

function exceptions({ except }: Rule): ((occurrence: Occurrence) => boolean) | undefined {
  if (except === undefined) return undefined
  const texts = new Set(except)
  const instants = new Set(except.filter((text) => text.endsWith('Z')).map((text) => Date.parse(text)))
  return ({ nominal, instant }) => texts.has(nominal) || texts.has(nominal.slice(0, 10)) || instants.has(instant)
}
