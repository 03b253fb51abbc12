// A server whose reminders ring: a driven clock, a worker in the same process, and a channel that keeps what it was given.

import { type MemoryChannel, memoryChannel, type Worker } from '../../src/index.ts'
import { durationMs } from '../../src/time/duration.ts'
import { operatorKey, type Serving, type ServingOptions, type useServer } from './serving.ts'

export interface Ringing extends Serving {
  readonly memory: MemoryChannel
  readonly worker: Worker
  /** Through `POST /v1/clock`: everything in between rings. */
  advance(duration: string): Promise<void>
}

export const begins = '2031-01-01T00:00:00Z'

/** With a recipient `ana`, in Paris. */
export async function startRinging(
  server: ReturnType<typeof useServer>,
  { app = {}, belfry = {} }: ServingOptions = {},
): Promise<Ringing> {
  const memory = memoryChannel()
  const serving = await server.start({
    app: { clock: 'driven', ...app },
    belfry: { channels: [memory], defaultChannels: ['memory'], ...belfry },
  })
  await serving.belfry.clock.set(new Date(begins))
  const worker = serving.belfry.startWorker()
  await serving.ask('PUT', '/v1/recipients/ana', { body: { timezone: 'Europe/Paris' } })
  return {
    ...serving,
    memory,
    worker,
    async advance(duration) {
      const endMs = (await serving.belfry.clock.read()).now.getTime() + durationMs(duration, '/advance')
      // One call takes so long and no longer: the clock may stand on the way, and is moved on.
      for (let left = duration; ; ) {
        const answer = await serving.ask('POST', '/v1/clock', { key: operatorKey, body: { advance: left } })
        if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
        if (answer.body.reached) return
        left = `PT${(endMs - Date.parse(answer.body.now.instant)) / 1_000}S`
      }
    },
  }
}
