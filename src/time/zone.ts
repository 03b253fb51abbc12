// Local time to instant and back. A local time in a gap moves forward by the gap; one that happens twice is the first,
// unless its text carries the fold mark (local.ts). Never resolved in SQL: PostgreSQL takes the other instant.

import { parseOffset } from './duration.ts'
import { formatLocal, parseLocal, secondFold, splitFold } from './local.ts'
import { Temporal } from './temporal.ts'
import { asUtc, runtimeRules, type ZoneRules } from './zone-rules.ts'

export { canonicalZone, sameZone } from './zone-name.ts'
export { runtimeRules, type ZoneRules } from './zone-rules.ts'

/** A local time as Temporal holds it, or as text: `2026-11-01T01:30`, with `~2` for the second of two. */
export type Local = string | Temporal.PlainDateTime

export interface Resolved {
  readonly instant: Temporal.Instant
  readonly kind: 'plain' | 'gap' | 'overlap'
  /** Only in a gap: what the clocks show at that instant. */
  readonly shiftedTo?: Temporal.PlainDateTime
}

const dayMs = 86_400_000

export function localToInstant(local: Local, zone: string, rules: ZoneRules = runtimeRules): Resolved {
  const { plain, second } = readLocal(local)
  const [first, last] = rules.possibleInstants(plain, zone)
  if (!first) return shiftOverGap(plain, zone, rules)
  if (!last) return { instant: first, kind: 'plain' }
  return { instant: second ? last : first, kind: 'overlap' }
}

export function instantToLocal(
  instant: Temporal.Instant,
  zone: string,
  rules: ZoneRules = runtimeRules,
): Temporal.PlainDateTime {
  const shifted = instant.add({ milliseconds: rules.offsetMsAt(instant, zone) })
  return shifted.toZonedDateTimeISO('UTC').toPlainDateTime()
}

/** The same for a moment that is a Date. */
export function localAt(at: Date, zone: string): Temporal.PlainDateTime {
  return instantToLocal(Temporal.Instant.fromEpochMilliseconds(at.getTime()), zone)
}

/** The nominal text of an instant in a zone: its local time, with the fold mark when it is the second of two. */
export function nominalLocal(instant: Temporal.Instant, zone: string, rules: ZoneRules = runtimeRules): string {
  const local = instantToLocal(instant, zone, rules)
  const [, second] = rules.possibleInstants(local, zone)
  return second?.epochMilliseconds === instant.epochMilliseconds ? formatLocal(local) + secondFold : formatLocal(local)
}

/**
 * The moment `offset` away from a local anchor; negative is before. The calendar part (years to days) moves the wall clock
 * as it was written, before any gap shift; the time part then counts elapsed time. So `-PT24H` and `-P1D` differ by the
 * hour when the clocks change in between.
 */
export function beforeAnchor(
  anchor: Local,
  zone: string,
  offset: string | Temporal.Duration,
  rules: ZoneRules = runtimeRules,
): Temporal.Instant {
  const { date, time } = splitOffset(offset)
  // Without a calendar part the anchor's own instant counts, which in an overlap may be the second.
  const base = date.blank ? anchor : readLocal(anchor).plain.add(date)
  return localToInstant(base, zone, rules).instant.add(time)
}

/** The same for an instant anchor: the calendar part moves the wall clock of `zone`, in UTC if the anchor has none. */
export function beforeInstant(
  anchor: Temporal.Instant,
  offset: string | Temporal.Duration,
  zone = 'UTC',
  rules: ZoneRules = runtimeRules,
): Temporal.Instant {
  const { date, time } = splitOffset(offset)
  if (date.blank) return anchor.add(time)
  return beforeAnchor(instantToLocal(anchor, zone, rules), zone, offset, rules)
}

function readLocal(local: Local): { plain: Temporal.PlainDateTime; second: boolean } {
  if (typeof local !== 'string') return { plain: local, second: false }
  const { text, second } = splitFold(local)
  return { plain: parseLocal(text), second }
}

// Since 1970 no zone has changed twice within two days (a test walks through every change), so a day either side shows the offsets before and after it. That
// also holds for the longest gap there is: Samoa left out the whole of 30 December 2011.
function shiftOverGap(local: Temporal.PlainDateTime, zone: string, rules: ZoneRules): Resolved {
  const origin = asUtc(local)
  const beforeMs = rules.offsetMsAt(origin.subtract({ milliseconds: dayMs }), zone)
  const afterMs = rules.offsetMsAt(origin.add({ milliseconds: dayMs }), zone)
  return {
    instant: origin.subtract({ milliseconds: beforeMs }),
    kind: 'gap',
    shiftedTo: local.add({ milliseconds: afterMs - beforeMs }),
  }
}

function splitOffset(offset: string | Temporal.Duration): { date: Temporal.Duration; time: Temporal.Duration } {
  const all = typeof offset === 'string' ? parseOffset(offset) : offset
  const { years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds } = all
  return {
    date: Temporal.Duration.from({ years, months, weeks, days }),
    time: Temporal.Duration.from({ hours, minutes, seconds, milliseconds, microseconds, nanoseconds }),
  }
}
