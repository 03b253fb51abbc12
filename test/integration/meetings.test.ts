// The life of meetings: every verb from every status, what becomes of the reminders, and who is told.

import { describe, expect, it } from 'vitest'
import type { Belfry, MeetingInput, MeetingStatus, MeetingVerb } from '../../src/index.ts'
import { meetingStatuses, meetingVerbs, transitions } from '../../src/index.ts'
import type { TestBelfry } from '../../src/testing/index.ts'
import { useDatabase } from './running.ts'

const running = useDatabase()
/** The driven clock begins on 2030-01-01T00:00:00Z; the meeting is ten days later. */
const start = '2030-01-11T10:00:00Z'
const end = '2030-01-11T11:00:00Z'
const startMs = Date.parse(start)
const hourMs = 3_600_000

const proposal = (more: Partial<MeetingInput> = {}): MeetingInput => ({
  requester: 'ana',
  participants: ['bo'],
  title: 'Budget review',
  timezone: 'Europe/Paris',
  slots: [{ start, end }],
  ...more,
})

async function startMeetings(): Promise<TestBelfry> {
  const test = await running.start()
  for (const id of ['bo', 'cy', 'dan']) await test.belfry.recipients.put({ id, timezone: 'Asia/Seoul' })
  return test
}

const at = (ms: number) => new Date(ms).toISOString()
const by = (participant: string) => ({ participant })

/** A meeting in that status. */
async function meetingIn({ belfry, jump }: TestBelfry, status: MeetingStatus): Promise<string> {
  const { meeting } = await belfry.meetings.request(proposal())
  const { id } = meeting
  if (status === 'accepted' || status === 'completed') await belfry.meetings.accept(id, by('bo'))
  if (status === 'completed') {
    await jump(start)
    await belfry.meetings.complete(id, by('ana'))
  }
  if (status === 'denied') await belfry.meetings.deny(id, by('bo'))
  if (status === 'cancelled') await belfry.meetings.cancel(id, by('ana'))
  if (status === 'rescheduled') await belfry.meetings.reschedule(id, { ...by('bo'), slots: [later(1)] })
  return id
}

const later = (days: number) => ({
  start: new Date(startMs + days * 24 * hourMs),
  end: new Date(startMs + days * 24 * hourMs + hourMs),
})

function doIt({ meetings }: Belfry, id: string, verb: MeetingVerb) {
  if (verb === 'reschedule') return meetings.reschedule(id, { ...by('bo'), slots: [later(2)] })
  return meetings[verb](id, by('bo'))
}

describe('every verb from every status', () => {
  for (const status of meetingStatuses) {
    for (const verb of meetingVerbs) {
      const to = transitions[status][verb]
      it(`${verb} of a meeting that is ${status}: ${to ?? 'refused'}`, async () => {
        const test = await startMeetings()
        const { belfry } = test
        const id = await meetingIn(test, status)
        if (verb === 'complete' && to) await test.jump(start)
        const before = await belfry.meetings.get(id)
        const events = await belfry.meetings.events(id)
        if (to) {
          await doIt(belfry, id, verb)
          expect((await belfry.meetings.get(id))?.status).toBe(to)
          expect((await belfry.meetings.events(id)).at(-1)).toMatchObject({ from: status, to })
          return
        }
        const refusal = await doIt(belfry, id, verb).catch((error: unknown) => error)
        expect(refusal).toMatchObject({ code: 'invalid_transition', facts: { currentStatus: status } })
        expect(await belfry.meetings.get(id)).toEqual(before)
        expect(await belfry.meetings.events(id)).toEqual(events)
      })
    }
  }

  it('a second reschedule names the child', async () => {
    const test = await startMeetings()
    const id = await meetingIn(test, 'rescheduled')
    const child = (await test.belfry.meetings.get(id))?.childMeetingId
    await expect(doIt(test.belfry, id, 'reschedule')).rejects.toMatchObject({
      code: 'invalid_transition',
      facts: { currentStatus: 'rescheduled', childMeetingId: child },
    })
  })
})

