// Idempotency-Key: the same request under the same key is done once and answered alike.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blocked } from '../integration/gate.ts'
import { type Asked, operatorKey, type Serving, useServer } from './serving.ts'

const server = useServer()
const mark = { entityType: 'MEETING', entityId: '42', reminderType: '24h', userId: 'ana' }
const note = { entity: { type: 'note', id: '7' }, recipient: 'ana', in: 'PT1H', title: 'Call mom' }
const replayed = ({ headers }: Asked) => headers['idempotent-replayed'] === 'true'

let sql: pg.Client
beforeEach(async () => {
  sql = new pg.Client({ connectionString: server.url() })
  sql.on('error', () => {})
  await sql.connect()
})
afterEach(() => sql.end())

const count = async (table: string) =>
  Number((await sql.query<{ count: string }>(`select count(*) from belfry.${table}`)).rows[0]!.count)

function posting({ ask }: Serving, path: string, body: unknown, more: { key?: string } = {}) {
  return (idempotencyKey: string) =>
    ask('POST', path, { ...more, body, headers: { 'idempotency-key': idempotencyKey } })
}

describe('once', () => {
  it('fifty parallel requests are one execution; the others are told to wait, or get its answer', async () => {
    const post = posting(await server.start({ belfry: { connectionsMax: 20 } }), '/v1/ledger/mark', mark)
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('fifty')))
    const done = answers.filter(({ status }) => status === 200)
    // A second execution would have answered false.
    expect(done.map(({ body }) => body)).toEqual(done.map(() => ({ marked: true })))
    expect(done.filter((answer) => !replayed(answer))).toHaveLength(1)
    const waiting = answers.filter(({ status }) => status !== 200)
    for (const { status, body, headers } of waiting) {
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'idempotency_in_progress' })
      expect(headers['retry-after']).toBe('1')
    }
    expect(await count('deliveries')).toBe(1)
    expect(await post('fifty')).toMatchObject({ status: 200, body: { marked: true } })
    expect(await count('answers')).toBe(1)
  })

  it('fifty parallel requests of an operator make one key', async () => {
    const serving = await server.start({ belfry: { connectionsMax: 20 } })
    const before = await count('keys')
    const body = { name: 'site', tenant: 'default', scopes: ['read'] }
    const post = posting(serving, '/v1/keys', body, { key: operatorKey })
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('fifty')))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map((one) => one.body.key)).size).toBe(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(await count('keys')).toBe(before + 1)
  })

  it('a repetition gets the same status, body and headers', async () => {
    const serving = await server.start()
    await serving.ask('PUT', '/v1/recipients/ana', { body: {} })
    const post = posting(serving, '/v1/reminders', note)
    const first = await post('replay')
    const second = await post('replay')
    expect(first.status).toBe(201)
    expect(replayed(first)).toBe(false)
    expect(replayed(second)).toBe(true)
    expect({ status: second.status, body: second.body }).toEqual({ status: first.status, body: first.body })
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    // Without the key it is another request: the reminder is there already.
    expect(await serving.ask('POST', '/v1/reminders', { body: note })).toMatchObject({ status: 200 })
  })

  it('a repetition while the first is still running is told so at once', async () => {
    const serving = await server.start()
    await serving.ask('PUT', '/v1/recipients/ana', { body: {} })
    const post = posting(serving, '/v1/reminders', note)
    await sql.query('begin')
    await sql.query(`select from belfry.recipients where id = 'ana' for update`)
    const first = post('running')
    await blocked(await watcher())
    const second = await post('running')
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    expect(second.headers['retry-after']).toBe('1')
    await sql.query('commit')
    const done = await first
    expect(done).toMatchObject({ status: 201 })
    expect(replayed(done)).toBe(false)
    expect(replayed(await post('running'))).toBe(true)
  })

  const watchers: pg.Client[] = []
  async function watcher(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url() })
    client.on('error', () => {})
    await client.connect()
    watchers.push(client)
    return client
  }
  afterEach(async () => {
    for (const client of watchers.splice(0)) await client.end()
  })
})

