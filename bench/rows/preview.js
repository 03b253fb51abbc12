// Preview: a thousand occurrences of a daily rule in a zone with summer time, through the public verb.

import { belfry, percentile } from '../arena.js'
import { runStep } from '../steps.js'

export const title = 'preview 1,000 occurrences of a daily rule'
export const goal = '≤ 10 ms'

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    const options = { count: 1_000, times: sizes.previews }
    const { firstMs, took } = await runStep({ contender: 'belfry', place, step: 'preview', options })
    const round = (ms) => Math.round(ms * 100) / 100
    const p50 = round(percentile(took, 0.5))
    return {
      unit: 'ms',
      values: {
        'belfry, p50': p50,
        'belfry, p99': round(percentile(took, 0.99)),
        'belfry, first call': round(firstMs),
      },
      best: null,
      ratio: null,
      ratios: null,
      met: p50 <= 10,
      note: `${sizes.previews} calls, each of 1,000 occurrences in America/New_York, with the look at the clock`,
    }
  })
}
