// Stops the server. Fast mode: open transactions are rolled back, a checkpoint is written, and the next start is quick.

import type { Binaries } from './binaries.ts'
import { runningPostmaster } from './postmaster.ts'
import { signal } from './process.ts'
import { run } from './run.ts'
import { untilGone } from './server.ts'
import type { Site } from './site.ts'
import { removeTemporaryDirectory } from './socket.ts'

export async function stopServer(site: Site, binaries: Binaries): Promise<void> {
  const running = await runningPostmaster(site)
  if (running) {
    await askToStop(site, binaries, running.pid)
    if (!(await untilGone(site, running.pid, site.timing.stopMs))) await stopAtOnce(site, running.pid)
  }
  await removeTemporaryDirectory(site)
}

async function askToStop(site: Site, binaries: Binaries, pid: number): Promise<void> {
  if (site.platform !== 'win32') return signal(pid, 'SIGINT')
  await run(binaries.pgCtl, ['stop', '-m', 'fast', '-W', '-D', site.cluster], {
    cwd: site.root,
    timeoutMs: site.timing.stopMs,
  })
}

/** SIGQUIT leaves without a checkpoint: nothing that was committed is lost, the next start recovers from the log. */
async function stopAtOnce(site: Site, pid: number): Promise<void> {
  site.logger.warn({ pid }, 'the embedded PostgreSQL did not stop in time, stopping it without a checkpoint')
  signal(pid, 'SIGQUIT')
  await untilGone(site, pid, site.timing.stopMs)
}
