// Belfry's options: one documented type, resolved once, frozen, passed down.

import type { AlarmOptions } from './alarms/alarm.ts'
import { type AlarmRules, readAlarmOptions } from './alarms/rules.ts'
import { builtInChannels, demoOf } from './channels/built-in.ts'
import type { Channel, ChannelMaker } from './channels/channel.ts'
import { inAppChannel } from './channels/in-app/in-app.ts'
import { readAllowed } from './channels/outgoing/target.ts'
import { type CoalesceInput, readCoalesce } from './engine/coalesce.ts'
import type { ChannelSteps, Ladder } from './engine/ladder.ts'
import type { Coalesce } from './engine/lanes.ts'
import { readChannels } from './engine/reminder.ts'
import { defaultRetryPolicy } from './engine/retry.ts'
import type { WorkerOptions } from './engine/worker-parts.ts'
import { BelfryError } from './errors.ts'
import { readInteger, readList, readName, readObject, readText } from './input.ts'
import { type Logger, silentLogger } from './log.ts'
import type { SweepInput } from './sweeps/sweep.ts'
import { tzdbVersion } from './time/temporal.ts'
import { runtimeRules, type ZoneRules } from './time/zone-rules.ts'

export interface BelfryOptions {
  /** A PostgreSQL URL (14 or newer). Default: a PostgreSQL of Belfry's own, under `dataDir`. */
  readonly database?: string
  /** Where the embedded database lives, and the key that seals secrets. Default `.belfry` in the working directory. */
  readonly dataDir?: string
  /** Set when a pooler in transaction mode (PgBouncer) stands in front of `database`: no session state is used. Default false. */
  readonly pooled?: boolean
  /** Connections for verbs; a worker has a few more of its own. Default 10. */
  readonly connectionsMax?: number
  /**
   * Channels beside `in_app`, which is always there: those of `belfry/channels`, or your own. email, web_push and telegram are
   * there too, in demo mode until they are in this list: nothing is sent, and what would have been is kept.
   */
  readonly channels?: readonly (Channel | ChannelMaker)[]
  /** Channels that do not send, although they are configured; true: none of them does; false: what is not configured is not there. */
  readonly demo?: boolean | readonly string[]
  /** How the server is reached from outside, for links in messages. Default: messages have no links. */
  readonly publicUrl?: string
  /** Signs links and recipients' tokens; 16 characters or more. Default: a secret that Belfry makes and keeps in its database. */
  readonly secret?: string
  /** Seals secrets in the database; 16 characters or more. Default: a key that Belfry makes, in the file `encryption.key` of `dataDir`. */
  readonly encryptionKey?: string
  /** Private networks and hosts that messages may go to, and calendars may be read from: `10.1.0.0/16`, `hooks.internal`. Default: none. */
  readonly allowedTargets?: readonly string[]
  /** Used where neither the reminder nor its recipient names channels; steps with `after` wait. Default `['in_app']`. */
  readonly defaultChannels?: ChannelSteps
  /** Whose data this is. Default `default`. */
  readonly tenant?: string
  /** Who is acting, for the audit trail. Default `library`. */
  readonly actor?: string
  /** Wake workers by NOTIFY for what is due within `pollMs`. Default true; false with `pooled`. */
  readonly notify?: boolean
  /** Workers look at least this often. Default 30,000. */
  readonly pollMs?: number
  /** So long workers, and batches of alarms, may hold what they send; six hours at the most. Default 60,000. */
  readonly leaseMs?: number
  /** pino, or anything with its four functions. Default: silent. */
  readonly logger?: Logger
  /** Which namespaces log their debug lines, in the manner of DEBUG: `belfry:*`, `alarm`. Default none. */
  readonly debug?: string
  /** Apply missing migrations at the start. Default true. */
  readonly migrate?: boolean
  /** Makes `tenant` where it does not exist. Default true; false: it has to be there. */
  readonly createTenant?: boolean
  /** Requests (`as`) and workers run under the roles belfry_app and belfry_worker, where these can be used. Default false. */
  readonly roles?: boolean
  /**
   * What to do when the database has another timeline or lives in another cluster than before (a failover, a restore of its
   * files, a dump loaded elsewhere): `hold` everything until an operator has looked (default), or `ignore` it.
   */
  readonly onTimelineChange?: 'hold' | 'ignore'
  /**
   * Several reminders of one recipient that are due within so long become one message: `{ within: 'PT1M' }`, an hour at the most, on
   * these channels or on all but `in_app`. Each of them then comes late by up to that. Default: null; only what is late anyway is put
   * together. Critical ones, and those that would not be useful any more at the end, go by themselves.
   */
  readonly coalesce?: CoalesceInput | null
  /** How alarms of pages come back. */
  readonly alarms?: AlarmOptions
  /**
   * Periodic looks at tables of yours, or at what a function yields; put at the start, whatever was put since the last one. Those
   * of an earlier list that this one does not have are disabled.
   */
  readonly sweeps?: readonly SweepInput[]
  /** Other databases that sweeps may read, by name: PostgreSQL URLs. */
  readonly connections?: Readonly<Record<string, string>>
  /** When a database is away, a run of a sweep tries again after so long each time. Default 1, 2 and 4 seconds. */
  readonly sweepRetryMs?: readonly number[]
  /** How long the ledger is kept, by the sweep `retention`. Default 90; null: this process removes nothing. */
  readonly retentionDays?: number | null
  /** Another time-zone database than the runtime's, for tests: what it says, and its version. */
  readonly timeZones?: TimeZones
}

