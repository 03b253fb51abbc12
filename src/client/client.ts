// A client for Belfry's HTTP API, for Node and browsers, without dependencies: `fetch` and nothing else. Its functions are named
// and typed by the server's own routes (http/api.ts); what is here at run time is the list of paths in operations.ts.
//
// What failed on the way (no connection, 429, 503) is tried again. A POST carries an Idempotency-Key, the same at every try, so
// that trying again does nothing twice.

import { BelfryApiError } from './api-error.ts'
import type { Client, ClientOptions, RequestOptions } from './client-shape.ts'
import { operations } from './operations.ts'

const triesMax = 4
const firstDelayMs = 200
const delayMaxMs = 10_000

type Operation = readonly [method: string, path: string, query: readonly string[]]
type Input = Readonly<Record<string, unknown>>

export function createClient(options: ClientOptions): Client {
  const nouns = Object.entries(operations).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs).map(([verb, operation]) => [
        verb,
        (input: Input = {}, more: RequestOptions = {}) => call(options, operation as Operation, input, more),
      ]),
    ),
  ])
  return Object.fromEntries(nouns) as unknown as Client
}

async function call(
  options: ClientOptions,
  operation: Operation,
  input: Input,
  more: RequestOptions,
): Promise<unknown> {
  const [method] = operation
  const { url, body } = toRequest(options.url, operation, input)
  const headers = headersOf(options, method, body, more)
  for (let tries = 1; ; tries++) {
    const answer = await attempt(options, url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...signalOf(more),
    })
    const isLast = tries === (options.tries ?? triesMax)
    if (answer instanceof Response && (isLast || !isWorthAnother(answer))) return await read(answer)
    if (!(answer instanceof Response) && (isLast || more.signal?.aborted)) throw answer
    // Unread, it would keep its connection.
    if (answer instanceof Response) await answer.body?.cancel()
    more.signal?.throwIfAborted()
    await pause(delayMs(answer, tries), more.signal)
  }
}

/** The parts of an input that the path and the query name go there; the rest is the body. */
function toRequest(
  base: string,
  [method, path, query]: Operation,
  input: Input,
): { url: string; body: string | undefined } {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (value === undefined) throw new TypeError(`${name} is needed for ${method} ${path}`)
    // As a part of a path these name another place, however they are written.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be ${JSON.stringify(value)} in a path`)
    return encodeURIComponent(String(value))
  })
  const parameters = new URLSearchParams()
  for (const name of query) {
    const value = rest[name]
    delete rest[name]
    if (value !== undefined) parameters.set(name, String(value))
  }
  const search = parameters.size === 0 ? '' : `?${parameters}`
  const takesBody = method === 'POST' || method === 'PUT'
  return { url: base.replace(/\/$/, '') + filled + search, body: takesBody ? JSON.stringify(rest) : undefined }
}

function headersOf(
  { key, tenant }: ClientOptions,
  method: string,
  body: string | undefined,
  more: RequestOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
  if (tenant !== undefined) headers.set('belfry-tenant', tenant)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (method === 'POST') headers.set('idempotency-key', more.idempotencyKey ?? crypto.randomUUID())
  if (more.version !== undefined) headers.set('if-match', `"${more.version}"`)
  return headers
}

function signalOf({ signal }: RequestOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal }
}

/** An answer, or why there was none. */
async function attempt(options: ClientOptions, url: string, init: RequestInit): Promise<Response | Error> {
  try {
    return await (options.fetch ?? fetch)(url, init)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A 409 that says when to come again: an earlier try under the same key is still running. The others pass by themselves. */
function isWorthAnother({ status, headers }: Response): boolean {
  return (
    status === 429 ||
    status === 502 ||
    status === 503 ||
    status === 504 ||
    (status === 409 && headers.has('retry-after'))
  )
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  if (response.ok) return body
  throw new BelfryApiError(response.status, body)
}

function delayMs(answer: Response | Error, tries: number): number {
  const asked = answer instanceof Response ? Number(answer.headers.get('retry-after')) * 1_000 : 0
  // Spread, so that clients that failed together do not come back together.
  const own = firstDelayMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2)
  return Math.min(delayMaxMs, Math.max(asked || 0, own))
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
