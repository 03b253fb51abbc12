// Stands between Belfry and a CalDAV server: keeps what was asked and answered, lets somebody else do something just before a request
// arrives, and can change what the server says.

import { createServer, type IncomingMessage } from 'node:http'

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  status: number
  answer: string
}

export interface RecordingProxy {
  readonly url: string
  readonly exchanges: Exchange[]
  /** Called before a request goes on. */
  before: ((exchange: Exchange) => Promise<void>) | null
  /** What the server says, said otherwise. */
  rewrite: ((answer: string) => string) | null
  /** Methods and statuses since the last time, such as `REPORT sync-collection 207`. */
  taken(): string[]
  close(): Promise<void>
}

export async function recordingProxy(port: number): Promise<RecordingProxy> {
  const exchanges: Exchange[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const { method = '', url: path = '', headers } = request
    const exchange: Exchange = { method, path, headers, body, status: 0, answer: '' }
    exchanges.push(exchange)
    await proxy.before?.(exchange)
    const passed = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name))
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: passed as [string, string][],
      redirect: 'manual',
      ...(body !== '' && { body }),
    })
    const text = await answer.text()
    exchange.status = answer.status
    exchange.answer = proxy.rewrite?.(text) ?? text
    const kept = ['content-type', 'etag', 'location'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(kept)).end(exchange.answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as { port: number }
  let seen = 0
  const proxy: RecordingProxy = {
    ...{ url: `http://127.0.0.1:${own}`, exchanges, before: null, rewrite: null },
    taken() {
      const said = exchanges.slice(seen).map(({ method, body, status }) => {
        const [, report = ''] =
          method === 'REPORT' ? (/<[a-z]+:(sync-collection|calendar-multiget)/.exec(body) ?? []) : []
        return [method, report, status].filter((part) => part !== '').join(' ')
      })
      seen = exchanges.length
      return said
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return proxy
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
