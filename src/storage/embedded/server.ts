// Starts the server, or finds the one that runs. Runs under the lock, so nobody else starts or stops it meanwhile.
//
//   nothing runs            start it
//   starting (its Belfry was killed)   wait until it is ready
//   ready                   adopt it
//   stopping                wait until it is gone, then start

import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { BelfryError } from '../../errors.ts'
import type { Binaries } from './binaries.ts'
import { clusterName, type Postmaster, readPostmaster, runningPostmaster } from './postmaster.ts'
import { signal, startOf } from './process.ts'
import { dataDirectory } from './reach.ts'
import { cleanEnvironment, run } from './run.ts'
import { logSize, logTail, openServerLog } from './server-log.ts'
import { serverArguments } from './server-settings.ts'
import type { Site } from './site.ts'
import { listenSettings } from './socket.ts'

type Settings = Readonly<Record<string, string>>

export interface Server {
  readonly postmaster: Postmaster
  readonly adopted: boolean
}

export async function ensureServer(site: Site, binaries: Binaries, extra: Settings): Promise<Server> {
  const running = await runningPostmaster(site)
  if (running && running.status !== 'stopping') {
    const { postmaster, said } = await untilReady(site, running.pid, await logSize(site))
    if (postmaster) return { postmaster, adopted: true }
    site.logger.warn({ pid: running.pid, said }, 'the running server ended, starting another')
  } else if (running) {
    await untilGone(site, running.pid, site.timing.stopMs)
  }
  return { postmaster: await startServer(site, binaries, extra), adopted: false }
}

/**
 * The children of a postmaster that was killed end a moment after it, and until then PostgreSQL refuses a second server
 * on their shared memory. That, and only that, is tried again.
 */
async function startServer(site: Site, binaries: Binaries, extra: Settings): Promise<Postmaster> {
  const giveUp = performance.now() + site.timing.startQuietMs
  for (;;) {
    const log = await openServerLog(site)
    const from = await logSize(site)
    const pid = await launch(site, binaries, extra, log.fd).finally(() => log.close())
    const { postmaster, said } = await untilReady(site, pid, from).catch((error) => abandon(pid, error))
    if (postmaster) return postmaster
    const orphans = said.includes('pre-existing shared memory block')
    if (!orphans || performance.now() > giveUp) throw failed(site, said)
    await wait(site.timing.pollMs * 5)
  }
}

async function launch(site: Site, binaries: Binaries, extra: Settings, log: number): Promise<number> {
  const { argument, spawn: place } = await dataDirectory(site.cluster, site.account)
  const identity = { cluster_name: await clusterName(site) }
  const settings = serverArguments(await listenSettings(site), extra, identity)
  if (site.platform === 'win32') return await launchByPgCtl(site, binaries, settings)
  return await new Promise<number>((resolve, reject) => {
    const child = spawn(binaries.postgres, ['-D', argument, ...settings], {
      ...place,
      env: cleanEnvironment(site.platform),
      // A session of its own: Ctrl-C and a closed terminal reach the worker, which still needs the database to conclude.
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.once('error', (error) => reject(failed(site, error.message)))
    child.once('spawn', () => resolve(child.pid!))
    child.unref()
  })
}

/** A server that hangs may not have written postmaster.pid yet, and then nobody would find it again. */
function abandon(pid: number, error: unknown): never {
  signal(pid, 'SIGQUIT')
  throw error
}

/** On Windows only pg_ctl gives up an administrator's rights, which the server refuses to run with. */
async function launchByPgCtl(site: Site, binaries: Binaries, settings: string[]): Promise<number> {
  const options = settings.map((word) => (word === '-c' ? word : `"${word}"`)).join(' ')
  const args = ['start', '-W', '-s', '-D', site.cluster, '-l', site.log, '-o', options]
  const done = await run(binaries.pgCtl, args, { cwd: site.cluster, timeoutMs: site.timing.startQuietMs })
  if (!done.ok) throw failed(site, done.output)
  const giveUp = performance.now() + site.timing.startQuietMs
  while (performance.now() < giveUp) {
    const found = await runningPostmaster(site)
    if (found) return found.pid
    await wait(site.timing.pollMs)
  }
  throw failed(site, await logTail(site, 0))
}

interface Outcome {
  readonly postmaster?: Postmaster
  /** What the server has written to its log since. */
  readonly said: string
}

/** Ready, or ended. The time limit counts from the log's last growth: recovery after a crash takes what it takes. */
async function untilReady(site: Site, pid: number, from: number): Promise<Outcome> {
  let seen = from
  let giveUp = performance.now() + site.timing.startQuietMs
  while (performance.now() < giveUp) {
    const found = await readPostmaster(site)
    if (found?.pid === pid && found.status === 'ready') return { postmaster: found, said: '' }
    if ((await startOf(pid)) === undefined) return { said: await logTail(site, from) }
    const size = await logSize(site)
    if (size !== seen) giveUp = performance.now() + site.timing.startQuietMs
    seen = size
    await wait(site.timing.pollMs)
  }
  throw failed(
    site,
    `no answer for ${Math.round(site.timing.startQuietMs / 1000)} s\n${await logTail(site, from)}`,
    pid,
  )
}

/** True when the process is gone in time. */
export async function untilGone(site: Site, pid: number, withinMs: number): Promise<boolean> {
  const giveUp = performance.now() + withinMs
  while ((await startOf(pid)) !== undefined) {
    if (performance.now() > giveUp) return false
    await wait(site.timing.pollMs)
  }
  return true
}

function failed(site: Site, said: string, pid?: number): BelfryError {
  const which = pid === undefined ? '' : ` (process ${pid})`
  return new BelfryError(
    'embedded_failed',
    `The embedded PostgreSQL${which} in ${site.root} did not start: ${said.trim()}`,
  )
}
