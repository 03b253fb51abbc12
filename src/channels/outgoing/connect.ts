// A connection to exactly the address that was checked: nothing is resolved here, so that a name that changes its mind between the check
// and the connection changes nothing.

import { lookup } from 'node:dns/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

export interface Destination {
  /** An address in numbers. */
  readonly address: string
  readonly port: number
  /** Null: a plain connection. Otherwise whom the certificate has to be of. */
  readonly secureName: string | null
}

/** What requests stand on; tests bring their own. */
export interface OutgoingGround {
  /** The addresses of a name. Once the signal aborts, nobody waits for them any more. */
  readonly lookup: (host: string, signal: AbortSignal) => Promise<readonly string[]>
  /** Begins to connect; `connect` or `secureConnect` says that it is. */
  readonly connect: (to: Destination) => Socket
}

// As everything else on this machine resolves names, /etc/hosts too.
const addressesOf = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** Of the four threads that a process has for this, for files and for ciphers; the other two are for whom no user names. */
const lookupsMax = 2

/** For hosts that users name: a name server that never answers must not stop everything else in the process. */
export const network: OutgoingGround = {
  lookup: fewAtOnce(addressesOf, lookupsMax),
  connect: (to) => openSocket(to),
}

/** For hosts that the operator names: they do not wait behind those of users. */
export const operatorNetwork: OutgoingGround = { ...network, lookup: addressesOf }

/** The others wait for their turn; who has given up meanwhile does not take it. */
export function fewAtOnce(look: (host: string) => Promise<readonly string[]>, most: number): OutgoingGround['lookup'] {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async (host, signal) => {
    // Whoever ends gives its place to the next.
    if (underWay < most) underWay += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return signal.aborted ? [] : await look(host)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}

/** `ca`: whose certificates count, beside nobody else's. Default: those that Node.js trusts. */
export function openSocket({ address, port, secureName }: Destination, ca?: string): Socket {
  if (secureName === null) return connectTcp({ host: address, port })
  const isName = secureName !== address
  return connectTls({
    ...{ host: address, port, ALPNProtocols: ['http/1.1'] },
    // An address is not a name to ask for; without one, its own is what the certificate is compared with.
    ...(isName && { servername: secureName }),
    ...(ca !== undefined && { ca }),
  })
}

export type Connected = { readonly socket: Socket } | { readonly failure: string }

/** Waits until it is connected, and secure where it has to be. */
export async function untilConnected(open: () => Socket, isSecure: boolean, signal: AbortSignal): Promise<Connected> {
  try {
    return await connected(open(), isSecure, signal)
  } catch (error) {
    return { failure: describe(error) }
  }
}

function connected(socket: Socket, isSecure: boolean, signal: AbortSignal): Promise<Connected> {
  return new Promise((resolve) => {
    const settle = (result: Connected) => {
      socket.off('error', onError).off('close', onClose)
      signal.removeEventListener('abort', onAbort)
      // Whatever happens to it afterwards is told to whoever uses it, and does not end the process.
      socket.on('error', () => {})
      if ('failure' in result) socket.destroy()
      resolve(result)
    }
    const onError = (error: Error) => settle({ failure: describe(error) })
    const onClose = () => settle({ failure: 'the connection was closed at once' })
    const onAbort = () => settle({ failure: String(signal.reason?.message ?? 'given up') })
    socket.on('error', onError).on('close', onClose)
    socket.once(isSecure ? 'secureConnect' : 'connect', () => settle({ socket }))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

export function describe(error: unknown): string {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ') || 'failed'
}
