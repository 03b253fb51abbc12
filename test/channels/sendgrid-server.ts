// SendGrid, as far as mails need it: takes POST /v3/mail/send and does as it is told. It is also the outside witness: what it has
// taken over, whatever it answered, is in `received`.

import http from 'node:http'
import type net from 'node:net'

export type SendgridAct =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Takes it over, and then: hangs up, says nothing, or hangs up in the midst of the answer. */
  | 'drop'
  | 'hang'
  | 'half'
  /** Hangs up as soon as somebody connects. */
  | 'refuse'

export interface SentMail {
  readonly authorization: string
  readonly path: string
  readonly body: ReturnType<typeof JSON.parse>
}

export interface SendgridServer {
  readonly url: string
  readonly received: readonly SentMail[]
  /** How many were made, whether anything came over them or not. */
  connections(): number
  act(next: SendgridAct): void
  /** Ends every connection. */
  hangUp(): void
  close(): Promise<void>
}

export const accepted: SendgridAct = { status: 202, headers: { 'x-message-id': 'abc.def' } }

export async function sendgridServer(first: SendgridAct = accepted, port = 0): Promise<SendgridServer> {
  let act = first
  const received: SentMail[] = []
  const sockets = new Set<net.Socket>()
  const server = http.createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      received.push({
        authorization: request.headers.authorization ?? '',
        path: `${request.method} ${request.url}`,
        body,
      })
      if (act === 'hang') return
      if (act === 'drop' || act === 'refuse') return void request.socket.destroy()
      if (act === 'half') return void request.socket.end('HTTP/1.1 202 Acc')
      answer.writeHead(act.status, { 'content-type': 'application/json', ...act.headers })
      answer.end(act.body ?? '')
    })
  })
  let connections = 0
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (act === 'refuse') socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    received,
    connections: () => connections,
    act(next) {
      act = next
    },
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
