// What the rows about entities share: one run gives both numbers.

import { belfry } from '../arena.js'
import { fill } from '../fill.js'
import { withClient } from '../postgres.js'
import { runStep } from '../steps.js'
import { throughput } from '../verdict.js'

const remindersEach = 6
const yearMs = 365 * 86_400_000

export async function measureThings(arena, { sizes, repeat }, which) {
  arena.memo.things ??= await measure(arena, sizes, repeat)
  const rates = Object.fromEntries(
    Object.entries(arena.memo.things).map(([label, runs]) => [
      label,
      runs.map((run) => ((sizes.things * remindersEach) / run[which]) * 1_000),
    ]),
  )
  const durable = new Set(arena.peers.filter((peer) => peer.durable).map(({ label }) => label))
  return throughput({
    rates,
    atLeast: 3,
    against: (label) => durable.has(label),
    note: `${sizes.things} things, one after the other by one client, ${sizes.backlog} more pending; reminders a second`,
  })
}

async function measure(arena, { things, backlog }, repeat) {
  const found = {}
  for (const contender of [belfry, ...arena.peers]) {
    found[contender.label] = await arena.inFreshPlace(contender, async (place) => {
      await fillUp(arena, contender, place, backlog)
      const runs = []
      for (let round = 0; round < repeat; round++) {
        arena.say(`${contender.label} ${round + 1}/${repeat}: ${things} things`)
        const options = { count: things, startMs: Date.now() + yearMs + round * 86_400_000 }
        runs.push(await runStep({ contender: contender.module, place, step: 'things', options, timeoutMs: 900_000 }))
      }
      return runs
    })
  }
  return found
}

async function fillUp(arena, contender, place, backlog) {
  if (contender.kind === 'belfry') return await fill(place.database, { to: backlog, say: arena.say })
  const onProgress = ({ progress }) => arena.say(`${contender.label}: ${progress} pending`)
  const options = { count: backlog, from: 10_000_000, dueMs: Date.now() + 2 * yearMs, everyMs: 1 }
  await runStep({ contender: contender.module, place, step: 'load', options, onProgress, timeoutMs: 900_000 })
  if (place.database) await withClient(place.database, (client) => client.query('vacuum analyze'))
}
