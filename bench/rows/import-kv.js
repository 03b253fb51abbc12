// A Deno KV file of a Telegram bot, taken over: each reminder under its user and under its time. Then the same again, which changes nothing.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { belfry } from '../arena.js'
import { runStep } from '../steps.js'

export const title = 'import of a Deno KV file, 200,000 reminders'
export const goal = '< 60 s'
const users = 20_000

export async function run(arena, { sizes }) {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bench-kv-'))
  const kv = { file: join(folder, 'kv.sqlite3'), count: sizes.kvReminders, users }
  const saying = (what) => ({ onProgress: ({ progress }) => arena.say(`${what}: ${progress}`), timeoutMs: 900_000 })
  try {
    return await arena.inFreshPlace(belfry, async (place) => {
      await runStep({ contender: 'belfry', place, step: 'writeKv', options: kv, ...saying('written') })
      await arena.postgres.checkpoint()
      const step = { contender: 'belfry', place, step: 'importKv', options: kv, execArgv: ['--expose-gc'] }
      const { firstMs, secondMs, cpuMs, grownMb } = await runStep({ ...step, ...saying('imported') })
      const [first, second] = [firstMs, secondMs].map((ms) => Math.round(ms / 100) / 10)
      return {
        unit: 's',
        values: { 'first run': first, 'the run right after': second },
        best: null,
        ratio: null,
        ratios: null,
        met: first < 60,
        note: `${kv.count} reminders of ${users} users, with their time index, in one process with PostgreSQL beside it; ${Math.round(cpuMs / 1_000)} s of processor time in Node, reading included; memory grew by ${Math.round(grownMb)} MB`,
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
