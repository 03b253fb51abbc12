// How a series goes on: a rule by the calendar, backoff and nag from the end of each ring, after-completion from Done. A snooze
// rings once more and comes back to where the series would have been.

import { formatLocal } from '../../src/time/local.ts'
import { instantToLocal } from '../../src/time/zone.ts'
import { instantAt } from '../../src/time/zone-rules.ts'
import { afterwards, type Happening, instantName, latest, momentOf, placed, withoutRing } from './moments.ts'
import type { Coming, Reminder, Series } from './promise.ts'

const noEnd = { untilMs: null }

function zoneOf({ series, person }: Reminder): string {
  return series?.start.zone ?? person.zone
}

/** A rule rings next at its first occurrence after that moment; without one it has come to its end. */
export function goTo(reminder: Reminder, afterMs: number, nowMs: number): void {
  const series = reminder.series!
  const { rule } = series.description
  const [first, second] = rule ? afterwards(rule, series.start.occurrence, zoneOf(reminder), afterMs) : []
  if (first) comeTo(reminder, first, second ?? null, nowMs)
  else end(reminder)
}

function comeTo(reminder: Reminder, first: Happening, second: Happening | null, nowMs: number): void {
  const series = reminder.series!
  const generation = reminder.coming?.generation ?? 1
  const what = { occurrence: first.occurrence, zone: series.start.zone, step: null, generation }
  reminder.coming = placed(what, first.ms, noEnd, reminder.person, nowMs, reminder.critical)
  Object.assign(series, { rings: 0, nextMs: second?.ms ?? null, main: null })
}

export function end(reminder: Reminder): void {
  reminder.coming = null
  reminder.series = null
}

function park(reminder: Reminder): void {
  reminder.coming = reminder.coming && { ...reminder.coming, dueMs: null }
}

/** An occurrence whose successor is due as well was missed, and so is a late one where missed ones are skipped. */
export function isMissed({ series, coming }: Reminder, nowMs: number): boolean {
  const description = series?.description
  if (description?.kind !== 'rule' || description.missed === 'all' || coming?.dueMs == null) return false
  const hasSuccessor = series!.nextMs !== null && series!.nextMs <= nowMs && series!.main === null
  return hasSuccessor || (description.missed === 'skip' && coming.dueMs < nowMs - 300_000)
}

/** One ring for everything that was missed: the latest. Or none, and on with the next. */
export function catchUp(reminder: Reminder, nowMs: number): void {
  const { description, start } = reminder.series!
  const name = withoutRing(reminder.coming!.occurrence)
  const fromMs = momentOf({ occurrence: name, zone: start.zone }, null, reminder.person)
  const zone = zoneOf(reminder)
  const last = latest(description.rule!, start.occurrence, zone, fromMs - 1, nowMs)
  if (description.missed === 'skip' || !last) {
    // One that is due this very moment was not missed.
    goTo(reminder, nowMs - 1, nowMs)
    return
  }
  const [next] = afterwards(description.rule!, start.occurrence, zone, last.ms)
  comeTo(reminder, last, next ?? null, nowMs)
}

/** After a ring has been given to the channel. */
export function afterFire(reminder: Reminder, nowMs: number): void {
  const series = reminder.series!
  if (series.main) backToMain(reminder)
  else if (series.description.kind !== 'rule') park(reminder)
  else goOn(reminder, nowMs)
}

/** A rule goes on by the calendar, unless it nags before that. */
function goOn(reminder: Reminder, nowMs: number): void {
  const series = reminder.series!
  const nag = nextNag(reminder, nowMs)
  const before = { rings: series.rings + 1, nextMs: series.nextMs }
  const coming = reminder.coming!
  goTo(reminder, goOnFrom(reminder, coming, nowMs), nowMs)
  if (!nag || (reminder.coming && (reminder.coming.dueMs ?? 0) <= (nag.dueMs ?? 0))) return
  reminder.series = { ...series, ...before }
  reminder.coming = nag
}

