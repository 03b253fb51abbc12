// Requests to hosts outside. Each has a connection of its own, so `unsent` is said only while no byte of it can have left.

import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

export interface OutgoingRequest {
  /** https:, or http: where allowed. */
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly signal: AbortSignal
  /** Default and most 15,000. */
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
  | { readonly kind: 'blocked'; readonly why: string }
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string }

export interface OutgoingRules {
  readonly allowedTargets: readonly string[]
  readonly allowHttp?: boolean
  readonly anyTarget?: boolean
}

export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingResult>

const bodyBytesMax = 65_536
const timeoutMsMax = 15_000

export function outgoing(_rules: OutgoingRules): Outgoing {
  return ({ url, method, headers, body, signal, timeoutMs = timeoutMsMax }) =>
    new Promise((resolve) => {
      const open = url.startsWith('https:') ? secureRequest : plainRequest
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      let isConnected = false
      const request = open(url, { method, headers, agent: false, signal: limit })
      request.on('socket', (socket) => {
        socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
          isConnected = true
          request.end(body ?? undefined)
        })
      })
      request.on('error', (error) => resolve({ kind: isConnected ? 'lost' : 'unsent', why: error.message }))
      request.on('response', (response) => void read(response).then(resolve))
    })
}

async function read(response: IncomingMessage): Promise<OutgoingResult> {
  const parts: Buffer[] = []
  try {
    for await (const part of response) parts.push(part as Buffer)
  } catch {
    // The status is known: it is the answer.
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return {
    kind: 'answered',
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(parts).subarray(0, bodyBytesMax).toString('utf8'),
  }
}
