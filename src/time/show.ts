// Showing moments: what the clocks of a zone show at an instant.

import { parseMoment } from './moment.ts'
import { offsetsOf } from './recurrence/offsets.ts'
import { runtimeRules, type ZoneRules } from './zone-rules.ts'

/** `2031-12-01T09:00:00`; with milliseconds where there are any. */
export function localTimeOf(at: Date, zone: string, rules: ZoneRules = runtimeRules): string {
  const ms = at.getTime()
  const offsetMs = zone === 'UTC' ? 0 : offsetsOf(zone, rules).at(ms)
  const text = new Date(ms + offsetMs).toISOString().slice(0, -1)
  return text.endsWith('.000') ? text.slice(0, -4) : text
}

/** A moment that somebody asks about: an instant, or local time in that zone. */
export function momentOf(text: string, zone: string, field: string): Date {
  return new Date(parseMoment(text, { defaultTimezone: zone, field }).instant.epochMilliseconds)
}
