import { describe, expect, it } from 'vitest'
import { laterOf } from './later.ts'

const paris = 'Europe/Paris'
const until = (action: string, due: string, now: string) =>
  laterOf(action, { dueAt: new Date(due), timezone: paris }, new Date(now)).until

describe('later', () => {
  it('as a length is from now', () => {
    const standing = { dueAt: new Date('2030-01-01T08:00:00Z'), timezone: paris }
    const lengths = ['a', 'h', 'c'].map((action) => laterOf(action, standing, new Date('2030-01-02T00:00:00Z')).for)
    expect(lengths).toEqual(['PT10M', 'PT1H', 'PT3H'])
  })

  it.each([
    ['the next day', 't', '2030-01-01T08:00:00Z', '2030-01-01T08:05:00Z', '2030-01-02T09:00'],
    ['when the night has an hour less', 't', '2030-03-30T08:30:00Z', '2030-03-30T08:31:00Z', '2030-03-31T09:30'],
    ['when the night has an hour more', 't', '2030-10-26T07:30:00Z', '2030-10-26T20:00:00Z', '2030-10-27T09:30'],
    [
      'in the night, of what rang in the evening',
      't',
      '2030-01-01T22:50:00Z',
      '2030-01-01T23:10:00Z',
      '2030-01-02T23:50',
    ],
    ['a day late', 't', '2030-01-01T08:00:00Z', '2030-01-02T07:00:00Z', '2030-01-03T09:00'],
    ['a month late', 't', '2030-01-01T08:00:00Z', '2030-02-01T12:00:00Z', '2030-02-02T09:00'],
    ['next week', 'w', '2030-03-27T08:00:00Z', '2030-03-27T08:00:00Z', '2030-04-03T09:00'],
    ['the evening of the day', 'e', '2030-01-01T08:00:00Z', '2030-01-01T08:00:00Z', '2030-01-01T19:00'],
    ['the next evening', 'e', '2030-01-01T08:00:00Z', '2030-01-01T18:00:00Z', '2030-01-02T19:00'],
  ])('%s', (_, action, due, now, expected) => {
    expect(until(action, due, now)).toBe(expected)
  })
})
