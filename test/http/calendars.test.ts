// Calendars over HTTP: files that are uploaded, the file of a meeting, and the feed. What is read over a network is tested beside the
// library; here nothing leaves this process.

import { parseICS } from 'node-ical'
import { describe, expect, it } from 'vitest'
import { startMeetings, tuesday, wednesday, zone } from './meeting.ts'
import { useServer } from './serving.ts'

const server = useServer()
const path = '/v1/recipients/ana/calendars'

function fileOf(start: string, end: string): string {
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', 'UID:dentist@example.com'],
    ...['DTSTAMP:20311201T000000Z', `DTSTART:${start}`, `DTEND:${end}`, 'SUMMARY:Dentist', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
}

const dentist = { kind: 'file', name: 'Private', content: fileOf('20311202T090000Z', '20311202T093000Z') }

describe('a calendar elsewhere', () => {
  it('is added, read, changed and removed', async () => {
    const { ask } = await startMeetings(server)
    const added = await ask('POST', path, { body: dentist })
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({
        ...{ changed: 1, removed: 0, written: 0, meetings: [] },
        calendar: expect.objectContaining({ recipient: 'ana', kind: 'file', name: 'Private', trouble: null }),
      }),
    ])
    const one = `${path}/${added.body.calendar.id}`
    const got = await ask('GET', one)
    expect([got.status, got.body]).toEqual([200, added.body.calendar])
    const etag = got.headers.etag ?? ''
    expect((await ask('GET', one, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const content = fileOf('20311203T090000Z', '20311203T093000Z')
    const changed = await ask('PUT', one, { headers: { 'if-match': etag }, body: { kind: 'file', content } })
    expect([changed.status, changed.body.changed]).toEqual([200, 1])
    expect((await ask('PUT', one, { headers: { 'if-match': etag }, body: { kind: 'file' } })).status).toBe(412)
    expect((await ask('GET', path)).body.items).toEqual([changed.body.calendar])
    expect((await ask('DELETE', one)).status).toBe(200)
    for (const method of ['GET', 'DELETE']) expect((await ask(method, one)).status).toBe(404)
    expect((await ask('POST', `${one}/sync`)).status).toBe(404)
  })

  it('blocks acceptance and slots, and says nothing of what it is', async () => {
    const { ask, act, request, good } = await startMeetings(server)
    await good('POST', path, { body: dentist })
    await request({ id: 'm1' })
    const refused = await act('m1', 'accept', { participant: 'bo' })
    expect([refused.status, refused.body.conflicts]).toEqual([
      409,
      [expect.objectContaining({ kind: 'busy', participant: 'ana', meetingId: null })],
    ])
    const freebusy = await good('GET', '/v1/recipients/ana/freebusy?from=2031-12-02T00:00:00&to=2031-12-03T00:00:00')
    expect(freebusy.busy).toMatchObject([{ kind: 'busy', start: { local: '2031-12-02T10:00:00' } }])
    const all = [refused.body, freebusy, (await ask('GET', path)).body]
    expect(JSON.stringify(all)).not.toContain('Dentist')
  })

  it('another file and another zone at once: what was in the first takes no time any more', async () => {
    const { good } = await startMeetings(server)
    await good('PUT', `${path}/private`, { body: dentist })
    const content = fileOf('20311203T090000Z', '20311203T093000Z').replace('UID:dentist', 'UID:barber')
    const body = { kind: 'file', content, timezone: 'Asia/Tokyo' }
    expect(await good('PUT', `${path}/private`, { body })).toMatchObject({ changed: 1, removed: 1 })
    const freebusy = await good('GET', '/v1/recipients/ana/freebusy?from=2031-12-02T00:00:00&to=2031-12-05T00:00:00')
    expect(freebusy.busy).toMatchObject([{ start: { instant: '2031-12-03T09:00:00.000Z' } }])
  })

  it('put many times at once, it is one of them, and nothing is a fault', async () => {
    const { ask, good } = await startMeetings(server)
    const put = (day: number) =>
      ask('PUT', `${path}/private`, {
        body: { kind: 'file', content: fileOf(`203112${day}T090000Z`, `203112${day}T093000Z`) },
      })
    const answers = await Promise.all([11, 12, 13, 14, 15, 16, 17, 18].map(put))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 412)).toEqual([])
    expect(statuses).toContain(200)
    const freebusy = await good('GET', '/v1/recipients/ana/freebusy?from=2031-12-02T00:00:00&to=2031-12-30T00:00:00')
    expect(freebusy.busy).toHaveLength(1)
  })

  it('of an address that may not be asked is refused, with its place; a password never comes back', async () => {
    const { ask } = await startMeetings(server)
    const refused = await ask('POST', path, { body: { kind: 'url', url: 'https://127.0.0.1:9/calendar.ics' } })
    expect([refused.status, refused.body.pointer]).toEqual([400, '/url'])
    const none = await ask('POST', path, { body: { kind: 'file' } })
    expect([none.status, none.body.pointer]).toEqual([400, '/content'])
    expect((await ask('POST', path.replace('ana', 'eve'), { body: dentist })).status).toBe(404)
    expect((await ask('GET', path.replace('ana', 'eve'))).status).toBe(404)
  })

  it('a person manages their own, and none of anybody else', async () => {
    const { ask, tokenOf } = await startMeetings(server)
    const key = await tokenOf('ana')
    const { status, body } = await ask('POST', path, { key, body: dentist })
    expect(status).toBe(201)
    const { id } = body.calendar
    const theirs = { key: await tokenOf('bo') }
    for (const [method, place] of [
      ...[
        ['GET', path],
        ['POST', path],
        ['GET', `${path}/${id}`],
        ['PUT', `${path}/${id}`],
      ],
      ...[
        ['DELETE', `${path}/${id}`],
        ['POST', `${path}/${id}/sync`],
      ],
      ...[
        ['GET', '/v1/recipients/ana/calendar-feed'],
        ['POST', '/v1/recipients/ana/calendar-feed/rotate'],
      ],
    ] as [string, string][]) {
      const takesBody = (method === 'POST' && place === path) || method === 'PUT'
      const { status: told } = await ask(method, place, { ...theirs, ...(takesBody ? { body: dentist } : {}) })
      expect([method, place, told]).toEqual([method, place, 404])
    }
    expect((await ask('GET', `${path}/${id}`, { key })).body).toEqual(body.calendar)
  })
})

