// The server without a port: every route of the table in api.ts, behind one pipeline.
//
//   host → rate of the address → who is calling → rate of the key → may they → idempotency → input → handle → answer
//
// What goes wrong anywhere becomes a problem (problem.ts); nothing else leaves with a status of 4xx or 5xx.

import * as crypto from 'node:crypto'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import { looksLikeToken } from '../index.ts'
import { monotonicClock } from '../time/clock.ts'
import { traced } from '../trace.ts'
import { answerOnce, answerPlainly } from './answer.ts'
import { allRoutes } from './api.ts'
import { admit, createDoorkeeper, type Doorkeeper } from './authenticate.ts'
import { answerBroken } from './broken-request.ts'
import { serveFeeds } from './calendar-feeds.ts'
import { isOfRecipient, pathPattern, takesToken } from './cross-origin.ts'
import { isKnown } from './etag.ts'
import {
  checkHost,
  corsHeaders,
  type GuardOptions,
  preflightHeaders,
  securityHeaders,
  transportHeaders,
} from './guard.ts'
import { limits } from './limits.ts'
import { serveLinks } from './links.ts'
import { openApiDocument } from './openapi.ts'
import { servePages } from './pages.ts'
import { parseJson } from './parse-json.ts'
import { bodyOf, Problem, statusOf, toProblem } from './problem.ts'
import { type Counter, createCounter } from './rate-limit.ts'
import { serveReference } from './reference.ts'
import type { AnyRoute, Caller, Headers } from './route.ts'
import type { AppOptions, Server } from './server.ts'
import { serveServiceWorker } from './service-worker.ts'
import { createSessions } from './session.ts'
import { createSignInCodes } from './sign-in-codes.ts'
import { createStreams, type Streams } from './stream.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isSigned?: boolean
  }
  interface FastifyRequest {
    caller: Caller
    /** Of a body that somebody has signed. */
    text: string | null
  }
}

interface Parts {
  readonly options: AppOptions
  readonly guard: GuardOptions
  isClosing: boolean
  /** Headers that every answer has. */
  readonly always: Headers
  readonly server: Server
  readonly doorkeeper: Doorkeeper
  readonly streams: Streams
  readonly perKey: Counter
  readonly perAddress: Counter
  readonly perStranger: Counter
  readonly perBadLink: Counter
}

export function createApp(options: AppOptions): FastifyInstance {
  const parts = partsOf(options)
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: options.patienceMs?.request ?? limits.requestTimeoutMs,
    connectionTimeout: options.patienceMs?.silence ?? limits.connectionTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      headersTimeout: options.patienceMs?.headers ?? limits.headersTimeoutMs,
      maxHeaderSize: limits.headerBytesMax,
      // Node looks every 30 seconds if nobody says otherwise: three times as long as headers may take.
      connectionsCheckingInterval: options.patienceMs?.lookEvery ?? limits.slowClientsEveryMs,
    },
    clientErrorHandler: answerBroken,
    routerOptions: { maxParamLength: limits.parameterCharsMax },
    genReqId: () => crypto.randomUUID(),
    // Refused as a problem, like everything else (guardRequest).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A path that cannot be decoded, or a part of it that is too long: refused before any hook.
    frameworkErrors: (error, request, reply) => void refuseEarly(parts, error, request, reply),
  })
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('text', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config.isSigned) request.text = String(text)
    try {
      done(null, parseJson(String(text)))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error, request, reply) => void refuse(parts, error, request, reply))
  app.setNotFoundHandler((request, reply) => void refuse(parts, nothingThere(request), request, reply))
  app.addHook('onRequest', guarding(parts))
  app.addHook('preClose', async () => {
    parts.isClosing = true
    parts.streams.end()
  })
  app.addHook('onResponse', async (request, reply) => report(parts, request, reply))
  app.options('/*', async (request, reply) =>
    reply
      .headers(preflightHeaders(request.headers.origin, parts.guard, takesToken(request)))
      .code(204)
      .send(),
  )
  const routes = options.only ? allRoutes.filter(([name]) => name.startsWith(`${options.only}.`)) : allRoutes
  for (const [name, route] of routes) mount(app, parts, name, route)
  if (options.only) return app
  mountDocuments(app, options)
  // Whoever tries tokens is slowed down like whoever tries keys; a whole company may come from one address with good ones.
  const countBad = ({ ip }: FastifyRequest) => void parts.perBadLink.count(ip)
  serveLinks(app, parts.server, countBad)
  serveFeeds(app, parts.server, countBad)
  return app
}

