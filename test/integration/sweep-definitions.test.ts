// Sweeps as they are put, shown and removed; and tables with every kind of name.

import { describe, expect, it } from 'vitest'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now } from './sweeping.ts'

const { start, open, client } = useDatabase()

describe('put', () => {
  it('answers the sweep, and get, list and runs show it', async () => {
    const { belfry } = await start({ now })
    await makeTasks(await client())
    const put = await belfry.sweeps.put(hourly())
    expect(put).toMatchObject({
      ...{
        name: 'tasks',
        every: 'PT1H',
        timezone: 'UTC',
        enabled: true,
        origin: 'library',
        warnings: [],
        lastRun: null,
      },
      ...{ nextRunAt: at('+PT1H'), definition: hourly() },
    })
    expect(await belfry.sweeps.get('tasks')).toEqual(put)
    expect((await belfry.sweeps.list()).map(({ name }) => name)).toEqual([
      'tasks',
      'calendars',
      'chats',
      'meetings',
      'retention',
      'zones',
    ])
    const runs = [await belfry.sweeps.run('tasks'), await belfry.sweeps.run('tasks'), await belfry.sweeps.run('tasks')]
    const first = await belfry.sweeps.runs('tasks', { limit: 2 })
    const second = await belfry.sweeps.runs('tasks', { limit: 2, cursor: first.nextCursor! })
    expect([...first.runs, ...second.runs]).toEqual(runs.reverse())
    expect(second.nextCursor).toBe(null)
    expect((await belfry.sweeps.get('tasks'))!.lastRun).toEqual(runs[0])
    expect(runs[0]).toMatchObject({ sweep: 'tasks', trigger: 'request', startedAt: at('+PT0S'), endedAt: at('+PT0S') })
  })

  it('warns where no index begins with the due column', async () => {
    const lines: string[] = []
    const logger = { debug() {}, info() {}, error() {}, warn: (_: object, message: string) => void lines.push(message) }
    const { belfry } = await start({ now, logger })
    const sql = await client()
    await makeTasks(sql, false)
    await sql.query('create index on public.tasks (owner, due_at)')
    expect((await belfry.sweeps.put(hourly())).warnings).toEqual([expect.stringContaining('due_at')])
    expect(lines).toEqual([expect.stringContaining('due_at')])
    await sql.query('create index on public.tasks (due_at)')
    await belfry.sweeps.run('tasks')
    expect((await belfry.sweeps.get('tasks'))!.warnings).toEqual([])
  })

  it.each([
    [{ table: 'nothing' }, '/source/table'],
    [{ table: 'nowhere.tasks' }, '/source/table'],
    [{ id: 'number' }, '/source/id'],
    [{ due: 'title' }, '/source/due'],
    [{ recipient: 'who' }, '/source/recipient'],
    [{ recipient: 'constructor' }, '/source/recipient'],
    [{ reminderSentAt: 'status' }, '/source/reminderSentAt'],
    [{ status: { column: 'state', in: ['x'] } }, '/source/status/column'],
    [{ columns: { title: 'subject' } }, '/source/columns/title'],
    [{ recipients: { timezone: 'zone' } }, '/source/recipients/timezone'],
    [{ table: 'reminders' }, '/source/table'],
    [{ table: 'pg_class' }, '/source/table'],
  ])('refuses a table without %j', async (source, field) => {
    const belfry = await open()
    await makeTasks(await client())
    await expect(belfry.sweeps.put(hourly(source))).rejects.toMatchObject({ code: 'invalid_input', field })
    expect(await belfry.sweeps.get('tasks')).toBe(null)
  })

  it('a name is only ever a name', async () => {
    const test = await start({ now })
    const sql = await client()
    const odd = `we"ird; drop table x; --`
    const quoted = `"${odd.replaceAll('"', '""')}"`
    await sql.query('create schema "App"')
    await sql.query(
      `create table "App".${quoted} ("Id" uuid primary key, "due at" timestamptz, "who?" text, "order" text)`,
    )
    await sql.query(`create index on "App".${quoted} ("due at")`)
    await sql.query(`insert into "App".${quoted} values (gen_random_uuid(), $1, 'ana', 'Buy')`, [at('+PT5H')])
    const source = { table: `"App".${quoted}`, id: 'Id', due: 'due at', recipient: 'who?', columns: { title: 'order' } }
    await test.belfry.sweeps.put({ name: 'odd', every: 'PT1H', source })
    expect(await test.belfry.sweeps.run('odd')).toMatchObject({ reminded: 1 })
    await test.settled()
    expect(test.memory.sent[0]).toMatchObject({ title: 'Buy', data: { title: 'Buy' } })
  })

  it('a view serves as well', async () => {
    const { belfry } = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await sql.query(
      `create view public.open_tasks as select id, owner, due_at, reminder_sent_at from public.tasks where status = 'PENDING'`,
    )
    const put = await belfry.sweeps.put(hourly({ table: 'open_tasks', reminderSentAt: 'reminder_sent_at' }))
    expect(put.warnings).toEqual([])
    expect(await belfry.sweeps.run('tasks')).toMatchObject({ reminded: 1 })
  })
})

