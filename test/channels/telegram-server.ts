// A Bot API that does as a test says, and remembers what it was asked: the outside witness.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readCallback, signingKeyOf } from '../../src/channels/telegram/callback.ts'
import { wallClock } from '../../src/time/clock.ts'

export interface Call {
  readonly path: string
  readonly chat: number | string
  readonly text: string
  readonly payload: Record<string, unknown>
  /** The delivery in its buttons; null where it has none. */
  readonly delivery: string | null
  readonly atMs: number
}

/** How the other side behaves when it has read a request. */
export type Reaction =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  /** It has the message, and the answer never comes. */
  | 'drop'
  | 'hang'
  /** Half of the status line, half of the body. */
  | 'half a head'
  | 'half a body'

export interface TelegramServer {
  readonly url: string
  readonly port: number
  readonly calls: readonly Call[]
  script(react: ((call: Call) => Reaction) | null): void
  /** Connections are closed before anything is read. */
  refuseConnections(refuse: boolean): void
  /** Resolves once there were at least so many. */
  called(count: number): Promise<readonly Call[]>
  close(): Promise<void>
}

export const ok: Reaction = { status: 200, body: { ok: true, result: { message_id: 7 } } }

export const no = (code: number, description: string, parameters?: object): Reaction => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
})

export async function openTelegram(port = 0): Promise<TelegramServer> {
  const calls: Call[] = []
  const waiting = new Set<() => void>()
  let react: ((call: Call) => Reaction) | null = null
  let isRefusing = false
  const server = createServer(async (request, response) => {
    const call = await read(request)
    calls.push(call)
    for (const check of waiting) check()
    answer(response, react ? react(call) : ok)
  })
  server.on('connection', (socket) => {
    if (isRefusing) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${own}`, port: own, calls },
    script: (next) => {
      react = next
    },
    refuseConnections: (refuse) => {
      isRefusing = refuse
    },
    called: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (calls.length < count) return
          waiting.delete(check)
          resolve(calls)
        }
        waiting.add(check)
        check()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: IncomingMessage): Promise<Call> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const payload = JSON.parse(Buffer.concat(parts).toString('utf8'))
  const data: unknown = payload.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data
  return {
    ...{ path: request.url ?? '', chat: payload.chat_id, text: payload.text, payload, atMs: wallClock.nowMs() },
    delivery: typeof data === 'string' ? (readCallback(keyOf(request), data)?.id ?? null) : null,
  }
}

/** What signs the buttons of the bot that calls: it says its token. */
function keyOf(request: IncomingMessage): Buffer {
  return signingKeyOf(/^\/bot([^/]+)\//.exec(request.url ?? '')?.[1] ?? '')
}

function answer(response: ServerResponse, reaction: Reaction): void {
  if (reaction === 'hang') return
  const socket = response.socket!
  if (reaction === 'drop') return void socket.destroy()
  if (reaction === 'half a head') return void socket.write('HTTP/1.1 20', () => socket.destroy())
  if (reaction === 'half a body') {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n'
    return void socket.write(`${head}{"ok":true,"result":{"mess`, () => socket.destroy())
  }
  const { status, body = '', headers = {} } = reaction
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}
