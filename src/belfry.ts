// Puts the parts together: storage, engine, ledger, recipients, channels. What it returns is Belfry's surface.

import type pg from 'pg'
import { type BackupOptions, backup } from './backup/backup.ts'
import { type RestoreOptions, type RestoreResult, restore } from './backup/restore.ts'
import {
  type BelfryOptions,
  type Config,
  resolveConfig,
  resolveWorkerOptions,
  type StartWorkerOptions,
} from './config.ts'
import { acknowledgeReminder, cancelReminder } from './engine/cancel.ts'
import { nextMoment, readClock, setClock } from './engine/clock.ts'
import type { Context } from './engine/context.ts'
import type { Database } from './engine/database.ts'
import { Gather } from './engine/gather.ts'
import { hold, listHolds, release } from './engine/hold.ts'
import { LineageWatch } from './engine/lineage.ts'
import { previewOccurrences } from './engine/preview.ts'
import { explainReminder, getReminder, listReminders, upcomingReminders } from './engine/read.ts'
import { readSchedule, type ScheduleInput, type ScheduleResult, type Wanted } from './engine/reminder.ts'
import { scheduleAll, scheduleBatch } from './engine/schedule.ts'
import { pauseReminder, resumeReminder, skipReminder } from './engine/series.ts'
import { needsAttention, settleDelivery } from './engine/settle.ts'
import { snoozeReminder } from './engine/snooze.ts'
import { Worker } from './engine/worker.ts'
import { cancelEntity, completeEntity, deleteEntity } from './entities/end.ts'
import { deletePlan, getPlan, listPlans, putPlan } from './entities/plans.ts'
import { putEntity } from './entities/put.ts'
import { entityTimeline, getEntity, listEntities } from './entities/read.ts'
import { failedRequests, resolveRequests, resolveRequestsOf } from './entities/requests.ts'
import { listZones, resolveZones } from './entities/zones.ts'
import { BelfryError } from './errors.ts'
import { type ExportOptions, exportTenant } from './export/export.ts'
import { importing } from './import/import.ts'
import type { Lines } from './import/lines.ts'
import { readList } from './input.ts'
import { cleanupOldReminders } from './ledger/cleanup.ts'
import * as ledger from './ledger/ledger.ts'
import { release as releaseMark, sendOnce } from './ledger/send-once.ts'
import { limits } from './limits.ts'
import { type Logger, namespaced } from './log.ts'
import { eraseRecipient } from './recipients/erase.ts'
import { getRecipient, listRecipients, putRecipient } from './recipients/recipients.ts'
import { checkedTransaction } from './storage/callers-transaction.ts'
import { inTransaction, openDatabase, type PgDatabase, type Queryable } from './storage/database.ts'
import { startEmbedded } from './storage/embedded/embedded.ts'
import { failureOf } from './storage/failure.ts'
import { tableReader } from './storage/foreign-table.ts'
import { listen } from './storage/listen.ts'
import { migrate } from './storage/migrate.ts'
import { restoringTo } from './storage/restoring.ts'
import { inSnapshot, snapshotOf } from './storage/snapshot.ts'
import { monotonicClock } from './time/clock.ts'

export type Belfry = Awaited<ReturnType<typeof createBelfry>>

/** Connections of a worker's own: two that fire, two that write results, one to spare. */
const workerConnections = 5

