// Bytes: of a pending reminder, of a ledger entry, and of a worker beside an empty and a full table. Written through
// Belfry's own verbs, in the order its users cause; after a vacuum.

import { setTimeout as wait } from 'node:timers/promises'
import { belfry } from '../arena.js'
import { withClient } from '../postgres.js'
import { runStep, startStep } from '../steps.js'

export const title = 'bytes and memory'
export const goal = 'ledger ≤ 200 bytes where it can be; memory flat'

export async function run(arena, { sizes }) {
  const pending = await arena.inFreshPlace(belfry, async (place) => {
    const options = { count: sizes.bulk, dueMs: Date.now() + 86_400_000, everyMs: 100 }
    arena.say('belfry: pending reminders')
    await runStep({ contender: 'belfry', place, step: 'load', options })
    return await bytesPerRow(place.database, 'belfry.reminders', sizes.bulk)
  })
  const marked = await arena.inFreshPlace(belfry, async (place) => {
    arena.say('belfry: marks by hand')
    await runStep({ contender: 'belfry', place, step: 'markMany', options: { count: sizes.fire } })
    return await bytesPerRow(place.database, 'belfry.deliveries', sizes.fire)
  })
  const fired = await arena.inFreshPlace(belfry, (place) => firedBytes(arena, place, sizes.fire))
  const levels = arena.memo.idleLevels ?? []
  const memory = levels.map(({ pending: count, rssMb }) => [`worker memory (MB), ${count} pending`, rssMb])
  return {
    unit: '',
    values: {
      'bytes per pending reminder': pending.total,
      'bytes per mark by hand': marked.total,
      'bytes per fired reminder': fired.total,
      ...Object.fromEntries(memory),
    },
    details: { pending, marked, fired },
    best: null,
    ratio: null,
    ratios: null,
    met: marked.total <= 200 && (levels.length === 0 || levels.at(-1).rssMb <= levels[0].rssMb * 1.2),
    note: `table and indexes; heap alone: pending ${pending.heap}, mark ${marked.heap}, fired ${fired.heap} (vacuumed, its freed half is used by later rows)`,
  }
}

async function firedBytes(arena, place, count) {
  const dueMs = Date.now() + Math.max(3_000, count / 8)
  await runStep({ contender: 'belfry', place, step: 'load', options: { count, dueMs } })
  await wait(Math.max(0, dueMs - Date.now()))
  arena.say('belfry: fired reminders')
  let handled = 0
  const onProgress = ({ progress }) => {
    handled = progress
  }
  const worker = startStep({ contender: 'belfry', place, step: 'work', onProgress })
  await worker.ready
  worker.say('go')
  for (let looked = 0; handled < count && looked < 30_000; looked++) await wait(10)
  await worker.stop()
  return await bytesPerRow(place.database, 'belfry.deliveries', count)
}

async function bytesPerRow(url, table, rows) {
  return await withClient(url, async (client) => {
    await client.query(`vacuum analyze ${table}`)
    const size = `select pg_total_relation_size($1::regclass)::float8 as total, pg_relation_size($1::regclass)::float8 as heap,
      (select avg(pg_column_size(t.*))::integer from (select * from ${table} limit 1000) t) as tuple`
    const found = (await client.query(size, [table])).rows[0]
    return { total: Math.round(found.total / rows), heap: Math.round(found.heap / rows), tuple: found.tuple }
  })
}
