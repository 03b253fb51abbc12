// How a series goes on whose ring was due before its database came back from a backup: as after a ring, and past everything
// that the system before it may have rung meanwhile. What is named by its number (the rings of a nag) is counted on, so
// that no name is used twice.

import type { Person } from './planning.ts'
import {
  afterConclusion,
  afterFire,
  goOnFrom,
  latestUpTo,
  type Moment,
  mainOccurrence,
  type Next,
  nextNag,
  ruleAfter,
  type Series,
} from './repeat.ts'

/** `rangMs`: when its ring was due, or was being sent. */
export function afterRestored(series: Series, rangMs: number, person: Person, at: Moment): Next {
  const { repeat } = series
  // A snoozed ring gives the main line its place back. If that is due as well, it is the next one to be looked at.
  if (repeat.state.main) return afterFire(series, person, at)
  if (repeat.kind !== 'rule') return afterConclusion(countedOn(series, rangMs, at), 'unknown', person, at)
  // Every occurrence up to now may have rung, also where missed ones are wanted.
  const fromMs = Math.max(at.nowMs, goOnFrom(series, person, at))
  const rule = ruleAfter(series, fromMs, person, at)
  const nag = repeat.nag && nextNag(latestRing(series, rangMs, rule, person, at), person, at)
  if (!nag) return rule
  return rule.kind === 'rings' && (rule.planned.dueMs ?? 0) <= (nag.planned.dueMs ?? 0) ? rule : nag
}

/** The ring that a rule with a nag would have come to by now, before the occurrence that follows. */
function latestRing(series: Series, rangMs: number, following: Next, person: Person, at: Moment): Series {
  const latest = latestUpTo(series, person, at)
  const isSame = !latest || latest.nominal === mainOccurrence(series.occurrence)
  const { rings = 0, nextMs: _, ...rest } = series.repeat.state
  const next = following.kind === 'rings' ? (following.planned.plannedMs ?? following.planned.dueMs) : null
  const state = { ...rest, rings: isSame ? rings : 0, ...(next === null ? {} : { nextMs: next }) }
  const ring = { ...series, occurrence: latest?.nominal ?? series.occurrence, repeat: { ...series.repeat, state } }
  return countedOn(ring, isSame ? rangMs : latest.instant, at)
}

/** As many rings further as fit into the time that has passed. */
function countedOn(series: Series, rangMs: number, { nowMs }: Moment): Series {
  const { repeat } = series
  if (!repeat.nag) return series
  const passed = Math.max(0, Math.floor((nowMs - rangMs) / repeat.nag.everyMs))
  const rings = Math.min(repeat.nag.atMost, (repeat.state.rings ?? 0) + passed)
  return { ...series, repeat: { ...repeat, state: { ...repeat.state, rings } } }
}
