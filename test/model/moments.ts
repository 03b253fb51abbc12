// When things are due, by the calendar: the only part of the model that stands on src/time.

import { instantNominal } from '../../src/time/moment.ts'
import { avoidQuietHours } from '../../src/time/quiet-hours.ts'
import { occurrenceInstant, occurrences, type Rule } from '../../src/time/recurrence/recurrence.ts'
import { beforeAnchor, localToInstant } from '../../src/time/zone.ts'
import { type Coming, dayMs, type Nominal, type Person } from './promise.ts'

/** The instant of a nominal, and of a step before or after it. */
export function momentOf({ occurrence, zone }: Nominal, step: string | null, person: Person): number {
  const name = withoutRing(occurrence)
  if (name.endsWith('Z')) return Date.parse(name)
  const where = zone ?? person.zone
  if (step !== null) return beforeAnchor(name, where, step).epochMilliseconds
  return name.includes('~') ? occurrenceInstant(name, where) : localToInstant(name, where).instant.epochMilliseconds
}

export interface Useful {
  /** An end that is fixed; else a day after the moment. */
  readonly untilMs: number | null
}

/**
 * Quiet hours: wait for their end while it is still useful then, else ring before they begin, else in the app only. What is
 * critical breaks through.
 */
export function placed(
  what: Pick<Coming, 'occurrence' | 'zone' | 'step' | 'generation'>,
  momentMs: number,
  { untilMs }: Useful,
  person: Person,
  nowMs: number,
  isCritical: boolean,
): Coming {
  const { occurrence, zone, step, generation } = what
  const usefulUntilMs = untilMs ?? momentMs + dayMs
  const plain: Coming = {
    ...{ occurrence, zone, step, generation, dueMs: momentMs, momentMs, usefulUntilMs, adjusted: null },
  }
  if (isCritical || person.quiet === null) return plain
  const wanted = { dueMs: Math.max(momentMs, nowMs), usefulUntilMs, nowMs }
  const { dueMs, adjusted } = avoidQuietHours(wanted, person.quiet, person.zone)
  if (adjusted === null) return plain
  return { ...plain, dueMs, adjusted, usefulUntilMs: untilMs ?? Math.max(usefulUntilMs, dueMs + dayMs) }
}

export interface Happening {
  readonly occurrence: string
  readonly ms: number
}

/** The first two occurrences of a rule after a moment. */
export function afterwards(rule: Rule, start: string, zone: string, afterMs: number): Happening[] {
  const found: Happening[] = []
  for (const { nominal, instant } of occurrences(rule, start, zone, { after: afterMs })) {
    found.push({ occurrence: nominal, ms: instant })
    if (found.length === 2) break
  }
  return found
}

/** The last occurrence of a rule in (after, upto]. */
export function latest(rule: Rule, start: string, zone: string, afterMs: number, uptoMs: number): Happening | null {
  let last: Happening | null = null
  for (const { nominal, instant } of occurrences(rule, start, zone, { after: afterMs })) {
    if (instant > uptoMs) break
    last = { occurrence: nominal, ms: instant }
  }
  return last
}

/** The occurrence that a nag's ring belongs to: `…T09:00#2` is the second ring of `…T09:00`. */
export function withoutRing(occurrence: string): string {
  return occurrence.split('#')[0] ?? occurrence
}

export function instantName(ms: number): string {
  return instantNominal(ms)
}
