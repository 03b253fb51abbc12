// One request on a connection of its own, and what comes back. From the first line on the other side may have the request, so
// whatever goes wrong before its status is known is `lost`. Once the status is known it is the answer, however the body ends.

import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { describe } from './connect.ts'
import type { OutgoingRequest, OutgoingResult } from './outgoing.ts'

const bodyBytesMax = 65_536

export function exchange(
  socket: Socket,
  target: URL,
  { method, headers, body, answerBytesMax = bodyBytesMax }: Omit<OutgoingRequest, 'url' | 'signal'>,
  signal: AbortSignal,
): Promise<OutgoingResult> {
  return new Promise((resolve) => {
    const finish = (result: OutgoingResult) => {
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(result)
    }
    /** As soon as the status is known, whatever goes wrong is only the end of the answer. */
    let end = (why: string) => finish({ kind: 'lost', why })
    const onAbort = () => end(String(signal.reason?.message ?? 'given up'))
    // Between the connection and here; nothing is written yet.
    if (signal.aborted) return finish({ kind: 'unsent', why: String(signal.reason?.message ?? 'given up') })
    signal.addEventListener('abort', onAbort)
    const payload = typeof body === 'string' ? Buffer.from(body) : body
    const sent = httpRequest({
      ...{ method, path: `${target.pathname}${target.search}`, setHost: false },
      headers: { host: target.host, ...headers, ...(payload && { 'content-length': payload.length }) },
      createConnection: () => socket,
    })
    sent.on('error', (error) => end(describe(error)))
    sent.on('upgrade', (response) => finish(answer(response, [])))
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      end = () => finish(answer(response, parts))
      read(response, parts, answerBytesMax, () => finish(answer(response, parts)))
    })
    sent.end(payload ?? undefined)
  })
}

/** As much of the body as is wanted, then `done`. */
function read(response: IncomingMessage, parts: Buffer[], bytesMax: number, done: () => void): void {
  let bytes = 0
  response.on('data', (part: Buffer) => {
    parts.push(part.subarray(0, bytesMax - bytes))
    bytes += part.length
    if (bytes >= bytesMax) done()
  })
  response.on('end', done).on('error', done).on('close', done)
}

function answer(response: IncomingMessage, parts: readonly Buffer[]): OutgoingResult {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return {
    kind: 'answered',
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(parts).toString('utf8'),
    ...(!response.complete && { isCut: true as const }),
  }
}
