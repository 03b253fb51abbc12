// The checks of `belfry doctor`: facts in, findings out. Nothing here asks the database.

import type { Health, Hold, RunningWorker } from '../../index.ts'
import { relative, span } from '../print/times.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export interface Facts {
  readonly health: Health
  readonly workers: readonly RunningWorker[]
  readonly holds: readonly Hold[]
  /** Those that are configured here. */
  readonly channels: readonly { readonly name: string; readonly mode: 'active' | 'demo' }[]
  /** What is wrong with the key that seals secrets; null: nothing. */
  readonly secretsTrouble: string | null
  readonly roundTripMs: number
  /** This machine's clock when the database was asked for its own. */
  readonly machineMs: number
  readonly wantsDrivenClock: boolean
  /** Whether a server's requests and workers can act as roles of their own. */
  readonly hasRoles: boolean
  /** Of every tenant. */
  readonly sweeps: readonly SweepFacts[]
}

export interface SweepFacts {
  readonly tenant: string
  readonly name: string
  /** What is wrong with its table, in words. */
  readonly warnings: readonly string[]
  readonly hasFailed: boolean
}

export function findingsOf(facts: Facts): Finding[] {
  return [
    database(facts),
    role(facts),
    roles(facts),
    roundTrip(facts),
    clock(facts),
    drivenClock(facts),
    timeZones(facts),
    channels(facts),
    demoMode(facts),
    secrets(facts),
    holds(facts),
    worker(facts),
    overdue(facts),
    leases(facts),
    unknown(facts),
    failed(facts),
    quarantined(facts),
    requests(facts),
    sweeps(facts),
  ]
}

function database({
  health: {
    database: { version, versionNumber, isReplica },
  },
}: Facts): Finding {
  const words = `PostgreSQL ${version}`
  if (versionNumber < 140_000) return fail('database', words, 'use PostgreSQL 14 or newer')
  if (isReplica) return fail('database', `${words}, a standby that cannot be written to`, 'connect to the primary')
  return ok('database', words)
}

function role({ health }: Facts): Finding {
  return ok('role', `connected as ${health.database.role}`)
}

