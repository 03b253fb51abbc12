// A mail server that does as it is told: at each step of a mail it answers anything, says nothing, or hangs up. It is also the
// outside witness: what it has got, dot and all, is in `received`, whatever it answered.

import net from 'node:net'
import tls from 'node:tls'

/** In the order in which a client comes to them. `body` is in the midst of it, `end` after its last dot. */
export type At = 'connect' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'end'

/** A reply, silence, or a connection that is gone. `halfReply` is a reply without the end of its line, and then it is gone. */
export type Act = { readonly reply: string } | { readonly halfReply: string } | 'hang' | 'drop'

export interface ScriptedOptions {
  readonly script?: Partial<Record<At, Act>>
  /** What EHLO offers. Default: nothing but SIZE. */
  readonly extensions?: readonly string[]
  /** TLS from the start, or after STARTTLS. */
  readonly certificate?: { readonly key: string; readonly cert: string }
  readonly secure?: boolean
  /** Default: one that is free. */
  readonly port?: number
}

export interface ScriptedSmtp {
  readonly port: number
  /** Everything that was ended by a dot. */
  readonly received: readonly string[]
  /** Every command, as it came. */
  readonly commands: readonly string[]
  readonly connections: number
  script(next: Partial<Record<At, Act>>): void
  /** Ends every connection, as a server does that has waited long enough. */
  hangUp(): void
  /** Resolves once a client has come to this step. */
  reached(at: At): Promise<void>
  close(): Promise<void>
}

const usual: Readonly<Record<At, string>> = {
  connect: '220 mail.test ready',
  ehlo: '',
  starttls: '220 go ahead',
  auth: '235 welcome',
  mail: '250 sender ok',
  rcpt: '250 recipient ok',
  data: '354 go ahead',
  body: '',
  end: '250 queued',
}

export async function scriptedSmtp(options: ScriptedOptions = {}): Promise<ScriptedSmtp> {
  const { extensions = [], certificate, secure = false, port = 0 } = options
  let script = options.script ?? {}
  const received: string[] = []
  const commands: string[] = []
  const sockets = new Set<net.Socket>()
  const waiting: { at: At; resolve: () => void }[] = []
  let connections = 0

  /** Does what the script says. */
  const act = (socket: net.Socket, at: At, plain = usual[at]): Said => {
    for (const one of waiting) if (one.at === at) one.resolve()
    const does = script[at] ?? { reply: plain }
    if (does === 'hang') return 'nothing'
    if (does === 'drop') {
      // At once, with whatever is still unread: the other side gets a reset.
      if ('resetAndDestroy' in socket && !(socket instanceof tls.TLSSocket)) socket.resetAndDestroy()
      else socket.destroy()
      return 'nothing'
    }
    if ('halfReply' in does) {
      socket.end(does.halfReply)
      return 'nothing'
    }
    if (does.reply !== '') socket.write(`${does.reply}\r\n`)
    return /^[45]/.test(does.reply) ? 'no' : 'yes'
  }
  const parts: Parts = { act, extensions, certificate, received, commands }
  const welcome = (socket: net.Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    if (act(socket, 'connect') !== 'nothing') converse(socket, parts)
  }
  const server = secure ? tls.createServer({ ...certificate }, welcome) : net.createServer(welcome)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    received,
    commands,
    get connections() {
      return connections
    },
    script(next) {
      script = next
    },
    hangUp() {
      for (const socket of sockets) socket.end()
    },
    reached: (at) => new Promise((resolve) => waiting.push({ at, resolve })),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

type Said = 'yes' | 'no' | 'nothing'

interface Parts {
  readonly act: (socket: net.Socket, at: At, plain?: string) => Said
  readonly extensions: readonly string[]
  readonly certificate: ScriptedOptions['certificate']
  readonly received: string[]
  readonly commands: string[]
}

function converse(socket: net.Socket, parts: Parts): void {
  let buffered = ''
  let isBody = false
  let isOver = false
  let hasRecipient = false
  const onData = (chunk: Buffer) => {
    buffered += chunk.toString('latin1')
    if (isBody && !isOver) isOver = parts.act(socket, 'body') === 'nothing'
    while (!isOver) {
      const end = buffered.indexOf(isBody ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = buffered.slice(0, end)
      buffered = buffered.slice(end + (isBody ? 5 : 2))
      if (isBody) parts.received.push(text.slice(2))
      else parts.commands.push(text)
      const said = isBody ? parts.act(socket, 'end') : answer(socket, text, parts, hasRecipient)
      isOver = said === 'nothing'
      if (/^(MAIL|RCPT)/i.test(text)) hasRecipient = said === 'yes'
      isBody = !isBody && said === 'yes' && /^DATA$/i.test(text)
      // A dot that comes first ends it, too.
      if (isBody) buffered = `\r\n${buffered}`
      if (/^STARTTLS$/i.test(text) && said === 'yes' && parts.certificate) {
        socket.off('data', onData)
        return secureThen(socket, parts.certificate, (secured) => converse(secured, parts))
      }
    }
  }
  socket.on('data', onData)
}

function answer(socket: net.Socket, line: string, { act, extensions }: Parts, hasRecipient: boolean): Said {
  switch (line.split(/[ :]/)[0]!.toUpperCase()) {
    case 'EHLO':
      return act(socket, 'ehlo', ['250-mail.test', ...extensions.map((one) => `250-${one}`), '250 SIZE'].join('\r\n'))
    case 'STARTTLS':
      return act(socket, 'starttls')
    case 'AUTH':
      return act(socket, 'auth')
    case 'MAIL':
      return act(socket, 'mail')
    case 'RCPT':
      return act(socket, 'rcpt')
    case 'DATA':
      return act(socket, 'data', hasRecipient ? usual.data : '503 5.5.1 no recipient')
    case 'QUIT':
      socket.end('221 bye\r\n')
      return 'nothing'
    default:
      socket.write('250 ok\r\n')
      return 'yes'
  }
}

function secureThen(socket: net.Socket, certificate: object, then: (secured: tls.TLSSocket) => void): void {
  const secured = new tls.TLSSocket(socket, { isServer: true, ...certificate })
  secured.on('error', () => {})
  then(secured)
}
