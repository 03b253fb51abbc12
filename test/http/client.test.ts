// The typed client, against a server that listens.

import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { BelfryApiError, type Client, createClient } from '../../src/client/index.ts'
import { operations } from '../../src/client/operations.ts'
import { type Ringing, startRinging } from './ringing.ts'
import { operatorKey, useServer } from './serving.ts'

const server = useServer()
const note = { entity: { type: 'note', id: '7' }, recipient: 'ana', in: 'PT1H', title: 'Call mom' } as const
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function listening(): Promise<Ringing & { readonly at: string }> {
  const ringing = await startRinging(server, { app: { metrics: { http() {}, text: async () => 'up 1\n' } } })
  const at = await ringing.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...ringing, at }
}

interface Seen {
  readonly key: string | undefined
  readonly status: number
}

/** Stands before a server and answers by itself, or not at all, as often as it is told to. */
async function standBefore(at: string, script: readonly (number | 'lost' | 'lost after')[]) {
  const seen: Seen[] = []
  const left = [...script]
  const proxy = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const key = request.headers['idempotency-key'] as string | undefined
    const what = left.shift()
    if (typeof what === 'number') {
      seen.push({ key, status: what })
      return void response.writeHead(what, { 'content-type': 'text/plain' }).end('not now')
    }
    if (what !== 'lost') {
      const headers = { ...request.headers } as Record<string, string>
      delete headers.connection
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
      const answer = await fetch(at + request.url, { method: request.method!, headers, ...body })
      const text = await answer.text()
      seen.push({ key, status: answer.status })
      if (what === undefined)
        return void response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
    } else seen.push({ key, status: 0 })
    response.destroy()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen }
}

describe('every noun and verb', () => {
  it('reaches its route', async () => {
    const { at } = await listening()
    const client = createClient({ url: at, key: operatorKey })
    const input = { id: 'x', type: 'x', name: 'x', pageId: 'x', channel: 'x', device: 'x', block: 'x', calendar: 'x' }
    for (const [noun, verbs] of Object.entries(operations)) {
      for (const verb of Object.keys(verbs)) {
        type Verb = (input: object) => Promise<unknown>
        const called = (client as unknown as Record<string, Record<string, Verb>>)[noun]![verb]!(input)
        const refused = await called.then(
          () => null,
          (error: unknown) => error,
        )
        // Whatever it says of such an input, it is not that there is no such route.
        if (refused !== null) expect(refused).toBeInstanceOf(BelfryApiError)
        const { code = null } = (refused ?? {}) as { code?: string }
        expect(['no_such_route', 'method_not_allowed', 'internal', 'unreadable'], `${noun}.${verb}`).not.toContain(code)
      }
    }
  })

  it('does what a person does', async () => {
    const { at, key, memory } = await listening()
    const client = createClient({ url: at, key })
    const operator = createClient({ url: at, key: operatorKey })
    const { id } = await client.reminders.schedule(note)
    expect(await client.reminders.get({ id })).toMatchObject({ title: 'Call mom', state: 'scheduled' })
    expect((await client.reminders.upcoming({ recipient: 'ana', limit: 5 })).items).toHaveLength(1)
    const odd = { type: 'meeting', id: 'a/b ü?' }
    const put = await client.entities.put({ ...odd, title: 'one' })
    expect(await client.entities.get(odd)).toMatchObject({ ...odd, title: 'one' })
    await expect(client.entities.put({ ...odd, title: 'two' }, { version: put.version + 1 })).rejects.toMatchObject({
      ...{ status: 412, code: 'version_conflict' },
    })
    await client.recipients.putAddresses({ id: 'ana', memory: 'here' })
    expect(await client.recipients.getAddresses({ id: 'ana' })).toMatchObject({ addresses: { memory: 'here' } })
    expect(await operator.clock.drive({ advance: 'PT1H' })).toMatchObject({ reached: true })
    expect(memory.sent).toHaveLength(1)
    const { items } = await client.deliveries.list({ entityType: 'note', entityId: '7' })
    expect(items).toMatchObject([{ state: 'sent' }])
    expect(await operator.health.metrics()).toBe('up 1\n')
    expect(await client.plans.list()).toEqual({ items: [] })
  })

  it('works for a recipient with a token, and for an operator in a tenant', async () => {
    const { at, key, ask, otherKey } = await listening()
    const client = createClient({ url: at, key })
    const { id } = await client.reminders.schedule(note)
    const { token } = await client.recipients.issueToken({ id: 'ana', expiresIn: 'PT10M' })
    const own = createClient({ url: `${at}/`, key: token })
    expect((await own.reminders.list()).items.map((one) => one.id)).toEqual([id])
    expect(await own.reminders.snooze({ id, for: 'PT2H' })).toMatchObject({ id })
    await expect(own.recipients.list()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await ask('PUT', '/v1/recipients/olga', { key: otherKey, body: {} })
    const operator = createClient({ url: at, key: operatorKey, tenant: 'other' })
    expect((await operator.recipients.list()).items.map((one) => one.id)).toEqual(['olga'])
  })
})

describe('errors', () => {
  it('carry the code, the place and the request', async () => {
    const { at, key } = await listening()
    const client = createClient({ url: at, key })
    const refused = await client.reminders.schedule({ ...note, in: 'soon' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(BelfryApiError)
    expect(refused).toMatchObject({
      ...{ name: 'BelfryApiError', status: 400, code: 'invalid_duration', pointer: '/in' },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: expect.stringContaining('soon'),
    })
    const wrong = { ...note, titel: 'x', kind: 7 } as unknown as typeof note
    await expect(client.reminders.schedule(wrong)).rejects.toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ code: 'unknown_field', pointer: '/titel' })]),
    })
    await expect(client.reminders.get({ id: undefined as unknown as string })).rejects.toThrow(TypeError)
  })

  it('of something that is not Belfry say so', async () => {
    const { at } = await listening()
    const { url } = await standBefore(at, [418])
    await expect(createClient({ url }).plans.list()).rejects.toMatchObject({ status: 418, code: 'unreadable' })
  })
})

