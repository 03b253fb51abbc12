import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BelfryError } from '../errors.ts'
import { type MomentInput, type MomentOptions, parseMoment } from './moment.ts'
import { Temporal } from './temporal.ts'
import { instantToLocal, localToInstant } from './zone.ts'

const newYork = { timezone: 'America/New_York' }
const paris = { timezone: 'Europe/Paris' }

function shape(at: MomentInput, options?: MomentOptions): (string | null)[] {
  const { instant, local, zone, nominal } = parseMoment(at, options)
  return [String(instant), local, zone, nominal]
}

function refusal(at: unknown, options?: MomentOptions): BelfryError {
  try {
    parseMoment(at as MomentInput, options)
  } catch (error) {
    if (error instanceof BelfryError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('anchored to a wall clock', () => {
  const nine = ['2026-12-01T08:00:00Z', '2026-12-01T09:00', 'Europe/Paris', '2026-12-01T09:00']
  test.each<[MomentInput, MomentOptions | undefined]>([
    ['2026-12-01T09:00:00[Europe/Paris]', undefined],
    ['2026-12-01T09:00[europe/paris]', undefined],
    ['2026-12-01 09:00:00.000', paris],
    ['2026-12-01T09:00', { defaultTimezone: 'Europe/Paris' }],
    ['2026-12-01T09:00[!Europe/Paris]', paris],
    ['2026-12-01T09:00[Europe/Paris]', { defaultTimezone: 'Asia/Seoul' }],
    ['2026-12-01T09:00:00+01:00[Europe/Paris]', undefined],
    ['2026-12-01t09:00:00+0100', paris],
    ['2026-12-01T09:00:00+01', paris],
    ['2026-12-01T08:00:00Z', paris],
    ['2026-12-01T08:00:00-00:00[Europe/Paris]', undefined],
    [new Date('2026-12-01T08:00:00Z'), paris],
    [Temporal.Instant.from('2026-12-01T08:00:00Z'), paris],
    [Temporal.ZonedDateTime.from('2026-12-01T09:00[Europe/Paris]'), undefined],
  ])('%s, %o', (at, options) => {
    expect(shape(at, options)).toEqual(nine)
  })

  test('seconds and milliseconds only when they are not zero; finer is cut', () => {
    const nominal = (at: string) => parseMoment(at, paris).nominal
    expect(nominal('2026-12-01T09:00:05')).toBe('2026-12-01T09:00:05')
    expect(nominal('2026-12-01T09:00:05.120')).toBe('2026-12-01T09:00:05.12')
    expect(nominal('2026-12-01T09:00:00.001999')).toBe('2026-12-01T09:00:00.001')
    expect(nominal('2026-12-01T09:00:00.000001')).toBe('2026-12-01T09:00')
  })

  test('in a gap the nominal stays as written', () => {
    const gap = ['2026-03-08T07:30:00Z', '2026-03-08T02:30', 'America/New_York', '2026-03-08T02:30']
    expect(shape('2026-03-08T02:30:00', newYork)).toEqual(gap)
  })

  test('in an overlap the first, unless an offset or the instant picks the second', () => {
    const first = ['2026-11-01T05:30:00Z', '2026-11-01T01:30', 'America/New_York', '2026-11-01T01:30']
    const second = ['2026-11-01T06:30:00Z', '2026-11-01T01:30', 'America/New_York', '2026-11-01T01:30~2']
    expect(shape('2026-11-01T01:30', newYork)).toEqual(first)
    expect(shape('2026-11-01T01:30-04:00', newYork)).toEqual(first)
    expect(shape('2026-11-01T01:30-05:00', newYork)).toEqual(second)
    expect(shape('2026-11-01T01:30-05:00[America/New_York]')).toEqual(second)
    expect(shape('2026-11-01T06:30:00Z', newYork)).toEqual(second)
    expect(shape(new Date('2026-11-01T06:30:00Z'), newYork)).toEqual(second)
  })

  test('two names of one zone agree, two zones do not', () => {
    expect(shape('2026-12-01T09:00[Europe/Kiev]', { timezone: 'Europe/Kyiv' })[2]).toBe('Europe/Kiev')
    expect(refusal('2026-12-01T09:00[Asia/Seoul]', paris)).toMatchObject({ code: 'invalid_input', field: '/at' })
  })
})

describe('anchored to an instant', () => {
  const eight = ['2026-12-01T08:00:00Z', null, null, '2026-12-01T08:00:00Z']
  test.each<[MomentInput]>([
    ['2026-12-01T09:00:00+01:00'],
    ['2026-12-01T08:00Z'],
    ['2026-12-01T08:00:00.000z'],
    ['2026-11-30T22:30-09:30'],
    [new Date(Date.UTC(2026, 11, 1, 8))],
    [Temporal.Instant.from('2026-12-01T08:00:00.0000005Z')],
    [Temporal.ZonedDateTime.from('2026-12-01T10:00+02:00[+02:00]')],
  ])('%s', (at) => {
    expect(shape(at)).toEqual(eight)
    expect(shape(at, { defaultTimezone: 'Asia/Seoul' })).toEqual(eight)
  })

  test('by wish, and then the zone is only remembered', () => {
    const shown = shape('2026-12-01T09:00[Europe/Paris]', { timeAnchor: 'instant' })
    expect(shown).toEqual(['2026-12-01T08:00:00Z', null, 'Europe/Paris', '2026-12-01T08:00:00Z'])
  })

  test('milliseconds in the shortest form', () => {
    expect(parseMoment('2026-12-01T08:00:00.500Z').nominal).toBe('2026-12-01T08:00:00.5Z')
  })
})

describe('refused', () => {
  test.each([
    ['2027-02-29T10:00', 'February 2027 has 28 days'],
    ['2026-04-31T10:00', 'April 2026 has 30 days'],
    ['2026-04-00T10:00', 'April 2026 has 30 days'],
    ['2026-13-01T10:00', 'no month 13'],
    ['2026-00-01T10:00', 'no month 0'],
    ['2026-12-01T24:30', '00 to 23'],
    ['2026-12-01T24:00', '00:00 of the next day'],
    ['2026-12-01T10:60', '00 to 59'],
    ['2026-12-01T10:00:60', '00 to 59'],
    ['2026-12-01T10:00:60Z', '00 to 59'],
    ['1969-12-31T23:00', '1970 to 9999'],
    ['0026-12-01T10:00', '1970 to 9999'],
    ['10000-01-01T00:00', '1970 to 9999'],
    ['+010000-01-01T00:00Z', '1970 to 9999'],
    ['1970-01-01T00:00+01:00', '1970 to 9999'],
    ['9999-12-31T23:30-01:00', '1970 to 9999'],
  ])('%s cannot be: %s', (at, reason) => {
    const error = refusal(at, /Z|[+-]\d\d:\d\d$/.test(at) ? {} : paris)
    expect(error).toMatchObject({ code: 'impossible_date', field: '/at' })
    expect(error.message).toContain(reason)
  })

  test('a Date beyond the range', () => {
    expect(refusal(new Date(8.64e15)).code).toBe('impossible_date')
    expect(refusal(new Date(8.64e15), { timezone: 'Asia/Seoul' }).code).toBe('impossible_date')
    expect(refusal(new Date(-1)).code).toBe('impossible_date')
    expect(refusal(new Date(0), newYork).code).toBe('impossible_date')
    expect(refusal('9999-12-31T23:00Z', { timezone: 'Asia/Seoul' }).code).toBe('impossible_date')
  })

  test.each([
    '',
    'tomorrow at nine',
    'Tue, 01 Dec 2026 09:00:00 GMT',
    '2026-12-01T9:00',
    '2026-12-01T09',
    '20261201T090000Z',
    '2026-12-01T09:00+25:00',
    '2026-12-01T09:00Z[',
    '2026-12-01T09:00[]',
    ' 2026-12-01T09:00Z',
    '2026-12-01T09:00Z\n',
    '２０２６-12-01T09:00Z',
    'x'.repeat(100_000),
  ])('%.40j', (at) => {
    const error = refusal(at, { field: '/3/at' })
    expect(error).toMatchObject({ code: 'invalid_input', field: '/3/at' })
    expect(error.accepted).toContain('2026-12-01T09:00:00[Europe/Paris]')
    expect(error.message.length).toBeLessThan(400)
  })

  test('what is not a moment at all', () => {
    for (const at of [1_800_000_000, null, undefined, {}, [], true, new Date(Number.NaN)]) {
      expect(refusal(at).code).toBe('invalid_input')
    }
  })

  test('dates without a time, and times without a zone, with what to do', () => {
    expect(refusal('2026-12-01', paris).message).toContain('2026-12-01T09:00:00')
    expect(refusal('2026-12-01[Europe/Paris]').message).toContain('no time of day')
    expect(refusal('2026-12-01T09:00').message).toContain('add a timezone')
  })

  test('zones that are none', () => {
    expect(refusal('2026-12-01T09:00[Europe/Pari]')).toMatchObject({ code: 'unknown_timezone', field: '/at' })
    expect(refusal('2026-12-01T09:00', { timezone: 'Mars' })).toMatchObject({ field: '/timezone' })
    expect(refusal('2026-12-01T09:00+01:00[+01:00]').message).toContain('offset')
  })

  test('offsets the zone does not have then, with those it has', () => {
    const mismatch = refusal('2026-12-01T09:00+02:00', paris)
    expect(mismatch).toMatchObject({ code: 'offset_mismatch', field: '/at' })
    expect(mismatch.message).toContain('Europe/Paris is at +01:00')
    expect(mismatch.facts).toEqual({
      readings: {
        byOffset: { instant: '2026-12-01T07:00:00Z', local: '2026-12-01T08:00' },
        byZone: { instant: '2026-12-01T08:00:00Z', local: '2026-12-01T09:00' },
      },
    })
    expect(refusal('2026-11-01T01:30+00:00', newYork).message).toContain('-04:00 or -05:00')
    expect(refusal('2026-07-01T01:30+05:00', { timezone: 'Asia/Kathmandu' }).message).toContain('+05:45')
    const gap = refusal('2026-03-08T02:30-05:00', newYork)
    expect(gap.code).toBe('offset_mismatch')
    expect(gap.message).toContain('2026-03-08T03:30')
  })
})

test('an instant written in any way has one nominal, which reads back', () => {
  const zones = fc.constantFrom('America/New_York', 'Australia/Lord_Howe', 'Asia/Seoul', 'Antarctica/Troll')
  // Seconds around the American, European and Australian changes of 2026, where the folds are.
  const near = [1_775_314_800, 1_792_886_400, 1_793_512_800].map((s) => fc.integer({ min: s - 9_000, max: s + 9_000 }))
  const seconds = fc.oneof(...near, fc.integer({ min: 86_400, max: 4e9 }))
  const law = fc.property(seconds, zones, (s, timezone) => {
    const instant = Temporal.Instant.fromEpochMilliseconds(s * 1000)
    const zoned = instant.toZonedDateTimeISO(timezone)
    const ways = [instant, zoned, new Date(s * 1000), String(instant), String(zoned), String(zoned).replace(/\[.*/, '')]
    const nominals = ways.map((way) => parseMoment(way, { timezone }).nominal)
    expect(new Set(nominals).size).toBe(1)
    expect(String(localToInstant(nominals[0]!, timezone).instant)).toBe(String(instant))
    expect(String(instantToLocal(instant, timezone))).toBe(String(zoned.toPlainDateTime()))
  })
  fc.assert(law, { numRuns: 2_000 })
})
