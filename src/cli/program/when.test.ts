import { describe, expect, it } from 'vitest'
import { durationMs, readWhen } from './when.ts'

const now = new Date('2030-03-05T13:30:00Z')
const read = (text: string, zone = 'UTC') => readWhen(text, { now, zone })

describe('a moment', () => {
  it.each([
    ['10s', '10s'],
    ['1H30M', '1h30m'],
    ['pt10m', 'PT10M'],
    ['P1D', 'P1D'],
  ])('%s is a length of time', (text, duration) => {
    expect(read(text)).toEqual({ kind: 'after', duration })
  })

  it.each([
    ['14:00', 'UTC', '2030-03-05T14:00:00'],
    ['13:30', 'UTC', '2030-03-06T13:30:00'],
    ['9:00', 'UTC', '2030-03-06T09:00:00'],
    ['22:31', 'Asia/Seoul', '2030-03-05T22:31:00'],
    ['06:00', 'Pacific/Auckland', '2030-03-06T06:00:00'],
    ['08:30:01', 'America/New_York', '2030-03-05T08:30:01'],
  ])('%s in %s is the next such time there', (text, zone, at) => {
    expect(read(text, zone)).toEqual({ kind: 'at', at })
  })

  it('a date and time is passed on', () => {
    expect(read('2030-05-01 09:00')).toEqual({ kind: 'at', at: '2030-05-01T09:00' })
    expect(read('2030-05-01T09:00[Europe/Paris]')).toEqual({ kind: 'at', at: '2030-05-01T09:00[Europe/Paris]' })
  })

  it.each(['soon', '25:00', '10', '', '2030-05-01', '10 s'])('%j is none', (text) => {
    expect(() => read(text)).toThrow(/is not a moment. Accepted: 10s, 15m/)
  })
})

describe('a length of time', () => {
  it.each([
    ['90m', 5_400_000],
    ['1h30m', 5_400_000],
    ['PT24H', 86_400_000],
    ['P1DT1S', 86_401_000],
    ['2w', 1_209_600_000],
  ])('%s', (text, ms) => {
    expect(durationMs(text, '/x')).toBe(ms)
  })

  it.each(['P', 'PT', '0s', '-5m', 'P1M', 'ten', '99999w'])('%s is none', (text) => {
    expect(() => durationMs(text, '/x')).toThrow(/is not a length of time/)
  })
})
