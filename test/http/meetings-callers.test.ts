// Who may do what with a meeting: people with tokens of their own, and requests that come twice.

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { meetingVerbs } from '../../src/meetings/transitions.ts'
import { type Meetings, startMeetings, tuesday, wednesday, zone } from './meeting.ts'
import { useServer } from './serving.ts'

const server = useServer()

describe('a recipient’s token', () => {
  it('requests in its owner’s name, and answers in its owner’s name', async () => {
    const { ask, act, tokenOf } = await startMeetings(server)
    const body = { id: 'm1', participants: ['bo'], title: 'Budget review', timezone: zone, slots: [tuesday] }
    const made = await ask('POST', '/v1/meetings', { key: await tokenOf('ana'), body })
    expect([made.status, made.body.meeting.requester]).toEqual([201, 'ana'])
    const bo = { key: await tokenOf('bo') }
    const accepted = await act('m1', 'accept', {}, bo)
    expect([accepted.status, accepted.body.meeting.status]).toEqual([200, 'accepted'])
    const { items } = (await ask('GET', '/v1/meetings/m1/events', bo)).body
    expect(items.at(-1)).toMatchObject({ participant: 'bo', actor: 'recipient:bo' })
    // Their own reminders, and nobody else's.
    const reminders = (await ask('GET', '/v1/meetings/m1/reminders', bo)).body
    for (const one of [...reminders.items, ...reminders.notices]) expect(one.recipient).toBe('bo')
    expect(reminders.items).toHaveLength(3)
  })

  it('cannot act for somebody else', async () => {
    const { ask, act, request, tokenOf } = await startMeetings(server)
    await request({ id: 'm1' })
    const key = await tokenOf('ana')
    for (const verb of meetingVerbs) {
      const body = { participant: 'bo', ...(verb === 'reschedule' ? { slots: [wednesday] } : {}) }
      const refused = await act('m1', verb, body, { key })
      expect([verb, refused.status, refused.body.code, refused.body.pointer]).toEqual([
        ...[verb, 404, 'not_found', '/participant'],
      ])
      // Also for an outsider, of one that is not there.
      const outside = await act('none', verb, body, { key: await tokenOf('cy') })
      expect([verb, outside.status, outside.body.detail]).toEqual([verb, 404, refused.body.detail])
    }
    const body = { requester: 'bo', participants: ['cy'], title: 'x', timezone: zone, slots: [tuesday] }
    expect(await ask('POST', '/v1/meetings', { key, body })).toMatchObject({
      status: 403,
      body: { pointer: '/requester' },
    })
  })

  it('for an outsider there is nothing: 404 everywhere, and nothing changes', async () => {
    const { ask, act, request, good, tokenOf } = await startMeetings(server)
    const { meeting } = await request({ id: 'm1' })
    const key = await tokenOf('cy')
    for (const path of ['', '/events', '/reminders', '/lineage', '.ics'])
      expect([path, (await ask('GET', `/v1/meetings/m1${path}`, { key })).status]).toEqual([path, 404])
    for (const verb of meetingVerbs) {
      const body = verb === 'reschedule' ? { slots: [wednesday] } : {}
      const refused = await act('m1', verb, body, { key })
      const missing = await act('none', verb, body, { key })
      expect([verb, refused.status]).toEqual([verb, 404])
      // One cannot tell the one from the other.
      const { requestId: _, ...told } = refused.body
      const { requestId: __, ...toldOfNone } = missing.body
      expect(told).toEqual(toldOfNone)
    }
    expect((await ask('GET', '/v1/meetings', { key })).body.items).toEqual([])
    expect(await good('GET', '/v1/meetings/m1')).toEqual(meeting)
  })

  it('lists what its owner takes part in', async () => {
    const { ask, request, tokenOf } = await startMeetings(server)
    await request({ id: 'm1' })
    await request({ id: 'm2', requester: 'cy', slots: [wednesday] })
    const ids = async (who: string, query = '') =>
      (await ask('GET', `/v1/meetings${query}`, { key: await tokenOf(who) })).body.items.map(
        ({ id }: { id: string }) => id,
      )
    expect([await ids('ana'), await ids('bo'), await ids('cy', '?participant=cy')]).toEqual([
      ...[['m1'], ['m1', 'm2'], ['m2']],
    ])
    // Of somebody else's, those in which both are.
    expect([await ids('ana', '?participant=bo'), await ids('ana', '?participant=cy')]).toEqual([['m1'], []])
  })

  it('learns of a meeting of others that it is there, and not which', async () => {
    const { act, request, tokenOf } = await startMeetings(server)
    await request({ id: 'secret', requester: 'cy' })
    await act('secret', 'accept', { participant: 'bo' })
    await request({ id: 'm1', requester: 'bo', participants: ['ana'] })
    const refused = await act('m1', 'accept', {}, { key: await tokenOf('ana') })
    expect([refused.status, refused.body.conflicts]).toEqual([
      409,
      [expect.objectContaining({ participant: 'bo', kind: 'meeting', meetingId: null })],
    ])
    expect(JSON.stringify(refused.body)).not.toContain('secret')
  })
})

