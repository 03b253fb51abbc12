// Repeat: what comes after a ring. A rule goes on by itself, in the transaction that fires; backoff, nag and after-completion
// are parked when they fire and go on when the ring is concluded (or acknowledged). Every step is a pure function from a
// series to its next state.

import { sameText } from '../input.ts'
import { parseDuration } from '../time/duration.ts'
import { formatLocal } from '../time/local.ts'
import { instantNominal } from '../time/moment.ts'
import { type QuietWindow, quietSpanAt } from '../time/quiet-hours.ts'
import {
  type Budget,
  type Occurrence,
  occurrenceInstant,
  occurrences,
  type Rule,
} from '../time/recurrence/recurrence.ts'
import { instantToLocal } from '../time/zone.ts'
import { instantAt, type ZoneRules } from '../time/zone-rules.ts'
import { type Backoff, comesBackAt } from './backoff.ts'
import { type Basis, isInstantNominal, type Person, type Planned, place, resolve, zoneOf } from './planning.ts'

/** What to do with occurrences that were missed while nobody was there to ring: one ring, none, or every one. */
export type Missed = 'latest' | 'skip' | 'all'

export interface Nag {
  readonly everyMs: number
  /** Rings in all, the first one included. */
  readonly atMost: number
  /** Rings only inside these hours. */
  readonly hours?: QuietWindow
}

export interface Repeat {
  readonly kind: 'rule' | 'backoff' | 'nag' | 'after_completion'
  readonly rule?: Rule
  /** The local time a rule is counted from. */
  readonly start?: string
  readonly missed?: Missed
  readonly backoff?: Backoff
  readonly nag?: Nag
  /** Backoff of an alarm: its moments are kept apart from those of others, and Done is not the end of its row. */
  readonly alarm?: AlarmRepeat
  /** How long after it was done, such as P3D. */
  readonly after?: string
  /** How late each ring may be. */
  readonly toleranceMs: number
  readonly state: SeriesState
}

export interface AlarmRepeat {
  readonly onDone: 'end' | 'postpone'
}

/** As it was described. */
export type RepeatDefinition = Omit<Repeat, 'state' | 'toleranceMs'>

/** What changes from ring to ring. Everything else of a repeat is as the caller gave it. */
export interface SeriesState {
  /** Rings of this occurrence (nag) or of all (backoff) so far. */
  readonly rings?: number
  /** When the occurrence after this one is due: once that has passed too, this one was missed. */
  readonly nextMs?: number
  readonly paused?: true
  /** Of an alarm: somebody has said Done, and nothing is to come. */
  readonly done?: true
  /** The main line, while a snoozed occurrence rings before it. */
  readonly main?: MainLine
}

export interface MainLine extends Planned {
  readonly generation: number
}

/** A repeating reminder as it stands in its row. */
export interface Series extends Basis {
  readonly repeat: Repeat
  readonly generation: number
  readonly critical: boolean
}

export type Next =
  | { readonly kind: 'rings'; readonly planned: Planned; readonly generation: number }
  | { readonly kind: 'parked'; readonly repeat: Repeat }
  | { readonly kind: 'ended' }
  /** As it was. */
  | { readonly kind: 'unchanged' }

export interface Moment {
  readonly nowMs: number
  readonly rules: ZoneRules
  /** Of a call from outside. What goes on by itself has none: it was accepted, and a search that is too long just ends. */
  readonly budget?: Budget
}

const ended: Next = { kind: 'ended' }
/** A nag's ring is named by its occurrence and its number: 2026-11-19T09:00#2. */
export const ringMark = '#'

/** Whether its next moment waits for a result instead of following from a calendar. */
export function isParking({ kind }: Repeat): boolean {
  return kind !== 'rule'
}

/** Whether two descriptions are the same, however far each has come. */
export function isSameSeries(a: Repeat, b: Repeat): boolean {
  return sameText({ ...a, state: null }) === sameText({ ...b, state: null })
}

/** The first occurrence of a rule that is still ahead. */
export function firstOfRule(series: Series, person: Person, at: Moment): Next {
  return ruleAfter(series, at.nowMs, person, at)
}

