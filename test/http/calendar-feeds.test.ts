// Calendar feeds over HTTP: what a calendar that has nothing but the address gets, and what nobody else does.

import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { describe, expect, it } from 'vitest'
import { actionToken } from '../../src/access/action-token.ts'
import { feedToken, readFeedToken } from '../../src/meetings/calendar-file/feed-token.ts'
import { uidOf } from '../../src/meetings/calendar-file/uid.ts'
import { insertMeeting, type MeetingRow, morning } from '../integration/meeting-rows.ts'
import { useDatabase } from '../integration/running.ts'
import { type Serving, serve } from './serving.ts'

const { url, client, atEnd } = useDatabase()
const publicUrl = 'https://bells.example.com'

async function subscribed(rows: readonly MeetingRow[] = [], { stranger = 0 } = {}) {
  const serving = await serve(url(), {
    belfry: { publicUrl },
    app: { publicUrl, requestsPerMinute: { key: 0, address: 0, stranger } },
  })
  atEnd(async () => {
    await serving.app.close()
    await serving.belfry.close()
  })
  const { belfry } = serving
  await belfry.clock.set(new Date('2030-06-15T12:00:00Z'))
  await belfry.recipients.put({ id: 'ana', name: 'Ana' })
  await belfry.recipients.put({ id: 'ben', name: 'Ben' })
  const sql = await client()
  for (const row of rows) await insertMeeting(sql, row)
  const feed = await belfry.feeds.get({ recipient: 'ana' })
  return { ...serving, sql, feed, get: getting(serving) }
}

const getting =
  ({ ask }: Serving) =>
  (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(method, path, { key: null, headers })

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  return { calendar, events }
}
const value = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name)?.toString()

