// Meetings over HTTP: the flows with a key, and what each answer carries.

import { describe, expect, it } from 'vitest'
import { meetingVerbs } from '../../src/meetings/transitions.ts'
import { begins, startMeetings, tuesday, wednesday, zone } from './meeting.ts'
import { useServer } from './serving.ts'

const server = useServer()
const at = (instant: string, local: string, timezone = zone) => ({ instant, local, timezone })
const tuesdayOut = {
  start: at('2031-12-02T09:00:00.000Z', '2031-12-02T10:00:00'),
  end: at('2031-12-02T10:00:00.000Z', '2031-12-02T11:00:00'),
}
const kindsOf = (list: { kind: string; recipient: string }[]) =>
  list.map(({ kind, recipient }) => `${recipient} ${kind}`).toSorted()

describe('a meeting', () => {
  it('is proposed, with its slots on its own clocks, and those who are asked are told', async () => {
    const { ask, request } = await startMeetings(server)
    const made = await request({ id: 'm1', slots: [tuesday, wednesday], location: 'Room 4', data: { a: [1] } })
    expect(made.meeting).toMatchObject({
      ...{
        id: 'm1',
        status: 'pending',
        requester: 'ana',
        title: 'Budget review',
        location: 'Room 4',
        data: { a: [1] },
      },
      ...{ timezone: zone, quorum: 'any', acceptedSlot: null, parentMeetingId: null, rootMeetingId: 'm1', version: 1 },
      slots: [tuesdayOut, { start: { local: '2031-12-03T15:00:00' } }],
      participants: [
        { recipient: 'ana', isRequester: true, answer: null },
        { recipient: 'bo', isRequester: false, answer: null },
      ],
      createdAt: at(begins, '2031-12-01T09:00:00'),
    })
    expect(made.reminders).toEqual({ created: [], cancelled: [], skippedPast: [], inFlight: [] })
    expect(kindsOf(made.notices)).toEqual(['bo requested'])
    const got = await ask('GET', '/v1/meetings/m1')
    expect([got.status, got.body, got.headers.etag]).toEqual([200, made.meeting, '"1"'])
    expect((await ask('GET', '/v1/meetings/m1', { headers: { 'if-none-match': '"1"' } })).status).toBe(304)
  })

  it('is accepted: everybody’s reminders are in the answer, and the rest knows of it', async () => {
    const { request, act, good } = await startMeetings(server)
    await request({ id: 'm1', slots: [tuesday, wednesday] })
    const { status, body, headers } = await act('m1', 'accept', { participant: 'bo', slot: { start: tuesday.start } })
    expect([status, headers.etag]).toEqual([200, `"${body.meeting.version}"`])
    expect(body.meeting).toMatchObject({ status: 'accepted', acceptedSlot: tuesdayOut })
    expect(kindsOf(body.reminders.created)).toEqual([
      ...['ana 15m_before', 'ana 1h_before', 'ana 24h_before'],
      ...['bo 15m_before', 'bo 1h_before', 'bo 24h_before'],
    ])
    expect(body.reminders.created.find((one: { recipient: string }) => one.recipient === 'ana').dueAt).toEqual(
      expect.objectContaining({ timezone: zone }),
    )
    const { items, notices } = await good('GET', '/v1/meetings/m1/reminders')
    expect(items).toHaveLength(6)
    expect(items[0]).toMatchObject({ state: expect.any(String), reason: null, dueAt: { timezone: expect.any(String) } })
    expect(kindsOf(notices)).toEqual(expect.arrayContaining(['ana accepted', 'bo requested']))
    const events = await good('GET', '/v1/meetings/m1/events')
    expect(events.items).toMatchObject([
      { from: null, to: 'pending', participant: 'ana', replacement: null },
      { from: 'pending', to: 'accepted', participant: 'bo', actor: expect.stringMatching(/^key:/) },
    ])
  })

  it('is moved: the answer has the new one, and its lineage both', async () => {
    const { request, act, good } = await startMeetings(server)
    await request({ id: 'm1' })
    await act('m1', 'accept', { participant: 'bo' })
    const moved = await act('m1', 'reschedule', { participant: 'ana', slots: [wednesday], reason: 'Fire drill' })
    expect(moved.status).toBe(200)
    const { meeting, reminders } = moved.body
    expect(meeting).toMatchObject({ status: 'pending', parentMeetingId: 'm1', rootMeetingId: 'm1', sequence: 1 })
    expect(reminders.cancelled).toHaveLength(6)
    const lineage = await good('GET', `/v1/meetings/${meeting.id}/lineage`)
    expect(lineage.items.map(({ id }: { id: string }) => id)).toEqual(['m1', meeting.id])
    expect(lineage.items[0]).toMatchObject({ status: 'rescheduled', childMeetingId: meeting.id, reason: 'Fire drill' })
    const { items } = await good('GET', '/v1/meetings/m1/events')
    expect(items.at(-1)).toMatchObject({
      to: 'rescheduled',
      replacement: { meetingId: meeting.id, slots: [{ start: { local: wednesday.start } }] },
    })
    const again = await act('m1', 'reschedule', { participant: 'bo', slots: [wednesday] })
    expect([again.status, again.body]).toEqual([
      409,
      expect.objectContaining({
        ...{ code: 'invalid_transition', currentStatus: 'rescheduled', childMeetingId: meeting.id },
      }),
    ])
  })

  it('is denied, cancelled, completed', async () => {
    const { request, act, belfry } = await startMeetings(server)
    for (const id of ['denied', 'cancelled', 'over']) await request({ id })
    const denied = await act('denied', 'deny', { participant: 'bo', reason: 'Away' })
    expect([denied.status, denied.body.meeting.status, denied.body.meeting.reason]).toEqual([200, 'denied', 'Away'])
    expect(kindsOf(denied.body.notices)).toEqual(['ana denied'])
    const cancelled = await act('cancelled', 'cancel', { participant: 'ana' })
    expect([cancelled.status, cancelled.body.meeting.status]).toEqual([200, 'cancelled'])
    await act('over', 'accept', { participant: 'bo' })
    const early = await act('over', 'complete', { participant: 'ana' })
    expect([early.status, early.body.code]).toEqual([409, 'not_begun'])
    await belfry.clock.set(new Date('2031-12-02T09:30:00Z'))
    const over = await act('over', 'complete', { participant: 'ana' })
    expect([over.status, over.body.meeting.status]).toEqual([200, 'completed'])
  })

  it('is listed by participant, status and time, page after page', async () => {
    const { request, act, good } = await startMeetings(server)
    await request({ id: 'm1' })
    await request({ id: 'm2', slots: [wednesday], participants: ['bo', 'cy'] })
    await request({ id: 'm3', slots: [wednesday], requester: 'cy', participants: ['bo'] })
    await act('m1', 'accept', { participant: 'bo' })
    const ids = async (query: string) =>
      (await good('GET', `/v1/meetings?${query}`)).items.map(({ id }: { id: string }) => id)
    expect((await ids('')).toSorted()).toEqual(['m1', 'm2', 'm3'])
    expect((await ids('participant=cy')).toSorted()).toEqual(['m2', 'm3'])
    expect(await ids('status=accepted')).toEqual(['m1'])
    expect(await ids('to=2031-12-03T00:00:00Z')).toEqual(['m1'])
    expect((await ids('from=2031-12-03T00:00:00Z')).toSorted()).toEqual(['m2', 'm3'])
    const first = await good('GET', '/v1/meetings?limit=2')
    const next = await good('GET', `/v1/meetings?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    expect([...first.items, ...next.items]).toHaveLength(3)
    expect(next.nextCursor).toBe(null)
  })
})

describe('what is refused', () => {
  it('two at once: what conflicts is listed, with times as everywhere', async () => {
    const { request, act } = await startMeetings(server)
    await request({ id: 'm1' })
    await request({ id: 'm2', requester: 'cy' })
    await act('m1', 'accept', { participant: 'bo' })
    const { status, body } = await act('m2', 'accept', { participant: 'bo' })
    expect([status, body.code, body.conflicts]).toEqual([
      409,
      'slot_conflict',
      [
        {
          ...{ kind: 'meeting', participant: 'bo', meetingId: 'm1' },
          start: at('2031-12-02T09:00:00.000Z', '2031-12-02T09:00:00', 'UTC'),
          end: at('2031-12-02T10:00:00.000Z', '2031-12-02T10:00:00', 'UTC'),
        },
      ],
    ])
  })

  it('an offset that contradicts the zone: with both readings', async () => {
    const { ask } = await startMeetings(server)
    const slots = [{ start: '2031-12-02T10:00:00+05:00', end: '2031-12-02T11:00:00+05:00' }]
    const body = { requester: 'ana', participants: ['bo'], title: 'x', timezone: zone, slots }
    const refused = await ask('POST', '/v1/meetings', { body })
    expect([refused.status, refused.body.code, refused.body.pointer]).toEqual([
      422,
      'offset_mismatch',
      '/slots/0/start',
    ])
    expect(refused.body.readings).toEqual({
      byOffset: { instant: '2031-12-02T05:00:00Z', local: '2031-12-02T06:00' },
      byZone: { instant: '2031-12-02T09:00:00Z', local: '2031-12-02T10:00' },
    })
  })

  it('with an API key, who acts has to be named, and has to take part', async () => {
    const { ask, request, act } = await startMeetings(server)
    await request({ id: 'm1' })
    const unnamed = await act('m1', 'accept', {})
    expect([unnamed.status, unnamed.body.code, unnamed.body.pointer]).toEqual([400, 'missing_field', '/participant'])
    const outsider = await act('m1', 'accept', { participant: 'cy' })
    expect([outsider.status, outsider.body.code]).toEqual([404, 'not_found'])
    const own = await act('m1', 'accept', { participant: 'ana' })
    expect([own.status, own.body.code]).toEqual([403, 'own_proposal'])
    const nobody = { participants: ['bo'], title: 'x', timezone: zone, slots: [tuesday] }
    const asked = await ask('POST', '/v1/meetings', { body: nobody })
    expect([asked.status, asked.body.pointer]).toEqual([400, '/requester'])
  })

  it('nobody acts who was erased', async () => {
    const { request, act, good } = await startMeetings(server)
    await request({ id: 'm1' })
    for (const id of ['ana', 'bo']) await good('DELETE', `/v1/recipients/${id}`)
    const moved = await act('m1', 'reschedule', { participant: 'bo', slots: [wednesday] })
    expect([moved.status, moved.body.code]).toEqual([404, 'not_found'])
  })

  it('an id that would be read as a calendar file, or is taken', async () => {
    const { ask, request } = await startMeetings(server)
    const body = { requester: 'ana', participants: ['bo'], title: 'x', timezone: zone, slots: [tuesday] }
    const odd = await ask('POST', '/v1/meetings', { body: { ...body, id: 'a.ics' } })
    expect([odd.status, odd.body.pointer]).toEqual([400, '/id'])
    await request({ id: 'm1' })
    const taken = await ask('POST', '/v1/meetings', { body: { ...body, id: 'm1' } })
    expect([taken.status, taken.body.code]).toEqual([409, 'in_use'])
  })
})

describe('order of checks', () => {
  it.each(meetingVerbs)('%s: caller, key, input, existence, version, state', async (verb) => {
    const { ask, request, act } = await startMeetings(server)
    await request({ id: 'm1' })
    await act('m1', 'cancel', { participant: 'ana' })
    const fine = { participant: 'bo', ...(verb === 'reschedule' ? { slots: [wednesday] } : {}) }
    const wrong = { participant: 7 }
    const path = `/v1/meetings/none/${verb}`
    const codeOf = async (asked: Promise<{ status: number; body: { code: string } }>) => {
      const { status, body } = await asked
      return `${status} ${body.code}`
    }
    // Each has everything wrong that comes after.
    expect(await codeOf(ask('POST', path, { key: 'bf_live_no', body: wrong }))).toBe('401 unauthenticated')
    expect(await codeOf(ask('POST', path, { body: wrong }))).toBe('400 idempotency_key_missing')
    const stale = { headers: { 'if-match': '"99"' } }
    expect(await codeOf(act('none', verb, wrong, stale))).toBe('400 invalid_input')
    expect(await codeOf(act('none', verb, fine, stale))).toBe('404 not_found')
    expect(await codeOf(act('m1', verb, fine, stale))).toBe('412 version_conflict')
    expect(await codeOf(act('m1', verb, fine))).toBe('409 invalid_transition')
  })

  it('the state comes before conflicts', async () => {
    const { request, act } = await startMeetings(server)
    for (const id of ['m1', 'm2']) await request({ id })
    await act('m1', 'accept', { participant: 'bo' })
    await act('m2', 'cancel', { participant: 'ana' })
    const { status, body } = await act('m2', 'accept', { participant: 'bo' })
    expect([status, body.code, body.currentStatus]).toEqual([409, 'invalid_transition', 'cancelled'])
  })

  it('If-Match is honoured: with the version it was read at, it goes', async () => {
    const { request, act } = await startMeetings(server)
    const { meeting } = await request({ id: 'm1' })
    const headers = { 'if-match': `"${meeting.version}"` }
    expect((await act('m1', 'accept', { participant: 'bo' }, { headers })).status).toBe(200)
    const late = await act('m1', 'cancel', { participant: 'ana' }, { headers })
    expect([late.status, late.body.pointer]).toEqual([412, '/If-Match'])
  })
})
