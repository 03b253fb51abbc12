// When people are there, over HTTP; and what is asked of it: free and busy, times for all of them, what is in the way.

import { describe, expect, it } from 'vitest'
import { startMeetings, tuesday, wednesday, zone } from './meeting.ts'
import { useServer } from './serving.ts'

const server = useServer()
const path = '/v1/recipients/ana/availability-blocks'
const mondays = { dayOfWeek: 1, startTime: '09:00', endTime: '17:30' }
const window = { from: '2031-12-02T00:00:00', to: '2031-12-03T00:00:00', timezone: zone }

describe('availability blocks', () => {
  it('are added, read, changed and removed', async () => {
    const { ask } = await startMeetings(server)
    const added = await ask('POST', path, { body: mondays })
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({ ...mondays, kind: 'weekly', recipient: 'ana', timezone: zone, date: null, version: 1 }),
    ])
    const one = `${path}/${encodeURIComponent(added.body.id)}`
    const got = await ask('GET', one)
    expect([got.status, got.body, got.headers.etag]).toEqual([200, added.body, '"1"'])
    expect((await ask('GET', one, { headers: { 'if-none-match': '"1"' } })).status).toBe(304)
    const changed = await ask('PUT', one, { body: { endTime: '18:00' }, headers: { 'if-match': '"1"' } })
    expect([changed.status, changed.body.startTime, changed.body.endTime]).toEqual([200, '09:00', '18:00'])
    const stale = await ask('PUT', one, { body: { endTime: '19:00' }, headers: { 'if-match': '"1"' } })
    expect([stale.status, stale.body.pointer]).toEqual([412, '/If-Match'])
    expect((await ask('GET', path)).body.items).toEqual([changed.body])
    expect((await ask('DELETE', one)).status).toBe(200)
    expect((await ask('DELETE', one)).status).toBe(404)
    expect((await ask('GET', one)).status).toBe(404)
  })

  it('of an id of one’s own: days off, overnight, with If-Match: * only what is there', async () => {
    const { ask } = await startMeetings(server)
    const off = await ask('PUT', `${path}/holiday`, { body: { kind: 'off', date: '2031-12-24' } })
    expect([off.status, off.body]).toEqual([200, expect.objectContaining({ id: 'holiday', date: '2031-12-24' })])
    const night = { dayOfWeek: 6, startTime: '22:00', endTime: '06:00', timezone: 'UTC' }
    expect((await ask('PUT', `${path}/night`, { body: night })).body).toMatchObject(night)
    const missing = await ask('PUT', `${path}/none`, { body: night, headers: { 'if-match': '*' } })
    expect(missing.status).toBe(412)
  })

  it('times may have seconds, as a column of times has them; a whole day ends at 24:00', async () => {
    const { good } = await startMeetings(server)
    const seconds = { dayOfWeek: 1, startTime: '09:00:00', endTime: '17:30:00' }
    expect(await good('POST', path, { body: seconds })).toMatchObject(mondays)
    const day = { dayOfWeek: 2, startTime: '00:00', endTime: '24:00:00' }
    expect(await good('POST', path, { body: day })).toMatchObject({ startTime: '00:00', endTime: '24:00' })
  })

  it('what is none is named, with its place', async () => {
    const { ask } = await startMeetings(server)
    const refused = async (body: object) => {
      const { status, body: problem } = await ask('POST', path, { body })
      return [status, problem.pointer]
    }
    expect(await refused({ ...mondays, dayOfWeek: 7 })).toEqual([400, '/dayOfWeek'])
    expect(await refused({ ...mondays, startTime: '25:00' })).toEqual([400, '/startTime'])
    expect(await refused({ ...mondays, timezone: 'Mars/Olympus' })).toEqual([400, '/timezone'])
    expect(await refused({ ...mondays, endTime: mondays.startTime })).toEqual([400, '/endTime'])
    expect(await refused({ ...mondays, startTime: '00:00:00', endTime: '00:00' })).toEqual([400, '/endTime'])
    expect(await refused({ ...mondays, startTime: '09:00:30' })).toEqual([400, '/startTime'])
    const kindless = await ask('POST', path, { body: { date: '2031-12-24', startTime: '09:00', endTime: '10:00' } })
    expect([kindless.status, kindless.body.detail]).toEqual([400, expect.stringMatching(/ extra .* off /)])
    expect(await refused({ ...mondays, every: 'week' })).toEqual([400, '/every'])
    const eve = path.replace('ana', 'eve')
    const freebusy = '/v1/recipients/eve/freebusy?from=2031-12-02T00:00:00Z&to=2031-12-03T00:00:00Z'
    for (const asked of [
      await ask('POST', eve, { body: mondays }),
      await ask('GET', eve),
      await ask('GET', freebusy),
      await ask('GET', '/v1/recipients/eve/calendars'),
    ])
      expect([asked.status, asked.body.code, asked.body.pointer]).toEqual([404, 'unknown_recipient', '/id'])
  })

  it('a person manages their own, and none of anybody else', async () => {
    const { ask, tokenOf } = await startMeetings(server)
    const key = await tokenOf('ana')
    const { status, body } = await ask('POST', path, { key, body: mondays })
    expect(status).toBe(201)
    expect((await ask('GET', path, { key })).body.items).toEqual([body])
    expect((await ask('DELETE', `${path}/${body.id}`, { key })).status).toBe(200)
    const theirs = path.replace('ana', 'bo')
    expect((await ask('POST', theirs, { key, body: mondays })).status).toBe(404)
    expect((await ask('GET', theirs, { key })).status).toBe(404)
    const freebusy = '/freebusy?from=2031-12-02T00:00:00Z&to=2031-12-03T00:00:00Z'
    expect((await ask('GET', `/v1/recipients/bo${freebusy}`, { key })).status).toBe(404)
    expect((await ask('GET', `/v1/recipients/ana${freebusy}`, { key })).status).toBe(200)
  })
})