function partsOf(options: AppOptions): Parts {
  const { belfry, secret, operatorKey } = options
  const clock = monotonicClock
  const defaultTenant = options.tenant ?? 'default'
  const doorkeeper = createDoorkeeper({ belfry, secret, operatorKey, defaultTenant, clock })
  const codes = options.signInCodes ?? createSignInCodes()
  const sessions = createSessions({ secret, publicUrl: options.publicUrl, doorkeeper, codes })
  const publicHost = options.publicUrl === undefined ? [] : [new URL(options.publicUrl).hostname]
  const perMinuteStranger = options.requestsPerMinute?.stranger ?? limits.requestsPerMinuteStranger
  const guard: GuardOptions = {
    allowedHosts: [...(options.allowedHosts ?? []), ...publicHost].map((host) => host.toLowerCase()),
    corsOrigins: options.corsOrigins ?? [],
    isHttps: options.publicUrl?.startsWith('https:') ?? false,
  }
  return {
    options,
    doorkeeper,
    streams: createStreams(belfry, options.logger),
    server: {
      belfry,
      secret,
      version: options.version,
      clock: options.clock ?? 'real',
      telegram: options.telegram ?? null,
      sessions,
      forgetKeys: () => doorkeeper.forget(),
      metrics: async () => (await options.metrics?.text()) ?? '',
      missing: () => missingOf(options),
    },
    guard,
    isClosing: false,
    always: {
      ...securityHeaders,
      ...transportHeaders(guard),
      ...(options.clock === 'driven' ? { 'belfry-clock': 'driven' } : {}),
    },
    perKey: createCounter(options.requestsPerMinute?.key ?? limits.requestsPerMinuteKey, clock),
    perAddress: createCounter(options.requestsPerMinute?.address ?? limits.requestsPerMinuteAddress, clock),
    perStranger: createCounter(perMinuteStranger, clock),
    perBadLink: createCounter(perMinuteStranger, clock),
  }
}

async function missingOf({ belfry }: AppOptions): Promise<string | null> {
  try {
    await belfry.clock.read()
    return null
  } catch {
    return 'the database'
  }
}

