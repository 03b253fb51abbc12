// Requests to hosts that users name: webhooks, push services, the APIs of providers. Two questions are answered for each. May it go
// there? Checked at the address that the connection is made to; redirects are answers, not followed. And was it sent? Each request
// has a connection of its own, so `unsent` is said only while no byte of it can have left:
//
//   read the URL → resolve once, check every address → connect to a checked one → check whom we got → write → read the answer
//   blocked        blocked, unsent                     unsent                     blocked             lost    answered

import type { Socket } from 'node:net'
import { isSameAddress, readAddressBytes } from './address.ts'
import { describe, network, type OutgoingGround, untilConnected } from './connect.ts'
import { exchange } from './exchange.ts'
import { readAllowList, readTarget, type Target, type TargetRules, whyBlocked } from './target.ts'

export interface OutgoingRequest {
  /** https:, or http: where allowed. */
  readonly url: string
  readonly method: 'POST' | 'GET' | 'PUT' | 'DELETE' | 'PROPFIND' | 'REPORT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
  readonly signal: AbortSignal
  /** For everything, from the look-up to the last byte of the answer. Default and most 15,000. */
  readonly timeoutMs?: number
  /** How much of the answer is read. Default 64 KiB. */
  readonly answerBytesMax?: number
}

export type OutgoingResult =
  /** The body is cut at `answerBytesMax`, and where it did not come to its end. */
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly isCut?: true
    }
  /** This target may not be reached, or the request is malformed; nothing was sent. */
  | { readonly kind: 'blocked'; readonly why: string }
  /** Look-up, connection or TLS failed, or took too long: no byte of the request was handed over. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** Lost or too late after the request may have been handed over: nobody can know. */
  | { readonly kind: 'lost'; readonly why: string }

export interface OutgoingRules {
  /** Networks and hosts that the operator allows although they are private: `10.1.0.0/16`, `hooks.internal`. */
  readonly allowedTargets: readonly string[]
  /** Plain http to public hosts, too. Default false: only to allowed targets. */
  readonly allowHttp?: boolean
  /** The URL is the operator's own, from the configuration: it may lead anywhere. Default false. */
  readonly anyTarget?: boolean
  /** What is not listed as it is written has a public name: no address, and no name that may prove to lie in an allowed network. Default false. */
  readonly publicName?: boolean
}

export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingResult>

const timeoutMsMax = 15_000
/** While there is another address to try. */
const connectMs = 4_000
const addressesMax = 4

export function outgoing(rules: OutgoingRules, ground: OutgoingGround = network): Outgoing {
  const checked = targetRules(rules)
  return async (request) => {
    const target = readTarget(request.url, checked)
    if ('blocked' in target) return { kind: 'blocked', why: target.blocked }
    const flaw = headerFlaw(request.headers)
    if (flaw) return { kind: 'blocked', why: flaw }
    const deadline = new Deadline(request.signal, Math.min(request.timeoutMs ?? timeoutMsMax, timeoutMsMax))
    try {
      return await send(request, target, checked, ground, deadline.signal)
    } finally {
      deadline.clear()
    }
  }
}

/** Why a URL cannot be a target, as far as its text tells; null: it may be one. */
export function whyNoTarget(url: string, rules: OutgoingRules): string | null {
  const target = readTarget(url, targetRules(rules))
  return 'blocked' in target ? target.blocked : null
}

function targetRules({ allowedTargets, allowHttp, anyTarget = false, publicName = false }: OutgoingRules): TargetRules {
  return { allowed: readAllowList(allowedTargets), allowHttp: allowHttp || anyTarget, anyTarget, publicName }
}

async function send(
  request: OutgoingRequest,
  target: Target,
  rules: TargetRules,
  ground: OutgoingGround,
  signal: AbortSignal,
): Promise<OutgoingResult> {
  const addresses = await resolve(target, rules, ground, signal)
  if (!Array.isArray(addresses)) return addresses
  const connected = await connect(addresses, target, ground, signal)
  if ('kind' in connected) return connected
  return await exchange(connected.socket, target.url, request, signal)
}

/** All addresses of the target, each of them checked: one that is forbidden spoils the name. */
async function resolve(
  target: Target,
  rules: TargetRules,
  { lookup }: OutgoingGround,
  signal: AbortSignal,
): Promise<string[] | OutgoingResult> {
  if (target.literal) return [target.host]
  const found = await Promise.race([
    lookup(target.host, signal).catch((error: unknown) => describe(error)),
    aborted(signal),
  ])
  if (typeof found === 'string') return { kind: 'unsent', why: found }
  if (found.length === 0) return { kind: 'unsent', why: 'the name has no address' }
  for (const address of found) {
    const bytes = readAddressBytes(address)
    const why = bytes ? whyBlocked(target, bytes, rules) : 'not an address'
    if (why) return { kind: 'blocked', why }
  }
  return [...new Set(found)].slice(0, addressesMax)
}

function aborted(signal: AbortSignal): Promise<string> {
  const why = () => String(signal.reason?.message ?? 'given up')
  if (signal.aborted) return Promise.resolve(why())
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(why()), { once: true }))
}

/** To the first address that takes it; each but the last has a share of the time. */
async function connect(
  addresses: readonly string[],
  { host, literal, port, isSecure }: Target,
  ground: OutgoingGround,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket } | OutgoingResult> {
  let why = 'given up'
  for (const [i, address] of addresses.entries()) {
    if (signal.aborted) return { kind: 'unsent', why: await aborted(signal) }
    const secureName = isSecure ? (literal ? address : host) : null
    const share = new Deadline(signal, i === addresses.length - 1 ? timeoutMsMax : connectMs)
    const connected = await untilConnected(() => ground.connect({ address, port, secureName }), isSecure, share.signal)
    share.clear()
    if ('socket' in connected) return lookAgain(connected.socket, address)
    why = connected.failure
  }
  return { kind: 'unsent', why }
}

/** Is it whom we wanted? A connection that is gone already has no other side, and nothing was written to it. */
function lookAgain(socket: Socket, address: string): { readonly socket: Socket } | OutgoingResult {
  const { remoteAddress } = socket
  const [found, wanted] = [readAddressBytes(remoteAddress ?? ''), readAddressBytes(address)]
  if (found && wanted && isSameAddress(found, wanted)) return { socket }
  socket.destroy()
  if (remoteAddress === undefined) return { kind: 'unsent', why: 'the connection was closed at once' }
  return { kind: 'blocked', why: 'connected to another address than the one that was checked' }
}

/** Belfry's own, beside what frames the message: whoever sets these could put a second request into the first. */
const framing = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i

function headerFlaw(headers: Readonly<Record<string, string>>): string | null {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return 'a header with a malformed name'
    if (framing.test(name)) return `the header ${name} is not for callers`
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return `the header ${name} has a character that no header may have`
  }
  return null
}

/** The caller's signal, or so many milliseconds, whichever comes first. */
class Deadline {
  readonly #abort = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #outer: AbortSignal
  readonly #pass = (): void => this.#abort.abort(this.#outer.reason)

  constructor(outer: AbortSignal, ms: number) {
    this.#outer = outer
    this.#timer = setTimeout(() => this.#abort.abort(new Error(`no answer within ${ms} ms`)), ms)
    outer.addEventListener('abort', this.#pass)
    if (outer.aborted) this.#pass()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#pass)
  }
}
