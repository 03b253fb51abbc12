// The due check of a bot: how long a worker's look takes with nothing due, and with a hundred due, while more and more is stored; and
// how late the last of a hundred is that are due at one moment.

import { belfry, median } from '../arena.js'
import { fill } from '../fill.js'
import { runStep } from '../steps.js'
import { countStatements, looks as lookText, watchStatements } from '../watch.js'

export const title = 'due check, nothing due and 100 due'
export const goal = '< 2 ms and flat from 100 to 2,000,000 reminders'

export async function run(arena, { sizes }) {
  const levels = []
  await arena.inFreshPlace(belfry, async (place) => {
    await countStatements(place.database)
    const watcher = await watchStatements(place.database)
    for (const [i, stored] of sizes.dueLevels.entries()) {
      await fill(place.database, { from: sizes.dueLevels[i - 1] ?? 0, to: stored, say: arena.say })
      await arena.postgres.checkpoint()
      arena.say(`looking at ${stored}`)
      const options = { due: 100, times: sizes.looks, rounds: sizes.dueRounds }
      await watcher.reset()
      const { nothing, some, late } = await runStep({ contender: 'belfry', place, step: 'dueCheck', options })
      const { buffers, calls } = await watcher.read(lookText)
      const [nothingMs, someMs, lateMs] = [nothing, some, late].map((took) => round(median(took)))
      levels.push({ stored, nothing: nothingMs, some: someMs, late: lateMs, buffers: Math.round(buffers / calls) })
    }
    await watcher.close()
  })
  const looks = levels.flatMap(({ nothing, some }) => [nothing, some])
  const [first, last] = [levels[0], levels.at(-1)]
  const isFlat = last.nothing <= first.nothing * 1.5 && last.some <= first.some * 1.5
  return {
    unit: 'ms (p50)',
    values: Object.fromEntries(
      levels.flatMap(({ stored, nothing, some }) => [
        [`nothing due, ${stored} stored`, nothing],
        [`100 due, ${stored} stored`, some],
      ]),
    ),
    details: { levels },
    best: null,
    ratio: null,
    ratios: null,
    met: Math.max(...looks) < 2 && isFlat,
    note: `a look is the worker's whole round through the database; the 100 due are held back while it looks. Let go, and due at one moment, the last of 100 is handed to its channel ${levels.map(({ late }) => late).join(', ')} ms after that moment (median of ${sizes.dueRounds}, by level). Buffers a look, by level: ${levels.map(({ buffers }) => buffers).join(', ')}`,
  }
}

const round = (ms) => Math.round(ms * 100) / 100
