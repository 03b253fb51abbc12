// Who is let in, and what is refused before any route is asked.

import { describe, expect, it } from 'vitest'
import { type Asking, operatorKey, useServer } from './serving.ts'

const server = useServer()
const note = { entity: { type: 'note', id: '7' }, recipient: 'ana', in: 'PT1H', title: 'Call mom' }

describe('keys', () => {
  it('nobody comes in without one', async () => {
    const { ask } = await server.start()
    for (const key of [null, 'nonsense', 'bf_live_nonsense', 'bft_nonsense.x', `${operatorKey}x`]) {
      const refused = await ask('GET', '/v1/recipients', { key })
      expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated', status: 401 } })
      expect(refused.headers['content-type']).toContain('application/problem+json')
      expect(refused.headers['www-authenticate']).toContain('Bearer')
      expect(refused.body.requestId).toBe(refused.headers['x-request-id'])
    }
  })

  it('scopes are kept apart', async () => {
    const { ask, belfry } = await server.start()
    const reader = await belfry.keys.create({ name: 'reader', tenant: 'default', scopes: ['read'] })
    const writer = await belfry.keys.create({ name: 'writer', tenant: 'default', scopes: ['write'] })
    expect(await ask('GET', '/v1/recipients', { key: reader.key })).toMatchObject({ status: 200 })
    expect(await ask('PUT', '/v1/recipients/ana', { key: reader.key, body: {} })).toMatchObject({ status: 403 })
    expect(await ask('PUT', '/v1/recipients/ana', { key: writer.key, body: {} })).toMatchObject({ status: 201 })
    expect(await ask('GET', '/v1/recipients', { key: writer.key })).toMatchObject({ status: 403 })
    for (const { key } of [reader, writer])
      expect(await ask('GET', '/v1/keys', { key })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  it('are made, rotated and revoked through the API', async () => {
    const { ask } = await server.start()
    const operator = { key: operatorKey }
    expect(await ask('POST', '/v1/tenants', { ...operator, body: { id: 'acme' } })).toMatchObject({ status: 201 })
    const made = await ask('POST', '/v1/keys', {
      ...operator,
      body: { name: 'site', tenant: 'acme', scopes: ['read', 'write'] },
    })
    expect(made.status).toBe(201)
    expect(await ask('PUT', '/v1/recipients/bo', { key: made.body.key, body: {} })).toMatchObject({ status: 201 })
    expect(await ask('GET', '/v1/recipients/bo')).toMatchObject({ status: 404 })
    const seen = await ask('GET', '/v1/recipients/bo', { ...operator, headers: { 'belfry-tenant': 'acme' } })
    expect(seen).toMatchObject({ status: 200, body: { id: 'bo' } })
    const rotated = await ask('POST', `/v1/keys/${made.body.id}/rotate`, { ...operator, body: { overlap: 'PT1H' } })
    expect(rotated.status).toBe(201)
    expect(await ask('GET', '/v1/recipients/bo', { key: rotated.body.key })).toMatchObject({ status: 200 })
    expect(await ask('GET', '/v1/recipients/bo', { key: made.body.key })).toMatchObject({ status: 200 })
    expect(await ask('DELETE', `/v1/keys/${made.body.id}`, operator)).toMatchObject({ status: 200 })
    expect(await ask('GET', '/v1/recipients/bo', { key: made.body.key })).toMatchObject({ status: 401 })
    const listed = await ask('GET', '/v1/keys?tenant=acme', operator)
    expect(listed.body.items.map((one: object) => Object.keys(one))).toEqual(
      Array.from({ length: 2 }, () => expect.not.arrayContaining(['key'])),
    )
  })
})

describe('recipient tokens', () => {
  it('open what is theirs and nothing else', async () => {
    const { ask } = await server.start()
    for (const id of ['ana', 'bo']) await ask('PUT', `/v1/recipients/${id}`, { body: {} })
    const mine = await ask('POST', '/v1/reminders', { body: note })
    const theirs = await ask('POST', '/v1/reminders', { body: { ...note, recipient: 'bo' } })
    const { body } = await ask('POST', '/v1/recipients/ana/tokens', { body: { expiresIn: 'PT10M' } })
    const token = { key: body.token as string }
    const listed = await ask('GET', '/v1/reminders', token)
    expect(listed.body.items.map(({ recipient }: { recipient: string }) => recipient)).toEqual(['ana'])
    expect(await ask('GET', '/v1/reminders?recipient=bo', token)).toMatchObject({ status: 403 })
    expect(await ask('GET', `/v1/reminders/${theirs.body.id}`, token)).toMatchObject({ status: 404 })
    expect(await ask('POST', `/v1/reminders/${theirs.body.id}/cancel`, token)).toMatchObject({ status: 404 })
    expect(await ask('GET', '/v1/recipients/bo', token)).toMatchObject({ status: 404 })
    expect(await ask('GET', '/v1/recipients/ana', token)).toMatchObject({ status: 200 })
    expect(await ask('GET', '/v1/recipients', token)).toMatchObject({ status: 403 })
    expect(await ask('PUT', '/v1/recipients/bo/quiet-hours', { ...token, body: { quietHours: null } })).toMatchObject({
      status: 404,
    })
    const snoozed = await ask('POST', `/v1/reminders/${mine.body.id}/snooze`, { ...token, body: { for: 'PT2H' } })
    expect(snoozed.status).toBe(200)
    expect(await ask('POST', `/v1/reminders/${mine.body.id}/cancel`, token)).toMatchObject({ status: 200 })
  })
})

describe('the house', () => {
  it('answers to its own names only', async () => {
    const { ask } = await server.start({ app: { allowedHosts: ['belfry.example'], publicUrl: 'https://pub.example' } })
    for (const host of ['localhost:4700', '127.0.0.1:4700', '[::1]:4700', 'belfry.example', 'pub.example'])
      expect(await ask('GET', '/v1/recipients', { headers: { host } })).toMatchObject({ status: 200 })
    for (const host of ['evil.example', '127.0.0.1.evil.example']) {
      expect(await ask('GET', '/v1/recipients', { headers: { host } })).toMatchObject({ status: 421 })
      expect(await ask('GET', '/healthz', { headers: { host } })).toMatchObject({ status: 200 })
    }
  })

  it('says how much is left, and when to come again', async () => {
    const { ask } = await server.start({ app: { requestsPerMinute: { key: 3, address: 0, stranger: 2 } } })
    const first = await ask('GET', '/v1/recipients')
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' })
    await ask('GET', '/v1/recipients')
    await ask('GET', '/v1/recipients')
    const refused = await ask('GET', '/v1/recipients')
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const strangers = []
    for (let i = 0; i < 3; i++) strangers.push((await ask('GET', '/v1/recipients', { key: 'x' })).status)
    expect(strangers).toEqual([401, 401, 429])
  })

  it('keeps other origins out unless they are listed', async () => {
    const { ask } = await server.start({ app: { corsOrigins: ['https://app.example'] } })
    const preflight = (origin: string) =>
      ask('OPTIONS', '/v1/reminders', { key: null, headers: { origin, 'access-control-request-method': 'POST' } })
    expect(await preflight('https://evil.example')).toMatchObject({ status: 403 })
    const allowed = await preflight('https://app.example')
    expect(allowed).toMatchObject({ status: 204 })
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example')
    const plain = await ask('GET', '/v1/recipients', { headers: { origin: 'https://evil.example' } })
    expect(plain.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('takes a recipient’s token from pages of any origin, and a key from those that are listed', async () => {
    const { ask } = await server.start()
    await ask('PUT', '/v1/recipients/ana', { body: {} })
    const token = (await ask('POST', '/v1/recipients/ana/tokens', { body: {} })).body.token as string
    const origin = 'https://shop.example'
    const asksBefore = (path: string, method: string) =>
      ask('OPTIONS', path, { key: null, headers: { origin, 'access-control-request-method': method } })
    for (const [path, method] of [
      ['/v1/inbox?state=unread', 'GET'],
      ['/v1/inbox/x/done', 'POST'],
      ['/v1/recipients/ana/preferences', 'PUT'],
    ] as const)
      expect((await asksBefore(path, method)).headers['access-control-allow-origin']).toBe(origin)
    // What no token opens: another method of the same path, and another path.
    for (const [path, method] of [
      ['/v1/recipients/ana', 'PUT'],
      ['/v1/keys', 'GET'],
    ] as const)
      expect(await asksBefore(path, method)).toMatchObject({
        status: 403,
        body: { code: 'origin_not_allowed', detail: expect.stringContaining('BELFRY_CORS_ORIGINS') },
      })
    const allowed = async (asking: Asking, path = '/v1/inbox?recipient=ana') =>
      (await ask('GET', path, { ...asking, headers: { origin } })).headers['access-control-allow-origin']
    expect(await allowed({ key: token })).toBe(origin)
    // One that has run out is refused in a way that the page can read.
    expect(await allowed({ key: `${token}x` })).toBe(origin)
    expect(await allowed({ key: null }, `/v1/inbox/stream?access_token=${token}`)).toBe(origin)
    expect(await allowed({})).toBeUndefined()
    expect(await allowed({ key: null }, `/v1/inbox?access_token=${token}`)).toBeUndefined()
    // Never with what a browser sends on its own.
    const { headers } = await ask('GET', '/v1/inbox', { key: token, headers: { origin } })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('sends the headers that browsers need to be careful', async () => {
    const { ask } = await server.start()
    const { headers } = await ask('GET', '/healthz')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })
})

describe('bodies', () => {
  it('are strict, and every flaw is named', async () => {
    const { ask } = await server.start()
    const refused = await ask('POST', '/v1/reminders', { body: { ...note, titel: 'x', kind: 7 } })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.errors).toEqual(
      expect.arrayContaining([
        { code: 'unknown_field', detail: 'There is no field "titel". Did you mean title?', pointer: '/titel' },
        { code: 'invalid_input', detail: expect.any(String), pointer: '/kind' },
      ]),
    )
    const missing = await ask('POST', '/v1/reminders', { body: { recipient: 'ana', in: 'PT1H' } })
    expect(missing.body).toMatchObject({ code: 'missing_field', pointer: '/entity' })
  })

  it('are JSON, not too deep and not too large', async () => {
    const { ask } = await server.start()
    const post = (body: string, headers = {}) => ask('POST', '/v1/reminders', { body, headers })
    expect(await post('{"a":')).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
    expect(await post('['.repeat(100) + ']'.repeat(100))).toMatchObject({
      status: 400,
      body: { code: 'malformed_json' },
    })
    const brackets = JSON.stringify({ ...note, title: `${'['.repeat(100)}\\"{{` })
    await ask('PUT', '/v1/recipients/ana', { body: {} })
    expect(await post(brackets)).toMatchObject({ status: 201 })
    expect(await post(`"${'x'.repeat(1_100_000)}"`)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect(await post('a=b', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await post('null')).toMatchObject({ status: 400 })
  })

  it('are told what is missing and what fits, in words', async () => {
    const { ask } = await server.start()
    const { body } = await ask('POST', '/v1/reminders', { body: { entity: { type: 'note' }, recipient: 'ana' } })
    expect(body).toMatchObject({ code: 'missing_field', detail: 'id is missing.', pointer: '/entity/id' })
    const { detail } = (await ask('GET', '/v1/reminders/xyz')).body
    expect(detail).toBe('Not in the form that is accepted, such as 1f3870be-274f-6c49-b3e3-1a0c6728957f.')
    const saying = async (path: string, wrong: unknown) =>
      (await ask('POST', path, { body: wrong as object })).body.errors.map((one: { detail: string }) => one.detail)
    const meeting = { requester: 'ana', title: 'x', timezone: 'UTC', slots: 3, timeAnchor: 'most', participants: [] }
    expect(await saying('/v1/meetings', { ...meeting, id: 'foo.ics', critical: 'yes', plan: 5, body: null })).toEqual(
      expect.arrayContaining([
        'The list is empty. Accepted: at least 1.',
        'Expected a list, not a number.',
        expect.stringContaining('"most" is not one of the choices. Accepted: '),
        'Expected true or false, not a text.',
        'Expected a text or a list, not a number.',
        'Expected a text, not null.',
        'The id of a meeting does not end in ".ics": that is the address of its calendar file.',
      ]),
    )
    const blocks = '/v1/recipients/ana/availability-blocks'
    expect(await saying(blocks, { dayOfWeek: 7 })).toEqual(['7 is too big. Accepted: from 0 to 6.'])
    expect(await saying(blocks, { dayOfWeek: 1.5 })).toEqual(['Expected a whole number, not 1.5.'])
    expect(await saying(blocks, [])).toEqual(['Expected an object, not a list.'])
    expect(await saying(blocks, { timezone: '' })).toEqual(['The text is empty. Accepted: at least 1.'])
    expect(
      await saying('/v1/meetings', { ...meeting, participants: ['bo'], slots: [], title: 'x'.repeat(9_999) }),
    ).toEqual(
      expect.arrayContaining([expect.stringMatching(/^The text has 9999 characters\. Accepted: at most \d+\.$/)]),
    )
  })

  it('of other paths and methods are answered as what they are', async () => {
    const { ask } = await server.start()
    expect(await ask('GET', '/v1/nothing')).toMatchObject({ status: 404, body: { code: 'no_such_route' } })
    const wrong = await ask('DELETE', '/v1/reminders/00000000-0000-0000-0000-000000000000')
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(wrong.headers.allow).toBe('GET, PUT')
  })
})
