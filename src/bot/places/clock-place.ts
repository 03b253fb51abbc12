// "What time is it for you?" A time and the moment at which it was said make an offset, and the offset the zones that have it now.

import { parse } from '../language/index.ts'
import { byRules } from './find-place.ts'
import { type Place, places } from './place.ts'
import { offsetMsOf, rulesOf } from './same-rules.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Zones are quarters of an hour apart; whoever types takes a minute, and their clock may be a few off. */
const quarterMs = 15 * minuteMs
const leastMs = -12 * 60 * minuteMs
const mostMs = 14 * 60 * minuteMs

/** Minutes after midnight; two where morning and evening are both possible; none where it is no time of day. */
export function readClockTime(text: string): number[] {
  // From midnight on, every time of the day but midnight is ahead, and on the same day.
  const parsed = parse(asTime(text), { now: '2030-01-01T00:00:00', zone: 'UTC' })
  if (parsed.kind !== 'moment' || parsed.isElapsed || parsed.text.trim() !== '') return []
  const all = [parsed, ...parsed.offers].filter(({ at }) => /^2030-01-01T|^2030-01-02T00:00/.test(at))
  const minutes = all.map(({ at }) => Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)))
  return [...new Set(minutes)]
}

/** What stands around a time when somebody is asked for it, and ways of writing one that mean other things in a reminder. */
function asTime(text: string): string {
  const bare = text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:it'?s|it is|now|currently|지금은?|현재)\s+/i, '')
    .replace(/(?:\s+(?:now|here)|이에요|예요|입니다)?[.!]?$/i, '')
  if (/^\d{1,2}$/.test(bare)) return `${bare}:00`
  return bare.replace(/^(\d{1,2})[.h]?(\d\d)$/, '$1:$2')
}

/** Cities whose clocks show that now, one of each set of rules, big ones first. */
export function placesByClock(minutesOfDay: readonly number[], nowMs: number): Place[] {
  const offsets = new Set(minutesOfDay.flatMap((minutes) => offsetsBy(minutes, nowMs)))
  return firstOfRules(
    places().filter(({ zone }) => offsets.has(offsetMsOf(zone, nowMs))),
    nowMs,
  )
}

/** East of 12 hours the same clock time is also a day behind: Auckland and, a day earlier, nobody far from Honolulu. */
function offsetsBy(minutes: number, nowMs: number): number[] {
  const awayMs = minutes * minuteMs - (nowMs % dayMs)
  const offsetMs = Math.round(awayMs / quarterMs) * quarterMs
  return [offsetMs - dayMs, offsetMs, offsetMs + dayMs].filter((ms) => ms >= leastMs && ms <= mostMs)
}

function firstOfRules(all: readonly Place[], nowMs: number): Place[] {
  const found = new Map<string, Place>()
  for (const place of byRules(all, nowMs)) {
    const rules = rulesOf(place.zone, nowMs)
    if (!found.has(rules)) found.set(rules, place)
  }
  return [...found.values()]
}
