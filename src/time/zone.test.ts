import { describe, expect, test } from 'vitest'
import { BelfryError } from '../errors.ts'
import { parseMoment } from './moment.ts'
import { Temporal, tzdbVersion } from './temporal.ts'
import {
  beforeAnchor,
  beforeInstant,
  canonicalZone,
  instantToLocal,
  localToInstant,
  runtimeRules,
  sameZone,
  type ZoneRules,
} from './zone.ts'

const newYork = 'America/New_York'

function errorOf(run: () => unknown): BelfryError {
  try {
    run()
  } catch (error) {
    if (error instanceof BelfryError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('the version of the zone database is known', () => {
  expect(tzdbVersion()).toMatch(/^20\d\d[a-z]$/)
})

describe('zone names', () => {
  test.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['europe/paris', 'Europe/Paris'],
    ['AMERICA/PORT-AU-PRINCE', 'America/Port-au-Prince'],
    ['utc', 'UTC'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['etc/gmt+5', 'Etc/GMT+5'],
  ])('%s is %s', (name, canonical) => {
    expect(canonicalZone(name, '/timezone')).toBe(canonical)
    expect(canonicalZone(name, '/timezone')).toBe(canonical)
  })

  test('every zone of the runtime in any case', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(canonicalZone(zone.toUpperCase())).toBe(zone)
    }
  })

  test.each([
    ['Europe/Pari', 'Europe/Paris'],
    ['Europe/Prais', 'Europe/Paris'],
    ['Paris', 'Europe/Paris'],
    ['America/New York', 'America/New_York'],
    ['Europe/Kyv', 'Europe/Kyiv'],
    [' Asia/Seoul ', 'Asia/Seoul'],
  ])('%s suggests %s', (name, suggestion) => {
    const error = errorOf(() => canonicalZone(name, '/timezone'))
    expect(error).toMatchObject({ code: 'unknown_timezone', field: '/timezone' })
    expect(error.message).toContain(`Did you mean ${suggestion}?`)
    expect(error.accepted).toContain('IANA')
  })

  test.each(['', 'PST', 'Mars/Olympus', 'SystemV/PST8', 'Z', 'Europe/\u212Aiev', 'x'.repeat(5000)])(
    '%j is refused',
    (name) => {
      canonicalZone('Europe/Kiev')
      const error = errorOf(() => canonicalZone(name))
      expect(error.code).toBe('unknown_timezone')
      expect(error.message.length).toBeLessThan(300)
    },
  )

  test.each(['+02:00', '-0530', 'UTC+2', 'GMT-03:00'])('%s is an offset, with the reason', (name) => {
    expect(errorOf(() => canonicalZone(name, '/timezone')).message).toContain('when the clocks change')
  })

  test('what is not text at all', () => {
    expect(errorOf(() => canonicalZone(7 as unknown as string)).code).toBe('unknown_timezone')
  })

  test('aliases are one zone', () => {
    expect(sameZone('Europe/Kiev', 'Europe/Kyiv')).toBe(true)
    expect(sameZone('Europe/Paris', 'Europe/Berlin')).toBe(false)
  })
})

describe('local times', () => {
  test('a gap says where it shifted to', () => {
    const { kind, shiftedTo } = localToInstant('2026-03-08T02:30', newYork)
    expect([kind, String(shiftedTo)]).toEqual(['gap', '2026-03-08T03:30:00'])
  })

  test('the day that Samoa left out', () => {
    const { instant, kind, shiftedTo } = localToInstant('2011-12-30T12:00', 'Pacific/Apia')
    expect([kind, String(shiftedTo)]).toEqual(['gap', '2011-12-31T12:00:00'])
    expect(String(instantToLocal(instant, 'Pacific/Apia'))).toBe('2011-12-31T12:00:00')
  })

  test('the fold mark means the second, and nothing where there is only one', () => {
    expect(String(localToInstant('2026-11-01T01:30~2', newYork).instant)).toBe('2026-11-01T06:30:00Z')
    expect(String(localToInstant('2026-12-01T01:30~2', newYork).instant)).toBe('2026-12-01T06:30:00Z')
  })

  test('malformed text is an error of ours', () => {
    expect(errorOf(() => localToInstant('tomorrow', newYork)).code).toBe('invalid_input')
    expect(errorOf(() => localToInstant('2027-02-29T10:00', newYork)).code).toBe('impossible_date')
  })
})

