// The same beside somebody's open transaction: it keeps the index entries of everything fired since from being removed, and
// whoever looks for the earliest due entry from the start walks over all of them.

import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { belfry, median } from '../arena.js'
import { runStep, startStep } from '../steps.js'
import { countStatements, looks, watchStatements } from '../watch.js'

export const title = 'ticks after many fires beside one open transaction'
export const goal = '≤ 50 buffers a tick'
const tickEveryMs = 500

export async function run(arena, { sizes }) {
  const { fire, openSeconds } = sizes
  const found = await arena.inFreshPlace(belfry, (place) => measure(arena, place, fire, openSeconds))
  return {
    unit: 'buffers',
    values: { 'belfry, a tick': found.tick, 'belfry, rescan every 30 s': found.rescan },
    details: found,
    best: null,
    ratio: null,
    ratios: null,
    met: found.tick <= 50,
    note: `${fire} fired, then one due every ${tickEveryMs} ms for ${openSeconds} s; median of ${found.ticks} ticks`,
  }
}

async function measure(arena, place, count, seconds) {
  await countStatements(place.database)
  const dueMs = Date.now() + Math.max(3_000, count / 8)
  const load = (options) => runStep({ contender: 'belfry', place, step: 'load', options })
  await load({ count, dueMs })
  const ticksFromMs = dueMs + Math.max(5_000, count / 5)
  await load({ count: (seconds * 1_000) / tickEveryMs, from: count, dueMs: ticksFromMs, everyMs: tickEveryMs })
  const other = new pg.Client({ connectionString: place.database })
  await other.connect()
  let handled = 0
  const onProgress = ({ progress }) => {
    handled = progress
  }
  const worker = startStep({ contender: 'belfry', place, step: 'work', onProgress })
  try {
    await other.query('begin isolation level repeatable read')
    await other.query('select count(*) from belfry.clock')
    await worker.ready
    await wait(Math.max(0, dueMs - Date.now()))
    worker.say('go')
    for (let looked = 0; handled < count && looked < 12_000; looked++) await wait(10)
    await wait(Math.max(0, ticksFromMs - Date.now()) + 500)
    arena.say(`belfry: ${handled} fired; watching ticks for ${seconds} s`)
    return { ...(await watchTicks(place.database, seconds)), firedBefore: handled }
  } finally {
    await worker.stop().catch(() => {})
    await other.end()
  }
}

/** Looks often enough to see single ticks: the usual one is the median, the rescan the largest. */
async function watchTicks(url, seconds) {
  const watcher = await watchStatements(url)
  try {
    const ticks = []
    let before = await watcher.read(looks)
    for (const endMs = Date.now() + seconds * 1_000 - 1_000; Date.now() < endMs; ) {
      await wait(50)
      const now = await watcher.read(looks)
      const calls = now.calls - before.calls
      if (calls > 0) ticks.push((now.buffers - before.buffers) / calls)
      before = now
    }
    return { tick: Math.round(median(ticks)), rescan: Math.round(Math.max(...ticks)), ticks: ticks.length }
  } finally {
    await watcher.close()
  }
}
