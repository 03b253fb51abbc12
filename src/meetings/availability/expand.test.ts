import { describe, expect, test } from 'vitest'
import { hosts, onHost } from '../../../test/host-zone.ts'
import vectors from '../../../test/vectors/civil-time.json' with { type: 'json' }
import { lengthMs, type Range } from '../../time/ranges.ts'
import { spansWithin } from '../../time/spans.ts'
import { runtimeRules, type ZoneRules } from '../../time/zone-rules.ts'
import { availableRanges, offRanges, type WallBlock } from './expand.ts'

const newYork = 'America/New_York'
const none = { dayOfWeek: null, date: null, validFrom: null, validUntil: null }
const weekly = (dayOfWeek: number, startTime: string, endTime: string, more: Partial<WallBlock> = {}): WallBlock => ({
  ...{ ...none, kind: 'weekly', dayOfWeek, startTime, endTime, timezone: 'UTC', ...more },
})
const dated = (kind: 'extra' | 'off', date: string, startTime: string, endTime: string, timezone = 'UTC') => ({
  ...{ ...none, kind, date, startTime, endTime, timezone },
})

const windowOf = (from: string, to: string): Range => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })

/** As `2031-01-06T09:00Z` to `2031-01-06T17:00Z`, for somebody who has declared these blocks. */
function times(blocks: readonly WallBlock[], window: Range, rules: ZoneRules = runtimeRules): string[][] {
  const isDeclared = blocks.some(({ kind }) => kind !== 'off')
  return written(availableRanges({ isDeclared, blocks }, window, spansWithin(window, rules)))
}

const written = (ranges: readonly Range[]) =>
  ranges.map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => new Date(ms).toISOString().replace(/:00\.000/, '')))

describe.each(hosts)('on a host in %s', (host) => {
  onHost(host)

  test.each(vectors.availability)('$start to $end on $date in $zone', ({ date, start, end, zone, instants }) => {
    const short = instants.map((pair) => pair.map((instant) => instant.replace(':00Z', 'Z')))
    const window = windowOf(`${date}T00:00:00-20:00`, `${date}T23:59:00+20:00`)
    const around = { fromMs: window.toMs - 3 * 86_400_000, toMs: window.fromMs + 3 * 86_400_000 }
    expect(times([dated('extra', date, start, end, zone)], around)).toEqual(short)
    const dayOfWeek = new Date(`${date}T00:00Z`).getUTCDay()
    expect(times([weekly(dayOfWeek, start, end, { timezone: zone })], around)).toEqual(short)
    expect(
      written(offRanges([dated('off', date, start, end, zone)], around, spansWithin(around, runtimeRules))),
    ).toEqual(short)
  })
})

// 2031-01-05 is a Sunday.
const week = windowOf('2031-01-05T00:00Z', '2031-01-12T00:00Z')

test('0 is Sunday', () => {
  expect(new Date('2031-01-05').getUTCDay()).toBe(0)
  expect(times([weekly(0, '09:00', '10:00')], week)).toEqual([['2031-01-05T09:00Z', '2031-01-05T10:00Z']])
  expect(times([weekly(6, '09:00', '10:00')], week)).toEqual([['2031-01-11T09:00Z', '2031-01-11T10:00Z']])
})

test('overnight: the second half is on the next day, also where only that is in the window', () => {
  const night = [weekly(1, '22:00', '06:00')]
  expect(times(night, week)).toEqual([['2031-01-06T22:00Z', '2031-01-07T06:00Z']])
  expect(times(night, windowOf('2031-01-07T00:00Z', '2031-01-08T00:00Z'))).toEqual([
    ['2031-01-07T00:00Z', '2031-01-07T06:00Z'],
  ])
  // The clocks of New York went forward at two: the night has seven hours, and the one in autumn nine.
  const spring = [weekly(6, '22:00', '06:00', { timezone: newYork })]
  const [first] = availableRanges(
    { isDeclared: true, blocks: spring },
    windowOf('2031-03-08T12:00Z', '2031-03-09T18:00Z'),
    spansWithin(windowOf('2031-03-08T12:00Z', '2031-03-09T18:00Z'), runtimeRules),
  )
  expect(lengthMs([first!]) / 3_600_000).toBe(7)
  const autumn = windowOf('2031-11-01T12:00Z', '2031-11-02T18:00Z')
  const ranges = availableRanges({ isDeclared: true, blocks: spring }, autumn, spansWithin(autumn, runtimeRules))
  expect(lengthMs(ranges) / 3_600_000).toBe(9)
})