export async function createBelfry(options: BelfryOptions = {}) {
  const config = resolveConfig(options)
  const storageLog = namespaced(config.logger, 'storage', config.debug)
  const embedded =
    config.database === null ? await startEmbedded({ dataDir: config.dataDir, logger: storageLog }) : null
  const connection: pg.PoolConfig = embedded ? embedded.connection : { connectionString: config.database ?? '' }
  // An embedded server that died under us is nobody else's to start again.
  const revive = embedded ? () => embedded.revive() : null
  const open = (connectionsMax: number) =>
    openDatabase({ connection, connectionsMax, pooled: config.pooled, logger: storageLog, revive })
  const db = open(config.connectionsMax)
  const opened: PgDatabase[] = [db]
  const workers = new Set<Worker>()
  const context = contextOf(config, db)
  const { onTimelineChange, defaultChannels } = config
  const lineage = new LineageWatch(context, { onTimelineChange, defaultChannels, failureOf, logger: storageLog })
  try {
    if (config.migrate) await migrate(db.pool, storageLog)
    await db.run('ensure-tenant', [config.tenant])
    await lineage.look()
  } catch (error) {
    await db.close()
    await embedded?.close()
    throw error
  }

  return {
    ...verbs(config, context),
    /** The same verbs inside a transaction of the caller's: anything with `query(text, values)`. */
    with: (tx: Queryable) => verbs(config, contextInside(context, tx), true),
    ...copying(config, context, connection),

    /** Fires and delivers in this process until `stop`. */
    startWorker(workerOptions: StartWorkerOptions = {}): Worker {
      const resolved = resolveWorkerOptions(config, workerOptions)
      const workerDb = open(workerConnections)
      opened.push(workerDb)
      const worker = new Worker(
        {
          db: workerDb,
          failureOf,
          channels: config.channels,
          defaultChannels: config.defaultChannels,
          zones: context,
          resolve: () => resolveRequests({ ...context, db: workerDb }, (error) => failureOf(error) === 'connection'),
          resolveZones: () => resolveZonesOnce({ ...context, db: workerDb }, storageLog),
          onServer: () => lineage.look(workerDb),
          clock: monotonicClock,
          logger: namespaced(config.logger, 'worker', config.debug),
          listen: config.notify ? (wake) => listen(connection, wake) : null,
        },
        resolved,
      )
      workers.add(worker)
      worker.start()
      return worker
    },

    /** Stops the workers, then the connections, then (if it was the last to use it) the embedded database. */
    async close(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()))
      await Promise.all(opened.splice(0).map((one) => one.close()))
      await embedded?.close()
    },
  }
}

