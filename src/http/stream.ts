// Events as they happen (server-sent events). Each open stream asks for what came after its cursor: at once when a worker of this
// process has something to tell, and every second anyway. A reader that falls behind is waited for; one that goes away is let go.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActingVerbs, EventType } from '../index.ts'
import { sleeper } from '../time/clock.ts'
import { typesOf } from './event-filter.ts'
import { limits } from './limits.ts'
import { presentEvent } from './present.ts'
import { Problem } from './problem.ts'
import { readParameters } from './read-request.ts'
import { list } from './routes/events.ts'
import type { Server } from './server.ts'

const lookEveryMs = 1_000
/** A comment now and then, so that proxies and readers know that somebody is there. */
const beatEvery = 15
const pageMax = 200

export interface Streams {
  begin(server: Server, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Before the server closes: it would wait for them for ever. */
  end(): void
}

export function createStreams(): Streams {
  const open = new Set<AbortController>()
  return {
    async begin(server, request, reply) {
      if (open.size >= limits.streamsMax)
        throw new Problem('rate_limited', 'Too many streams are open.', { headers: { 'retry-after': '10' } })
      const events = await follow(server, request)
      const gone = new AbortController()
      open.add(gone)
      reply.raw.once('close', () => {
        open.delete(gone)
        gone.abort()
      })
      return (
        reply
          // Its connection ends with it: a server that closes would wait for an idle one.
          .headers({
            'content-type': 'text/event-stream; charset=utf-8',
            'x-accel-buffering': 'no',
            connection: 'close',
          })
          .send(Readable.from(events(gone.signal)))
      )
    },
    end() {
      for (const one of open) one.abort()
    },
  }
}

type Following = (signal: AbortSignal) => AsyncGenerator<string>

async function follow(server: Server, { query, headers, caller }: FastifyRequest): Promise<Following> {
  const { after, types: names } = readParameters(list.query!, query as Record<string, unknown>) as {
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
  return (signal) => messages(verbs, cursor, types, signal)
}

async function* messages(
  verbs: ActingVerbs,
  start: string,
  types: readonly EventType[] | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let cursor = start
  yield `: events after ${cursor}\n\n`
  for (let looks = 1; !signal.aborted; looks++) {
    const page = await verbs.events.list({ after: cursor, limit: pageMax, ...(types ? { types } : {}) })
    cursor = page.nextCursor
    for (const event of page.items)
      yield `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(presentEvent(event))}\n\n`
    if (page.items.length === pageMax) continue
    if (looks % beatEvery === 0) yield `: still here\n\n`
    await sleeper.sleep(lookEveryMs, { signal })
  }
}
