// Schedule many in bulk: what an import, or a plan for a large meeting, does.

import { belfry, inTurns } from '../arena.js'
import { runStep } from '../steps.js'
import { throughput } from '../verdict.js'

export const title = 'schedule in bulk'
export const goal = '≥ 2 × the fastest peer'

export async function run(arena, { sizes, repeat }) {
  const count = sizes.bulk
  const rates = await inTurns([belfry, ...arena.peers], repeat, (contender, round) =>
    arena.inFreshPlace(contender, async (place) => {
      const options = { count, dueMs: Date.now() + 86_400_000, everyMs: 100 }
      const onProgress = ({ progress }) => arena.say(`${contender.label} ${round + 1}/${repeat}: ${progress} scheduled`)
      const { ms } = await runStep({ contender: contender.module, place, step: 'load', options, onProgress })
      return (count / ms) * 1_000
    }),
  )
  return throughput({ rates, atLeast: 2, against: () => true, note: `${count} reminders, calls of up to 10,000` })
}
