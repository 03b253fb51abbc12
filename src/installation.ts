// An open installation: its database server, connections for verbs, requests and workers, and what verbs stand on.

import type pg from 'pg'
import { linksOf } from './access/action-token.ts'
import { noTenant } from './access/keys.ts'
import { signingSecret } from './access/secret.ts'
import { openVault } from './access/vault.ts'
import { spacingOf } from './alarms/spacing.ts'
import type { Channel, ChannelGround, ChannelMaker, Vault } from './channels/channel.ts'
import type { Compose, ComposedMessage } from './channels/content.ts'
import { type Config, resolveWorkerOptions, type StartWorkerOptions } from './config.ts'
import { type BatchOptions, type BatchResult, type RunBatch, runBatch } from './engine/batch.ts'
import type { Context } from './engine/context.ts'
import { type Database, describeFailure } from './engine/database.ts'
import { LineageWatch } from './engine/lineage.ts'
import { Notices } from './engine/notices.ts'
import { Pulse } from './engine/pulse.ts'
import { Rings } from './engine/ring.ts'
import type { Sending } from './engine/sending.ts'
import { Worker } from './engine/worker.ts'
import { connectionName, newWorkerId } from './engine/worker-id.ts'
import type { WorkerParts } from './engine/worker-parts.ts'
import { resolveRequests, resolveRequestsOf } from './entities/requests.ts'
import { resolveZones } from './entities/zones.ts'
import { BelfryError } from './errors.ts'
import { type Logger, namespaced } from './log.ts'
import { filesOfMessages } from './meetings/calendar-file/calendar-file.ts'
import { resolveMeetings } from './meetings/zones.ts'
import { connectionTo } from './storage/connection.ts'
import { openDatabase, type PgDatabase } from './storage/database.ts'
import { startEmbedded } from './storage/embedded/embedded.ts'
import { failureOf } from './storage/failure.ts'
import { listen } from './storage/listen.ts'
import { migrate } from './storage/migrate.ts'
import { sessionOpener } from './storage/sweep-session.ts'
import type { SweepInput } from './sweeps/sweep.ts'
import { Sweeping } from './sweeps/sweeping.ts'
import { putSweep } from './sweeps/sweeps.ts'
import { type ComposeParts, compose, UsedTemplates } from './templates/compose.ts'
import { monotonicClock } from './time/clock.ts'

/** Connections of a worker's own: two that fire, two that write results, one to spare. */
const workerConnections = 5

/** As whom connections come: their name in pg_stat_activity, and the role they take on. */
interface Identity {
  readonly name?: string
  readonly role?: string | null
}

interface Opened {
  readonly verbs: PgDatabase[]
  readonly worker: PgDatabase[]
}

export interface Installation {
  readonly connection: pg.PoolConfig
  readonly context: Context
  /** Numbers of the migrations that this start has applied. */
  readonly migrated: readonly number[]
  /** Whether requests and workers run under roles of their own. */
  readonly hasRoles: boolean
  readonly opened: Opened
  readonly sweeping: Sweeping
  /** What workers of this process put into inboxes. */
  readonly rings: Rings
  contextFor(whom: { readonly tenant: string; readonly actor: string }): Context
  startWorker(options: StartWorkerOptions): Worker
  close(): Promise<void>
}

