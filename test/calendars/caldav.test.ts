// A real CalDAV server, where its packages can be had: Debian's Radicale, with somebody else who writes to it, too.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eraseRecipient } from '../../src/recipients/erase.ts'
import { calendar, event } from './files.ts'
import { people, type Radicale, radicale } from './radicale.ts'
import { type RecordingProxy, recordingProxy } from './recording-proxy.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let server: Radicale | { readonly why: string }
let proxy: RecordingProxy
/** A collection of its own for each test. */
let home: string
let count = 0

beforeAll(async () => {
  server = await radicale()
  if ('why' in server) process.stderr.write(`No real CalDAV server: ${server.why}\n`)
}, 120_000)
afterAll(async () => {
  if ('close' in server) await server.close()
})
beforeEach(async (test) => {
  // Not everywhere: the reason is told.
  if ('why' in server) return test.skip(server.why)
  proxy = await recordingProxy(server.port)
  home = `/ana/${++count}/`
  await other('MKCALENDAR', home)
})
afterEach(async () => {
  if ('why' in server) return
  await other('DELETE', home)
  await proxy.close()
})

const basic = (name: keyof typeof people) => `Basic ${Buffer.from(`${name}:${people[name]}`).toString('base64')}`

/** Another client of the same calendar. */
async function other(method: string, path: string, body?: string): Promise<Response> {
  if ('why' in server) throw new Error(server.why)
  const headers = { authorization: basic('ana'), 'content-type': 'text/calendar' }
  return await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, ...(body !== undefined && { body }) })
}
const textAt = async (path: string) => (await other('GET', path)).text()
const statusAt = async (path: string) => (await other('GET', path)).status

const at = (uid: string, hour: number, ...more: string[]) =>
  calendar(event(`UID:${uid}`, `DTSTART:20300115T${hour}0000Z`, `DTEND:20300115T${hour + 1}0000Z`, ...more))
const account = { recipient: 'ana', id: 'work', kind: 'caldav', username: 'ana', password: people.ana } as const
const put = (more: object = {}) => stage().calendars.put({ ...account, url: `${proxy.url}${home}`, ...more })
const sync = () => stage().calendars.sync({ recipient: 'ana', id: 'work' })
const removedAt = async (id: string) =>
  (
    await stage().sql.query(
      'select removed_at from belfry.meeting_participants where meeting = $1 and recipient = $2',
      [id, 'ana'],
    )
  ).rows[0].removed_at as Date | null