/** What reads and writes whole systems and tenants. */
function copying(config: Config, context: Context, connection: pg.ClientConfig) {
  return {
    /** Takes over what another system has: what was sent is not sent again, what is to come rings. */
    import: importing(context, tableReader(connection)),
    /** Everything that Belfry has in this database, as lines, in one consistent state. `restoreBackup` puts it back. */
    backup: (options: BackupOptions = {}) => backup(snapshotOf(connection), config.timeZones.version, options),
    /** What this tenant has, as JSON lines in the words of the verbs. `import.lines` takes them in. */
    export: (options: ExportOptions = {}) => exportTenant(context, inSnapshot(connection), options),
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

function contextOf(config: Config, db: Database): Context {
  const { tenant, actor, notify, pollMs, timeZones } = config
  const { rules, version: tzVersion } = timeZones
  const channels = new Set(config.channels.map(({ name }) => name))
  const context: Context = {
    ...{ db, tenant, actor, notify, pollMs, rules, tzVersion, channels },
    resolveRequestsOf: (tx, lock) => resolveRequestsOf(context, tx, lock),
  }
  return context
}

function verbs(config: Config, context: Context, isCallersTransaction = false) {
  return {
    recipients: {
      put: putRecipient.bind(null, context),
      get: getRecipient.bind(null, context),
      list: listRecipients.bind(null, context),
      /** Erasure: addresses and texts are gone everywhere, what was pending is cancelled. */
      delete: eraseRecipient.bind(null, context),
    },
    /** What reminders are about: put it, move it, end it, and its reminders follow. */
    entities: {
      put: putEntity.bind(null, context),
      get: getEntity.bind(null, context),
      list: listEntities.bind(null, context),
      cancel: cancelEntity.bind(null, context),
      complete: completeEntity.bind(null, context),
      delete: deleteEntity.bind(null, context),
      timeline: entityTimeline.bind(null, context),
    },
    plans: {
      put: putPlan.bind(null, context),
      get: getPlan.bind(null, context),
      list: listPlans.bind(null, context),
      delete: deletePlan.bind(null, context),
    },
    reminders: reminderVerbs(context, isCallersTransaction),
    ledger: ledgerVerbs(config, context, isCallersTransaction),
    ...operatorVerbs(context),
  }
}

function reminderVerbs(context: Context, isCallersTransaction: boolean) {
  return {
    schedule: scheduleOne(context, isCallersTransaction),
    scheduleMany: scheduleMany(context),
    cancel: cancelReminder.bind(null, context),
    acknowledge: acknowledgeReminder.bind(null, context),
    snooze: snoozeReminder.bind(null, context),
    /** Of a repeating reminder: leaves out the ring that comes next. */
    skip: skipReminder.bind(null, context),
    pause: pauseReminder.bind(null, context),
    resume: resumeReminder.bind(null, context),
    get: getReminder.bind(null, context),
    list: listReminders.bind(null, context),
    upcoming: upcomingReminders.bind(null, context),
    /** The next occurrences of something that need not exist, with what was adjusted in words. */
    preview: previewOccurrences.bind(null, context),
    explain: explainReminder.bind(null, context),
  }
}

function ledgerVerbs(config: Config, context: Context, isCallersTransaction: boolean) {
  return {
    markReminderAsSent: ledger.markReminderAsSent.bind(null, context),
    markRemindersAsSent: ledger.markRemindersAsSent.bind(null, context),
    wasReminderSent: ledger.wasReminderSent.bind(null, context),
    getRemindersSentForEntity: ledger.getRemindersSentForEntity.bind(null, context),
    getRemindersSentToUser: ledger.getRemindersSentToUser.bind(null, context),
    cleanupOldReminders: cleanupOldReminders.bind(null, context, namespaced(config.logger, 'ledger', config.debug)),
    sendOnce<T>(key: ledger.LedgerKey, send: () => Promise<T> | T) {
      if (isCallersTransaction)
        throw new BelfryError(
          'invalid_input',
          'sendOnce sends outside of any transaction; use markReminderAsSent inside one.',
        )
      return sendOnce(context, key, send)
    },
    release: releaseMark.bind(null, context),
  }
}

function operatorVerbs(context: Context) {
  return {
    deliveries: {
      /** An operator's decision on an unknown (or, for `send_again`, failed) delivery. */
      settle: settleDelivery.bind(null, context),
      needingAttention: needsAttention.bind(null, context),
    },
    /** What triggers asked for through the SQL functions. */
    requests: {
      failed: failedRequests.bind(null, context),
    },
    holds: {
      hold: hold.bind(null, context),
      release: release.bind(null, context),
      list: listHolds.bind(null, context),
    },
    /** With which time-zone databases moments have been resolved, and what each moved. */
    zones: {
      list: listZones.bind(null, context),
    },
    clock: {
      read: readClock.bind(null, context),
      /** Stands still at that moment from now on; null lets it run again. For tests and staging only. */
      set: setClock.bind(null, context),
      nextMoment: nextMoment.bind(null, context),
    },
  }
}

function scheduleOne(context: Context, isCallersTransaction: boolean) {
  const gather = new Gather<Wanted, ScheduleResult>(500, (wanted, isPatient) =>
    scheduleBatch(context, context.db, wanted, isPatient ? {} : { lockTimeoutMs: 250 }),
  )
  return async (input: ScheduleInput): Promise<ScheduleResult> => {
    const wanted = readSchedule(input, context.channels)
    if (!isCallersTransaction) return await gather.add(wanted)
    return (await scheduleAll(context, context.db, [wanted]))[0]!
  }
}

function scheduleMany(context: Context) {
  return async (inputs: readonly ScheduleInput[]): Promise<ScheduleResult[]> => {
    const list = readList(inputs, limits.scheduleManyMax, '')
    const wanted = list.map((input, i) => readSchedule(input, context.channels, `/${i}`))
    return await context.db.transaction((tx) => scheduleAll(context, tx, wanted))
  }
}
