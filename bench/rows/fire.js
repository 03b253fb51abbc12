// Fire and record: everything is due when the worker starts; the clock stops when the last outcome is in the database.

import { setTimeout as wait } from 'node:timers/promises'
import { belfry, belfrySendMany, inTurns } from '../arena.js'
import { runStep, startStep } from '../steps.js'
import { throughput } from '../verdict.js'

export const title = 'fire and record what is due'
export const goal = '≥ 1.5 × the fastest peer, then 2 ×'

export async function run(arena, { sizes, repeat }) {
  const count = sizes.fire
  const contenders = [
    belfry,
    belfrySendMany,
    { ...belfry, label: 'belfry (2 processes)', processes: 2 },
    ...arena.peers,
  ]
  const rates = await inTurns(contenders, repeat, (contender, round) =>
    arena.inFreshPlace(contender, async (place) => {
      await loadDue(arena, contender, place, count)
      const ms = await fireAll(arena, contender, place, count)
      arena.say(`${contender.label} ${round + 1}/${repeat}: ${Math.round((count / ms) * 1_000)} a second`)
      return (count / ms) * 1_000
    }),
  )
  return throughput({
    rates,
    atLeast: 1.5,
    ideal: 2,
    against: () => true,
    note: `${count} due at once, handler does nothing; Belfry writes its ledger, pg-boss and BullMQ keep the completed job, graphile-worker deletes it`,
  })
}

/** Loads everything for a moment shortly ahead, then waits until it has come. */
async function loadDue(arena, contender, place, count) {
  const dueMs = Date.now() + Math.max(3_000, count / 8)
  const onProgress = ({ progress }) => arena.say(`${contender.label}: ${progress} loaded`)
  await runStep({ contender: contender.module, place, step: 'load', options: { count, dueMs }, onProgress })
  await arena.postgres.checkpoint()
  await wait(Math.max(0, dueMs - Date.now()) + 100)
}

export async function fireAll(arena, contender, place, count) {
  const handled = new Map()
  const onProgress = (i) => (message) => handled.set(i, message.progress)
  const workers = Array.from({ length: contender.processes ?? 1 }, (_, i) =>
    startStep({ contender: contender.module, place, step: 'work', onProgress: onProgress(i) }),
  )
  const total = () => [...handled.values()].reduce((sum, one) => sum + one, 0)
  const watch = startStep({ contender: contender.module, place, step: 'watch' })
  try {
    await Promise.all([watch, ...workers].map(({ ready }) => ready))
    const startedMs = performance.now()
    for (const worker of workers) worker.say('go')
    while (total() < count) {
      if (performance.now() - startedMs > 300_000) throw new Error(`${contender.label}: only ${total()} after 300 s`)
      await wait(5)
    }
    watch.say('go')
    await watch.result
    return performance.now() - startedMs
  } finally {
    for (const worker of workers) await worker.stop().catch(() => {})
    watch.kill()
    if (total() !== count) arena.say(`${contender.label}: handled ${total()} instead of ${count}`)
  }
}
