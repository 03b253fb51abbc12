import { expect, test } from 'vitest'
import type { Range } from '../../time/ranges.ts'
import { reasonsOf } from './reasons.ts'
import type { Seeker, Sought } from './search.ts'

const minuteMs = 60_000
const sought: Sought = {
  ...{ durationMs: 60 * minuteMs, beforeMs: 0, afterMs: 0, granularityMs: 15 * minuteMs, timezone: 'UTC', limit: 10 },
}
const ranges = (...pairs: [number, number][]): Range[] =>
  pairs.map(([from, to]) => ({ fromMs: from * minuteMs, toMs: to * minuteMs }))
const seeker = (id: string, available: Range[], taken: Range[] = []): Seeker => ({
  ...{ id, timezone: 'UTC', isDeclared: true, available, taken },
})
const whyOf = async (people: readonly Seeker[], more: Partial<Sought> = {}) =>
  Object.fromEntries(
    (await reasonsOf(people, { ...sought, ...more })).map(({ participant, why }) => [participant, why]),
  )

test('each pair could meet, and never all', async () => {
  const people = [
    seeker('ana', ranges([0, 60], [100, 160])),
    seeker('bo', ranges([0, 60], [200, 260])),
    seeker('cy', ranges([100, 160], [200, 260])),
  ]
  const why = 'is free, but never with all the others'
  expect(await whyOf(people)).toEqual({ ana: why, bo: why, cy: why })
})

test('who is free learns that others are not', async () => {
  expect(await whyOf([seeker('ana', ranges([0, 600])), seeker('bo', [])])).toEqual({
    ana: 'is free; others are not',
    bo: 'is not there in that window',
  })
})

test('together, but between two marks of the clock', async () => {
  const why = 'is free with the others, but not at a multiple of PT15M'
  expect(await whyOf([seeker('ana', ranges([1, 62])), seeker('bo', ranges([0, 600]))])).toEqual({ ana: why, bo: why })
})

test('buffers leave nothing, and the free minutes are told without them', async () => {
  const people = [seeker('ana', ranges([0, 60]), ranges([60, 90]))]
  expect(await reasonsOf(people, { ...sought, afterMs: 60 * minuteMs })).toEqual([
    {
      ...{ participant: 'ana', code: 'too_close', others: [], freeMinutes: 60 },
      why: 'is free, but too close to what they are busy with',
    },
  ])
})

test('names a few of many', async () => {
  const others = Array.from({ length: 8 }, (_, i) => seeker(`person-${i}`, ranges([100, 200])))
  expect((await whyOf([seeker('ana', ranges([0, 60])), ...others])).ana).toBe(
    'is free, but never for PT1H at the same time as person-0, person-1, person-2, person-3, person-4 and 3 more',
  )
})
