// Puts the parts together: storage, engine, ledger, recipients, channels. What it returns is Belfry's surface.

import type pg from 'pg'
import { accessVerbs, actingFor, operatorActing } from './acting.ts'
import { type BackupOptions, backup } from './backup/backup.ts'
import { type RestoreOptions, type RestoreResult, restore } from './backup/restore.ts'
import {
  type BelfryOptions,
  type Config,
  resolveConfig,
  resolveWorkerOptions,
  type StartWorkerOptions,
} from './config.ts'
import type { Context } from './engine/context.ts'
import type { Database } from './engine/database.ts'
import { LineageWatch } from './engine/lineage.ts'
import { type Notice, Notices } from './engine/notices.ts'
import { readStats, type Stats } from './engine/stats.ts'
import { Worker, type WorkerParts } from './engine/worker.ts'
import { connectionName, newWorkerId } from './engine/worker-id.ts'
import { resolveRequests, resolveRequestsOf } from './entities/requests.ts'
import { resolveZones } from './entities/zones.ts'
import { importing } from './import/import.ts'
import type { Lines } from './import/lines.ts'
import { type Logger, namespaced } from './log.ts'
import { checkedTransaction } from './storage/callers-transaction.ts'
import {
  inTransaction,
  openDatabase,
  type PgDatabase,
  type PoolUse,
  poolUse,
  type Queryable,
} from './storage/database.ts'
import { startEmbedded } from './storage/embedded/embedded.ts'
import { failureOf } from './storage/failure.ts'
import { tableReader } from './storage/foreign-table.ts'
import { listen } from './storage/listen.ts'
import { migrate } from './storage/migrate.ts'
import { restoringTo } from './storage/restoring.ts'
import { snapshotOf } from './storage/snapshot.ts'
import { monotonicClock } from './time/clock.ts'
import { verbs } from './verbs.ts'

export type Belfry = Awaited<ReturnType<typeof createBelfry>>

/** Connections of a worker's own: two that fire, two that write results, one to spare. */
const workerConnections = 5

/** As whom connections come: their name in pg_stat_activity, and the role they take on. */
interface Identity {
  readonly name?: string
  readonly role?: string | null
}

export async function createBelfry(options: BelfryOptions = {}) {
  const config = resolveConfig(options)
  const storageLog = namespaced(config.logger, 'storage', config.debug)
  const embedded =
    config.database === null ? await startEmbedded({ dataDir: config.dataDir, logger: storageLog }) : null
  const connection: pg.PoolConfig = embedded ? embedded.connection : { connectionString: config.database ?? '' }
  // An embedded server that died under us is nobody else's to start again.
  const revive = embedded ? () => embedded.revive() : null
  const open = (connectionsMax: number, { name = 'belfry', role = null }: Identity = {}) =>
    openDatabase({ connection, connectionsMax, name, role, pooled: config.pooled, logger: storageLog, revive })
  const db = open(config.connectionsMax)
  const opened = { verbs: [db], worker: [] as PgDatabase[] }
  const workers = new Set<Worker>()
  let hasRoles = false
  let migrated: readonly number[] = []
  const context = contextOf(config, db)
  const { onTimelineChange, defaultChannels } = config
  const lineage = new LineageWatch(context, { onTimelineChange, defaultChannels, failureOf, logger: storageLog })
  try {
    if (config.migrate) migrated = await migrate(db.pool, storageLog)
    await db.run('ensure-tenant', [config.tenant])
    hasRoles = config.roles && (await canUseRoles(db, storageLog))
    await lineage.look()
  } catch (error) {
    await db.close()
    await embedded?.close()
    throw error
  }
  const requestsDb = hasRoles ? open(config.connectionsMax, { role: 'belfry_app' }) : db
  if (requestsDb !== db) opened.verbs.push(requestsDb)

  return {
    ...verbs(config, context),
    /** Whether requests and workers run under roles of their own, which row-level security holds to one tenant. */
    hasRoles,
    /** The same verbs for another tenant, or in somebody's name. */
    as: actingFor(config, ({ tenant, actor }) => {
      const own = hasRoles ? requestsDb.forTenant(tenant) : db
      return contextOf({ ...config, tenant, actor }, own, context.notices)
    }),
    /** What concerns no tenant, in an operator's name. */
    operator: operatorActing(config, context),
    access: accessVerbs(context),
    migrations: {
      /** Numbers of those that this start has applied. */
      applied: migrated,
    },
    /** The same verbs inside a transaction of the caller's: anything with `query(text, values)`. */
    with: (tx: Queryable) => verbs(config, contextInside(context, tx), true),
    /** Takes over what another system has: what was sent is not sent again, what is to come rings. */
    import: importing(context, tableReader(connection)),
    /** Everything that Belfry has in this database, as lines, in one consistent state. `restoreBackup` puts it back. */
    backup: (options: BackupOptions = {}) => backup(snapshotOf(connection), config.timeZones.version, options),

    ...observingVerbs(context, opened),

    /** Fires and delivers in this process until `stop`. */
    startWorker(workerOptions: StartWorkerOptions = {}): Worker {
      const resolved = resolveWorkerOptions(config, workerOptions)
      const id = newWorkerId()
      const name = connectionName(id)
      const workerDb = open(workerConnections, { name, role: hasRoles ? 'belfry_worker' : null })
      opened.worker.push(workerDb)
      const wakeUps = config.notify ? (wake: (dueMs: number | null) => void) => listen(connection, wake, name) : null
      const worker = new Worker(
        { ...workerParts(config, context, workerDb), id, listen: wakeUps, onServer: () => lineage.look(workerDb) },
        resolved,
      )
      workers.add(worker)
      // Connections that are left open would look like a worker that runs.
      worker.events.once('stopped', () => void workerDb.close())
      worker.start()
      return worker
    },

    /** Stops the workers, then the connections, then (if it was the last to use it) the embedded database. */
    async close(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()))
      await Promise.all([...opened.verbs, ...opened.worker].map((one) => one.close()))
      await embedded?.close()
    },
  }
}