describe('a feed', () => {
  it('is a calendar that two programs read', async () => {
    const { get, feed } = await subscribed([
      { id: 'one', body: 'Numbers', location: 'Room 7', sequence: 2, people: ['ben', ['ana', 'accepted']] },
      { id: 'two', status: 'pending', slots: [['2030-07-05T09:00:00Z', '2030-07-05T10:00:00Z'], morning] },
      { id: 'three', timezone: 'America/New_York', title: '한국어' },
      { id: 'four', timezone: 'America/New_York', timeAnchor: 'instant' },
    ])
    expect(feed).toEqual({
      url: `${publicUrl}${feed.path}`,
      path: expect.stringMatching(/^\/calendar\/bfc_[\w-]+\.ics$/),
    })
    const { status, headers, body } = await get(feed.path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    })
    const { calendar, events } = read(body)
    expect(value(calendar, 'method')).toBe('PUBLISH')
    expect([value(calendar, 'x-wr-calname'), value(calendar, 'name')]).toEqual(['Meetings', 'Meetings'])
    expect(value(calendar, 'refresh-interval')).toBe('PT1H')
    const zones = calendar.getAllSubcomponents('vtimezone').map((one) => value(one, 'tzid'))
    expect(zones).toEqual(['America/New_York', 'Europe/Berlin'])
    const uids = ['one', 'three', 'four', 'two'].map((id) => uidOf('default', id))
    expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set(uids))
    const one = events.find(({ uid }) => uid === uids[0])!
    expect(one).toMatchObject({ summary: 'Budget review', location: 'Room 7', sequence: 2 })
    // Nobody is invited by a feed (RFC 5546); who takes part is said in the text.
    expect(one.description).toBe('Numbers\n\nWith: Ben, Ana')
    expect([one.attendees, value(one.component, 'organizer')]).toEqual([[], expect.stringMatching(/^urn:uuid:/)])
    expect(one.startDate.toJSDate()).toEqual(new Date(morning[0]))
    expect(one.component.getAllSubcomponents('valarm')).toHaveLength(3)
    const two = events.find(({ uid }) => uid === uids[3])!
    expect([value(two.component, 'status'), value(one.component, 'status')]).toEqual(['TENTATIVE', 'CONFIRMED'])
    const others = Object.values(nodeIcal.sync.parseICS(body)).filter((entry) => entry?.type === 'VEVENT') as VEvent[]
    expect(new Set(others.map(({ uid }) => uid))).toEqual(new Set(uids))
    for (const other of others) {
      const same = events.find(({ uid }) => uid === other.uid)!
      expect(new Date(other.start.getTime())).toEqual(same.startDate.toJSDate())
      expect(other.summary).toBe(same.summary)
    }
  })

  it('has each lineage once, as it is now, and what took place in the last 90 days', async () => {
    const { get, feed } = await subscribed([
      { id: 'first', status: 'rescheduled' },
      { id: 'second', parent: 'first', root: 'first', sequence: 1, title: 'Moved' },
      { id: 'off', status: 'cancelled' },
      { id: 'no', status: 'denied' },
      { id: 'done', status: 'completed', slots: [['2030-05-01T07:00:00Z', '2030-05-01T08:00:00Z']], title: 'Done' },
      { id: 'old', status: 'completed', slots: [['2030-03-01T07:00:00Z', '2030-03-01T08:00:00Z']] },
      { id: 'others', people: ['ben', 'cho'] },
    ])
    const { events } = read((await get(feed.path)).body)
    expect(events.map(({ summary, uid, sequence }) => [summary, uid, sequence])).toEqual([
      ['Done', uidOf('default', 'done'), 0],
      ['Moved', uidOf('default', 'first'), 1],
    ])
  })

  it('leaves out what is in a zone that this machine does not know, and nothing else', async () => {
    const { get, feed, sql } = await subscribed([{ id: 'one' }, { id: 'two' }])
    await sql.query(`update belfry.meetings set timezone = 'Mars/Olympus' where id = 'two'`)
    const { status, body } = await get(feed.path)
    expect(status).toBe(200)
    expect(read(body).events.map(({ uid }) => uid)).toEqual([uidOf('default', 'one')])
  })

  it('has what lies ahead, however much is over', async () => {
    const { get, feed, sql } = await subscribed([{ id: 'ahead' }])
    const over = `jsonb_build_object('id', 'old' || n, 'root', 'old' || n, 'meeting', 'old' || n, 'starts_at', '2030-06-01T10:00Z',
      'ends_at', '2030-06-01T11:00Z')`
    for (const table of ['meetings', 'meeting_participants'])
      await sql.query(`insert into belfry.${table} select (jsonb_populate_record(m, ${over})).*
        from belfry.${table} m, generate_series(1, 1000) n`)
    const { body } = await get(feed.path)
    const { events } = read(body)
    expect(events).toHaveLength(1_000)
    expect(events.at(-1)!.uid).toBe(uidOf('default', 'ahead'))
  })

  it('is in the language of whose it is, and empty without meetings', async () => {
    const { get, feed, belfry } = await subscribed()
    await belfry.recipients.put({ id: 'ana', locale: 'ko' })
    const { calendar, events } = read((await get(feed.path)).body)
    expect([value(calendar, 'x-wr-calname'), events]).toEqual(['회의', []])
  })

  it('is sent again only when something has changed', async () => {
    const { get, feed, sql } = await subscribed([{ id: 'one' }])
    const first = await get(feed.path)
    const { etag } = first.headers
    for (const known of [etag!, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(feed.path, { 'if-none-match': known })
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
    }
    const head = await get(feed.path, {}, 'HEAD')
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', etag])
    await insertMeeting(sql, { id: 'two' })
    const changed = await get(feed.path, { 'if-none-match': etag! })
    expect([changed.status, read(changed.body).events.length]).toEqual([200, 2])
  })
})

