import { expect, it } from 'vitest'
import { isQuietAt } from '../../web/src/quiet.ts'

const at = (text: string) => Date.parse(text)
const night = { from: '22:00', to: '07:00' }

it('is what the clock of their zone shows, over midnight too', () => {
  // 23:00 in Seoul is 14:00 in UTC.
  expect(isQuietAt([night], at('2030-01-07T14:00:00Z'), 'Asia/Seoul')).toBe(true)
  expect(isQuietAt([night], at('2030-01-07T14:00:00Z'), 'Europe/Paris')).toBe(false)
  expect(isQuietAt([night], at('2030-01-06T22:00:00Z'), 'Asia/Seoul')).toBe(false)
  expect(isQuietAt([], at('2030-01-07T14:00:00Z'), 'Asia/Seoul')).toBe(false)
})

it('of a day, is the night that begins on it', () => {
  const monday = [{ ...night, days: ['monday' as const] }]
  // Monday evening and Tuesday morning; not Monday morning.
  expect(isQuietAt(monday, at('2030-01-07T23:00:00Z'), 'UTC')).toBe(true)
  expect(isQuietAt(monday, at('2030-01-08T06:59:00Z'), 'UTC')).toBe(true)
  expect(isQuietAt(monday, at('2030-01-07T06:00:00Z'), 'UTC')).toBe(false)
  expect(
    isQuietAt([{ from: '12:00', to: '13:00', days: ['tuesday' as const] }], at('2030-01-08T12:30:00Z'), 'UTC'),
  ).toBe(true)
})
