// The arithmetic of the week: wall clocks through the nights in which they change, and meetings beside each other.

import { describe, expect, it } from 'vitest'
import type { Meeting } from '../../web/src/api.ts'
import { itemsOf, piecesOf } from '../../web/src/pages/meetings/week-items.ts'
import { addDays, dateIn, daysLater, instantIn, localText, mondayOf, withOffset } from '../../web/src/zoned.ts'

const iso = (ms: number) => new Date(ms).toISOString()

describe('wall clocks of a zone', () => {
  it.each([
    ['2031-07-01T10:00', 'Europe/Paris', '2031-07-01T08:00:00.000Z'],
    ['2031-12-02T10:00', 'Asia/Kolkata', '2031-12-02T04:30:00.000Z'],
    ['2031-12-02T00:00', 'Pacific/Auckland', '2031-12-01T11:00:00.000Z'],
    // In Paris 02:30 does not exist on 30 March 2031, and comes twice on 26 October.
    ['2031-03-30T02:30', 'Europe/Paris', '2031-03-30T01:30:00.000Z'],
    ['2031-10-26T02:30', 'Europe/Paris', '2031-10-26T00:30:00.000Z'],
    ['2031-10-26T03:00', 'Europe/Paris', '2031-10-26T02:00:00.000Z'],
  ])('%s in %s is %s', (local, zone, instant) => {
    expect(iso(instantIn(local, zone))).toBe(instant)
  })

  it('says which of two equal wall clocks is meant', () => {
    const second = Date.parse('2031-10-26T01:30:00Z')
    expect(localText(second, 'Europe/Paris')).toBe('2031-10-26T02:30')
    expect(withOffset(second, 'Europe/Paris')).toBe('2031-10-26T02:30:00+01:00')
    expect(withOffset(second - 3_600_000, 'Europe/Paris')).toBe('2031-10-26T02:30:00+02:00')
    expect(withOffset(Date.parse('2031-12-02T12:00:26Z'), 'America/St_Johns')).toBe('2031-12-02T08:30:26-03:30')
  })

  it('knows days and weeks', () => {
    // A day of 25 hours; its seconds stay.
    expect(iso(daysLater(Date.parse('2031-10-25T10:00:07Z'), 1, 'Europe/Paris'))).toBe('2031-10-26T11:00:07.000Z')
    expect(addDays('2031-02-28', 1)).toBe('2031-03-01')
    expect(mondayOf('2031-03-30')).toBe('2031-03-24')
    expect(mondayOf('2031-03-31')).toBe('2031-03-31')
    expect(dateIn(Date.parse('2031-03-29T23:30:00Z'), 'Europe/Paris')).toBe('2031-03-30')
  })
})

describe('what stands in a day', () => {
  const stretch = (start: string, end: string) => ({ startMs: Date.parse(start), endMs: Date.parse(end) })

  it('is cut at midnight', () => {
    const night = stretch('2031-12-02T22:00:00Z', '2031-12-03T01:00:00Z')
    const [evening] = piecesOf([night], '2031-12-02', 'UTC')
    const [morning] = piecesOf([night], '2031-12-03', 'UTC')
    expect([evening?.top, evening?.bottom, morning?.top, morning?.bottom]).toEqual([1_320, 1_440, 0, 60])
    expect(piecesOf([night], '2031-12-04', 'UTC')).toEqual([])
  })

  it('stands where the clock shows it on the days on which an hour is missing or comes twice', () => {
    const [short] = piecesOf([stretch('2031-03-30T08:00:00Z', '2031-03-30T09:00:00Z')], '2031-03-30', 'Europe/Paris')
    expect([short?.top, short?.bottom]).toEqual([600, 660])
    // 02:45 the first time until 02:15 the second: never upside down.
    const [twice] = piecesOf([stretch('2031-10-26T00:45:00Z', '2031-10-26T01:15:00Z')], '2031-10-26', 'Europe/Paris')
    expect([twice?.top, twice?.bottom]).toEqual([165, 190])
  })

  it('shares the width where it overlaps, and only there', () => {
    const all = [
      stretch('2031-12-02T10:00:00Z', '2031-12-02T12:00:00Z'),
      stretch('2031-12-02T11:00:00Z', '2031-12-02T13:00:00Z'),
      stretch('2031-12-02T12:00:00Z', '2031-12-02T14:00:00Z'),
      stretch('2031-12-02T15:00:00Z', '2031-12-02T16:00:00Z'),
    ]
    expect(piecesOf(all, '2031-12-02', 'UTC').map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [0, 2],
      [0, 1],
    ])
  })

  it('is a meeting at its time, or at each that was proposed; what did not come to pass only where it is asked for', () => {
    const slot = (hour: number) => ({
      start: { instant: `2031-12-02T${hour}:00:00Z` },
      end: { instant: `2031-12-02T${hour + 1}:00:00Z` },
    })
    const meeting = (status: Meeting['status'], accepted: number | null) =>
      ({
        id: status,
        status,
        slots: [slot(10), slot(14)],
        acceptedSlot: accepted && slot(accepted),
      }) as unknown as Meeting
    const all = [meeting('pending', null), meeting('accepted', 14), meeting('cancelled', null)]
    const drawn = (isAsked: boolean) =>
      itemsOf(all, isAsked).map(({ meeting: { status }, isProposed }) => [status, isProposed])
    expect(drawn(false)).toEqual([
      ['pending', true],
      ['pending', true],
      ['accepted', false],
    ])
    expect(drawn(true)).toHaveLength(5)
  })
})
