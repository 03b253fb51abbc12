// What tests of alarms stand on: a server without a worker, at ten in the morning in Seoul.

import { type MemoryChannel, memoryChannel } from '../../src/index.ts'
import type { Asking, Serving, useServer } from './serving.ts'

/** Ten in the morning in Seoul. */
export const begins = '2031-01-01T01:00:00.000Z'

export interface Pages extends Serving {
  readonly memory: MemoryChannel
  /** Nothing rings but by this. */
  run(body?: object): Promise<Record<string, number>>
  register(pageId: string, more?: object): Promise<Record<string, unknown>>
  tokenOf(user: string): Promise<string>
  stand(at: Date | string): Promise<void>
}

/** Without a worker: a test rings what is due by itself. */
export async function startPages(server: ReturnType<typeof useServer>): Promise<Pages> {
  const memory = memoryChannel()
  const serving = await server.start({
    app: { clock: 'driven' },
    belfry: { channels: [memory], defaultChannels: ['memory'] },
  })
  await serving.belfry.clock.set(new Date(begins))
  const good = async (method: string, path: string, asking?: Asking) => {
    const { status, body } = await serving.ask(method, path, asking)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    ...serving,
    memory,
    run: (body = {}) => good('POST', '/v1/alarms/run', { body }),
    register: (pageId, more = {}) =>
      good('PUT', `/v1/alarms/${pageId}`, { body: { userId: 'mina', title: pageId, ...more } }),
    tokenOf: async (user) => (await good('POST', `/v1/recipients/${user}/tokens`, { body: {} })).token,
    stand: (at) => serving.belfry.clock.set(new Date(at)),
  }
}
