// The remembered offsets against Temporal, at and between the changes of every zone.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Temporal } from '../temporal.ts'
import { localToInstant, nominalLocal } from '../zone.ts'
import { runtimeRules, type ZoneRules } from '../zone-rules.ts'
import { dayMs, localText } from './civil.ts'
import { offsetsOf } from './offsets.ts'

const zones = Intl.supportedValuesOf('timeZone')
const hourMs = 3_600_000

function* changes(zone: string, fromMs: number, toMs: number): Generator<number> {
  let at = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; at && at.epochMilliseconds < toMs; at = at.getTimeZoneTransition('next')) yield at.epochMilliseconds
}

// All since 1970 were looked at once, which takes seconds; the closest two, in October 2000, are among these.
test('no zone changes twice within six days, from 1999 to 2033', () => {
  for (const zone of zones) {
    let lastMs = Number.NEGATIVE_INFINITY
    for (const atMs of changes(zone, Date.UTC(1999, 0), Date.UTC(2033, 0))) {
      if (atMs - lastMs <= 6 * dayMs) expect.fail(`${zone} changes twice around ${new Date(atMs).toISOString()}`)
      lastMs = atMs
    }
  }
})

test('every change of a few zones is seen, to the millisecond', () => {
  const some = [
    'America/New_York',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Recife',
    'Africa/Monrovia',
  ]
  for (const zone of some) {
    const offsets = offsetsOf(zone, runtimeRules)
    for (const atMs of changes(zone, 0, Date.UTC(2030, 0))) {
      for (const epochMs of [atMs - 1, atMs]) {
        const expected = runtimeRules.offsetMsAt(Temporal.Instant.fromEpochMilliseconds(epochMs), zone)
        expect(offsets.at(epochMs), `${zone} at ${epochMs}`).toBe(expected)
      }
    }
  }
})

test('far years have the offsets that Temporal gives them, though only a few of them are asked for', () => {
  for (const zone of [
    'UTC',
    'America/New_York',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Asia/Jerusalem',
    'Africa/Cairo',
  ]) {
    const offsets = offsetsOf(zone, runtimeRules)
    for (const year of [2_129, 2_196, 2_200, 2_400, 5_003, 9_998]) {
      for (let epochMs = Date.UTC(year, 0, 1); epochMs < Date.UTC(year + 1, 0, 1); epochMs += 3 * dayMs + hourMs) {
        const expected = runtimeRules.offsetMsAt(Temporal.Instant.fromEpochMilliseconds(epochMs), zone)
        expect(offsets.at(epochMs), `${zone} at ${new Date(epochMs).toISOString()}`).toBe(expected)
      }
    }
  }
})

test('local times are placed as localToInstant places them', () => {
  const near = [
    '2026-03-08T07:00',
    '2026-11-01T06:00',
    '2026-03-29T01:00',
    '2026-10-25T01:00',
    '2026-04-04T15:00',
    '2011-12-30T10:00',
  ]
  const instants = fc.oneof(
    fc
      .tuple(fc.constantFrom(...near), fc.integer({ min: -26 * 60, max: 26 * 60 }))
      .map(([text, m]) => Date.parse(`${text}Z`) + m * 60_000),
    fc.integer({ min: Date.UTC(1971, 0), max: Date.UTC(2090, 0) }),
  )
  const observed = fc.constantFrom(
    'America/New_York',
    'Europe/Paris',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Antarctica/Troll',
    'America/Nuuk',
  )
  const law = fc.property(instants, observed, (epochMs, zone) => {
    const offsets = offsetsOf(zone, runtimeRules)
    const { instant, kind, second } = offsets.place(epochMs)
    const expected = localToInstant(localText(epochMs), zone)
    expect([instant, kind]).toEqual([expected.instant.epochMilliseconds, expected.kind])
    if (second) expect(second).toBe(localToInstant(`${localText(epochMs)}~2`, zone).instant.epochMilliseconds)
    const nominal = nominalLocal(Temporal.Instant.fromEpochMilliseconds(epochMs), zone)
    expect(localText(epochMs + offsets.at(epochMs)) + (offsets.isSecond(epochMs) ? '~2' : '')).toBe(nominal)
  })
  fc.assert(law, { numRuns: 1_500 })
})

