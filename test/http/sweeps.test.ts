// Sweeps over HTTP: who may describe them, run them and look at them, and what is never told.

import { once } from 'node:events'
import net from 'node:net'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { blocked } from '../integration/gate.ts'
import { startRinging } from './ringing.ts'
import { type Asked, operatorKey, useServer } from './serving.ts'

const server = useServer()
const operator = { key: operatorKey }
const ofOther = { key: operatorKey, headers: { 'belfry-tenant': 'other' } }
const tasks = {
  every: 'PT1H',
  source: { table: 'public.tasks', due: 'due_date', recipient: 'owner', columns: { title: 'title' } },
}

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  return await client.query(text).finally(() => client.end())
}

beforeEach(async () => {
  await query(`create table public.tasks (id integer primary key, due_date timestamptz not null, owner text not null, title text);
    insert into public.tasks select i, '2031-01-01T12:00:00Z', 'ana', 'Task ' || i from generate_series(1, 3) i;
    create index on public.tasks (due_date)`)
})

const why = ({ status, body }: Asked) => [status, body.code, body.pointer]

describe('a sweep', () => {
  it('is made, read, listed, changed and removed', async () => {
    const { ask } = await startRinging(server)
    const made = await ask('PUT', '/v1/sweeps/tasks', { ...operator, body: tasks })
    expect(made).toMatchObject({ status: 200, body: { name: 'tasks', every: 'PT1H', origin: 'api', enabled: true } })
    expect(made.body.nextRunAt.instant).toBe('2031-01-01T01:00:00.000Z')
    expect(made.body.definition).toMatchObject({ source: { table: 'public.tasks', due: 'due_date' } })
    expect((await ask('GET', '/v1/sweeps/tasks')).body).toEqual(made.body)
    const changed = await ask('PUT', '/v1/sweeps/tasks', { ...operator, body: { ...tasks, enabled: false } })
    expect(changed.body).toMatchObject({ enabled: false })
    const listed = await ask('GET', '/v1/sweeps')
    expect(listed.body.items).toContainEqual(changed.body)
    expect(await ask('DELETE', '/v1/sweeps/tasks', operator)).toMatchObject({ status: 200, body: {} })
    expect(why(await ask('GET', '/v1/sweeps/tasks'))).toEqual([404, 'not_found', '/name'])
    expect(why(await ask('DELETE', '/v1/sweeps/tasks', operator))).toEqual([404, 'not_found', '/name'])
  })

  it('runs when it is asked to, and answers what it did', async () => {
    const { ask, memory } = await startRinging(server)
    await ask('PUT', '/v1/sweeps/tasks', { ...operator, body: tasks })
    const run = await ask('POST', '/v1/sweeps/tasks/run')
    expect(run).toMatchObject({
      status: 200,
      body: { sweep: 'tasks', state: 'done', trigger: 'request', examined: 3, reminded: 3, errors: 0, problems: [] },
    })
    expect((await memory.received(3)).map(({ title }) => title).sort()).toEqual(['Task 1', 'Task 2', 'Task 3'])
    expect((await ask('GET', '/v1/sweeps/tasks')).body.lastRun).toEqual(run.body)
    await ask('POST', '/v1/sweeps/tasks/run')
    const first = await ask('GET', '/v1/sweeps/tasks/runs?limit=1')
    expect(first.body.items).toMatchObject([{ reminded: 0 }])
    const second = await ask('GET', `/v1/sweeps/tasks/runs?limit=1&cursor=${first.body.nextCursor}`)
    expect(second.body.items).toEqual([run.body])
  })

  it('runs by its schedule, and every reminder is an audit event with its run', async () => {
    const { ask, advance, memory } = await startRinging(server)
    await ask('PUT', '/v1/sweeps/tasks', { ...operator, body: tasks })
    await advance('PT1H')
    expect(memory.sent).toHaveLength(3)
    const [run] = (await ask('GET', '/v1/sweeps/tasks/runs')).body.items
    expect(run).toMatchObject({ trigger: 'schedule', startedAt: { instant: '2031-01-01T01:00:00.000Z' } })
    const { items } = (await ask('GET', '/v1/audit?action=reminder_sent')).body
    expect(items).toHaveLength(3)
    for (const { data } of items) expect(JSON.stringify(data)).toContain(run.id)
  })

  it('under an Idempotency-Key runs once, and what keeps the answer is not ended for being idle meanwhile', async () => {
    const { ask } = await startRinging(server)
    await ask('PUT', '/v1/sweeps/tasks', { ...operator, body: tasks })
    await query(`create table public.seen (idle text);
      create function public.see() returns trigger language plpgsql security definer as $$
      begin insert into public.seen values (current_setting('idle_in_transaction_session_timeout')); return null; end $$;
      create trigger see after insert on belfry.answers execute function public.see()`)
    const once = { headers: { 'idempotency-key': 'once' } }
    const first = await ask('POST', '/v1/sweeps/tasks/run', once)
    const second = await ask('POST', '/v1/sweeps/tasks/run', once)
    expect(second).toMatchObject({ status: 200, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect((await ask('GET', '/v1/sweeps/tasks/runs')).body.items).toEqual([first.body])
    expect((await query('select idle from public.seen')).rows).toEqual([{ idle: '0' }])
  })
})

describe('a run that takes long', () => {
  it('is answered, though its connection was silent longer than others may be', async () => {
    const { belfry, app, key } = await startRinging(server, { app: { patienceMs: { silence: 200 } } })
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    async function* items() {
      begun()
      await released
      yield { id: '1', due: '2031-01-01T12:00:00Z', recipient: 'ana' }
    }
    await belfry.sweeps.put({ name: 'slow', every: 'PT1H', source: { items } })
    const at = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const run = fetch(`${at}v1/sweeps/slow/run`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
    await isBegun
    // Whoever says nothing for so long is cut.
    const silent = net.connect(Number(at.port), at.hostname)
    await once(silent, 'close')
    release()
    const answer = await run
    expect([answer.status, await answer.json()]).toMatchObject([200, { state: 'done', reminded: 1 }])
  })
})

describe('who may', () => {
  it('an operator describes sweeps, for any tenant; nobody else does', async () => {
    const { ask, belfry } = await startRinging(server)
    for (const [method, body] of [
      ['PUT', tasks],
      ['DELETE', undefined],
    ] as const)
      expect(why(await ask(method, '/v1/sweeps/tasks', { body }))).toEqual([403, 'forbidden', undefined])
    expect(await ask('PUT', '/v1/sweeps/theirs', { ...ofOther, body: tasks })).toMatchObject({ status: 200 })
    expect((await belfry.sweeps.list()).map(({ name }) => name)).not.toContain('theirs')
    expect((await belfry.as({ tenant: 'other' }).sweeps.list()).map(({ name }) => name)).toContain('theirs')
  })

  it('a tenant runs and reads its own, and no other’s', async () => {
    const { ask, belfry, otherKey, memory } = await startRinging(server)
    await belfry.as({ tenant: 'other' }).recipients.put({ id: 'ana' })
    await ask('PUT', '/v1/sweeps/theirs', { ...ofOther, body: tasks })
    for (const [method, path] of [
      ['GET', '/v1/sweeps/theirs'],
      ['GET', '/v1/sweeps/theirs/runs'],
      ['POST', '/v1/sweeps/theirs/run'],
    ] as const)
      expect(why(await ask(method, path))).toEqual([404, 'not_found', '/name'])
    const run = await ask('POST', '/v1/sweeps/theirs/run', { key: otherKey })
    expect(run).toMatchObject({ status: 200, body: { reminded: 3 } })
    expect((await memory.received(3)).map(({ tenant }) => tenant)).toEqual(['other', 'other', 'other'])
  })

  it('reading needs the scope read, running write, and a recipient’s token opens neither', async () => {
    const { ask, belfry } = await startRinging(server)
    await ask('PUT', '/v1/sweeps/tasks', { ...operator, body: tasks })
    const keyOf = async (scope: 'read' | 'write') =>
      (await belfry.keys.create({ name: scope, tenant: 'default', scopes: [scope] })).key
    const [reader, writer] = [await keyOf('read'), await keyOf('write')]
    const token = (await ask('POST', '/v1/recipients/ana/tokens', { body: {} })).body.token as string
    const statuses = async (key: string) => [
      (await ask('GET', '/v1/sweeps', { key })).status,
      (await ask('GET', '/v1/sweeps/tasks/runs', { key })).status,
      (await ask('POST', '/v1/sweeps/tasks/run', { key })).status,
      (await ask('GET', '/api/cron/meeting-reminders', { key })).status,
    ]
    expect(await statuses(reader)).toEqual([200, 200, 403, 403])
    expect(await statuses(writer)).toEqual([403, 403, 200, 404])
    expect(await statuses(token)).toEqual([403, 403, 403, 403])
  })
})

describe('the cron route', () => {
  const path = '/api/cron/meeting-reminders'

  it('answers 401 without a key, and does nothing', async () => {
    const { ask, belfry } = await startRinging(server)
    await ask('PUT', '/v1/sweeps/meeting-reminders', { ...operator, body: tasks })
    for (const method of ['GET', 'POST'])
      for (const key of [null, 'bf_live_wrong'])
        expect(why(await ask(method, path, { key }))).toEqual([401, 'unauthenticated', undefined])
    expect((await belfry.sweeps.runs('meeting-reminders')).runs).toEqual([])
  })

  it('says how to make the sweep while there is none', async () => {
    const { ask } = await startRinging(server)
    const { status, body } = await ask('GET', path)
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(body.detail).toContain('PUT /v1/sweeps/meeting-reminders')
  })

  it('runs it, by GET and by POST', async () => {
    const { ask } = await startRinging(server)
    await ask('PUT', '/v1/sweeps/meeting-reminders', { ...operator, body: tasks })
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: { reminded: 3 } })
    expect(await ask('POST', path)).toMatchObject({ status: 200, body: { reminded: 0 } })
  })
})

describe('what is refused', () => {
  const secretUrl = 'postgres://belfry:hunter2@db.example.com/app'

  it.each([
    [{ ...tasks, source: { ...tasks.source, connection: secretUrl } }, 'invalid_input', '/source/connection'],
    [{ ...tasks, source: { ...tasks.source, connection: 'nowhere' } }, 'invalid_input', '/source/connection'],
    [{ ...tasks, source: { ...tasks.source, table: 'public.tasks; drop table x' } }, 'invalid_input', '/source/table'],
    [{ ...tasks, source: { items: 'async function* () {}' } }, 'missing_field', '/source/table'],
    [{ ...tasks, source: { ...tasks.source, items: '() => []' } }, 'unknown_field', '/source/items'],
    [{ ...tasks, every: 'often' }, 'invalid_duration', '/every'],
    [{ ...tasks, timezone: 'Mars/Olympus' }, 'unknown_timezone', '/timezone'],
    [{ ...tasks, window: { to: 'tomorrow' } }, 'invalid_duration', '/window/to'],
    [{ ...tasks, batchSize: 0 }, 'invalid_input', '/batchSize'],
    [{ ...tasks, message: { channels: ['fax'] } }, 'unknown_channel', '/message/channels'],
    [{ source: tasks.source }, 'missing_field', '/every'],
  ])('%j', async (body, code, pointer) => {
    const { ask } = await startRinging(server)
    const answer = await ask('PUT', '/v1/sweeps/tasks', { ...operator, body })
    expect([answer.status, answer.body.errors?.[0]?.code ?? answer.body.code]).toEqual([400, code])
    expect(answer.body.errors?.[0]?.pointer ?? answer.body.pointer).toMatch(new RegExp(`^${pointer}`))
    expect(JSON.stringify(answer.body)).not.toContain('hunter2')
  })

  it('the URL of a connection is in no answer', async () => {
    const connections = { reporting: server.url() }
    const { ask } = await startRinging(server, { belfry: { connections } })
    const body = { ...tasks, source: { ...tasks.source, connection: 'reporting' } }
    const answers = [
      await ask('PUT', '/v1/sweeps/tasks', { ...operator, body }),
      await ask('POST', '/v1/sweeps/tasks/run'),
      await ask('GET', '/v1/sweeps/tasks/runs'),
      await ask('GET', '/v1/sweeps'),
      await ask('GET', '/v1/audit'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers[1]?.body.reminded).toBe(3)
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain('postgres://')
  })
})

describe('a HEAD', () => {
  it('does nothing where a GET does something', async () => {
    const { ask, app, key, belfry } = await server.start()
    await belfry.clock.set(new Date('2031-01-01T00:00:00Z'))
    await ask('PUT', '/v1/sweeps/meeting-reminders', { ...operator, body: tasks })
    await belfry.recipients.put({ id: 'ana' })
    await belfry.alarms.put({ pageId: 'p1', userId: 'ana' })
    await belfry.clock.set(new Date('2031-01-02T00:00:00Z'))
    const head = async (url: string) => {
      const answer = await app.inject({ method: 'HEAD', url, headers: { authorization: `Bearer ${key}` } })
      return [answer.statusCode, answer.headers.allow]
    }
    expect(await head('/api/cron/meeting-reminders')).toEqual([405, 'GET, POST'])
    expect(await head('/api/reminder/schedule/v2')).toEqual([405, 'POST, GET'])
    expect((await head('/v1/sweeps'))[0]).toBe(200)
    expect((await ask('GET', '/v1/sweeps/meeting-reminders/runs')).body.items).toEqual([])
    expect((await ask('GET', '/api/reminder/schedule/v2')).body).toMatchObject({ fetched: 1 })
  })
})

describe('a sweep that is deleted', () => {
  it.each([
    ['tasks', '/v1/sweeps/tasks/run', '/name'],
    ['meeting-reminders', '/api/cron/meeting-reminders', undefined],
  ])('while somebody asks for a run of %s is not there for them', async (name, path, pointer) => {
    const { ask, url } = await startRinging(server)
    await ask('PUT', `/v1/sweeps/${name}`, { ...operator, body: tasks })
    // Two: in a transaction the list of sessions stays as it was at first.
    const clients = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })] as const
    for (const client of clients) await client.connect()
    const [deleting, watching] = clients
    await deleting.query(`begin; delete from belfry.sweeps where name = '${name}'`)
    const run = ask('POST', path)
    await blocked(watching)
    await deleting.query('commit')
    for (const client of clients) await client.end()
    expect(why(await run)).toEqual([404, 'not_found', pointer])
    // And nothing of it is left open.
    const left = () =>
      query(
        `select from pg_stat_activity where application_name like 'belfry sweep %' and datname = current_database()`,
      )
    await expect.poll(async () => (await left()).rowCount).toBe(0)
  })
})
