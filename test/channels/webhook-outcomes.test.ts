// Every cell of the outcome table of webhooks, against a server that does what it is told and keeps what it has read.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelGround, Message, Outcome } from '../../src/channels/channel.ts'
import { network, type OutgoingGround } from '../../src/channels/outgoing/connect.ts'
import { byStatus, withoutAnswer } from '../../src/channels/webhook/outcomes.ts'
import { newSecret } from '../../src/channels/webhook/signature.ts'
import { webhookChannel } from '../../src/channels/webhook/webhook.ts'
import type { Database } from '../../src/engine/database.ts'
import { silentLogger } from '../../src/log.ts'
import { answerWith, type Behaviour, type ScriptedServer, scriptedServer } from './scripted-server.ts'
import { unusedPort } from './unused-port.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = await scriptedServer()
})
afterEach(() => server.close())

const message: Message = {
  id: '1f3870be-274f-6c49-b3e3-1a0c6728957f.e7a94a48525a7afe',
  tenant: 'default',
  recipient: 'ana',
  address: 'shop',
  entity: { type: 'note', id: '7' },
  kind: 'once',
  occurrence: 'once',
  title: 'Call mom',
  body: null,
  data: { n: 1 },
  dueAt: new Date('2030-01-01T00:00:00Z'),
  usefulUntil: null,
  timezone: 'Europe/Paris',
  locale: 'en',
  attempt: 1,
}

interface Given {
  readonly row?: object | null
  readonly over?: OutgoingGround
  readonly allowedTargets?: readonly string[]
  readonly timeoutMs?: number
}

/** The channel over a database that knows one endpoint. */
function channel({ row, over = network, allowedTargets = ['127.0.0.0/8'], timeoutMs = 14_000 }: Given = {}) {
  const statements: string[] = []
  const kept = { url: `${server.url}/hook`, disabled_reason: null, secret: newSecret(), previous: null, ...row }
  const run = async (statement: string) => {
    statements.push(statement)
    return statement === 'webhook-for-send' && row !== null ? [kept] : []
  }
  const ground: ChannelGround = {
    db: { run } as unknown as Database,
    logger: silentLogger,
    // Nothing is hidden from a test: what is sealed is the secret itself, in base64.
    vault: {
      seal: async (plain) => Buffer.from(plain),
      open: async (sealed) => sealed.toString('base64'),
      check: async () => {},
    },
    publicUrl: null,
    allowedTargets,
  }
  return { statements, made: webhookChannel(ground, { timeoutMs, concurrency: 50 }, over) }
}

async function send(given: Given = {}): Promise<Outcome> {
  return await channel(given).made.send(message, new AbortController().signal)
}

