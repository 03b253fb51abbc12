// Signing in: a key becomes a cookie, which counts for pages of this server and for nobody else.

import { once } from 'node:events'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { allRoutes } from '../../src/http/api.ts'
import { sessionCookie } from '../../src/http/session.ts'
import { codeLifeMs, createSignInCodes } from '../../src/http/sign-in-codes.ts'
import { type Asked, operatorKey, type Serving, useServer } from './serving.ts'

const server = useServer()
afterEach(() => vi.useRealTimers())

const hourMs = 3_600_000
const own = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }

function signIn({ ask }: Pick<Serving, 'ask'>, key = operatorKey, headers: Record<string, string> = own) {
  return ask('POST', '/v1/session', { key: null, headers, body: { key } })
}

/** As a browser sends it back. */
function cookieOf({ headers }: Asked): string {
  return String(headers['set-cookie']).split(';')[0]!
}

async function signedIn(serving: Pick<Serving, 'ask'>, key = operatorKey) {
  const cookie = cookieOf(await signIn(serving, key))
  return (method: string, path: string, headers: Record<string, string> = own, body?: unknown) =>
    serving.ask(method, path, { key: null, headers: { cookie, ...headers }, body })
}

describe('signing in', () => {
  it('makes of the operator’s key a cookie that scripts and other sites do not get', async () => {
    const serving = await server.start()
    const answer = await signIn(serving)
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'operator', door: 'operator', tenant: 'default', scopes: ['operator'] },
      headers: { 'cache-control': 'no-store' },
    })
    const untilMs = Date.parse(answer.body.expiresAt.instant)
    expect(Math.abs(untilMs - Date.now() - 12 * hourMs)).toBeLessThan(hourMs)
    const [pair, ...attributes] = String(answer.headers['set-cookie']).split('; ')
    expect(pair).toMatch(/^__Host-belfry=[\w-]{60,}$/)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure'])
    const told = JSON.stringify(answer) + Buffer.from(pair!.split('=')[1]!, 'base64url').toString('latin1')
    expect(told).not.toContain(operatorKey)
    const who = await serving.ask('GET', '/v1/session', { key: null, headers: { cookie: pair! } })
    expect(who).toMatchObject({ status: 200, body: answer.body })
  })

  it('takes API keys, with what they may do', async () => {
    const serving = await server.start()
    const { ask, belfry } = serving
    const ops = await belfry.keys.create({ name: 'ops', scopes: ['operator'] })
    const reader = await belfry.keys.create({ name: 'r', tenant: 'other', scopes: ['read'] })
    expect((await signIn(serving, ` ${ops.key}\n`)).body).toMatchObject({ name: `key:${ops.id}`, door: 'operator' })
    const session = { name: `key:${reader.id}`, door: 'key', tenant: 'other', scopes: ['read'] }
    expect((await signIn(serving, reader.key)).body).toMatchObject(session)
    const asReader = await signedIn(serving, reader.key)
    expect(await asReader('GET', '/v1/recipients')).toMatchObject({ status: 200 })
    expect(await asReader('PUT', '/v1/recipients/ana', own, {})).toMatchObject({ status: 403 })
    expect(await asReader('GET', '/v1/keys')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const plain = await ask('GET', '/v1/session', { key: reader.key })
    expect(plain).toMatchObject({ status: 200, body: { ...session, expiresAt: null } })
    const writer = await belfry.keys.create({ name: 'w', tenant: 'other', scopes: ['write'] })
    expect(await ask('GET', '/v1/session', { key: writer.key })).toMatchObject({ status: 200 })
  })

  it('takes a secret in any letters', async () => {
    const secret = 'ein Schlüssel für den Glockenturm, 종소리'
    const serving = await server.start({ app: { operatorKey: secret } })
    const asOperator = await signedIn(serving, secret)
    expect(await asOperator('GET', '/v1/keys')).toMatchObject({ status: 200 })
  })

  it('lets an operator choose the tenant with every request', async () => {
    const serving = await server.start()
    const asOperator = await signedIn(serving)
    const put = await asOperator('PUT', '/v1/recipients/olga', { ...own, 'belfry-tenant': 'other' }, {})
    expect(put).toMatchObject({ status: 201 })
    expect(await serving.ask('GET', '/v1/recipients/olga', { key: serving.otherKey })).toMatchObject({ status: 200 })
    expect(await asOperator('GET', '/v1/recipients/olga')).toMatchObject({ status: 404 })
    const session = await asOperator('GET', '/v1/session', { ...own, 'belfry-tenant': 'other' })
    expect(session.body).toMatchObject({ name: 'operator', tenant: 'other' })
    // A browser may remember one that is gone.
    expect(await signIn(serving, operatorKey, { ...own, 'belfry-tenant': 'nobody' })).toMatchObject({ status: 200 })
    expect(await asOperator('GET', '/v1/session', { ...own, 'belfry-tenant': 'nobody' })).toMatchObject({ status: 404 })
    const asTenant = await signedIn(serving, serving.key)
    expect(await asTenant('GET', '/v1/session', { ...own, 'belfry-tenant': 'other' })).toMatchObject({ status: 404 })
  })

  it('says what is accepted to who has no such key, and slows them down', async () => {
    const serving = await server.start({ app: { requestsPerMinute: { key: 0, address: 0, stranger: 3 } } })
    const { body } = await serving.ask('PUT', '/v1/recipients/ana', { body: {} })
    const issued = await serving.ask('POST', `/v1/recipients/${body.id}/tokens`, { body: {} })
    const answers = []
    for (const key of ['nonsense', `${operatorKey}x`, issued.body.token, 'bf_live_nonsense'])
      answers.push(await signIn(serving, key))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    for (const { headers } of answers) expect(headers['set-cookie']).toBeUndefined()
    expect(answers[0]!.body).toMatchObject({ code: 'unauthenticated', pointer: '/key' })
    expect(answers[0]!.body.detail).toContain('BELFRY_OPERATOR_KEY')
    expect(answers[0]!.body.detail).toContain('`belfry keys create`')
    expect(answers[2]!.body.detail).toContain('A recipient’s token')
    expect(await signIn(serving)).toMatchObject({ status: 200 })
  })

  it('is for pages of this server: another site signs nobody in or out', async () => {
    const serving = await server.start({ app: { corsOrigins: ['https://app.example'] } })
    for (const origin of ['https://app.example', 'http://localhost:4701', 'null']) {
      for (const method of ['POST', 'DELETE']) {
        const body = method === 'POST' ? { key: operatorKey } : undefined
        const refused = await serving.ask(method, '/v1/session', { key: null, headers: { origin }, body })
        expect(refused).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } })
        expect(refused.headers['set-cookie']).toBeUndefined()
      }
    }
  })
})