export interface TimeZones {
  readonly rules: ZoneRules
  readonly version: string
}

export interface Config {
  readonly database: string | null
  readonly dataDir: string
  readonly pooled: boolean
  readonly connectionsMax: number
  readonly channels: readonly (Channel | ChannelMaker)[]
  readonly publicUrl: string | null
  readonly secret: string | null
  readonly encryptionKey: string | null
  readonly allowedTargets: readonly string[]
  readonly defaultChannels: Ladder
  readonly tenant: string
  readonly actor: string
  readonly notify: boolean
  readonly pollMs: number
  readonly leaseMs: number
  readonly logger: Logger
  readonly debug: string
  readonly migrate: boolean
  readonly createTenant: boolean
  readonly roles: boolean
  readonly onTimelineChange: 'hold' | 'ignore'
  readonly coalesce: Coalesce | null
  readonly alarms: AlarmRules
  /** Null: no list was given, and those that are there stay as they are. */
  readonly sweeps: readonly SweepInput[] | null
  readonly connections: Readonly<Record<string, string>>
  readonly sweepRetryMs: readonly number[]
  readonly retentionDays: number | null
  readonly timeZones: TimeZones
}

const optionNames = [
  'database',
  'dataDir',
  'pooled',
  'connectionsMax',
  'channels',
  'demo',
  'publicUrl',
  'secret',
  'encryptionKey',
  'allowedTargets',
  'defaultChannels',
  'tenant',
  'actor',
  'notify',
  'pollMs',
  'leaseMs',
  'logger',
  'debug',
  'migrate',
  'createTenant',
  'roles',
  'onTimelineChange',
  'coalesce',
  'alarms',
  'sweeps',
  'connections',
  'sweepRetryMs',
  'retentionDays',
  'timeZones',
] as const

