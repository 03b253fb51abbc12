// A real CalDAV server, where its packages can be had: Debian's Radicale, read by Belfry and changed by others.

import { describe, expect, it } from 'vitest'
import { eraseRecipient } from '../../src/recipients/erase.ts'
import { account, at, home, newHome, other, proxy, put, stage, sync, useCaldav } from './caldav-stage.ts'
import { calendar, event } from './files.ts'

useCaldav()

describe('reading', () => {
  it('finds the collection from the server, when there is one', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    const { calendar: found, changed } = await put({ url: proxy.url })
    expect(found).toMatchObject({ url: `${proxy.url}/`, hasPassword: true, trouble: null, objects: 1 })
    expect(changed).toBe(1)
    expect(await stage().busy()).toEqual(['2030-01-15T10:00/2030-01-15T11:00'])
  })

  it('among several it is the one with the name, or the one whose address is put', async () => {
    const second = newHome()
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

it('erasing a recipient takes calendars, objects and busy times along', async () => {
  await other('PUT', `${home}a.ics`, at('a', 10))
  await put()
  await eraseRecipient(stage().context, 'ana')
  const { rows } = await stage().sql.query(`select (select count(*)::int from belfry.calendars) as calendars,
    (select count(*)::int from belfry.calendar_objects) as objects, (select count(*)::int from belfry.busy_times) as busy`)
  expect(rows).toEqual([{ calendars: 0, objects: 0, busy: 0 }])
})
