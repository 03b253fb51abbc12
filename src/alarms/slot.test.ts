import { describe, expect, it } from 'vitest'
import { runtimeRules } from '../time/zone-rules.ts'
import { candidates, everySecond, hashOf, type SlotWish, triesMax } from './slot.ts'

const rules = { quietHours: [{ from: '22:00', to: '07:00' }], rules: runtimeRules }
const seoul = { timezone: 'Asia/Seoul', quietHours: null }
const at = (text: string) => Date.parse(text)
const wish = (more: Partial<SlotWish> = {}): SlotWish => ({
  wantedMs: at('2031-03-04T12:00:00+09:00'),
  nowMs: at('2031-03-03T12:00:00+09:00'),
  person: seoul,
  seed: 1,
  ...more,
})
const local = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().slice(11, 19)

describe('the moments that an alarm tries', () => {
  it('are 50, the wanted one first', () => {
    const tries = [...candidates(wish(), rules)]
    expect(tries).toHaveLength(triesMax)
    expect(tries[0]).toBe(wish().wantedMs)
  })

  it('are the same for the same seed, and others for another', () => {
    const tries = (seed: number) => [...candidates(wish({ seed }), rules)].slice(1)
    expect(tries(7)).toEqual(tries(7))
    expect(tries(7)).not.toEqual(tries(8))
  })

  it('reach no further than an hour for a day, ten minutes for something due now, and half a day for most of a year', () => {
    const reach = (days: number) => {
      const nowMs = wish().wantedMs - days * 86_400_000
      const free = { quietHours: null, rules: runtimeRules }
      const all = Array.from({ length: 40 }, (_, seed) => [...candidates(wish({ nowMs, seed }), free)]).flat()
      return (Math.max(...all) - wish().wantedMs) / 60_000
    }
    expect(reach(1)).toBeLessThanOrEqual(60)
    expect(reach(1)).toBeGreaterThan(50)
    expect(reach(0)).toBeLessThanOrEqual(10)
    expect(reach(256)).toBeLessThanOrEqual(12 * 60)
    expect(reach(256)).toBeGreaterThan(11 * 60)
  })

  it('begin near the wanted one: each try may be a little further away', () => {
    const seeds = Array.from({ length: 200 }, (_, seed) => [...candidates(wish({ seed }), rules)])
    for (const tries of seeds)
      for (const [tried, ms] of tries.entries())
        expect(ms - wish().wantedMs).toBeLessThanOrEqual(Math.ceil((3_600 * tried) / (triesMax - 1)) * 1_000)
  })

  it('never lie in quiet hours, and do not all meet at their end', () => {
    const late = wish({ wantedMs: at('2031-03-04T21:59:00+09:00') })
    const tries = [...candidates(late, rules)]
    for (const ms of tries) expect(local(ms) >= '07:00:00' && local(ms) < '22:00:00').toBe(true)
    const morning = tries.filter((ms) => local(ms) < '12:00:00')
    expect(morning.length).toBeGreaterThan(20)
    expect(new Set(morning).size).toBeGreaterThan(morning.length / 2)
  })

  it('go from quiet hours to their end: 07:00 on the wall', () => {
    const night = wish({ wantedMs: at('2031-03-04T03:00:00+09:00') })
    expect(local([...candidates(night, rules)][0]!)).toBe('07:00:00')
  })

  it('respect the user’s own quiet hours instead of the usual ones, and none where they want none', () => {
    const night = wish({ wantedMs: at('2031-03-04T03:00:00+09:00') })
    const first = (quietHours: SlotWish['person']['quietHours']) =>
      local(candidates({ ...night, person: { ...seoul, quietHours } }, rules).next().value!)
    expect(first([{ from: '02:00', to: '05:30' }])).toBe('05:30:00')
    expect(first([])).toBe('03:00:00')
  })

  it('end with every second from the wanted one on', () => {
    const some: number[] = []
    for (const ms of everySecond(wish({ wantedMs: at('2031-03-04T21:59:58+09:00') }), rules)) {
      some.push(ms)
      if (some.length === 4) break
    }
    expect(some.map(local)).toEqual(['21:59:58', '21:59:59', '07:00:00', '07:00:01'])
  })

  it('come from texts that are spread evenly', () => {
    const places = new Set(Array.from({ length: 10_000 }, (_, i) => hashOf(`page-${i} 3`) % 256))
    expect(places.size).toBe(256)
  })
})
