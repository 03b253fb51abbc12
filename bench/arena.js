// Who takes part, and a fresh place (a new database, a new redis-server) for each of them each time.

import { startRedis } from './redis.js'
import { runStep } from './steps.js'

/** @typedef {{ label: string, module: string, kind: 'belfry' | 'postgres' | 'redis', durable: boolean, options?: object }} Contender */

export const belfry = { label: 'belfry', module: 'belfry', kind: 'belfry', durable: true }
export const belfrySendMany = { ...belfry, label: 'belfry (sendMany)', options: { sendMany: true } }
const graphileWorker = { label: 'graphile-worker', module: 'graphile-worker', kind: 'postgres', durable: true }
const pgBoss = { label: 'pg-boss', module: 'pg-boss', kind: 'postgres', durable: true }
const bullmqDurable = { label: 'bullmq (fsync)', module: 'bullmq', kind: 'redis', durable: true }
const bullmqMemory = { label: 'bullmq (memory)', module: 'bullmq', kind: 'redis', durable: false }

export function makeArena({ postgres, redisVersion, peers, say }) {
  const wanted = (contender) => peers === null || peers.includes(contender.module)
  const all = [graphileWorker, pgBoss, bullmqDurable, bullmqMemory].filter(wanted)
  return {
    postgres,
    say,
    /** What one row found out that a later one reports. */
    memo: {},
    peers: all.filter(({ kind }) => kind !== 'redis' || redisVersion !== null),
    absent: all.filter(({ kind }) => kind === 'redis' && redisVersion === null).map(({ label }) => label),
    /** Runs `work` with a prepared, empty place for that contender. */
    async inFreshPlace(contender, work) {
      const opened = await openPlace(postgres, contender)
      try {
        await runStep({ contender: contender.module, place: opened.place, step: 'prepare' })
        return await work(opened.place)
      } finally {
        await opened.close()
      }
    },
  }
}

async function openPlace(postgres, contender) {
  if (contender.kind === 'redis') {
    const redis = await startRedis(contender.durable ? 'durable' : 'fast')
    return { place: { redis: redis.place }, close: redis.stop }
  }
  const database = await postgres.newDatabase(contender.module)
  return { place: { database, ...contender.options }, close: () => postgres.dropDatabase(database) }
}

/** Each contender in turn, as often as asked, so that a noisy minute hits everybody; medians count. */
export async function inTurns(contenders, repeat, measure) {
  const found = new Map(contenders.map(({ label }) => [label, []]))
  for (let round = 0; round < repeat; round++) {
    for (const contender of contenders) found.get(contender.label).push(await measure(contender, round))
  }
  return Object.fromEntries([...found].map(([label, values]) => [label, values]))
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function percentile(sorted, share) {
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}