export async function openInstallation(config: Config): Promise<Installation> {
  const logger = namespaced(config.logger, 'storage', config.debug)
  const server = await openServer(config, logger)
  const open = (connectionsMax: number, { name = 'belfry', role = null }: Identity = {}) => {
    const { connection, revive } = server
    return openDatabase({ connection, connectionsMax, name, role, pooled: config.pooled, logger, revive })
  }
  const db = open(config.connectionsMax)
  const sending = sendingOf(config, db, logger)
  const context = contextOf(config, db, { sending, runBatch: (options) => runOne(options) })
  const { onTimelineChange, defaultChannels } = config
  const lineage = new LineageWatch(context, { onTimelineChange, defaultChannels, failureOf, logger })
  const sweeping = sweepingOn(config, context, server.connection)
  const { migrated, hasRoles } = await prepare(config, db, { lineage, sweeping, vault: sending.vault }, logger).catch(
    async (error: unknown) => {
      await db.close()
      await server.close()
      throw error
    },
  )
  const requestsDb = hasRoles ? open(config.connectionsMax, { role: 'belfry_app' }) : db
  const opened: Opened = { verbs: [...new Set([db, requestsDb])], worker: [] }
  const workers = new Set<Worker>()
  const pulse = new Pulse({ db, clock: monotonicClock, logger, name: newWorkerId() })
  const rings = new Rings()
  const shared = { ...server, channels: sending.channels, lineage, pulse, rings }
  let batches: PgDatabase | null = null
  async function runOne(options: BatchOptions): Promise<BatchResult> {
    // Where nobody answers, the caller hears so at once, instead of waiting with a worker.
    await context.db.run('clock', [])
    // One set of connections for all of them: ten crons may call at once.
    batches ??= open(workerConnections, { name: 'belfry batch', role: hasRoles ? 'belfry_worker' : null })
    if (!opened.worker.includes(batches)) opened.worker.push(batches)
    const ground = { ...shared, db: batches, sweeping: null, name: newWorkerId() }
    const worker = batchWorker(config, context, ground, options)
    workers.add(worker)
    return await runBatch(worker, config.leaseMs).finally(() => workers.delete(worker))
  }
  return {
    ...{ connection: server.connection, context, migrated, hasRoles, opened, sweeping, rings },
    contextFor: ({ tenant, actor }) =>
      contextOf({ ...config, tenant, actor }, hasRoles ? requestsDb.forTenant(tenant) : db, context),
    startWorker(options) {
      const name = newWorkerId()
      const own = open(workerConnections, { name: connectionName(name), role: hasRoles ? 'belfry_worker' : null })
      opened.worker.push(own)
      const worker = workerOn(config, context, { ...shared, db: own, sweeping, name }, options)
      workers.add(worker)
      // Connections that are left open would look like a worker that runs.
      worker.events.once('stopped', () => void own.close())
      worker.start()
      return worker
    },
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()))
      pulse.close()
      await closeChannels(sending.channels, logger)
      await Promise.all([...opened.verbs, ...opened.worker].map((one) => one.close()))
      await server.close()
    },
  }
}

/** One that cannot close keeps neither the connections nor the embedded server open. */
async function closeChannels(channels: readonly Channel[], logger: Logger): Promise<void> {
  const closed = await Promise.allSettled(channels.map(async (channel) => await channel.close?.()))
  closed.forEach((one, i) => {
    if (one.status === 'fulfilled') return
    logger.warn({ channel: channels[i]!.name, error: String(one.reason) }, 'a channel did not close')
  })
}

export interface OpenServer {
  readonly connection: pg.PoolConfig
  /** An embedded server that died under us is nobody else's to start again. */
  readonly revive: (() => Promise<void>) | null
  close(): Promise<void>
}

export async function openServer({ database, dataDir }: Config, logger: Logger): Promise<OpenServer> {
  if (database !== null) return { connection: connectionTo(database), revive: null, close: async () => {} }
  const embedded = await startEmbedded({ dataDir, logger })
  const { connection, revive, close } = embedded
  return { connection, revive: () => revive(), close: () => close() }
}

interface Ground {
  readonly lineage: LineageWatch
  readonly sweeping: Sweeping
  readonly vault: Vault
}

