// The laws of reminders, over every zone the runtime knows and the years 2025 to 2030.

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hosts, onHost } from '../../../test/host-zone.ts'
import { Temporal } from '../temporal.ts'
import { runtimeRules } from '../zone-rules.ts'
import { dayMs, hourMs, localText } from './civil.ts'
import { type Occurrence, occurrences, type Rule } from './recurrence.ts'

const zones = Intl.supportedValuesOf('timeZone')
const days = (Date.UTC(2031, 0) - Date.UTC(2025, 0)) / dayMs
const daily: Rule = { every: 'day' }

/** The changes of a zone's clocks: when, and the local time at which they come, before and after. */
function changesOf(zone: string): { atMs: number; beforeMs: number; afterMs: number }[] {
  const all = []
  let at = Temporal.Instant.from('2025-01-01T00:00:00Z').toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; at && at.year < 2031; at = at.getTimeZoneTransition('next')) {
    const atMs = at.epochMilliseconds
    const offsetMs = (epochMs: number) => runtimeRules.offsetMsAt(Temporal.Instant.fromEpochMilliseconds(epochMs), zone)
    all.push({ atMs, beforeMs: atMs + offsetMs(atMs - 1), afterMs: atMs + offsetMs(atMs) })
  }
  return all
}

const changes = new Map(zones.map((zone) => [zone, changesOf(zone)]))

/** The hours at which anything could go wrong: a few for all zones, and where the zone's own gaps and overlaps are. */
function hoursOf(zone: string): string[] {
  const own = changes.get(zone)!.flatMap(({ beforeMs, afterMs }) => {
    const [firstMs, lastMs] = [Math.min(beforeMs, afterMs), Math.max(beforeMs, afterMs)]
    return [firstMs, (firstMs + lastMs) / 2, lastMs].map((localMs) => localText(localMs).slice(11))
  })
  return [...new Set(['00:00', '00:30', '02:30', '23:59', ...own])]
}

/** Occurrences of these years, in nominal time; fails unless instants increase. */
function take(rule: Rule, start: string, zone: string, end = '2031'): Occurrence[] {
  const all: Occurrence[] = []
  for (const occurrence of occurrences(rule, start, zone)) {
    if (occurrence.nominal >= end) return all
    if (all.length > 0 && all.at(-1)!.instant >= occurrence.instant)
      expect.fail(`${zone}: not after ${all.at(-1)!.nominal}`)
    all.push(occurrence)
  }
  return all
}

test('a daily reminder rings exactly once for every local day, whatever the hour', () => {
  // A gap right before midnight moves the reminder into the next day, where it is shown beside that day's own.
  const intoNextDay = new Set<string>()
  for (const zone of zones) {
    for (const hour of hoursOf(zone)) {
      const all = take(daily, `2025-01-01T${hour}`, zone)
      expect(all.length, `${zone} at ${hour}`).toBe(days)
      if (new Set(all.map(({ nominal }) => nominal.slice(0, 10))).size !== days) expect.fail(`${zone} at ${hour}`)
      if (new Set(all.map(({ local }) => local.slice(0, 10))).size !== days) intoNextDay.add(zone)
    }
  }
  // Nuuk, by its newer and its older name, and its neighbour: 23:00 to 24:00 on a Saturday in March.
  const greenland = ['America/Godthab', 'America/Nuuk', 'America/Scoresbysund']
  expect([...intoNextDay].sort()).toEqual(greenland.filter((zone) => zones.includes(zone)))
})

test('an hourly reminder rings 23, 24 or 25 times on a local day', () => {
  // The clocks of Antarctica/Troll change by two hours.
  const others = new Map<string, Set<number>>()
  for (const zone of zones) {
    for (const { atMs } of changes.get(zone)!) {
      for (const [date, count] of ringsADay(zone, atMs)) {
        if (count >= 23 && count <= 25) continue
        others.set(zone, (others.get(zone) ?? new Set()).add(count))
        expect(date).toMatch(/^20/)
      }
    }
  }
  expect(Object.fromEntries([...others].map(([zone, counts]) => [zone, [...counts].sort()]))).toEqual({
    'Antarctica/Troll': [22, 26],
  })
})

/** How often an hourly reminder rings on the local days around a change; each instant an hour after the one before. */
function ringsADay(zone: string, aroundMs: number): Map<string, number> {
  const rings = new Map<string, number>()
  const nominals = new Set<string>()
  let lastMs: number | undefined
  for (const { instant, local, nominal } of occurrences({ every: 'hour' }, '2025-01-01T00:00', zone, {
    after: aroundMs - 3 * dayMs,
  })) {
    if (instant > aroundMs + 3 * dayMs) break
    if (lastMs !== undefined && instant - lastMs !== hourMs) expect.fail(`${zone}: ${nominal} is not an hour later`)
    lastMs = instant
    nominals.add(nominal)
    rings.set(local.slice(0, 10), (rings.get(local.slice(0, 10)) ?? 0) + 1)
  }
  expect(nominals.size).toBe([...rings.values()].reduce((sum, count) => sum + count, 0))
  const whole = [...rings].slice(1, -1)
  return new Map(whole)
}

test('the 31st comes twelve times a year', () => {
  for (const zone of zones) {
    for (const rule of [{ every: 'month' }, { every: 'month', onDays: [31], at: ['02:30'] }] satisfies Rule[]) {
      const months = take(rule, '2025-01-31T00:30', zone).map(({ nominal }) => nominal.slice(0, 7))
      expect(months.length, zone).toBe(72)
      expect(new Set(months).size, zone).toBe(72)
    }
  }
})

const digests: string[] = []

describe.each(hosts)('on a host in %s', (host) => {
  onHost(host)

  test('occurrences are the same', () => {
    const hash = createHash('sha256')
    // Rules of their own, so that nothing remembered under another host is used.
    const rules = { ...runtimeRules }
    for (const zone of zones) {
      for (const rule of [daily, { every: 'hour', interval: 5 }, { every: 'month', onDays: [31] }] satisfies Rule[]) {
        for (const { nominal, instant, local, notes } of occurrences(rule, '2026-02-10T02:30', zone, { rules })) {
          if (nominal > '2026-12') break
          hash.update(`${nominal} ${instant} ${local} ${notes};`)
        }
      }
    }
    digests.push(hash.digest('hex'))
    expect(new Set(digests).size).toBe(1)
  })
})