describe('accepting late', () => {
  const cases = [
    { when: 'T−25 h', ms: -25 * hourMs, skipped: 0, pending: 3 },
    { when: 'T−24 h exactly', ms: -24 * hourMs, skipped: 0, pending: 3 },
    { when: 'T−23:59:59', ms: -24 * hourMs + 1_000, skipped: 1, pending: 2 },
    { when: 'T−30 min', ms: -hourMs / 2, skipped: 2, pending: 1 },
    { when: 'T−10 min', ms: -hourMs / 6, skipped: 3, pending: 0 },
  ]
  for (const { when, ms, skipped, pending } of cases) {
    it(`${when}: ${skipped} skipped, ${pending} pending`, async () => {
      const { belfry, jump } = await startMeetings()
      const { meeting } = await belfry.meetings.request(proposal())
      await jump(at(startMs + ms))
      const { reminders } = await belfry.meetings.accept(meeting.id, by('bo'))
      for (const who of ['ana', 'bo']) {
        expect(reminders.created.filter(({ recipient }) => recipient === who)).toHaveLength(pending)
        expect(reminders.skippedPast.filter(({ recipient }) => recipient === who)).toHaveLength(skipped)
      }
      const due = reminders.created.filter(({ kind }) => kind === '24h_before').map(({ dueAt }) => dueAt?.getTime())
      expect(due).toEqual(pending === 3 ? [startMs - 24 * hourMs, startMs - 24 * hourMs] : [])
      const all = (await belfry.meetings.reminders(meeting.id)).filter(({ isNotice }) => !isNotice)
      expect(all.filter(({ reason }) => reason === 'skipped_past')).toHaveLength(2 * skipped)
    })
  }

  it('T+1 s: the slot is in the past', async () => {
    const { belfry, jump } = await startMeetings()
    const { meeting } = await belfry.meetings.request(proposal())
    await jump(at(startMs + 1_000))
    await expect(belfry.meetings.accept(meeting.id, by('bo'))).rejects.toMatchObject({ code: 'slot_in_past' })
    expect((await belfry.meetings.get(meeting.id))?.status).toBe('pending')
  })

  it('with latePolicy immediate, one combined reminder is due now', async () => {
    const { belfry, jump } = await startMeetings()
    const { meeting } = await belfry.meetings.request(proposal({ latePolicy: 'immediate' }))
    await jump(at(startMs - hourMs / 2))
    const { reminders } = await belfry.meetings.accept(meeting.id, by('bo'))
    const due = reminders.created.filter(({ recipient }) => recipient === 'bo').map(({ dueAt }) => dueAt?.getTime())
    expect(due.sort()).toEqual([startMs - hourMs / 2, startMs - hourMs / 4])
  })
})

