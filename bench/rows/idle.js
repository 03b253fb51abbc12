// An idle worker: nothing is due, more and more is pending. Counted from outside: statements that reach the database, and
// the buffers they touch.

import { setTimeout as wait } from 'node:timers/promises'
import { belfry } from '../arena.js'
import { fill } from '../fill.js'
import { withClient } from '../postgres.js'
import { runStep, startStep } from '../steps.js'
import { countStatements, looks, watchStatements } from '../watch.js'

export const title = 'idle worker, nothing due'
export const goal = '≤ 20 buffers a tick, flat; ≤ 2 statements in 30 s'

export async function run(arena, { sizes }) {
  const details = { belfry: await belfryIdle(arena, sizes) }
  for (const peer of arena.peers.filter(({ kind }) => kind === 'postgres')) {
    details[peer.label] = await arena.inFreshPlace(peer, (place) => peerIdle(arena, peer, place, sizes))
  }
  const levels = details.belfry
  const buffers = levels.map(({ buffersPerTick }) => buffersPerTick)
  const statements = levels.map(({ statementsPer30s }) => statementsPer30s)
  return {
    unit: 'buffers a tick',
    values: {
      ...Object.fromEntries(
        levels.map(({ pending, buffersPerTick }) => [`belfry, ${pending} pending`, buffersPerTick]),
      ),
      ...Object.fromEntries(
        Object.entries(details)
          .filter(([label]) => label !== 'belfry')
          .map(([label, { pending, buffersPerTick }]) => [`${label}, ${pending} pending`, buffersPerTick]),
      ),
    },
    details,
    best: null,
    ratio: null,
    ratios: null,
    met: Math.max(...buffers) <= 20 && Math.max(...buffers) - Math.min(...buffers) <= 5 && Math.max(...statements) <= 2,
    note: `statements in 30 s: ${statements.join(', ')} (Belfry, by level)${Object.entries(details)
      .filter(([label]) => label !== 'belfry')
      .map(([label, { statementsPer30s }]) => `, ${statementsPer30s} (${label})`)
      .join('')}`,
  }
}

async function belfryIdle(arena, { idleLevels, idleSeconds }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    await countStatements(place.database)
    const levels = []
    for (const [i, pending] of idleLevels.entries()) {
      if (pending > 0) await fill(place.database, { from: idleLevels[i - 1] ?? 0, to: pending, say: arena.say })
      arena.say(`belfry: idle for ${idleSeconds} s with ${pending} pending`)
      const found = await idle(arena, belfry, place, idleSeconds, looks)
      levels.push({ pending, ...found, ...(await bytes(place.database, pending)) })
      arena.memo.idleLevels = levels
    }
    return levels
  })
}

async function peerIdle(arena, peer, place, { idlePeers, idleSeconds }) {
  const onProgress = ({ progress }) => arena.say(`${peer.label}: ${progress} pending`)
  const options = { count: idlePeers, dueMs: Date.now() + 365 * 86_400_000, everyMs: 1 }
  await runStep({ contender: peer.module, place, step: 'load', options, onProgress, timeoutMs: 900_000 })
  await withClient(place.database, (client) => client.query('vacuum analyze'))
  await countStatements(place.database)
  arena.say(`${peer.label}: idle for ${idleSeconds} s with ${idlePeers} pending`)
  return { pending: idlePeers, ...(await idle(arena, peer, place, idleSeconds, '%for update%skip locked%')) }
}

async function idle(arena, contender, place, seconds, tick) {
  await arena.postgres.checkpoint()
  let rss = 0
  const onProgress = (message) => {
    rss = message.rss
  }
  const worker = startStep({ contender: contender.module, place, step: 'work', onProgress })
  await worker.ready
  worker.say('go')
  await wait(6_000)
  const watcher = await watchStatements(place.database)
  try {
    await watcher.reset()
    await wait(seconds * 1_000)
    const all = await watcher.read()
    const ticks = await watcher.read(tick)
    return {
      buffersPerTick: ticks.calls === 0 ? 0 : Math.round(ticks.buffers / ticks.calls),
      ticks: ticks.calls,
      statementsPer30s: Math.round((all.calls / seconds) * 30 * 10) / 10,
      rssMb: Math.round(rss / 2 ** 20),
    }
  } finally {
    await watcher.close()
    await worker.stop().catch(() => {})
  }
}

async function bytes(url, rows) {
  if (rows === 0) return {}
  const size = `select pg_total_relation_size('belfry.reminders')::float8 as bytes`
  const found = await withClient(url, (client) => client.query(size))
  return { bytesPerReminder: Math.round(found.rows[0].bytes / rows) }
}
