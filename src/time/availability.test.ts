import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availabilityInstants } from './availability.ts'
import { Temporal } from './temporal.ts'

const newYork = 'America/New_York'

describe('availability', () => {
  test('a day of 23, 24 and 25 hours, to 24:00', () => {
    const hours = ['2026-03-08', '2026-07-01', '2026-11-01'].map((date) => {
      const [range] = availabilityInstants(date, '00:00', '24:00', newYork)
      return range![0].until(range![1]).total('hours')
    })
    expect(hours).toEqual([23, 24, 25])
  })

  test('a day that never was, and the far ends of the map', () => {
    expect(availabilityInstants('2011-12-30', '00:00', '24:00', 'Pacific/Apia')).toEqual([])
    expect(availabilityInstants('2026-07-01', '09:00', '10:00', 'Pacific/Kiritimati').flat().map(String)).toEqual([
      '2026-06-30T19:00:00Z',
      '2026-06-30T20:00:00Z',
    ])
    expect(availabilityInstants('2026-07-01', '23:00', '24:00', 'Etc/GMT+12').flat().map(String)).toEqual([
      '2026-07-02T11:00:00Z',
      '2026-07-02T12:00:00Z',
    ])
  })

  test.each([
    ['10:00', '09:00'],
    ['10:00', '10:00'],
  ])('%s to %s is refused', (start, end) => {
    expect(() => availabilityInstants('2026-07-01', start, end, newYork)).toThrow('A block must end after it starts')
  })

  test.each([
    ['25:00', '26:00', 'impossible_date'],
    ['24:00', '24:00', 'impossible_date'],
    ['nine', '10:00', 'invalid_input'],
  ])('%s to %s is %s', (start, end, code) => {
    expect(() => availabilityInstants('2026-07-01', start, end, newYork)).toThrow(expect.objectContaining({ code }))
  })
})

const quarterMs = 900_000
const clock = (quarters: number) =>
  `${String(quarters >> 2).padStart(2, '0')}:${String((quarters & 3) * 15).padStart(2, '0')}`

test('a block holds exactly the instants whose wall clock lies in it', () => {
  const zones = fc.constantFrom(newYork, 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Antarctica/Troll')
  // The days on which one of these zones changes its clocks, and their neighbours.
  const changes = fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-10-04', '2026-04-05')
  const quarters = fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { minLength: 2, maxLength: 2 })
  const law = fc.property(zones, changes, fc.integer({ min: -1, max: 1 }), quarters, (zone, change, days, pair) => {
    const date = Temporal.PlainDate.from(change).add({ days })
    const [from = 0, to = 0] = pair.sort((a, b) => a - b)
    const ranges = availabilityInstants(String(date), clock(from), clock(to), zone)
    const midnightMs = date.toZonedDateTime('UTC').epochMilliseconds
    for (let ms = midnightMs - 60 * quarterMs; ms < midnightMs + 156 * quarterMs; ms += quarterMs) {
      const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
      const quarter = shown.hour * 4 + shown.minute / 15
      const wanted = shown.toPlainDate().equals(date) && quarter >= from && quarter < to
      const given = ranges.some(([start, end]) => start.epochMilliseconds <= ms && ms < end.epochMilliseconds)
      if (given !== wanted) expect.fail(`${shown} should ${wanted ? '' : 'not '}be in it`)
    }
  })
  fc.assert(law, { numRuns: 300 })
})
