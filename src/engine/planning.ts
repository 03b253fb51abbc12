// Planning: when a reminder is due. What its moment is computed from is kept with the reminder (a nominal, a zone, a step
// of a plan), so that it can be computed again when the recipient travels, changes quiet hours, or a zone its clocks.

import { type Adjusted, avoidQuietHours, type QuietHours } from '../time/quiet-hours.ts'
import { beforeAnchor, beforeInstant, localToInstant } from '../time/zone.ts'
import { instantAt, type ZoneRules } from '../time/zone-rules.ts'
import type { Repeat } from './repeat.ts'

/** What planning needs to know of a recipient. */
export interface Person {
  readonly timezone: string
  readonly quietHours: QuietHours | null
}

export interface Basis {
  /** The nominal of an anchor or a rule: a local time, or an instant that ends in Z. */
  readonly occurrence: string
  /** The zone of a local nominal; null where it is the recipient's own. */
  readonly timezone: string | null
  /** A local nominal without a zone of its own: it follows the recipient. */
  readonly floating: boolean
  /** How far from the anchor, such as -PT24H; null: at it. */
  readonly step: string | null
}

export interface Planned extends Basis {
  /** Null while parked: a result, an acknowledgement or a resume will set it. */
  readonly dueMs: number | null
  readonly usefulUntilMs: number
  /** The moment before quiet hours changed it; null where they did not. */
  readonly plannedMs: number | null
  readonly adjusted: Adjusted | 'snoozed' | null
  readonly repeat: Repeat | null
}

export interface Usefulness {
  /** An end that was named, or else how long after the moment it stays useful. */
  readonly untilMs: number | null
  readonly toleranceMs: number
}

export function isInstantNominal(occurrence: string): boolean {
  return occurrence.endsWith('Z')
}

/** The instant that a nominal and a step stand for, before quiet hours. */
export function resolve(basis: Basis, person: Person, rules: ZoneRules): number {
  const { occurrence, step } = basis
  if (isInstantNominal(occurrence)) {
    const anchor = instantAt(Date.parse(occurrence))
    if (step === null) return anchor.epochMilliseconds
    return beforeInstant(anchor, step, basis.timezone ?? person.timezone, rules).epochMilliseconds
  }
  const zone = zoneOf(basis, person)
  if (step === null) return localToInstant(occurrence, zone, rules).instant.epochMilliseconds
  return beforeAnchor(occurrence, zone, step, rules).epochMilliseconds
}

/** The zone in which a local nominal is read. */
export function zoneOf({ timezone, floating }: Pick<Basis, 'timezone' | 'floating'>, person: Person): string {
  return floating ? person.timezone : (timezone ?? person.timezone)
}

/** Applies quiet hours to a moment; critical reminders break through them. */
export function place(
  basis: Basis,
  momentMs: number,
  useful: Usefulness,
  person: Person,
  { nowMs, critical, rules }: { nowMs: number; critical: boolean; rules: ZoneRules },
): Omit<Planned, 'repeat'> {
  const usefulUntilMs = useful.untilMs ?? momentMs + useful.toleranceMs
  const plain = { ...basis, dueMs: momentMs, usefulUntilMs, plannedMs: null, adjusted: null }
  if (critical || person.quietHours === null) return plain
  // What is late already rings now, unless now is quiet too.
  const dueMs = Math.max(momentMs, nowMs)
  const { dueMs: movedMs, adjusted } = avoidQuietHours(
    { dueMs, usefulUntilMs, nowMs },
    person.quietHours,
    person.timezone,
    rules,
  )
  if (adjusted === null) return plain
  // Deferred, it stays useful for as long after its new moment as it would have been, unless an end was named.
  const until = useful.untilMs ?? Math.max(usefulUntilMs, movedMs + useful.toleranceMs)
  return { ...plain, dueMs: movedMs, usefulUntilMs: until, plannedMs: momentMs, adjusted }
}