describe('the same request again', () => {
  const key = { 'idempotency-key': 'once' }
  const accept = ({ act }: Meetings, body: object = { participant: 'bo' }) =>
    act('m1', 'accept', body, { headers: key })

  it('is answered alike, whatever has become of the meeting', async () => {
    const meetings = await startMeetings(server)
    await meetings.request({ id: 'm1' })
    const first = await accept(meetings)
    await meetings.act('m1', 'cancel', { participant: 'ana' })
    const again = await accept(meetings)
    expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true'])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect((await meetings.good('GET', '/v1/meetings/m1')).status).toBe('cancelled')
  })

  it('and so is a refusal, also that it was one’s own proposal', async () => {
    const meetings = await startMeetings(server)
    await meetings.request({ id: 'm1' })
    const own = await accept(meetings, { participant: 'ana' })
    await meetings.act('m1', 'cancel', { participant: 'ana' })
    const again = await accept(meetings, { participant: 'ana' })
    expect([own.status, again.status, again.body.code]).toEqual([403, 403, 'own_proposal'])
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('with another body it is refused', async () => {
    const meetings = await startMeetings(server)
    await meetings.request({ id: 'm1' })
    await accept(meetings)
    const other = await accept(meetings, { participant: 'bo', reason: 'Gladly' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('without a key it is refused before anything else', async () => {
    const { ask, request } = await startMeetings(server)
    await request({ id: 'm1' })
    for (const verb of meetingVerbs)
      for (const id of ['m1', 'none']) {
        const { status, body } = await ask('POST', `/v1/meetings/${id}/${verb}`, { body: { nonsense: true } })
        expect([status, body.code, body.pointer]).toEqual([400, 'idempotency_key_missing', '/Idempotency-Key'])
        expect(body.detail).toContain('a header')
      }
  })

  it('while the first is under way, the second is told to come again', async () => {
    const meetings = await startMeetings(server)
    await meetings.request({ id: 'm1' })
    const blocker = new pg.Client({ connectionString: server.url() })
    await blocker.connect()
    try {
      await blocker.query('begin')
      await blocker.query(`select from belfry.meetings where id = 'm1' for update`)
      const first = accept(meetings)
      // The first has its key when a second finds it taken.
      await expect.poll(async () => (await blockedBy(blocker)) > 0).toBe(true)
      const second = await accept(meetings)
      expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
        ...[409, 'idempotency_in_progress', '1'],
      ])
      await blocker.query('rollback')
      expect((await first).status).toBe(200)
      expect((await accept(meetings)).headers['idempotent-replayed']).toBe('true')
    } finally {
      await blocker.end()
    }
  })
})

/** How many wait for what this connection holds. */
async function blockedBy(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::int as count from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
  )
  return rows[0].count
}