describe('an address', () => {
  it('stays the same until it is rotated, and is worth nothing then', async () => {
    const { get, feed, belfry } = await subscribed([{ id: 'one' }])
    expect(await belfry.feeds.get({ recipient: 'ana' })).toEqual(feed)
    const next = await belfry.feeds.rotate({ recipient: 'ana' })
    expect(next.path).not.toBe(feed.path)
    expect((await get(feed.path)).status).toBe(404)
    expect(read((await get(next.path)).body).events).toHaveLength(1)
    expect((await belfry.audit.list({ limit: 10 })).items.map(({ action }) => action)).toContain('feed_rotated')
  })

  it('of somebody who was erased is worth nothing, also when they come back', async () => {
    const { get, feed, belfry } = await subscribed([{ id: 'one' }])
    await belfry.recipients.delete('ana')
    expect((await get(feed.path)).status).toBe(404)
    await expect(belfry.feeds.get({ recipient: 'ana' })).rejects.toMatchObject({ code: 'unknown_recipient' })
    await belfry.recipients.put({ id: 'ana' })
    await belfry.feeds.get({ recipient: 'ana' })
    expect((await get(feed.path)).status).toBe(404)
  })

  it('cannot be made up, changed, or made from another kind of token', async () => {
    const { get, feed, belfry } = await subscribed([{ id: 'one' }])
    const secret = await belfry.access.signingSecret(undefined)
    const token = feed.path.slice('/calendar/'.length, -'.ics'.length)
    const key = readFeedToken(token, secret)!
    expect(key).toMatchObject({ tenant: 'default', recipient: 'ana' })
    const delivery = '00000000-0000-0000-0000-000000000001.0000000000000001'
    const action = actionToken({ tenant: 'default', delivery }, secret)!
    const { token: recipient } = await belfry.recipients.issueToken(secret, { recipient: 'ana' })
    const bad = [
      feedToken(key, Buffer.from('another secret, as long as the real')),
      feedToken({ ...key, recipient: 'ben' }, secret),
      feedToken({ ...key, tenant: 'other' }, secret),
      feedToken({ ...key, generation: key.generation + 1 }, secret),
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      ...[token.slice(0, -4), `${token}AAAA`, action, `bfc_${action}`, recipient, '', 'x', 'bfc_', '%00', 'ü'],
    ]
    for (const one of bad) expect([one, (await get(`/calendar/${one}.ics`)).status]).toEqual([one, 404])
    expect((await get(`/calendar/${token}`)).status).toBe(404)
    // And it is none of the others.
    expect(await belfry.access.readActionToken(token)).toEqual({ kind: 'forged' })
    expect((await get('/v1/recipients/ana', { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await get(feed.path)).status).toBe(200)
  })

  it('of one tenant opens nothing of another', async () => {
    const { belfry, get, sql } = await subscribed([{ id: 'one' }])
    const other = belfry.as({ tenant: 'other' })
    await other.recipients.put({ id: 'ana' })
    await insertMeeting(sql, { id: 'theirs', tenant: 'other', title: 'Theirs' })
    const feed = await other.feeds.get({ recipient: 'ana' })
    expect(read((await get(feed.path)).body).events.map(({ summary }) => summary)).toEqual(['Theirs'])
    const token = feed.path.slice('/calendar/'.length, -'.ics'.length)
    expect(await belfry.feeds.read(token)).toBeNull()
  })

  it('that is tried is counted against who tries', async () => {
    const { get, feed } = await subscribed([], { stranger: 3 })
    const tries = await Promise.all(Array.from({ length: 5 }, () => get('/calendar/bfc_x.ics')))
    expect(tries.map(({ status }) => status).sort()).toEqual([404, 404, 404, 429, 429])
    expect((await get(feed.path)).status).toBe(200)
  })

  it('says only its path where nobody knows how the server is reached', async () => {
    const serving = await serve(url())
    atEnd(async () => {
      await serving.app.close()
      await serving.belfry.close()
    })
    await serving.belfry.recipients.put({ id: 'ana' })
    const feed = await serving.belfry.feeds.get({ recipient: 'ana' })
    expect(feed.url).toBeNull()
    expect((await getting(serving)(feed.path)).status).toBe(200)
  })
})