/** Not a promise: every request passes here. */
function guarding(parts: Parts): onRequestHookHandler {
  return (request, reply, done) => {
    try {
      guardRequest(parts, request, reply)
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
}

function guardRequest(parts: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const { always, guard, perAddress } = parts
  reply.headers(always).header('x-request-id', request.id)
  if (parts.isClosing)
    throw new Problem('closed', 'The server is closing.', { headers: { 'retry-after': '1', connection: 'close' } })
  if (request.headers.origin !== undefined)
    reply.headers(corsHeaders(request.headers.origin, guard, isOfRecipient(request)))
  // Whoever watches over servers calls them by their address; there is nothing to protect in "it lives".
  if (!isHealth(request)) checkHost(request.headers.host, guard)
  perAddress.count(request.ip)
}

function isHealth({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/healthz' || url === '/readyz'
}

function mount(app: FastifyInstance, parts: Parts, name: string, route: AnyRoute): void {
  app.route({
    method: route.method,
    // A GET that does something, for crons that send nothing else, is not for who only asks what a GET would say.
    exposeHeadRoute: route.door !== 'write',
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.bodyBytesMax ?? limits.bodyBytesMax,
    config: { name, isSigned: route.isSigned === true },
    // Before the body is read: nobody uploads anything who may not.
    onRequest: async (request, reply) => {
      request.caller = await identify(parts, route, request, reply)
    },
    handler: async (request, reply) => {
      // Until the next request on this connection. (A request without a port has no such connection.)
      if (route.takesLong) request.raw.socket.setTimeout?.(0)
      if (route.streams && asksForStream(request))
        return await parts.streams.begin(route.streams, parts.server, request, reply, async () => {
          await identify(parts, route, request, reply)
        })
      const answer = await inSpan(route, request, () =>
        (usesKey(route) ? answerOnce : answerPlainly)(parts.server, route, request),
      ).catch((error: unknown) => {
        throw counted(parts, request, error)
      })
      const { tenant, recipient } = request.caller
      if (recipient !== null && route.method !== 'GET') parts.streams.touch(tenant, recipient)
      return send(route, request, reply, answer)
    },
  })
}

/** A span for whoever traces, under the caller's own if the request names one. */
function inSpan<T>({ method, path }: AnyRoute, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const attributes = { 'http.request.method': method, 'http.route': path }
  return traced(`${method} ${path}`, attributes, work, { kind: 'server', headers: request.headers })
}

const nobody: Caller = { name: 'anyone', tenant: '', door: 'anyone', scopes: [], recipient: null }

async function identify(parts: Parts, route: AnyRoute, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  if (route.door === 'anyone') return nobody
  const tenant = request.headers['belfry-tenant']
  try {
    const given = authorizationOf(route, request)
    const session = given === undefined ? parts.server.sessions.open(route, request) : null
    const caller = await parts.doorkeeper.identify(
      given ?? session?.authorization,
      Array.isArray(tenant) ? tenant[0] : tenant,
    )
    reply.headers(parts.perKey.count(`${caller.tenant} ${caller.name}`))
    admit(route, caller)
    return session ? { ...caller, sessionUntil: session.until } : caller
  } catch (error) {
    throw counted(parts, request, error)
  }
}

/** Whoever tries keys is slowed down long before an honest caller notices. */
function counted({ perStranger }: Parts, { ip }: FastifyRequest, error: unknown): unknown {
  if (error instanceof Problem && error.code === 'unauthenticated') perStranger.count(ip)
  return error
}

function usesKey(route: AnyRoute): boolean {
  return route.method === 'POST' && route.idempotency !== 'none'
}

function asksForStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/event-stream')
}

/** The EventSource of a browser sends no headers of one's own: for its stream alone, a recipient's token may stand in the address. */
function authorizationOf(route: AnyRoute, { headers, query }: FastifyRequest): string | undefined {
  const { access_token: token } = query as { access_token?: unknown }
  const isOwn = route.streams === 'inbox' && typeof token === 'string' && looksLikeToken(token)
  return headers.authorization ?? (isOwn ? `Bearer ${token}` : undefined)
}

interface Sent {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

function send(
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, text }: Sent,
): FastifyReply {
  reply.headers(headers)
  const { etag } = headers
  if (request.method === 'GET' && etag !== undefined && isKnown(etag, request.headers['if-none-match']))
    return reply.code(304).send()
  if (headers['content-type'] === undefined) reply.type(route.mediaType ?? 'application/json; charset=utf-8')
  return reply.code(status).send(text)
}

function refuseEarly(parts: Parts, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    guardRequest(parts, request, reply)
  } catch (refused) {
    return refuse(parts, refused, request, reply)
  }
  return refuse(parts, error, request, reply)
}

function refuse({ options }: Parts, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  const status = statusOf(problem.code)
  if (status >= 500) {
    const route = request.routeOptions.url ?? 'none'
    options.logger.error({ requestId: request.id, route, code: problem.code, err: describe(error) }, 'a request failed')
    options.captureError?.(error, { requestId: request.id, route })
  }
  return reply
    .headers(problem.headers)
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(bodyOf(problem, request.id)))
}

/** For the log: the name and the place of a fault. Its message may hold values. */
function describe(error: unknown): object {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(root instanceof Error)) return { name: typeof root }
  const code = 'code' in root ? { code: String(root.code) } : {}
  return {
    name: root.name,
    ...code,
    at: root.stack
      ?.split('\n')
      .slice(1, 6)
      .map((line) => line.trim()),
  }
}

function nothingThere(request: FastifyRequest): Problem {
  const path = request.url.split('?')[0] ?? ''
  const methods = allRoutes.filter(([, route]) => pathPattern(route).test(path)).map(([, { method }]) => method)
  if (methods.length === 0)
    return new Problem('no_such_route', `There is nothing at ${path.slice(0, 200)}; /docs lists what there is.`)
  const allow = [...new Set(methods)].join(', ')
  return new Problem('method_not_allowed', `Not with ${request.method}; accepted: ${allow}.`, { headers: { allow } })
}

function report({ options }: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'none'
  options.metrics?.http(request.method, route, reply.statusCode, reply.elapsedTime / 1_000)
  options.logger.debug(
    {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    },
    'request',
  )
}

function mountDocuments(app: FastifyInstance, options: AppOptions): void {
  let text: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(options.version))
    return reply.type('application/json; charset=utf-8').send(text)
  })
  serveReference(app, options.version)
  serveServiceWorker(app)
  servePages(app, options.pagesFolder)
}
