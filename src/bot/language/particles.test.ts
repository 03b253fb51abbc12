import { expect, it } from 'vitest'
import { withParticle } from './particles.ts'

it.each([
  ['서울', '으로/로', '서울로'],
  ['뉴욕', '으로/로', '뉴욕으로'],
  ['도쿄', '으로/로', '도쿄로'],
  ['서울', '은/는', '서울은'],
  ['“파리”', '은/는', '“파리”는'],
  ['Asia/Seoul', '으로/로', 'Asia/Seoul로'],
  ['America/New_York', '으로/로', 'America/New_York으로'],
  ['Europe/London', '으로/로', 'Europe/London으로'],
  ['“Gotham”', '은/는', '“Gotham”은'],
  ['“Narnia”', '은/는', '“Narnia”는'],
  ['11월 20일(수) 09:00', '으로/로', '11월 20일(수) 09:00로'],
  ['11월 20일(수) 09:30', '으로/로', '11월 20일(수) 09:30으로'],
  ['02:30', '이/가', '02:30이'],
  ['02:00', '이/가', '02:00가'],
  ['02:30:15', '이/가', '02:30:15가'],
  ['11월 20일(수)', '을/를', '11월 20일(수)을'],
  ['3', '이/가', '3이'],
  ['', '이/가', '가'],
] as const)('%s with %s', (word, particle, expected) => {
  expect(withParticle(word, particle)).toBe(expected)
})