describe('the code of a link', () => {
  /** A server with codes, whose time the test drives. */
  async function start(more: object = {}) {
    let nowMs = 0
    const codes = createSignInCodes({ nowMs: () => nowMs })
    const serving = await server.start({ app: { signInCodes: codes, ...more } })
    const enter = (code: string, headers: Record<string, string> = own) =>
      serving.ask('POST', '/v1/session', { key: null, headers, body: { code } })
    return { ...serving, codes, enter, pass: (ms: number) => (nowMs += ms) }
  }

  it('signs in once, as the key that it stands for', async () => {
    const { ask, codes, enter, belfry } = await start()
    const ops = await belfry.keys.create({ name: 'ops', scopes: ['operator'] })
    const code = codes.issue(ops.key)
    const answer = await enter(code)
    expect(answer).toMatchObject({ status: 200, body: { name: `key:${ops.id}`, door: 'operator' } })
    const who = await ask('GET', '/v1/session', { key: null, headers: { cookie: cookieOf(answer) } })
    expect(who).toMatchObject({ status: 200, body: answer.body })
    const again = await enter(code)
    expect(again).toMatchObject({ status: 401, body: { code: 'unauthenticated', pointer: '/code' } })
    expect(again.headers['set-cookie']).toBeUndefined()
    for (const way of [
      'used already',
      'BELFRY_OPERATOR_KEY',
      'first start',
      '`belfry keys create ops --scope operator`',
    ])
      expect(again.body.detail).toContain(way)
    expect(JSON.stringify([answer, again])).not.toContain(ops.key)
  })

  it('of several at the same moment, one gets in', async () => {
    const { codes, enter } = await start()
    const code = codes.issue(operatorKey)
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => enter(code)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)])
  })

  it('is over after ten minutes, and with its key', async () => {
    const { codes, enter, pass, belfry } = await start()
    const ops = await belfry.keys.create({ name: 'ops', scopes: ['operator'] })
    const [inTime, late, revoked] = [codes.issue(operatorKey), codes.issue(operatorKey), codes.issue(ops.key)]
    await belfry.keys.revoke(ops.id)
    expect(await enter(revoked)).toMatchObject({ status: 401, body: { pointer: '/code' } })
    pass(codeLifeMs - 1)
    expect(await enter(inTime)).toMatchObject({ status: 200 })
    pass(1)
    expect(await enter(late)).toMatchObject({ status: 401 })
  })

  it('is no key, and a key is no code; exactly one of them is taken', async () => {
    const { ask, codes, enter } = await start()
    const code = codes.issue(operatorKey)
    expect(await signIn({ ask }, code)).toMatchObject({ status: 401, body: { pointer: '/key' } })
    expect(await ask('GET', '/v1/session', { key: code })).toMatchObject({ status: 401 })
    expect(await enter(operatorKey)).toMatchObject({ status: 401, body: { pointer: '/code' } })
    for (const body of [{}, { key: operatorKey, code }]) {
      const refused = await ask('POST', '/v1/session', { key: null, headers: own, body })
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    }
    // None of that has used it up; nor does a page of another site.
    expect(await enter(code, { origin: 'https://evil.example' })).toMatchObject({ status: 403 })
    expect(await enter(code)).toMatchObject({ status: 200 })
  })

  it('who tries codes is slowed down', async () => {
    const { enter } = await start({ requestsPerMinute: { key: 0, address: 0, stranger: 3 } })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await enter(`guess-${i}`)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})

