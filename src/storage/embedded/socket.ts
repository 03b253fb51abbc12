// Where the server listens and how to reach it: a Unix socket in the cluster, one in a temporary directory when that
// path is too long, or loopback with a password where there are no sockets.

import { chown, lstat, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { superuser } from './init.ts'
import type { Postmaster } from './postmaster.ts'
import { canWalkTo } from './reach.ts'
import { createFile, type Site } from './site.ts'

export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
  readonly database: string
  /** Said outright: node-pg would otherwise follow PGSSLMODE, and a socket has no TLS. */
  readonly ssl: false
}

export const databaseName = 'belfry'
const socketPort = 5432
// sockaddr_un holds 104 bytes on macOS and 108 on Linux, with the final NUL.
const socketPathMax = 100

/** Settings for a server that is about to start. The cluster is its working directory, so `.` is always short enough. */
export async function listenSettings(site: Site): Promise<Record<string, string>> {
  if (site.transport === 'tcp') {
    return { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' }
  }
  const directory = socketPathFits(site.cluster) ? '.' : await temporaryDirectory(site)
  return { listen_addresses: '', port: String(socketPort), unix_socket_directories: directory }
}

/** How to reach a server that is running. Its postmaster.pid tells where it listens. */
export async function connectionTo(site: Site, server: Postmaster): Promise<Connection> {
  const common = { port: server.port, user: superuser, database: databaseName, ssl: false } as const
  if (server.socketDir !== '') return { host: path.resolve(site.cluster, server.socketDir), ...common }
  return { host: '127.0.0.1', ...common, password: await readFile(site.passwordFile, 'utf8') }
}

export function socketPathFits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, `.s.PGSQL.${socketPort}`)) <= socketPathMax
}

/** The recorded one if it is still there and still private to the server's user, else a new one. */
async function temporaryDirectory(site: Site): Promise<string> {
  const recorded = await readFile(site.socketRecord, 'utf8').catch(() => '')
  if (recorded !== '' && (await isPrivate(recorded, site))) return recorded
  const directory = await mkdtemp(path.join(await shortTemporaryRoot(site), 'belfry-')) // 0700
  if (site.account) await chown(directory, site.account.uid, site.account.gid)
  await rm(site.socketRecord, { force: true })
  await createFile(site, site.socketRecord, directory)
  return directory
}

async function isPrivate(directory: string, site: Site): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined)
  const owner = site.account?.uid ?? process.geteuid?.()
  return found?.isDirectory() === true && found.uid === owner && (found.mode & 0o077) === 0
}

/** TMPDIR can itself be long, or private to root. */
async function shortTemporaryRoot(site: Site): Promise<string> {
  const own = os.tmpdir()
  const fits = socketPathFits(path.join(own, 'belfry-XXXXXX'))
  return fits && (!site.account || (await canWalkTo(path.join(own, 'x'), site.account))) ? own : '/tmp'
}

/** After the server has stopped. */
export async function removeTemporaryDirectory(site: Site): Promise<void> {
  const recorded = await readFile(site.socketRecord, 'utf8').catch(() => '')
  if (recorded === '') return
  if (await isPrivate(recorded, site)) await rm(recorded, { recursive: true, force: true })
  await rm(site.socketRecord, { force: true })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