/** After the occurrence that rang, and after now: what was deferred over several of them rings once. */
function goOnFrom({ series, person }: Reminder, coming: Coming, nowMs: number): number {
  const rangMs = momentOf({ occurrence: withoutRing(coming.occurrence), zone: series!.start.zone }, null, person)
  return series!.description.missed === 'all' ? rangMs : Math.max(rangMs, nowMs)
}

/** A snooze never shifts the series: what would have come next comes next. */
function backToMain(reminder: Reminder): void {
  const series = reminder.series!
  const { nextMs, ...coming } = series.main!
  reminder.coming = coming
  Object.assign(series, { main: null, nextMs })
}

function nextNag({ series, coming, person, critical }: Reminder, nowMs: number): Coming | null {
  const { nag } = series!.description
  const rings = series!.rings + 1
  if (!nag || rings >= nag.atMost) return null
  const occurrence = `${withoutRing(coming!.occurrence)}#${rings + 1}`
  return placed({ ...coming!, occurrence }, nowMs + nag.everyMs, noEnd, person, nowMs, critical)
}

/** A ring that the series was waiting for has come to its end. */
export function afterEnd(reminder: Reminder, outcome: 'rang' | 'failed', nowMs: number): void {
  const series = reminder.series!
  const { kind, backoff } = series.description
  if (kind === 'nag') {
    const next = nextNag(reminder, nowMs)
    series.rings += 1
    if (next) reminder.coming = next
    else end(reminder)
  }
  if (kind === 'backoff' && backoff) {
    // What failed for good was no ring: the same interval again.
    series.rings = Math.max(1, series.rings + (outcome === 'rang' ? 1 : 0))
    const ms = nowMs + Math.min(backoff.capMs, backoff.baseMs * backoff.factor ** (series.rings - 1))
    const what = { ...reminder.coming!, occurrence: instantName(ms) }
    reminder.coming = placed(what, ms, noEnd, reminder.person, nowMs, reminder.critical)
  }
}

/** Done: answers whether the reminder goes on. */
export function afterDone(reminder: Reminder, nowMs: number): 'ends' | 'goes on' | 'as it was' {
  const series = reminder.series
  if (!series) return 'ends'
  const { kind, afterDays } = series.description
  // Nothing rings until it is resumed.
  if (series.isPaused) return 'as it was'
  if (kind === 'after_completion' && afterDays) {
    const zone = zoneOf(reminder)
    const today = instantToLocal(instantAt(nowMs), zone).toPlainDate()
    const time = instantToLocal(instantAt(momentOf(series.start, null, reminder.person)), zone).toPlainTime()
    const occurrence = formatLocal(today.toPlainDateTime(time).add({ days: afterDays }))
    const what = { ...reminder.coming!, occurrence, zone: series.start.zone }
    const moment = momentOf(what, null, reminder.person)
    reminder.coming = placed(what, moment, noEnd, reminder.person, nowMs, reminder.critical)
    series.main = null
    return 'goes on'
  }
  if (kind !== 'rule') return 'ends'
  if (series.main) {
    backToMain(reminder)
    return 'goes on'
  }
  const isNagging = reminder.coming?.occurrence.includes('#')
  if (!isNagging) return 'as it was'
  goTo(reminder, goOnFrom(reminder, reminder.coming!, nowMs), nowMs)
  return 'goes on'
}

/** Leaves out the coming ring. */
export function afterSkip(reminder: Reminder, nowMs: number): void {
  if (reminder.series!.main) backToMain(reminder)
  else goTo(reminder, goOnFrom(reminder, reminder.coming!, nowMs), nowMs)
}

export function pause(reminder: Reminder): void {
  const series = reminder.series!
  if (series.isPaused) return
  series.main ??= { ...reminder.coming!, nextMs: series.nextMs }
  series.isPaused = true
  park(reminder)
}

