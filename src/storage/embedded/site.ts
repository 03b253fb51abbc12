// One data directory and who looks at it: the paths inside, ourselves, and the user the server runs as.
//
//   cluster/          PostgreSQL's own directory and its socket; 0700, owned by the server's user
//   clients/          one file for each process that uses the server; its mtime is the heartbeat
//   lock/             the directory lock (lock.ts)
//   server.log        what the server and initdb say
//   socket-directory  where the socket is, when the path above is too long for one
//   password          only where there are no Unix sockets
//
// As root everything but cluster/ stays root's: nothing that root writes to lies in a directory of an unprivileged user.

import { lchown, mkdir, open, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../../log.ts'
import { type Account, serverAccount } from './account.ts'
import { type Owner, ourselves } from './process.ts'
import type { Surroundings } from './surroundings.ts'

export interface Site extends Surroundings {
  readonly root: string
  readonly cluster: string
  readonly clients: string
  readonly locks: string
  readonly log: string
  readonly socketRecord: string
  readonly passwordFile: string
  readonly logger: Logger
  readonly self: Owner
  /** Undefined: the server runs as the user we are. */
  readonly account: Account | undefined
}

export async function openSite(dataDir: string, logger: Logger, around: Surroundings): Promise<Site> {
  await makeDataDir(path.resolve(dataDir))
  // The real path, so that two processes that came by different symlinks mean the same socket.
  const root = await realpath(dataDir)
  const cluster = path.join(root, 'cluster')
  const site: Site = {
    ...around,
    root,
    cluster,
    clients: path.join(root, 'clients'),
    locks: path.join(root, 'lock'),
    log: path.join(root, 'server.log'),
    socketRecord: path.join(root, 'socket-directory'),
    passwordFile: path.join(root, 'password'),
    logger,
    self: await ourselves(around.host),
    account: await serverAccount(cluster, around.accountNames),
  }
  await makeOwnDir(site, site.clients)
  await makeOwnDir(site, site.locks)
  return site
}

/** As root 0711: the server's user passes through to cluster/ and cannot list. A directory that exists is left as it is. */
async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(path.dirname(dataDir), { recursive: true })
  await mkdir(dataDir, { mode: process.geteuid?.() === 0 ? 0o711 : 0o700 }).catch(ignoreExisting)
}

async function makeOwnDir(site: Site, dir: string): Promise<void> {
  const owner = await heir(site)
  const made = await mkdir(dir, { mode: 0o700 }).then(() => true, ignoreExisting)
  if (made && owner) await lchown(dir, owner.uid, owner.gid)
}

/** A new file, 0600. Exclusive creation follows no symlink that somebody may have put there. */
export async function createFile(site: Site, file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const owner = await heir(site)
    if (owner) await handle.chown(owner.uid, owner.gid)
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/** Root on an ordinary user's directory leaves files that this user can still read and replace afterwards. */
async function heir(site: Site): Promise<{ uid: number; gid: number } | undefined> {
  if (process.geteuid?.() !== 0) return undefined
  const { uid, gid } = await stat(site.root)
  return uid === 0 ? undefined : { uid, gid }
}

function ignoreExisting(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error
  return false
}
