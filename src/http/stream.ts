// Events as they happen (server-sent events), and hints that an inbox has changed (inbox-stream.ts). Of events, each open stream asks for what came after its cursor: at once when a worker of this
// process has something to tell, and every second anyway. A reader that falls behind is waited for; one that goes away is let go.

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActingVerbs, Belfry, EventType, Logger } from '../index.ts'
import { sleeper } from '../time/clock.ts'
import { typesOf } from './event-filter.ts'
import { InboxWatch } from './inbox-stream.ts'
import { limits } from './limits.ts'
import { presentEvent } from './present.ts'
import { Problem } from './problem.ts'
import { readParameters } from './read-request.ts'
import type { Caller } from './route.ts'
import { events as routes } from './routes/events.ts'
import { inbox as inboxRoutes } from './routes/inbox.ts'
import type { Server } from './server.ts'

const lookEveryMs = 1_000
/** A comment now and then, so that proxies and readers know that somebody is there. */
const beatEvery = 15
const pageMax = 200
/** Whether the key is still good is asked anew so often. */
const checkEvery = 5
/** For those who do not read, when the server closes. */
const graceMs = 1_000

export type StreamName = 'events' | 'inbox'
type MayStill = () => Promise<void>

export interface Streams {
  /** `mayStill` throws once the caller's key opens nothing any more: then the stream ends. */
  begin(
    what: StreamName,
    server: Server,
    request: FastifyRequest,
    reply: FastifyReply,
    mayStill: MayStill,
  ): Promise<FastifyReply>
  /** Something may have changed in this inbox: whoever watches it hears of it now. */
  touch(tenant: string, recipient: string): void
  /** Before the server closes: it would wait for them for ever, above all for those who do not read. */
  end(): void
}

interface Open {
  readonly tenant: string
  /** Whose token it is; null: a key. */
  readonly recipient: string | null
  readonly gone: AbortController
  readonly response: ServerResponse
}

export function createStreams(belfry: Belfry, logger: Logger): Streams {
  const opened: Record<StreamName, Set<Open>> = { events: new Set(), inbox: new Set() }
  const inboxes = new InboxWatch(belfry, logger)
  return {
    async begin(what, server, request, reply, mayStill) {
      const { tenant, recipient } = request.caller
      // Whoever went away while their key was looked at does not say so again.
      if (reply.raw.destroyed) return reply.hijack()
      const open = opened[what]
      refuseTooMany(open, what, request.caller)
      const one: Open = { tenant, recipient, gone: new AbortController(), response: reply.raw }
      open.add(one)
      // Before anything is waited for: somebody may be gone again by then.
      reply.raw.once('close', () => {
        open.delete(one)
        one.gone.abort()
      })
      const begun = what === 'events' ? follow(server, request, mayStill) : followInbox(inboxes, request, mayStill)
      const events = await begun.catch((error: unknown) => {
        open.delete(one)
        throw error
      })
      return (
        reply
          // Its connection ends with it: a server that closes would wait for an idle one.
          .headers({
            'content-type': 'text/event-stream; charset=utf-8',
            'x-accel-buffering': 'no',
            connection: 'close',
          })
          .send(Readable.from(events(one.gone.signal)))
      )
    },
    touch: (tenant, recipient) => inboxes.touch(tenant, recipient),
    end() {
      inboxes.end()
      const rest = [...opened.events, ...opened.inbox]
      for (const { gone } of rest) gone.abort()
      setTimeout(() => {
        for (const { response } of rest) response.destroy()
      }, graceMs).unref()
    },
  }
}

const most: Record<StreamName, { readonly all: number; readonly ofTenant: number }> = {
  events: { all: limits.eventStreamsMax, ofTenant: limits.eventStreamsOfTenantMax },
  inbox: { all: limits.inboxStreamsMax, ofTenant: limits.inboxStreamsOfTenantMax },
}

/**
 * What one person may open is far less than what a tenant may, and inboxes are counted apart from feeds: nobody shuts the others out.
 */
function refuseTooMany(open: ReadonlySet<Open>, what: StreamName, { tenant, recipient }: Caller): void {
  const ofTenant = [...open].filter((one) => one.tenant === tenant)
  const own = recipient === null ? 0 : ofTenant.filter((one) => one.recipient === recipient).length
  const fits = ofTenant.length < most[what].ofTenant && own < limits.inboxStreamsOfRecipientMax
  if (open.size < most[what].all && fits) return
  throw new Problem('rate_limited', 'Too many streams are open.', { headers: { 'retry-after': '10' } })
}

type Following = (signal: AbortSignal) => AsyncGenerator<string>

async function follow(
  server: Server,
  { query, headers, caller }: FastifyRequest,
  mayStill: MayStill,
): Promise<Following> {
  const { after, types: names } = readParameters(routes.list.query!, query as Record<string, unknown>) as {
    after?: string
    types?: string
  }
  const verbs = server.belfry.as({ tenant: caller.tenant, actor: caller.name })
  const types = typesOf(names)
  const last = headers['last-event-id']
  const start = typeof last === 'string' && last !== '' ? last : after
  // A cursor that is none is refused before the stream begins.
  if (start !== undefined) await verbs.events.list({ after: start, limit: 1, ...(types ? { types } : {}) })
  const cursor = start ?? (await verbs.events.end())
  return (signal) => messages({ verbs, types, mayStill, signal }, cursor)
}

interface Listener {
  readonly verbs: ActingVerbs
  readonly types: readonly EventType[] | undefined
  readonly mayStill: MayStill
  readonly signal: AbortSignal
}

async function* messages({ verbs, types, mayStill, signal }: Listener, start: string): AsyncGenerator<string> {
  let cursor = start
  yield `: events after ${cursor}\n\n`
  for (let looks = 1; !signal.aborted; looks++) {
    const page = await verbs.events.list({ after: cursor, limit: pageMax, ...(types ? { types } : {}) })
    cursor = page.nextCursor
    for (const event of page.items)
      yield `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`
    if (page.items.length === pageMax) continue
    if (looks % checkEvery === 0) await mayStill()
    if (looks % beatEvery === 0) yield `: still here\n\n`
    await sleeper.sleep(lookEveryMs, { signal })
  }
}

async function followInbox(
  inboxes: InboxWatch,
  { query, caller }: FastifyRequest,
  mayStill: MayStill,
): Promise<Following> {
  const own = caller.recipient
  const given = query as Record<string, unknown>
  const { recipient } = readParameters(
    inboxRoutes.stream.query!,
    own === null ? given : { recipient: own, ...given },
  ) as {
    recipient: string
  }
  if (own !== null && recipient !== own)
    throw new Problem('forbidden', 'A recipient’s token lists what is theirs.', { pointer: '/recipient' })
  return (signal) => hints(inboxes, { tenant: caller.tenant, recipient, mayStill, signal })
}

interface Watcher {
  readonly tenant: string
  readonly recipient: string
  readonly mayStill: MayStill
  readonly signal: AbortSignal
}

async function* hints(inboxes: InboxWatch, { tenant, recipient, mayStill, signal }: Watcher): AsyncGenerator<string> {
  const marks = inboxes.follow(tenant, recipient, signal)
  yield ': hints follow\n\n'
  for (let looks = 1; !signal.aborted; looks++) {
    const mark = await marks.next(checkEvery * lookEveryMs)
    if (signal.aborted) return
    if (mark !== null) yield `event: inbox\ndata: ${JSON.stringify({ mark })}\n\n`
    await mayStill()
    if (looks % (beatEvery / checkEvery) === 0) yield `: still here\n\n`
  }
}
