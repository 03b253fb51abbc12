// A stretch of time in the clocks of a zone: a few spans in each of which the clocks run evenly. Whoever has many wall clocks to turn
// into instants asks for these once, and only adds and subtracts afterwards.

import type { Range } from './ranges.ts'
import { instantAt, type ZoneRules } from './zone-rules.ts'

export interface SteadySpan extends Range {
  /** What the zone adds to UTC all the while. */
  readonly offsetMs: number
}

// Since 1970 no zone has changed twice within two days, so looking once a day misses no change.
const stepMs = 86_400_000

export function steadySpans({ fromMs, toMs }: Range, zone: string, rules: ZoneRules): SteadySpan[] {
  const offsetMsAt = (epochMs: number) => rules.offsetMsAt(instantAt(epochMs), zone)
  const spans: SteadySpan[] = []
  let beganMs = fromMs
  let offsetMs = offsetMsAt(fromMs)
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const nextMs = Math.min(atMs + stepMs, toMs)
    if (offsetMsAt(nextMs) === offsetMs) continue
    const changedMs = firstChange(atMs, nextMs, offsetMs, offsetMsAt)
    spans.push({ fromMs: beganMs, toMs: changedMs, offsetMs })
    beganMs = changedMs
    offsetMs = offsetMsAt(changedMs)
  }
  if (beganMs < toMs) spans.push({ fromMs: beganMs, toMs, offsetMs })
  return spans
}

/** The spans of any zone over one stretch of time, each zone looked up once. */
export type SpansOf = (zone: string) => readonly SteadySpan[]

export function spansWithin(range: Range, rules: ZoneRules): SpansOf {
  const known = new Map<string, SteadySpan[]>()
  return (zone) => {
    const spans = known.get(zone) ?? steadySpans(range, zone, rules)
    known.set(zone, spans)
    return spans
  }
}

function firstChange(
  sameMs: number,
  otherMs: number,
  offsetMs: number,
  offsetMsAt: (epochMs: number) => number,
): number {
  let low = sameMs
  let high = otherMs
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMsAt(middle) === offsetMs) low = middle
    else high = middle
  }
  return high
}
