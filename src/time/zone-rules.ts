// The two questions everything else is computed from. Governments change their rules, so a test must be able to change
// them too: pass another `ZoneRules` and the whole folder follows it.

import { Temporal } from './temporal.ts'

export interface ZoneRules {
  /** What the zone adds to UTC at that instant, in milliseconds: +3_600_000 for 01:00 east. */
  offsetMsAt(instant: Temporal.Instant, zone: string): number
  /** The instants at which the zone's clocks show that time, in order: none in a gap, two in an overlap. */
  possibleInstants(local: Temporal.PlainDateTime, zone: string): Temporal.Instant[]
}

/** The rules of the time-zone database that came with the runtime. */
export const runtimeRules: ZoneRules = {
  offsetMsAt: (instant, zone) => instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e6,

  // 6 µs a call; both look-ups agree except at a transition.
  possibleInstants(local, zone) {
    const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
    const later = local.toZonedDateTime(zone, { disambiguation: 'later' })
    if (earlier.epochMilliseconds === later.epochMilliseconds) return [earlier.toInstant()]
    const inGap = !earlier.toPlainDateTime().equals(local)
    return inGap ? [] : [earlier.toInstant(), later.toInstant()]
  },
}

/** The instant a local time would be in UTC: the origin from which offsets are subtracted. */
export function asUtc(local: Temporal.PlainDateTime): Temporal.Instant {
  return local.toZonedDateTime('UTC').toInstant()
}

/** The database's clock has microseconds, Temporal's milliseconds are whole ones. */
export function instantAt(epochMs: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs))
}
