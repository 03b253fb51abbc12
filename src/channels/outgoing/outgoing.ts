// Requests that leave this machine, and what became of each: answered, never sent, or nobody can know.

import http from 'node:http'
import https from 'node:https'

export interface OutgoingRequest {
  /** https:, or http: where that is allowed. */
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly signal: AbortSignal
  /** Default, and most, 15,000. */
  readonly timeoutMs?: number
}

export type OutgoingResult =
  /** The body is cut at 64 KiB. */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /** The target may not be reached; nothing was sent. */
  | { readonly kind: 'blocked'; readonly why: string }
  /** DNS, refused, TLS, time-out or loss before any byte of the request could have been handed over. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** Time-out or loss after the request may have been handed over. */
  | { readonly kind: 'lost'; readonly why: string }

export interface OutgoingRules {
  /** Networks and hosts that the operator allows. */
  readonly allowedTargets: readonly string[]
  readonly allowHttp?: boolean
  /** The URL is the operator's own configuration. */
  readonly anyTarget?: boolean
}

const timeoutMaxMs = 15_000
const bodyBytesMax = 65_536

export function outgoing(rules: OutgoingRules): (request: OutgoingRequest) => Promise<OutgoingResult> {
  return (request) => {
    const url = new URL(request.url)
    if (url.protocol !== 'https:' && !rules.allowHttp) return Promise.resolve({ kind: 'blocked', why: 'not https' })
    return new Promise((resolve) => exchange(url, request, resolve))
  }
}

function exchange(url: URL, request: OutgoingRequest, resolve: (result: OutgoingResult) => void): void {
  const { method, headers, body, signal, timeoutMs = timeoutMaxMs } = request
  let isHandedOver = false
  const fail = (why: string) => {
    clearTimeout(timer)
    resolve({ kind: isHandedOver ? 'lost' : 'unsent', why })
    sent.destroy()
  }
  const secure = url.protocol === 'https:'
  const sent = (secure ? https : http).request(url, { method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => {
      clearTimeout(timer)
      const plain = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
      const text = Buffer.concat(chunks).subarray(0, bodyBytesMax).toString('utf8')
      resolve({ kind: 'answered', status: answer.statusCode ?? 0, headers: Object.fromEntries(plain), body: text })
      sent.destroy()
    }
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= bodyBytesMax) finish()
    })
    answer.on('end', finish)
    answer.on('error', finish)
  })
  const timer = setTimeout(() => fail('no answer in time'), Math.min(timeoutMs, timeoutMaxMs))
  sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
  sent.on('socket', (socket) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      isHandedOver = true
      sent.end(body ?? undefined)
    })
  })
  if (signal.aborted) fail('given up')
  signal.addEventListener('abort', () => fail('given up'), { once: true })
}