describe('what makes it the same request', () => {
  it('another body or another path under the same key is refused, and not done', async () => {
    const serving = await server.start()
    expect(await posting(serving, '/v1/ledger/mark', mark)('k')).toMatchObject({ status: 200 })
    const other = { ...mark, entityId: '43' }
    for (const post of [
      posting(serving, '/v1/ledger/mark', other),
      posting(serving, '/v1/ledger/release', mark),
      posting(serving, '/v1/entities/note/7/cancel', undefined),
    ])
      expect(await post('k')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(await serving.ask('POST', '/v1/ledger/was-sent', { body: other })).toMatchObject({ body: { sent: false } })
    expect(await serving.ask('POST', '/v1/ledger/was-sent', { body: mark })).toMatchObject({ body: { sent: true } })
  })

  it('the order of its fields does not matter, nor whether the key is quoted', async () => {
    const serving = await server.start()
    const backwards = Object.fromEntries(Object.entries(mark).reverse())
    expect(Object.keys(backwards)).not.toEqual(Object.keys(mark))
    await posting(serving, '/v1/ledger/mark', mark)('some "words"')
    const again = await posting(serving, '/v1/ledger/mark', backwards)('"some \\"words\\""')
    expect(again).toMatchObject({ status: 200, body: { marked: true } })
    expect(replayed(again)).toBe(true)
  })

  it('a key belongs to a tenant and a caller', async () => {
    const serving = await server.start()
    const { belfry, otherKey } = serving
    const second = await belfry.keys.create({ name: 'second', tenant: 'default', scopes: ['write'] })
    const as = (key?: string) => posting(serving, '/v1/ledger/mark', mark, key === undefined ? {} : { key })('k')
    expect((await as()).body).toEqual({ marked: true })
    const other = await as(otherKey)
    expect([other.body, replayed(other)]).toEqual([{ marked: true }, false])
    const colleague = await as(second.key)
    expect([colleague.body, replayed(colleague)]).toEqual([{ marked: false }, false])
    expect(await count('answers')).toBe(3)
  })

  it('is forgotten after a day', async () => {
    const post = posting(await server.start(), '/v1/ledger/mark', mark)
    await post('k')
    const { rows } = await sql.query(`select expires_at - created_at = interval '24 hours' as day from belfry.answers`)
    expect(rows).toHaveLength(1)
    await sql.query('update belfry.answers set expires_at = clock_timestamp()')
    const later = await post('k')
    expect([later.body, replayed(later)]).toEqual([{ marked: false }, false])
    expect(replayed(await post('k'))).toBe(true)
  })

  it('odd keys are refused', async () => {
    const serving = await server.start()
    for (const key of ['', '""', 'x'.repeat(256), 'caf\u00e9'])
      expect(await posting(serving, '/v1/ledger/mark', mark)(key), key).toMatchObject({
        status: 400,
        body: { code: 'idempotency_key_invalid' },
      })
    expect(await posting(serving, '/v1/ledger/mark', mark)('x'.repeat(255))).toMatchObject({ status: 200 })
  })
})

describe('what is kept', () => {
  it('a refusal is answered alike, although it would not be refused any more', async () => {
    const serving = await server.start()
    const post = posting(serving, '/v1/reminders', note)
    const first = await post('early')
    expect(first).toMatchObject({ status: 404, body: { code: 'unknown_recipient' } })
    await serving.ask('PUT', '/v1/recipients/ana', { body: {} })
    const second = await post('early')
    expect([second.status, second.body, replayed(second)]).toEqual([404, first.body, true])
    expect(second.headers['content-type']).toContain('application/problem+json')
    expect(await post('late')).toMatchObject({ status: 201 })
  })

  it('401, 403, 429 and faults are not', async () => {
    const serving = await server.start({ app: { requestsPerMinute: { key: 3, address: 0, stranger: 0 } } })
    const { belfry } = serving
    const reader = await belfry.keys.create({ name: 'reader', tenant: 'default', scopes: ['read'] })
    expect(await posting(serving, '/v1/ledger/mark', mark, { key: 'x' })('k')).toMatchObject({ status: 401 })
    expect(await posting(serving, '/v1/ledger/mark', mark, { key: reader.key })('k')).toMatchObject({ status: 403 })
    await sql.query(`create function public.break() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`)
    await sql.query('create trigger broken before insert on belfry.deliveries execute function public.break()')
    const post = posting(serving, '/v1/ledger/mark', mark)
    expect(await post('k')).toMatchObject({ status: 500, body: { code: 'database_refused' } })
    expect(await count('answers')).toBe(0)
    await sql.query('drop trigger broken on belfry.deliveries')
    const done = await post('k')
    expect([done.status, done.body, replayed(done)]).toEqual([200, { marked: true }, false])
    await post('k')
    expect(await post('late')).toMatchObject({ status: 429 })
    expect(await count('answers')).toBe(1)
  })

  it('neither key nor answer is readable where they are kept', async () => {
    const serving = await server.start()
    const body = { name: 'site', tenant: 'default', scopes: ['read'] }
    const post = posting(serving, '/v1/keys', body, { key: operatorKey })
    const [first, second] = [await post('a word of mine'), await post('a word of mine')]
    expect(second.body).toEqual(first.body)
    expect(replayed(second)).toBe(true)
    expect(await serving.ask('GET', '/v1/recipients', { key: second.body.key })).toMatchObject({ status: 200 })
    const { rows } = await sql.query(`select a::text || encode(key, 'escape') || encode(answer, 'escape') as text
      from belfry.answers a`)
    expect(rows).toHaveLength(1)
    for (const clear of ['a word of mine', first.body.key, first.body.id, 'site'])
      expect(rows[0].text).not.toContain(clear)
  })

  it('of a batch that is refused, nothing is done; of one that is not, all of it once', async () => {
    const serving = await server.start()
    await serving.ask('PUT', '/v1/recipients/ana', { body: {} })
    const batch = (last: string) => ({
      reminders: ['ana', 'ana', last].map((recipient, i) => ({ ...note, kind: `k${i}`, recipient })),
    })
    const refused = posting(serving, '/v1/reminders/batch', batch('nobody'))
    expect(await refused('bad')).toMatchObject({ status: 404, body: { pointer: '/reminders/2/recipient' } })
    expect(replayed(await refused('bad'))).toBe(true)
    expect(await count('reminders')).toBe(0)
    const post = posting(serving, '/v1/reminders/batch', batch('ana'))
    const first = await post('good')
    expect(first.body.items.map(({ status }: { status: string }) => status)).toEqual(['created', 'created', 'created'])
    expect((await post('good')).body).toEqual(first.body)
    expect(await count('reminders')).toBe(3)
  })
})

describe('kill -9 between commit and answer', () => {
  const program = fileURLToPath(new URL('serving-process.mjs', import.meta.url))

  async function startProcess() {
    const child = spawn(process.execPath, [program, server.url(), operatorKey], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    return { child, ended, url: (JSON.parse(line) as { url: string }).url }
  }

  it('the retry replays', async () => {
    const first = await startProcess()
    const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' }
    await fetch(`${first.url}/v1/recipients/ana`, { method: 'PUT', headers, body: '{}' })
    const post = (url: string, more: Record<string, string>) =>
      fetch(`${url}/v1/reminders`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': 'cut off', ...more },
        body: JSON.stringify(note),
      })
    await expect(post(first.url, { 'x-die-before-answer': 'yes' })).rejects.toThrow()
    expect(await first.ended).toEqual([null, 'SIGKILL'])
    expect(await count('reminders')).toBe(1)
    const second = await startProcess()
    try {
      const answer = await post(second.url, {})
      expect(answer.status).toBe(201)
      expect(answer.headers.get('idempotent-replayed')).toBe('true')
      expect(await answer.json()).toMatchObject({ status: 'created', id: expect.any(String) })
      expect(await count('reminders')).toBe(1)
    } finally {
      second.child.stdin.end()
      await second.ended
    }
  })
})
