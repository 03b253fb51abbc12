// Who reads when: of one calendar one at a time, of a tenant and of everybody a few, however many ask.

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { calendarVerbs } from '../../src/calendars/verbs.ts'
import { putRecipient } from '../../src/recipients/recipients.ts'
import { calendar, event } from './files.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const feed = calendar(event('UID:1', 'DTSTART:20300115T100000Z', 'DURATION:PT1H'))

/** Answers nobody before it is told to. */
let server: Server
let held: ServerResponse[]
let paths: string[]
let isOpen: boolean

beforeEach(async () => {
  held = []
  paths = []
  isOpen = false
  server = createServer((request, response) => {
    paths.push(request.url ?? '')
    if (isOpen) response.end(feed)
    else held.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const place = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const asked = (count: number) => expect.poll(() => held.length).toBeGreaterThanOrEqual(count)
const answerAll = () => {
  for (const response of held.splice(0)) response.end(feed)
}
const open = () => {
  isOpen = true
  answerAll()
}

/** Known, and read by nobody yet. */
async function known(tenant: string, ...ids: string[]) {
  const context = { ...stage().context, tenant }
  await stage().sql.query('insert into belfry.tenants (id, created_at) values ($1, now()) on conflict do nothing', [
    tenant,
  ])
  await putRecipient(context, { id: 'ana' })
  await stage().sql.query(
    `insert into belfry.calendars (tenant, recipient, id, kind, url, next_at, created_at, updated_at)
    select $1, 'ana', id, 'url', $2 || '/' || $1 || '/' || id, belfry.now(), belfry.now(), belfry.now() from unnest($3::text[]) id`,
    [tenant, place(), ids],
  )
  return calendarVerbs(context, false, { ...stage().ground, waitMs: 20_000 })
}
const named = (id: string) => ({ recipient: 'ana', id })

it('of one calendar one at a time: a second one waits, and reads afterwards', async () => {
  const calendars = await known('default', 'a')
  const first = calendars.sync(named('a'))
  await asked(1)
  const others = [calendars.sync(named('a')), calendars.sync(named('a')), stage().syncDue()]
  // What the sweep does comes to its end meanwhile: somebody reads it, so that it is not due for anybody else.
  expect(await others[2]).toEqual({ read: 0, failed: 0 })
  expect(paths).toEqual(['/default/a'])
  open()
  expect(await first).toMatchObject({ changed: 1, calendar: { trouble: null } })
  for (const one of others.slice(0, 2)) expect(await one).toMatchObject({ changed: 0, calendar: { trouble: null } })
  expect(paths).toHaveLength(3)
})

it('of one tenant three at once, of everybody five, and whoever waits comes next', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const all = [await known('one', ...ids), await known('two', ...ids)].flatMap((calendars) =>
    ids.map((id) => calendars.sync(named(id))),
  )
  await asked(5)
  const of = (tenant: string) => paths.filter((path) => path.startsWith(`/${tenant}/`)).length
  // Whoever of the two came first has three.
  expect([of('one'), of('two')].sort()).toEqual([2, 3])
  // The sweep finds no place, and ends.
  expect(await stage().syncDue()).toEqual({ read: 0, failed: 0 })
  expect(paths).toHaveLength(5)
  open()
  for (const one of await Promise.all(all)) expect(one).toMatchObject({ changed: 1, calendar: { trouble: null } })
  expect(new Set(paths).size).toBe(10)
})

it('who waits in vain is told so, and what was put is read later', async () => {
  await known('default', 'a', 'b')
  const calendars = calendarVerbs(stage().context, false, { ...stage().ground, waitMs: 600 })
  const claim = (until: string) => stage().sql.query(`update belfry.calendars set read_until = ${until} where id = 'a'`)
  // Somebody in another process, who may have died.
  await claim(`clock_timestamp() + interval '1 minute'`)
  await expect(calendars.sync(named('a'))).rejects.toMatchObject({ code: 'busy' })
  const put = { ...named('a'), kind: 'url' as const, url: `${place()}/other` }
  expect(await calendars.put(put)).toMatchObject({ changed: 0, calendar: { syncedAt: null, trouble: null } })
  expect(paths).toEqual([])
  await claim(`clock_timestamp() - interval '1 second'`)
  isOpen = true
  expect(await stage().syncDue()).toEqual({ read: 2, failed: 0 })
  expect(paths.sort()).toEqual(['/default/b', '/other'])
})

it('more than anybody waits for are refused at once', async () => {
  const calendars = await known('default', 'a')
  const all = Array.from({ length: 60 }, () =>
    calendars.sync(named('a')).catch((error: { code: string }) => error.code),
  )
  await asked(1)
  expect(await Promise.race(all.slice(50))).toBe('busy')
  await calendars.delete(named('a'))
  open()
  const ends = await Promise.all(all)
  expect(ends.filter((end) => end === 'busy')).toHaveLength(10)
  expect(paths).toHaveLength(1)
})
