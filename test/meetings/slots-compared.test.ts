// The search by ranges and a walk through the clock, minute by minute, find the same slots in the same order, through changes of the clocks.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { availableRanges, type WallBlock } from '../../src/meetings/availability/expand.ts'
import { chooseSlots, freeFor, freeTogether, type Sought, starts } from '../../src/meetings/slots/search.ts'
import type { Range } from '../../src/time/ranges.ts'
import { spansWithin } from '../../src/time/spans.ts'
import { runtimeRules } from '../../src/time/zone-rules.ts'
import { inconvenienceByWalking, isThere, type Person, startsByWalking, stepMs } from './naive-slots.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

// Changes of an hour, of half an hour, of two hours, at midnight, and none at all.
const zones = fc.constantFrom(
  ...['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Antarctica/Troll', 'America/Santiago'],
  ...['Asia/Kathmandu', 'Pacific/Kiritimati'],
)
/** The days on which one of them changes its clocks, and one on which none does. */
const days = fc.constantFrom(
  '2026-03-08',
  '2026-11-01',
  '2026-03-29',
  '2026-10-25',
  '2026-10-04',
  '2026-04-05',
  '2026-07-01',
)
const windows = fc
  .tuple(days, fc.integer({ min: -300, max: 100 }), fc.integer({ min: 12, max: 400 }))
  .map(([day, shift, steps]): Range => {
    const fromMs = Date.parse(day) + shift * stepMs
    return { fromMs, toMs: fromMs + steps * stepMs }
  })

const two = (n: number) => String(n).padStart(2, '0')
const clock = (fives: number) => `${two(Math.floor(fives / 12))}:${two((fives % 12) * 5)}`
const start = fc.integer({ min: 0, max: 287 }).map(clock)
const end = fc.integer({ min: 0, max: 288 }).map(clock)
const dateNear = (window: Range) =>
  fc.integer({ min: -2, max: 2 }).map((by) => new Date(window.fromMs + by * dayMs).toISOString().slice(0, 10))

const block = (window: Range) =>
  fc
    .record({
      kind: fc.constantFrom('weekly' as const, 'weekly' as const, 'extra' as const, 'off' as const),
      dayOfWeek: fc.integer({ min: 0, max: 6 }),
      date: dateNear(window),
      startTime: start,
      endTime: end,
      timezone: zones,
      validFrom: fc.option(dateNear(window), { freq: 2 }),
      validUntil: fc.option(dateNear(window), { freq: 2 }),
    })
    .map((one): WallBlock => {
      if (one.kind === 'weekly') return { ...one, date: null }
      return { ...one, dayOfWeek: null, validFrom: null, validUntil: null }
    })

const taken = (window: Range) =>
  fc
    .tuple(fc.integer({ min: -20, max: 400 }), fc.integer({ min: 1, max: 30 }))
    .map(([from, long]) => ({ fromMs: window.fromMs + from * stepMs, toMs: window.fromMs + (from + long) * stepMs }))

const person = (window: Range, blocksMax: number): fc.Arbitrary<Person> =>
  fc.record({
    id: fc.constant('somebody'),
    timezone: zones,
    blocks: fc.array(block(window), { maxLength: blocksMax }),
    taken: fc.array(taken(window), { maxLength: 4 }),
  })

const sought: fc.Arbitrary<Sought> = fc.record({
  durationMs: fc.constantFrom(15, 45, 60, 120).map((minutes) => minutes * minuteMs),
  beforeMs: fc.constantFrom(0, 0, 10, 30).map((minutes) => minutes * minuteMs),
  afterMs: fc.constantFrom(0, 0, 5, 60).map((minutes) => minutes * minuteMs),
  granularityMs: fc.constantFrom(5, 15, 25, 60).map((minutes) => minutes * minuteMs),
  timezone: zones,
  limit: fc.integer({ min: 1, max: 20 }),
})

const withDeclared = (one: Person) => ({ ...one, isDeclared: one.blocks.some(({ kind }) => kind !== 'off') })

test('they are there exactly when the clocks show a time in their blocks', () => {
  const law = fc.property(
    windows.chain((window) => fc.tuple(fc.constant(window), person(window, 6))),
    ([window, one]) => {
      const ranges = availableRanges(withDeclared(one), window, spansWithin(window, runtimeRules))
      for (let ms = window.fromMs; ms < window.toMs; ms += stepMs) {
        const isInside = ranges.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)
        if (isInside !== isThere(one, ms))
          expect.fail(`${new Date(ms).toISOString()} is ${isInside ? 'in' : 'not in'} it`)
      }
    },
  )
  fc.assert(law, { numRuns: 150 })
})

test('the same slots, the fairest first', async () => {
  const cases = windows.chain((window) =>
    fc.tuple(fc.constant(window), fc.array(person(window, 3), { minLength: 1, maxLength: 3 }), sought),
  )
  let found = 0
  const law = fc.asyncProperty(cases, async ([window, people, wanted]) => {
    const spansOf = spansWithin(window, runtimeRules)
    const seekers = people.map((one) => {
      const declared = withDeclared(one)
      return { ...declared, available: availableRanges(declared, window, spansOf) }
    })
    const together = freeTogether(
      seekers.map((one) => freeFor(one, wanted)),
      wanted.durationMs,
    )
    const expected = startsByWalking(people, wanted, window)
    expect([...starts(together, wanted, spansOf)]).toEqual(expected)
    found += expected.length
    const ranked = expected
      .map((startMs) => {
        const each = people.map((one) => inconvenienceByWalking(startMs, wanted.durationMs, one))
        return { startMs, worst: Math.max(...each), sum: each.reduce((a, b) => a + b, 0) }
      })
      .sort((a, b) => a.worst - b.worst || a.sum - b.sum || a.startMs - b.startMs)
    const chosen = (await chooseSlots(together, seekers, wanted, spansOf)).map(({ fromMs }) => fromMs)
    expect(chosen).toEqual(ranked.slice(0, wanted.limit).map(({ startMs }) => startMs))
  })
  await fc.assert(law, { numRuns: 120 })
  expect(found).toBeGreaterThan(100)
})
