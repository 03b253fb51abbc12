// A web site of somebody else's, on an origin of its own and with a policy as strict as can be, that embeds the inbox.

import { once } from 'node:events'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForeignSite {
  /** `http://127.0.0.1:…`; Belfry is at `http://localhost:…`. */
  readonly origin: string
  /** What is answered at a path: HTML, or a script or a style sheet by its ending. */
  readonly files: Map<string, string>
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '-token': 'application/json',
}

export async function openForeignSite(belfry: string): Promise<ForeignSite> {
  const files = new Map<string, string>()
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${belfry}`,
    `connect-src 'self' ${belfry}`,
    // Sheets of its own, as a site has them; nothing inline.
    "style-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const server = http.createServer(({ url = '/' }, response) => {
    const text = files.get(url)
    const type = types[/(?:\.[a-z]+|-token)$/.exec(url)?.[0] ?? ''] ?? 'text/html'
    response.setHeader('content-type', `${type}; charset=utf-8`)
    if (type === 'text/html') response.setHeader('content-security-policy', policy)
    // Browsers ask for an icon by themselves.
    response.writeHead(text === undefined ? (url === '/favicon.ico' ? 204 : 404) : 200).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    files,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
