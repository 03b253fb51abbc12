// What a page of any origin may call: what a recipient's own token opens (guard.ts says why). Everything else is for origins that
// are listed.

import type { FastifyRequest } from 'fastify'
import { looksLikeToken } from '../index.ts'
import { allRoutes } from './api.ts'
import type { AnyRoute } from './route.ts'
import { inbox } from './routes/inbox.ts'

/** Whether the route that a browser asks about, before it lets a page call it, is one that a recipient's token opens. */
export function takesToken({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  const method = headers['access-control-request-method']
  return allRoutes.some(([, route]) => route.own && route.method === method && pathPattern(route).test(path))
}

export function isOfRecipient({ headers, query, routeOptions: { url } }: FastifyRequest): boolean {
  const { access_token: token } = (query ?? {}) as { access_token?: unknown }
  if (headers.authorization !== undefined) return looksLikeToken(headers.authorization.replace(/^Bearer +/i, ''))
  return url === inbox.stream.path && typeof token === 'string' && looksLikeToken(token)
}

export function pathPattern(route: AnyRoute): RegExp {
  return new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
