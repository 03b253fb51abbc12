// Where requests may not go, in every spelling. The connector is a witness that records attempts and connects to nothing, so
// that a fault in the rules cannot send a packet from here.

import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { Socket } from 'node:net'
import packet from 'dns-packet'
import { afterEach, describe, expect, it } from 'vitest'
import type { Destination, OutgoingGround } from '../../src/channels/outgoing/connect.ts'
import { type OutgoingRules, outgoing, whyNoTarget } from '../../src/channels/outgoing/outgoing.ts'
import { createBelfry } from '../../src/index.ts'
import { literals, names, urls } from './forbidden-targets.ts'
import { scriptedServer } from './scripted-server.ts'

/** Looks names up in a table; connects nowhere. */
function witness(names: Readonly<Record<string, readonly string[]>> = {}) {
  const attempts: Destination[] = []
  const lookups: string[] = []
  const ground: OutgoingGround = {
    lookup: async (host) => {
      lookups.push(host)
      return names[host] ?? []
    },
    connect: (to) => {
      attempts.push(to)
      const socket = new Socket()
      process.nextTick(() => socket.destroy(new Error('the witness connects to nothing')))
      return socket
    },
  }
  return { attempts, lookups, ground }
}

const post = { method: 'POST', headers: {}, body: '{}', signal: new AbortController().signal } as const

async function tryUrl(url: string, rules: Partial<OutgoingRules> = {}, names = {}) {
  const { ground, attempts, lookups } = witness(names)
  const result = await outgoing({ allowedTargets: [], ...rules }, ground)({ ...post, url })
  return { result, attempts: attempts.map(({ address }) => address), lookups }
}

describe('what may not be reached, without a packet', () => {
  it('knows many spellings', () => {
    expect(new Set([...literals, ...names, ...urls]).size).toBeGreaterThan(130)
  })

  it.each(literals)('the address %s', async (host) => {
    for (const [scheme, port] of [
      ['http', ''],
      ['https', ''],
      ['https', ':8443'],
    ] as const) {
      const { result, attempts, lookups } = await tryUrl(`${scheme}://${host}${port}/hook`, { allowHttp: true })
      expect(result).toEqual({ kind: 'blocked', why: expect.any(String) })
      expect([attempts, lookups]).toEqual([[], []])
    }
  })

  it.each(names)('the name %s, whatever it resolves to', async (host) => {
    const resolvesTo = { [new URL(`https://${host}`).hostname]: ['93.184.216.34'] }
    const { result, attempts, lookups } = await tryUrl(`https://${host}/hook`, { allowHttp: true }, resolvesTo)
    expect(result).toEqual({ kind: 'blocked', why: 'an internal name' })
    expect([attempts, lookups]).toEqual([[], []])
  })

  it.each(urls)('the URL %j', async (url) => {
    const { result, attempts, lookups } = await tryUrl(url, { allowHttp: true }, { 'example.com': ['93.184.216.34'] })
    expect(result).toEqual({ kind: 'blocked', why: expect.any(String) })
    expect([attempts, lookups]).toEqual([[], []])
  })

  it('plain http to a public host, unless that was asked for', async () => {
    const known = { 'example.com': ['93.184.216.34'] }
    expect((await tryUrl('http://example.com/', {}, known)).result).toEqual({ kind: 'blocked', why: 'only https' })
    expect((await tryUrl('http://example.com/', { allowHttp: true }, known)).attempts).toEqual(['93.184.216.34'])
  })

  it('headers that would begin a line, or a request, of their own', async () => {
    const { ground, attempts } = witness({ 'example.com': ['93.184.216.34'] })
    const send = outgoing({ allowedTargets: [] }, ground)
    const flawed: Record<string, string>[] = [
      { 'x-a': 'b\r\nx-c: d' },
      { 'x-a': 'b\nc' },
      { 'x-a': 'b\rc' },
      { 'x-a': 'b\u0000c' },
      { 'x-a': 'b\u2028c' },
      { 'x-a': 'b\u0085c\u0001' },
      { 'x-a\r\nx-b': 'c' },
      { 'x a': 'b' },
      { '': 'b' },
      { Host: 'elsewhere.example' },
      { 'transfer-encoding': 'chunked' },
      { 'Content-Length': '0' },
    ]
    for (const headers of flawed) {
      const result = await send({ ...post, url: 'https://example.com/', headers })
      expect([headers, result.kind]).toEqual([headers, 'blocked'])
    }
    expect(attempts).toEqual([])
  })
})