function workerParts(config: Config, context: Context, db: Database): Omit<WorkerParts, 'id' | 'listen' | 'onServer'> {
  const storageLog = namespaced(config.logger, 'storage', config.debug)
  return {
    db,
    failureOf,
    channels: config.channels,
    defaultChannels: config.defaultChannels,
    zones: context,
    resolve: () => resolveRequests({ ...context, db }, (error) => failureOf(error) === 'connection'),
    resolveZones: () => resolveZonesOnce({ ...context, db }, storageLog),
    clock: monotonicClock,
    logger: namespaced(config.logger, 'worker', config.debug),
  }
}

interface Opened {
  readonly verbs: readonly PgDatabase[]
  readonly worker: readonly PgDatabase[]
}

function observingVerbs(context: Context, opened: Opened) {
  return {
    /** How the whole installation is doing, all tenants together: for operators and metrics. Cheap at any size. */
    stats: (): Promise<Stats> => readStats(context.db),
    /** Connections of this process, by what they are for. */
    pools: (): PoolUse[] => [poolUse('verbs', opened.verbs), poolUse('worker', opened.worker)],
    /** Tells of what verbs and workers notice in passing; answers a function that ends it. */
    onNotice: (listener: (notice: Notice) => void) => context.notices.on(listener),
  }
}

/** Puts a backup back, as a whole or not at all. The system is held afterwards: an operator settles what is unknown first. */
export async function restoreBackup(
  options: BelfryOptions,
  lines: Lines,
  restoreOptions: RestoreOptions = {},
): Promise<RestoreResult> {
  const config = resolveConfig(options)
  const logger = namespaced(config.logger, 'storage', config.debug)
  const embedded = config.database === null ? await startEmbedded({ dataDir: config.dataDir, logger }) : null
  const connection: pg.ClientConfig = embedded ? embedded.connection : { connectionString: config.database ?? '' }
  try {
    const { defaultChannels } = config
    const contextIn = (tx: Database) => contextOf(config, tx)
    return await restore(
      { contextIn, defaultChannels, restore: restoringTo(connection, logger) },
      lines,
      restoreOptions,
    )
  } finally {
    await embedded?.close()
  }
}

async function resolveZonesOnce(context: Context, logger: Logger): Promise<boolean> {
  const { tzVersion: version } = context
  const { checked, moved, isDone } = await resolveZones(context, (so) =>
    logger.info({ version, checked: so }, 'resolving time zones again'),
  )
  if (checked > 0) logger.info({ version, checked, moved }, 'a newer time-zone database was applied')
  return isDone
}

/** What is due within this wakes workers, beyond their poll interval: for so long a caller may leave its transaction open. */
const openMaxMs = 3_600_000

function contextInside(context: Context, tx: Queryable): Context {
  return { ...context, db: inTransaction(checkedTransaction(tx)), pollMs: context.pollMs + openMaxMs }
}

async function canUseRoles(db: Database, logger: Logger): Promise<boolean> {
  const [row] = await db.run<{ usable: boolean }>('can-use-roles', [])
  if (!row?.usable) logger.warn({}, 'no roles for requests and workers: tenants are kept apart by the queries alone')
  return row?.usable ?? false
}

function contextOf(config: Config, db: Database, notices = new Notices(listenerThrew(config))): Context {
  const { tenant, actor, notify, pollMs, timeZones } = config
  const { rules, version: tzVersion } = timeZones
  const channels = new Set(config.channels.map(({ name }) => name))
  const context: Context = {
    ...{ db, tenant, actor, notify, pollMs, rules, tzVersion, channels, notices },
    resolveRequestsOf: (tx, lock) => resolveRequestsOf(context, tx, lock),
  }
  return context
}

function listenerThrew({ logger }: Config): (error: unknown) => void {
  return (error) => logger.error({ error: String(error) }, 'a listener threw')
}