/** After a ring of a rule has been fired, or any series is to go on with its main line. */
export function afterFire(series: Series, person: Person, at: Moment): Next {
  const { main } = series.repeat.state
  if (main) return backToMain(series, main)
  if (isParking(series.repeat)) return { kind: 'parked', repeat: series.repeat }
  const rule = ruleAfter(series, goOnFrom(series, person, at), person, at)
  const nag = nextNag(series, person, at)
  if (!nag) return rule
  return rule.kind === 'rings' && (rule.planned.dueMs ?? 0) <= (nag.planned.dueMs ?? 0) ? rule : nag
}

/** What a parked series does once its ring has come to an end. */
export function afterConclusion(
  series: Series,
  outcome: 'sent' | 'failed' | 'unknown',
  person: Person,
  at: Moment,
): Next {
  const { repeat } = series
  if (repeat.kind === 'nag') return nextNag(series, person, at) ?? ended
  if (repeat.kind !== 'backoff' || !repeat.backoff) return { kind: 'parked', repeat }
  // What failed for good was no ring.
  const rings = (repeat.state.rings ?? 0) + (outcome === 'failed' ? 0 : 1)
  const { retryMs } = repeat.backoff
  if (outcome === 'failed' && retryMs !== undefined)
    return ringAt(series, Math.ceil(at.nowMs + retryMs), { rings }, person, at)
  return comesBack(series, repeat.backoff, rings, person, at)
}

/** Rings again after the interval that follows so many rings. */
export function comesBack(series: Series, backoff: Backoff, rings: number, person: Person, at: Moment): Next {
  const from = { nowMs: at.nowMs, zone: zoneOf(series, person), rules: at.rules }
  return ringAt(series, comesBackAt(backoff, rings, from), { rings }, person, at)
}

/** Done: a nag is over until its rule comes round, after-completion counts from now, a rule just goes on. */
export function afterAcknowledge(series: Series, person: Person, at: Moment, onDone?: AlarmRepeat['onDone']): Next {
  const { repeat, occurrence } = series
  const { rings = 0, paused } = repeat.state
  if (repeat.alarm && (onDone ?? repeat.alarm.onDone) === 'end')
    return { kind: 'parked', repeat: { ...repeat, state: { rings, done: true } } }
  if (paused) return { kind: 'unchanged' }
  if (repeat.kind === 'after_completion') return afterCompletion(series, person, at)
  if (repeat.alarm && repeat.backoff) return comesBack(series, repeat.backoff, rings, person, at)
  if (repeat.kind !== 'rule') return ended
  if (repeat.state.main) return backToMain(series, repeat.state.main)
  const isNagging = occurrence !== mainOccurrence(occurrence)
  return isNagging ? ruleAfter(series, goOnFrom(series, person, at), person, at) : { kind: 'unchanged' }
}

/** The latest of the occurrences that were missed, or the next one ahead where missed ones are skipped. */
export function catchUp(series: Series, person: Person, at: Moment): Next {
  // One that is due this very moment was not missed.
  if (series.repeat.missed === 'skip') return ruleAfter(series, at.nowMs - 1, person, at)
  const latest = latestUpTo(series, person, at)
  return latest ? ringsAt(series, latest, person, at) : ruleAfter(series, at.nowMs, person, at)
}

/** Leaves out the coming ring. */
export function afterSkip(series: Series, person: Person, at: Moment): Next {
  const { main } = series.repeat.state
  if (main) return backToMain(series, main)
  return ruleAfter(series, goOnFrom(series, person, at), person, at)
}

/** After a pause: from now on, without a backlog. */
export function afterPause(series: Series, person: Person, at: Moment): Next {
  const { paused: _, main, ...state } = series.repeat.state
  const resumed = { ...series, repeat: { ...series.repeat, state } }
  if (main?.dueMs && main.dueMs > at.nowMs) return backToMain(resumed, main)
  if (series.repeat.kind === 'rule') return ruleAfter(resumed, at.nowMs, person, at)
  // What would have rung meanwhile and then waited for Done rings now; what had rung goes on waiting.
  if (series.repeat.kind === 'after_completion')
    return main?.dueMs
      ? ringAt(resumed, Math.ceil(at.nowMs), state, person, at)
      : { kind: 'parked', repeat: resumed.repeat }
  if (series.repeat.alarm) return ringAt(resumed, Math.ceil(at.nowMs), state, person, at)
  return afterConclusion(resumed, 'failed', person, at)
}

