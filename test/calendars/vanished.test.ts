// Meetings of ours that are not where they were, and that nobody has removed.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerWith, type ScriptedServer, scriptedServer } from '../channels/scripted-server.ts'
import { calendar, event } from './files.ts'
import { type ScriptedDav, scriptedDav } from './scripted-dav.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let server: ScriptedServer
let dav: ScriptedDav
beforeEach(async () => {
  server = await scriptedServer()
  dav = await scriptedDav()
})
afterEach(async () => {
  await dav.close()
  await server.close()
})

const ours = (root: string, ...more: string[]) =>
  event(`UID:meeting-${root}@belfry`, 'DTSTART:20300201T100000Z', 'DTEND:20300201T110000Z', ...more)
const others = ['x', 'y', 'z'].map((uid) => event(`UID:${uid}`, 'DTSTART:20300301T100000Z'))
const file = (...events: string[]) => answerWith(200, {}, calendar(...events, ...others))
const putUrl = (id = 'work', more: object = {}) =>
  stage().calendars.put({
    ...{ recipient: 'ana', id, kind: 'url', onRemoved: 'cancel' },
    url: `${server.url}/${id}`,
    ...more,
  })
const putDav = (more: object = {}) =>
  stage().calendars.put({
    ...{ recipient: 'ana', id: 'dav', kind: 'caldav', url: dav.url, username: 'ana', password: 'x' },
    ...{ onRemoved: 'cancel', writes: true },
    ...more,
  })
const sync = (id = 'work') => stage().calendars.sync({ recipient: 'ana', id })
const twice = async (id?: string) => [...(await sync(id)).meetings, ...(await sync(id)).meetings]
const move = async (status = 'accepted') => {
  await stage().sql.query(`update belfry.meetings set status = 'rescheduled' where id = 'm1'`)
  await stage().meeting({
    id: 'm1b',
    root: 'm1',
    sequence: 1,
    status,
    start: '2030-02-05T10:00:00Z',
    end: '2030-02-05T11:00:00Z',
  })
}
const fillDav = () => {
  for (const [i, one] of others.entries()) dav.objects.set(`/cal/${i}.ics`, { etag: `"o${i}"`, text: calendar(one) })
}
const written = () => [...dav.objects].find(([, { text }]) => text.includes('@belfry'))!

describe('at a URL', () => {
  it('one that is missing twice is cancelled', async () => {
    await stage().meeting({ id: 'm1' })
    server.script(file(ours('m1')))
    await putUrl()
    server.script(file())
    expect(await twice()).toEqual([{ meetingId: 'm1', outcome: 'cancelled' }])
  })

  it('an earlier version that goes is not the later one', async () => {
    await stage().meeting({ id: 'm1' })
    server.script(file(ours('m1')))
    await putUrl()
    await move()
    server.script(file())
    await twice()
    expect(stage().cancelled).toEqual([])
  })

  it('one that was moved to another of their calendars is there', async () => {
    await stage().meeting({ id: 'm1' })
    server.script(({ path }) => (path.includes('work') ? file(ours('m1')) : file()))
    await putUrl()
    await putUrl('home')
    server.script(({ path }) => (path.includes('home') ? file(ours('m1')) : file()))
    await sync()
    await sync('home')
    await twice()
    expect(stage().cancelled).toEqual([])
    server.script(file())
    await twice('home')
    expect(stage().cancelled).toMatchObject([{ id: 'm1' }])
  })

  it('a feed that is empty for once has removed nothing', async () => {
    await stage().meeting({ id: 'm1' })
    server.script(file(ours('m1')))
    await putUrl()
    server.script(answerWith(200, {}, calendar()))
    await twice()
    expect((await sync()).calendar.trouble).toMatch(/^Meetings vanished with most of the calendar \(1\)/)
    server.script(file(ours('m1')))
    expect((await sync()).calendar.trouble).toBeNull()
    expect(stage().cancelled).toEqual([])
  })

  it('what cannot be read any more was not removed', async () => {
    await stage().meeting({ id: 'm1' })
    server.script(file(ours('m1')))
    await putUrl()
    server.script(file(event('UID:meeting-m1@belfry')))
    expect((await sync()).calendar.trouble).toBe('1 could not be read and are left out.')
    await twice()
    expect(stage().cancelled).toEqual([])
  })
})

describe('over CalDAV', () => {
  it('one under another address is there', async () => {
    fillDav()
    await stage().meeting({ id: 'm1' })
    await putDav()
    const [href, { text }] = written()
    dav.objects.delete(href)
    dav.objects.set('/cal/other.ics', { etag: '"n"', text })
    await twice('dav')
    expect([stage().cancelled, dav.objects.has(href)]).toEqual([[], false])
  })

  it('one that we have deleted, and the answer was lost, was not removed by anybody', async () => {
    fillDav()
    await stage().meeting({ id: 'm1' })
    await putDav()
    await move('pending')
    dav.instead = ({ method }) => (method === 'DELETE' ? 'lost' : null)
    expect((await sync('dav')).calendar.trouble).toMatch(/^Meetings could not be written/)
    dav.instead = null
    await stage().sql.query(`update belfry.meetings set status = 'accepted' where id = 'm1b'`)
    expect(await sync('dav')).toMatchObject({ written: 1, meetings: [] })
    await twice('dav')
    expect(stage().cancelled).toEqual([])
    expect(dav.exchanges.find(({ method }) => method === 'DELETE')!.headers['schedule-reply']).toBe('F')
  })

  it.each([
    ['another user', { username: 'ana2' }],
    ['another name', { name: 'Team' }],
  ])('%s at the same address begins anew', async (_, more) => {
    fillDav()
    await stage().meeting({ id: 'm1' })
    await putDav()
    dav.objects.delete(written()[0])
    await putDav({ ...more, writes: false })
    await twice('dav')
    expect(stage().cancelled).toEqual([])
  })

  it('a SEQUENCE that they raised does not end writing', async () => {
    fillDav()
    await stage().meeting({ id: 'm1' })
    await putDav()
    const [href, { text }] = written()
    dav.objects.set(href, { etag: '"theirs"', text: text.replace('SEQUENCE:0', 'SEQUENCE:7') })
    expect(await sync('dav')).toMatchObject({ written: 0 })
    await move()
    expect(await sync('dav')).toMatchObject({ written: 1 })
    expect(written()[1].text).toMatch(/SEQUENCE:8[\s\S]*DTSTART:20300205T100000Z/)
    expect(await sync('dav')).toMatchObject({ written: 0 })
    await stage().sql.query(`update belfry.meetings set status = 'cancelled' where id = 'm1b'`)
    expect(await sync('dav')).toMatchObject({ written: 1 })
    expect(dav.objects.has(href)).toBe(false)
  })
})
