// The service worker that shows push notifications, at /service-worker.js: from the root, so that it may look after every page of
// this server.

import { existsSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'service-worker-allowed': '/',
  // A browser asks for it at each visit, and takes a new one when it differs.
  'cache-control': 'no-cache',
  // This holds inside the worker: it calls this server, and nobody else.
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

export function serveServiceWorker(app: FastifyInstance): void {
  let text: string | undefined
  app.get('/service-worker.js', async (_request, reply) => {
    text ??= readFileSync(source(), 'utf8')
    return reply.headers(headers).send(text)
  })
}

/** The build copies web/ to where the compiled code finds it. */
function source(): URL {
  const name = 'web/service-worker/service-worker.js'
  const built = new URL(`../${name}`, import.meta.url)
  return existsSync(built) ? built : new URL(`../../${name}`, import.meta.url)
}
