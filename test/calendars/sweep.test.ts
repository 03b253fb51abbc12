// Calendars of an installation with workers, roles and several tenants: each tenant's are its own, and all are read when they are due.

import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerWith, type ScriptedServer, scriptedServer } from '../channels/scripted-server.ts'
import { reminder, useDatabase } from '../integration/running.ts'
import { calendar, event } from './files.ts'

const { start, open, client } = useDatabase()
const options = { allowedTargets: ['127.0.0.1'], encryptionKey: 'a key for tests only' }
let server: ScriptedServer
beforeEach(async () => {
  server = await scriptedServer()
})
afterEach(() => server.close())

const feed = (...hours: number[]) =>
  answerWith(
    200,
    {},
    calendar(...hours.map((hour) => event(`UID:${hour}`, `DTSTART:20300115T${hour}0000Z`, 'DURATION:PT1H'))),
  )

it('a worker reads what is due, of every tenant, whatever becomes of the others', async () => {
  const test = await start({ ...options, now: '2030-01-10T00:00:00Z' })
  const { belfry } = test
  await belfry.tenants.put({ id: 'second' })
  const second = belfry.as({ tenant: 'second', actor: 'somebody' })
  await second.recipients.put({ id: 'ana' })
  server.script(feed(10))
  await belfry.calendars.put({ recipient: 'ana', id: 'a', kind: 'url', url: `${server.url}/a` })
  await second.calendars.put({ recipient: 'ana', id: 'b', kind: 'url', url: `${server.url}/b` })
  server.script(({ path }) => (path === '/a' ? answerWith(500) : feed(10, 12)))
  await test.advance('PT20M')
  expect(await belfry.calendars.list({ recipient: 'ana' })).toMatchObject([
    { id: 'a', objects: 1, trouble: expect.stringContaining('500'), syncedAt: new Date('2030-01-10T00:00:00Z') },
  ])
  expect(await second.calendars.list({ recipient: 'ana' })).toMatchObject([
    { id: 'b', objects: 2, trouble: null, syncedAt: new Date('2030-01-10T00:20:00Z') },
  ])
  const [run] = (await belfry.sweeps.runs('calendars')).runs
  expect(run).toMatchObject({ state: 'done', examined: 2 })
})

it('under roles a tenant has its own calendars only, and can write them', async () => {
  const belfry = await open({ ...options, roles: true })
  await belfry.tenants.put({ id: 'second' })
  const [first, second] = ['default', 'second'].map((tenant) => belfry.as({ tenant, actor: 'somebody' }))
  await second!.recipients.put({ id: 'ana' })
  const name = { recipient: 'ana', id: 'work' }
  server.script(feed(10))
  const url = `${server.url}/a`
  const made = await first!.calendars.put({ ...name, kind: 'url', url, username: 'ana', password: 'secret' })
  expect(made).toMatchObject({ calendar: { trouble: null, objects: 1, hasPassword: true } })
  expect(await second!.calendars.get(name)).toBeNull()
  await expect(second!.calendars.sync(name)).rejects.toMatchObject({ code: 'not_found' })
  expect(await second!.calendars.delete(name)).toEqual({ deleted: false })
  expect(await first!.calendars.sync(name)).toMatchObject({ changed: 0, calendar: { trouble: null } })
  expect(await first!.calendars.delete(name)).toEqual({ deleted: true })
  const { rows } = await (await client()).query(
    `select action from belfry.audit where action like 'calendar%' order by id`,
  )
  expect(rows).toEqual([{ action: 'calendar_created' }, { action: 'calendar_deleted' }])
})

it('inside a transaction of the caller’s nothing is read over the network; a worker does it afterwards', async () => {
  const belfry = await open(options)
  const sql = await client()
  await sql.query('begin')
  const inside = belfry.with(sql).calendars
  const { calendar: put } = await inside.put({ recipient: 'ana', id: 'a', kind: 'url', url: `${server.url}/a` })
  expect(put).toMatchObject({ syncedAt: null, trouble: null, objects: 0 })
  await expect(inside.sync({ recipient: 'ana', id: 'a' })).rejects.toMatchObject({ code: 'invalid_input' })
  const file = await inside.put({ recipient: 'ana', id: 'b', kind: 'file', content: calendar() })
  expect(file.calendar.syncedAt).not.toBeNull()
  await sql.query('commit')
  expect(server.requests).toEqual([])
  server.script(feed(10))
  expect(await belfry.sweeps.run('calendars')).toMatchObject({ state: 'done', examined: 1 })
  expect(await belfry.calendars.get({ recipient: 'ana', id: 'a' })).toMatchObject({ objects: 1, trouble: null })
})

it('an export of the tenant and the log have no password', async () => {
  const said: string[] = []
  const log = (fields: object, message: string) => said.push(JSON.stringify(fields) + message)
  const logger = { debug: log, info: log, warn: log, error: log }
  const belfry = await open({ ...options, logger, debug: 'belfry:*' })
  server.script(answerWith(500))
  await belfry.calendars.put({
    recipient: 'ana',
    kind: 'caldav',
    url: server.url,
    username: 'anas-name',
    password: 'anas-secret',
  })
  await belfry.sweeps.run('calendars')
  const lines: string[] = []
  for await (const line of belfry.export()) lines.push(line)
  for await (const line of belfry.backup()) lines.push(line)
  expect([...lines, ...said].join('\n')).not.toMatch(/anas-/)
  expect(said.length).toBeGreaterThan(0)
})

it('a run that lasts has one place of a worker, however many ticks go by, and ends when the worker stops', async () => {
  const belfry = await open(options)
  server.script(feed(10))
  await belfry.calendars.put({ recipient: 'ana', id: 'a', kind: 'url', url: `${server.url}/a` })
  const sql = await client()
  const due = (table: string, where: string) =>
    sql.query(`update belfry.${table} set next_at = belfry.now() - interval '1 minute' where ${where}`)
  server.script({ do: 'hang', at: 'body' })
  await due('calendars', `id = 'a'`)
  await due('sweeps', `name = 'calendars'`)
  const worker = belfry.startWorker()
  await server.until(2)
  await sql.query(`update belfry.sweeps set next_at = belfry.now() - interval '1 second' where name = 'zones'`)
  await due('sweeps', `name = 'calendars'`)
  const isOverdue = async (name: string) => {
    const { rows } = await sql.query(`select next_at <= belfry.now() as is from belfry.sweeps where name = $1`, [name])
    return rows[0].is as boolean
  }
  // Wakes the worker. A later sweep is taken, and so this one was seen and left.
  await belfry.reminders.schedule(reminder('1', { in: 'PT0S' }))
  await expect.poll(() => isOverdue('zones')).toBe(false)
  expect(await isOverdue('calendars')).toBe(true)
  await worker.stop()
  expect(server.requests.length).toBe(2)
  expect(await belfry.calendars.get({ recipient: 'ana', id: 'a' })).toMatchObject({ trouble: null })
})
