// Requests to addresses that somebody else has named: only to public ones, checked at the address that is connected to, without
// redirects, and with an answer that is bounded in size and time. What comes back says whether anything was handed over.

import { lookup } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'

export interface OutgoingRequest {
  /** https:, or http: where it is allowed. */
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly signal: AbortSignal
  /** Default and most 15,000. */
  readonly timeoutMs?: number
}

export type OutgoingResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      /** Cut at 64 KiB. */
      readonly body: string
    }
  /** The target may not be reached: nothing was sent. */
  | { readonly kind: 'blocked'; readonly why: string }
  /** Lost before any byte of the request could have been handed over. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** Lost afterwards: nobody can know. */
  | { readonly kind: 'lost'; readonly why: string }

export interface OutgoingRules {
  /** Networks and hosts that may be reached although they are private. */
  readonly allowedTargets: readonly string[]
  readonly allowHttp?: boolean
}

const timeoutMsMax = 15_000
const bodyBytesMax = 65_536

export function outgoing(rules: OutgoingRules): (request: OutgoingRequest) => Promise<OutgoingResult> {
  return async (request) => {
    const url = new URL(request.url)
    if (url.protocol !== 'https:' && !(rules.allowHttp && url.protocol === 'http:'))
      return { kind: 'blocked', why: `${url.protocol} is not allowed` }
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isListed = rules.allowedTargets.includes(host)
    if (net.isIP(host) !== 0 && !isListed && isPrivate(host)) return { kind: 'blocked', why: `${host} is private` }
    return await exchange(request, url, isListed)
  }
}

class Blocked extends Error {}

function exchange(request: OutgoingRequest, url: URL, isListed: boolean): Promise<OutgoingResult> {
  return new Promise((resolve) => {
    let isHandedOver = false
    const fail = (error: Error) => {
      if (error instanceof Blocked) resolve({ kind: 'blocked', why: error.message })
      else resolve({ kind: isHandedOver ? 'lost' : 'unsent', why: describe(error) })
    }
    const timeout = AbortSignal.timeout(Math.min(request.timeoutMs ?? timeoutMsMax, timeoutMsMax))
    const sending = (url.protocol === 'https:' ? https : http).request(url, {
      method: request.method,
      headers: request.headers,
      agent: false,
      signal: AbortSignal.any([request.signal, timeout]),
      lookup: (host, options, done) => checkedLookup(host, options, isListed, done),
    })
    sending.on('socket', (socket) => {
      const event = url.protocol === 'https:' ? 'secureConnect' : 'connect'
      socket.once(event, () => {
        isHandedOver = true
      })
    })
    sending.on('error', fail)
    sending.on('response', (response) => readAnswer(response, resolve, fail))
    sending.end(request.body ?? undefined)
  })
}

function readAnswer(
  response: http.IncomingMessage,
  resolve: (result: OutgoingResult) => void,
  fail: (error: Error) => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const end = () => {
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    const body = Buffer.concat(chunks).subarray(0, bodyBytesMax).toString('utf8')
    resolve({ kind: 'answered', status: response.statusCode ?? 0, headers, body })
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < bodyBytesMax) return
    end()
    response.destroy()
  })
  response.on('end', end)
  response.on('error', fail)
}

function checkedLookup(
  host: string,
  options: object,
  isListed: boolean,
  done: (error: Error | null, address: string, family?: number) => void,
): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const bad = isListed ? undefined : addresses.find(({ address }) => isPrivate(address))
    if (bad) return done(new Blocked(`${host} leads to ${bad.address}, which is private`), '')
    ;(done as unknown as (error: null, all: object) => void)(null, addresses)
  })
}

const privateNetworks = new net.BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')

function isPrivate(address: string): boolean {
  return net.isIPv4(address) ? privateNetworks.check(address, 'ipv4') : !/^2/.test(address)
}

function describe(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
