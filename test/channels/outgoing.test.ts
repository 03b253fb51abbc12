// What became of a request, in each phase in which it can go wrong. The server is the witness: `unsent` is only true where it has
// read nothing, and `answered` and `lost` say nothing else than what it did.

import { once } from 'node:events'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fewAtOnce, network, type OutgoingGround, openSocket } from '../../src/channels/outgoing/connect.ts'
import { exchange } from '../../src/channels/outgoing/exchange.ts'
import { type OutgoingRequest, type OutgoingResult, outgoing } from '../../src/channels/outgoing/outgoing.ts'
import { type Certificate, selfSigned } from './certificate.ts'
import { answerWith, type Behaviour, type ScriptedServer, scriptedServer } from './scripted-server.ts'
import { unusedPort } from './unused-port.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serving(options: Parameters<typeof scriptedServer>[0] = {}): Promise<ScriptedServer> {
  const server = await scriptedServer(options)
  closing.push(server.close)
  return server
}

const loopback = { allowedTargets: ['127.0.0.0/8', '::1'] }
const never = new AbortController().signal

function request(url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":"é"}',
    signal: never,
    ...more,
  }
}

async function against(behaviour: Behaviour, more: Partial<OutgoingRequest> = {}) {
  const server = await serving()
  server.script(behaviour)
  const result = await outgoing(loopback)(request(`${server.url}/hook?a=1`, more))
  return { result, read: server.requests.length, server }
}

describe('an answer', () => {
  it('has status, headers and body, and the request was read as it was meant', async () => {
    const { result, server } = await against(
      answerWith(202, { 'retry-after': '7', 'set-cookie': 'a=1' }, 'thanks, 한국어'),
    )
    expect(result).toMatchObject({
      ...{ kind: 'answered', status: 202, body: 'thanks, 한국어' },
      headers: { 'retry-after': '7', 'set-cookie': 'a=1' },
    })
    const [seen] = server.requests
    expect(seen).toMatchObject({ method: 'POST', path: '/hook?a=1', body: '{"a":"é"}' })
    expect(seen!.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      'content-type': 'application/json',
      'content-length': '10',
      connection: 'close',
    })
  })

  it('may be asked for without a body', async () => {
    const { server, result } = await against(answerWith(200), { method: 'GET', body: null, headers: {} })
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: '' })
    expect(server.requests[0]).toMatchObject({ method: 'GET', body: '' })
  })

  it.each([204, 301, 302, 307, 308, 400, 401, 403, 404, 410, 429, 500, 502, 503])('may be %i', async (status) => {
    const { result, server } = await against(answerWith(status))
    expect(result).toMatchObject({ kind: 'answered', status })
    expect(server.connections).toBe(1)
  })

  it('that leads elsewhere is not followed', async () => {
    const elsewhere = await serving()
    const { result } = await against(answerWith(302, { location: `${elsewhere.url}/` }))
    expect(result).toMatchObject({ kind: 'answered', status: 302 })
    expect(elsewhere.connections).toBe(0)
  })

  it('may change the protocol, and is an answer all the same', async () => {
    const bytes = 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'
    expect((await against({ do: 'raw', bytes })).result).toMatchObject({ kind: 'answered', status: 101 })
  })

  it('of more than 64 KiB is cut', async () => {
    const { result } = await against(answerWith(200, {}, 'x'.repeat(70_000)))
    expect(result).toMatchObject({ kind: 'answered', body: 'x'.repeat(65_536) })
  })

  it('without an end is cut, too', async () => {
    const { result } = await against({ do: 'endless' })
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(65_536) })
  })

  it('that drips is left when the time is over, with what came', async () => {
    const { result } = await against({ do: 'drip', everyMs: 5 }, { timeoutMs: 1_000 })
    expect(result).toMatchObject({ kind: 'answered', status: 200, body: expect.stringMatching(/^\.*$/) })
  })

  it.each(['drop', 'reset', 'hang'] as const)('of which only the half came (%s) is an answer', async (how) => {
    const { result } = await against({ do: how, at: 'answer' }, { timeoutMs: how === 'hang' ? 1_000 : 15_000 })
    // A reset may take with it what had not been read yet, the status too.
    if (how === 'reset') expect(['answered', 'lost']).toContain(result.kind)
    else expect(result).toMatchObject({ kind: 'answered', status: 200, body: 'half' })
  })

  it('with a body that it may not have is an answer', async () => {
    const bytes = 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\nand yet a body'
    expect((await against({ do: 'raw', bytes })).result).toMatchObject({ kind: 'answered', status: 204 })
  })

  it('that came before the request was read is an answer', async () => {
    const { result } = await against({ ...answerWith(413), early: true } as Behaviour)
    expect(result).toMatchObject({ kind: 'answered', status: 413 })
  })
})