describe('what becomes of it', () => {
  it('accept reminds everybody, the requester too, and tells everybody', async () => {
    const { belfry } = await startMeetings()
    const { meeting, notices } = await belfry.meetings.request(proposal({ participants: ['bo', 'cy'] }))
    expect(notices.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['requested', 'bo'],
      ['requested', 'cy'],
    ])
    const accepted = await belfry.meetings.accept(meeting.id, by('cy'))
    expect(accepted.meeting).toMatchObject({ status: 'accepted', acceptedSlot: { start: new Date(start) }, version: 2 })
    expect(accepted.reminders.created).toHaveLength(9)
    expect(accepted.notices.map(({ recipient }) => recipient)).toEqual(['ana', 'bo', 'cy'])
  })

  it('reschedule cancels the reminders and leaves a child with the lineage', async () => {
    const { belfry } = await startMeetings()
    const first = (await belfry.meetings.request(proposal())).meeting
    await belfry.meetings.accept(first.id, by('bo'))
    const moved = await belfry.meetings.reschedule(first.id, { ...by('bo'), slots: [later(1)], reason: 'ill' })
    expect(moved.reminders.cancelled).toHaveLength(6)
    expect(moved.meeting).toMatchObject({
      ...{ status: 'pending', parentMeetingId: first.id, rootMeetingId: first.id, sequence: 1, requester: 'bo' },
    })
    expect(moved.notices.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['moved', 'bo'],
      ['moved', 'ana'],
    ])
    await expect(belfry.meetings.accept(moved.meeting.id, by('bo'))).rejects.toMatchObject({ code: 'own_proposal' })
    await belfry.meetings.accept(moved.meeting.id, by('ana'))
    const lineage = await belfry.meetings.lineage(moved.meeting.id)
    expect(lineage.map(({ id, status }) => [id, status])).toEqual([
      [first.id, 'rescheduled'],
      [moved.meeting.id, 'accepted'],
    ])
    expect((await belfry.meetings.events(first.id)).at(-1)).toMatchObject({
      to: 'rescheduled',
      reason: 'ill',
      replacement: { meetingId: moved.meeting.id, slots: [later(1)] },
    })
  })

  it('nobody else takes part', async () => {
    const { belfry } = await startMeetings()
    const { meeting } = await belfry.meetings.request(proposal())
    await expect(belfry.meetings.accept(meeting.id, by('cy'))).rejects.toMatchObject({ code: 'not_found' })
    expect(await belfry.meetings.get(meeting.id, { viewer: 'cy' })).toBeNull()
    expect((await belfry.meetings.list({ viewer: 'cy' })).items).toEqual([])
    expect((await belfry.meetings.list({ viewer: 'bo', participant: 'ana' })).items).toHaveLength(1)
    expect((await belfry.meetings.list({ viewer: 'cy', participant: 'ana' })).items).toEqual([])
  })

  it('under quorum all everybody has to accept the same slot, and one denial denies', async () => {
    const { belfry } = await startMeetings()
    const slots = [{ start, end }, later(1)]
    const input = proposal({ participants: ['bo', 'cy'], quorum: 'all', slots })
    const { meeting } = await belfry.meetings.request(input)
    const one = await belfry.meetings.accept(meeting.id, { ...by('bo'), slot: { start } })
    expect(one.meeting).toMatchObject({ status: 'pending' })
    expect(one.reminders.created).toEqual([])
    const other = await belfry.meetings.accept(meeting.id, { ...by('cy'), slot: later(1) })
    expect(other.meeting.status).toBe('pending')
    const agreed = await belfry.meetings.accept(meeting.id, { ...by('bo'), slot: later(1) })
    expect(agreed.meeting).toMatchObject({ status: 'accepted', acceptedSlot: later(1) })
    const second = (await belfry.meetings.request({ ...input, slots: [later(3)] })).meeting
    await belfry.meetings.accept(second.id, by('bo'))
    expect((await belfry.meetings.deny(second.id, by('cy'))).meeting.status).toBe('denied')
  })

  it('expires when nobody has answered before the last slot was over', async () => {
    const { belfry, advance } = await startMeetings()
    const { meeting } = await belfry.meetings.request(proposal())
    await advance('P11D')
    expect(await belfry.meetings.get(meeting.id)).toMatchObject({ status: 'cancelled', reason: 'expired' })
    expect((await belfry.meetings.events(meeting.id)).at(-1)).toMatchObject({
      ...{ from: 'pending', to: 'cancelled', reason: 'expired', participant: null },
    })
    const told = (await belfry.meetings.reminders(meeting.id)).filter(({ kind }) => kind === 'expired')
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(['ana', 'bo'])
  })

  it('is not over before it has begun', async () => {
    const { belfry, jump } = await startMeetings()
    const { meeting } = await belfry.meetings.request(proposal())
    await belfry.meetings.accept(meeting.id, by('bo'))
    await expect(belfry.meetings.complete(meeting.id, by('bo'))).rejects.toMatchObject({ code: 'not_begun' })
    await jump(start)
    expect((await belfry.meetings.complete(meeting.id, by('bo'))).meeting.status).toBe('completed')
  })

  it('refuses a version that is not the latest, before it looks at the state', async () => {
    const { belfry } = await startMeetings()
    const { meeting } = await belfry.meetings.request(proposal())
    await belfry.meetings.deny(meeting.id, by('bo'))
    const stale = { ...by('bo'), version: meeting.version }
    await expect(belfry.meetings.accept(meeting.id, stale)).rejects.toMatchObject({ code: 'version_conflict' })
  })
})

