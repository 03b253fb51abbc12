// Who has a place among the open streams: inboxes and feeds have their own, and whoever went away has none.

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { Server } from '../../src/http/server.ts'
import { createStreams } from '../../src/http/stream.ts'
import type { Belfry } from '../../src/index.ts'
import { useServer } from './serving.ts'

const server = useServer()
const silent = { debug() {}, info() {}, warn() {}, error() {} }

it('more than a hundred have their inbox open in one tenant, and the feed is still open to its operator', async () => {
  const { app, belfry, key } = await server.start()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const gone = new AbortController()
  const open = async (path: string) => {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
    return (await fetch(`${address}${path}`, { headers, signal: gone.signal })).status
  }
  await belfry.recipients.put({ id: 'ana' })
  const statuses: number[] = []
  for (let i = 0; i < 101; i++) statuses.push(await open('/v1/inbox/stream?recipient=ana'))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await open('/v1/events')).toBe(200)
  gone.abort()
  await app.close()
})

it('whoever went away before their stream began takes no place', async () => {
  const belfry = { access: { inboxMarks: async () => [] }, onRing: () => () => {} } as unknown as Belfry
  const streams = createStreams(belfry, silent)
  const request = {
    ...{ caller: { name: 'recipient:ana', tenant: 'default', door: 'recipient', scopes: [], recipient: 'ana' } },
    ...{ query: {}, headers: {} },
  } as unknown as FastifyRequest
  const begin = async (raw: ServerResponse) => {
    const reply = { raw, hijack: () => reply, headers: () => reply, send: () => reply } as unknown as FastifyReply
    return await streams.begin('inbox', {} as Server, request, reply, async () => {})
  }
  for (let i = 0; i < 10; i++) await begin(await leftResponse())
  const open = Array.from({ length: 10 }, () => ({ destroyed: false, once() {}, destroy() {} }) as never)
  for (const raw of open) await begin(raw)
  await expect(begin({ destroyed: false, once() {} } as never)).rejects.toMatchObject({ code: 'rate_limited' })
  streams.end()
})

/** The answer to somebody who has gone already. */
async function leftResponse(): Promise<ServerResponse> {
  const listening = createServer()
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const gone = new AbortController()
  const asked = once(listening, 'request')
  const { port } = listening.address() as AddressInfo
  const asking = fetch(`http://127.0.0.1:${port}/`, { signal: gone.signal }).catch(() => null)
  const [, response] = (await asked) as [unknown, ServerResponse]
  const left = once(response, 'close')
  gone.abort()
  await Promise.all([left, asking])
  listening.close()
  return response
}