describe('lost', () => {
  const cases: [string, Behaviour][] = [
    ['dropped after the head', { do: 'drop', at: 'head' }],
    ['reset after the head', { do: 'reset', at: 'head' }],
    ['dropped after the body', { do: 'drop', at: 'body' }],
    ['reset after the body', { do: 'reset', at: 'body' }],
    ['something that is not HTTP', { do: 'raw', bytes: 'SSH-2.0-hello\r\n\r\n' }],
    ['an answer with a head that has no end', { do: 'raw', bytes: `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}` }],
  ]

  it.each(cases)('%s', async (_, behaviour) => {
    expect((await against(behaviour)).result).toEqual({ kind: 'lost', why: expect.any(String) })
  })

  it.each(['connect', 'head', 'body'] as const)('no answer, and the time is over (%s)', async (at) => {
    const { result, read } = await against({ do: 'hang', at }, { timeoutMs: 1_000 })
    expect(result).toEqual({ kind: 'lost', why: 'no answer within 1000 ms' })
    expect(read).toBe(at === 'body' ? 1 : 0)
  })

  it.each(['drop', 'reset'] as const)('or unsent, by who is faster: a %s when it came', async (how) => {
    const { result, read } = await against({ do: how, at: 'connect' })
    expect(['lost', 'unsent']).toContain(result.kind)
    expect(read).toBe(0)
  })

  it('given up by the caller, once the other side has it', async () => {
    const server = await serving()
    server.script({ do: 'hang', at: 'body' })
    const abort = new AbortController()
    const sending = outgoing(loopback)(request(server.url, { signal: abort.signal }))
    await server.until(1)
    abort.abort(new Error('the worker stops'))
    expect(await sending).toEqual({ kind: 'lost', why: 'the worker stops' })
  })
})

describe('unsent', () => {
  it('nobody listens', async () => {
    const result = await outgoing(loopback)(request(`http://127.0.0.1:${await unusedPort()}/`))
    expect(result).toEqual({ kind: 'unsent', why: expect.stringContaining('ECONNREFUSED') })
  })

  it('given up before it began', async () => {
    const server = await serving()
    const signal = AbortSignal.abort(new Error('stopped'))
    expect(await outgoing(loopback)(request(server.url, { signal }))).toEqual({ kind: 'unsent', why: 'stopped' })
    expect(server.requests).toEqual([])
  })

  it('the name server is silent', async () => {
    const ground: OutgoingGround = { ...network, lookup: () => new Promise(() => {}) }
    const result = await outgoing(loopback, ground)(request('https://example.com/', { timeoutMs: 50 }))
    expect(result).toEqual({ kind: 'unsent', why: 'no answer within 50 ms' })
  })

  it('the name servers of others are silent: it waits for its turn, and no more than two are asked at once', async () => {
    const asked: string[] = []
    const answers: (() => void)[] = []
    const look = (host: string) => {
      asked.push(host)
      return new Promise<readonly string[]>((resolve) => answers.push(() => resolve([])))
    }
    const ground: OutgoingGround = { ...network, lookup: fewAtOnce(look, 2) }
    const send = outgoing({ allowedTargets: [] }, ground)
    const first = ['a', 'b'].map((name) => send(request(`https://${name}.example/`)))
    expect(await send(request('https://c.example/', { timeoutMs: 50 }))).toEqual({
      ...{ kind: 'unsent', why: 'no answer within 50 ms' },
    })
    const last = send(request('https://d.example/'))
    expect(asked).toEqual(['a.example', 'b.example'])
    answers[0]!()
    // Who has given up is passed over.
    await expect.poll(() => asked).toEqual(['a.example', 'b.example', 'd.example'])
    for (const answer of answers) answer()
    for (const result of await Promise.all([...first, last]))
      expect(result).toEqual({ kind: 'unsent', why: 'the name has no address' })
  })

  it('given up between the connection and the first byte', async () => {
    const server = await serving()
    const socket = openSocket({ address: '127.0.0.1', port: server.port, secureName: null })
    await once(socket, 'connect')
    const signal = AbortSignal.abort(new Error('stopped'))
    const result = await exchange(socket, new URL(server.url), request(server.url), signal)
    expect(result).toEqual({ kind: 'unsent', why: 'stopped' })
    expect(server.requests).toEqual([])
  })

  it('the first address takes nothing, the second does', async () => {
    const server = await serving()
    const ground: OutgoingGround = { ...network, lookup: async () => ['::1', '127.0.0.1'] }
    const result = await outgoing(loopback, ground)(request(`http://two.example:${server.port}/`))
    expect(result).toMatchObject({ kind: 'answered', status: 200 })
    expect(server.requests).toHaveLength(1)
  })
})