describe('what is kept', () => {
  /** A zone whose clocks go forward by an hour once, and that counts how often it is asked. */
  function counting(changeMs: number) {
    const asked = { count: 0 }
    const rules: ZoneRules = {
      possibleInstants: () => [],
      offsetMsAt(instant) {
        asked.count++
        return instant.epochMilliseconds < changeMs ? 0 : hourMs
      },
    }
    return { rules, asked }
  }

  test('is asked for once, and belongs to the rules it came from', () => {
    const { rules, asked } = counting(Date.UTC(2026, 5, 1, 1, 30, 15, 7))
    const offsets = offsetsOf('Test/Zone', rules)
    expect(offsets.at(Date.UTC(2026, 5, 1, 1, 30, 15, 6))).toBe(0)
    expect(offsets.at(Date.UTC(2026, 5, 1, 1, 30, 15, 7))).toBe(hourMs)
    const { count } = asked
    expect(count).toBeLessThan(120)
    for (let hour = 0; hour < 24; hour++) offsets.at(Date.UTC(2026, 5, 1, hour))
    expect(asked.count).toBe(count)
    expect(offsetsOf('Test/Zone', rules)).toBe(offsets)
    expect(offsetsOf('Test/Zone', { ...rules })).not.toBe(offsets)
  })

  test('is bounded, and right after it was dropped', () => {
    const { rules, asked } = counting(Date.UTC(2026, 5, 1))
    const offsets = offsetsOf('Test/Zone', rules)
    const first = offsets.at(Date.UTC(2026, 6, 1))
    for (let year = 2027; year < 2200; year++) offsets.at(Date.UTC(year, 0))
    const { count } = asked
    expect(offsets.at(Date.UTC(2026, 6, 1))).toBe(first)
    expect(asked.count).toBe(count)
    for (let year = 2200; year < 2500; year++) offsets.at(Date.UTC(year, 0))
    expect(offsets.at(Date.UTC(2026, 6, 1))).toBe(first)
    for (let i = 0; i < 700; i++) offsetsOf(`Test/${i}`, rules)
    expect(offsetsOf('Test/Zone', rules)).not.toBe(offsets)
  })

  test('holds no zone that does not exist', () => {
    for (const _ of [1, 2]) expect(() => offsetsOf('Mars/Olympus', runtimeRules)).toThrow(RangeError)
  })
})

test('spans between two instants: they join, cover everything, and end where the clocks are changed', () => {
  const years = fc.constantFrom(1970, 2000, 2031, 2099, 2128, 4_000, 9_990)
  const law = fc.property(
    fc.constantFrom(...zones),
    years,
    fc.nat(800),
    fc.integer({ min: 1, max: 900 }),
    (zone, year, day, days) => {
      const fromMs = Date.UTC(year, 0) + day * dayMs + 1
      const toMs = fromMs + days * dayMs
      const spans = offsetsOf(zone, runtimeRules).between(fromMs, toMs)
      const ends = spans.map((span) => span.toMs)
      expect([spans[0]!.fromMs, ends.pop()]).toEqual([fromMs, toMs])
      expect(spans.slice(1).map((span) => span.fromMs)).toEqual(ends)
      const truth = (ms: number) => runtimeRules.offsetMsAt(Temporal.Instant.fromEpochMilliseconds(ms), zone)
      for (const span of spans)
        expect([truth(span.fromMs), truth(span.toMs - 1)]).toEqual([span.offsetMs, span.offsetMs])
      // A change of name or of summer time alone changes no clock.
      const changed = [...changes(zone, fromMs, toMs)].filter((ms) => truth(ms) !== truth(ms - 1))
      expect(ends).toEqual(changed)
    },
  )
  fc.assert(law, { numRuns: 200 })
})
