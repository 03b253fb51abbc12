import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MomentOptions, parseMoment } from './moment.ts'
import { readUsual } from './usual-moment.ts'
import { runtimeRules } from './zone-rules.ts'

const none = { named: null, fallback: null }
const paris = { named: 'Europe/Paris', fallback: 'Europe/Paris' }
const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
// To the minute from 1970 to 2100, and often within a day of the weekends on which clocks change.
const localText = fc
  .integer({ min: Date.UTC(1970, 0, 2) / 60_000, max: Date.UTC(2100, 0) / 60_000 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(0, 19))
const aroundChange = fc
  .tuple(fc.integer({ min: 1975, max: 2040 }), fc.constantFrom(2, 3, 8, 9, 10), fc.integer({ min: 0, max: 44_639 }))
  .map(([year, month, minute]) => new Date(Date.UTC(year, month, 1, 0, minute)).toISOString().slice(0, 19))
const offset = fc
  .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 14 }), fc.constantFrom('00', '30', '45'))
  .map(([sign, hours, minutes]) => `${sign}${String(hours).padStart(2, '0')}:${minutes}`)

/** The same moment, spelled so that the long way reads it: with a fraction. */
function bothWays(text: string, suffix: string, options: MomentOptions) {
  const shape = (at: string) => {
    const moment = parseMoment(at, options)
    return [moment.instant.epochMilliseconds, moment.local, moment.zone, moment.nominal]
  }
  return [shape(text + suffix), shape(`${text}.000${suffix}`)]
}

test('local time in any zone is what the long way reads, also where clocks change', () => {
  fc.assert(
    fc.property(fc.oneof(localText, aroundChange), zone, fc.boolean(), (text, timezone, isNamed) => {
      const options = isNamed ? { timezone } : { defaultTimezone: timezone }
      expect(readUsual(text, { named: isNamed ? timezone : null, fallback: timezone }, runtimeRules)).not.toBeNull()
      const [short, long] = bothWays(text, '', options)
      expect(short).toEqual(long)
    }),
    { numRuns: 1_000 },
  )
})

test('an instant is what the long way reads', () => {
  fc.assert(
    fc.property(localText, fc.oneof(fc.constant('Z'), offset), (text, suffix) => {
      expect(readUsual(text + suffix, none, runtimeRules)).not.toBeNull()
      const [short, long] = bothWays(text, suffix, { defaultTimezone: 'Asia/Seoul' })
      expect(short).toEqual(long)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['2026-02-31T09:00:00', paris],
  ['2026-02-29T09:00', paris],
  ['2026-13-01T09:00', paris],
  ['2026-12-01T24:00', paris],
  ['2026-12-01T09:60', paris],
  ['2026-12-01T09:00:60', paris],
  ['2026-12-01T09:00:00.5', paris],
  ['2026-12-01 09:00', paris],
  ['2026-12-01', paris],
  ['2026-12-01T09:00[Europe/Paris]', paris],
  ['1970-01-01T09:00', paris],
  ['9999-12-31T09:00', paris],
  // An offset has to be that of the zone beside it.
  ['2026-12-01T09:00:00+01:00', paris],
  ['2026-12-01T09:00:00+23:00', none],
  ['2026-12-01T09:00:00', none],
])('%s is left to the long way', (text, zones) => {
  expect(readUsual(text, zones, runtimeRules)).toBeNull()
})
