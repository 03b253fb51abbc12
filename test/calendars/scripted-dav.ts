// A CalDAV server in memory that does what no good one does: breaks off, leaves out, moves, loses its answers.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface DavExchange {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface DavAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ScriptedDav {
  /** Of the collection. */
  readonly url: string
  readonly objects: Map<string, { etag: string; text: string }>
  readonly exchanges: DavExchange[]
  /** Answers instead of the server; `lost`: it does what it was asked to, and says nothing. */
  instead: ((exchange: DavExchange) => DavAnswer | 'lost' | null) | null
  close(): Promise<void>
}

export const collectionPath = '/cal/'
const ok = '<d:status>HTTP/1.1 200 OK</d:status>'

export const multistatus = (inside: string): DavAnswer => ({
  ...{ status: 207, headers: { 'content-type': 'application/xml' } },
  body: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inside}</d:multistatus>`,
})
export const response = (href: string, props: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop>${ok}</d:propstat></d:response>`
export const itself = response(
  collectionPath,
  '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>x</d:displayname>',
)
export const notFound = (href: string) =>
  `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`

export async function scriptedDav(): Promise<ScriptedDav> {
  const objects: ScriptedDav['objects'] = new Map()
  let etags = 0
  const answer = ({ method, path, headers, body }: DavExchange): DavAnswer => {
    if (method === 'PROPFIND') {
      const all = [...objects].map(([href, { etag }]) => response(href, `<d:getetag>${etag}</d:getetag>`))
      return multistatus(headers.depth === '0' ? itself : itself + all.join(''))
    }
    if (method === 'REPORT') {
      const asked = [...body.matchAll(/href>([^<]+)</g)].map(([, href]) => href!)
      return multistatus(asked.map((href) => textOf(href, objects.get(href))).join(''))
    }
    const there = objects.get(path)
    const expected = headers['if-match']
    if (expected === undefined ? headers['if-none-match'] === '*' && there : there?.etag !== expected)
      return { status: 412 }
    if (method === 'DELETE') return { status: objects.delete(path) ? 204 : 404 }
    const etag = `"e${++etags}"`
    objects.set(path, { etag, text: body })
    return { status: 201, headers: { etag } }
  }
  const server = createServer(async (request, reply) => {
    const { method = '', url: path = '', headers } = request
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const exchange = { method, path, headers, body: Buffer.concat(parts).toString() }
    dav.exchanges.push(exchange)
    const instead = dav.instead?.(exchange) ?? null
    const { status, headers: said = {}, body = '' } = instead && instead !== 'lost' ? instead : answer(exchange)
    if (instead === 'lost') reply.destroy()
    else reply.writeHead(status, said).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dav: ScriptedDav = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${collectionPath}`,
    ...{ objects, exchanges: [], instead: null },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return dav
}

function textOf(href: string, there: { etag: string; text: string } | undefined): string {
  if (!there) return notFound(href)
  return response(href, `<d:getetag>${there.etag}</d:getetag><c:calendar-data>${there.text}</c:calendar-data>`)
}
