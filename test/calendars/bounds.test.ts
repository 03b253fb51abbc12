// What one calendar, or one server, can do to everybody else: little.

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBounded } from '../../src/calendars/bounded-xml.ts'
import { CalDav } from '../../src/calendars/caldav.ts'
import { syncDueCalendars } from '../../src/calendars/due.ts'
import { readCaldav } from '../../src/calendars/read-caldav.ts'
import { placeRules, requestsTo } from '../../src/calendars/request.ts'
import { Work } from '../../src/calendars/work.ts'
import { limits } from '../../src/limits.ts'
import { silentLogger } from '../../src/log.ts'
import { answerWith, type ScriptedServer, scriptedServer } from '../channels/scripted-server.ts'
import { calendar, event } from './files.ts'
import { scriptedDav } from './scripted-dav.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let server: ScriptedServer
beforeEach(async () => {
  server = await scriptedServer()
})
afterEach(() => server.close())

const feed = answerWith(200, {}, calendar(event('UID:1', 'DTSTART:20300115T100000Z', 'DURATION:PT1H')))
const put = (id: string) => stage().calendars.put({ recipient: 'ana', id, kind: 'url', url: `${server.url}/${id}` })
const nextOf = async (id: string) => {
  const { rows } = await stage().sql.query(
    `select failures, trouble, next_at > belfry.now() as waits from belfry.calendars where id = $1`,
    [id],
  )
  return rows[0]
}

describe('an answer of a CalDAV server', () => {
  const part =
    '<d:propstat><d:prop><d:getetag>"1"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>'
  const response = (parts: number) => `<d:response><d:href>/a.ics</d:href>${part.repeat(parts)}</d:response>`
  const all = (inside: string) => `<d:multistatus xmlns:d="DAV:">${inside}</d:multistatus>`

  it.each<[string, string, boolean]>([
    ['as they are', all(response(2).repeat(1_000)), true],
    ['a long text', all(`<d:response><![CDATA[${'a'.repeat(100_000)}]]></d:response>`), true],
    ['too many parts of one response', all(response(9)), false],
    ['in another prefix, and in capitals', all(response(9).replaceAll('d:propstat', 'X:PropStat')), false],
    ['too many responses', all('<response/>'.repeat(20_002)), false],
    ['a tag that does not end', all(`<d:response ${'a="1" '.repeat(1_000)}/>`), false],
    ['too many tags', all('<a/>'.repeat(500_001)), false],
  ])('%s', (_, xml, is) => {
    expect(isBounded(xml)).toBe(is)
  })

  it('that has more is the calendar’s trouble', async () => {
    server.script(answerWith(207, { 'content-type': 'application/xml' }, all(response(9))))
    const { calendar: put } = await stage().calendars.put({
      recipient: 'ana',
      id: 'a',
      kind: 'caldav',
      url: server.url,
    })
    expect(put.trouble).toBe('The answer has more parts than a calendar has.')
  })
})

