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

/** Hosts that must not be reached; each is tried with http and https, and with plain http allowed. */
const literals = [
  // loopback, in every spelling of IPv4
  ...[
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7F.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...[
    '0x7f.0.0.1',
    '0177.0x0.0.1',
    '127.0.0.01',
    '0000177.0.0.1',
    '127.255.255.254',
    '127.000.000.001',
    '0x7f.0x00.0x00.0x01',
  ],
  ...['１２７.0.0.1', '１２７。０。０。１', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127｡0｡0｡1', '0x7f.1.'],
  // this machine, private, shared, link-local, metadata
  ...['0', '0.0.0.0', '0x0', '00', '0.1.2.3', '10.0.0.1', '10.255.255.255', '167772161', '0xa.1', '012.1.1.1', '10.1'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.1',
    '3232235521',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
  ],
  ...[
    '169.254.0.1',
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '168.63.129.16',
  ],
  // reserved, for documentation and benchmarks, multicast, broadcast
  ...['192.0.0.192', '192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff'],
  // IPv6: unspecified, loopback, local, multicast, documentation, reserved
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[0::1]', '[::0001]'],
  ...[
    '[fe80::1]',
    '[FE80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[FD12:3456::1]',
    '[ff02::1]',
  ],
  ...['[2001:db8::1]', '[3fff::1]', '[2001:2::1]', '[2001:10::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[200::1]'],
  // IPv6 with an IPv4 address inside: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP
  ...[
    '[::ffff:127.0.0.1]',
    '[::FFFF:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:8.8.8.8]',
  ],
  ...[
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::7f00:1]',
  ],
  ...['[2002:7f00:1::]', '[2002:a00:1::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[2001::1]'],
  ...['[2a00:1450::5efe:127.0.0.1]', '[2a00:1450::200:5efe:10.0.0.1]'],
  // what the parser of URLs leaves, or refuses
  ...[
    '[fe80::1%eth0]',
    '[fe80::1%25eth0]',
    '[::1%251]',
    '127.0.0.1..',
    '1.2.3.4.5',
    '256.1.1.1',
    '127.0.0.1%00',
    '127.0.0.0x1g',
  ],
  ...['example..com', '-example.com', 'exa mple.com', 'a'.repeat(64), '', '.', '..', '[::1', '127.0.0.1\\@example.com'],
]

const names = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'foo.localhost',
    'printer.local',
    'metadata.google.internal',
    'db.internal.',
  ],
  ...['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'router.lan', 'gw.home.arpa', 'intranet', 'wiki.corp', 'kubernetes', 'host.localdomain'],
]

const urls = [
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://:secret@example.com/',
  'https://example.com:0/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6667/',
  'https://example.com:65536/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,hello',
  'unix:/run/docker.sock',
  '//example.com/',
  'example.com',
  'https://exam\nple.com/',
  'https://example.com/\r\nx: y',
  'https:\\\\example.com\\',
  'https://exa\u0000mple.com/',
  ' https://example.com/',
  '',
]

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