describe('TLS', () => {
  let certificate: Certificate
  beforeAll(() => {
    certificate = selfSigned(['hooks.example', '127.0.0.1'])
  })
  const trusting = (): OutgoingGround => ({
    lookup: async () => ['127.0.0.1'],
    connect: (to) => openSocket(to, certificate.cert),
  })

  it('is spoken with the name, at the address that was checked', async () => {
    const server = await serving({ tls: certificate })
    const url = `https://hooks.example:${server.port}/a`
    expect(await outgoing(loopback, trusting())(request(url))).toMatchObject({ kind: 'answered', status: 200 })
    expect(await outgoing(loopback, trusting())(request(`${server.url}/b`))).toMatchObject({ kind: 'answered' })
    expect(server.requests.map(({ headers }) => headers.host)).toEqual([
      `hooks.example:${server.port}`,
      `127.0.0.1:${server.port}`,
    ])
  })

  const unsent: [string, (server: ScriptedServer) => Promise<OutgoingResult>][] = [
    [
      'a certificate of somebody else',
      ({ port }) => outgoing(loopback, trusting())(request(`https://other.example:${port}/`)),
    ],
    ['a certificate that nobody trusts', ({ url }) => outgoing(loopback)(request(url))],
  ]
  it.each(unsent)('%s: not a byte of the request is written', async (_, send) => {
    const server = await serving({ tls: certificate })
    expect(await send(server)).toEqual({ kind: 'unsent', why: expect.stringMatching(/cert|altname/i) })
    expect(server.requests).toEqual([])
  })

  const handshakes: [string, Behaviour][] = [
    ['dropped in the handshake', { do: 'drop', at: 'connect' }],
    ['reset in the handshake', { do: 'reset', at: 'connect' }],
    ['silent in the handshake', { do: 'hang', at: 'connect' }],
    ['a server that speaks something else', { do: 'greet', bytes: 'SSH-2.0-hello\r\n' }],
  ]
  it.each(handshakes)('%s: unsent', async (_, behaviour) => {
    const server = await serving()
    server.script(behaviour)
    const result = await outgoing(loopback)(request(server.url.replace('http:', 'https:'), { timeoutMs: 300 }))
    expect(result).toEqual({ kind: 'unsent', why: expect.any(String) })
  })

  it.each(['head', 'body'] as const)('dropped after the %s: lost', async (at) => {
    const server = await serving({ tls: certificate })
    server.script({ do: 'drop', at })
    const result = await outgoing(loopback, trusting())(request(`https://hooks.example:${server.port}/`))
    expect(result).toEqual({ kind: 'lost', why: expect.any(String) })
  })
})