describe('free and busy', () => {
  it('are told on the clocks of the person, without what it is', async () => {
    const { ask, act, request, good } = await startMeetings(server)
    await ask('POST', path, { body: { dayOfWeek: 2, startTime: '09:00', endTime: '12:00' } })
    await request({ id: 'm1', title: 'A secret' })
    await act('m1', 'accept', { participant: 'bo', allowOutsideAvailability: true })
    const found = await good('GET', '/v1/recipients/ana/freebusy?from=2031-12-02T00:00:00&to=2031-12-03T00:00:00')
    expect(found).toMatchObject({
      ...{ recipient: 'ana', timezone: zone, from: { local: '2031-12-02T00:00:00' } },
      busy: [{ kind: 'meeting', start: { local: '2031-12-02T10:00:00' }, end: { local: '2031-12-02T11:00:00' } }],
      free: [
        { start: { local: '2031-12-02T09:00:00' }, end: { local: '2031-12-02T10:00:00' } },
        { start: { local: '2031-12-02T11:00:00' }, end: { local: '2031-12-02T12:00:00' } },
      ],
    })
    expect(JSON.stringify(found)).not.toContain('secret')
  })
})

describe('slots', () => {
  it('are suggested in everybody’s local time', async () => {
    const { ask, good } = await startMeetings(server)
    await ask('POST', path, { body: { dayOfWeek: 2, startTime: '09:00', endTime: '10:00' } })
    const body = { participants: ['ana', 'bo'], duration: 'PT45M', window, granularity: 'PT15M' }
    const { slots, reasons } = await good('POST', '/v1/slots/suggest', { body })
    expect(slots).toMatchObject([
      {
        start: { local: '2031-12-02T09:00:00', timezone: zone },
        end: { local: '2031-12-02T09:45:00' },
        local: [
          { participant: 'ana', timezone: zone, start: '2031-12-02T09:00:00', end: '2031-12-02T09:45:00' },
          { participant: 'bo', timezone: 'Asia/Seoul', start: '2031-12-02T17:00:00', end: '2031-12-02T17:45:00' },
        ],
      },
      { start: { local: '2031-12-02T09:15:00' } },
    ])
    expect(reasons).toEqual([])
  })

  it('where there is none, everybody’s reason is told', async () => {
    const { ask, good } = await startMeetings(server)
    await ask('POST', path, { body: { kind: 'off', date: '2031-12-02' } })
    const body = { participants: ['ana', 'bo'], duration: 'PT45M', window }
    const { slots, reasons } = await good('POST', '/v1/slots/suggest', { body })
    expect(slots).toEqual([])
    const why = { code: expect.any(String), why: expect.any(String), others: [] }
    expect(reasons).toEqual(expect.arrayContaining([{ participant: 'ana', ...why, freeMinutes: 0 }]))
  })

  it('a person may ask with a token; nobody may ask for strangers', async () => {
    const { ask, tokenOf } = await startMeetings(server)
    const asking = { key: await tokenOf('bo') }
    const body = { participants: ['ana', 'bo'], duration: 'PT45M', window }
    expect((await ask('POST', '/v1/slots/suggest', { ...asking, body })).status).toBe(200)
    const eve = await ask('POST', '/v1/slots/suggest', { ...asking, body: { ...body, participants: ['bo', 'eve'] } })
    expect([eve.status, eve.body.pointer]).toEqual([404, '/participants/1'])
  })
})

