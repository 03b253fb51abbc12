// A recipient with a thousand reminders moves to another zone: all of them are planned again in the transaction that says so.

import { belfry, percentile } from '../arena.js'
import { runStep } from '../steps.js'

export const title = 'zone change of a recipient with 1,000 reminders'
export const goal = 'one transaction, ≤ 200 ms'

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    const options = { count: 1_000, times: sizes.travels }
    const { took } = await runStep({ contender: 'belfry', place, step: 'travel', options, timeoutMs: 300_000 })
    const p50 = Math.round(percentile(took, 0.5))
    return {
      unit: 'ms',
      values: { 'belfry, p50': p50, 'belfry, slowest': Math.round(took.at(-1)) },
      best: null,
      ratio: null,
      ratios: null,
      met: p50 <= 200,
      note: `${sizes.travels} changes there and back; 500 one-offs and 250 entities with two steps each`,
    }
  })
}
