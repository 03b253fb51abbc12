// What postmaster.pid says, and whether to believe it. PostgreSQL writes: pid, data directory, start time, port, socket
// directory, listen address, shared memory key, status, one a line.

import { readFile, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { BelfryError } from '../../errors.ts'
import { sleeper } from '../../time/clock.ts'
import { commandOf, startOf } from './process.ts'
import type { Site } from './site.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Empty without sockets; `.` is the cluster itself. */
  readonly socketDir: string
  /** `starting`, `stopping`, `ready`; empty while the file is being written. */
  readonly status: string
}

const answersMax = 20
const answersEveryMs = 100

/**
 * The server that runs on this cluster, or undefined. Our own name on its command line is proof; a `postgres` without it
 * (started by hand, or not readable) must answer on its socket. A server that answers under a pid that we cannot see
 * runs in another container. A pid that belongs to something else by now is taken out of PostgreSQL's way.
 */
export async function runningPostmaster(site: Site): Promise<Postmaster | undefined> {
  const found = await readPostmaster(site)
  if (found === undefined) return undefined
  const alive = (await startOf(found.pid)) !== undefined
  const command = alive ? await commandOf(found.pid) : ''
  if (command?.includes(`cluster_name=${await clusterName(site)}`)) return found
  const answers = await isListening(site, found)
  if (alive && answers && (command === undefined || command.includes('postgres'))) return found
  if (answers && found.socketDir !== '' && (await keepsAnswering(site, found))) throw otherContainer(site)
  if (alive) await disarm(site, found.pid)
  return undefined
}

export async function readPostmaster(site: Site): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(site), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = text.split('\n').map((line) => line.trim())
  if (!Number(pid)) return undefined
  return { pid: Math.abs(Number(pid)), port: Number(port), socketDir: socketDir ?? '', status: status ?? '' }
}

/** On the server's command line, so that it can be told from a stranger with a recycled pid; survives a moved directory. */
export async function clusterName(site: Site): Promise<string> {
  const { dev, ino } = await stat(site.cluster)
  return `belfry-${dev}-${ino}`
}

/** A server that was just killed may answer for a moment: a backend that it was starting still has its socket. */
async function keepsAnswering(site: Site, server: Postmaster): Promise<boolean> {
  for (let tries = 0; tries < answersMax; tries++) {
    await sleeper.sleep(answersEveryMs)
    if (!(await isListening(site, server))) return false
  }
  return true
}

function isListening(site: Site, server: Postmaster): Promise<boolean> {
  const { socketDir, port } = server
  const file = path.join(path.resolve(site.cluster, socketDir), `.s.PGSQL.${port}`)
  return new Promise((resolve) => {
    const socket = socketDir === '' ? connect(port, '127.0.0.1') : connect(file)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

function otherContainer(site: Site): BelfryError {
  return new BelfryError(
    'database_in_use',
    `A PostgreSQL server of another container runs on ${site.cluster}: stop that container, or let both use one server through DATABASE_URL.`,
  )
}

/**
 * PostgreSQL refuses to start while the pid in postmaster.pid is alive, whatever it is. Removing the file would also
 * remove the shared memory key, its guard against orphaned backends that still write. With our own pid in it, the file
 * counts as stale (a postmaster ignores its parent's pid) and the key is still checked.
 */
async function disarm(site: Site, stranger: number): Promise<void> {
  const text = await readFile(pidFile(site), 'utf8')
  await writeFile(pidFile(site), text.replace(/^-?\d+/, String(process.pid)))
  site.logger.warn({ pid: stranger }, 'postmaster.pid named a process that is not the server')
}

function pidFile(site: Site): string {
  return path.join(site.cluster, 'postmaster.pid')
}
