// Which machine, which boot of it, and which process table. A pid means something only where all three agree: two
// containers on one machine share the boot id and not the pids, a machine after a reboot shares the name and nothing else.

import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import os from 'node:os'
import { promisify } from 'node:util'

export interface Host {
  readonly name: string
  readonly boot: string
  /** The pid namespace; empty where there is only one. */
  readonly pids: string
}

/**
 * `same`: pids can be compared. `restarted`: this name came back with a new boot or a new container, so whatever ran
 * before is very likely dead. `other`: only a heartbeat can tell.
 */
export type Kinship = 'same' | 'restarted' | 'other'

export function kinship(mine: Host, theirs: Host): Kinship {
  if (sameBoot(mine, theirs) && mine.pids === theirs.pids) return 'same'
  return mine.name === theirs.name ? 'restarted' : 'other'
}

// A boot time computed from the uptime moves with every correction of the clock; real boot ids do not.
const bootTimeToleranceS = 120

function sameBoot(mine: Host, theirs: Host): boolean {
  if (mine.boot === theirs.boot) return true
  const [a, b] = [approximateBoot(mine.boot), approximateBoot(theirs.boot)]
  return a !== undefined && b !== undefined && mine.name === theirs.name && Math.abs(a - b) <= bootTimeToleranceS
}

function approximateBoot(boot: string): number | undefined {
  return boot.startsWith('~') ? Number(boot.slice(1)) : undefined
}

export async function thisHost(): Promise<Host> {
  const pids = await readlink('/proc/self/ns/pid').catch(() => '')
  return { name: os.hostname(), boot: await bootId(), pids }
}

async function bootId(): Promise<string> {
  if (process.platform === 'linux') {
    const id = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    if (id !== '') return id.trim()
  }
  if (process.platform === 'darwin') {
    const answer = await promisify(execFile)('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']).catch(() => undefined)
    if (answer?.stdout.trim()) return answer.stdout.trim()
  }
  const nowS = performance.timeOrigin / 1000 + process.uptime()
  return `~${Math.round(nowS - os.uptime())}`
}
