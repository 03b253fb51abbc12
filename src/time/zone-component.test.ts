// Zones as files describe them, read by an independent calendar: it has to find the offset that our rules have, at any moment.

import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { calendarText } from '../calendar-text.ts'
import { offsetsOf } from './recurrence/offsets.ts'
import { zoneLines } from './zone-component.ts'
import { instantAt, runtimeRules, type ZoneRules } from './zone-rules.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

function zoneOf(lines: readonly string[]): ICAL.Timezone {
  const calendar = new ICAL.Component(ICAL.parse(calendarText('PUBLISH', lines)))
  return new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
}

/**
 * What it adds to UTC when clocks show that time, as ical.js understands it. That is the question a calendar asks of a file, and
 * the only one that ical.js answers exactly: the other way round it takes UTC for local time, which is wrong for hours around a change.
 */
function offsetIn(zone: ICAL.Timezone, localMs: number): number {
  return zone.utcOffset(ICAL.Time.fromJSDate(new Date(localMs), true)) * 1_000
}

/** Where it has another offset than the rules. What clocks show twice is left out: no file says it, because ical.js takes the second. */
function differences(zone: string, lines: readonly string[], moments: readonly number[], rules: ZoneRules): string[] {
  const file = zoneOf(lines)
  const offsets = offsetsOf(zone, rules)
  return moments
    .filter((atMs) => offsets.place(atMs + offsets.at(atMs)).kind !== 'overlap')
    .filter((atMs) => offsetIn(file, atMs + offsets.at(atMs)) !== offsets.at(atMs))
    .map((atMs) => new Date(atMs).toISOString())
}

/** Mulberry32: the same moments in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Europe/Dublin',
  'Asia/Kathmandu',
  'Asia/Seoul',
  'America/Sao_Paulo',
  'Pacific/Auckland',
  'Antarctica/Troll',
  'Africa/Cairo',
]

/** Moments of five years, and each side of every change within them. */
function momentsIn(zone: string, fromMs: number, rules: ZoneRules): number[] {
  const toMs = fromMs + 5 * 365 * dayMs
  const next = random(zone.length * fromMs)
  const anywhere = Array.from({ length: 300 }, () => fromMs + Math.floor(next() * (toMs - fromMs)))
  const changes = anywhere.flatMap((atMs) => {
    const offset = (ms: number) => rules.offsetMsAt(instantAt(ms), zone)
    let [low, high] = [atMs, Math.min(atMs + 60 * dayMs, toMs)]
    if (offset(low) === offset(high)) return []
    while (high - low > 1_000) {
      const middle = Math.floor((low + high) / 2)
      if (offset(middle) === offset(low)) low = middle
      else high = middle
    }
    return [low - minuteMs, low - 1_000, high, high + minuteMs]
  })
  return [...anywhere, ...changes].map((ms) => Math.floor(ms / 1_000) * 1_000)
}

describe('a zone in a file', () => {
  it.each(zones)('%s has our offset at any moment', (zone) => {
    for (const year of [2026, 2030, 2051, 2130]) {
      const fromMs = Date.UTC(year, 2, 10)
      const lines = zoneLines(zone, { fromMs, toMs: fromMs + 5 * 365 * dayMs }, runtimeRules)
      expect(differences(zone, lines, momentsIn(zone, fromMs, runtimeRules), runtimeRules)).toEqual([])
    }
  })

  it.each(zones)('%s, written for one event, has it also for whoever moves that', (zone) => {
    const atMs = Date.UTC(2031, 6, 1, 9)
    const lines = zoneLines(zone, { fromMs: atMs, toMs: atMs + 60 * minuteMs }, runtimeRules)
    const moments = momentsIn(zone, Date.UTC(2031, 0, 1), runtimeRules)
    expect(differences(zone, lines, moments, runtimeRules)).toEqual([])
  })

  const era = { fromMs: Date.UTC(2030, 5, 1, 10), toMs: Date.UTC(2030, 5, 1, 11) }
  const written = (zone: string, rules = runtimeRules) => zoneLines(zone, era, rules).join('\n')

  it('is a rule where the clocks follow one', () => {
    expect(written('Europe/Berlin')).toBe(
      [
        'BEGIN:VTIMEZONE',
        'TZID:Europe/Berlin',
        'BEGIN:DAYLIGHT',
        'DTSTART:20290325T020000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
        'END:DAYLIGHT',
        'BEGIN:STANDARD',
        'DTSTART:20291028T030000',
        'TZOFFSETFROM:+0200',
        'TZOFFSETTO:+0100',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
        'END:STANDARD',
        'END:VTIMEZONE',
      ].join('\n'),
    )
    expect(written('America/New_York').match(/RRULE:.*/g)).toEqual([
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    ])
    expect(written('Australia/Lord_Howe')).toContain('TZOFFSETFROM:+1100\nTZOFFSETTO:+1030\nRRULE:FREQ=YEARLY')
  })

  it('is one offset where they never change', () => {
    expect(written('Asia/Kathmandu')).toBe(
      'BEGIN:VTIMEZONE\nTZID:Asia/Kathmandu\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0545\nTZOFFSETTO:+0545\nEND:STANDARD\nEND:VTIMEZONE',
    )
  })

  it('has dates where there is no rule', () => {
    const morocco = written('Africa/Casablanca')
    expect(morocco).not.toContain('RRULE')
    expect(morocco.match(/RDATE:.*/g)!.length).toBeGreaterThan(20)
    const egypt = written('Africa/Cairo')
    expect(egypt).toContain('RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=-1FR')
    expect(egypt).toContain('RDATE:')
  })

  it('follows the rules it is given: a country that gives up summer time ends its rule', () => {
    const endsMs = Date.UTC(2034, 0, 1)
    const changed: ZoneRules = {
      ...runtimeRules,
      offsetMsAt: (instant, zone) =>
        instant.epochMilliseconds < endsMs ? runtimeRules.offsetMsAt(instant, zone) : 2 * 60 * minuteMs,
    }
    const text = written('Europe/Berlin', changed)
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20330327T010000Z')
    const moments = momentsIn('Europe/Berlin', Date.UTC(2030, 0, 1), changed)
    expect(differences('Europe/Berlin', zoneLines('Europe/Berlin', era, changed), moments, changed)).toEqual([])
  })
})
