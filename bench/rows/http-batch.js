// POST /v1/reminders/batch of 10,000, by one client that waits for the answer, whole.

import { belfry, percentile } from '../arena.js'
import { startServe } from '../servers/servers.js'
import { runStep } from '../steps.js'

export const title = 'POST /v1/reminders/batch of 10,000'
export const goal = '≤ 500 ms'

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    const { key } = await runStep({ contender: 'belfry', place, step: 'key' })
    const server = await startServe({ DATABASE_URL: place.database })
    try {
      const options = { size: 10_000, times: sizes.httpBatches, warmUps: 3 }
      const caller = { port: server.port, key }
      const { took } = await runStep({ contender: 'http-client', place: caller, step: 'httpBatch', options })
      const p50 = Math.round(percentile(took, 0.5))
      return {
        unit: 'ms',
        values: { 'belfry, p50': p50, 'belfry, slowest': Math.round(took.at(-1)) },
        best: null,
        ratio: null,
        ratios: null,
        met: p50 <= 500,
        note: `${sizes.httpBatches} batches after 3 to warm up, one after the other; one half of the reminders by local time in five zones`,
      }
    } finally {
      await server.stop()
    }
  })
}