describe('reading', () => {
  it('finds the collection from the server, when there is one', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    const { calendar: found, changed } = await put({ url: proxy.url })
    expect(found).toMatchObject({ url: `${proxy.url}/`, hasPassword: true, trouble: null, objects: 1 })
    expect(changed).toBe(1)
    expect(await stage().busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00'])
  })

  it('among several it is the one with the name, or the one whose address is put', async () => {
    const second = `/ana/${++count}/`
    await other('MKCALENDAR', second)
    try {
      const named = `<?xml version="1.0"?><propertyupdate xmlns="DAV:"><set><prop><displayname>Team</displayname></prop></set></propertyupdate>`
      await other('PROPPATCH', second, named)
      await other('PUT', `${second}a.ics`, at('a', 12))
      const { calendar: unsure } = await put({ url: proxy.url })
      expect(unsure.trouble).toMatch(/^There are 2 calendars: put the address of one of them\. http/)
      expect((await put({ url: proxy.url, name: 'Team' })).calendar).toMatchObject({ trouble: null, objects: 1 })
      expect((await put({ url: `${proxy.url}${home}` })).calendar).toMatchObject({ trouble: null, objects: 0 })
      expect((await put({ url: `${proxy.url}${second}`.slice(0, -1) })).calendar).toMatchObject({
        trouble: null,
        objects: 1,
      })
    } finally {
      await other('DELETE', second)
    }
  })

  it('sees what others change, add and delete, and asks only for what is new', async () => {
    for (const [name, hour] of [
      ['a', 10],
      ['b', 12],
      ['c', 14],
    ] as const)
      await other('PUT', `${home}${name}.ics`, at(name, hour))
    await other(
      'PUT',
      `${home}todo.ics`,
      calendar('BEGIN:VTODO\r\nUID:todo\r\nDTSTAMP:20300101T000000Z\r\nSUMMARY:x\r\nEND:VTODO'),
    )
    expect(await put()).toMatchObject({ changed: 4, removed: 0 })
    expect(await stage().busy()).toHaveLength(3)
    proxy.taken()
    expect(await sync()).toMatchObject({ changed: 0, removed: 0 })
    expect(proxy.taken()).toEqual(['REPORT sync-collection 207'])
    await other('PUT', `${home}b.ics`, at('b', 16))
    await other('PUT', `${home}d.ics`, at('d', 18, 'RRULE:FREQ=DAILY;COUNT=2'))
    await other('DELETE', `${home}c.ics`)
    expect(await sync()).toMatchObject({ changed: 2, removed: 1, calendar: { objects: 4 } })
    expect(proxy.taken()).toEqual(['REPORT sync-collection 207', 'REPORT calendar-multiget 207'])
    const { body } = proxy.exchanges.at(-1)!
    expect([...body.matchAll(/<d:href>([^<]+)/g)].map(([, href]) => href).sort()).toEqual([
      `${home}b.ics`,
      `${home}d.ics`,
    ])
    expect(await stage().busy()).toEqual([
      ...['2030-01-15T10:00/2030-01-15T11:00', '2030-01-15T16:00/2030-01-15T17:00'],
      ...['2030-01-15T18:00/2030-01-15T19:00', '2030-01-16T18:00/2030-01-16T19:00'],
    ])
  })

  it('with a token that the server does not know, it compares versions, and fetches nothing again', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    await other('PUT', `${home}b.ics`, at('b', 12))
    await put()
    await other('DELETE', `${home}b.ics`)
    const lost = `update belfry.calendars set sync_token = 'http://radicale.org/ns/sync/${'0'.repeat(64)}'`
    await stage().sql.query(lost)
    proxy.taken()
    expect(await sync()).toMatchObject({ changed: 0, removed: 1, calendar: { objects: 1, trouble: null } })
    const asked = proxy.taken()
    expect(asked[0]).toMatch(/^REPORT sync-collection 4\d\d$/)
    expect(asked.filter((one) => one.includes('multiget'))).toEqual([])
    proxy.taken()
    await sync()
    expect(proxy.taken()).toEqual(['REPORT sync-collection 207'])
  })

  it('of a server without sync tokens, the version of the collection says whether to look', async () => {
    proxy.rewrite = (text) => text.replaceAll(/<(\w+:)?sync-collection\s*\/>/g, '<none />')
    await other('PUT', `${home}a.ics`, at('a', 10))
    await put()
    proxy.taken()
    await sync()
    expect(proxy.taken()).toEqual(['PROPFIND 207'])
    await other('PUT', `${home}b.ics`, at('b', 12))
    await other('DELETE', `${home}a.ics`)
    expect(await sync()).toMatchObject({ changed: 1, removed: 1 })
    expect(proxy.taken()).toEqual(['PROPFIND 207', 'PROPFIND 207', 'REPORT calendar-multiget 207'])
  })

  it('what fails changes nothing, and is tried again later and later', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    await other('PUT', `${home}a.ics`, at('a', 10))
    await sync()
    const before = await stage().busy()
    const { rows } = await stage().sql.query('select credentials from belfry.calendars')
    await put({ password: 'wrong', writes: true })
    expect((await sync()).calendar.trouble).toBe('The answer is 401: user name or password are missing or wrong.')
    await stage().sql.query('update belfry.calendars set credentials = $1', [rows[0].credentials])
    await other('DELETE', home)
    const { calendar: gone, meetings } = await sync()
    expect(gone).toMatchObject({ trouble: expect.stringMatching(/404/), objects: 2 })
    expect([meetings, stage().cancelled, await stage().busy()]).toEqual([[], [], before])
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const { nextSyncAt } = (await sync()).calendar
      waits.push((nextSyncAt!.getTime() - Date.parse('2030-01-10T00:00:00Z')) / 60_000)
    }
    expect(waits).toEqual([8, 16, 32, 60, 60, 60, 60, 60])
  })

  it('that was put otherwise meanwhile is read again', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    await put()
    await other('PUT', `${home}b.ics`, calendar(event('UID:b', 'DTSTART;VALUE=DATE:20300115')))
    let syncs = 0
    proxy.before = async ({ method }) => {
      if (method !== 'REPORT' || ++syncs > 1) return
      await stage().sql.query(`update belfry.calendars set timezone = 'Asia/Seoul', version = version + 1`)
    }
    expect(await sync()).toMatchObject({ changed: 1, calendar: { version: 2, objects: 2, trouble: null } })
    expect(await stage().busy()).toEqual(['2030-01-14T15:00/2030-01-15T15:00', '2030-01-15T10:00/2030-01-15T11:00'])
    proxy.before = async ({ method }) => {
      if (method === 'REPORT') await stage().sql.query('delete from belfry.calendars')
    }
    await expect(sync()).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is read again when its time has come, each calendar by itself', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    await put({ every: 'PT30M' })
    await stage().calendars.put({ ...account, recipient: 'bo', url: `${proxy.url}/nowhere/` })
    await other('PUT', `${home}b.ics`, at('b', 12))
    expect(await stage().syncDue()).toEqual({ read: 0, failed: 0 })
    await stage().clock('2030-01-10T00:30:00Z')
    expect(await stage().syncDue()).toEqual({ read: 2, failed: 0 })
    expect(await stage().busy()).toHaveLength(2)
    const [mine] = await stage().calendars.list({ recipient: 'ana' })
    expect(mine).toMatchObject({
      nextSyncAt: new Date('2030-01-10T01:00:00Z'),
      syncedAt: new Date('2030-01-10T00:30:00Z'),
    })
  })
})

