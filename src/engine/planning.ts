// Planning: when a reminder is due. What its moment is computed from is kept with the reminder (a nominal, a zone, a step
// of a plan), so that it can be computed again when the recipient travels, changes quiet hours, or a zone its clocks.

import { parseOffset, timeMs } from '../time/duration.ts'
import { type Adjusted, avoidQuietHours, type QuietHours } from '../time/quiet-hours.ts'
import { occurrenceInstant } from '../time/recurrence/recurrence.ts'
import { beforeAnchor, beforeInstant } from '../time/zone.ts'
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
  readonly adjusted: Adjusted | 'snoozed' | 'spaced' | 'paused' | null
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
  const zone = zoneOf(basis, person)
  const elapsedMs = step === null ? 0 : elapsedOf(step)
  // Without a calendar part a step is a number of milliseconds, and the anchor comes from a table: 30 times as fast.
  if (elapsedMs !== null) {
    const anchorMs = isInstantNominal(occurrence) ? Date.parse(occurrence) : occurrenceInstant(occurrence, zone, rules)
    return anchorMs + elapsedMs
  }
  if (isInstantNominal(occurrence))
    return beforeInstant(instantAt(Date.parse(occurrence)), step!, zone, rules).epochMilliseconds
  return beforeAnchor(occurrence, zone, step!, rules).epochMilliseconds
}

const elapsedSteps = new Map<string, number | null>()
const elapsedStepsMax = 1_000

/** The length of a step that has no calendar part; null for one that has. */
function elapsedOf(step: string): number | null {
  const known = elapsedSteps.get(step)
  if (known !== undefined) return known
  const offset = parseOffset(step)
  const { years, months, weeks, days } = offset
  const isCalendar = years !== 0 || months !== 0 || weeks !== 0 || days !== 0
  const ms = isCalendar ? null : timeMs(offset)
  if (elapsedSteps.size >= elapsedStepsMax) elapsedSteps.clear()
  elapsedSteps.set(step, ms)
  return ms
}

/** The zone in which a local nominal is read. */
export function zoneOf({ timezone, floating }: Pick<Basis, 'timezone' | 'floating'>, person: Person): string {
  return floating ? person.timezone : (timezone ?? person.timezone)
}

/** Applies quiet hours to a moment; critical reminders break through them. A series puts how it stands into it afterwards. */
export function place(
  basis: Basis,
  momentMs: number,
  useful: Usefulness,
  person: Person,
  { nowMs, critical, rules }: { nowMs: number; critical: boolean; rules: ZoneRules },
): Planned {
  const usefulUntilMs = useful.untilMs ?? momentMs + useful.toleranceMs
  const { occurrence, timezone, floating, step } = basis
  // Field by field: each spread takes 2 µs here, and ten thousand are planned at once.
  const plain: Planned = {
    occurrence,
    timezone,
    floating,
    step,
    dueMs: momentMs,
    usefulUntilMs,
    plannedMs: null,
    adjusted: null,
    repeat: null,
  }
  if (critical || person.quietHours === null) return plain
  // What is late already rings now, unless now is quiet too.
  // Whole milliseconds, and never before: the database's clock is finer.
  const dueMs = Math.max(momentMs, Math.ceil(nowMs))
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
