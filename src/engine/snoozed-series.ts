// Snooze of a series: one ring later, and then on as if nothing had happened.

import { instantNominal } from '../time/moment.ts'
import type { Person } from './planning.ts'
import { afterSkip, type MainLine, type Moment, mainOccurrence, type Next, ringMark, type Series } from './repeat.ts'

export interface SnoozedSeries {
  readonly next: Next
  /** The series rings by itself before that: it is left as it is. */
  readonly collapsed: boolean
}

/**
 * Rings again at `untilMs`, and then goes on as if nothing had happened. `rang` is the occurrence that rang last, null when it is
 * the coming one that is to ring later. What would ring after the next one of the series is not needed: it collapses with it.
 */
export function snoozed(
  series: Series,
  current: MainLine,
  rang: { readonly occurrence: string; readonly generation: number } | null,
  untilMs: number,
  person: Person,
  at: Moment,
): SnoozedSeries {
  const { repeat } = series
  const main = repeat.state.main ?? current
  const rest = { untilMs, toleranceMs: repeat.toleranceMs }
  // Snoozed a second time, it is still the main line that comes next.
  const isSnoozed = repeat.state.main !== undefined
  const isNagging = repeat.kind === 'rule' && !isSnoozed && mainOccurrence(series.occurrence) !== series.occurrence
  if (isNagging && untilMs >= (repeat.state.nextMs ?? Number.POSITIVE_INFINITY))
    return { next: afterSkip(series, person, at), collapsed: true }
  if (isNagging || repeat.kind === 'nag' || repeat.kind === 'backoff')
    return { next: later(series, current, rest), collapsed: false }
  const limitMs = rang || isSnoozed ? main.dueMs : (repeat.state.nextMs ?? null)
  if (limitMs !== null && untilMs >= limitMs) {
    return { next: rang && !isSnoozed ? { kind: 'unchanged' } : afterSkip(series, person, at), collapsed: true }
  }
  const ring = {
    ...current,
    dueMs: untilMs,
    usefulUntilMs: untilMs + repeat.toleranceMs,
    plannedMs: null,
    adjusted: 'snoozed' as const,
  }
  const { repeat: _, ...plain } = ring
  if (!rang)
    return { next: { kind: 'rings', planned: { ...plain, repeat }, generation: series.generation }, collapsed: false }
  const planned = { ...plain, occurrence: rang.occurrence, repeat: { ...repeat, state: { ...repeat.state, main } } }
  return { next: { kind: 'rings', planned, generation: rang.generation + 1 }, collapsed: false }
}

/** A series that counts from its own rings has no main line to come back to: the next ring is simply later. */
function later(
  series: Series,
  current: MainLine,
  { untilMs, toleranceMs }: { untilMs: number; toleranceMs: number },
): Next {
  const { repeat } = series
  const hasRung = current.dueMs === null
  const { done: _, ...state } = repeat.state
  const rings = (state.rings ?? 0) + (hasRung && repeat.kind === 'nag' ? 1 : 0)
  const occurrence = !hasRung
    ? current.occurrence
    : repeat.kind === 'nag'
      ? `${mainOccurrence(series.occurrence)}${ringMark}${rings + 1}`
      : instantNominal(untilMs)
  const { generation, ...line } = current
  const planned = {
    ...line,
    occurrence,
    dueMs: untilMs,
    usefulUntilMs: untilMs + toleranceMs,
    plannedMs: null,
    adjusted: 'snoozed' as const,
    repeat: { ...repeat, state: { ...state, rings } },
  }
  return { kind: 'rings', planned, generation }
}
