// Calendars that are uploaded, and those behind a URL: against a server that does what it is told.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendarVerbs } from '../../src/calendars/verbs.ts'
import { limits } from '../../src/limits.ts'
import { answerWith, type Behaviour, type ScriptedServer, scriptedServer } from '../channels/scripted-server.ts'
import { apple, calendar, event, google } from './files.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let server: ScriptedServer
beforeEach(async () => {
  server = await scriptedServer()
})
afterEach(() => server.close())

const at = (hour: number, ...more: string[]) =>
  event(`UID:${hour}`, `DTSTART:20300115T${hour}0000Z`, `DTEND:20300115T${hour + 1}0000Z`, ...more)
const file = (...events: string[]) => answerWith(200, { 'content-type': 'text/calendar' }, calendar(...events))
const put = (more: object = {}) =>
  stage().calendars.put({ recipient: 'ana', id: 'work', kind: 'url', url: `${server.url}/cal.ics`, ...more })
const sync = () => stage().calendars.sync({ recipient: 'ana', id: 'work' })

describe('a file', () => {
  it('is read at once, and another takes its place', async () => {
    const { calendars, busy } = stage()
    const named = { recipient: 'ana', id: 'home', kind: 'file' } as const
    const first = await calendars.put({ ...named, content: apple, name: 'Home' })
    expect(first).toMatchObject({
      changed: 5,
      removed: 0,
      calendar: { name: 'Home', objects: 5, trouble: null, version: 1 },
    })
    expect(await busy()).toEqual([
      ...[
        '2030-01-15T09:00/2030-01-15T10:30',
        '2030-01-16T07:00/2030-01-16T07:30',
        '2030-01-17T21:00/2030-01-18T05:00',
      ],
      ...['2030-01-19T23:00/2030-01-20T23:00', '2031-01-19T23:00/2031-01-20T23:00'],
    ])
    // Only its zone is another: floating times and days move, those with a zone stay.
    const moved = await calendars.put({ ...named, timezone: 'Asia/Seoul' })
    expect(moved).toMatchObject({ changed: 0, calendar: { name: 'Home', timezone: 'Asia/Seoul', version: 2 } })
    expect((await busy()).slice(0, 2)).toEqual([
      '2030-01-15T09:00/2030-01-15T10:30',
      '2030-01-15T23:00/2030-01-15T23:30',
    ])
    const other = await calendars.put({ ...named, content: calendar(at(10)) })
    expect(other).toMatchObject({ changed: 1, removed: 5 })
    expect(await busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00'])
  })

  it('that is none is refused, and nothing is kept of it', async () => {
    const { calendars } = stage()
    const put = calendars.put({ recipient: 'ana', id: 'home', kind: 'file', content: '<html>' })
    await expect(put).rejects.toMatchObject({ code: 'invalid_input', field: '/content' })
    expect(await calendars.list({ recipient: 'ana' })).toEqual([])
  })

  it('says what was left out', async () => {
    const content = calendar(at(10), event('UID:bad'), at(12, 'RRULE:FREQ=SECONDLY;INTERVAL=7200'))
    const many = calendar(event('UID:1', 'DTSTART:20300101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY;INTERVAL=2'))
    const { calendars } = stage()
    const first = await calendars.put({ recipient: 'ana', kind: 'file', content })
    expect(first.calendar).toMatchObject({ id: expect.any(String), trouble: '1 could not be read and are left out.' })
    const second = await calendars.put({ recipient: 'ana', kind: 'file', content: many })
    expect(second.calendar.trouble).toBe('Of 1, not every repetition is counted.')
    expect(
      await stage().sql.query('select from belfry.busy_times where calendar = $1', [second.calendar.id]),
    ).toMatchObject({
      rowCount: limits.busyTimesOfObjectMax,
    })
  })

  it('is expanded further as time goes by, and again when the person moves', async () => {
    const { calendars, busy, clock, syncDue, sql } = stage()
    await calendars.put({
      recipient: 'ana',
      kind: 'file',
      content: calendar(event('UID:1', 'DTSTART;VALUE=DATE:20000101', 'RRULE:FREQ=YEARLY')),
    })
    expect(await busy()).toEqual(['2030-12-31T23:00/2031-01-01T23:00'])
    await clock('2030-12-01T00:00:00Z')
    expect(await syncDue()).toEqual({ read: 1, failed: 0 })
    expect(await busy()).toEqual(['2030-12-31T23:00/2031-01-01T23:00', '2031-12-31T23:00/2032-01-01T23:00'])
    await sql.query(`update belfry.recipients set timezone = 'Asia/Seoul'`)
    await clock('2030-12-02T00:00:00Z')
    expect(await syncDue()).toEqual({ read: 1, failed: 0 })
    expect(await busy()).toEqual(['2030-12-31T15:00/2031-01-01T15:00', '2031-12-31T15:00/2032-01-01T15:00'])
    expect(await syncDue()).toEqual({ read: 0, failed: 0 })
  })
})

describe('a URL', () => {
  it('is read, then asked whether it has changed; 304 keeps everything', async () => {
    const stamps = { etag: '"v1"', 'last-modified': 'Wed, 09 Jan 2030 10:00:00 GMT' }
    server.script(answerWith(200, stamps, google))
    expect(await put()).toMatchObject({
      changed: 3,
      calendar: { syncedAt: new Date('2030-01-10T00:00:00Z'), trouble: null },
    })
    const busy = await stage().busy()
    expect(busy).toHaveLength(5)
    server.script(answerWith(304))
    expect(await sync()).toMatchObject({ changed: 0, removed: 0, calendar: { objects: 3 } })
    expect(await stage().busy()).toEqual(busy)
    expect(server.requests[1]!.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Wed, 09 Jan 2030 10:00:00 GMT',
    })
  })

  it('only what has changed is written', async () => {
    server.script(file(at(10), at(12), at(14)))
    await put()
    server.script(file(at(10), at(14, 'TRANSP:TRANSPARENT'), at(16)))
    expect(await sync()).toMatchObject({ changed: 2, removed: 1 })
    expect(await stage().busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00', '2030-01-15T16:00/2030-01-15T17:00'])
    server.script(file(at(10), at(14, 'TRANSP:TRANSPARENT'), at(16)))
    expect(await sync()).toMatchObject({ changed: 0, removed: 0 })
  })

  it('with a user name and a password in it, or beside it, sends them and shows neither', async () => {
    server.script(file(at(10)))
    const url = `${server.url.replace('//', '//ana:s%C3%A9cret%3A@')}/cal.ics?key=1#top`
    const { calendar: shown } = await put({ url })
    expect(shown).toMatchObject({ url: `${server.url}/cal.ics?key=1`, hasPassword: true })
    expect(server.requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('ana:sécret:').toString('base64')}`)
    await put({ url: `${server.url}/cal.ics`, username: 'bo', password: 'other' })
    expect(server.requests[1]!.headers.authorization).toBe(`Basic ${Buffer.from('bo:other').toString('base64')}`)
    const { rows } = await stage().sql.query(`select c::text, a.all from belfry.calendars c,
      (select string_agg(a::text, ' ') as all from belfry.audit a) a`)
    expect(JSON.stringify(rows)).not.toMatch(/s.cret|other/)
    expect(JSON.stringify(await stage().calendars.list({ recipient: 'ana' }))).not.toMatch(/cret|other|username/)
  })

  it('that moves to another server leaves its password behind', async () => {
    server.script(file(at(10)))
    await put({ username: 'ana', password: 'secret' })
    await put({ url: `${server.url}/elsewhere.ics` })
    expect(server.requests[1]!.headers.authorization).toBeDefined()
    const { calendar: moved } = await put({ url: `http://other.test:${server.port}/cal.ics` })
    expect(moved).toMatchObject({ hasPassword: false, trouble: null })
    expect(server.requests[2]!.headers).toMatchObject({ host: `other.test:${server.port}` })
    expect(server.requests[2]!.headers.authorization).toBeUndefined()
  })

  it('is followed to where it leads, without the password if that is another server', async () => {
    const other = await scriptedServer()
    try {
      other.script(file(at(10)))
      server.script(({ path }) =>
        path === '/cal.ics' ? answerWith(301, { location: '/a' }) : answerWith(302, { location: `${other.url}/b` }),
      )
      expect(await put({ username: 'ana', password: 'secret' })).toMatchObject({
        changed: 1,
        calendar: { trouble: null },
      })
      expect(server.requests.map(({ headers }) => headers.authorization !== undefined)).toEqual([true, true])
      expect(other.requests[0]!.headers.authorization).toBeUndefined()
    } finally {
      await other.close()
    }
  })

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/cal.ics',
    'https://127.0.0.1.nip.test@10.0.0.1/cal.ics',
    'file:///etc/passwd',
  ])('that leads to %s is not followed', async (location) => {
    server.script(answerWith(302, { location }))
    const { calendar: kept } = await put()
    expect(kept.trouble).toMatch(/^Nothing can be read there: /)
    expect(stage().forbidden).toEqual([])
  })

  it('that leads in a circle is not followed for ever', async () => {
    server.script(answerWith(302, { location: '/cal.ics' }))
    expect((await put()).calendar.trouble).toBe('It leads from one address to the next too often.')
    expect(server.requests).toHaveLength(4)
  })

  const large = 'x'.repeat(limits.calendarBytesMax)
  it.each<[string, Behaviour, RegExp]>([
    ['too large', answerWith(200, {}, calendar(event('UID:1', `X-LARGE:${large}`))), /larger than 5242880 bytes/],
    ['without an end', { do: 'endless' }, /larger than 5242880 bytes/],
    ['cut off', { do: 'drop', at: 'answer' }, /broke off/],
    ['something else', answerWith(200, { 'content-type': 'text/html' }, '<html>'), /not an iCalendar file/],
    ['not there', answerWith(404), /404: there is nothing/],
    ['forbidden', answerWith(401), /401: user name or password/],
    ['in trouble', answerWith(503), /503: the server has trouble/],
    ['compressed', answerWith(200, { 'content-encoding': 'gzip' }, google), /compressed/],
  ])('that is %s changes nothing, and is said', async (_, behaviour, trouble) => {
    server.script(file(at(10)))
    await put()
    server.script(behaviour)
    expect(await sync()).toMatchObject({
      changed: 0,
      removed: 0,
      calendar: { objects: 1, trouble: expect.stringMatching(trouble) },
    })
    expect(await stage().busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00'])
    server.script(file())
    expect(await sync()).toMatchObject({ removed: 1, calendar: { trouble: null } })
  })

  it('that does not answer is given up', async () => {
    server.script({ do: 'hang', at: 'body' })
    const { context, ground } = stage()
    const hasty = calendarVerbs(context, false, { ...ground, requestMs: 200 })
    const { calendar: kept } = await hasty.put({ recipient: 'ana', kind: 'url', url: `${server.url}/cal.ics` })
    expect(kept.trouble).toBe('There is no answer: no answer within 200 ms.')
  })
})

