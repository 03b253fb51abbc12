// Two at once on meetings, each forced into the interleaving that would hurt: transactions of callers, people who are erased or travel
// meanwhile, time that runs out, and notices that are just being sent.

import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MeetingInput, Outcome } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { blocked, gateAtUnbook } from './gate.ts'
import { latch } from './latch.ts'
import { by, leftOf, proposal, readLeft, slotOf } from './meeting-rounds.ts'
import { longLease, useDatabase } from './running.ts'

const { start, client } = useDatabase()
let test: TestBelfry
let sql: pg.Client

beforeEach(async () => {
  test = await start({ worker: longLease })
  sql = await client()
  for (const id of ['bo', 'cy', 'dan']) await test.belfry.recipients.put({ id })
})

const ask = async (requester: string, participants: readonly string[], more: Partial<MeetingInput> = {}) =>
  (await test.belfry.meetings.request({ ...proposal(requester, participants, slotOf(0)), ...more })).meeting.id
const bookedFor = async (id: string) => (await readLeft(sql)).get(id)?.booked
const statusOf = async (id: string) => (await test.belfry.meetings.get(id))?.status

/** A transaction of the caller's, left open. The worker has nothing to do meanwhile, so that whoever is blocked is the one the test means. */
async function open() {
  await test.settled()
  const holder = await client()
  await holder.query('begin')
  return {
    tx: test.belfry.with(holder),
    commit: () => holder.query('commit'),
    rollback: () => holder.query('rollback'),
  }
}

describe('accept in a transaction of the caller', () => {
  it('counts when it is committed: whoever wants the same hour waits, and is told', async () => {
    const [first, second] = [await ask('ana', ['bo']), await ask('cy', ['bo'])]
    const { tx, commit } = await open()
    await tx.meetings.accept(first, by('bo'))
    const other = test.belfry.meetings.accept(second, by('bo'))
    other.catch(() => {})
    await blocked(sql)
    await commit()
    await expect(other).rejects.toMatchObject({
      code: 'slot_conflict',
      facts: { conflicts: [{ participant: 'bo', meetingId: first }] },
    })
    expect([await statusOf(first), await statusOf(second)]).toEqual(['accepted', 'pending'])
  })

  it('leaves nothing when it is rolled back: whoever waited gets the hour', async () => {
    const [first, second] = [await ask('ana', ['bo']), await ask('cy', ['bo'])]
    const { tx, rollback } = await open()
    await tx.meetings.accept(first, by('bo'))
    const other = test.belfry.meetings.accept(second, by('bo'))
    await blocked(sql)
    await rollback()
    expect((await other).meeting.status).toBe('accepted')
    expect([await statusOf(first), await bookedFor(first)]).toEqual(['pending', []])
  })

  it('that is refused leaves nothing, also when the caller commits', async () => {
    const [first, second] = [await ask('ana', ['bo']), await ask('cy', ['bo'])]
    const [one, other] = [await open(), await open()]
    await one.tx.meetings.accept(first, by('bo'))
    const refused = other.tx.meetings.accept(second, by('bo'))
    refused.catch(() => {})
    await blocked(sql)
    await one.commit()
    await expect(refused).rejects.toMatchObject({ code: 'slot_conflict' })
    await other.commit()
    expect(await statusOf(second)).toBe('pending')
    expect((await readLeft(sql)).get(second)).toMatchObject({ booked: [], story: ['pending'] })
  })
})

it('an hour that was taken and given back between two looks is free', async () => {
  const [first, second] = [await ask('ana', ['bo']), await ask('cy', ['bo'])]
  // The first one who accepts has nothing to give back; the second one, who was too slow, stops there.
  const gate = await gateAtUnbook(sql, 2)
  const { tx, commit } = await open()
  await tx.meetings.accept(first, by('bo'))
  const other = test.belfry.meetings.accept(second, by('bo'))
  await blocked(sql)
  await commit()
  await gate.reached()
  await test.belfry.meetings.cancel(first, by('ana'))
  await gate.open()
  expect((await other).meeting.status).toBe('accepted')
  expect(await bookedFor(second)).toEqual(['bo', 'cy'])
})

