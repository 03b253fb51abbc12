// The way to the server, as one person: their token goes with each request. Tokens live an hour: before the end, and when one was
// refused, the page is asked for another.

import { type Client, createClient } from '../../../src/client/index.ts'
import { debug } from '../debug.ts'
import { readToken } from './token.ts'

/** So long before its end another token is asked for. */
const earlyMs = 60_000

export interface AccessOptions {
  readonly server: string
  current(): string
  /** Another token from the page; null: it has none. */
  ask(reason: 'missing' | 'expiring' | 'refused'): Promise<string | null>
  /** Nobody is let in with what there is. */
  ended(): void
}

export interface Access {
  readonly api: Client
  /** The token, another if it is about to end. Throws where there is none. */
  token(): Promise<string>
}

export class EndedError extends Error {}

export function createAccess({ server, current, ask, ended }: AccessOptions): Access {
  let asking: Promise<string | null> | null = null
  const another = (reason: 'missing' | 'expiring' | 'refused') => {
    asking ??= ask(reason)
      .catch((error: unknown) => {
        debug('no other token', error)
        return null
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  async function token(): Promise<string> {
    const now = current()
    const facts = readToken(now)
    if (facts && facts.expiresMs - Date.now() > earlyMs) return now
    // The clock of this machine may be wrong: what there is is tried all the same.
    const given = (await another(facts ? 'expiring' : 'missing')) ?? now
    if (given !== '') return given
    ended()
    throw new EndedError()
  }

  async function asRecipient(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const send = async (with_: string) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${with_}`)
      const begunMs = performance.now()
      // No cookies: the token is all that counts, also on a page of the server itself.
      const answer = await fetch(input, { ...init, headers, credentials: 'omit' })
      debug(init.method ?? 'GET', String(input), answer.status, `${Math.round(performance.now() - begunMs)} ms`)
      return answer
    }
    const first = await token()
    const answer = await send(first)
    if (answer.status !== 401) return answer
    // Of two that are refused together, the other one may have got another already.
    const now = current()
    const second = now !== '' && now !== first ? now : await another('refused')
    const again = second !== null && second !== first ? await send(second) : answer
    if (again.status === 401) ended()
    return again
  }

  return { api: createClient({ url: server, tries: 2, fetch: asRecipient }), token }
}
