// Puts the parts together. What `createBelfry` returns is Belfry's surface.

import { accessVerbs, actingFor, operatorActing } from './acting.ts'
import { type BackupOptions, backup } from './backup/backup.ts'
import { type RestoreOptions, type RestoreResult, restore } from './backup/restore.ts'
import { type BelfryOptions, resolveConfig, type StartWorkerOptions } from './config.ts'
import type { Context } from './engine/context.ts'
import type { Database } from './engine/database.ts'
import type { Notice } from './engine/notices.ts'
import type { Rung } from './engine/ring.ts'
import { readStats, type Stats } from './engine/stats.ts'
import type { Worker } from './engine/worker.ts'
import { type ExportOptions, exportTenant } from './export/export.ts'
import { importing } from './import/import.ts'
import type { Lines } from './import/lines.ts'
import { contextOf, openInstallation, openServer, sendingOf, whyNoSecrets } from './installation.ts'
import { limits } from './limits.ts'
import { namespaced } from './log.ts'
import { checkedTransaction } from './storage/callers-transaction.ts'
import { inTransaction, type PoolUse, poolUse, type Queryable } from './storage/database.ts'
import { kvReader } from './storage/foreign-kv.ts'
import { tableReader } from './storage/foreign-table.ts'
import { restoringTo } from './storage/restoring.ts'
import { inSnapshot, snapshotOf } from './storage/snapshot.ts'
import { sweepVerbs } from './sweeps/sweeps.ts'
import { Turns } from './sweeps/turns.ts'
import { type SweepsOf, verbs } from './verbs.ts'

export type Belfry = Awaited<ReturnType<typeof createBelfry>>

export async function createBelfry(options: BelfryOptions = {}) {
  const config = resolveConfig(options)
  const installation = await openInstallation(config)
  const { connection, context, opened, sweeping } = installation
  const turns = new Turns(limits.sweepRunsMax)
  const sweepsOf: SweepsOf = (own) => sweepVerbs(sweeping, own, { origin: 'library', withBuiltIns: true, turns })
  const sweepsOfTenant: SweepsOf = (own) => sweepVerbs(sweeping, own, { origin: 'api', withBuiltIns: false, turns })
  return {
    ...verbs(config, context, sweepsOf),
    /** Whether requests and workers run under roles of their own, which row-level security holds to one tenant. */
    hasRoles: installation.hasRoles,
    /** The same verbs for another tenant, or in somebody's name. */
    as: actingFor(config, installation.contextFor, sweepsOfTenant),
    /** What concerns no tenant, in an operator's name. */
    operator: operatorActing(config, context),
    access: accessVerbs(context),
    secrets: {
      /** What is wrong with the key that seals secrets in this database, in words; null: nothing. */
      check: (): Promise<string | null> => whyNoSecrets(context.sending.vault),
    },
    migrations: {
      /** Numbers of those that this start has applied. */
      applied: installation.migrated,
    },
    /** The same verbs inside a transaction of the caller's: anything with `query(text, values)`. */
    with: (tx: Queryable) => verbs(config, contextInside(context, tx), sweepsOf, true),
    /** Takes over what another system has: what was sent is not sent again, what is to come rings. */
    import: importing(context, { readTable: tableReader(connection), readKv: kvReader() }, config.alarms),
    /** Everything that Belfry has in this database, as lines, in one consistent state. `restoreBackup` puts it back. */
    backup: (options: BackupOptions = {}) => backup(snapshotOf(connection), config.timeZones.version, options),
    /** How the whole installation is doing, all tenants together: for operators and metrics. Cheap at any size. */
    stats: (): Promise<Stats> => readStats(context.db),
    /** Connections of this process, by what they are for. */
    pools: (): PoolUse[] => [poolUse('verbs', opened.verbs), poolUse('worker', opened.worker)],
    /** Tells of what verbs and workers notice in passing; answers a function that ends it. */
    onNotice: (listener: (notice: Notice) => void) => context.notices.on(listener),
    /** Tells of each message that a worker of this process has put into an inbox; answers a function that ends it. */
    onRing: (watcher: (rung: Rung) => void) => installation.rings.watch(watcher),
    /** What this tenant has, as JSON lines in the words of the verbs. `import.lines` takes them in. */
    export: (options: ExportOptions = {}) => exportTenant(context, inSnapshot(connection), options),

    /** Fires and delivers in this process until `stop`. */
    startWorker: (options: StartWorkerOptions = {}): Worker => installation.startWorker(options),
    /** Stops the workers, then the connections, then (if it was the last to use it) the embedded database. */
    close: (): Promise<void> => installation.close(),
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
  const server = await openServer(config, logger)
  try {
    const { defaultChannels } = config
    const contextIn = (tx: Database) => contextOf(config, tx, { sending: sendingOf(config, tx, logger) })
    return await restore(
      { contextIn, defaultChannels, restore: restoringTo(server.connection, logger) },
      lines,
      restoreOptions,
    )
  } finally {
    await server.close()
  }
}

/** What is due within this wakes workers, beyond their poll interval: for so long a caller may leave its transaction open. */
const openMaxMs = 3_600_000

function contextInside(context: Context, tx: Queryable): Context {
  return { ...context, db: inTransaction(checkedTransaction(tx)), runBatch: null, pollMs: context.pollMs + openMaxMs }
}