describe('names', () => {
  it('are resolved once, and connected to by their address, under their name', async () => {
    const { ground, attempts, lookups } = witness({ 'hooks.example.com': ['93.184.216.34', '2606:2800:21f:cb07::1'] })
    const result = await outgoing({ allowedTargets: [] }, ground)({ ...post, url: 'https://Hooks.Example.com./a' })
    expect(result).toEqual({ kind: 'unsent', why: 'the witness connects to nothing' })
    expect(lookups).toEqual(['hooks.example.com'])
    expect(attempts).toEqual([
      { address: '93.184.216.34', port: 443, secureName: 'hooks.example.com' },
      { address: '2606:2800:21f:cb07::1', port: 443, secureName: 'hooks.example.com' },
    ])
  })

  it.each([
    [['127.0.0.1']],
    [['93.184.216.34', '127.0.0.1']],
    [['2606:2800:21f:cb07::1', '::1']],
    [['::ffff:10.0.0.1']],
    [['fe80::1%lo']],
    [['not an address']],
  ])('are refused altogether with %j', async (addresses) => {
    const { result, attempts } = await tryUrl('https://example.com/', {}, { 'example.com': addresses })
    expect(result).toEqual({ kind: 'blocked', why: expect.any(String) })
    expect(attempts).toEqual([])
  })

  it('without an address, or that nobody can look up, are not sent to', async () => {
    expect((await tryUrl('https://example.com/')).result).toEqual({ kind: 'unsent', why: 'the name has no address' })
    const { ground } = witness()
    const lookup = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const result = await outgoing(
      { allowedTargets: [] },
      { ...ground, lookup },
    )({ ...post, url: 'https://example.com/' })
    expect(result).toEqual({ kind: 'unsent', why: 'ENOTFOUND: getaddrinfo' })
  })
})

describe('the operator’s list', () => {
  const known = {
    'hooks.internal': ['10.1.2.3'],
    'db.internal': ['10.2.0.1'],
    'example.com': ['10.1.2.3'],
    localhost: ['127.0.0.1'],
  }
  const reaches = async (url: string, ...allowedTargets: string[]) =>
    (await tryUrl(url, { allowedTargets }, known)).attempts.length > 0

  it('opens networks and hosts, also for plain http and odd ports, and nothing beside them', async () => {
    expect(await reaches('http://10.1.2.3:81/', '10.1.0.0/16')).toBe(true)
    expect(await reaches('http://10.2.2.3/', '10.1.0.0/16')).toBe(false)
    expect(await reaches('http://hooks.internal/', 'hooks.internal')).toBe(true)
    expect(await reaches('http://hooks.internal/', 'HOOKS.internal.')).toBe(true)
    expect(await reaches('http://hooks.internal/', '10.1.0.0/16')).toBe(true)
    expect(await reaches('http://db.internal/', 'hooks.internal', '10.1.0.0/16')).toBe(false)
    expect(await reaches('https://example.com/', '10.1.0.0/16')).toBe(true)
    expect(await reaches('http://localhost:8080/', '127.0.0.1')).toBe(true)
    expect(await reaches('http://[::1]/', '::1')).toBe(true)
    expect(await reaches('http://[fd00::7]/', 'fd00::/8')).toBe(true)
    expect(await reaches('http://[::ffff:10.1.2.3]/', '10.1.0.0/16')).toBe(false)
    expect(await reaches('http://127.0.0.2/', '127.0.0.1')).toBe(false)
    expect(await reaches('http://127.0.0.128/', '127.0.0.0/25')).toBe(false)
    expect(await reaches('http://127.0.0.127/', '127.0.0.0/25')).toBe(true)
    expect(await reaches('http://8.8.8.8/', '10.1.0.0/16')).toBe(false)
  })

  it('is not needed for a URL of the operator’s own', async () => {
    expect((await tryUrl('http://127.0.0.1:9/bot', { anyTarget: true })).attempts).toEqual(['127.0.0.1'])
    expect((await tryUrl('ftp://127.0.0.1/', { anyTarget: true })).result.kind).toBe('blocked')
  })

  it('is read when Belfry opens: what is neither a network nor a host is not overlooked', async () => {
    const flawed = [
      '10.0.0.0/33',
      '10.0.0/8',
      '10.1.2.3/',
      '::/129',
      'https://hooks.internal',
      'hooks.internal:80',
      '*',
      '1.2',
      'a b',
    ]
    for (const target of flawed)
      await expect(
        createBelfry({ database: 'postgres://127.0.0.1:1/none', allowedTargets: ['10.0.0.0/8', target] }),
      ).rejects.toMatchObject({
        ...{ code: 'invalid_input', field: '/allowedTargets/1' },
      })
  })

  it('tells beforehand what the text of a URL shows', () => {
    const rules = { allowedTargets: [] }
    expect(whyNoTarget('https://hooks.example.com/a', rules)).toBeNull()
    expect(whyNoTarget('http://hooks.example.com/a', rules)).toBe('only https')
    expect(whyNoTarget('https://0x7f.1/', rules)).toBe('loopback')
    expect(whyNoTarget('http://127.0.0.1:8080/', { allowedTargets: ['127.0.0.0/8'] })).toBeNull()
  })

  it('lets no name hope for a network, and no address in, where a public name is wanted', () => {
    const rules = { allowedTargets: ['10.99.0.0/16', 'push.internal'], publicName: true }
    const all = [...literals, ...names].flatMap((host) => [`https://${host}/`, `http://${host}/`]).concat(urls)
    const more = ['https://93.184.216.34/', 'https://[2606:2800:21f:cb07::1]/', 'http://example.com/', 'https://box/']
    expect([...all, ...more].filter((url) => whyNoTarget(url, rules) === null)).toEqual([])
    const listed = ['http://10.99.1.2:81/', 'http://push.internal/', 'https://push.example.net:8443/']
    expect(listed.map((url) => whyNoTarget(url, rules))).toEqual([null, null, null])
    // Without that wish, the name might prove to lie in the network.
    expect(whyNoTarget('http://db.internal/', { ...rules, publicName: false })).toBeNull()
  })
})

