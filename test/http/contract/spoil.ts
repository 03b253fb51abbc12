// Requests that are wrong: types, limits, texts that databases choke on, odd ids, headers and methods.

import type { Operation } from './document.ts'
import { type Parts, type Wanted, write } from './generate.ts'
import type { Random } from './random.ts'

const huge = 'x'.repeat(50_000)
const deep = (depth: number): unknown => (depth === 0 ? 0 : [deep(depth - 1)])

/** What no field of this API accepts, or what it accepts only just. */
const oddValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\u202e\ufeff',
  huge,
  'ü'.repeat(200),
  [],
  [[]],
  {},
  { toString: 1 },
  deep(20),
  'P100Y',
  '-PT1H',
  'PT0.0000001S',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00',
  '2031-02-30T00:00:00',
  '2031-03-30T02:30:00[Europe/Paris]',
  '+275760-09-13T00:00:00Z',
  'Mars/Olympus',
  'FREQ=SECONDLY;BYHOUR=25',
  'constructor',
  '__proto__',
]

const oddSegments = [
  '%00',
  '%2F',
  'a%2Fb',
  '%F0%9F%99%82',
  '%ED%A0%80',
  '%',
  '%zz',
  '-',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-000000000000-9223372036854775808',
  '1f3870be-274f-6c49-b3e3-1a0c6728957f-1',
  'x'.repeat(300),
  'x'.repeat(2_500),
  'a;b=c',
  '+',
  '',
]

const oddQueries = [
  'limit=0',
  'limit=201',
  'limit=1e2',
  'limit=',
  'limit=1&limit=2',
  'cursor=x',
  'cursor=',
  'cursor=0~x',
  'cursor=9999999999999999~1f3870be-274f-6c49-b3e3-1a0c6728957f',
  'cursor=infinity~1f3870be-274f-6c49-b3e3-1a0c6728957f',
  'cursor=99999999999999999999',
  'cursor=%00',
  'cursor=a~b~c',
  'recipient=a&recipient=b',
  'recipient=%00',
  'recipient=%ED%A0%80',
  'entityType=x',
  'from=yesterday',
  'from=9999-12-31T23:59:59Z',
  'to=1970-01-01T00:00:00Z',
  'timezone=Nowhere',
  'state=lost',
  'unknown=1',
  '__proto__=1',
  '%zz=%zz',
  '&&&',
  'a[b]=c',
]

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '"0"' },
  { 'if-match': '"1"' },
  { 'if-match': 'nonsense' },
  { 'if-match': '"99999999999"' },
  { 'if-match': '*' },
  { 'if-none-match': '"1", W/"2", *' },
  { 'idempotency-key': '' },
  { 'idempotency-key': '"' },
  { 'idempotency-key': 'k'.repeat(256) },
  { 'idempotency-key': 'caf\u00e9' },
  { 'idempotency-key': 'the same for everybody' },
  { 'belfry-tenant': 'nobody' },
  { 'belfry-tenant': '../other' },
  { 'belfry-tenant': 'x'.repeat(100) },
  { authorization: 'Bearer nonsense' },
  { authorization: 'Basic YTpi' },
  { authorization: '' },
  { host: 'evil.example' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/' },
  { 'content-type': '' },
  { 'content-length': '3' },
  { accept: 'text/html' },
  { origin: 'https://evil.example' },
]

const oddBodies = [
  '',
  'null',
  '[]',
  '"x"',
  '7',
  '{',
  '{"a":1,}',
  'undefined',
  '[[[['.repeat(50),
  '{"__proto__":{"x":1}}',
]

export interface Written {
  readonly operation: Operation
  readonly parts: Parts
  readonly headers: Readonly<Record<string, string>>
}

/** Wrong in one way; the methods are those that the path does not have. */
export function spoil(random: Random, { operation, parts, headers }: Written, methods: readonly string[]): Wanted {
  const plain = { operation, method: operation.method, headers }
  const text = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))
  const url = write(operation, parts)
  switch (random.pick(ways(operation, methods))) {
    case 'value':
      return { ...plain, url, body: text(withOddValue(random, parts.body)), spoilt: 'value' }
    case 'field':
      return { ...plain, url, body: text(withOddField(random, parts.body)), spoilt: 'field' }
    case 'body':
      return { ...plain, url, body: random.pick(oddBodies), spoilt: 'body' }
    case 'path':
      return { ...plain, url: withOddSegment(random, operation, parts), body: text(parts.body), spoilt: 'path' }
    case 'query':
      return {
        ...plain,
        url: `${url}${url.includes('?') ? '&' : '?'}${random.pick(oddQueries)}`,
        body: text(parts.body),
        spoilt: 'query',
      }
    case 'header':
      return {
        ...plain,
        url,
        headers: { ...headers, ...random.pick(oddHeaders) },
        body: text(parts.body),
        spoilt: 'header',
      }
    default:
      return { ...plain, method: random.pick(methods), url, body: undefined, spoilt: 'method' }
  }
}

function ways({ body, parameters }: Operation, methods: readonly string[]): string[] {
  return [
    ...(body ? ['value', 'value', 'value', 'field', 'field', 'body'] : ['body']),
    ...(parameters.some((one) => one.in === 'path') ? ['path', 'path'] : []),
    ...['query', 'header'],
    ...(methods.length > 0 ? ['method'] : []),
  ]
}

function withOddValue(random: Random, body: unknown): unknown {
  const copy = structuredClone(body)
  const places = placesOf(copy)
  if (places.length === 0) return random.pick(oddValues)
  const [holder, name] = random.pick(places)
  holder[name] = random.pick(oddValues)
  return copy
}

function withOddField(random: Random, body: unknown): unknown {
  const copy = structuredClone(body)
  const places = placesOf(copy)
  if (places.length === 0) return { unknown: 1 }
  const [holder, name] = random.pick(places)
  if (random.chance(0.5)) delete holder[name]
  else holder[random.pick(['titel', 'unknown', 'constructor', 'a/b~c', '', huge.slice(0, 1_000)])] = 1
  return copy
}

type Holder = Record<string, unknown>

/** Every place where a value stands, however deep. */
function placesOf(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((name) => [[holder, name] as [Holder, string], ...placesOf(holder[name])])
}

function withOddSegment(random: Random, operation: Operation, parts: Parts): string {
  const names = Object.keys(parts.path)
  const odd = random.pick(names)
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === odd ? random.pick(oddSegments) : encodeURIComponent(parts.path[name] ?? ''),
  )
}