describe('the file of a meeting', () => {
  it('has one UID through its lineage, and is told apart by its ETag', async () => {
    const { ask, act, request } = await startMeetings(server)
    await request({ id: 'm1' })
    await act('m1', 'accept', { participant: 'bo' })
    const file = await ask('GET', '/v1/meetings/m1.ics')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect((await ask('GET', '/v1/meetings/m1.ics', { headers: { 'if-none-match': file.headers.etag! } })).status).toBe(
      304,
    )
    const eventOf = (text: string) => Object.values(parseICS(text)).find((one) => one?.type === 'VEVENT')
    const event = eventOf(file.body) as unknown as Record<string, unknown>
    expect(event).toMatchObject({ summary: 'Budget review', sequence: 0 })
    expect((event.start as Date).toISOString()).toBe('2031-12-02T09:00:00.000Z')
    const moved = await act('m1', 'reschedule', { participant: 'ana', slots: [wednesday] })
    const next = await ask('GET', `/v1/meetings/${moved.body.meeting.id}.ics`)
    expect(eventOf(next.body)).toMatchObject({ uid: event.uid, sequence: 1 })
    expect((await ask('GET', '/v1/meetings/none.ics')).status).toBe(404)
  })

  it('an id may have dots', async () => {
    const { ask, request } = await startMeetings(server)
    await request({ id: 'a.b' })
    expect((await ask('GET', '/v1/meetings/a.b')).body.id).toBe('a.b')
    expect((await ask('GET', '/v1/meetings/a.b.ics')).headers['content-type']).toBe('text/calendar; charset=utf-8')
  })
})

describe('the feed', () => {
  it('is read without a key, and not any more after its address was changed', async () => {
    const { ask, act, request, good, tokenOf } = await startMeetings(server)
    await request({ id: 'm1' })
    await act('m1', 'accept', { participant: 'bo' })
    await request({
      id: 'm2',
      requester: 'cy',
      title: 'Of others',
      slots: [{ ...tuesday, end: '2031-12-02T10:30:00' }],
    })
    const feed = await good('GET', '/v1/recipients/ana/calendar-feed', { key: await tokenOf('ana') })
    expect(feed).toEqual({ url: null, path: expect.stringMatching(/^\/calendar\/.+\.ics$/) })
    const read = await ask('GET', feed.path, { key: null })
    expect([read.status, read.body]).toEqual([200, expect.stringContaining('SUMMARY:Budget review')])
    expect(read.body).not.toContain('Of others')
    const other = await good('POST', '/v1/recipients/ana/calendar-feed/rotate')
    expect(other.path).not.toBe(feed.path)
    expect((await ask('GET', feed.path, { key: null })).status).toBe(404)
    expect((await ask('GET', other.path, { key: null })).status).toBe(200)
    expect((await ask('GET', `/v1/recipients/eve/calendar-feed`)).status).toBe(404)
  })
})

it('the zone of the meeting is that of its file', async () => {
  const { ask, request } = await startMeetings(server)
  await request({ id: 'm1' })
  expect((await ask('GET', '/v1/meetings/m1.ics')).body).toContain(`TZID:${zone}`)
})
