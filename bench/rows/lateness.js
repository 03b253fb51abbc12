// Lateness: a thousand become due each second, beside a large backlog for later. Measured in the handler: its start minus
// the due time, both by the machine's clock.

import { setTimeout as wait } from 'node:timers/promises'
import { belfry, percentile } from '../arena.js'
import { fill } from '../fill.js'
import { withClient } from '../postgres.js'
import { runStep, startStep } from '../steps.js'

export const title = 'lateness at 1,000 due per second'
export const goal = 'p99 ≤ 10 ms and ≤ 1/10 of the best peer'
const yearMs = 365 * 86_400_000

export async function run(arena, { sizes }) {
  const { backlog, latenessSeconds } = sizes
  const details = {}
  for (const contender of [belfry, ...arena.peers]) {
    details[contender.label] = await arena.inFreshPlace(contender, (place) =>
      measure(arena, contender, place, backlog, latenessSeconds),
    )
  }
  const p99 = (label) => details[label].p99
  const best = arena.peers.map(({ label }) => label).sort((a, b) => p99(a) - p99(b))[0] ?? null
  const ratio = best === null ? null : p99(best) / p99('belfry')
  return {
    unit: 'ms (p99)',
    values: Object.fromEntries(Object.keys(details).map((label) => [label, details[label].p99])),
    details,
    best,
    ratio,
    ratios: best && Object.fromEntries(Object.keys(details).map((label) => [label, p99(best) / p99(label)])),
    met: p99('belfry') <= 10 && (ratio === null || ratio >= 10),
    note: `${latenessSeconds} s, ${backlog} more pending for everybody; p50 ${Object.entries(details)
      .map(([label, { p50 }]) => `${label} ${p50} ms`)
      .join(', ')}`,
  }
}

async function measure(arena, contender, place, backlog, seconds) {
  const count = seconds * 1_000
  const module = contender.module
  if (contender.kind === 'belfry') await fill(place.database, { to: backlog, say: arena.say })
  else {
    const onProgress = ({ progress }) => arena.say(`${contender.label}: ${progress} pending`)
    const options = { count: backlog, from: count, dueMs: Date.now() + yearMs, everyMs: 1 }
    await runStep({ contender: module, place, step: 'load', options, onProgress, timeoutMs: 900_000 })
  }
  const firstMs = Date.now() + 12_000
  await runStep({ contender: module, place, step: 'load', options: { count, dueMs: firstMs, everyMs: 1 } })
  if (place.database) await withClient(place.database, (client) => client.query('vacuum analyze'))
  await arena.postgres.checkpoint()
  const worker = startStep({ contender: module, place, step: 'work', options: { lateness: true } })
  await worker.ready
  worker.say('go')
  const tooLate = Date.now() > firstMs
  arena.say(`${contender.label}: ${seconds} s of 1,000 due each`)
  await wait(Math.max(0, firstMs - Date.now()) + seconds * 1_000 + 3_000)
  const { handled, late } = await worker.stop()
  const at = (share) => Math.round(percentile(late, share) * 10) / 10
  const more = { ...(handled !== count && { handled, of: count }), ...(tooLate && { startedLate: true }) }
  return { p50: at(0.5), p99: at(0.99), max: at(1), ...more }
}
