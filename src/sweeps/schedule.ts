// When a sweep runs: an interval on its full multiples, or five cron fields, on the clocks of a zone. Pure: the moment after
// which the next tick is wanted is passed in.

import { BelfryError } from '../errors.ts'
import { durationMs } from '../time/duration.ts'
import { occurrences, readRule } from '../time/recurrence/recurrence.ts'
import { instantToLocal } from '../time/zone.ts'
import { instantAt, runtimeRules, type ZoneRules } from '../time/zone-rules.ts'
import { type CronRule, cronRules, everyAccepted, looksLikeCron } from './cron.ts'

export type Every =
  | { readonly kind: 'elapsed'; readonly ms: number }
  | { readonly kind: 'clock'; readonly rules: readonly CronRule[] }

const minuteMs = 60_000
const dayMinutes = 1_440
const intervalDaysMax = 366
/** As many times of day as a rule may name. */
const timesMax = 96

/**
 * An interval that divides a day is read on the zone's clock (`PT1H`: at :00, `PT6H`: at 00:00, 06:00 …); any other is counted
 * from 1970 in UTC.
 */
export function readEvery(text: string, field: string): Every {
  if (looksLikeCron(text)) return { kind: 'clock', rules: cronRules(text, field) }
  const ms = intervalMs(text, field)
  const minutes = ms / minuteMs
  if (!(minutes >= 1) || !Number.isInteger(minutes)) {
    throw new BelfryError('invalid_duration', 'A sweep runs every minute at the most, in whole minutes.', {
      field,
      accepted: everyAccepted,
    })
  }
  return onTheClock(minutes, field) ?? { kind: 'elapsed', ms }
}

/** What is no interval may have been meant as cron fields: both are named. */
function intervalMs(text: string, field: string): number {
  try {
    return durationMs(text, field, intervalDaysMax)
  } catch (error) {
    if (!(error instanceof BelfryError)) throw error
    throw new BelfryError(error.code, 'Neither an interval nor cron fields.', { field, accepted: everyAccepted })
  }
}

function onTheClock(minutes: number, field: string): Every | null {
  if (60 % minutes === 0) {
    const atMinutes = multiples(minutes, 60)
    return { kind: 'clock', rules: [{ rule: readRule({ every: 'hour', atMinutes }, field), monthDays: null }] }
  }
  if (dayMinutes % minutes !== 0 || dayMinutes / minutes > timesMax) return null
  const at = multiples(minutes, dayMinutes).map((minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
  return { kind: 'clock', rules: [{ rule: readRule({ every: 'day', at }, field), monthDays: null }] }
}

function multiples(step: number, end: number): number[] {
  return Array.from({ length: end / step }, (_, i) => i * step)
}

function two(count: number): string {
  return String(count).padStart(2, '0')
}

/** The first tick after that moment; null when there is none. */
export function nextTick(every: Every, zone: string, afterMs: number, rules: ZoneRules = runtimeRules): number | null {
  if (every.kind === 'elapsed') return (Math.floor(afterMs / every.ms) + 1) * every.ms
  const ticks = every.rules.flatMap((rule) => nextOfRule(rule, zone, afterMs, rules) ?? [])
  return ticks.length === 0 ? null : Math.min(...ticks)
}

/** A day that was clamped to the end of a month has every minute of it to be passed over. */
const passedOverMax = 5_000

function nextOfRule({ rule, monthDays }: CronRule, zone: string, afterMs: number, rules: ZoneRules): number | null {
  // Counted from the day before: whatever the anchor is, a rule without an interval happens at the same times.
  const day = instantToLocal(instantAt(afterMs), zone, rules).toPlainDate().subtract({ days: 1 })
  let passedOver = 0
  for (const { nominal, instant } of occurrences(rule, `${day.toString()}T00:00`, zone, { after: afterMs, rules })) {
    if (monthDays === null || monthDays.has(Number(nominal.slice(8, 10)))) return instant
    if (++passedOver > passedOverMax) return null
  }
  return null
}
