// markReminderAsSent, one after the other: the call that stands in somebody's cron job.

import { belfry, percentile } from '../arena.js'
import { withClient } from '../postgres.js'
import { runStep } from '../steps.js'

export const title = 'markReminderAsSent, one at a time'
export const goal = 'p50 ≤ 1 ms'

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    arena.say('belfry: marking')
    const { took } = await runStep({ contender: 'belfry', place, step: 'mark', options: { count: sizes.marks } })
    const floor = await bareInserts(place.database, sizes.marks)
    const at = (sorted, share) => Math.round(percentile(sorted, share) * 100) / 100
    return {
      unit: 'ms',
      values: {
        'belfry, p50': at(took, 0.5),
        'belfry, p99': at(took, 0.99),
        'a bare insert with its commit, p50': at(floor, 0.5),
      },
      best: null,
      ratio: null,
      ratios: null,
      met: at(took, 0.5) <= 1,
      note: `${sizes.marks} calls; the bare insert is what the same disk and server need for one row of two columns`,
    }
  })
}

async function bareInserts(url, count) {
  return await withClient(url, async (client) => {
    await client.query('create table bare (id bigint primary key, at timestamptz)')
    const took = []
    for (let i = 0; i < count; i++) {
      const startedMs = performance.now()
      await client.query({ name: 'bare', text: 'insert into bare values ($1, now())', values: [i] })
      took.push(performance.now() - startedMs)
    }
    return took.sort((a, b) => a - b)
  })
}
