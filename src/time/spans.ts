// A window in the clocks of any zone: a few spans in each of which the clocks run evenly. Whoever has many wall clocks to turn into
// instants asks for these once, and only adds and subtracts afterwards.

import type { Range } from './ranges.ts'
import { offsetsOf, type SteadySpan } from './recurrence/offsets.ts'
import type { ZoneRules } from './zone-rules.ts'

export type { SteadySpan }

/** The spans of a zone; they cover the window. */
export type SpansOf = (zone: string) => readonly SteadySpan[]

export function spansWithin({ fromMs, toMs }: Range, rules: ZoneRules): SpansOf {
  const known = new Map<string, readonly SteadySpan[]>()
  return (zone) => {
    const spans = known.get(zone) ?? offsetsOf(zone, rules).between(fromMs, toMs)
    known.set(zone, spans)
    return spans
  }
}
