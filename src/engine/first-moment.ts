// The first moment of a reminder as it was described: at a moment, after a while, or when its rule first happens.

import { BelfryError } from '../errors.ts'
import { refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { splitFold } from '../time/local.ts'
import { instantNominal, type MomentInput, parseMoment } from '../time/moment.ts'
import { Budget } from '../time/recurrence/recurrence.ts'
import { instantToLocal, nominalLocal } from '../time/zone.ts'
import { instantAt, type ZoneRules } from '../time/zone-rules.ts'
import { type Basis, type Person, type Planned, place } from './planning.ts'
import type { Wanted } from './reminder.ts'
import { firstOfRule, type Repeat } from './repeat.ts'

const yearTenThousandMs = Date.UTC(10_000, 0)

interface Start {
  readonly ms: number
  readonly basis: Basis
}

export interface Now {
  readonly nowMs: number
  readonly rules: ZoneRules
  /** For all the rules of a call. */
  readonly budget?: Budget
}

/** Resolves the moment. A local time without a zone is the recipient's, and follows them. */
export function planFirst(wanted: Wanted, person: Person, at: Now): Planned {
  const start = startOf(wanted, person, at)
  if (wanted.repeat?.kind === 'rule') return firstRing(wanted, start, person, at)
  const usefulUntilMs = untilOf(wanted, person, at)
  if (usefulUntilMs !== null && usefulUntilMs < start.ms) {
    throw refuse('invalid_input', 'It would be useless before it is due.', {
      field: `${wanted.field}/usefulUntil`,
      accepted: 'a moment after at',
    })
  }
  const useful = { untilMs: usefulUntilMs, toleranceMs: wanted.toleranceMs }
  const placed = place(start.basis, start.ms, useful, person, { ...at, critical: wanted.critical })
  return wanted.repeat ? { ...placed, repeat: seriesOf(wanted, start) } : placed
}

/** What a series is counted from, without looking for its first ring: it has come further. */
export function planSeries(wanted: Wanted, person: Person, at: Now): Basis & { readonly repeat: Repeat } {
  const start = startOf(wanted, person, at)
  return { ...start.basis, repeat: seriesOf(wanted, start) }
}

function firstRing(wanted: Wanted, start: Start, person: Person, at: Now): Planned {
  if (wanted.usefulUntil !== null) {
    throw refuse('invalid_input', 'A series has no single end of usefulness.', {
      field: `${wanted.field}/usefulUntil`,
      accepted: 'tolerance, which counts from each occurrence',
    })
  }
  const repeat = seriesOf(wanted, start)
  const field = `${wanted.field}/rule`
  const budget = at.budget ?? new Budget(limits.ruleStepsMax)
  budget.field = field
  const givenUp = budget.givenUp
  const first = firstOfRule({ ...start.basis, repeat, critical: wanted.critical, generation: 1 }, person, {
    ...at,
    budget,
  })
  if (first.kind === 'rings') return first.planned
  const isRare = budget.givenUp > givenUp
  const what = isRare ? 'The rule happens too rarely, or never.' : 'The rule has no occurrence ahead.'
  throw new BelfryError('invalid_input', what, {
    field,
    accepted: 'a rule that happens after now',
  })
}

function seriesOf({ repeat, toleranceMs }: Wanted, { basis }: Start): Repeat {
  return { ...repeat!, start: basis.occurrence, toleranceMs, state: {} }
}

function startOf(wanted: Wanted, person: Person, at: Now): Start {
  if (wanted.inMs !== null) return after(wanted.inMs, wanted, person, at)
  if (wanted.at !== null) return isRule(wanted) ? wallClock(wanted, wanted.at, person, at) : moment(wanted, person, at)
  const { rule } = wanted
  if (rule?.start) return wallClock(wanted, rule.start, person, at)
  if (!rule?.at && !rule?.atHours) {
    throw refuse('missing_field', 'The rule does not say at what time of day.', {
      field: `${wanted.field}/at`,
      accepted: 'at: the first moment; or times in the rule, such as at: ["09:00"]',
    })
  }
  const zone = wanted.timezone ?? person.timezone
  const today = instantToLocal(instantAt(Math.floor(at.nowMs)), zone, at.rules).toPlainDate()
  return wallClock(wanted, `${today.toString()}T00:00`, person, at)
}

function isRule({ repeat }: Wanted): boolean {
  return repeat?.kind === 'rule'
}

function after(ms: number, wanted: Wanted, person: Person, at: Now): Start {
  // The database clock has microseconds; rounding up keeps "never early" true.
  const dueMs = Math.ceil(at.nowMs + ms)
  if (isRule(wanted)) return wallClock(wanted, new Date(dueMs), person, at)
  return { ms: dueMs, basis: { occurrence: instantNominal(dueMs), timezone: null, floating: false, step: null } }
}

/** A rule is counted on the wall clock: of the zone that was named, else of the recipient. */
function wallClock(wanted: Wanted, start: MomentInput, person: Person, { rules }: Now): Start {
  const timezone = wanted.timezone ?? wanted.rule?.timezone ?? null
  const read = parseMoment(
    start,
    {
      timezone: timezone ?? undefined,
      defaultTimezone: person.timezone,
      field: `${wanted.field}/at`,
    },
    rules,
  )
  const isOwn = timezone !== null || namesZone(start)
  const zone = isOwn ? (read.zone ?? 'UTC') : person.timezone
  const occurrence = splitFold(nominalLocal(read.instant, zone, rules)).text
  const nominal = read.local === null ? occurrence : splitFold(read.nominal).text
  return {
    ms: read.instant.epochMilliseconds,
    basis: { occurrence: nominal, timezone: zone, floating: !isOwn, step: null },
  }
}

function namesZone(at: MomentInput): boolean {
  return typeof at === 'string' ? at.includes('[') : 'timeZoneId' in at
}

function moment(wanted: Wanted, person: Person, at: Now): Start {
  return momentOf(wanted.at!, wanted.timezone, person, `${wanted.field}/at`, at.rules)
}

function momentOf(at: MomentInput, timezone: string | null, person: Person, field: string, rules: ZoneRules): Start {
  // A Date needs no calendar.
  if (at instanceof Date && timezone === null && at.getTime() >= 0 && at.getTime() < yearTenThousandMs) {
    const occurrence = instantNominal(at.getTime())
    return { ms: at.getTime(), basis: { occurrence, timezone: null, floating: false, step: null } }
  }
  const read = parseMoment(at, { timezone: timezone ?? undefined, defaultTimezone: person.timezone, field }, rules)
  const floating = read.local !== null && timezone === null && !namesZone(at)
  const basis = { occurrence: read.nominal, timezone: read.zone, floating, step: null }
  return { ms: read.instant.epochMilliseconds, basis }
}

function untilOf({ usefulUntil, timezone, field }: Wanted, person: Person, { rules }: Now): number | null {
  if (usefulUntil === null) return null
  return momentOf(usefulUntil, timezone, person, `${field}/usefulUntil`, rules).ms
}

/** Does the moment stand by itself, without the recipient's zone and without the clock? */
export function isPlainMoment({ at, timezone, usefulUntil, again, repeat }: Wanted): boolean {
  return (
    at !== null &&
    !again &&
    !repeat &&
    (timezone !== null || (standsAlone(at) && (usefulUntil === null || standsAlone(usefulUntil))))
  )
}

/** An offset, Z or a zone in brackets at its end: everything but local time. */
const endsInPlace = /(?:Z|[+-]\d\d(?::?\d\d)?|\])$/i

function standsAlone(at: MomentInput): boolean {
  return typeof at !== 'string' || endsInPlace.test(at)
}
