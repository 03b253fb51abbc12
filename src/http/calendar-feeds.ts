// Calendar feeds: /calendar/{token}.ics, for calendars that send no key. The token is all that is needed; it is in no log.

import * as crypto from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isKnown } from './etag.ts'
import { Problem } from './problem.ts'
import type { Server } from './server.ts'

const headers = {
  'content-type': 'text/calendar; charset=utf-8',
  // Kept by whoever asked, and asked about each time: mostly nothing has changed.
  'cache-control': 'private, no-cache',
  'content-disposition': 'inline; filename="meetings.ics"',
  'x-robots-tag': 'noindex, nofollow',
}

/** `countBad` counts who comes with a token that opens nothing, and throws where that is too often. */
export function serveFeeds(app: FastifyInstance, server: Server, countBad: (request: FastifyRequest) => void): void {
  app.get<{ Params: { readonly file: string } }>('/calendar/:file', async (request, reply) => {
    const text = await feedBehind(server, request.params.file)
    if (text === null) {
      countBad(request)
      throw new Problem('not_found', 'There is no calendar at this address.')
    }
    const etag = `"${crypto.hash('sha256', text, 'base64url').slice(0, 27)}"`
    reply.headers({ ...headers, etag })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
    return reply.send(text)
  })
}

async function feedBehind({ belfry }: Server, file: string): Promise<string | null> {
  if (!file.endsWith('.ics')) return null
  const token = file.slice(0, -'.ics'.length)
  const key = await belfry.access.readFeedToken(token)
  return key && (await belfry.as({ tenant: key.tenant, actor: 'feed' }).feeds.read(token))
}