test('24:00 is the end of the day, and an end at the start is a whole day later', () => {
  expect(times([weekly(1, '22:00', '24:00')], week)).toEqual([['2031-01-06T22:00Z', '2031-01-07T00:00Z']])
  expect(times([weekly(1, '09:00', '09:00')], week)).toEqual([['2031-01-06T09:00Z', '2031-01-07T09:00Z']])
})

test('validity counts where it begins', () => {
  const month = windowOf('2031-01-05T00:00Z', '2031-02-02T00:00Z')
  const night = (more: Partial<WallBlock>) => times([weekly(1, '22:00', '06:00', more)], month).map(([from]) => from)
  expect(night({ validFrom: '2031-01-13' })).toEqual(['2031-01-13T22:00Z', '2031-01-20T22:00Z', '2031-01-27T22:00Z'])
  expect(night({ validFrom: '2031-01-14' })).toEqual(['2031-01-20T22:00Z', '2031-01-27T22:00Z'])
  expect(night({ validUntil: '2031-01-13' })).toEqual(['2031-01-06T22:00Z', '2031-01-13T22:00Z'])
  const last = times([weekly(1, '22:00', '06:00', { validUntil: '2031-01-06' })], month)
  expect(last).toEqual([['2031-01-06T22:00Z', '2031-01-07T06:00Z']])
})

test('extra hours are added, and off wins over everything', () => {
  const blocks = [
    weekly(1, '09:00', '12:00'),
    dated('extra', '2031-01-06', '11:00', '15:00'),
    dated('extra', '2031-01-11', '10:00', '11:00'),
  ]
  expect(times(blocks, week)).toEqual([
    ['2031-01-06T09:00Z', '2031-01-06T15:00Z'],
    ['2031-01-11T10:00Z', '2031-01-11T11:00Z'],
  ])
  expect(times([...blocks, dated('off', '2031-01-06', '10:00', '14:00')], week)[0]).toEqual([
    '2031-01-06T09:00Z',
    '2031-01-06T10:00Z',
  ])
  expect(times([...blocks, dated('off', '2031-01-06', '00:00', '24:00')], week)).toEqual([
    ['2031-01-11T10:00Z', '2031-01-11T11:00Z'],
  ])
})

test('who has declared nothing is always there, but for days off', () => {
  expect(times([], week)).toEqual([['2031-01-05T00:00Z', '2031-01-12T00:00Z']])
  expect(times([dated('off', '2031-01-06', '00:00', '24:00', 'Asia/Seoul')], week)).toEqual([
    ['2031-01-05T00:00Z', '2031-01-05T15:00Z'],
    ['2031-01-06T15:00Z', '2031-01-12T00:00Z'],
  ])
  // Declared, only not for then.
  expect(availableRanges({ isDeclared: true, blocks: [] }, week, spansWithin(week, runtimeRules))).toEqual([])
})

test('a day that never was has no hours, and changed rules move them', () => {
  const gone = windowOf('2011-12-28T00:00Z', '2012-01-02T00:00Z')
  expect(times([dated('extra', '2011-12-30', '00:00', '24:00', 'Pacific/Apia')], gone)).toEqual([])
  // New York stays on summer time, as if Congress had decided so.
  const summer: ZoneRules = { ...runtimeRules, offsetMsAt: () => -4 * 3_600_000 }
  const autumn = windowOf('2031-11-01T00:00Z', '2031-11-04T00:00Z')
  const blocks = [dated('extra', '2031-11-02', '01:00', '01:30', newYork)]
  expect(times(blocks, autumn)).toHaveLength(2)
  expect(times(blocks, autumn, summer)).toHaveLength(1)
})
