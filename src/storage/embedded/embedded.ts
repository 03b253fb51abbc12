// Belfry's own PostgreSQL. One server for each data directory, shared by every Belfry process on this machine that uses
// it: the first starts it, the others join, the last one out stops it. A Belfry that is killed leaves it running, and
// the next one adopts it.
//
// What never happens: two servers on one directory, a half-made cluster, a server stopped under somebody who uses it.

import { BelfryError } from '../../errors.ts'
import type { Logger } from '../../log.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Client, countLiving, isLastHere, join } from './clients.ts'
import { ensureDatabase } from './database.ts'
import { ensureCluster } from './init.ts'
import { withLock } from './lock.ts'
import { ensureServer, type Server } from './server.ts'
import { openSite, type Site } from './site.ts'
import { type Connection, connectionTo } from './socket.ts'
import { stopServer } from './stop.ts'
import { lookAround, type Surroundings } from './surroundings.ts'

export interface EmbeddedOptions {
  /** Made if absent. Holds the cluster, the server's log and who uses it. */
  readonly dataDir: string
  readonly logger: Logger
  /** Extra server settings, over Belfry's own, for tests and benches. Without effect on a server that already runs. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedDatabase {
  /** What node-pg's Pool accepts. */
  readonly connection: Connection
  /** Joined, or adopted, a server that was already running. */
  readonly adopted: boolean
  /** The postmaster's. */
  readonly pid: number
  /** Starts the server again if it died under us. */
  revive(): Promise<void>
  /** The last one out stops the server, the others just leave. */
  close(): Promise<void>
}

export async function startEmbedded(
  options: EmbeddedOptions,
  surroundings: Partial<Surroundings> = {},
): Promise<EmbeddedDatabase> {
  try {
    const site = await openSite(options.dataDir, options.logger, await lookAround(surroundings))
    const binaries = await findBinaries(site)
    return await withLock(site, () => enter(site, binaries, options.settings ?? {}))
  } catch (error) {
    throw named(error, options.dataDir)
  }
}

async function enter(site: Site, binaries: Binaries, settings: Record<string, string>): Promise<EmbeddedDatabase> {
  await countLiving(site)
  const client = await join(site)
  try {
    await ensureCluster(site, binaries)
    const server = await ensureServer(site, binaries, settings)
    const connection = await connectionTo(site, server.postmaster)
    await ensureDatabase(connection)
    return handle(site, binaries, settings, client, server, connection)
  } catch (error) {
    await exit(site, binaries, client)
    throw error
  }
}

function handle(
  site: Site,
  binaries: Binaries,
  settings: Record<string, string>,
  client: Client,
  server: Server,
  connection: Connection,
): EmbeddedDatabase {
  const { postmaster, adopted } = server
  site.logger.info(
    { pid: postmaster.pid, adopted },
    adopted ? 'joined the embedded database' : 'started the embedded database',
  )
  let closing: Promise<void> | undefined
  return {
    connection,
    adopted,
    pid: postmaster.pid,
    revive: async () => {
      if (closing) return
      await withLock(site, async () => {
        if (!closing) await ensureServer(site, binaries, settings)
      })
    },
    close: () => {
      closing ??= withLock(site, () => exit(site, binaries, client))
      return closing
    },
  }
}

/** Under the lock. */
async function exit(site: Site, binaries: Binaries, client: Client): Promise<void> {
  await client.leave()
  if (!(await isLastHere(site))) return
  await stopServer(site, binaries)
  site.logger.info({ dataDir: site.root }, 'stopped the embedded database')
}

function named(error: unknown, dataDir: string): BelfryError {
  if (error instanceof BelfryError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new BelfryError('embedded_failed', `The embedded PostgreSQL in ${dataDir} did not start: ${reason}`, {
    cause: error,
  })
}