describe('writing', () => {
  const file = (id: string) => `${home}${encodeURIComponent(`meeting-${id}@belfry`)}.ics`

  it('accepted meetings are there, are changed with their sequence, and are deleted when they are off', async () => {
    const { meeting, sql, busy } = stage()
    await meeting({ id: 'm1' })
    await meeting({ id: 'm2', status: 'pending' })
    await meeting({ id: 'over', start: '2030-01-09T10:00:00Z', end: '2030-01-09T11:00:00Z' })
    expect(await put({ writes: true })).toMatchObject({ written: 1, calendar: { objects: 1, trouble: null } })
    expect(await textAt(file('m1'))).toMatch(/UID:meeting-m1@belfry[\s\S]*SEQUENCE:0/)
    expect(await statusAt(file('m2'))).toBe(404)
    proxy.taken()
    expect(await sync()).toMatchObject({ written: 0, changed: 0 })
    expect(proxy.taken()).toEqual(['REPORT sync-collection 207'])
    // What is ours is not somebody else's busy time.
    expect(await busy()).toEqual([])
    await sql.query(`update belfry.meetings set sequence = 1, starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'
      where id = 'm1'`)
    expect(await sync()).toMatchObject({ written: 1 })
    expect(await textAt(file('m1'))).toMatch(/DTSTART:20300201T110000Z/)
    await sql.query(`update belfry.meetings set status = 'rescheduled' where id = 'm1'`)
    await meeting({ id: 'm1b', root: 'm1', status: 'pending', sequence: 2 })
    expect(await sync()).toMatchObject({ written: 1, meetings: [] })
    expect(await statusAt(file('m1'))).toBe(404)
    await sql.query(`update belfry.meetings set status = 'accepted' where id = 'm1b'`)
    expect(await sync()).toMatchObject({ written: 1, meetings: [] })
    expect(await textAt(file('m1'))).toMatch(/SEQUENCE:2/)
    await sql.query(`update belfry.meetings set status = 'cancelled' where id = 'm1b'`)
    expect(await sync()).toMatchObject({ written: 1, meetings: [] })
    expect(await sync()).toMatchObject({ written: 0, removed: 0, meetings: [], calendar: { objects: 0 } })
    expect(await statusAt(file('m1'))).toBe(404)
  })

  it('a booking brings the next reading forward', async () => {
    await put({ writes: true })
    await stage().meeting({ id: 'm1' })
    expect(await stage().syncDue()).toEqual({ read: 0, failed: 0 })
    await stage().clock('2030-01-10T00:01:00Z')
    await stage().sql.query(`insert into belfry.bookings (tenant, recipient, meeting, during)
      values ('default', 'ana', 'm1', '[2030-02-01T10:00Z,2030-02-01T11:00Z)')`)
    expect(await stage().syncDue()).toEqual({ read: 1, failed: 0 })
    expect(await statusAt(file('m1'))).toBe(200)
  })

  it('what somebody else writes meanwhile is read again before it is written over', async () => {
    await stage().meeting({ id: 'm1' })
    const theirs = calendar(
      event(
        'UID:meeting-m1@belfry',
        'DTSTAMP:20300101T000000Z',
        'SEQUENCE:0',
        'DTSTART:20300201T100000Z',
        'SUMMARY:Mine',
      ),
    )
    const once = async () => {
      proxy.before = async ({ method }) => {
        if (method !== 'PUT') return
        proxy.before = null
        await other('PUT', file('m1'), theirs)
      }
    }
    await once()
    expect(await put({ writes: true })).toMatchObject({ written: 1, calendar: { trouble: null } })
    const asked = proxy.taken()
    expect(asked.slice(-3)).toEqual(['PUT 412', 'REPORT calendar-multiget 207', 'PUT 201'])
    await stage().sql.query(`update belfry.meetings set sequence = 1`)
    await once()
    expect(await sync()).toMatchObject({ written: 1 })
    expect(proxy.taken().slice(-3)).toEqual(['PUT 412', 'REPORT calendar-multiget 207', 'PUT 201'])
    const [first, second] = proxy.exchanges.filter(({ method }) => method === 'PUT').slice(-2)
    expect(first!.headers['if-match']).toBeDefined()
    expect(second!.headers['if-match']).not.toBe(first!.headers['if-match'])
    expect(await textAt(file('m1'))).toMatch(/SEQUENCE:1/)
  })

  it('a crash between the write and its record is found out', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true })
    await stage().sql.query('delete from belfry.calendar_objects')
    expect(await sync()).toMatchObject({ meetings: [], calendar: { objects: 1, trouble: null } })
    expect(await sync()).toMatchObject({ written: 0, meetings: [] })
    expect(await stage().busy()).toEqual([])
  })

  it('what cannot be written is said, and what was read stays', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    await stage().meeting({ id: 'm1' })
    proxy.before = async (exchange) => {
      if (exchange.method === 'PUT') Object.assign(exchange.headers, { authorization: basic('bo') })
    }
    const { written, calendar: kept } = await put({ writes: true })
    expect(written).toBe(0)
    expect(kept).toMatchObject({
      objects: 1,
      trouble: expect.stringMatching(/^Meetings could not be written there\. The answer is 40/),
    })
    expect(await stage().busy()).toHaveLength(1)
    proxy.before = null
    expect(await sync()).toMatchObject({ written: 1, calendar: { trouble: null } })
  })
})

