// A block of a local day as instants: every instant whose wall clock lies in [start, end). Where the clocks change that is
// not "the instant of start to the instant of end": 01:00–01:30 happens twice in autumn, 02:00–02:30 never in spring.

import { BelfryError } from '../errors.ts'
import { parseLocal } from './local.ts'
import type { Temporal } from './temporal.ts'
import { asUtc, instantAt, runtimeRules, type ZoneRules } from './zone-rules.ts'

export type InstantRange = readonly [start: Temporal.Instant, end: Temporal.Instant]

interface Span {
  readonly fromMs: number
  toMs: number
}

const hourMs = 3_600_000
// Offsets lie within ±15 h (UTC−12 to UTC+14), so the instants of a local time lie within 15 h of the same time in UTC.
const reachMs = 15 * hourMs
// Since 1970 no zone has changed twice within two days, so looking every six hours misses no change.
const stepMs = 6 * hourMs

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
  for (const steady of steadySpans(startMs - reachMs, endMs + reachMs, zone, rules)) {
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

function* steadySpans(
  fromMs: number,
  toMs: number,
  zone: string,
  rules: ZoneRules,
): Generator<Span & { offsetMs: number }> {
  const offsetMsAt = (epochMs: number) => rules.offsetMsAt(instantAt(epochMs), zone)
  let beganMs = fromMs
  let offsetMs = offsetMsAt(fromMs)
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    const nextMs = Math.min(atMs + stepMs, toMs)
    if (offsetMsAt(nextMs) === offsetMs) continue
    const changedMs = firstChange(atMs, nextMs, offsetMs, offsetMsAt)
    yield { fromMs: beganMs, toMs: changedMs, offsetMs }
    beganMs = changedMs
    offsetMs = offsetMsAt(changedMs)
  }
  yield { fromMs: beganMs, toMs, offsetMs }
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
