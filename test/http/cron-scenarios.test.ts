// The scenarios of a cron that reminds of meetings, each under the name that its operators know it by: several crons at once, one
// that runs twice, a notification service that is down, a database that is away. What counts is what reached the channel.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type DatabaseProxy, proxyTo } from '../database-proxy.ts'
import { sized } from '../size.ts'
import { type Ringing, startRinging } from './ringing.ts'
import { operatorKey, type ServingOptions, useServer } from './serving.ts'

const server = useServer()
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const processes = sized(4, 10)
const cronPath = '/api/cron/meeting-reminders'
const nine = '2031-01-02T09:00:00Z'

/** 24 hours ahead, one hour either side; run by whoever calls. */
const meetingReminders = {
  every: 'PT30M',
  enabled: false,
  source: {
    table: 'public.meetings',
    due: 'scheduled_at',
    recipient: 'client',
    status: { column: 'status', in: ['PENDING', 'CONFIRMED'] },
    columns: { title: 'title' },
  },
  window: { from: 'PT23H', to: 'PT25H' },
  entityType: 'MEETING',
  kind: '24h',
  overdueKind: null,
}

async function query(text: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

const meet = (id: string, at: string, status = 'CONFIRMED') =>
  query('insert into public.meetings values ($1, $2, $3, $4, $5)', [id, at, 'ana', `Meeting ${id}`, status])

/** At nine, with a meeting at nine tomorrow, and others that nobody is to be reminded of now. */
async function startCron(options: ServingOptions = {}, source: object = {}): Promise<Ringing> {
  await query(`create table public.meetings (id text primary key, scheduled_at timestamptz not null, client text not null, title text,
      status text not null); create index on public.meetings (scheduled_at, status)`)
  const ringing = await startRinging(server, options)
  await ringing.belfry.clock.set(new Date(nine))
  await meet('tomorrow', '2031-01-03T09:00:00Z')
  await meet('called-off', '2031-01-03T09:00:00Z', 'CANCELLED')
  await meet('later', '2031-01-03T11:00:00Z')
  const body = { ...meetingReminders, source: { ...meetingReminders.source, ...source } }
  const put = await ringing.ask('PUT', '/v1/sweeps/meeting-reminders', { key: operatorKey, body })
  expect(put, JSON.stringify(put.body)).toMatchObject({ status: 200 })
  return ringing
}

const titles = ({ memory }: Ringing) => memory.sent.map(({ recipient, title }) => `${recipient}: ${title}`)

async function rung({ worker }: Ringing): Promise<void> {
  const { looks } = worker
  const idle = new Promise<void>((resolve) => {
    const check = ({ look }: { look: number }) => {
      if (look <= looks) return worker.wake()
      worker.events.off('idle', check)
      resolve()
    }
    worker.events.on('idle', check)
  })
  worker.wake()
  await idle
}

describe('multiple cron instances', () => {
  const program = fileURLToPath(new URL('serving-process.mjs', import.meta.url))

  async function startProcess(): Promise<string> {
    const child = spawn(process.execPath, [program, server.url(), operatorKey], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    closers.push(async () => {
      child.stdin.end()
      await ended
    })
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return (JSON.parse(line) as { url: string }).url
  }

  it(`${processes} processes run at once, and each meeting is reminded of once`, async () => {
    const ringing = await startCron()
    for (let i = 0; i < 50; i++) await meet(`m${i}`, '2031-01-03T09:30:00Z')
    const instances = await Promise.all(Array.from({ length: processes }, startProcess))
    const headers = { authorization: `Bearer ${ringing.key}` }
    const answers = await Promise.all(instances.map((url) => fetch(url + cronPath, { headers })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const runs = (await Promise.all(answers.map((answer) => answer.json()))) as { reminded: number }[]
    expect(runs.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(51)
    await rung(ringing)
    expect(titles(ringing)).toHaveLength(51)
    expect(new Set(titles(ringing)).size).toBe(51)
    const listed = await ringing.ask('GET', '/v1/sweeps/meeting-reminders/runs')
    expect(listed.body.items).toHaveLength(processes)
  })
})

describe('cron runs twice', () => {
  it('at 9:00 it reminds of the meeting at 9:00 tomorrow, at 9:30 it skips it', async () => {
    const ringing = await startCron()
    const { ask, advance } = ringing
    const first = await ask('GET', cronPath)
    expect(first).toMatchObject({ status: 200, body: { state: 'done', trigger: 'request', reminded: 1, errors: 0 } })
    await advance('PT30M')
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow'])
    const second = await ask('GET', cronPath)
    expect(second).toMatchObject({
      status: 200,
      body: { state: 'done', reminded: 0, skipped: { already_reminded: 1 } },
    })
    await advance('PT30M')
    // At ten, the one at eleven has come near enough.
    expect((await ask('POST', cronPath)).body).toMatchObject({ reminded: 1 })
    await rung(ringing)
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow', 'ana: Meeting later'])
  })

  it('a meeting that is moved to another day is another occurrence', async () => {
    const ringing = await startCron()
    await ringing.ask('GET', cronPath)
    await query(`update public.meetings set scheduled_at = '2031-01-04T09:00:00Z' where id = 'tomorrow'`)
    await query(`delete from public.meetings where id = 'later'`)
    await ringing.advance('P1D')
    expect((await ringing.ask('GET', cronPath)).body).toMatchObject({ reminded: 1 })
    await rung(ringing)
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow', 'ana: Meeting tomorrow'])
  })

  it('a meeting whose two hours have passed between two runs is still reminded of', async () => {
    const ringing = await startCron()
    await ringing.ask('GET', cronPath)
    await ringing.advance('PT6H')
    expect((await ringing.ask('GET', cronPath)).body).toMatchObject({ reminded: 1 })
    await rung(ringing)
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow', 'ana: Meeting later'])
  })
})

describe('notification service down', () => {
  it('the reminder is kept and tried again, and the cron does not repeat it meanwhile', async () => {
    const ringing = await startCron()
    const { ask, advance, memory } = ringing
    let tries = 0
    memory.script(() => {
      tries += 1
      return { kind: 'deferred', reply: 'connection refused' }
    })
    expect((await ask('GET', cronPath)).body).toMatchObject({ reminded: 1 })
    await rung(ringing)
    expect([tries, titles(ringing)]).toEqual([1, []])
    expect((await ask('GET', cronPath)).body).toMatchObject({ reminded: 0 })
    memory.script(null)
    await advance('PT1M')
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow'])
  })

  it('what is refused for good is listed, and sent when somebody asks for it', async () => {
    const ringing = await startCron()
    const { ask, memory } = ringing
    memory.script(() => ({ kind: 'refused', reply: 'no such account' }))
    await ask('GET', cronPath)
    await rung(ringing)
    const failed = await ask('GET', '/v1/deliveries?state=failed')
    expect(failed.body.items).toMatchObject([{ entity: { type: 'MEETING', id: 'tomorrow' }, reason: 'refused' }])
    memory.script(null)
    expect((await ask('GET', cronPath)).body).toMatchObject({ reminded: 0 })
    await ask('POST', `/v1/deliveries/${failed.body.items[0].id}/retry`)
    await rung(ringing)
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow'])
  })
})

describe('database unavailable', () => {
  async function proxied(): Promise<DatabaseProxy> {
    const proxy = await proxyTo(server.url())
    // After everything that stands on it: a worker whose database is away waits for it when it stops.
    onTestFinished(() => proxy.close())
    return proxy
  }

  it('of the meetings: the run fails and says so; the next one reminds', async () => {
    const clinic = await proxied()
    const ringing = await startCron({ belfry: { connections: { clinic: clinic.url } } }, { connection: 'clinic' })
    const { ask } = ringing
    await clinic.takeAway()
    const failed = await ask('GET', cronPath)
    expect(failed).toMatchObject({ status: 503, body: { code: 'run_failed' } })
    // Of where the database is, nothing is told.
    expect(JSON.stringify(failed.body)).not.toMatch(/127\.0\.0\.1|postgres:/)
    const runs = await ask('GET', '/v1/sweeps/meeting-reminders/runs')
    expect(runs.body.items).toMatchObject([{ state: 'failed', reminded: 0 }])
    expect(JSON.stringify(runs.body)).not.toMatch(/127\.0\.0\.1|postgres:/)
    await clinic.bringBack()
    expect(await ask('GET', cronPath)).toMatchObject({ status: 200, body: { state: 'done', reminded: 1 } })
    await rung(ringing)
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow'])
  })

  it('of Belfry: the call is refused; the next one reminds', async () => {
    const own = await proxied()
    const ringing = await startCron({ belfry: { database: own.url } })
    const { ask, memory } = ringing
    await own.takeAway()
    expect(await ask('GET', cronPath)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    await own.bringBack()
    expect(await ask('GET', cronPath)).toMatchObject({ status: 200, body: { state: 'done', reminded: 1 } })
    await memory.received(1)
    expect(titles(ringing)).toEqual(['ana: Meeting tomorrow'])
  })
})