/** The same occurrence again, after its recipient's zone or quiet hours, or the zone's clocks, have changed. */
export function replanned(series: Series, current: MainLine, person: Person, at: Moment): Next {
  const { repeat } = series
  if (current.dueMs === null) return { kind: 'unchanged' }
  const main = repeat.state.main && replannedLine(series, repeat.state.main, person, at)
  const line = replannedLine(series, current, person, at)
  const state = { ...repeat.state, ...line.repeat?.state, ...(main ? { main } : {}) }
  return { kind: 'rings', planned: { ...line, repeat: { ...repeat, state } }, generation: series.generation }
}

function replannedLine(series: Series, line: MainLine, person: Person, at: Moment): MainLine {
  if (line.dueMs === null) return line
  const momentMs = momentAgain(line, person, at.rules)
  const { occurrence, timezone, floating, step, generation } = line
  const basis = { occurrence, timezone, floating, step }
  const placed = place(basis, momentMs, tolerance(series), person, { ...at, critical: series.critical })
  const [next] = ruleOccurrences({ ...series, ...basis }, momentMs, person, at)
  const repeat = next ? { ...series.repeat, state: { nextMs: next.instant } } : { ...series.repeat, state: {} }
  return { ...placed, adjusted: line.adjusted === 'snoozed' ? 'snoozed' : placed.adjusted, generation, repeat }
}

/** What somebody chose by hand, or was counted from a ring, stays where it is; everything else is read off the clock again. */
export function momentAgain(line: Omit<Planned, 'repeat'>, person: Person, rules: ZoneRules): number {
  const isElapsed = line.adjusted === 'snoozed' || mainOccurrence(line.occurrence) !== line.occurrence
  // An instant is the same on every clock. What a sweep reminds of is named by its due time, and rings before it.
  const isInstant = isInstantNominal(line.occurrence) && line.step === null
  if (isElapsed || isInstant) return line.plannedMs ?? line.dueMs ?? 0
  return resolve(line, person, rules)
}

function backToMain(series: Series, main: MainLine): Next {
  const { generation, ...planned } = main
  const { main: _, ...state } = series.repeat.state
  if (planned.dueMs === null) return { kind: 'parked', repeat: { ...series.repeat, state } }
  const repeat = { ...series.repeat, state: { ...state, ...planned.repeat?.state } }
  // Also when it has passed while the snooze was waiting: then it is late, and fired (or caught up) like any other.
  return { kind: 'rings', planned: { ...planned, repeat }, generation }
}

/**
 * From where a rule goes on: after the occurrence that rang, and after now, so that what was deferred over several of them
 * rings once. Only who wants every missed one gets them.
 */
export function goOnFrom(series: Series, person: Person, { nowMs, rules }: Moment): number {
  const rangMs = occurrenceInstant(mainOccurrence(series.occurrence), zoneOf(series, person), rules)
  return series.repeat.missed === 'all' ? rangMs : Math.max(rangMs, nowMs)
}

export function ruleAfter(series: Series, afterMs: number, person: Person, at: Moment): Next {
  const [first, second] = ruleOccurrences(series, afterMs, person, at)
  return first ? ringsAt(series, first, person, at, second) : ended
}

function ringsAt(series: Series, first: Occurrence, person: Person, at: Moment, second?: Occurrence): Next {
  const [next = second] = second ? [] : ruleOccurrences(series, first.instant, person, at)
  const { rings: _, nextMs: __, main: ___, ...state } = series.repeat.state
  const repeat = { ...series.repeat, state: next ? { ...state, nextMs: next.instant } : state }
  const basis = { ...basisOf(series), occurrence: first.nominal }
  const placed = place(basis, first.instant, tolerance(series), person, { ...at, critical: series.critical })
  return { kind: 'rings', planned: { ...placed, repeat }, generation: series.generation }
}

function ruleOccurrences(
  { repeat, ...basis }: Series,
  afterMs: number,
  person: Person,
  { rules, budget }: Moment,
): Occurrence[] {
  if (!repeat.rule || repeat.start === undefined) return []
  const found: Occurrence[] = []
  const from = { after: afterMs, rules, budget }
  for (const one of occurrences(repeat.rule, repeat.start, zoneOf(basis, person), from)) {
    found.push(one)
    if (found.length === 2) break
  }
  return found
}

