import { expect, test } from 'vitest'
import { spansWithin } from '../../time/spans.ts'
import { runtimeRules } from '../../time/zone-rules.ts'
import { chooseSlots, looksAtOnce } from './search.ts'

const minuteMs = 60_000

test('a long search lets others have their turn', async () => {
  const window = { fromMs: Date.parse('2031-01-01'), toMs: Date.parse('2032-01-01') }
  const people = Intl.supportedValuesOf('timeZone')
    .slice(0, 10)
    .map((timezone) => ({ timezone, isDeclared: false }))
  const sought = {
    ...{ durationMs: 60 * minuteMs, beforeMs: 0, afterMs: 0, granularityMs: 15 * minuteMs, timezone: 'UTC', limit: 3 },
  }
  let isDone = false
  let turns = 0
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const slots = await chooseSlots([window], people, sought, spansWithin(window, runtimeRules))
  isDone = true
  expect(slots).toHaveLength(3)
  // 365 days of 96 starts, and ten clocks.
  expect(turns).toBeGreaterThanOrEqual(Math.floor((364 * 96 * 10) / looksAtOnce))
})
