// Two at once on meetings, many times each: one wins, whoever loses is told the state or what conflicts, and what is left is the
// outcome of the winner alone.

import { beforeEach, describe, expect, it } from 'vitest'
import type { MeetingStatus } from '../../src/index.ts'
import {
  by,
  doubleBooked,
  type Left,
  leftOf,
  openPair,
  type Pair,
  proposal,
  race,
  readLeft,
  roundCount,
  rounds,
  slotOf,
} from './meeting-rounds.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
let pair: Pair
beforeEach(async () => {
  pair = await openPair(running)
})

const expected = new Map<string, Left>()
beforeEach(() => expected.clear())

/** Every meeting is as its outcome has it, and nobody is in two places. */
async function asExpected(): Promise<void> {
  const left = await readLeft(pair.sql)
  expect(left.size).toBe(expected.size)
  for (const [id, one] of expected) expect(left.get(id)).toEqual(one)
  expect(await doubleBooked(pair.sql)).toEqual([])
}

async function requested(requester: string, participants: readonly string[], slot: { start: Date; end: Date }) {
  const { meeting } = await pair.a.meetings.request(proposal(requester, participants, slot))
  return meeting.id
}

describe('two meetings that want the same hour', () => {
  it('overlapping on one participant: one is accepted, the other is told which', async () => {
    await rounds(async (round) => {
      const ids = [
        await requested('ana', ['bo'], slotOf(round)),
        await requested('cy', ['bo'], slotOf(round, 30)),
      ] as const
      const { winner, won, lost } = await race(
        round,
        () => pair.a.meetings.accept(ids[0], by('bo')),
        () => pair.b.meetings.accept(ids[1], by('bo')),
      )
      expect(won.meeting).toMatchObject({ id: ids[winner], status: 'accepted' })
      expect(lost).toMatchObject({
        code: 'slot_conflict',
        facts: { conflicts: [{ kind: 'meeting', participant: 'bo', meetingId: ids[winner] }] },
      })
      const people = [['ana', 'bo'] as const, ['bo', 'cy'] as const]
      expected.set(ids[winner], leftOf('accepted', people[winner]!))
      expected.set(ids[1 - winner]!, leftOf('pending', people[1 - winner]!))
    })
    await asExpected()
  })

  it('sharing two participants, named in opposite order: the same, and nobody waits in a circle', async () => {
    await rounds(async (round) => {
      const ids = [
        await requested('cy', ['ana', 'bo'], slotOf(round)),
        await requested('dan', ['bo', 'ana'], slotOf(round, 30)),
      ] as const
      const { winner, lost } = await race(
        round,
        () => pair.a.meetings.accept(ids[0], by('ana')),
        () => pair.b.meetings.accept(ids[1], by('bo')),
      )
      expect(lost).toMatchObject({
        code: 'slot_conflict',
        facts: { conflicts: ['ana', 'bo'].map((participant) => ({ participant, meetingId: ids[winner] })) },
      })
      const people = [['ana', 'bo', 'cy'] as const, ['ana', 'bo', 'dan'] as const]
      expected.set(ids[winner], leftOf('accepted', people[winner]!))
      expected.set(ids[1 - winner]!, leftOf('pending', people[1 - winner]!))
    })
    await asExpected()
  })
})

describe('two verbs on one meeting', () => {
  it('accept and deny', async () => {
    const people = ['ana', 'bo', 'cy']
    await rounds(async (round) => {
      const id = await requested('ana', ['bo', 'cy'], slotOf(round))
      const { winner, lost } = await race(
        round,
        () => pair.a.meetings.accept(id, by('bo')),
        () => pair.b.meetings.deny(id, by('cy')),
      )
      const currentStatus = (['accepted', 'denied'] as const)[winner]
      expect(lost).toMatchObject({ code: 'invalid_transition', facts: { currentStatus } })
      expected.set(id, leftOf(currentStatus, people))
    })
    await asExpected()
  })

  it('cancel and reschedule, of what was accepted and of what was not', async () => {
    const people = ['ana', 'bo']
    await rounds(async (round) => {
      const id = await requested('ana', ['bo'], slotOf(round))
      const before: MeetingStatus[] = ['pending']
      if (round % 4 < 2) {
        await pair.b.meetings.accept(id, by('bo'))
        before.push('accepted')
      }
      const { winner, won, lost } = await race(
        round,
        () => pair.a.meetings.cancel(id, by('ana')),
        () => pair.b.meetings.reschedule(id, { ...by('bo'), slots: [slotOf(round, 120)] }),
      )
      const currentStatus = (['cancelled', 'rescheduled'] as const)[winner]
      expect(lost).toMatchObject({ code: 'invalid_transition', facts: { currentStatus } })
      expect(won.reminders.cancelled).toHaveLength(before.length > 1 ? 6 : 0)
      expected.set(id, leftOf(currentStatus, people, { before }))
      if (winner === 1) expected.set(won.meeting.id, leftOf('pending', people, { isChild: true }))
    })
    await asExpected()
  })

  it('reschedule and reschedule: one child, which the other is told', async () => {
    const people = ['ana', 'bo']
    await rounds(async (round) => {
      const id = await requested('ana', ['bo'], slotOf(round))
      const { won, lost } = await race(
        round,
        () => pair.a.meetings.reschedule(id, { ...by('ana'), slots: [slotOf(round, 120)] }),
        () => pair.b.meetings.reschedule(id, { ...by('bo'), slots: [slotOf(round, 240)] }),
      )
      expect(lost).toMatchObject({
        code: 'invalid_transition',
        facts: { currentStatus: 'rescheduled', childMeetingId: won.meeting.id },
      })
      expect(won.meeting).toMatchObject({ parentMeetingId: id, rootMeetingId: id, sequence: 1 })
      expected.set(id, leftOf('rescheduled', people))
      expected.set(won.meeting.id, leftOf('pending', people, { isChild: true }))
    })
    expect(expected.size).toBe(2 * roundCount)
    await asExpected()
  })
})