describe('a name that changes its mind', () => {
  const closing: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  /** A name server on loopback that gives these answers in turn, then the last one for ever. */
  async function nameServer(answers: readonly string[]) {
    const asked: string[] = []
    const server = createSocket('udp4')
    server.on('message', (bytes, from) => {
      const { id, questions = [] } = packet.decode(bytes)
      const [question] = questions
      asked.push(question!.name)
      const data = answers[Math.min(asked.length, answers.length) - 1]!
      const answer = { type: 'A' as const, name: question!.name, ttl: 0, data }
      server.send(
        packet.encode({ type: 'response', id: id ?? 0, questions, answers: [answer] }),
        from.port,
        from.address,
      )
    })
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
    closing.push(() => void server.close())
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return { asked, lookup: (host: string) => resolver.resolve4(host) }
  }

  it('is connected to at the address that was checked, and asked for only once', async () => {
    const { asked, lookup } = await nameServer(['93.184.216.34', '127.0.0.1'])
    const { ground, attempts } = witness()
    const send = outgoing({ allowedTargets: [] }, { ...ground, lookup })
    expect(await send({ ...post, url: 'https://rebind.example/' })).toMatchObject({ kind: 'unsent' })
    expect(attempts.map(({ address }) => address)).toEqual(['93.184.216.34'])
    expect(asked).toEqual(['rebind.example'])
    // Asked again for the next request, it is looked at again.
    expect(await send({ ...post, url: 'https://rebind.example/' })).toEqual({ kind: 'blocked', why: 'loopback' })
    expect(attempts).toHaveLength(1)
  })

  it('and answers with loopback does not reach what listens there', async () => {
    const listener = await scriptedServer()
    closing.push(listener.close)
    const { lookup } = await nameServer(['127.0.0.1'])
    const { network } = await import('../../src/channels/outgoing/connect.ts')
    const url = `http://rebind.example:${listener.port}/`
    const refused = await outgoing({ allowedTargets: [], allowHttp: true }, { ...network, lookup })({ ...post, url })
    expect(refused).toEqual({ kind: 'blocked', why: 'loopback' })
    expect(listener.connections).toBe(0)
    // The same name and listener, with the operator's leave: what kept it out was the rule.
    const allowed = await outgoing({ allowedTargets: ['127.0.0.0/8'] }, { ...network, lookup })({ ...post, url })
    expect(allowed).toMatchObject({ kind: 'answered', status: 200 })
    expect(listener.requests.map(({ headers }) => headers.host)).toEqual([`rebind.example:${listener.port}`])
  })

  it('is left at once if the connection leads elsewhere than to the address that was checked', async () => {
    const listener = await scriptedServer()
    closing.push(listener.close)
    const { openSocket } = await import('../../src/channels/outgoing/connect.ts')
    const astray: OutgoingGround = {
      lookup: async () => ['93.184.216.34'],
      connect: (to) => openSocket({ ...to, address: '127.0.0.1', secureName: null }),
    }
    const url = `http://example.com:${listener.port}/`
    const result = await outgoing({ allowedTargets: [], allowHttp: true }, astray)({ ...post, url })
    expect(result).toMatchObject({ kind: 'blocked' })
    expect(listener.requests).toEqual([])
  })
})
