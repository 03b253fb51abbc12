// A push service that does as it is told, and browsers that read what it got with an implementation that is not ours.

import * as crypto from 'node:crypto'
import { once } from 'node:events'
import * as http from 'node:http'
import type { Socket } from 'node:net'
import * as ece from 'http_ece'
import { unusedPort } from './unused-port.ts'

export interface Pushed {
  /** Which device it was for: the last part of the endpoint. */
  readonly device: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

/** What it does with a request: a status, or something worse. */
export type Behaviour =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Takes all of it, and answers when this has happened. */
  | { readonly status: number; readonly after: () => Promise<unknown> }
  /** Closes the connection as soon as it is there; before anything was read. */
  | 'reset'
  /** Takes all of it, and goes away. */
  | 'drop'
  /** Takes all of it, begins to answer, and goes away. */
  | 'half'
  /** Takes all of it, and says nothing. */
  | 'hang'

export interface PushService {
  readonly url: string
  /** Everything that came, with whatever it was answered. */
  readonly came: readonly Pushed[]
  /** What it has taken for good: answered with 2xx, or dropped after it was read. */
  readonly taken: readonly Pushed[]
  /** For the next requests to a device, in order; the last one stays. Default 201. */
  script(device: string, ...behaviours: readonly Behaviour[]): void
  /** Resolves when so many requests have come. */
  got(count: number): Promise<void>
  /** Nobody listens any more. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
  start(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const came: Pushed[] = []
  const taken: Pushed[] = []
  const scripts = new Map<string, Behaviour[]>()
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  const next = (device: string): Behaviour => {
    const list = scripts.get(device) ?? []
    return (list.length > 1 ? list.shift() : list[0]) ?? 201
  }
  const server = http.createServer(async (request, response) => {
    const device = request.url?.split('/').at(-1) ?? ''
    const behaviour = next(device)
    if (behaviour === 'reset') return void request.socket.resetAndDestroy()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const pushed = { device, headers: request.headers, body: Buffer.concat(chunks) }
    came.push(pushed)
    for (const look of waiting) look()
    if (behaviour === 'hang') return
    if (behaviour === 'drop' || behaviour === 'half') taken.push(pushed)
    if (behaviour === 'half') request.socket.write('HTTP/1.1 20')
    if (behaviour === 'drop' || behaviour === 'half') return void request.socket.resetAndDestroy()
    const answer: { status: number; headers?: Record<string, string>; body?: string; after?: () => Promise<unknown> } =
      typeof behaviour === 'number' ? { status: behaviour } : behaviour
    await answer.after?.()
    if (answer.status < 300) taken.push(pushed)
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // It goes away and comes back: meanwhile nobody else may get its port.
  const port = await unusedPort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    ...{ came, taken },
    script: (device, ...behaviours) => void scripts.set(device, [...behaviours]),
    got: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (came.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async stop() {
      const closed = server.listening ? once(server, 'close') : Promise.resolve([])
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async start() {
      if (server.listening) return
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
}

export interface Browser {
  readonly endpoint: string
  /** As `JSON.stringify(subscription)` has it. */
  readonly subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }
  read(pushed: Pushed): Record<string, unknown>
}

/** A browser with keys of its own, subscribed at that service. */
export function browserAt(service: string, device: string): Browser {
  const privateKey = crypto.createECDH('prime256v1')
  const p256dh = privateKey.generateKeys('base64url')
  const auth = crypto.randomBytes(16).toString('base64url')
  const endpoint = `${service}/push/${device}`
  return {
    endpoint,
    subscription: { endpoint, expirationTime: null, keys: { p256dh, auth } },
    read: ({ body }) =>
      JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth }).toString('utf8')),
  }
}
