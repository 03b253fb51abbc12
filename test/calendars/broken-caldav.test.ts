// Answers of CalDAV servers that are broken, partial or from elsewhere: nothing that they leave out was removed.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calendar, event } from './files.ts'
import { itself, multistatus, notFound, response, type ScriptedDav, scriptedDav } from './scripted-dav.ts'
import { useStage } from './stage.ts'

const stage = useStage()
let dav: ScriptedDav
beforeEach(async () => {
  dav = await scriptedDav()
})
afterEach(() => dav.close())

const put = (more: object = {}) =>
  stage().calendars.put({
    ...{ recipient: 'ana', id: 'dav', kind: 'caldav', url: dav.url, username: 'ana', password: 'x' },
    ...more,
  })
const sync = () => stage().calendars.sync({ recipient: 'ana', id: 'dav' })
const text = calendar(event('UID:1', 'DTSTART:20300115T100000Z', 'DURATION:PT1H'))
const etag = '<d:getetag>"a"</d:getetag>'
const broken = (body: string) => ({ ...multistatus(''), body })
const whole = multistatus(itself + response('/cal/a.ics', etag)).body!

describe('a list', () => {
  it.each([
    ['that breaks off', broken(whole.slice(0, -40))],
    ['without its end', broken(whole.replace('</d:multistatus>', ''))],
    ['whose tags do not fit', broken(whole.replace('</d:href>', '</d:hre>'))],
    ['that is empty', multistatus('')],
    ['without the collection', multistatus(notFound('/cal/none.ics'))],
    ['with an empty response', multistatus(`${itself}<d:response/>`)],
    ['with an address that is none', multistatus(`${itself}${response('<d:x/>', etag)}`)],
    ['with nothing said of one', multistatus(`${itself}<d:response><d:href>/cal/a.ics</d:href></d:response>`)],
    [
      'with a status that is none',
      multistatus(`${itself}<d:response><d:href>/cal/a.ics</d:href><d:status>well</d:status></d:response>`),
    ],
    ['of another place', multistatus(response('/new/', '<d:x/>') + response('/new/a.ics', etag))],
    ['that lies too deep', broken(whole.replace('<d:href>', `<d:href>${'<a>'.repeat(200)}${'</a>'.repeat(200)}`))],
  ])('%s is trouble, and removes nothing', async (_, answer) => {
    dav.objects.set('/cal/a.ics', { etag: '"a"', text })
    await put()
    dav.instead = ({ method, headers }) => (method === 'PROPFIND' && headers.depth === '1' ? answer : null)
    expect(await sync()).toMatchObject({ removed: 0, calendar: { objects: 1, trouble: expect.any(String) } })
    expect(await stage().busy()).toHaveLength(1)
    dav.instead = null
    dav.objects.clear()
    expect(await sync()).toMatchObject({ removed: 1, calendar: { objects: 0, trouble: null } })
  })

  it('of a server that calls itself otherwise is read by its paths', async () => {
    dav.objects.set('/cal/a.ics', { etag: '"a"', text })
    const named = itself.replace('/cal/', 'http://inside.test/cal/')
    dav.instead = ({ method, headers }) =>
      method === 'PROPFIND' && headers.depth === '1'
        ? multistatus(named + response('http://inside.test/cal/a.ics', etag))
        : null
    expect(await put()).toMatchObject({ changed: 1, calendar: { trouble: null } })
  })
})

describe('a collection that has moved', () => {
  const moves = () => {
    dav.instead = ({ path }) =>
      path.startsWith('/cal/')
        ? { status: 301, headers: { location: path.replace('/cal/', '/new/') } }
        : multistatus(itself.replace('/cal/', '/new/'))
  }

  it('is trouble once it is known', async () => {
    dav.objects.set('/cal/a.ics', { etag: '"a"', text })
    await put()
    moves()
    expect(await sync()).toMatchObject({
      removed: 0,
      calendar: { objects: 1, trouble: 'The answer is 301: it has moved, put its new address.' },
    })
  })

  it('is found where it is now', async () => {
    moves()
    expect(await put()).toMatchObject({ calendar: { trouble: null } })
    const { rows } = await stage().sql.query('select collection from belfry.calendars')
    expect(rows[0].collection).toBe(dav.url.replace('/cal/', '/new/'))
  })
})

describe('what has changed', () => {
  const reports =
    '<d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report></d:supported-report-set>'
  const syncing = itself.replace('<d:displayname>', `${reports}<d:displayname>`)
  const token = (said: string) => `<d:sync-token>${said}</d:sync-token>`

  it('and was left out of one answer is asked for again', async () => {
    dav.objects.set('/cal/a.ics', { etag: '"a"', text })
    let isBusy = true
    dav.instead = ({ method, body }) => {
      if (method === 'PROPFIND') return multistatus(syncing)
      if (body.includes('sync-collection'))
        return multistatus((body.includes('t1') ? '' : response('/cal/a.ics', etag)) + token('t1'))
      return isBusy ? multistatus(notFound('/cal/a.ics').replace('404 Not Found', '503 Busy')) : null
    }
    expect(await put()).toMatchObject({
      changed: 0,
      calendar: { trouble: expect.stringMatching(/^It did not answer/) },
    })
    isBusy = false
    expect(await sync()).toMatchObject({ changed: 1, calendar: { trouble: null, objects: 1 } })
  })

  it('is not all of it while there is more and the token stays', async () => {
    const more = notFound('/cal/').replace('404 Not Found', '507 Insufficient Storage')
    dav.instead = ({ method }) => multistatus(method === 'PROPFIND' ? syncing : more + token('t1'))
    const { calendar: kept } = await put()
    expect(kept.trouble).toBe('Its list of changes does not end.')
  })

  it('since a token that looks like a number is asked for with that token', async () => {
    dav.instead = ({ method }) => multistatus(method === 'PROPFIND' ? syncing : token('1.50'))
    await put()
    await sync()
    expect(dav.exchanges.at(-1)!.body).toMatch(/sync-token>1\.50</)
  })
})