describe('a session', () => {
  it('ends by signing out', async () => {
    const serving = await server.start()
    const asOperator = await signedIn(serving)
    const out = await asOperator('DELETE', '/v1/session')
    expect(out).toMatchObject({ status: 200, body: { ended: true } })
    expect(out.headers['set-cookie']).toBe(`${sessionCookie}=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0`)
    const left = await serving.ask('GET', '/v1/session', { key: null, headers: { cookie: `${sessionCookie}=` } })
    expect(left).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await serving.ask('DELETE', '/v1/session', { key: null })).toMatchObject({ status: 200 })
  })

  it('ends with its key', async () => {
    const serving = await server.start()
    const made = await serving.belfry.keys.create({ name: 'ops', scopes: ['operator'] })
    const asMade = await signedIn(serving, made.key)
    const asOperator = await signedIn(serving)
    expect(await asMade('DELETE', `/v1/keys/${made.id}`)).toMatchObject({ status: 200 })
    expect(await asMade('GET', '/v1/session')).toMatchObject({ status: 401 })
    expect(await asOperator('GET', '/v1/session')).toMatchObject({ status: 200 })
    const cookie = cookieOf(await signIn(serving))
    const moved = await server.start({ app: { operatorKey: 'another operator key, after a change' } })
    expect(await moved.ask('GET', '/v1/session', { key: null, headers: { cookie } })).toMatchObject({ status: 401 })
    const resealed = await server.start({ app: { secret: Buffer.alloc(32, 7) } })
    expect(await resealed.ask('GET', '/v1/session', { key: null, headers: { cookie } })).toMatchObject({ status: 401 })
  })

  it('ends after twelve hours', async () => {
    const serving = await server.start()
    const asOperator = await signedIn(serving)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * hourMs - 60_000 })
    expect(await asOperator('GET', '/v1/session')).toMatchObject({ status: 200 })
    vi.setSystemTime(Date.now() + 120_000)
    const over = await asOperator('GET', '/v1/session')
    expect(over).toMatchObject({ status: 401, body: { detail: 'The session has ended; sign in again.' } })
  })

  it('cannot be forged', async () => {
    const { ask } = await server.start()
    const [name, value = ''] = cookieOf(await signIn({ ask })).split('=')
    const bytes = Buffer.from(value, 'base64url')
    const changed = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 1
      return copy.toString('base64url')
    })
    for (const forged of [...changed, 'x', operatorKey, bytes.subarray(0, 34).toString('base64url')]) {
      const cookie = `${name}=${forged}`
      expect(await ask('GET', '/v1/session', { key: null, headers: { cookie } })).toMatchObject({ status: 401 })
    }
    const among = { cookie: `a=b; ${name}=${value}; c` }
    expect(await ask('GET', '/v1/session', { key: null, headers: among })).toMatchObject({ status: 200 })
  })

  it('gives way to the header', async () => {
    const serving = await server.start()
    const asOperator = await signedIn(serving)
    const authorization = `Bearer ${serving.key}`
    expect((await asOperator('GET', '/v1/session', { ...own, authorization })).body).toMatchObject({ door: 'key' })
    const wrong = { ...own, authorization: 'Bearer bf_live_nonsense' }
    expect(await asOperator('GET', '/v1/session', wrong)).toMatchObject({ status: 401 })
    // A request with a key of its own owes nothing to the cookie, and comes from wherever it likes.
    const elsewhere = { authorization, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
    expect(await asOperator('PUT', '/v1/recipients/ana', elsewhere, {})).toMatchObject({ status: 201 })
  })
})