describe('somebody is erased after they were asked', () => {
  it('is not booked, reminded or told when it is accepted', async () => {
    const id = await ask('ana', ['bo', 'cy'])
    await test.belfry.recipients.delete('cy')
    const { reminders, notices } = await test.belfry.meetings.accept(id, by('bo'))
    expect(await bookedFor(id)).toEqual(['ana', 'bo'])
    expect(new Set(reminders.created.map(({ recipient }) => recipient))).toEqual(new Set(['ana', 'bo']))
    expect(notices.map(({ recipient }) => recipient)).toEqual(['ana', 'bo'])
  })

  it('just before it is accepted: the same', async () => {
    const id = await ask('ana', ['bo', 'cy'])
    const { tx, commit } = await open()
    await tx.recipients.delete('cy')
    const accepting = test.belfry.meetings.accept(id, by('bo'))
    await blocked(sql)
    await commit()
    expect((await accepting).reminders.created).toHaveLength(6)
    expect(await bookedFor(id)).toEqual(['ana', 'bo'])
  })

  it('just after it is accepted: nothing of theirs stays to ring', async () => {
    const id = await ask('ana', ['bo', 'cy'])
    const { tx, commit } = await open()
    await tx.meetings.accept(id, by('bo'))
    const erasing = test.belfry.recipients.delete('cy')
    await blocked(sql)
    await commit()
    expect(await erasing).toMatchObject({ erased: true })
    const waiting = (await test.belfry.meetings.reminders(id)).filter(({ state }) => state === 'pending')
    expect(waiting.filter(({ recipient }) => recipient === 'cy')).toEqual([])
  })

  it('is not waited for where everybody has to accept', async () => {
    const id = await ask('ana', ['bo', 'cy'], { quorum: 'all' })
    await test.belfry.meetings.accept(id, by('bo'))
    await test.belfry.recipients.delete('cy')
    expect((await test.belfry.meetings.accept(id, by('bo'))).meeting.status).toBe('accepted')
  })

  it('does nothing any more, and nobody proposes another time to themselves', async () => {
    const id = await ask('ana', ['bo'])
    await test.belfry.recipients.delete('bo')
    const slots = [slotOf(1)]
    const meetings = test.belfry.meetings
    const gone = { code: 'not_found' }
    await expect(meetings.accept(id, by('bo'))).rejects.toMatchObject(gone)
    await expect(meetings.deny(id, by('bo'))).rejects.toMatchObject(gone)
    await expect(meetings.cancel(id, by('bo'))).rejects.toMatchObject(gone)
    await expect(meetings.reschedule(id, { ...by('bo'), slots })).rejects.toMatchObject(gone)
    await expect(meetings.reschedule(id, { ...by('ana'), slots })).rejects.toMatchObject({ code: 'unknown_recipient' })
    expect(await statusOf(id)).toBe('pending')
    expect((await meetings.cancel(id, by('ana'))).meeting.status).toBe('cancelled')
  })
})

describe('somebody travels while it is accepted', () => {
  const seoul = { id: 'bo', timezone: 'Asia/Seoul' }
  const dues = async (id: string) =>
    (await test.belfry.meetings.reminders(id))
      .filter(({ recipient, isNotice }) => recipient === 'bo' && !isNotice)
      .map(({ state, dueAt }) => `${state} ${dueAt?.toISOString()}`)
  const startMs = slotOf(0).start.getTime()
  // The hour is the meeting's, wherever people are.
  const expected = [1_440, 60, 15].map((minutes) => `pending ${new Date(startMs - minutes * 60_000).toISOString()}`)

  it('just before', async () => {
    const id = await ask('ana', ['bo'])
    const { tx, commit } = await open()
    await tx.recipients.put(seoul)
    const accepting = test.belfry.meetings.accept(id, by('bo'))
    await blocked(sql)
    await commit()
    const own = (await accepting).reminders.created.filter(({ recipient }) => recipient === 'bo')
    expect(own).toHaveLength(3)
    expect(await dues(id)).toEqual(expected)
  })

  it('just after', async () => {
    const id = await ask('ana', ['bo'])
    const { tx, commit } = await open()
    await tx.meetings.accept(id, by('bo'))
    const travelling = test.belfry.recipients.put(seoul)
    await blocked(sql)
    await commit()
    await travelling
    expect(await dues(id)).toEqual(expected)
  })
})