describe('deleted outside', () => {
  const file = (id: string) => `${home}${encodeURIComponent(`meeting-${id}@belfry`)}.ics`

  it('mark: it is marked for everybody to see, audited, and not written again', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true })
    await other('DELETE', file('m1'))
    expect(await sync()).toMatchObject({ removed: 1, written: 0, meetings: [{ meetingId: 'm1', outcome: 'marked' }] })
    expect(await removedAt('m1')).toEqual(new Date('2030-01-10T00:00:00Z'))
    expect(stage().cancelled).toEqual([])
    const { rows } = await stage().sql.query(
      `select entity_type, entity_id, recipient, data from belfry.audit where action = 'meeting_removed'`,
    )
    expect(rows).toEqual([{ entity_type: 'meeting', entity_id: 'm1', recipient: 'ana', data: { calendar: 'work' } }])
    expect(await sync()).toMatchObject({ removed: 0, written: 0, meetings: [] })
    expect(await statusAt(file('m1'))).toBe(404)
  })

  it('cancel: it is cancelled in their name, with the reason', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    await other('DELETE', file('m1'))
    expect(await sync()).toMatchObject({ meetings: [{ meetingId: 'm1', outcome: 'cancelled' }] })
    expect(stage().cancelled).toEqual([{ id: 'm1', participant: 'ana', reason: 'removed from their calendar' }])
    expect(await removedAt('m1')).toBeNull()
    expect(await sync()).toMatchObject({ meetings: [] })
  })

  it('a crash between finding out and doing leaves it to the next reading', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    await other('DELETE', file('m1'))
    const { cancel } = stage().ground.ours
    Object.assign(stage().ground.ours, { cancel: () => Promise.reject(new Error('the process dies')) })
    await expect(sync()).rejects.toThrow('the process dies')
    Object.assign(stage().ground.ours, { cancel })
    expect(await sync()).toMatchObject({ written: 0, meetings: [{ meetingId: 'm1', outcome: 'cancelled' }] })
    expect(stage().cancelled).toHaveLength(1)
  })

  it('what was over, or off, is nobody’s business', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    await stage().sql.query(`update belfry.meetings set status = 'cancelled'`)
    await other('DELETE', file('m1'))
    expect(await sync()).toMatchObject({ removed: 1, meetings: [], calendar: { objects: 0 } })
    expect([stage().cancelled, await removedAt('m1')]).toEqual([[], null])
  })

  it('many at once are marked, not cancelled, and that is said', async () => {
    const ids = ['m1', 'm2', 'm3', 'm4', 'm5']
    for (const id of ids) await stage().meeting({ id })
    await put({ writes: true, onRemoved: 'cancel' })
    for (const id of ids.slice(0, 3)) await other('DELETE', file(id))
    const { meetings, calendar: kept } = await sync()
    expect(meetings.map(({ outcome }) => outcome)).toEqual(['marked', 'marked', 'marked'])
    expect(kept.trouble).toBe('3 meetings vanished at once: they are marked, not cancelled.')
    expect(stage().cancelled).toEqual([])
    // One of the two that are left is a decision again.
    await other('DELETE', file('m4'))
    expect(await sync()).toMatchObject({
      meetings: [{ meetingId: 'm4', outcome: 'cancelled' }],
      calendar: { trouble: null },
    })
  })

  it('a calendar that is put elsewhere, or deleted, has removed nothing', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    const second = `/ana/${++count}/`
    await other('MKCALENDAR', second)
    expect(await put({ url: `${proxy.url}${second}`, writes: false })).toMatchObject({
      meetings: [],
      calendar: { objects: 0 },
    })
    await other('DELETE', second)
    expect(await stage().calendars.delete({ recipient: 'ana', id: 'work' })).toEqual({ deleted: true })
    expect(await stage().calendars.get({ recipient: 'ana', id: 'work' })).toBeNull()
    expect([stage().cancelled, await removedAt('m1')]).toEqual([[], null])
    expect(await statusAt(file('m1'))).toBe(200)
  })
})

it('erasing a recipient takes calendars, objects and busy times along', async () => {
  await other('PUT', `${home}a.ics`, at('a', 10))
  await put()
  await eraseRecipient(stage().context, 'ana')
  const { rows } = await stage().sql.query(`select (select count(*)::int from belfry.calendars) as calendars,
    (select count(*)::int from belfry.calendar_objects) as objects, (select count(*)::int from belfry.busy_times) as busy`)
  expect(rows).toEqual([{ calendars: 0, objects: 0, busy: 0 }])
})
