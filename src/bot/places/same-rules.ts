// Whether the clocks of two zones agree from now on, and which zones show a time now. What they did in the past does not matter here.

import { instantAt, runtimeRules } from '../../time/zone-rules.ts'

const dayMs = 86_400_000
/** No zone has left its clocks changed for less than five weeks. (Morocco’s pause for Ramadan is the shortest.) */
const everyMs = 14 * dayMs
const looks = 52

/** Asked of the runtime: hundreds of zones are looked at once each, which is not worth a table of their changes. */
export function offsetMsOf(zone: string, atMs: number): number {
  return runtimeRules.offsetMsAt(instantAt(atMs), zone)
}

/** For two years ahead, as far as anybody knows. */
export function hasSameRules(a: string, b: string, nowMs: number): boolean {
  return a === b || rulesOf(a, nowMs) === rulesOf(b, nowMs)
}

const kept = new Map<string, string>()
const keptMax = 2_000

/** Two zones with one text agree. */
export function rulesOf(zone: string, nowMs: number): string {
  const from = Math.floor(nowMs / dayMs) * dayMs
  const name = `${zone} ${from}`
  const found = kept.get(name)
  if (found !== undefined) return found
  const text = Array.from({ length: looks }, (_, i) => offsetMsOf(zone, from + i * everyMs) / 60_000).join()
  if (kept.size >= keptMax) kept.clear()
  kept.set(name, text)
  return text
}
