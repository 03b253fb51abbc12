// Is that process still the one we mean? A pid is recycled, a pid with its start time is not.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Host } from './host.ts'

/** A process anywhere: what stands in lock and client files. */
export interface Owner extends Host {
  readonly pid: number
  /** Opaque; empty where the system does not tell. */
  readonly started: string
}

export async function ourselves(host: Host): Promise<Owner> {
  return { ...host, pid: process.pid, started: (await startOf(process.pid)) ?? '' }
}

export function parseOwner(text: string): Owner | undefined {
  try {
    const value = JSON.parse(text) as Partial<Owner>
    const { pid, started, name, boot, pids } = value
    if (typeof pid !== 'number' || typeof started !== 'string' || typeof boot !== 'string') return undefined
    return { pid, started, boot, name: String(name), pids: String(pids) }
  } catch {
    return undefined
  }
}

/** Only for an owner on this host. Where start times are unknown, a living pid is believed. */
export async function isAlive(owner: Pick<Owner, 'pid' | 'started'>): Promise<boolean> {
  const started = await startOf(owner.pid)
  if (started === undefined) return false
  return started === '' || owner.started === '' || started === owner.started
}

/** When the process began; undefined when it is gone (a zombie is gone), empty when it lives and the time is not known. */
export async function startOf(pid: number): Promise<string | undefined> {
  if (!pidExists(pid)) return undefined
  if (process.platform === 'linux') return await startFromProc(pid)
  if (process.platform === 'darwin') return await startFromPs(pid)
  return ''
}

export function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function startFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  if (stat === '') return pidExists(pid) ? '' : undefined
  // The name in parentheses may itself hold spaces and parentheses: count from the last one (proc(5): state is field 3,
  // starttime field 22).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : (fields[19] ?? '')
}

async function startFromPs(pid: number): Promise<string | undefined> {
  const answer = await promisify(execFile)('/bin/ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => undefined)
  const [state, ...start] = answer?.stdout.trim().split(/\s+/) ?? []
  if (state === undefined || state === '') return pidExists(pid) ? '' : undefined
  return state.startsWith('Z') ? undefined : start.join(' ')
}

/** The command line, words joined by NUL on Linux; undefined when it cannot be read. */
export async function commandOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => undefined)
  if (process.platform !== 'darwin') return undefined
  const answer = await promisify(execFile)('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => undefined,
  )
  return answer?.stdout
}

/** A process that is gone by now needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
