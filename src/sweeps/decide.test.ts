import { describe, expect, it } from 'vitest'
import { decide, type Facts, type Rules } from './decide.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2030, 0, 15, 10)
const dueMs = nowMs + 5 * hourMs
const due = new Date(dueMs).toISOString()
const unheard: Facts = {
  ...{ waiting: null, waitingUntilMs: null, last: null, lastMs: null, handMs: null, begun: null },
  generation: 0,
}
const once: Rules = { coolDownMs: null, toleranceMs: hourMs, hasOverdueKind: true }
const daily: Rules = { ...once, coolDownMs: 24 * hourMs }

const ordinary = (facts: Partial<Facts>, rules = once, at = dueMs) =>
  decide(at, nowMs, rules, { ordinary: { ...unheard, ...facts }, overdue: null })
const sent = (agoMs: number, more: Partial<Facts> = {}) => ({
  last: due,
  lastMs: nowMs - agoMs,
  generation: 1,
  ...more,
})
const again = { what: 'remind', kind: 'ordinary', isMoved: false, generation: 2 }
const moved = { ...again, isMoved: true }

describe('what is ahead', () => {
  it('is reminded of the first time, and not again', () => {
    expect(ordinary({})).toEqual({ ...again, generation: 1 })
    expect(ordinary(sent(1_000 * hourMs))).toEqual({ what: 'skip', reason: 'already_reminded' })
  })

  it('is reminded of again after the cool-down, not at its end', () => {
    expect(ordinary(sent(24 * hourMs), daily)).toEqual({ what: 'skip', reason: 'cool_down' })
    expect(ordinary(sent(24 * hourMs + 1), daily)).toEqual(again)
  })

  it('moved by the tolerance is the same, by more it is new and beats the cool-down', () => {
    for (const rules of [once, daily]) {
      for (const ms of [hourMs, -hourMs]) expect(ordinary(sent(1), rules, dueMs + ms).what).toBe('skip')
      for (const ms of [hourMs + 1, -hourMs - 1]) expect(ordinary(sent(1), rules, dueMs + ms)).toEqual(moved)
    }
  })

  it('that waits to ring is left alone, unless it has moved', () => {
    const waiting = { waiting: due, waitingUntilMs: dueMs, generation: 1 }
    expect(ordinary(waiting, daily)).toEqual({ what: 'skip', reason: 'already_reminded' })
    expect(ordinary(waiting, daily, dueMs + 2 * hourMs)).toEqual(moved)
  })

  it('has moved too when the latest that was said of it was that it is overdue, at another time', () => {
    const since = (overdue: Partial<Facts>, facts: Partial<Facts> = {}) =>
      decide(dueMs, nowMs, daily, { ordinary: { ...unheard, ...facts }, overdue: { ...unheard, ...overdue } })
    const before = new Date(nowMs - 9 * hourMs).toISOString()
    const told = { last: before, lastMs: nowMs - 8 * hourMs, generation: 1 }
    expect(since(told)).toMatchObject({ kind: 'ordinary', isMoved: true })
    expect(since({ waiting: before, generation: 1 })).toMatchObject({ kind: 'ordinary', isMoved: true })
    expect(since({ ...told, last: due })).toMatchObject({ isMoved: false })
    // Since then it was reminded of: the mark is of that.
    expect(since({ ...told, lastMs: nowMs - 30 * hourMs }, sent(25 * hourMs))).toMatchObject({ isMoved: false })
  })

  it('is not reminded of when somebody marked it by hand, whatever it is due', () => {
    const marked = { last: 'once', lastMs: nowMs - hourMs, handMs: nowMs - hourMs, generation: 1 }
    expect(ordinary(marked)).toEqual({ what: 'skip', reason: 'already_reminded' })
    expect(ordinary(marked, daily, dueMs + 9 * hourMs)).toEqual({ what: 'skip', reason: 'cool_down' })
    const longAgo = { ...marked, handMs: nowMs - 25 * hourMs, lastMs: nowMs - 25 * hourMs }
    expect(ordinary(longAgo, daily)).toEqual(again)
  })
})

describe('what is due by now', () => {
  const late = (facts: Partial<Facts>, overdue: Partial<Facts> = {}, rules = once) =>
    decide(nowMs, nowMs, rules, { ordinary: { ...unheard, ...facts }, overdue: { ...unheard, ...overdue } })
  const at = new Date(nowMs).toISOString()
  const skipped = { what: 'skip', reason: 'already_reminded' }
  const reminded = { what: 'remind', kind: 'overdue', generation: 1, isMoved: false }
  const beats = { ...reminded, isMoved: true }

  it('gets one overdue reminder', () => {
    expect(late({})).toEqual(reminded)
    const told = { last: at, lastMs: nowMs - 99 * hourMs, begun: [at], generation: 1 }
    expect(late({}, told, daily)).toEqual(skipped)
    expect(late({}, { waiting: at, waitingUntilMs: nowMs + hourMs, generation: 1 })).toEqual(skipped)
  })

  it('gets none when it was reminded of for that due time', () => {
    expect(late({ last: at, lastMs: nowMs - hourMs, begun: [at], generation: 1 })).toEqual(skipped)
    expect(late({ handMs: nowMs - hourMs, last: 'once', begun: ['once'], generation: 1 })).toEqual(skipped)
    const other = new Date(nowMs + 5 * hourMs).toISOString()
    expect(late({ last: other, lastMs: nowMs - hourMs, begun: [other], generation: 1 })).toEqual(beats)
  })

  it('gets one when the reminder before expired unheard', () => {
    expect(late({ last: at, lastMs: nowMs - hourMs, begun: null, generation: 1 })).toEqual(beats)
    expect(late({ waiting: at, waitingUntilMs: nowMs, generation: 1 })).toEqual(beats)
  })

  it('gets none where nobody wants one', () => {
    const rules = { ...once, hasOverdueKind: false }
    expect(decide(nowMs, nowMs, rules, { ordinary: unheard, overdue: null })).toEqual({
      what: 'skip',
      reason: 'overdue',
    })
  })
})