describe('by status', () => {
  const expected: Record<string, number[]> = {
    delivered: [200, 201, 202, 204, 299],
    gone: [410],
    deferred: [
      ...[300, 301, 302, 303, 304, 307, 308],
      ...[400, 401, 403, 404, 405, 408, 409, 413, 415, 418, 422, 429],
      ...[500, 501, 502, 503, 504, 507, 599],
    ],
  }
  for (const [kind, statuses] of Object.entries(expected))
    it.each(statuses)(`%i is ${kind}`, async (status) => {
      server.script(answerWith(status, {}, 'its words'))
      expect(await send()).toMatchObject({ kind, reply: status === 204 ? '204' : expect.stringMatching(`^${status}`) })
      expect(server.requests).toHaveLength(1)
    })

  it('101, which is no answer to a message, is deferred', async () => {
    server.script({ do: 'raw', bytes: 'HTTP/1.1 101 Other\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n' })
    expect(await send()).toMatchObject({ kind: 'deferred', reply: '101' })
  })

  it('there is a row for each, with its reason', () => {
    for (let status = 0; status < 1_000; status++)
      expect(byStatus.some((row) => row.from <= status && status <= row.to)).toBe(true)
    expect([...byStatus, ...Object.values(withoutAnswer)].filter(({ why }) => why === '')).toEqual([])
  })

  it.each([429, 503])('%i says how long to wait', async (status) => {
    const waits: [Record<string, string>, number][] = [
      [{ 'retry-after': '120' }, 120_000],
      [{ 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT', date: 'Tue, 01 Jan 2030 00:00:00 GMT' }, 60_000],
      [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:00 GMT', date: 'Tue, 01 Jan 2030 00:01:00 GMT' }, 0],
      [{ 'retry-after': 'Tue, 01 Jan 2030 00:01:00 GMT' }, 0],
      [{ 'retry-after': 'soon' }, 0],
      [{ 'retry-after': '-5' }, 0],
      [{}, 0],
    ]
    for (const [headers, retryAfterMs] of waits) {
      server.script(answerWith(status, headers))
      expect(await send()).toEqual({ kind: 'deferred', reply: String(status), retryAfterMs })
    }
  })

  it('others do not', async () => {
    server.script(answerWith(500, { 'retry-after': '120' }))
    expect(await send()).toEqual({ kind: 'deferred', reply: '500' })
  })
})

describe('without an answer', () => {
  it('refused: deferred', async () => {
    const url = `http://127.0.0.1:${await unusedPort()}/`
    expect(await send({ row: { url } })).toMatchObject({
      kind: 'deferred',
      reply: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('no such name: deferred', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' }))
    const given = { row: { url: 'https://hooks.example/' }, over: { ...network, lookup } }
    expect(await send(given)).toEqual({ kind: 'deferred', reply: 'ENOTFOUND: queryA' })
  })

  it('TLS fails: deferred', async () => {
    server.script({ do: 'greet', bytes: 'not TLS\r\n' })
    expect(await send({ row: { url: server.url.replace('http:', 'https:') } })).toMatchObject({ kind: 'deferred' })
    expect(server.requests).toEqual([])
  })

  const lost: [string, Behaviour, number][] = [
    ['dropped after the head', { do: 'drop', at: 'head' }, 0],
    ['dropped after the body', { do: 'drop', at: 'body' }, 1],
    ['reset after the head', { do: 'reset', at: 'head' }, 0],
    ['reset after the body', { do: 'reset', at: 'body' }, 1],
    ['too late, before the body', { do: 'hang', at: 'head' }, 0],
    ['too late, after the body', { do: 'hang', at: 'body' }, 1],
    ['not HTTP', { do: 'raw', bytes: 'hello\r\n\r\n' }, 1],
  ]
  it.each(lost)('%s: unknown', async (_, behaviour, read) => {
    server.script(behaviour)
    const given = behaviour.do === 'hang' ? { timeoutMs: 1_000 } : {}
    expect(await send(given)).toEqual({ kind: 'unknown', reply: expect.any(String) })
    expect(server.requests).toHaveLength(read)
  })

  it('too late, before it was connected: deferred', async () => {
    server.script({ do: 'hang', at: 'connect' })
    const given = { row: { url: server.url.replace('http:', 'https:') }, timeoutMs: 150 }
    expect(await send(given)).toEqual({ kind: 'deferred', reply: 'no answer within 150 ms' })
  })

  it('an answer that drips, or has no end: what its status says', async () => {
    server.script({ do: 'drip', everyMs: 5 })
    expect(await send({ timeoutMs: 1_000 })).toMatchObject({ kind: 'delivered' })
    server.script({ do: 'endless' })
    expect(await send()).toMatchObject({ kind: 'delivered' })
  })

  it('a target that may not be reached: refused, and nothing is sent', async () => {
    expect(await send({ allowedTargets: [] })).toEqual({ kind: 'refused', reply: expect.any(String) })
    expect(server.connections).toBe(0)
  })
})

describe('endpoints that cannot be used', () => {
  it('one that is not there, or disabled: refused', async () => {
    expect(await send({ row: null })).toEqual({ kind: 'refused', reply: 'there is no such endpoint' })
    const disabled = { disabled_reason: 'by_hand' }
    expect(await send({ row: disabled })).toEqual({ kind: 'refused', reply: 'the endpoint is disabled: by_hand' })
    expect(server.connections).toBe(0)
  })

  it('one that is gone is disabled', async () => {
    server.script(answerWith(410))
    const { made, statements } = channel()
    expect(await made.send(message, new AbortController().signal)).toEqual({ kind: 'gone', reply: '410' })
    expect(statements).toEqual(['webhook-for-send', 'disable-gone-webhook'])
  })

  it('the database is away: not tried', async () => {
    const { made } = channel()
    const away = { ...message, tenant: null as unknown as string }
    const failing = webhookChannel(
      {
        db: { run: () => Promise.reject(new Error('away')) } as unknown as Database,
        vault: { seal: async () => Buffer.of(), open: async () => '', check: async () => {} },
        ...{ logger: silentLogger, publicUrl: null, allowedTargets: [] },
      },
      { timeoutMs: 14_000, concurrency: 1 },
    )
    expect(await failing.send(away, new AbortController().signal)).toMatchObject({ kind: 'busy' })
    expect(made.idempotent).toBe(true)
    expect(server.connections).toBe(0)
  })
})
