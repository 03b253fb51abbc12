// What stands before every route: the host has to be ours (a web page cannot reach a server on somebody's own machine by
// pointing a name at it), other origins are shut out unless they are listed, and answers tell browsers to be careful.

import { Problem } from './problem.ts'
import type { Headers } from './route.ts'

export interface GuardOptions {
  /** Names this server answers to, beside loopback; `*` for any. */
  readonly allowedHosts: readonly string[]
  readonly corsOrigins: readonly string[]
  readonly isHttps: boolean
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export function checkHost(host: string | undefined, { allowedHosts }: GuardOptions): void {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (loopback.test(name) || allowedHosts.includes(name) || allowedHosts.includes('*')) return
  throw new Problem('host_not_allowed', 'The Host header names a host that this server is not.', {
    pointer: '/Host',
  })
}

export const securityHeaders: Headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

export function transportHeaders({ isHttps }: GuardOptions): Headers {
  return isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

/**
 * For an origin that is listed, and for every origin where a recipient's token is all that lets somebody in: such a token is handed to
 * the page by its own server, and a page that has none gets nothing here that it would not get without a browser. Never with
 * cookies: `access-control-allow-credentials` is not said to anybody.
 */
export function corsHeaders(origin: string | undefined, { corsOrigins }: GuardOptions, byToken: boolean): Headers {
  if (origin === undefined || !(byToken || corsOrigins.includes(origin))) return {}
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-expose-headers':
      'ETag, Idempotent-Replayed, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
  }
}

/** `byToken`: what is asked about opens with a recipient's token. Whether the page has one is seen when it calls. */
export function preflightHeaders(origin: string | undefined, options: GuardOptions, byToken: boolean): Headers {
  const allowed = corsHeaders(origin, options, byToken)
  if (!allowed['access-control-allow-origin'])
    throw new Problem(
      'origin_not_allowed',
      'Pages of other origins may not call this: BELFRY_CORS_ORIGINS lists those that may. A recipient’s token opens what is theirs from everywhere.',
    )
  return {
    ...allowed,
    'access-control-allow-methods': 'GET, PUT, POST, DELETE',
    'access-control-allow-headers':
      'Authorization, Belfry-Tenant, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID',
    'access-control-max-age': '600',
  }
}