async function prepare(config: Config, db: PgDatabase, { lineage, sweeping, vault }: Ground, logger: Logger) {
  const migrated = config.migrate ? await migrate(db.pool, logger) : []
  if (config.createTenant) await db.run('ensure-tenant', [config.tenant])
  else if ((await db.run('tenants', [config.tenant, '', 1])).length === 0) throw noTenant(config.tenant)
  const hasRoles = config.roles && (await canUseRoles(db, logger))
  // Everything that needs no secret goes on.
  const trouble = await whyNoSecrets(vault)
  if (trouble !== null) logger.error({ why: trouble }, 'secrets can be neither sealed nor opened')
  await lineage.look()
  await sweeping.ensureBuiltIns()
  if (config.sweeps) await takeOver(sweeping, config.sweeps)
  return { migrated, hasRoles }
}

/** What is wrong with the key that seals secrets, in words; null: nothing. */
export async function whyNoSecrets(vault: Vault): Promise<string | null> {
  try {
    await vault.check()
    return null
  } catch (error) {
    if (error instanceof BelfryError && error.code !== 'invalid_input') throw error
    return error instanceof BelfryError ? error.message : describeFailure(error)
  }
}

/** The configuration has the last word about its sweeps, at each start. */
async function takeOver(sweeping: Sweeping, sweeps: readonly SweepInput[]): Promise<void> {
  const { context, logger } = sweeping.parts
  for (const sweep of sweeps) await putSweep(sweeping, context, sweep, 'config')
  const names = sweeps.map(({ name }) => name)
  for (const { name } of await context.db.run<{ name: string }>('retire-sweeps', [context.tenant, names]))
    logger.warn({ sweep: name }, 'not in the configuration any more: disabled')
}

function sweepingOn(config: Config, context: Context, connection: pg.PoolConfig): Sweeping {
  const { connections, pooled, retentionDays, sweepRetryMs } = config
  return new Sweeping({
    ...{ context, failureOf, pooled, retentionDays, retryWaitsMs: sweepRetryMs },
    connections: new Set(Object.keys(connections)),
    openSession: sessionOpener({ connection, connections, pooled }),
    logger: namespaced(config.logger, 'sweep', config.debug),
  })
}

export function sendingOf(config: Config, db: Database, logger: Logger): Sending {
  const { publicUrl, allowedTargets, secret } = config
  const vault = openVault(config, db)
  const ground: ChannelGround = { db, logger, vault, publicUrl, allowedTargets }
  const channels = config.channels.map((one) => (isMaker(one) ? one.make(ground) : one))
  const signing = onceKnown(() => signingSecret({ db }, secret ?? undefined))
  const actionsOf = (message: ComposedMessage) => linksOf({ publicUrl, signing }, message)
  const { rules } = config.timeZones
  const parts: ComposeParts = {
    ...{ db, rules, used: new UsedTemplates(), actionsOf },
    calendarsOf: (messages) => filesOfMessages({ db, rules }, messages),
    isChat: (name) => channels.some((channel) => channel.name === name && channel.format === 'chat'),
    logger: namespaced(config.logger, 'template', config.debug),
  }
  const words: Compose = (format, messages) => compose(parts, format, messages)
  return { channels, compose: words, vault, publicUrl, allowedTargets, signing }
}