it('a zone whose name has a NUL is kept under another', async () => {
  const zone = ['BEGIN:VTIMEZONE', 'TZID:a\u0000b', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0300']
  const text = [...zone, 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE'].join('\r\n')
  const content = calendar(text, event('UID:1', 'DTSTART;TZID=a\u0000b:20300115T100000', 'DURATION:PT1H'))
  server.script(answerWith(200, {}, content))
  expect((await put('a')).calendar.trouble).toBeNull()
  expect(await stage().busy()).toEqual(['2030-01-15T07:00/2030-01-15T08:00'])
})

it('what the database refuses to keep counts as a failure, and is tried later and later', async () => {
  server.script(feed)
  await put('a')
  await stage().sql.query(`alter table belfry.calendar_objects add constraint none check (uid <> 'refused')`)
  server.script(answerWith(200, {}, calendar(event('UID:refused', 'DTSTART:20300115T100000Z'))))
  await stage().clock('2030-01-10T01:00:00Z')
  expect(await stage().syncDue()).toEqual({ read: 0, failed: 1 })
  expect(await nextOf('a')).toMatchObject({
    failures: 1,
    waits: true,
    trouble: expect.stringContaining('could not keep'),
  })
  await stage().clock('2030-01-10T01:01:00Z')
  expect(await stage().syncDue()).toEqual({ read: 0, failed: 1 })
  await stage().clock('2030-01-10T01:02:00Z')
  expect(await stage().syncDue()).toEqual({ read: 0, failed: 0 })
})

it('who has to stop asks for nothing more, and what was not read is due as before', async () => {
  server.script(feed)
  for (const id of ['a', 'b', 'c', 'd', 'e']) await put(id)
  await stage().clock('2030-01-10T01:00:00Z')
  const before = server.requests.length
  server.script({ do: 'hang', at: 'body' })
  const leaving = new AbortController()
  const { context, ground } = stage()
  const run = syncDueCalendars(context, silentLogger, { ...ground, signal: leaving.signal })
  // No more than three of one tenant at a time, however many lanes ask at once.
  await server.until(before + 3)
  leaving.abort()
  expect(await run).toMatchObject({ read: 0 })
  expect(server.requests.length).toBe(before + 3)
  for (const id of ['a', 'b', 'c', 'd', 'e']) expect(await nextOf(id)).toMatchObject({ failures: 0, waits: false })
})

it('nobody who books waits for a reading that is being written', async () => {
  const { sql, url, meeting } = stage()
  await sql.query(
    `insert into belfry.calendars (tenant, recipient, id, kind, url, writes, next_at, created_at, updated_at)
    select 'default', 'ana', id, 'caldav', 'https://x.test/', true, belfry.now() + interval '1 hour', belfry.now(), belfry.now()
    from unnest(array['a', 'b']) id`,
  )
  await meeting({ id: 'm' })
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  try {
    await reader.query('begin')
    await reader.query(`select from belfry.calendars where id = 'a' for update`)
    await sql.query(`set lock_timeout = '1s'`)
    await sql.query(
      `insert into belfry.bookings (tenant, recipient, meeting, during)
      values ('default', 'ana', 'm', '[2030-02-01T10:00Z, 2030-02-01T11:00Z)')`,
    )
    await reader.query('rollback')
  } finally {
    await reader.end()
  }
  expect([await nextOf('a'), await nextOf('b')]).toMatchObject([{ waits: true }, { waits: false }])
})

it('after a restore everything is read anew, and nothing that is not there counts as removed', async () => {
  const { meeting, calendars, context } = stage()
  await meeting({ id: 'm' })
  const copy = event('UID:meeting-m@belfry', 'DTSTART:20300201T100000Z', 'DURATION:PT1H')
  const other = event('UID:1', 'DTSTART:20300115T100000Z', 'DURATION:PT1H')
  server.script(answerWith(200, { etag: '"1"' }, calendar(copy, other)))
  expect((await put('a')).calendar.objects).toBe(2)
  await context.db.run('forget-readings', [])
  expect(await stage().busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00'])
  server.script(answerWith(200, { etag: '"2"' }, calendar(other)))
  for (let i = 0; i < 2; i++)
    expect(await calendars.sync({ recipient: 'ana', id: 'a' })).toMatchObject({ meetings: [] })
  const [, next] = server.requests
  expect(next?.headers['if-none-match']).toBeUndefined()
})

it('while the system is held busy times are read, and what was removed there waits', async () => {
  const { meeting, calendars, sql } = stage()
  await meeting({ id: 'm' })
  const copy = event('UID:meeting-m@belfry', 'DTSTART:20300201T100000Z', 'DURATION:PT1H')
  server.script(answerWith(200, {}, calendar(copy)))
  await put('a')
  await sql.query(`insert into belfry.holds (tenant, channel, reason, held_by) values ('', '', 'a test', 'somebody')`)
  server.script(feed)
  const removed = async () => {
    await calendars.sync({ recipient: 'ana', id: 'a' })
    await calendars.sync({ recipient: 'ana', id: 'a' })
    return (await sql.query(`select from belfry.meeting_participants where removed_at is not null`)).rowCount
  }
  expect(await removed()).toBe(0)
  expect(await stage().busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00'])
  await sql.query('delete from belfry.holds')
  expect(await removed()).toBe(1)
})

it('what all objects of a collection take together is bounded, and what is beyond is said', async () => {
  const dav = await scriptedDav()
  try {
    const weekly = event('UID:1', 'DTSTART:20300601T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY')
    for (let i = 0; i < 20; i++) dav.objects.set(`/cal/${i}.ics`, { etag: `"${i}"`, text: calendar(weekly) })
    const nothing = { collection: dav.url, etag: null, modified: null, syncToken: null }
    const { context, ground } = stage()
    const asking = { rules: placeRules(context, false), network: ground.network, signal: AbortSignal.timeout(60_000) }
    const request = requestsTo({ url: dav.url, credentials: null }, asking)
    const read = async (work?: Work) =>
      await readCaldav({ url: dav.url, name: null }, nothing, [], await CalDav.open(request), work)
    const whole = await read()
    expect([whole.changed.length, whole.skipped]).toEqual([20, 0])
    const work = new Work(1_000_000)
    await read(work)
    // As much as half of them take.
    const { changed, skipped } = await read(new Work(work.steps / 2))
    expect([changed.length, skipped]).toEqual([20, 10])
    expect(changed.filter(({ events }) => events.length > 0)).toHaveLength(10)
  } finally {
    await dav.close()
  }
})

it('nobody has more busy times than a person may have, and the calendar says how many are left out', async () => {
  const { sql } = stage()
  // What checks them one by one is not what this is about, and takes most of the time.
  await sql.query(`drop index belfry.busy_times_person; set session_replication_role = replica`)
  await sql.query(
    `insert into belfry.busy_times (tenant, recipient, calendar, href, during)
    select 'default', 'ana', 'other', 'x', tstzrange(at, at + interval '1 second')
    from (select timestamptz '2030-02-01' + n * interval '1 minute' as at from generate_series(1, $1::integer) n) t`,
    [limits.busyTimesOfPersonMax - 2],
  )
  const one = (day: number) => event(`UID:${day}`, `DTSTART:203001${day}T100000Z`, 'DURATION:PT1H')
  server.script(answerWith(200, {}, calendar(...[11, 12, 13, 14, 15].map(one))))
  const { calendar: read } = await put('a')
  expect(read.trouble).toBe('3 busy times are left out: a calendar has at most 100000, a person 200000.')
  const { rows } = await sql.query(`select count(*)::integer as count from belfry.busy_times where calendar = 'a'`)
  expect(rows).toEqual([{ count: 2 }])
  // Of another person there is room for all of it.
  const bo = { recipient: 'bo', id: 'b', kind: 'url' as const, url: `${server.url}/b` }
  expect(await stage().calendars.put(bo)).toMatchObject({ changed: 5, calendar: { trouble: null } })
})
