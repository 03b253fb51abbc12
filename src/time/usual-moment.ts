// The two usual ways to write a moment, read without Temporal: local time and a zone beside it, and RFC 3339 without one.
// Servers read ten thousand of them at a time. Everything else, and everything that is not right, is left to moment.ts.

import { dayMs, localText } from './recurrence/civil.ts'
import { offsetsOf } from './recurrence/offsets.ts'
import type { ZoneRules } from './zone-rules.ts'

export interface UsualMoment {
  readonly instantMs: number
  /** Null where it was written with an offset. */
  readonly local: string | null
}

const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(Z|[+-][01]\d:[0-5]\d)?$/
/** A day away from both ends, so that no offset leads over them. */
const earliestMs = dayMs
const latestMs = Date.UTC(10_000, 0) - dayMs

export interface UsualZones {
  /** The zone that was named beside it: an offset has to agree with it, and moment.ts looks. */
  readonly named: string | null
  /** The zone of local time, named or not. */
  readonly fallback: string | null
}

/** Null where it takes moment.ts to read it. */
export function readUsual(text: string, { named, fallback }: UsualZones, rules: ZoneRules): UsualMoment | null {
  const [, minutes, seconds, offset] = pattern.exec(text) ?? []
  if (minutes === undefined) return null
  const local = seconds === undefined || seconds === ':00' ? minutes : minutes + seconds
  // What `Date.parse` reads must come out again: it takes 31 February for 3 March.
  const localMs = Date.parse(`${local}Z`)
  if (!(localMs >= earliestMs && localMs < latestMs) || localText(localMs) !== local) return null
  if (offset !== undefined) return named === null ? { instantMs: localMs - offsetMs(offset), local: null } : null
  return fallback === null ? null : { instantMs: offsetsOf(fallback, rules).place(localMs).instant, local }
}

function offsetMs(text: string): number {
  if (text === 'Z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4))
  return (text.startsWith('-') ? -minutes : minutes) * 60_000
}
