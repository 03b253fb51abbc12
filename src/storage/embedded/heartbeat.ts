// A heartbeat is the modification time of a file, and its age is measured against a file written now beside it: both
// times come from the file system's clock, so two machines on one volume need not agree on the time.

import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { kinship } from './host.ts'
import { isAlive, type Owner } from './process.ts'
import type { Site } from './site.ts'

/** Writes the first byte again: the mtime moves and no reader ever sees a shorter file. */
async function beat(file: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    await handle.write('{', 0)
  } finally {
    await handle.close()
  }
}

/** Beats until stopped. Never keeps the process alive. `lost` is called once, when the file is gone. */
export function keepBeating(file: string, everyMs: number, lost: () => void = () => {}): () => void {
  const timer = setInterval(() => {
    beat(file).catch((error: NodeJS.ErrnoException) => {
      // Anything else (a full or busy disk) is tried again at the next beat.
      if (error.code !== 'ENOENT' || stopped) return
      stop()
      lost()
    })
  }, everyMs)
  timer.unref()
  let stopped = false
  const stop = () => {
    stopped = true
    clearInterval(timer)
  }
  return stop
}

/** Undefined when the file is gone. */
export async function ageMs(file: string): Promise<number | undefined> {
  const probe = path.join(path.dirname(file), `.now-${randomUUID()}`)
  const handle = await open(probe, 'wx', 0o600)
  try {
    await handle.write('{', 0)
    const now = (await handle.stat()).mtimeMs
    const beat = await stat(file).catch(() => undefined)
    return beat && now - beat.mtimeMs
  } finally {
    await handle.close()
    await rm(probe, { force: true })
  }
}

export type Presence = 'alive' | 'dead' | 'elsewhere'

/**
 * Is the process behind this file still there? On our own host its pid and start time tell. After a restart under the
 * same name (a reboot, a killed container that came back) we wait out two heartbeats and take over unless the file
 * moves. On another host a heartbeat within `staleMs` means that it is in use.
 */
export async function presenceOf(site: Site, owner: Owner, file: string): Promise<Presence> {
  const kin = kinship(site.host, owner)
  if (kin === 'same') return (await isAlive(owner)) ? 'alive' : 'dead'
  const { heartbeatMs, staleMs, pollMs } = site.timing
  const silentMs = kin === 'restarted' ? 2 * heartbeatMs : staleMs
  const patience = performance.now() + silentMs + heartbeatMs
  for (;;) {
    // Of the moment before the look: one that began too early and took its time has not seen the end of the silence.
    const isLast = performance.now() > patience
    const age = await ageMs(file)
    if (age === undefined || age > silentMs) return 'dead'
    if (kin === 'other' || isLast) return 'elsewhere'
    await wait(pollMs * 5)
  }
}