describe('offsets from an anchor', () => {
  test.each([
    ['2026-03-08T10:00', '-P1DT2H', '2026-03-07T13:00:00Z', 'wall clock first, then elapsed'],
    ['2026-03-09T04:00', '-P1DT1H', '2026-03-08T07:00:00Z', 'the calendar part lands beside the gap'],
    ['2026-03-08T02:30', '-P1D', '2026-03-07T07:30:00Z', 'from the time as written, not as shifted'],
    ['2026-03-08T02:30', '-PT1H', '2026-03-08T06:30:00Z', 'elapsed time counts from the shifted instant'],
    ['2026-03-09T02:30', '-P1D', '2026-03-08T07:30:00Z', 'into the gap: shifted'],
    ['2026-11-02T01:30', '-P1D', '2026-11-01T05:30:00Z', 'into the overlap: the first'],
    ['2026-11-01T01:30~2', '-PT15M', '2026-11-01T06:15:00Z', 'from the second of two'],
    ['2026-03-31T10:00', '-P1M', '2026-02-28T15:00:00Z', 'the 31st is clamped'],
    ['2026-07-01T10:00', '1h', '2026-07-01T15:00:00Z', 'after'],
    ['2026-07-01T10:00', 'PT0S', '2026-07-01T14:00:00Z', 'at the time'],
  ])('%s %s is %s: %s', (anchor, offset, instant) => {
    expect(String(beforeAnchor(anchor, newYork, offset))).toBe(instant)
  })

  test('from an instant', () => {
    const anchor = Temporal.Instant.from('2026-03-08T14:00:00Z')
    expect(String(beforeInstant(anchor, '-PT24H'))).toBe('2026-03-07T14:00:00Z')
    expect(String(beforeInstant(anchor, '-P1D'))).toBe('2026-03-07T14:00:00Z')
    expect(String(beforeInstant(anchor, '-P1D', newYork))).toBe('2026-03-07T15:00:00Z')
  })
})

// New York stays on summer time from June 2026 on, as if Congress had decided so after the anchor was stored.
const permanentSummer: ZoneRules = {
  offsetMsAt: (instant, zone) =>
    instant.epochMilliseconds < Date.UTC(2026, 5) ? runtimeRules.offsetMsAt(instant, zone) : -4 * 3_600_000,
  possibleInstants: (local, zone) =>
    local.year < 2026 || (local.year === 2026 && local.month < 6)
      ? runtimeRules.possibleInstants(local, zone)
      : [local.toZonedDateTime('-04:00').toInstant()],
}

test('changed rules move everything', () => {
  const resolve = (rules?: ZoneRules) => [
    String(localToInstant('2026-12-01T09:00', newYork, rules).instant),
    localToInstant('2026-11-01T01:30~2', newYork, rules).kind,
    String(beforeAnchor('2026-12-01T09:00', newYork, '-P1D', rules)),
    String(instantToLocal(Temporal.Instant.from('2026-12-01T14:00:00Z'), newYork, rules)),
  ]
  expect(resolve()).toEqual(['2026-12-01T14:00:00Z', 'overlap', '2026-11-30T14:00:00Z', '2026-12-01T09:00:00'])
  expect(resolve(permanentSummer)).toEqual([
    '2026-12-01T13:00:00Z',
    'plain',
    '2026-11-30T13:00:00Z',
    '2026-12-01T10:00:00',
  ])
})

test('a moment follows changed rules and keeps its nominal', () => {
  const under = (rules: ZoneRules) => parseMoment('2026-12-01T09:00', { timezone: newYork }, rules)
  expect(String(under(permanentSummer).instant)).toBe('2026-12-01T13:00:00Z')
  expect(under(permanentSummer).nominal).toBe(under(runtimeRules).nominal)
  expect(parseMoment('2026-12-01T09:00-04:00', { timezone: newYork }, permanentSummer).zone).toBe(newYork)
})
