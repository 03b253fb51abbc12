// What somebody with a thousand reminders waits for among two million: their list, and one of them deleted.

import { belfry, median, percentile } from '../arena.js'
import { fill } from '../fill.js'
import { runStep } from '../steps.js'

export const title = 'list and delete for one of many, 1,000 reminders of 2,000,000'
export const goal = 'p99 < 10 ms'

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    await fill(place.database, { to: sizes.listedAmong, say: arena.say })
    await arena.postgres.checkpoint()
    const options = { reminders: 1_000, times: sizes.lists }
    const { page, long, deleted } = await runStep({ contender: 'belfry', place, step: 'listAndDelete', options })
    const named = { 'a page of 10': page, 'a page of 200': long, 'delete one': deleted }
    const values = Object.entries(named).flatMap(([label, took]) => [
      [`${label}, p50`, round(median(took))],
      [`${label}, p99`, round(percentile(took, 0.99))],
    ])
    return {
      unit: 'ms',
      values: Object.fromEntries(values),
      best: null,
      ratio: null,
      ratios: null,
      met: values.every(([, ms]) => ms < 10),
      note: `${sizes.lists} calls of each by one client; ${sizes.listedAmong} others stored`,
    }
  })
}

const round = (ms) => Math.round(ms * 100) / 100