export function resolveConfig(options: BelfryOptions): Config {
  readObject(options, optionNames, '')
  readOptionKinds(options)
  const channels = resolveChannels(options)
  const names = channels.map(({ name }) => name)
  const defaultChannels = readChannels(options.defaultChannels ?? ['in_app'], new Set(names), '/defaultChannels')
  return Object.freeze({
    database: options.database ?? null,
    dataDir: options.dataDir ?? '.belfry',
    pooled: options.pooled ?? false,
    connectionsMax: options.connectionsMax ?? 10,
    channels,
    publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? null,
    secret: options.secret ?? null,
    encryptionKey: options.encryptionKey ?? null,
    allowedTargets: options.allowedTargets ?? [],
    defaultChannels,
    tenant: options.tenant ?? 'default',
    actor: options.actor ?? 'library',
    notify: options.notify ?? !options.pooled,
    pollMs: options.pollMs ?? 30_000,
    leaseMs: options.leaseMs ?? 60_000,
    logger: options.logger ?? silentLogger,
    debug: options.debug ?? '',
    migrate: options.migrate ?? true,
    createTenant: options.createTenant ?? true,
    roles: options.roles ?? false,
    onTimelineChange: options.onTimelineChange ?? 'hold',
    coalesce: options.coalesce == null ? null : readCoalesce(options.coalesce, names),
    alarms: readAlarmOptions(options.alarms),
    sweeps: options.sweeps ?? null,
    connections: { ...options.connections },
    sweepRetryMs: options.sweepRetryMs ?? [1_000, 2_000, 4_000],
    retentionDays: options.retentionDays === undefined ? retentionDaysDefault : options.retentionDays,
    timeZones: options.timeZones ?? { rules: runtimeRules, version: tzdbVersion() },
  })
}

const retentionDaysDefault = 90

/** `in_app`, Belfry's own in their order, then the caller's. Who is in the list takes the place of the one that is there anyway. */
function resolveChannels({ channels: given = [], demo }: BelfryOptions): (Channel | ChannelMaker)[] {
  const names = given.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i || name === inAppChannel.name)
  if (twice)
    throw new BelfryError('invalid_input', `Two channels are called ${twice}.`, {
      field: '/channels',
      accepted: 'each name once',
    })
  const reserved = names.find((name) => name === 'hand' || !/^[a-z][a-z0-9_]{0,63}$/.test(name))
  if (reserved)
    throw new BelfryError('invalid_input', `A channel cannot be called ${reserved}.`, {
      field: '/channels',
      accepted: 'a lower-case name such as web_push; "hand" is reserved',
    })
  const own = demo === false ? builtInChannels().filter(({ isDemo }) => !isDemo) : builtInChannels()
  const all = [...own.filter(({ name }) => !names.includes(name)), ...given]
  checkDemo(demo, all)
  const isQuiet = (name: string) => demo === true || (Array.isArray(demo) && demo.includes(name))
  return [inAppChannel, ...all.map((channel) => (isQuiet(channel.name) ? demoOf(channel) : channel))]
}

function checkDemo(demo: BelfryOptions['demo'], channels: readonly { readonly name: string }[]): void {
  if (demo === undefined || typeof demo === 'boolean') return
  const names = channels.map(({ name }) => name)
  readList(demo, 100, '/demo').forEach((name, i) => {
    if (typeof name === 'string' && names.includes(name)) return
    throw new BelfryError('unknown_channel', `No channel ${JSON.stringify(name)} is configured.`, {
      field: `/demo/${i}`,
      accepted: names.join(', '),
    })
  })
}

const optionKinds: Partial<Record<keyof BelfryOptions, 'string' | 'boolean'>> = {
  database: 'string',
  dataDir: 'string',
  publicUrl: 'string',
  secret: 'string',
  encryptionKey: 'string',
  pooled: 'boolean',
  actor: 'string',
  notify: 'boolean',
  debug: 'string',
  migrate: 'boolean',
  createTenant: 'boolean',
  roles: 'boolean',
}

