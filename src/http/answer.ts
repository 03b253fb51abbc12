// From a request whose caller is known to its answer: input is read, the handler does its work, and with an Idempotency-Key all
// of that happens inside the transaction that keeps the answer.

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { BelfryError, type OperatorVerbs, type Verbs } from '../index.ts'
import { fingerprintOf, readIdempotencyKey } from './idempotency.ts'
import { bodyOf, Problem, statusOf, toProblem } from './problem.ts'
import { read, readParameters } from './read-request.ts'
import type { AnyRoute, Caller, Headers, RawRequest } from './route.ts'
import type { Server } from './server.ts'

export interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Doing {
  readonly verbs: Verbs
  readonly operator: OperatorVerbs
}

export async function answerPlainly(server: Server, route: AnyRoute, request: FastifyRequest): Promise<Sent> {
  return await perform(server, route, request, doingFor(server, request.caller))
}

const keyWanted =
  'This request needs an Idempotency-Key: a header with a name of your own for it, 1 to 255 printable ASCII characters such as a UUID; another for every request, and the same one when you repeat it.'

export async function answerOnce(server: Server, route: AnyRoute, request: FastifyRequest): Promise<Sent> {
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  if (key === null) {
    if (route.idempotency === 'required')
      throw new Problem('idempotency_key_missing', keyWanted, {
        pointer: '/Idempotency-Key',
      })
    return await answerPlainly(server, route, request)
  }
  const { caller } = request
  const doing = doingFor(server, caller)
  const fingerprint = fingerprintOf(request.method, request.url, request.body)
  const repeatable = { caller: caller.name, key, fingerprint }
  const isBeside = route.idempotency === 'beside'
  const steps = { isBeside, refusal: (error: unknown) => keptRefusal(error, request.id) }
  const once =
    route.door === 'operator'
      ? await server.belfry.operator(caller.name).once(repeatable, {
          ...steps,
          work: async (operator) =>
            pack(await perform(server, route, request, isBeside ? doing : { ...doing, operator })),
        })
      : await server.belfry.as({ tenant: caller.tenant, actor: caller.name }).once(repeatable, {
          ...steps,
          work: async (verbs) => pack(await perform(server, route, request, isBeside ? doing : { ...doing, verbs })),
        })
  switch (once.kind) {
    case 'done':
      return unpack(once.answer, {})
    case 'replayed':
      return unpack(once.answer, { 'idempotent-replayed': 'true' })
    case 'running':
      throw new Problem('idempotency_in_progress', 'The first request with this key is still running.', {
        headers: { 'retry-after': '1' },
      })
    case 'mismatch':
      throw new Problem('idempotency_key_reused', 'The key was used for another request.', {
        pointer: '/Idempotency-Key',
      })
  }
}

function doingFor({ belfry }: Server, { tenant, name }: Caller): Doing {
  // What needs no key needs no tenant either.
  return { verbs: tenant === '' ? belfry : belfry.as({ tenant, actor: name }), operator: belfry.operator(name) }
}

async function perform(server: Server, route: AnyRoute, request: FastifyRequest, doing: Doing): Promise<Sent> {
  const { caller } = request
  const params = route.params ? readParameters(route.params, request.params as Record<string, unknown>) : {}
  const query = readQuery(route, request, caller)
  const body = route.body ? read(route.body, withOwn(route, request.body ?? {}, caller)) : refuseBody(request.body)
  await requireOwn(route, doing.verbs, params, caller.recipient)
  const { version, mustExist } = readPrecondition(route, request.headers)
  const { verbs, operator } = doing
  const raw = rawOf(request)
  const call = { verbs, operator, params, query, body, caller, server, raw, version, mustExist }
  const answer = await route.handle(call).catch((error: unknown) => {
    throw placed(route, error)
  })
  const text = route.mediaType === undefined ? JSON.stringify(answer.body) : String(answer.body)
  return { status: answer.status, headers: answer.headers ?? {}, text }
}

function rawOf({ text, headers }: FastifyRequest): RawRequest {
  return {
    text,
    header(name) {
      const value = headers[name]
      return typeof value === 'string' ? value : ''
    },
  }
}

function readQuery(route: AnyRoute, request: FastifyRequest, caller: Caller): unknown {
  const raw = request.query as Record<string, unknown>
  if (!route.query) return refuseQuery(raw)
  return readParameters(route.query, withOwn(route, raw, caller) as Record<string, unknown>)
}