describe('conflicts', () => {
  const body = { participants: ['ana', 'bo'], ...tuesday, timezone: zone }

  it('a check is accept, tried out: what it lists is what accept would', async () => {
    const { act, request, good } = await startMeetings(server)
    expect(await good('POST', '/v1/conflicts/check', { body })).toEqual({ free: true, conflicts: [] })
    await request({ id: 'm1' })
    await act('m1', 'accept', { participant: 'bo' })
    const { free, conflicts } = await good('POST', '/v1/conflicts/check', { body })
    expect([free, conflicts]).toEqual([
      false,
      ['ana', 'bo'].map((participant) =>
        expect.objectContaining({
          ...{ kind: 'meeting', participant, meetingId: 'm1' },
          start: { instant: '2031-12-02T09:00:00.000Z', local: '2031-12-02T10:00:00', timezone: zone },
        }),
      ),
    ])
    // It does not stand in its own way.
    const own = await good('POST', '/v1/conflicts/check', { body: { ...body, meetingId: 'm1' } })
    expect(own.free).toBe(true)
    // Nor does what touches it.
    const after = { ...body, start: tuesday.end, end: '2031-12-02T12:00:00' }
    expect((await good('POST', '/v1/conflicts/check', { body: after })).free).toBe(true)
  })

  it('a meeting alone is enough: its people, its slot, its buffers', async () => {
    const { act, ask, request, good } = await startMeetings(server)
    const check = (more: object) => good('POST', '/v1/conflicts/check', { body: { meetingId: 'm1', ...more } })
    await request({ id: 'taken', slots: [tuesday] })
    await act('taken', 'accept', { participant: 'bo' })
    await request({ id: 'm1', slots: [{ start: '2031-12-02T11:10:00', end: '2031-12-02T12:00:00' }] })
    expect(await check({})).toEqual({ free: true, conflicts: [] })
    const near = await check({ buffers: { before: 'PT15M' } })
    expect(near).toMatchObject({
      free: false,
      conflicts: [
        { participant: 'ana', meetingId: 'taken', start: { local: '2031-12-02T10:00:00', timezone: zone } },
        { participant: 'bo' },
      ],
    })
    await request({ id: 'm2', slots: [tuesday, wednesday] })
    const open = await ask('POST', '/v1/conflicts/check', { body: { meetingId: 'm2' } })
    expect([open.status, open.body.code, open.body.pointer]).toEqual([400, 'missing_field', '/slot'])
    expect((await check({ meetingId: 'm2', slot: { start: tuesday.start } })).free).toBe(false)
    expect((await check({ meetingId: 'm2', slot: wednesday })).free).toBe(true)
    const never = { meetingId: 'm2', slot: { start: '2031-12-04T10:00:00' } }
    expect((await ask('POST', '/v1/conflicts/check', { body: never })).body.pointer).toBe('/slot')
    // Another time of the same people: it could be moved there.
    expect((await check({ meetingId: 'm2', start: tuesday.end, end: '2031-12-02T12:00:00' })).free).toBe(true)
    const over = await ask('POST', '/v1/conflicts/check', { body: { meetingId: 'taken' } })
    expect([over.status, over.body.currentStatus]).toEqual([409, 'accepted'])
  })

  it('without a meeting a time may be a slot, said once; and somebody has to be named', async () => {
    const { ask, good } = await startMeetings(server)
    const people = { participants: ['ana', 'bo'], timezone: zone }
    const asked = await good('POST', '/v1/conflicts/check', { body: { ...people, slot: tuesday } })
    expect(asked).toEqual({ free: true, conflicts: [] })
    const pointerOf = async (wrong: object) => (await ask('POST', '/v1/conflicts/check', { body: wrong })).body.pointer
    expect(await pointerOf({ ...people, ...tuesday, slot: tuesday })).toBe('/start')
    expect(await pointerOf({ ...people, slot: { start: tuesday.start } })).toBe('/slot/end')
    expect(await pointerOf({ slot: tuesday })).toBe('/participants')
    expect(await pointerOf(people)).toBe('/start')
  })

  it('with a token, of meetings of others only that they are there', async () => {
    const { act, request, good, ask, tokenOf } = await startMeetings(server)
    await request({ id: 'secret', requester: 'cy' })
    await act('secret', 'accept', { participant: 'bo' })
    const asking = { key: await tokenOf('ana'), body }
    const { conflicts } = await good('POST', '/v1/conflicts/check', asking)
    expect(conflicts).toMatchObject([{ participant: 'bo', kind: 'meeting', meetingId: null }])
    const named = await ask('POST', '/v1/conflicts/check', { ...asking, body: { ...body, meetingId: 'secret' } })
    expect([named.status, named.body.pointer]).toEqual([404, '/meetingId'])
  })

  it('outside of somebody’s hours is one, unless it is allowed', async () => {
    const { ask, good } = await startMeetings(server)
    await ask('POST', path, { body: { dayOfWeek: 2, startTime: '10:30', endTime: '12:00' } })
    const { conflicts } = await good('POST', '/v1/conflicts/check', { body })
    expect(conflicts).toMatchObject([
      { participant: 'ana', kind: 'outside_availability', end: { local: '2031-12-02T10:30:00' } },
    ])
    const allowed = { ...body, allowOutsideAvailability: true }
    expect((await good('POST', '/v1/conflicts/check', { body: allowed })).free).toBe(true)
  })
})