/** The last occurrence up to now: looked for in windows that grow backwards, so that a year of minutes is not walked through. */
export function latestUpTo(series: Series, person: Person, { nowMs, rules }: Moment): Occurrence | null {
  const { rule, start } = series.repeat
  if (!rule || start === undefined) return null
  const fromMs = occurrenceInstant(mainOccurrence(series.occurrence), zoneOf(series, person), rules) - 1
  for (let windowMs = 3_600_000; ; windowMs *= 8) {
    const afterMs = Math.max(fromMs, nowMs - windowMs)
    let latest: Occurrence | null = null
    for (const one of occurrences(rule, start, zoneOf(series, person), { after: afterMs, rules })) {
      if (one.instant > nowMs) break
      latest = one
    }
    if (latest || afterMs === fromMs) return latest
  }
}

export function nextNag(series: Series, person: Person, at: Moment): (Next & { kind: 'rings' }) | null {
  const { nag, state } = series.repeat
  const rings = (state.rings ?? 0) + 1
  if (!nag || rings >= nag.atMost) return null
  const zone = zoneOf(series, person)
  const plainMs = Math.ceil(at.nowMs + nag.everyMs)
  const outside = nag.hours && quietSpanAt(plainMs, [{ from: nag.hours.to, to: nag.hours.from }], zone, at.rules)
  const ringMs = outside ? outside.endMs : plainMs
  const basis = { ...basisOf(series), occurrence: `${mainOccurrence(series.occurrence)}${ringMark}${rings + 1}` }
  const placed = place(basis, ringMs, tolerance(series), person, { ...at, critical: series.critical })
  const repeat = { ...series.repeat, state: { ...state, rings } }
  return { kind: 'rings', planned: { ...placed, repeat }, generation: series.generation }
}

function afterCompletion(series: Series, person: Person, at: Moment): Next {
  const duration = parseDuration(series.repeat.after ?? 'P1D')
  const zone = zoneOf(series, person)
  const { years, months, weeks, days } = duration
  if (years + months + weeks + days === 0) {
    const ms = instantAt(Math.ceil(at.nowMs)).add(duration).epochMilliseconds
    return ringAt(series, ms, series.repeat.state, person, at)
  }
  // Days and more keep the time of day it first had; what is finer is added to it.
  const today = instantToLocal(instantAt(Math.ceil(at.nowMs)), zone, at.rules).toPlainDate()
  const time = instantToLocal(instantAt(firstMs(series, zone, at.rules)), zone, at.rules).toPlainTime()
  const occurrence = formatLocal(today.toPlainDateTime(time).add(duration))
  const momentMs = occurrenceInstant(occurrence, zone, at.rules)
  const basis = { ...basisOf(series), occurrence }
  const placed = place(basis, momentMs, tolerance(series), person, { ...at, critical: series.critical })
  return { kind: 'rings', planned: { ...placed, repeat: series.repeat }, generation: series.generation }
}

function firstMs({ repeat, occurrence }: Series, zone: string, rules: ZoneRules): number {
  const first = repeat.start ?? occurrence
  return first.endsWith('Z') ? Date.parse(first) : occurrenceInstant(first, zone, rules)
}

function ringAt(series: Series, ms: number, state: SeriesState, person: Person, at: Moment): Next {
  const basis = { ...basisOf(series), occurrence: instantNominal(ms) }
  const placed = place(basis, ms, tolerance(series), person, { ...at, critical: series.critical })
  return { kind: 'rings', planned: { ...placed, repeat: { ...series.repeat, state } }, generation: series.generation }
}

/** The occurrence that a nag's ring belongs to. */
export function mainOccurrence(occurrence: string): string {
  const mark = occurrence.indexOf(ringMark)
  return mark < 0 ? occurrence : occurrence.slice(0, mark)
}

function basisOf({ occurrence, timezone, floating, step }: Series): Basis {
  return { occurrence, timezone, floating, step }
}

function tolerance({ repeat: { toleranceMs } }: Series) {
  return { untilMs: null, toleranceMs }
}