function readOptionKinds(options: BelfryOptions): void {
  for (const [name, kind] of Object.entries(optionKinds)) {
    const value = options[name as keyof BelfryOptions]
    if (value !== undefined && typeof value !== kind) {
      throw new BelfryError('invalid_input', 'An option of the wrong kind.', {
        field: `/${name}`,
        accepted: `a ${kind}`,
      })
    }
  }
  if (options.onTimelineChange !== undefined && !['hold', 'ignore'].includes(options.onTimelineChange)) {
    throw new BelfryError('invalid_input', 'Not an answer to a changed timeline.', {
      field: '/onTimelineChange',
      accepted: 'hold or ignore',
    })
  }
  for (const name of ['secret', 'encryptionKey'] as const) {
    const value = options[name]
    if (value !== undefined && value.length < secretCharsMin)
      throw new BelfryError('invalid_input', 'A secret that is too short can be guessed.', {
        field: `/${name}`,
        accepted: `at least ${secretCharsMin} characters`,
      })
  }
  if (options.tenant !== undefined) readName(options.tenant, '/tenant')
  if (options.retentionDays != null) readInteger(options.retentionDays, '/retentionDays', 1, 36_525)
  readList(options.sweeps ?? [], 1_000, '/sweeps')
  readList(options.allowedTargets ?? [], 1_000, '/allowedTargets').forEach((target, i) => {
    const field = `/allowedTargets/${i}`
    if (readAllowed(readText(target, field, { bytesMax: 300 })) !== null) return
    throw new BelfryError('invalid_input', 'Neither a network nor a host.', {
      field,
      accepted: 'a network such as 10.1.0.0/16, an address, or a name such as hooks.internal',
    })
  })
  readConnections(options.connections ?? {})
  readList(options.sweepRetryMs ?? [], 10, '/sweepRetryMs').forEach((ms, i) => {
    readInteger(ms, `/sweepRetryMs/${i}`, 0, 60_000)
  })
  if (options.pollMs !== undefined) readInteger(options.pollMs, '/pollMs', 10, 3_600_000)
  if (options.leaseMs !== undefined) readInteger(options.leaseMs, '/leaseMs', 1, leaseMsMax)
  if (options.connectionsMax !== undefined) readInteger(options.connectionsMax, '/connectionsMax', 1, 1_000)
  readList(options.channels ?? [], 100, '/channels').forEach((channel, i) => {
    const { name, idempotent, send, make } = (channel ?? {}) as Partial<Channel & ChannelMaker>
    if (typeof name === 'string' && typeof make === 'function') return
    if (typeof name === 'string' && typeof idempotent === 'boolean' && typeof send === 'function') return
    throw new BelfryError('invalid_input', 'Not a channel.', {
      field: `/channels/${i}`,
      accepted: 'one of belfry/channels, or an object with name, idempotent and send',
    })
  })
}

const secretCharsMin = 16

/** Six hours: whoever has not reported by then is not going to. */
const leaseMsMax = 21_600_000

/** A definition of a sweep names a connection; its secret stays in the configuration. */
function readConnections(connections: object): void {
  for (const [name, url] of Object.entries(connections)) {
    readName(name, '/connections')
    readText(url, `/connections/${name}`, { bytesMax: 4_096, accepted: 'a PostgreSQL URL' })
  }
}

export type StartWorkerOptions = Partial<Omit<WorkerOptions, 'pollMs' | 'coalesce'>>

export function resolveWorkerOptions(
  config: Config,
  channels: readonly Channel[],
  options: StartWorkerOptions,
): WorkerOptions {
  readObject(
    options,
    ['batchMax', 'leaseMs', 'retry', 'buckets', 'lateMax', 'lateAfterMs', 'latePerSecond', 'only', 'onRing'],
    '',
  )
  const leaseMs = readInteger(options.leaseMs ?? config.leaseMs, '/leaseMs', 1, leaseMsMax)
  const slow = channels.find(({ timeoutMs = 0 }) => timeoutMs >= leaseMs)
  if (slow) {
    throw new BelfryError('invalid_input', `Channel ${slow.name} may take longer than the lease of ${leaseMs} ms.`, {
      field: '/leaseMs',
      accepted: 'a lease well above every channel’s time-out',
    })
  }
  return {
    batchMax: options.batchMax ?? 1_000,
    leaseMs,
    pollMs: config.pollMs,
    retry: options.retry ?? defaultRetryPolicy,
    // A batch is over when what it has fired has ended: it does not wait for more.
    coalesce: options.only ? null : config.coalesce,
    buckets: options.buckets ?? null,
    lateMax: options.lateMax ?? 1_000,
    lateAfterMs: options.lateAfterMs ?? 300_000,
    latePerSecond: options.latePerSecond ?? 100,
    only: options.only,
    onRing: options.onRing,
  }
}
