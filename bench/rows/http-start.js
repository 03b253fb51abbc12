// From the command to the first 200 of /readyz: `belfry serve` on a new data directory, and on one that it knows, with its
// database stopped. Beside it `belfry list`, while the server runs.

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from '../arena.js'
import { belfryProgram, childOptions, startServe } from '../servers/servers.js'

export const title = 'start of belfry serve to ready'
export const goal = '≤ 3 s on a new data directory, ≤ 1 s on an old one'

const execute = promisify(execFile)

export async function run(arena, { sizes }) {
  const found = { fresh: [], known: [], list: [] }
  for (let i = 0; i < sizes.starts; i++) {
    arena.say(`start ${i + 1}/${sizes.starts}`)
    const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-start-'))
    try {
      await startAndList({ BELFRY_DATA_DIR: directory }, found.fresh, [])
      for (let again = 0; again < 2; again++)
        await startAndList({ BELFRY_DATA_DIR: directory }, found.known, found.list)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
  const [fresh, known, list] = [found.fresh, found.known, found.list].map((all) => Math.round(median(all)))
  return {
    unit: 'ms',
    values: { 'new data directory': fresh, 'old data directory': known, 'belfry list': list },
    best: null,
    ratio: null,
    ratios: null,
    met: fresh <= 3_000 && known <= 1_000,
    note: `medians of ${found.fresh.length} starts on new directories and ${found.known.length} on old ones; slowest ${Math.round(Math.max(...found.fresh))} and ${Math.round(Math.max(...found.known))} ms; belfry list beside the server, from the command to its end`,
  }
}

async function startAndList(settings, starts, lists) {
  const server = await startServe(settings)
  try {
    starts.push(server.readyMs)
    const startedMs = performance.now()
    await execute(process.execPath, [belfryProgram, 'list'], childOptions(settings))
    lists.push(performance.now() - startedMs)
  } finally {
    await server.stop()
  }
}
