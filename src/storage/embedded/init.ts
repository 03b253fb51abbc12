// Makes the cluster. initdb works in a directory beside the target that is renamed when it is done and on disk: a crash
// half-way leaves rubbish that the next start removes, never a cluster that half exists. Runs under the lock.

import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { BelfryError } from '../../errors.ts'
import type { Binaries } from './binaries.ts'
import { dataDirectory } from './reach.ts'
import { run } from './run.ts'
import { createFile, type Site } from './site.ts'

export const superuser = 'belfry'
const draftPrefix = 'cluster.init-'
// 0.7 s on a fast disk; a minute has been seen on network volumes, where every fsync is a round trip.
const initdbTimeoutMs = 300_000

export async function ensureCluster(site: Site, binaries: Binaries): Promise<void> {
  await removeDrafts(site)
  const version = await readFile(path.join(site.cluster, 'PG_VERSION'), 'utf8').catch(missing)
  if (version === undefined) await makeCluster(site, binaries)
  else if (Number(version.trim()) !== binaries.major) throw otherMajor(site, version.trim(), binaries.major)
}

async function makeCluster(site: Site, binaries: Binaries): Promise<void> {
  if ((await readdir(site.cluster).catch(() => [])).length > 0) {
    throw new BelfryError(
      'embedded_failed',
      `${site.cluster} is not empty and not a PostgreSQL cluster: choose another data directory.`,
    )
  }
  const draft = await mkdtemp(path.join(site.root, draftPrefix))
  try {
    if (site.account) await chown(draft, site.account.uid, site.account.gid)
    await initdb(site, binaries, draft)
    await rename(draft, site.cluster)
    await syncDirectory(site.root)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  site.logger.info({ cluster: site.cluster }, 'made a database cluster')
}

async function initdb(site: Site, binaries: Binaries, draft: string): Promise<void> {
  const { argument, spawn } = await dataDirectory(draft, site.account)
  const auth = site.transport === 'tcp' ? await passwordAuth(site) : socketAuth
  const args = ['-D', argument, '-U', superuser, '--locale=C', '--encoding=UTF8', '--no-instructions', ...auth]
  const done = await run(binaries.initdb, args, { ...spawn, timeoutMs: initdbTimeoutMs })
  if (!done.ok)
    throw new BelfryError(
      'embedded_failed',
      `The database in ${site.root} could not be made: ${lastLines(done.output)}`,
    )
}

/**
 * On a socket everybody who can connect is trusted, and only two can: the socket is 0700 and lies in a 0700 directory,
 * both owned by the server's user, so the kernel lets in that user and root. That user could as well read the data
 * files; a password would protect nothing. (`peer` would be no stricter, and needs a map when root is the client.)
 * There is no TCP listener; should somebody add one, it rejects.
 */
const socketAuth = ['--auth-local=trust', '--auth-host=reject']

/** Loopback is open to every local user: SCRAM, with a password that only we can read. */
async function passwordAuth(site: Site): Promise<string[]> {
  await rm(site.passwordFile, { force: true })
  await createFile(site, site.passwordFile, randomBytes(32).toString('base64url'))
  // initdb reads it as the server's user.
  if (site.account) await chown(site.passwordFile, site.account.uid, site.account.gid)
  return ['--auth=scram-sha-256', `--pwfile=${site.passwordFile}`]
}

/** We hold the lock, so these are of the dead. An initdb that outlived its Belfry may still write; next time, then. */
async function removeDrafts(site: Site): Promise<void> {
  for (const name of await readdir(site.root)) {
    if (!name.startsWith(draftPrefix)) continue
    await rm(path.join(site.root, name), { recursive: true, force: true }).catch((error: unknown) => {
      site.logger.debug({ err: error, name }, 'could not remove what an interrupted start left')
    })
  }
}

/** The rename itself must survive a power cut; initdb has synced what is inside. Windows cannot open a directory. */
async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(dir, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function otherMajor(site: Site, theirs: string, ours: number): BelfryError {
  return new BelfryError(
    'embedded_failed',
    `The database in ${site.cluster} was made by PostgreSQL ${theirs} and this Belfry brings PostgreSQL ${ours}: ` +
      `run the Belfry version that made it, take a backup there and restore it into a new data directory.`,
  )
}

export function lastLines(text: string, count = 15): string {
  return text.trim().split('\n').slice(-count).join('\n')
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
