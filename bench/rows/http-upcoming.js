// GET /v1/upcoming beside a large backlog: between two moments, the page after, and of one recipient.

import { belfry, percentile } from '../arena.js'
import { fill } from '../fill.js'
import { zones } from '../http-steps.js'
import { withClient } from '../postgres.js'
import { startServe } from '../servers/servers.js'
import { runStep } from '../steps.js'

export const title = 'GET /v1/upcoming'
export const goal = 'p99 ≤ 20 ms at 1,000,000 pending'

/** Everybody lives somewhere: what is shown in UTC costs nothing to show. */
const travel = `update belfry.recipients set timezone = ($1::text[])[1 + abs(hashtext(id)) % 5]`

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    const { key } = await runStep({ contender: 'belfry', place, step: 'key' })
    await fill(place.database, { to: sizes.backlog, say: arena.say })
    await withClient(place.database, (client) => client.query(travel, [zones]))
    const server = await startServe({ DATABASE_URL: place.database })
    try {
      arena.say(`${sizes.pages} pages of each kind`)
      const options = { pending: sizes.backlog, times: sizes.pages }
      const caller = { port: server.port, key }
      const { took } = await runStep({ contender: 'http-client', place: caller, step: 'httpUpcoming', options })
      const at = (share) => Object.entries(took).map(([kind, all]) => [kind, tenths(percentile(all, share))])
      return {
        unit: 'ms (p99)',
        values: Object.fromEntries(at(0.99)),
        best: null,
        ratio: null,
        ratios: null,
        met: at(0.99).every(([, p99]) => p99 <= 20),
        note: `${sizes.backlog} pending, ${sizes.pages} pages of each kind by one client, 50 items a page unless it says 200; p50 ${at(
          0.5,
        )
          .map(([kind, p50]) => `${kind} ${p50} ms`)
          .join('; ')}`,
      }
    } finally {
      await server.stop()
    }
  })
}

const tenths = (ms) => Math.round(ms * 10) / 10