/** Asked for once; again if that failed. */
function onceKnown<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null
  return () => {
    known ??= ask().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

function isMaker(one: Channel | ChannelMaker): one is ChannelMaker {
  return 'make' in one
}

interface WorkerGround {
  readonly channels: readonly Channel[]
  readonly connection: pg.PoolConfig
  readonly lineage: LineageWatch
  readonly pulse: Pulse
  /** Null: it runs no sweeps. */
  readonly sweeping: Sweeping | null
  readonly rings: Rings
  readonly db: PgDatabase
  readonly name: string
}

/** Says what it does only to who asks for it, and is not woken: it looks once. */
function batchWorker(config: Config, context: Context, ground: WorkerGround, options: BatchOptions): Worker {
  const { tenant, kind, most, concurrency } = options
  const channels = ground.channels.map((channel) => withConcurrency(channel, concurrency))
  const logger = quieter(config.logger)
  return workerOn(
    { ...config, notify: false, logger },
    context,
    { ...ground, channels },
    { only: { tenant, kind, most } },
  )
}

/** That a worker starts and stops is of no interest where it lives for one batch. */
function quieter(logger: Logger): Logger {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.debug(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}

/** Its functions are called on the channel itself, which may be an object of a class. */
function withConcurrency(channel: Channel, concurrency: number): Channel {
  return new Proxy(channel, {
    get(target, key) {
      if (key === 'concurrency') return concurrency
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function workerOn(config: Config, context: Context, ground: WorkerGround, options: StartWorkerOptions): Worker {
  const { connection, db, lineage, pulse, sweeping, rings, name, channels } = ground
  const storageLog = namespaced(config.logger, 'storage', config.debug)
  const parts: WorkerParts = {
    ...{ id: name, db, failureOf, clock: monotonicClock, zones: context, pulse, rings },
    ...{ channels, compose: context.sending.compose },
    defaultChannels: config.defaultChannels,
    resolve: () => resolveRequests({ ...context, db }, (error) => failureOf(error) === 'connection'),
    resolveZones: () => resolveZonesOnce({ ...context, db }, storageLog),
    sweeps: {
      get has() {
        return sweeping?.has ?? []
      },
      claim: async () => (sweeping ? await sweeping.claim(db) : null),
    },
    onServer: () => lineage.look(db),
    logger: namespaced(config.logger, 'worker', config.debug),
    listen: config.notify ? (wake) => listen(connection, wake, connectionName(name)) : null,
  }
  return new Worker(parts, resolveWorkerOptions(config, channels, options))
}

async function resolveZonesOnce(context: Context, logger: Logger): Promise<boolean> {
  const { tzVersion: version } = context
  // They take their reminders along.
  const { moved: meetings, failures } = await resolveMeetings(context)
  if (meetings > 0) logger.info({ version, meetings }, 'a newer time-zone database has moved meetings')
  // They are tried again every hour; everybody else's reminders do not wait for them.
  for (const error of failures) logger.error({ error: describeFailure(error) }, 'a meeting could not be resolved again')
  const { checked, moved, isDone } = await resolveZones(context, (so) =>
    logger.info({ version, checked: so }, 'resolving time zones again'),
  )
  if (checked > 0) logger.info({ version, checked, moved }, 'a newer time-zone database was applied')
  return isDone
}

async function canUseRoles(db: Database, logger: Logger): Promise<boolean> {
  const [row] = await db.run<{ usable: boolean }>('can-use-roles', [])
  const failure = row?.usable ? await whyNoRoles(db) : 'no right to them'
  if (failure === null) return true
  const words = 'no roles for requests and workers: tenants are kept apart by the queries alone'
  logger.warn({ why: failure }, words)
  return false
}

/** What the catalogue says is one thing, what the server does another: every request would fail. */
async function whyNoRoles(db: Database): Promise<string | null> {
  try {
    await db.transaction((tx) => tx.run('try-roles', []))
    return null
  } catch (error) {
    if (failureOf(error) !== 'statement') throw error
    return describeFailure(error)
  }
}

interface ContextParts {
  readonly sending: Sending
  readonly notices?: Notices
  readonly runBatch?: RunBatch | null
}

export function contextOf(config: Config, db: Database, parts: ContextParts): Context {
  const { sending, notices = new Notices(listenerThrew(config)), runBatch = null } = parts
  const { tenant, actor, notify, pollMs, timeZones, defaultChannels } = config
  const { rules, version: tzVersion } = timeZones
  const channels = new Set(config.channels.map(({ name }) => name))
  const context: Context = {
    ...{ db, tenant, actor, notify, pollMs, rules, tzVersion, channels, defaultChannels, notices, runBatch, sending },
    spacing: spacingOf({ quietHours: config.alarms.quietHours, rules }),
    resolveRequestsOf: (tx, lock) => resolveRequestsOf(context, tx, lock),
  }
  return context
}

function listenerThrew({ logger }: Config): (error: unknown) => void {
  return (error) => logger.error({ error: String(error) }, 'a listener threw')
}