describe('the configuration', () => {
  it('has the last word at each start; what it no longer has is disabled, and its runs stay', async () => {
    const counting = (name: string) => ({ name, every: 'PT1H', source: { items: () => [] } })
    const first = await start({ now, sweeps: [counting('one'), counting('two')] })
    const { sweeps } = first.belfry
    await sweeps.run('one')
    await sweeps.put(counting('mine'))
    await sweeps.put({ ...counting('two'), enabled: false })
    const other = await open({ tenant: 'acme', sweeps: [counting('one')] })
    const enabled = async () => (await sweeps.list()).flatMap(({ name, enabled: is }) => (is ? [name] : [])).sort()
    // A process without a list changes nothing.
    await open()
    expect(await enabled()).toEqual(['calendars', 'chats', 'meetings', 'mine', 'one', 'retention', 'zones'])
    await open({ sweeps: [counting('two')] })
    expect(await enabled()).toEqual(['calendars', 'chats', 'meetings', 'mine', 'retention', 'two', 'zones'])
    expect(await sweeps.get('one')).toMatchObject({ enabled: false, nextRunAt: null, lastRun: { state: 'done' } })
    expect(await other.sweeps.get('one')).toMatchObject({ enabled: true })
    await open({ sweeps: [counting('one')] })
    expect(await enabled()).toEqual(['calendars', 'chats', 'meetings', 'mine', 'one', 'retention', 'zones'])
    await open({ sweeps: [] })
    expect(await enabled()).toEqual(['calendars', 'chats', 'meetings', 'mine', 'retention', 'zones'])
  })

  it('puts its sweeps at the start; a table that is not there yet is a warning', async () => {
    const test = await start({ now, sweeps: [hourly(), { name: 'fn', every: 'P1D', source: { items: () => [] } }] })
    const [fn, tasks] = await test.belfry.sweeps.list()
    expect([fn!.origin, tasks!.origin]).toEqual(['config', 'config'])
    expect(tasks!.warnings).toEqual([expect.stringContaining('no such table')])
    await makeTasks(await client())
    await test.advance('PT1H')
    const after = await test.belfry.sweeps.get('tasks')
    expect(after).toMatchObject({ warnings: [], lastRun: { state: 'done' } })
  })

  it.each([
    [{ sweeps: [hourly({}, { every: 'x' })] }, '/every'],
    [{ sweeps: {} }, '/sweeps'],
    [{ connections: { 'a b': 'postgres://x' } }, '/connections'],
    [{ connections: { app: 5 } }, '/connections/app'],
    [{ retentionDays: 0 }, '/retentionDays'],
    [{ sweepRetryMs: [-1] }, '/sweepRetryMs/0'],
  ])('refuses %j', async (options, field) => {
    await expect(open(options as object)).rejects.toMatchObject({ field })
  })
})

describe('delete', () => {
  it('removes a sweep and its runs; what it reminded of stays reminded of', async () => {
    const { belfry } = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    await belfry.sweeps.put(hourly())
    await belfry.sweeps.run('tasks')
    await belfry.sweeps.delete('tasks')
    expect(await belfry.sweeps.get('tasks')).toBe(null)
    await expect(belfry.sweeps.delete('tasks')).rejects.toMatchObject({ code: 'not_found' })
    await expect(belfry.sweeps.runs('tasks')).rejects.toMatchObject({ code: 'not_found' })
    await expect(belfry.sweeps.run('tasks')).rejects.toMatchObject({ code: 'not_found' })
    await belfry.sweeps.put(hourly())
    expect(await belfry.sweeps.run('tasks')).toMatchObject({ reminded: 0, skipped: { already_reminded: 1 } })
  })
})

describe('under roles of their own', () => {
  it('requests and workers run sweeps over tables that only the owner may read', async () => {
    const test = await start({ now, roles: true })
    expect(test.belfry.hasRoles).toBe(true)
    const sql = await client()
    await makeTasks(sql)
    await addTask(sql, 1, at('+PT5H'))
    const verbs = test.belfry.as({ tenant: 'default', actor: 'key' })
    expect(await verbs.sweeps.put(hourly())).toMatchObject({ origin: 'api' })
    expect(await verbs.sweeps.run('tasks')).toMatchObject({ reminded: 1 })
    expect((await verbs.sweeps.runs('tasks')).runs).toHaveLength(1)
    await test.advance('PT1H')
    expect((await verbs.sweeps.get('tasks'))!.lastRun).toMatchObject({ state: 'done', trigger: 'schedule' })
    await verbs.sweeps.delete('tasks')
    expect(await verbs.sweeps.list()).toEqual([])
  })
})
