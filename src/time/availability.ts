// A block of a local day as instants: every instant whose wall clock lies in [start, end). Where the clocks change that is
// not "the instant of start to the instant of end": 01:00–01:30 happens twice in autumn, 02:00–02:30 never in spring.

import { BelfryError } from '../errors.ts'
import { parseLocal } from './local.ts'
import { steadySpans } from './steady.ts'
import type { Temporal } from './temporal.ts'
import { asUtc, instantAt, runtimeRules, type ZoneRules } from './zone-rules.ts'

export type InstantRange = readonly [start: Temporal.Instant, end: Temporal.Instant]

interface Span {
  readonly fromMs: number
  toMs: number
}

// Offsets lie within ±15 h (UTC−12 to UTC+14), so the instants of a local time lie within 15 h of the same time in UTC.
const reachMs = 15 * 3_600_000

/** `date` is `YYYY-MM-DD`; `start` and `end` are `HH:MM[:SS]`, `end` may be `24:00`. A block stays within its day. */
export function availabilityInstants(
  date: string,
  start: string,
  end: string,
  zone: string,
  rules: ZoneRules = runtimeRules,
): InstantRange[] {
  const startMs = asUtc(parseLocal(`${date}T${start}`)).epochMilliseconds
  const endMs = endOfBlockMs(date, end)
  if (endMs <= startMs) {
    throw new BelfryError('invalid_input', `A block must end after it starts, not ${start} to ${end}.`, {
      accepted: 'an end later on the same day, at most 24:00',
    })
  }
  const spans: Span[] = []
  for (const steady of steadySpans({ fromMs: startMs - reachMs, toMs: endMs + reachMs }, zone, rules)) {
    const fromMs = Math.max(steady.fromMs, startMs - steady.offsetMs)
    const toMs = Math.min(steady.toMs, endMs - steady.offsetMs)
    if (fromMs < toMs) append(spans, { fromMs, toMs })
  }
  return spans.map(({ fromMs, toMs }) => [instantAt(fromMs), instantAt(toMs)])
}

function endOfBlockMs(date: string, end: string): number {
  if (!/^24:00(:00)?$/.test(end)) return asUtc(parseLocal(`${date}T${end}`)).epochMilliseconds
  return asUtc(parseLocal(`${date}T00:00`).add({ days: 1 })).epochMilliseconds
}

// 01:00–02:00 twice in a row is one stretch of two hours.
function append(spans: Span[], next: Span): void {
  const last = spans.at(-1)
  if (last?.toMs === next.fromMs) last.toMs = next.toMs
  else spans.push(next)
}
