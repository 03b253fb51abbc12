// The HTTP API, as every other client uses it: typed by its routes, let in by the cookie of the session.

import { BelfryApiError, createClient } from '../../src/client/index.ts'
import { debug } from './debug.ts'
import { session } from './session.ts'
import { tenant } from './tenant.ts'

const readMaxMs = 60_000

export const api = createClient({ url: location.origin, tries: 2, fetch: asSignedIn })

async function asSignedIn(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  const chosen = tenant.get()
  if (chosen !== '') headers.set('belfry-tenant', chosen)
  const begunMs = performance.now()
  // Each is asked for one at a time: one that never ends would be the last.
  const isRead = (init.method ?? 'GET') === 'GET'
  const signal = init.signal ?? (isRead ? AbortSignal.timeout(readMaxMs) : null)
  const answer = await fetch(input, { ...init, headers, signal })
  debug(init.method ?? 'GET', String(input), answer.status, `${Math.round(performance.now() - begunMs)} ms`)
  if (answer.status === 401) session.set({ state: 'out' })
  return answer
}

/** What went wrong, in the server's words: they say what was wrong, where, and what is accepted. */
export function wordsOf(error: unknown): string {
  if (error instanceof BelfryApiError) return error.message
  return error instanceof Error ? error.message : String(error)
}

export { BelfryApiError }

type Calls = typeof api
type Verb<N extends keyof Calls, V extends keyof Calls[N]> = Calls[N][V] extends (...given: never[]) => infer R
  ? Awaited<R>
  : never

export type Reminder = Verb<'reminders', 'get'>
export type ReminderPage = Verb<'reminders', 'upcoming'>
export type Story = Verb<'reminders', 'explain'>
export type Delivery = Verb<'deliveries', 'get'>
export type Recipient = Verb<'recipients', 'get'>
export type Meeting = Verb<'meetings', 'get'>
export type Entity = Verb<'entities', 'get'>
export type Timeline = Verb<'entities', 'timeline'>
export type Alarm = Verb<'alarms', 'get'>
export type Sweep = Verb<'sweeps', 'get'>
export type Plan = Verb<'plans', 'get'>
export type Template = Verb<'templates', 'get'>
export type Webhook = Verb<'webhooks', 'get'>
export type Overview = Verb<'overview', 'read'>
export type Parsed = Verb<'language', 'parse'>
export type PreviewItem = Verb<'reminders', 'preview'>['items'][number]
export type Run = Verb<'sweeps', 'run'>
/** An instant together with what the clocks of a zone show then. */
export type Time = NonNullable<Reminder['dueAt']>
