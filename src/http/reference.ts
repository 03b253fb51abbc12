// The reference page at /docs: rendered once from the OpenAPI document and served with its style and script from here, so that it
// works without a network.

import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'
import { problemCodes } from './problem.ts'
import type { OpenApiDocument } from './reference/document.ts'
import { contentSecurityPolicy, readReferenceAssets, renderReference } from './reference/render.ts'

export function serveReference(app: FastifyInstance, version: string): void {
  const headers = { 'content-security-policy': contentSecurityPolicy, 'cache-control': 'no-cache' }
  let page: string | undefined
  app.get('/docs', async (_request, reply) => {
    const document = openApiDocument(version) as unknown as OpenApiDocument
    page ??= renderReference(document, { codes: problemCodes })
    return reply.headers(headers).type('text/html; charset=utf-8').send(page)
  })
  for (const { name, type, text } of readReferenceAssets())
    app.get(`/docs/${name}`, async (_request, reply) => reply.headers(headers).type(type).send(text))
}