function roles({ health: { database }, hasRoles }: Facts): Finding {
  if (hasRoles) return ok('roles', 'requests act as belfry_app, workers as belfry_worker')
  return warn(
    'roles',
    `${database.role} cannot act as belfry_app and belfry_worker: tenants are kept apart by the queries alone`,
    `as a superuser: create role belfry_app; create role belfry_worker (where they are missing); grant belfry_app, belfry_worker to ${quoted(database.role)}; select belfry.make_roles()`,
  )
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function roundTrip({ roundTripMs }: Facts): Finding {
  const words = `${roundTripMs.toFixed(1)} ms`
  return roundTripMs < 100 ? ok('round trip', words) : warn('round trip', words, 'run Belfry nearer to its database')
}

function clock({ health, machineMs, roundTripMs }: Facts): Finding {
  const apartMs = Math.max(0, Math.abs(health.database.clock.getTime() - machineMs) - roundTripMs)
  const words = `the database's clock is ${apartMs < 1_000 ? `${Math.round(apartMs)} ms` : span(apartMs)} from this machine's`
  return apartMs < 5_000
    ? ok('clock', words)
    : warn('clock', words, 'set both by NTP; the database decides what is due')
}

function drivenClock({ health, wantsDrivenClock }: Facts): Finding {
  if (!health.driven) return ok('driven clock', 'time runs')
  const words = `time stands at ${health.now.toISOString()}`
  return wantsDrivenClock
    ? warn('driven clock', words, 'belfry clock --advance moves it, belfry clock --real lets it run')
    : fail('driven clock', `${words}, though BELFRY_CLOCK is real`, 'belfry clock --real')
}

function timeZones({
  health: {
    timeZones: { version, newest, hasOlder },
  },
}: Facts): Finding {
  if (hasOlder)
    return warn(
      'time zones',
      `${version}; some moments were resolved with an older one`,
      'run a worker: it resolves them again',
    )
  if (newest !== null && newest > version)
    return warn('time zones', `${version}, older than the ${newest} in use`, 'update Node.js on this machine')
  return ok('time zones', version)
}

function channels({ health: { waitingChannels }, channels: known }: Facts): Finding {
  const names = known.map(({ name }) => name)
  const stray = waitingChannels.filter((name) => !names.includes(name))
  const words = names.join(', ')
  return stray.length === 0
    ? ok('channels', words)
    : warn(
        'channels',
        `${words}; deliveries wait for ${stray.join(', ')}`,
        'configure these channels where a worker runs',
      )
}

function demoMode({ channels: known }: Facts): Finding {
  const names = known.filter(({ mode }) => mode === 'demo').map(({ name }) => name)
  return ok('demo mode', names.length === 0 ? 'no channel' : `${names.join(', ')}: nothing is sent there`)
}

function secrets({ secretsTrouble: trouble }: Facts): Finding {
  if (trouble === null) return ok('secrets', 'nothing is wrong with their key')
  return fail(
    'secrets',
    trouble,
    'set BELFRY_ENCRYPTION_KEY alike everywhere, or copy encryption.key from the data directory of the first server',
  )
}

function holds({ holds: all }: Facts): Finding {
  if (all.length === 0) return ok('holds', 'nothing is held')
  const names = all.map(({ tenant, channel }) => [tenant, channel].filter(Boolean).join('/') || 'everything')
  return warn('holds', `held: ${names.join(', ')}`, 'belfry hold --list says why; belfry release ends it')
}

function worker({ workers }: Facts): Finding {
  if (workers.length === 0) return fail('worker', 'none is running', 'belfry serve, or belfry work')
  return ok('worker', workers.map(({ id }) => id).join(', '))
}

function overdue({ health: { overdue: count, overdueSince, now } }: Facts): Finding {
  if (count === 0) return ok('overdue', 'nothing')
  const since = overdueSince ? `, the first ${relative(overdueSince.getTime() - now.getTime())}` : ''
  return fail('overdue', `${many(count)} reminders${since}`, 'see worker and holds; then the log of the worker')
}

function leases({ health: { expiredLeases } }: Facts): Finding {
  return expiredLeases === 0
    ? ok('leases', 'none has run out')
    : warn('leases', `${many(expiredLeases)} have run out`, 'a running worker reaps them; see worker')
}

function unknown({ health }: Facts): Finding {
  return health.unknown === 0
    ? ok('unknown', 'no delivery')
    : warn(
        'unknown',
        `${many(health.unknown)} deliveries may or may not have arrived`,
        'look at the provider, then belfry deliveries --state unknown, and settle them',
      )
}

function failed({ health }: Facts): Finding {
  return health.failed === 0
    ? ok('failed', 'no delivery')
    : warn(
        'failed',
        `${many(health.failed)} deliveries`,
        'belfry deliveries --state failed; retry them when the cause is gone',
      )
}

function quarantined({ health }: Facts): Finding {
  return health.quarantined === 0
    ? ok('quarantined', 'no delivery')
    : fail(
        'quarantined',
        `${many(health.quarantined)} deliveries ended their worker five times`,
        'see belfry.trouble; schedule them again',
      )
}

function requests({ health: { failedRequests, waitingRequests } }: Facts): Finding {
  if (failedRequests > 0)
    return warn(
      'requests',
      `${many(failedRequests)} of SQL functions could not be resolved`,
      'select * from belfry.requests says why',
    )
  if (waitingRequests > 0)
    return warn(
      'requests',
      `${many(waitingRequests)} of SQL functions wait`,
      'a running worker resolves them; see worker',
    )
  return ok('requests', 'none waits')
}

const sweepsShownMax = 5

function sweeps({ sweeps: all }: Facts): Finding {
  const troubles = all.flatMap(({ tenant, name, warnings, hasFailed }) => [
    ...warnings.map((one) => `${tenant}/${name}: ${one}`),
    ...(hasFailed ? [`${tenant}/${name}: its last run failed`] : []),
  ])
  if (troubles.length === 0)
    return ok('sweeps', all.length === 0 ? 'none' : `${all.length}, nothing is wrong with them`)
  const more = troubles.length > sweepsShownMax ? [`and ${troubles.length - sweepsShownMax} more`] : []
  return warn(
    'sweeps',
    [...troubles.slice(0, sweepsShownMax), ...more].join('; '),
    'create index on the due column of each table; belfry sweep runs <name> says why a run failed',
  )
}

/** Counts stop there. */
const countMax = 1_000

function many(count: number): string {
  return count >= countMax ? `${countMax.toLocaleString('en')} or more` : String(count)
}