it('erasing somebody takes their words and their time, and leaves the meeting', async () => {
  const { belfry, settled } = await startMeetings()
  const { meeting } = await belfry.meetings.request(proposal())
  await belfry.meetings.accept(meeting.id, { ...by('bo'), reason: 'I am free, says Bo' })
  await settled()
  await belfry.recipients.delete('bo')
  const left = [await belfry.meetings.get(meeting.id), await belfry.meetings.events(meeting.id)]
  const told = (await belfry.deliveries.list({ recipient: 'ana' })).items
  expect(told.map(({ kind }) => kind)).toContain('accepted')
  expect(JSON.stringify([left, told])).not.toContain('says Bo')
  expect((await belfry.meetings.get(meeting.id))?.status).toBe('accepted')
  const sql = await running.client()
  const { rows } = await sql.query('select recipient from belfry.bookings')
  expect(rows).toEqual([{ recipient: 'ana' }])
  const notices = await sql.query(`select data from belfry.deliveries where kind = 'accepted' and recipient = 'ana'`)
  expect(notices.rows).toHaveLength(1)
  expect(JSON.stringify(notices.rows)).not.toContain('says Bo')
})

it('what was not sent of an earlier notice is called back by the next', async () => {
  const { belfry, worker } = await startMeetings()
  await worker.stop()
  const { meeting } = await belfry.meetings.request(proposal())
  await belfry.meetings.accept(meeting.id, by('bo'))
  const notices = (await belfry.meetings.reminders(meeting.id)).filter(({ isNotice }) => isNotice)
  expect(notices.map(({ kind, recipient, state }) => `${kind} ${recipient} ${state}`).sort()).toEqual([
    ...['accepted ana pending', 'accepted bo pending', 'requested bo cancelled'],
  ])
})

it('news that did not go out was overtaken: nothing was called off', async () => {
  const { belfry, worker } = await startMeetings()
  await worker.stop()
  const accepted = (await belfry.meetings.request(proposal())).meeting
  await belfry.meetings.accept(accepted.id, by('bo'))
  const { meeting: moved } = await belfry.meetings.reschedule(accepted.id, { ...by('bo'), slots: [later(1)] })
  await belfry.meetings.deny(moved.id, by('ana'))
  const reasonsOf = async (id: string, isNotice: boolean) => {
    const all = (await belfry.meetings.reminders(id)).filter((one) => one.isNotice === isNotice)
    return [...new Set(all.map(({ reason }) => reason))]
  }
  expect(await reasonsOf(accepted.id, true)).toEqual(['overtaken'])
  expect(await reasonsOf(accepted.id, false)).toEqual(['moved'])
  expect((await reasonsOf(moved.id, true)).sort()).toEqual([null, 'overtaken'])
})

it('what is told of a meeting that was moved and accepted at once says when it was to be', async () => {
  const { belfry, worker } = await startMeetings()
  await worker.stop()
  const first = (await belfry.meetings.request(proposal())).meeting
  await belfry.meetings.accept(first.id, by('bo'))
  const again = await belfry.meetings.reschedule(first.id, { ...by('bo'), slots: [later(1)] })
  const once = await belfry.meetings.reschedule(again.meeting.id, { ...by('ana'), slots: [later(2)] })
  const { notices } = await belfry.meetings.accept(once.meeting.id, by('bo'))
  expect(notices).toHaveLength(2)
  const told = await Promise.all(notices.map(({ id }) => belfry.reminders.get(id)))
  for (const one of told)
    expect(one?.data).toMatchObject({
      slots: [{ start: later(2).start.toISOString() }],
      was: { start: new Date(start).toISOString() },
    })
})

it('takes no id that something else has', async () => {
  const { belfry } = await startMeetings()
  await belfry.entities.put({ type: 'meeting', id: 'm1', title: 'Somebody else’s' })
  await expect(belfry.meetings.request(proposal({ id: 'm1' }))).rejects.toMatchObject({ code: 'in_use', field: '/id' })
  await belfry.meetings.request(proposal({ id: 'm2' }))
  await expect(belfry.meetings.request(proposal({ id: 'm2' }))).rejects.toMatchObject({ code: 'in_use', field: '/id' })
})

