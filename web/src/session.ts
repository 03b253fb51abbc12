// Who is signed in. The key, or the code of a link, is sent once; after that a cookie that no script can read stands for it.

import { BelfryApiError } from '../../src/client/index.ts'
import { createStore } from './store.ts'

export interface Who {
  readonly name: string
  readonly door: 'key' | 'operator'
  /** Of a tenant's key: that one; of an operator: the server's default. */
  readonly tenant: string
}

export type Session =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly who: Who }
  | { readonly state: 'unreachable' }

export const session = createStore<Session>({ state: 'asking' })

export async function ask(): Promise<void> {
  try {
    const answer = await fetch('/v1/session', { headers: { accept: 'application/json' } })
    if (answer.ok) session.set({ state: 'in', who: (await answer.json()) as Who })
    else session.set({ state: answer.status === 401 ? 'out' : 'unreachable' })
  } catch {
    session.set({ state: 'unreachable' })
  }
}

export async function signIn(by: { readonly key: string } | { readonly code: string }): Promise<void> {
  const answer = await fetch('/v1/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(by),
  })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new BelfryApiError(answer.status, body)
  // A browser that keeps no cookie of this address would be asked for the key for ever.
  const kept = await fetch('/v1/session', { headers: { accept: 'application/json' } })
  if (kept.status === 401) throw new NotKept()
  session.set({ state: 'in', who: body as Who })
}

/** The key was right, but the browser does not keep the cookie: that needs https or this machine. */
export class NotKept extends Error {}

export async function signOut(): Promise<void> {
  await fetch('/v1/session', { method: 'DELETE' })
  session.set({ state: 'out' })
}
