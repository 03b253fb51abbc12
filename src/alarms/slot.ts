// Which moment an alarm gets when the one it wants is taken by another alarm of the same user: tries that begin near the wanted
// moment and reach further each time, the same for the same seed, bounded in proportion to the interval, and never in quiet
// hours. After 50 tries it is the first free second from the wanted moment on.

import type { Person } from '../engine/planning.ts'
import { type QuietHours, quietSpanAt } from '../time/quiet-hours.ts'
import type { ZoneRules } from '../time/zone-rules.ts'

export const triesMax = 50

const secondMs = 1_000
/** An hour for a day. */
const reachPart = 1 / 24
/** A hundred pages that are registered at once fit into ten minutes, and nothing is moved by more than half a day. */
const reachMinMs = 10 * 60_000
const reachMaxMs = 12 * 3_600_000

export interface SlotWish {
  readonly wantedMs: number
  readonly nowMs: number
  readonly person: Person
  readonly seed: number
}

/** Of users who have no quiet hours of their own, and a time-zone database. */
export interface SlotRules {
  readonly quietHours: QuietHours | null
  readonly rules: ZoneRules
}

/** The moments to try, in order: the wanted one (or the end of the quiet hours that it lies in), then others after it. */
export function* candidates(wish: SlotWish, rules: SlotRules): Generator<number, void> {
  const baseMs = outOfQuiet(wish.wantedMs, wish.person, rules)
  yield baseMs
  const reachMs = Math.min(reachMaxMs, Math.max(reachMinMs, (wish.wantedMs - wish.nowMs) * reachPart))
  const random = randomOf(wish.seed)
  for (let tried = 1; tried < triesMax; tried++) {
    const seconds = Math.ceil((random() * reachMs * tried) / (triesMax - 1) / secondMs)
    yield shifted(baseMs, Math.max(1, seconds) * secondMs, wish.person, rules)
  }
}

/** The fall-back: second after second from the wanted moment on. There is always one that is free. */
export function* everySecond({ wantedMs, person }: SlotWish, rules: SlotRules): Generator<number, void> {
  for (let ms = outOfQuiet(wantedMs, person, rules); ; ms = outOfQuiet(ms + secondMs, person, rules)) yield ms
}

/** What would be shifted into quiet hours is shifted as far from their end: else all of it would meet there. */
function shifted(baseMs: number, byMs: number, person: Person, rules: SlotRules): number {
  const endMs = quietEnd(baseMs + byMs, person, rules)
  return endMs === null ? baseMs + byMs : outOfQuiet(endMs + byMs, person, rules)
}

export function outOfQuiet(ms: number, person: Person, rules: SlotRules): number {
  return quietEnd(ms, person, rules) ?? ms
}

/** The same minutes are asked for again and again: they are looked up once. */
const quietEnds = new WeakMap<ZoneRules, Map<string, number | null>>()
const quietEndsMax = 20_000
const minuteMs = 60_000

/** When the quiet hours end that a moment lies in; null when it is not quiet then, or when they have no end. */
function quietEnd(
  ms: number,
  { timezone, quietHours }: Person,
  { quietHours: usual, rules }: SlotRules,
): number | null {
  const hours = quietHours ?? usual
  if (hours === null || hours.length === 0) return null
  // Quiet hours begin and end on full minutes.
  const minute = Math.floor(ms / minuteMs)
  const name = `${minute} ${timezone} ${quietHours === null ? '' : JSON.stringify(quietHours)}`
  const known = quietEnds.get(rules) ?? new Map<string, number | null>()
  const found = known.get(name)
  if (found !== undefined) return found
  const span = quietSpanAt(minute * minuteMs, hours, timezone, rules)
  const endMs = span && Number.isFinite(span.endMs) ? span.endMs : null
  if (known.size >= quietEndsMax) known.clear()
  quietEnds.set(rules, known.set(name, endMs))
  return endMs
}

/** A number from a text, for seeds and locks: FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Numbers from 0 to 1, always the same ones for a seed: a Weyl sequence, mixed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_0000_0000
  }
}
