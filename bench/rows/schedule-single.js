// Schedule one at a time, by ten clients in one process: what a server does for its users. Everybody who claims to be
// durable waits for the disk on each answer.

import { belfry, inTurns } from '../arena.js'
import { runStep } from '../steps.js'
import { throughput } from '../verdict.js'

export const title = 'schedule one at a time, 10 clients'
export const goal = '≥ 2 × the fastest durable peer'

export async function run(arena, { sizes, repeat }) {
  const clients = 10
  const each = sizes.singleEach
  const rates = await inTurns([belfry, ...arena.peers], repeat, (contender, round) =>
    arena.inFreshPlace(contender, async (place) => {
      arena.say(`${contender.label} ${round + 1}/${repeat}: ${clients} clients, ${each} each`)
      const options = { clients, each, dueMs: Date.now() + 86_400_000 }
      const { ms } = await runStep({ contender: contender.module, place, step: 'single', options })
      return ((clients * each) / ms) * 1_000
    }),
  )
  const durable = new Set(arena.peers.filter((peer) => peer.durable).map(({ label }) => label))
  return throughput({
    rates,
    atLeast: 2,
    against: (label) => durable.has(label),
    note: `${clients} callers in one process, each waiting for its answer, ${each} calls each`,
  })
}
