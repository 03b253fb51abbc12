// Something on loopback that speaks Sentry's protocol: it keeps what it was given, and answers by a script.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
}

export interface SentryServer {
  readonly dsn: string
  readonly received: readonly Received[]
  /** Answers this to everything from now on; a promise that never settles is a server that hangs. */
  answer: () => Answer | Promise<Answer>
  /** Resolves when that many have come. */
  until(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

export async function startSentryServer(): Promise<SentryServer> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) })
    for (const look of waiting) look()
    const { status, headers } = await result.answer()
    response.writeHead(status, headers).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const result: SentryServer = {
    dsn: `http://public@127.0.0.1:${(server.address() as AddressInfo).port}/42`,
    received,
    answer: () => ({ status: 200 }),
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve(received)
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return result
}

export interface ReceivedEvent {
  readonly level: string
  readonly tags: Record<string, string>
  readonly fingerprint: string[]
  readonly logentry: { formatted: string }
  readonly extra: { count: number }
  readonly exception?: { values: { type: string; value: string }[] }
  readonly [field: string]: unknown
}

/** Reads an envelope as strictly as the protocol allows. */
export function readEnvelope(body: Buffer): { header: Record<string, unknown>; event: ReceivedEvent } {
  const first = body.indexOf(10)
  const second = body.indexOf(10, first + 1)
  const header = JSON.parse(body.subarray(0, first).toString())
  const item = JSON.parse(body.subarray(first + 1, second).toString())
  const payload = body.subarray(second + 1, second + 1 + item.length)
  if (item.type !== 'event' || body.subarray(second + 1 + item.length).toString() !== '\n')
    throw new Error('The item is not an event of the length that it names.')
  return { header, event: JSON.parse(payload.toString()) }
}