describe('what is refused', () => {
  const base = { recipient: 'ana', kind: 'url' } as const
  it.each<[object, string, string]>([
    [{ ...base }, 'missing_field', '/url'],
    [{ ...base, kind: 'file' }, 'missing_field', '/content'],
    [{ ...base, kind: 'ical' }, 'invalid_input', '/kind'],
    [{ ...base, url: 'https://10.0.0.1/cal.ics' }, 'invalid_input', '/url'],
    [{ ...base, url: 'https://user:pass@10.0.0.1/' }, 'invalid_input', '/url'],
    [{ ...base, url: 'ftp://example.com/' }, 'invalid_input', '/url'],
    [{ ...base, url: 'https://example.com/', writes: true }, 'invalid_input', '/writes'],
    [{ ...base, url: 'https://example.com/', content: google }, 'invalid_input', '/content'],
    [{ ...base, url: 'https://example.com/', every: 'PT30S' }, 'invalid_duration', '/every'],
    [{ ...base, url: 'https://example.com/', timezone: 'Mars/Base' }, 'unknown_timezone', '/timezone'],
    [{ ...base, url: 'https://example.com/', username: 'ana' }, 'missing_field', '/password'],
    [{ ...base, url: 'https://example.com/', username: 'a:b', password: 'c' }, 'invalid_input', '/username'],
    [{ ...base, url: 'https://example.com/', onRemoved: 'delete' }, 'invalid_input', '/onRemoved'],
    [{ ...base, url: 'https://example.com/', recipient: 'nobody' }, 'unknown_recipient', '/recipient'],
    [{ ...base, url: 'https://example.com/', version: 3 }, 'version_conflict', '/version'],
    [{ ...base, kind: 'file', content: calendar(), url: 'https://example.com/' }, 'invalid_input', '/url'],
  ])('%j', async (input, code, field) => {
    await expect(stage().calendars.put(input as never)).rejects.toMatchObject({ code, field })
    expect(await stage().calendars.list({ recipient: 'ana' })).toEqual([])
    expect(stage().forbidden).toEqual([])
  })

  it.each(['http://example.com/cal.ics', 'webcal://localhost/cal.ics'])(
    '%s, once it is known where that is',
    async (url) => {
      const { calendar: kept } = await stage().calendars.put({ ...base, url })
      expect(kept.trouble).toMatch(/^Nothing can be read there: (only https|an internal name)/)
      expect(stage().forbidden).toEqual([])
    },
  )

  it('webcal means https', async () => {
    const { calendars, forbidden } = stage()
    const { calendar: kept } = await calendars.put({ ...base, url: 'webcal://example.com/cal.ics' })
    expect(kept).toMatchObject({
      url: 'https://example.com/cal.ics',
      trouble: expect.stringMatching(/^There is no answer/),
    })
    expect(forbidden).toEqual([{ address: '93.184.216.34', port: 443, secureName: 'example.com' }])
  })

  it('more calendars than anybody has', async () => {
    const put = () => stage().calendars.put({ recipient: 'ana', kind: 'file', content: calendar() })
    for (let i = 0; i < limits.calendarsMax; i++) await put()
    await expect(put()).rejects.toMatchObject({ code: 'too_many' })
  })
})