it('input is looked at before existence', async () => {
  const { belfry } = await startMeetings()
  const nothing = { ...by('bo') } as unknown as Parameters<Belfry['meetings']['reschedule']>[1]
  await expect(belfry.meetings.reschedule('none', nothing)).rejects.toMatchObject({
    code: 'missing_field',
    field: '/slots',
  })
  const odd = { ...by('bo'), slot: { start: 'soon' } }
  await expect(belfry.meetings.accept('none', odd)).rejects.toMatchObject({
    code: 'invalid_input',
    field: '/slot/start',
  })
  await expect(belfry.meetings.accept('none', by('bo'))).rejects.toMatchObject({ code: 'not_found' })
})

it('its entity follows it, and cannot be changed behind its back', async () => {
  const { belfry } = await startMeetings()
  const { meeting } = await belfry.meetings.request(proposal())
  await belfry.meetings.accept(meeting.id, by('bo'))
  const name = { type: 'meeting', id: meeting.id }
  await expect(belfry.entities.cancel(name)).rejects.toMatchObject({ code: 'in_use' })
  await expect(belfry.entities.delete(name)).rejects.toMatchObject({ code: 'in_use' })
  await expect(belfry.entities.put({ ...name, at: end, timezone: 'UTC' })).rejects.toMatchObject({ code: 'in_use' })
  expect((await belfry.entities.get(name))?.at?.instant).toEqual(new Date(start))
})

describe('nobody is booked twice', () => {
  it('half-open: 11 to 12 stands beside 10 to 11, and 10:30 does not', async () => {
    const { belfry } = await startMeetings()
    const first = (await belfry.meetings.request(proposal())).meeting
    await belfry.meetings.accept(first.id, by('bo'))
    const beside = proposal({ participants: ['cy'], slots: [{ start: end, end: '2030-01-11T12:00:00Z' }] })
    const next = (await belfry.meetings.request(beside)).meeting
    await belfry.meetings.accept(next.id, by('cy'))
    const over = proposal({ participants: ['cy'], slots: [{ start: '2030-01-11T10:30:00Z', end }] })
    const third = (await belfry.meetings.request(over)).meeting
    await expect(belfry.meetings.accept(third.id, by('cy'))).rejects.toMatchObject({
      code: 'slot_conflict',
      facts: { conflicts: [{ kind: 'meeting', participant: 'ana', meetingId: first.id }] },
    })
    expect((await belfry.meetings.get(third.id))?.status).toBe('pending')
    await belfry.meetings.cancel(first.id, by('ana'))
    await belfry.meetings.accept(third.id, by('cy'))
  })

  it('with buffers', async () => {
    const { belfry } = await startMeetings()
    const first = (await belfry.meetings.request(proposal({ buffers: { after: 'PT15M' } }))).meeting
    await belfry.meetings.accept(first.id, by('bo'))
    const beside = proposal({ participants: ['cy'], slots: [{ start: end, end: '2030-01-11T12:00:00Z' }] })
    const next = (await belfry.meetings.request(beside)).meeting
    await expect(belfry.meetings.accept(next.id, by('cy'))).rejects.toMatchObject({ code: 'slot_conflict' })
  })
})

it('a slot whose start the clocks leave out, so that it would end before it begins, is refused with the reason', async () => {
  const { belfry } = await startMeetings()
  const request = (from: string, to: string, timeAnchor: 'local' | 'instant' = 'local') =>
    belfry.meetings.request(
      proposal({
        timezone: 'America/New_York',
        timeAnchor,
        slots: [{ start: `2030-03-10T${from}:00`, end: `2030-03-10T${to}:00` }],
      }),
    )
  for (const anchor of ['local', 'instant'] as const)
    await expect(request('02:30', '03:00', anchor)).rejects.toMatchObject({
      code: 'invalid_input',
      field: '/slots/0/end',
      message: expect.stringContaining('The clocks go forward'),
      accepted: 'a moment after 2030-03-10T03:30:00 in America/New_York',
    })
  await expect(request('05:00', '04:00')).rejects.toMatchObject({ accepted: 'a later moment' })
  // Both are left out: it begins, and ends, an hour later.
  const { meeting } = await request('02:15', '02:45')
  expect(meeting.slots).toEqual([{ start: new Date('2030-03-10T07:15:00Z'), end: new Date('2030-03-10T07:45:00Z') }])
})
