// A provider that does what it is told, at the level of sockets, and the outside witness: it keeps every request that it has
// read to its end, whatever it answers. One request a connection. It listens on loopback only.

import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export interface WitnessedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Where in the request: before a byte is read, after its head (the rest is not looked at), after all of it; or amid the answer. */
type Phase = 'connect' | 'head' | 'body' | 'answer'

export type Behaviour =
  | {
      readonly do: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      /** Before the request's body is looked at. */
      readonly early?: boolean
    }
  /** Closes in the ordinary way (`drop`), sends a RST (`reset`), or says nothing more (`hang`). */
  | { readonly do: 'drop' | 'reset' | 'hang'; readonly at: Phase }
  /** A 200 whose body comes a byte at a time. */
  | { readonly do: 'drip'; readonly everyMs: number }
  /** A 200 whose body never ends. */
  | { readonly do: 'endless' }
  /** Something that is not HTTP. */
  | { readonly do: 'raw'; readonly bytes: string }
  /** The same, before it has read anything. */
  | { readonly do: 'greet'; readonly bytes: string }

/** What the next request is answered with; a function sees it, and how many came before. */
export type Script = Behaviour | ((request: WitnessedRequest, count: number) => Behaviour)

export interface ScriptedServer {
  readonly url: string
  readonly port: number
  /** Complete requests, in the order in which they ended. */
  readonly requests: readonly WitnessedRequest[]
  /** Connections that came, whatever became of them. */
  readonly connections: number
  script(script: Script): void
  /** Resolves when so many complete requests have been read. */
  until(count: number): Promise<void>
  close(): Promise<void>
}

export interface ScriptedServerOptions {
  /** With it, https. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Default: any that is free. */
  readonly port?: number
  readonly host?: '127.0.0.1' | '::1'
}

export const ok: Behaviour = { do: 'answer', status: 200 }

export function answerWith(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  return { do: 'answer', status, headers, body }
}

export async function scriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const { tls, port = 0, host = '127.0.0.1' } = options
  const witness = new Witness()
  const take = (socket: Socket) => witness.take(socket)
  const server: Server = tls ? createTlsServer(tls, take) : createServer(take)
  // A handshake that fails is the other side's to tell.
  server.on('tlsClientError', () => {})
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    witness.connections++
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
  })
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve))
  const { port: actual } = server.address() as { port: number }
  const name = host === '::1' ? '[::1]' : host
  return {
    url: `${tls ? 'https' : 'http'}://${name}:${actual}`,
    port: actual,
    requests: witness.requests,
    get connections() {
      return witness.connections
    },
    script: (script) => {
      witness.script = script
    },
    until: (count) => witness.until(count),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class Witness {
  readonly requests: WitnessedRequest[] = []
  connections = 0
  script: Script = ok
  readonly #waiting: { count: number; resolve: () => void }[] = []

  take(socket: Socket): void {
    socket.on('error', () => {})
    const fixed = typeof this.script === 'function' ? null : this.script
    if (fixed && 'at' in fixed && fixed.at === 'connect') {
      end(socket, fixed.do)
      return
    }
    if (fixed?.do === 'greet') socket.write(fixed.bytes)
    const parts: Buffer[] = []
    let isAnswered = false
    socket.on('data', (part: Buffer) => {
      parts.push(part)
      const read = readRequest(Buffer.concat(parts))
      if (read === null || isAnswered) return
      const isEarly = fixed && (('at' in fixed && fixed.at === 'head') || ('early' in fixed && fixed.early))
      if (!read.isComplete && !isEarly) return
      isAnswered = true
      if (!isEarly) this.#keep(read.request)
      this.#behave(socket, fixed ?? this.#ask(read.request))
    })
  }

  until(count: number): Promise<void> {
    if (this.requests.length >= count) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ count, resolve }))
  }

  #keep(request: WitnessedRequest): void {
    this.requests.push(request)
    for (const { count, resolve } of this.#waiting) if (this.requests.length >= count) resolve()
  }

  #ask(request: WitnessedRequest): Behaviour {
    return typeof this.script === 'function' ? this.script(request, this.requests.length - 1) : this.script
  }

  #behave(socket: Socket, behaviour: Behaviour): void {
    switch (behaviour.do) {
      case 'answer':
        socket.end(answerText(behaviour))
        break
      case 'raw':
        socket.end(behaviour.bytes)
        break
      case 'drip':
        drip(socket, behaviour.everyMs)
        break
      case 'endless':
        pour(socket)
        break
      case 'greet':
        break
      default:
        if (behaviour.at === 'answer') socket.write(halfAnswer, () => end(socket, behaviour.do))
        else end(socket, behaviour.do)
    }
  }
}

const halfAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'

function end(socket: Socket, how: 'drop' | 'reset' | 'hang'): void {
  if (how === 'drop') socket.destroy()
  if (how === 'reset') socket.resetAndDestroy()
  if (how === 'hang') socket.resume()
}

const longBody = { 'content-length': '1000000' }

function drip(socket: Socket, everyMs: number): void {
  socket.write(headText(200, longBody))
  const timer = setInterval(() => socket.write('.'), everyMs)
  socket.on('close', () => clearInterval(timer))
}

function pour(socket: Socket): void {
  socket.write(headText(200, { 'x-body': 'endless' }))
  const more = () => {
    while (!socket.destroyed && socket.write('x'.repeat(16_384)));
  }
  socket.on('drain', more)
  more()
}

function answerText({ status, headers = {}, body = '' }: Extract<Behaviour, { do: 'answer' }>): string {
  return headText(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) }) + body
}

function headText(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`
}

function readRequest(bytes: Buffer): { isComplete: boolean; request: WitnessedRequest } | null {
  const at = bytes.indexOf('\r\n\r\n')
  if (at < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, at).toString('latin1').split('\r\n')
  const [method = '', path = ''] = first.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = bytes.subarray(at + 4)
  const isComplete = body.length >= Number(headers['content-length'] ?? 0)
  return { isComplete, request: { method, path, headers, body: body.toString('utf8') } }
}
