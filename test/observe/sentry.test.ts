import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BelfryError, type Notice } from '../../src/index.ts'
import { type Logger, silentLogger } from '../../src/log.ts'
import { type Reporting, type ReportingOptions, startReporting } from '../../src/observe/reporting.ts'
import { many, reminder, useDatabase } from '../integration/running.ts'
import { readEnvelope, type SentryServer, startSentryServer } from './sentry-server.ts'

const { start, client } = useDatabase()
const run = promisify(execFile)
const never = 2 ** 31 - 1
const quiet: ReportingOptions['belfry'] = { onNotice: () => () => {} }
let server: SentryServer
let reporting: Reporting

beforeEach(async () => {
  server = await startSentryServer()
})
afterEach(async () => {
  await reporting.close(0)
  await server.close()
})

async function report(more: Partial<ReportingOptions> = {}): Promise<Reporting> {
  reporting = await startReporting({
    ...{ dsn: server.dsn, belfry: quiet, logger: silentLogger, release: 'belfry@1.2.3', gatherMs: never },
    ...more,
  })
  return reporting
}

const events = () => server.received.map(({ body }) => readEnvelope(body).event)

describe('the protocol', () => {
  it('is an envelope with one event, under the key of the DSN', async () => {
    await report({ environment: 'staging', serverName: 'here' })
    reporting.captureError(new BelfryError('busy', 'Ärger'), { requestId: 'q1', route: '/v1/reminders/:id' })
    const [request] = await server.until(1)
    expect(request).toMatchObject({ method: 'POST', url: '/api/42/envelope/' })
    expect(request!.headers['content-type']).toBe('application/x-sentry-envelope')
    expect(request!.headers['x-sentry-auth']).toBe(
      'Sentry sentry_version=7, sentry_client=belfry/1.2.3, sentry_key=public',
    )
    const { header, event } = readEnvelope(request!.body)
    expect(header.event_id).toMatch(/^[0-9a-f]{32}$/)
    expect(event).toMatchObject({
      event_id: header.event_id,
      platform: 'node',
      level: 'error',
      release: 'belfry@1.2.3',
      environment: 'staging',
      server_name: 'here',
      transaction: '/v1/reminders/:id',
      tags: { requestId: 'q1', route: '/v1/reminders/:id' },
      exception: { values: [{ type: 'BelfryError' }] },
    })
    expect(event.fingerprint.slice(0, 3)).toEqual(['belfry', 'uncaught', '/v1/reminders/:id'])
  })

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '600' } }, true],
    ['429 without a word', { status: 429 }, true],
    [
      'a limit on errors',
      { status: 200, headers: { 'x-sentry-rate-limits': '600:error;security:organization:quota' } },
      true,
    ],
    [
      'a limit on everything, among others',
      { status: 200, headers: { 'x-sentry-rate-limits': '1:transaction:key, 600::organization' } },
      true,
    ],
    [
      'a limit on something else',
      { status: 200, headers: { 'x-sentry-rate-limits': '600:transaction;session:key' } },
      false,
    ],
    [
      'a limit that says more than the 429 with it',
      { status: 429, headers: { 'retry-after': '600', 'x-sentry-rate-limits': '600:transaction:key' } },
      false,
    ],
    ['a failure of the server', { status: 503 }, false],
  ])('%s', async (_, answer, isLimited) => {
    await report()
    server.answer = () => answer
    const errors = [new TypeError('a'), new RangeError('b'), new ReferenceError('c')]
    for (const error of errors) reporting.captureError(error)
    await reporting.close(60_000)
    expect(server.received).toHaveLength(isLimited ? 1 : 3)
    const { sent, dropped } = reporting.counts()
    expect(sent + dropped).toBe(3)
    expect(sent).toBe(answer.status === 200 ? server.received.length : 0)
  })

  it('drops and counts what does not fit the queue while the server hangs, and gives up in time', async () => {
    await report()
    server.answer = () => new Promise(() => {})
    for (let i = 0; i < 99; i++) reporting.captureError(new TypeError('x'), { route: `/${i}` })
    await server.until(1)
    // one is under way, the others wait
    expect(reporting.counts()).toEqual({ sent: 0, dropped: 0 })
    await reporting.close(1)
    expect(reporting.counts()).toEqual({ sent: 0, dropped: 99 })
    expect(server.received).toHaveLength(1)
    reporting.captureError(new TypeError('x'), { route: '/late' })
    expect(reporting.counts().dropped).toBe(100)
  })

  it('says once that Sentry cannot be reached, and never throws', async () => {
    const lines: string[] = []
    const logger: Logger = { ...silentLogger, warn: (_, message) => void lines.push(message) }
    await server.close()
    await report({ logger })
    reporting.captureError(new TypeError('a'))
    reporting.captureError(new RangeError('b'))
    const hostile = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('hands off')
      },
    })
    reporting.captureError(hostile)
    await reporting.close(60_000)
    expect(lines).toEqual(['an event could not be sent to Sentry'])
    expect(reporting.counts()).toEqual({ sent: 0, dropped: 2 })
  })

  it('refuses a DSN that is none', async () => {
    await expect(report({ dsn: 'https://example.com' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('like incidents', () => {
  it('are one event at once and one for the others of that minute', async () => {
    await report()
    const failing = () => new TypeError('x')
    for (let i = 0; i < 5; i++) reporting.captureError(failing(), { route: '/v1/plans' })
    reporting.captureError(failing(), { route: '/v1/other' })
    await reporting.close(60_000)
    expect(events().map(({ tags, extra }) => [tags.route, extra.count])).toEqual([
      ['/v1/plans', 1],
      ['/v1/other', 1],
      ['/v1/plans', 4],
    ])
  })

  it('are gathered anew when the minute is over', async () => {
    await report({ gatherMs: 5 })
    const failing = () => new TypeError('x')
    reporting.captureError(failing())
    await server.until(1)
    reporting.captureError(failing())
    reporting.captureError(failing())
    await server.until(2)
    expect(reporting.counts().dropped).toBe(0)
  })

  it('of more than a hundred kinds are dropped and counted', async () => {
    await report()
    for (let i = 0; i < 150; i++) reporting.captureError(new TypeError('x'), { route: `/${i}` })
    await reporting.close(60_000)
    expect(reporting.counts()).toEqual({ sent: 100, dropped: 50 })
  })
})

describe('what is reported', () => {
  it('deliveries that failed or are unknown, by channel and reason, without what they said', async () => {
    const test = await start()
    await report()
    reporting.observe(test.worker)
    test.memory.script(({ entity }) => ({
      kind: Number(entity.id) < 30 ? 'refused' : 'unknown',
      reply: 'ana@example.com',
    }))
    await test.belfry.reminders.scheduleMany(many(40, { title: 'Take your pills' }))
    await test.jump('2030-01-01T00:01:00Z')
    await reporting.close(60_000)
    const said = events().map(({ level, tags, extra }) => ({ level, ...tags, count: extra.count }))
    expect(said).toHaveLength(2)
    expect(said).toContainEqual({ level: 'warning', channel: 'memory', state: 'failed', reason: 'refused', count: 30 })
    expect(said).toContainEqual({
      level: 'error',
      channel: 'memory',
      state: 'unknown',
      reason: 'outcome_unknown',
      count: 10,
    })
    const text = server.received.map(({ body }) => body.toString()).join()
    expect(text).not.toMatch(/ana|pills|example\.com/)
  })

  it('a batch that the database refused, with its SQLSTATE', async () => {
    const test = await start()
    await report()
    reporting.observe(test.worker)
    const sql = await client()
    await sql.query(`create function public.poison() returns trigger language plpgsql as $$
      begin if new.state <> 'quarantined' then raise exception 'secret of %', new.recipient; end if; return new; end $$`)
    await sql.query(
      'create trigger poison before insert on belfry.deliveries for each row execute function public.poison()',
    )
    await test.belfry.reminders.schedule(reminder('a'))
    const quarantined = new Promise((resolve) => test.worker.events.once('quarantined', resolve))
    await test.belfry.clock.set(new Date('2030-01-01T00:01:00Z'))
    await quarantined
    await reporting.close(60_000)
    const batch = events().find(({ tags }) => tags.step === 'fire')
    expect(batch).toMatchObject({ level: 'error', tags: { failure: 'statement' } })
    expect(batch!.exception!.values.map(({ value }) => value)).toEqual([
      'SQLSTATE P0001',
      expect.stringMatching(/^database_refused: /),
    ])
    expect(events()).toContainEqual(
      expect.objectContaining({ tags: { channel: 'none', state: 'quarantined', reason: 'poison' } }),
    )
    expect(server.received.map(({ body }) => body.toString()).join()).not.toContain('secret')
  })

  it('occurrences that had passed, those that were missed, leases, and the database lost and back', async () => {
    let notice = (_: Notice) => {}
    const test = await start()
    await report({
      belfry: {
        onNotice: (listener) => {
          notice = listener
          return () => {}
        },
      },
    })
    reporting.observe(test.worker)
    notice({ kind: 'skipped_past', count: 2 })
    notice({ kind: 'skipped_past', count: 3 })
    const swept = { kind: 'sweep', sweep: 'tasks', reminded: 0, errors: 0, tookMs: 5 } as const
    notice({ ...swept, outcome: 'failed' })
    notice({ ...swept, outcome: 'ok' })
    test.worker.events.emit('missed', { count: 4 })
    test.worker.events.emit('reaped', { count: 5 })
    test.worker.events.emit('database', { state: 'lost' })
    test.worker.events.emit('database', { state: 'back' })
    await reporting.close(60_000)
    const said = events().map(
      ({ level, fingerprint, extra }) => `${level} ${fingerprint.slice(1).join(' ')} ${extra.count}`,
    )
    expect(said).toEqual([
      'error sweep_failed tasks 1',
      'error database lost 1',
      'info database back 1',
      'info skipped_past 5',
      'info missed 4',
      'warning lease 5',
    ])
  })
})

describe('without a DSN', () => {
  const built = fileURLToPath(new URL('../../dist/observe/reporting.js', import.meta.url))

  /** Which modules a process loads that starts reporting. */
  async function loaded(...dsn: string[]): Promise<string[]> {
    const program = join(import.meta.dirname, 'loaded-modules.mjs')
    const { stdout } = await run(process.execPath, [program, built, ...dsn])
    return JSON.parse(stdout).map((url: string) => basename(url))
  }

  it('nothing of Sentry is loaded, nor anything else', async () => {
    expect(await loaded()).toEqual(['reporting.js'])
    expect(await loaded('http://a@127.0.0.1:9/1')).toEqual(expect.arrayContaining(['sentry.js', 'sentry-sender.js']))
  })

  it('reporting does nothing', async () => {
    await report({ dsn: null })
    reporting.captureError(new Error('x'))
    await reporting.close()
    expect(reporting.counts()).toEqual({ sent: 0, dropped: 0 })
  })
})
