// Backoff: intervals that grow with each ring and are counted from it.

import { instantToLocal, localToInstant } from '../time/zone.ts'
import { instantAt, type ZoneRules } from '../time/zone-rules.ts'

export interface Backoff {
  readonly baseMs: number
  readonly factor: number
  readonly capMs: number
  /** Whole days keep the wall clock of the recipient, and the moment is a full hour on it. */
  readonly onHour?: true
  /** After a ring that failed for good; left out: the same interval again. */
  readonly retryMs?: number
}

const dayMs = 86_400_000
const quarterMs = 900_000

/** How long after its ring of that number: the base, then as many times as long as the factor says, never above the cap. */
export function intervalMs({ baseMs, factor, capMs }: Backoff, rings: number): number {
  // The exponent is bounded before it is used: 2^(2^31) is no number of milliseconds.
  return Math.min(capMs, baseMs * factor ** Math.min(Math.max(rings, 1) - 1, 400))
}

export interface From {
  readonly nowMs: number
  readonly zone: string
  readonly rules: ZoneRules
}

/** When it comes back after so many rings, counted from now; always ahead. */
export function comesBackAt(backoff: Backoff, rings: number, from: From): number {
  const ms = intervalMs(backoff, rings)
  return backoff.onHour ? onLocalHour(ms, from) : Math.ceil(from.nowMs + ms)
}

/** A thousand alarms that rang together, in a few zones, come back at a few moments. */
const hours = new WeakMap<ZoneRules, Map<string, number>>()
const hoursMax = 2_000

/** The full hour at which the recipient's clock stands after so long: the one before, if it is still ahead, else the next. */
function onLocalHour(ms: number, { nowMs, zone, rules }: From): number {
  const days = Math.floor(ms / dayMs)
  const restMs = Math.ceil(ms - days * dayMs)
  // All offsets of today's zones are whole quarters of an hour, so within one the answer is the same.
  const name = `${zone} ${days} ${Math.floor((nowMs + restMs) / quarterMs)}`
  const known = hours.get(rules) ?? new Map<string, number>()
  const found = known.get(name)
  if (found !== undefined && found > nowMs) return found
  const hour = instantToLocal(instantAt(Math.floor(nowMs) + restMs), zone, rules)
    .add({ days })
    .round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const after = (more: number) => localToInstant(hour.add({ hours: more }), zone, rules).instant.epochMilliseconds
  if (known.size >= hoursMax) known.clear()
  hours.set(rules, known.set(name, after(0)))
  let more = 0
  while (after(more) <= nowMs) more += 1
  return after(more)
}