describe('the last slot is over', () => {
  const afterwards = new Date(slotOf(0).end)

  it('while somebody has just accepted: it stays accepted', async () => {
    const id = await ask('ana', ['bo'])
    const { tx, commit } = await open()
    await tx.meetings.accept(id, by('bo'))
    await test.belfry.clock.set(afterwards)
    const expiring = test.belfry.sweeps.run('meetings')
    await blocked(sql)
    await commit()
    await expiring
    expect(await statusOf(id)).toBe('accepted')
    expect(await bookedFor(id)).toEqual(['ana', 'bo'])
  })

  it('nothing but that can become of it, whoever writes it down and however often', async () => {
    const id = await ask('ana', ['bo'])
    await test.worker.stop()
    await test.belfry.clock.set(afterwards)
    const verbs = test.belfry.meetings
    const refused = { code: 'invalid_transition', facts: { currentStatus: 'cancelled' } }
    const late = () => [
      expect(verbs.accept(id, by('bo'))).rejects.toMatchObject(refused),
      expect(verbs.deny(id, by('bo'))).rejects.toMatchObject(refused),
      expect(verbs.cancel(id, by('ana'))).rejects.toMatchObject(refused),
      expect(verbs.reschedule(id, { ...by('ana'), slots: [slotOf(3)] })).rejects.toMatchObject(refused),
    ]
    await Promise.all(late())
    await Promise.all([...late(), test.belfry.sweeps.run('meetings'), ...late()])
    await test.belfry.sweeps.run('meetings')
    await Promise.all(late())
    const { rings, ...left } = (await readLeft(sql)).get(id)!
    expect(left).toEqual({ booked: [], story: leftOf('cancelled', ['ana', 'bo']).story })
    expect(rings).toEqual({ expired: 2 })
  })
})

it('one meeting that cannot be written down as expired keeps no other waiting', async () => {
  const [first, second] = [
    await ask('ana', ['bo'], { slots: [slotOf(0)] }),
    await ask('ana', ['bo'], { slots: [slotOf(1)] }),
  ]
  await test.worker.stop()
  await sql.query(`create function public.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'not this one'; end $$`)
  await sql.query(`create trigger refuse before update on belfry.meetings for each row
    when (old.id = '${first}') execute function public.refuse()`)
  await test.belfry.clock.set(slotOf(2).start)
  expect(await test.belfry.sweeps.run('meetings')).toMatchObject({ state: 'failed' })
  const story = async (id: string) => (await readLeft(sql)).get(id)?.story
  expect([await story(first), await story(second)]).toEqual([['pending'], ['pending', 'cancelled']])
})

describe('a notice that is just being sent', () => {
  for (const verb of ['deny', 'cancel', 'reschedule'] as const) {
    it(`is named by ${verb}`, async () => {
      const [begun, answer] = [latch(), latch()]
      test.memory.script(async (): Promise<Outcome> => {
        begun.open()
        await answer.opened
        return { kind: 'delivered' }
      })
      const id = await ask('ana', ['bo'])
      await begun.opened
      const meetings = test.belfry.meetings
      const { reminders } =
        verb === 'reschedule'
          ? await meetings.reschedule(id, { ...by('bo'), slots: [slotOf(1)] })
          : await meetings[verb](id, by('bo'))
      expect(reminders).toMatchObject({ cancelled: [], inFlight: [expect.any(String)] })
      answer.open()
      await test.settled()
      expect(test.memory.sent.filter(({ kind }) => kind === 'requested').map(({ id: own }) => own)).toEqual(
        reminders.inFlight,
      )
    })
  }
})

it('a step is not of the kind of a notice, or one of them would be lost', async () => {
  const plan = [{ offset: '-PT1H' }, { kind: 'accepted', offset: '-PT2H' }]
  await expect(ask('ana', ['bo'], { plan })).rejects.toMatchObject({ code: 'invalid_input', field: '/plan/1/kind' })
  await test.belfry.plans.put({ name: 'usual', steps: plan })
  await expect(ask('ana', ['bo'], { plan: 'usual' })).rejects.toMatchObject({ code: 'invalid_input', field: '/plan' })
  await test.belfry.plans.put({ name: 'usual', steps: ['-PT1H'] })
  const id = await ask('ana', ['bo'], { plan: 'usual' })
  expect((await test.belfry.meetings.accept(id, by('bo'))).reminders.created).toHaveLength(2)
})