describe('another site', () => {
  const site = (value: string) => ({ ...own, 'sec-fetch-site': value })
  const cases: [method: string, headers: Record<string, string>, status: number][] = [
    ['PUT', own, 201],
    ['PUT', { origin: 'https://localhost' }, 201],
    ['PUT', { origin: 'https://pub.example' }, 201],
    ['PUT', { origin: 'http://pub.example:80', host: 'localhost:4700' }, 201],
    ['PUT', { origin: 'http://LOCALHOST:4700', host: 'localhost:4700' }, 201],
    ['PUT', {}, 403],
    ['PUT', { origin: 'null' }, 403],
    ['PUT', { origin: 'file://localhost' }, 403],
    ['PUT', { origin: 'https://app.example' }, 403],
    ['PUT', { origin: 'http://localhost:4701' }, 403],
    ['PUT', { origin: 'http://pub.example:4700' }, 403],
    ['PUT', { origin: 'http://localhost.evil.example' }, 403],
    ['PUT', site('same-site'), 403],
    ['PUT', site('cross-site'), 403],
    ['GET', {}, 200],
    ['GET', { 'sec-fetch-site': 'none' }, 200],
    ['GET', { 'sec-fetch-site': 'same-origin' }, 200],
    ['GET', { 'sec-fetch-site': 'same-site' }, 403],
    ['GET', { 'sec-fetch-site': 'cross-site' }, 403],
    ['HEAD', { 'sec-fetch-site': 'cross-site' }, 403],
  ]

  it('neither changes nor reads anything with somebody’s session', async () => {
    const serving = await server.start({
      app: { publicUrl: 'https://pub.example', corsOrigins: ['https://app.example'] },
    })
    const asOperator = await signedIn(serving)
    for (const [i, [method, headers, status]] of cases.entries()) {
      const [path, body] = method === 'PUT' ? [`/v1/recipients/r${i}`, {}] : ['/v1/recipients', undefined]
      const answer = await asOperator(method, path, headers, body)
      expect([method, headers, answer.status]).toEqual([method, headers, status])
      if (status === 403 && method !== 'HEAD') expect(answer.body.code).toBe('origin_not_allowed')
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
    const listed = (await asOperator('GET', '/v1/recipients')).body.items.map(({ id }: { id: string }) => id)
    expect(listed.toSorted()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  })

  it('starts nothing by a link: a GET that does something takes no session', async () => {
    const serving = await server.start()
    const asOperator = await signedIn(serving)
    const acting = allRoutes.filter(([, { method, door }]) => method === 'GET' && door === 'write')
    expect(acting.length).toBeGreaterThan(1)
    for (const [, { path }] of acting) {
      expect(await asOperator('GET', path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
      expect((await serving.ask('GET', path)).status).not.toBe(401)
    }
  })

  it('that is listed is never told to bring cookies', async () => {
    const { ask } = await server.start({ app: { corsOrigins: ['https://app.example'] } })
    const origin = 'https://app.example'
    const asked = { origin, 'access-control-request-method': 'POST' }
    const preflight = await ask('OPTIONS', '/v1/session', { key: null, headers: asked })
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin } })
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
  })
})

describe('over a real connection', () => {
  it('the cookie opens a stream, and neither it nor the key nor a code is logged', async () => {
    const lines: string[] = []
    const write = (fields: object, message: string) => void lines.push(JSON.stringify(fields) + message)
    const logger = { debug: write, info: write, warn: write, error: write }
    const codes = createSignInCodes()
    const serving = await server.start({ app: { logger, signInCodes: codes } })
    await serving.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = serving.app.server.address() as AddressInfo
    const cookie = cookieOf(await signIn(serving))
    await signIn(serving, `${operatorKey}, nearly`)
    const code = codes.issue(operatorKey)
    for (let i = 0; i < 2; i++) await serving.ask('POST', '/v1/session', { key: null, headers: own, body: { code } })
    const path = '/v1/events'
    const request = http.get({ host: '127.0.0.1', port, path, headers: { cookie, accept: 'text/event-stream' } })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(200)
    const [first] = (await once(response, 'data')) as [Buffer]
    expect(first.toString()).toContain('events after')
    request.destroy()
    const logged = lines.join('\n')
    expect(logged).toContain('/v1/session')
    expect(logged).not.toContain(operatorKey)
    expect(logged).not.toContain(code)
    expect(logged).not.toContain(cookie.split('=')[1])
  })
})
