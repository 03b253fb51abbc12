import { describe, expect, test } from 'vitest'
import { BelfryError } from '../errors.ts'
import { type DurationOptions, kindOfOffset, parseDuration } from './duration.ts'

function refusal(text: unknown, options?: DurationOptions): string {
  try {
    parseDuration(text as string, '/in', options)
  } catch (error) {
    expect(error).toBeInstanceOf(BelfryError)
    expect(error).toMatchObject({ code: 'invalid_duration', field: '/in' })
    expect((error as BelfryError).accepted).toContain('PT15M')
    return (error as BelfryError).message
  }
  throw new Error('accepted')
}

describe('accepted', () => {
  test.each([
    ['PT24H', 'PT24H'],
    ['P1D', 'P1D'],
    ['P1Y2M3W4DT5H6M7S', 'P1Y2M3W4DT5H6M7S'],
    ['pt15m', 'PT15M'],
    ['PT1.5H', 'PT1H30M'],
    ['24h', 'PT24H'],
    ['15m', 'PT15M'],
    ['1d', 'P1D'],
    ['90s', 'PT90S'],
    ['1h30m', 'PT1H30M'],
    ['2w', 'P2W'],
    ['PT0S', 'PT0S'],
    ['0m', 'PT0S'],
    ['P100Y', 'P100Y'],
  ])('%s is %s', (text, iso) => {
    expect(parseDuration(text).toString()).toBe(iso)
  })

  test('negative, where it has a meaning', () => {
    expect(parseDuration('-PT15M', '/in', { allowNegative: true }).toString()).toBe('-PT15M')
    expect(parseDuration('-1h30m', '/in', { allowNegative: true }).toString()).toBe('-PT1H30M')
  })
})

describe('refused', () => {
  test.each(['', '15', 'h', 'P', 'PT', '1D', '1M', '15 minutes', 'soon', 'PT15X', '1m1h', '--1h', 'P1D2H', '1e3s'])(
    '%j',
    (text) => {
      expect(refusal(text)).toContain('is not a duration')
    },
  )

  test('what is not text', () => {
    for (const value of [15, null, undefined, Object.create(null), Symbol('x')]) {
      expect(refusal(value)).toContain('is not a duration')
    }
  })

  test('negative, zero and too fine', () => {
    expect(refusal('-PT1H')).toContain('negative')
    expect(refusal('PT0S', { allowZero: false })).toContain('zero')
    expect(refusal('-PT0S', { allowZero: false })).toContain('zero')
    expect(refusal('PT0.0001S')).toContain('finer')
  })

  test.each(['P101Y', 'P1201M', 'P36526D', 'PT876601H', '-P101Y', '99999999w'])('absurd: %s', (text) => {
    expect(refusal(text, { allowNegative: true })).toContain('longer than 100 years')
  })

  test('absurd beyond what Temporal can hold', () => {
    expect(refusal(`P${'9'.repeat(40)}D`)).toContain('is not a duration')
    expect(refusal(`${'9'.repeat(400)}h`)).toContain('is not a duration')
  })

  test('a limit of one’s own', () => {
    expect(refusal('P8D', { maxDays: 7 })).toContain('longer than 7 days')
    expect(parseDuration('P1W', '/in', { maxDays: 7 }).weeks).toBe(1)
  })
})

test.each([
  ['-PT24H', '24h_before'],
  ['-PT15M', '15m_before'],
  ['-P1D', '1d_before'],
  ['-P1W', '1w_before'],
  ['PT0S', 'at_time'],
  ['P0D', 'at_time'],
  ['PT1H', '1h_after'],
  ['-PT1H30M', '1h30m_before'],
  ['-1h30m', '1h30m_before'],
  ['-PT90M', '90m_before'],
  ['-P1DT2H', '1d2h_before'],
  ['-P1M', '1mo_before'],
  ['-P1Y', '1y_before'],
  ['PT0.5S', '500ms_after'],
])('the kind of %s is %s', (offset, kind) => {
  expect(kindOfOffset(offset)).toBe(kind)
})