/** From now on, without a backlog. */
export function resume(reminder: Reminder, nowMs: number): void {
  const series = reminder.series!
  if (!series.isPaused) return
  series.isPaused = false
  const { main } = series
  series.main = null
  const { kind } = series.description
  if (main?.dueMs != null && main.dueMs > nowMs) {
    series.main = main
    backToMain(reminder)
  } else if (kind === 'rule') goTo(reminder, nowMs, nowMs)
  else if (kind !== 'after_completion') afterEnd(reminder, 'failed', nowMs)
  // What would have rung meanwhile, and then waited for Done, rings now; what had rung goes on waiting.
  else if (main?.dueMs != null) {
    const what = { ...reminder.coming!, occurrence: instantName(nowMs) }
    reminder.coming = placed(what, nowMs, noEnd, reminder.person, nowMs, reminder.critical)
  }
}

/** Rings again (or later) at `untilMs`; past the next occurrence it collapses with it. Answers whether it does. */
export function snoozeSeries(
  reminder: Reminder,
  rang: { readonly occurrence: string; readonly generation: number } | null,
  untilMs: number,
  nowMs: number,
): boolean {
  const series = reminder.series!
  const coming = reminder.coming!
  const { kind } = series.description
  const snoozed = {
    dueMs: untilMs,
    momentMs: untilMs,
    usefulUntilMs: untilMs + 86_400_000,
    adjusted: 'snoozed' as const,
  }
  // A nag beside a rule is silent until then, and until the rule comes round again.
  const isNagging = kind === 'rule' && series.main === null && coming.occurrence.includes('#')
  if (isNagging && series.nextMs !== null && untilMs >= series.nextMs) {
    afterSkip(reminder, nowMs)
    return true
  }
  if (isNagging || kind === 'nag' || kind === 'backoff') {
    reminder.coming = { ...coming, ...snoozed, occurrence: laterName(series, coming, untilMs) }
    if (coming.dueMs === null && kind === 'nag') series.rings += 1
    return false
  }
  const main = series.main ?? { ...coming, nextMs: series.nextMs }
  const isSnoozed = series.main !== null
  const limitMs = rang || isSnoozed ? main.dueMs : series.nextMs
  if (limitMs !== null && untilMs >= limitMs) {
    if (!rang || isSnoozed) afterSkip(reminder, nowMs)
    return true
  }
  if (!rang) {
    reminder.coming = { ...coming, ...snoozed }
    return false
  }
  series.main = main
  reminder.coming = { ...coming, ...snoozed, occurrence: rang.occurrence, generation: rang.generation + 1 }
  return false
}

function laterName({ description, rings }: Series, coming: Coming, untilMs: number): string {
  if (coming.dueMs !== null) return coming.occurrence
  return description.kind === 'nag' ? `${withoutRing(coming.occurrence)}#${rings + 2}` : instantName(untilMs)
}

/** Their zone or quiet hours have changed: the same occurrence, planned again. What was chosen by hand stays. */
export function replanSeries(reminder: Reminder, nowMs: number): void {
  const series = reminder.series!
  if (series.main && series.main.dueMs !== null) {
    series.main = { ...again(reminder, series.main, nowMs), nextMs: nextAfter(reminder, series.main) }
  }
  if (reminder.coming?.dueMs == null) return
  const { coming } = reminder
  reminder.coming = again(reminder, coming, nowMs)
  series.nextMs = nextAfter(reminder, coming)
}

export function again({ person, critical }: Reminder, coming: Coming, nowMs: number): Coming {
  const isCounted = coming.adjusted === 'snoozed' || coming.occurrence.includes('#')
  const momentMs = isCounted ? coming.momentMs : momentOf(coming, coming.step, person)
  const next = placed(coming, momentMs, noEnd, person, nowMs, critical)
  return coming.adjusted === 'snoozed' ? { ...next, adjusted: 'snoozed' } : next
}

function nextAfter(reminder: Reminder, coming: Coming): number | null {
  const { description, start } = reminder.series!
  if (!description.rule) return null
  const isCounted = coming.adjusted === 'snoozed' || coming.occurrence.includes('#')
  const momentMs = isCounted ? coming.momentMs : momentOf(coming, null, reminder.person)
  return afterwards(description.rule, start.occurrence, zoneOf(reminder), momentMs)[0]?.ms ?? null
}
