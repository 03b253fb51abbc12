import { describe, expect, it } from 'vitest'
import { nextTick, readEvery } from './schedule.ts'

const ticks = (every: string, zone: string, after: string, count: number): string[] => {
  const read = readEvery(every, '/every')
  const found: string[] = []
  for (let ms = Date.parse(after); found.length < count; ) {
    const next = nextTick(read, zone, ms)
    if (next === null) return [...found, 'never']
    found.push(new Date(next).toISOString().replace(':00.000Z', 'Z'))
    ms = next
  }
  return found
}

describe('an interval runs on its full multiples', () => {
  it('hourly at :00', () => {
    expect(ticks('PT1H', 'UTC', '2030-01-01T00:00:00Z', 3)).toEqual([
      '2030-01-01T01:00Z',
      '2030-01-01T02:00Z',
      '2030-01-01T03:00Z',
    ])
    expect(ticks('PT1H', 'UTC', '2030-01-01T00:59:59.999Z', 1)).toEqual(['2030-01-01T01:00Z'])
  })

  it('every 30 minutes at :00 and :30, in whatever way it is written', () => {
    for (const every of ['PT30M', '30m', '*/30 * * * *', '0,30 * * * *'])
      expect(ticks(every, 'UTC', '2030-01-01T00:10:00Z', 3)).toEqual([
        '2030-01-01T00:30Z',
        '2030-01-01T01:00Z',
        '2030-01-01T01:30Z',
      ])
  })

  it('on the clocks of its zone', () => {
    expect(ticks('PT1H', 'Asia/Kathmandu', '2030-01-01T00:00:00Z', 2)).toEqual([
      '2030-01-01T00:15Z',
      '2030-01-01T01:15Z',
    ])
    expect(ticks('PT6H', 'Asia/Seoul', '2030-01-01T00:00:00Z', 2)).toEqual(['2030-01-01T03:00Z', '2030-01-01T09:00Z'])
    expect(ticks('P1D', 'America/New_York', '2030-03-09T12:00:00Z', 3)).toEqual([
      '2030-03-10T05:00Z',
      '2030-03-11T04:00Z',
      '2030-03-12T04:00Z',
    ])
  })

  it('counted from 1970 where it does not divide a day', () => {
    expect(ticks('PT7H', 'Asia/Seoul', '1970-01-01T00:00:00Z', 2)).toEqual(['1970-01-01T07:00Z', '1970-01-01T14:00Z'])
    expect(ticks('PT7M', 'UTC', '1970-01-01T00:00:00Z', 2)).toEqual(['1970-01-01T00:07Z', '1970-01-01T00:14Z'])
  })
})

describe('when the clocks change', () => {
  it('an hourly sweep has 25 ticks on the long day and 23 on the short one', () => {
    const zone = 'America/New_York'
    const long = ticks('PT1H', zone, '2030-11-03T03:59:00Z', 26)
    expect(long[0]).toBe('2030-11-03T04:00Z')
    expect(long[25]).toBe('2030-11-04T05:00Z')
    expect(new Set(long.map((at) => Date.parse(at))).size).toBe(26)
    const gaps = long.slice(1).map((at, i) => Date.parse(at) - Date.parse(long[i]!))
    expect(new Set(gaps)).toEqual(new Set([3_600_000]))
    expect(ticks('0 * * * *', zone, '2030-03-10T04:59:00Z', 24)[23]).toBe('2030-03-11T04:00Z')
  })

  it('a time that the clocks leave out is moved, one that happens twice is the first', () => {
    expect(ticks('30 2 * * *', 'America/New_York', '2030-03-10T00:00:00Z', 2)).toEqual([
      '2030-03-10T07:30Z',
      '2030-03-11T06:30Z',
    ])
    expect(ticks('30 1 * * *', 'America/New_York', '2030-11-03T00:00:00Z', 2)).toEqual([
      '2030-11-03T05:30Z',
      '2030-11-04T06:30Z',
    ])
  })
})

describe('cron', () => {
  it('knows lists, ranges, steps and names', () => {
    expect(ticks('0 9-17/4 * * mon-fri', 'UTC', '2030-01-04T12:59:00Z', 3)).toEqual([
      '2030-01-04T13:00Z',
      '2030-01-04T17:00Z',
      '2030-01-07T09:00Z',
    ])
    expect(ticks('5 0 1 jan,jul *', 'UTC', '2030-01-01T00:05:00Z', 1)).toEqual(['2030-07-01T00:05Z'])
    expect(ticks('0 0 * * 7', 'UTC', '2030-01-01T00:00:00Z', 1)).toEqual(['2030-01-06T00:00Z'])
  })

  it('takes either where days of the month and of the week are both named', () => {
    expect(ticks('0 0 13 * fri', 'UTC', '2030-01-09T00:00:00Z', 3)).toEqual([
      '2030-01-11T00:00Z',
      '2030-01-13T00:00Z',
      '2030-01-18T00:00Z',
    ])
  })

  it('means the 31st to the letter', () => {
    expect(ticks('0 12 31 * *', 'UTC', '2030-01-31T12:00:00Z', 2)).toEqual(['2030-03-31T12:00Z', '2030-05-31T12:00Z'])
    expect(ticks('* * 31 * *', 'UTC', '2030-03-31T23:59:00Z', 1)).toEqual(['2030-05-31T00:00Z'])
    expect(ticks('0 0 29 2 *', 'UTC', '2030-01-01T00:00:00Z', 1)).toEqual(['2032-02-29T00:00Z'])
  })

  it('that never happens has no tick', () => {
    expect(nextTick(readEvery('0 0 30 2 *', ''), 'UTC', Date.UTC(2030, 0))).toBe(null)
  })

  it.each([
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '5-1 * * * *',
    'x * * * *',
    '*/0 * * * *',
    '1,,2 * * * *',
  ])('refuses %s', (text) => {
    expect(() => readEvery(text, '/every')).toThrow(expect.objectContaining({ code: 'invalid_input', field: '/every' }))
  })

  it.each(['PT30S', 'PT0S', '-PT1H', 'P1M', 'hourly', 'PT1M30S'])('refuses the interval %s', (text) => {
    expect(() => readEvery(text, '/every')).toThrow(
      expect.objectContaining({ code: 'invalid_duration', field: '/every' }),
    )
  })
})
