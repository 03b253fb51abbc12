import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intersection, lengthMs, merged, type Range, without } from './ranges.ts'

const range = fc
  .record({ fromMs: fc.integer({ min: 0, max: 60 }), long: fc.integer({ min: -2, max: 12 }) })
  .map(({ fromMs, long }): Range => ({ fromMs, toMs: fromMs + long }))
const ranges = fc.array(range, { maxLength: 12 })

/** Every whole number in them. */
const members = (list: readonly Range[]) =>
  new Set(list.flatMap(({ fromMs, toMs }) => Array.from({ length: Math.max(0, toMs - fromMs) }, (_, i) => fromMs + i)))
const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)

/** Sorted, nothing empty, nothing that overlaps. */
function expectList(list: readonly Range[]): void {
  for (const { fromMs, toMs } of list) expect(fromMs).toBeLessThan(toMs)
  for (const [i, { fromMs }] of list.entries()) if (i > 0) expect(fromMs).toBeGreaterThanOrEqual(list[i - 1]!.toMs)
}

test('lists of ranges are sets of numbers', () => {
  const law = fc.property(ranges, ranges, (some, others) => {
    const [a, b] = [merged(some), merged(others)]
    const [inA, inB] = [members(some), members(others)]
    expect(sorted(members(a))).toEqual(sorted(inA))
    expect(sorted(members(intersection(a, b)))).toEqual(sorted([...inA].filter((n) => inB.has(n))))
    expect(sorted(members(without(a, b)))).toEqual(sorted([...inA].filter((n) => !inB.has(n))))
    expect(lengthMs(a)).toBe(inA.size)
    for (const list of [a, intersection(a, b), without(a, b)]) expectList(list)
  })
  fc.assert(law, { numRuns: 1_000 })
})

test('what touches is one', () => {
  expect(
    merged([
      { fromMs: 10, toMs: 20 },
      { fromMs: 0, toMs: 10 },
    ]),
  ).toEqual([{ fromMs: 0, toMs: 20 }])
})