describe('trying again', () => {
  const marked = { entityType: 'MEETING', entityId: '42', reminderType: '24h', userId: 'ana' }

  it.each([[[503, 429]], [['lost', 502]]] as const)('after %j it is done once, under one key', async (script) => {
    const { at, key } = await listening()
    const { url, seen } = await standBefore(at, script)
    expect(await createClient({ url, key }).ledger.mark(marked)).toEqual({ marked: true })
    expect(seen.map(({ status }) => status)).toEqual([...script.map((one) => (one === 'lost' ? 0 : one)), 200])
    expect(new Set(seen.map((one) => one.key)).size).toBe(1)
    expect(seen[0]!.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('an answer that was lost on the way is got again, and nothing is done twice', async () => {
    const { at, key } = await listening()
    const { url, seen } = await standBefore(at, ['lost after'])
    // Done twice, it would be false.
    expect(await createClient({ url, key }).ledger.mark(marked)).toEqual({ marked: true })
    expect(seen.map(({ status }) => status)).toEqual([200, 200])
  })

  it('an earlier try that is still running is waited for', async () => {
    let calls = 0
    const busy = new Response(JSON.stringify({ code: 'idempotency_in_progress', detail: 'still running' }), {
      status: 409,
      headers: { 'retry-after': '0', 'content-type': 'application/problem+json' },
    })
    const fetched: typeof fetch = async () => (calls++ === 0 ? busy : Response.json({ marked: true }))
    const client = createClient({ url: 'http://nowhere.example', fetch: fetched })
    expect(await client.ledger.mark(marked)).toEqual({ marked: true })
    expect(calls).toBe(2)
  })

  it('no server at all is told after the last try', async () => {
    let calls = 0
    const fetched: typeof fetch = async (...request) => {
      calls += 1
      return await fetch(...request)
    }
    // Nobody listens there.
    const client = createClient({ url: 'http://127.0.0.1:1', tries: 2, fetch: fetched })
    await expect(client.plans.list()).rejects.toThrow(TypeError)
    expect(calls).toBe(2)
  })

  it('what was refused is not tried again, nor what somebody has given up', async () => {
    const { at, key } = await listening()
    const { url, seen } = await standBefore(at, [])
    const client: Client = createClient({ url, key })
    await expect(client.reminders.schedule({ ...note, in: 'soon' })).rejects.toBeInstanceOf(BelfryApiError)
    expect(seen).toHaveLength(1)
    const given = new AbortController()
    given.abort()
    await expect(client.plans.list({}, { signal: given.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toHaveLength(1)
    const twice = { idempotencyKey: 'my own' }
    await client.ledger.mark(marked, twice)
    expect(await client.ledger.mark(marked, twice)).toEqual({ marked: true })
    expect(seen.slice(1).map((one) => one.key)).toEqual(['my own', 'my own'])
  })
})

it('imports nothing at run time but its own files', () => {
  const built = new URL('../../dist/client/', import.meta.url)
  const files = readdirSync(built).filter((file) => file.endsWith('.js'))
  expect(files).toContain('index.js')
  const found: string[] = []
  for (const file of files) {
    const text = readFileSync(new URL(file, built), 'utf8')
    const imports = [...text.matchAll(/^(?:import|export)\b.*['"]([^'"]+)['"];?$|\bimport\(['"]([^'"]+)/gm)].map(
      ([, name]) => name!,
    )
    found.push(...imports)
    expect(
      imports.filter((name) => !files.map((one) => `./${one}`).includes(name)),
      file,
    ).toEqual([])
    expect(text).not.toMatch(/\b(process|Buffer|require)\b[.(]/)
  }
  expect(found).toEqual(expect.arrayContaining(['./client.js', './operations.js']))
})
