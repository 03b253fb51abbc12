// Where in a day, an hour or a minute a rule's times lie.

import { hourMs, localMsOf, minuteMs, secondMs } from './civil.ts'
import type { Rule } from './rule.ts'

/** The times of a day, in order; what the rule leaves out comes from the anchor's time of day. */
export function timesOfDay(rule: Rule, anchorTimeMs: number): number[] {
  if (rule.at) return rule.at.map((time) => localMsOf(`1970-01-01T${time}`))
  const hours = rule.atHours ?? [Math.floor(anchorTimeMs / hourMs)]
  const within = slotsOfHour(rule, anchorTimeMs)
  return hours.flatMap((hour) => within.map((slotMs) => hour * hourMs + slotMs))
}

/** The same within an hour: BYMINUTE and BYSECOND. */
export function slotsOfHour(rule: Rule, anchorTimeMs: number): number[] {
  const minutes = rule.atMinutes ?? [Math.floor(anchorTimeMs / minuteMs) % 60]
  const within = slotsOfMinute(rule, anchorTimeMs)
  return minutes.flatMap((minute) => within.map((slotMs) => minute * minuteMs + slotMs))
}

/** The same within a minute: BYSECOND. */
export function slotsOfMinute(rule: Rule, anchorTimeMs: number): number[] {
  const seconds = rule.atSeconds ?? [Math.floor(anchorTimeMs / secondMs) % 60]
  return seconds.map((second) => second * secondMs + (anchorTimeMs % secondMs))
}

/** BYSETPOS as indexes into a set of that size, in order and each once. */
export function placesOf(positions: readonly number[], size: number): number[] {
  const places = positions.map((position) => (position > 0 ? position - 1 : size + position))
  return [...new Set(places.filter((place) => place >= 0 && place < size))].sort((a, b) => a - b)
}
