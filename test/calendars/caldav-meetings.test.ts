// Meetings of ours on a real CalDAV server: written, changed and deleted there by us, and removed there by others.

import { describe, expect, it } from 'vitest'
import {
  at,
  basic,
  home,
  newHome,
  other,
  proxy,
  put,
  stage,
  statusAt,
  sync,
  textAt,
  useCaldav,
} from './caldav-stage.ts'
import { calendar, event } from './files.ts'

useCaldav()

const file = (id: string) => `${home}${encodeURIComponent(`meeting-${id}@belfry`)}.ics`
const removedAt = async (id: string) => {
  const asked = 'select removed_at from belfry.meeting_participants where meeting = $1 and recipient = $2'
  return (await stage().sql.query(asked, [id, 'ana'])).rows[0].removed_at as Date | null
}

describe('writing', () => {
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
  // A calendar of which most vanishes is not believed.
  const others = async () => {
    for (const name of ['a', 'b']) await other('PUT', `${home}${name}.ics`, at(name, 10))
  }

  it('mark: missing twice, it is marked for everybody to see, audited, and not written again', async () => {
    await others()
    await stage().meeting({ id: 'm1' })
    await put({ writes: true })
    await other('DELETE', file('m1'))
    expect(await sync()).toMatchObject({ removed: 1, written: 0, meetings: [] })
    expect(await removedAt('m1')).toBeNull()
    expect(await sync()).toMatchObject({ removed: 0, written: 0, meetings: [{ meetingId: 'm1', outcome: 'marked' }] })
    expect(await removedAt('m1')).toEqual(new Date('2030-01-10T00:00:00Z'))
    expect(stage().cancelled).toEqual([])
    const { rows } = await stage().sql.query(
      `select entity_type, entity_id, recipient, data from belfry.audit where action = 'meeting_removed'`,
    )
    expect(rows).toEqual([{ entity_type: 'meeting', entity_id: 'm1', recipient: 'ana', data: { calendar: 'work' } }])
    expect(await sync()).toMatchObject({ removed: 0, written: 0, meetings: [] })
    expect(await statusAt(file('m1'))).toBe(404)
  })

  it('what comes back is not removed any more', async () => {
    await others()
    await stage().meeting({ id: 'm1' })
    await put({ writes: true })
    const text = await textAt(file('m1'))
    await other('DELETE', file('m1'))
    await sync()
    await other('PUT', file('m1'), text)
    expect(await sync()).toMatchObject({ meetings: [] })
    expect(await sync()).toMatchObject({ meetings: [] })
    await other('DELETE', file('m1'))
    await sync()
    await sync()
    expect(await removedAt('m1')).not.toBeNull()
    await other('PUT', file('m1'), text)
    expect(await sync()).toMatchObject({ changed: 1, meetings: [] })
    expect(await removedAt('m1')).toBeNull()
  })

  it('cancel: it is cancelled in their name, with the reason', async () => {
    await others()
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    await other('DELETE', file('m1'))
    await sync()
    expect(await sync()).toMatchObject({ meetings: [{ meetingId: 'm1', outcome: 'cancelled' }] })
    expect(stage().cancelled).toEqual([{ id: 'm1', participant: 'ana', reason: 'removed from their calendar' }])
    expect(await removedAt('m1')).toBeNull()
    expect(await sync()).toMatchObject({ meetings: [] })
  })

  it('a crash between finding out and doing leaves it to the next reading', async () => {
    await others()
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    await other('DELETE', file('m1'))
    await sync()
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

  it('with most of the calendar, however few meetings that are, nothing is done, and that is said', async () => {
    await other('PUT', `${home}a.ics`, at('a', 10))
    for (const id of ['m1', 'm2']) await stage().meeting({ id })
    await put({ writes: true, onRemoved: 'cancel' })
    for (const id of ['m1', 'm2']) await other('DELETE', file(id))
    const trouble = 'Meetings vanished with most of the calendar (2): nothing is done about them.'
    for (let i = 0; i < 3; i++) expect(await sync()).toMatchObject({ written: 0, meetings: [], calendar: { trouble } })
    expect([stage().cancelled, await removedAt('m1')]).toEqual([[], null])
    // A later version is not what vanished.
    await stage().sql.query('update belfry.meetings set sequence = 1')
    expect(await sync()).toMatchObject({ written: 2 })
    expect(await sync()).toMatchObject({ written: 0, calendar: { trouble: null } })
  })

  it('a calendar that is put elsewhere, or deleted, has removed nothing', async () => {
    await stage().meeting({ id: 'm1' })
    await put({ writes: true, onRemoved: 'cancel' })
    const second = newHome()
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