/** Whoever comes with a recipient's token need not say who they are, and cannot be somebody else. */
function withOwn(route: AnyRoute, raw: unknown, { recipient: own }: Caller): unknown {
  if (own === null || route.own !== 'filter' || typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return raw
  const { recipient } = raw as { recipient?: unknown }
  if (recipient !== undefined && recipient !== own)
    throw new Problem('forbidden', 'A recipient’s token lists what is theirs.', { pointer: '/recipient' })
  return { ...raw, recipient: own }
}

function refuseQuery(raw: Readonly<Record<string, unknown>>): object {
  const [name] = Object.keys(raw)
  if (name === undefined) return {}
  const shown = name.slice(0, 60)
  throw new Problem('unknown_field', `There is no parameter ${JSON.stringify(shown)}.`, { pointer: `/${shown}` })
}

/** An empty object is as good as no body; some clients cannot send none. */
function refuseBody(body: unknown): undefined {
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (isEmpty) return undefined
  throw new Problem('unknown_field', 'This request takes no body.', { pointer: '' })
}

/** What is not theirs is not there, for whoever comes with a recipient's token. */
async function requireOwn(route: AnyRoute, verbs: Verbs, params: unknown, recipient: string | null): Promise<void> {
  if (recipient === null || route.own === 'filter' || route.own === 'owner') return
  const { id } = params as { id: string }
  const owner = route.own === 'recipient' ? id : (await verbs.reminders.get(id))?.recipient
  if (owner !== recipient) throw new Problem('not_found', 'There is nothing of that id.', { pointer: '/id' })
}

/** The place of a flaw in the request, where the library knows it by another name. */
function placed(route: AnyRoute, error: unknown): unknown {
  if (!(error instanceof BelfryError) || error.field === undefined) return error
  const { field } = error
  const names: Readonly<Record<string, string>> = { ...route.pointers, ...(route.versioned ? ifMatch : {}) }
  const prefix = Object.keys(names).find((one) => field === one || field.startsWith(`${one}/`))
  if (prefix === undefined) return error
  const { code, message, headers, facts } = toProblem(error)
  return new Problem(code, message, { pointer: names[prefix] + field.slice(prefix.length), headers, facts })
}

const ifMatch = { '/version': '/If-Match' }

interface Precondition {
  readonly version: number | undefined
  readonly mustExist: boolean
}

/** A condition that would not be looked at is refused: whoever sends one relies on it. */
function readPrecondition(route: AnyRoute, headers: IncomingHttpHeaders): Precondition {
  if (route.method === 'GET') return { version: undefined, mustExist: false }
  const unheeded = headers['if-none-match'] === undefined ? 'if-match' : 'if-none-match'
  if (headers[unheeded] !== undefined && (unheeded === 'if-none-match' || !route.versioned))
    throw new Problem('invalid_input', 'This request takes no such condition.', {
      pointer: unheeded === 'if-match' ? '/If-Match' : '/If-None-Match',
    })
  if (headers['if-match']?.trim() === '*') return { version: undefined, mustExist: true }
  return { version: readVersion(headers['if-match']), mustExist: false }
}

/** `"3"`, or `"3-…"` where more than the version tells answers apart. Not a weak one: another version may be as good for reading, and not for writing. */
function readVersion(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const [, version] = /^"(\d{1,9})(?:-[0-9a-f]{12})?"$/.exec(header.trim()) ?? []
  if (version !== undefined && Number(version) > 0) return Number(version)
  throw new Problem('version_conflict', 'If-Match is not an ETag that was given here.', { pointer: '/If-Match' })
}

/** What a caller may not do may be allowed later; that somebody proposed a meeting themselves stays so. */
const notKept = new Set([401, 403, 429])

/** What the caller did wrong is answered alike the next time; what went wrong here is tried again. */
function keptRefusal(error: unknown, requestId: string): string | null {
  const problem = toProblem(error)
  const status = statusOf(problem.code)
  const mayPass = notKept.has(status) && problem.code !== 'own_proposal'
  if (status >= 500 || mayPass) return null
  return pack({
    status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8' },
    text: JSON.stringify(bodyOf(problem, requestId)),
  })
}

function pack(sent: Sent): string {
  return JSON.stringify([sent.status, sent.headers, sent.text])
}

function unpack(packed: string, more: Headers): Sent {
  const [status, headers, text] = JSON.parse(packed) as [number, Headers, string]
  return { status, headers: { ...headers, ...more }, text }
}
