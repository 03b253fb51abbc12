// How the system does: plain facts, read in one statement whose cost does not grow with what is stored. Whoever asks decides what
// is bad.

import type { Context } from './context.ts'

export interface RunningWorker {
  readonly id: string
  readonly connections: number
  readonly since: Date
  /** Null over a Unix socket. */
  readonly address: string | null
}

/** Workers of whichever process. Behind a pooler they can be seen only while they ask something. */
export async function listWorkers(context: Context): Promise<RunningWorker[]> {
  const rows = await context.db.run<{ id: string; connections: number; since_ms: number; address: string | null }>(
    'workers',
    [],
  )
  return rows.map(({ since_ms: sinceMs, ...row }) => ({ ...row, since: new Date(sinceMs) }))
}

export interface Health {
  readonly database: {
    readonly version: string
    /** Such as 180004. */
    readonly versionNumber: number
    readonly role: string
    /** It only reads: the connection leads to a standby. */
    readonly isReplica: boolean
    /** Its real clock, whether or not Belfry's is driven. */
    readonly clock: Date
  }
  readonly now: Date
  readonly driven: boolean
  /** Reminders that should have rung more than a minute ago. */
  readonly overdue: number
  readonly overdueSince: Date | null
  readonly expiredLeases: number
  readonly unknown: number
  readonly failed: number
  readonly quarantined: number
  readonly failedRequests: number
  /** Requests of SQL functions that nobody has resolved for more than a minute. */
  readonly waitingRequests: number
  /** Channels that deliveries wait for, configured here or not. */
  readonly waitingChannels: readonly string[]
  readonly timeZones: {
    /** Of this program. */
    readonly version: string
    /** The newest that moments were resolved with. */
    readonly newest: string | null
    /** Some moments were resolved with an older one than this program's. */
    readonly hasOlder: boolean
  }
}

interface HealthRow extends Pick<Health, 'overdue' | 'unknown' | 'failed' | 'quarantined' | 'driven'> {
  readonly version: string
  readonly version_number: number
  readonly role: string
  readonly is_replica: boolean
  readonly clock_ms: number
  readonly now_ms: number
  readonly overdue_since_ms: number | null
  readonly expired_leases: number
  readonly failed_requests: number
  readonly waiting_requests: number
  readonly waiting_channels: string[]
  readonly has_older_zones: boolean
  readonly newest_zones: string | null
}

const overdueMs = 60_000
const countMax = 1_000

export async function readHealth(context: Context): Promise<Health> {
  const { tzVersion } = context
  const [row] = await context.db.run<HealthRow>('health', [tzVersion, overdueMs, countMax, overdueMs])
  return toHealth(row!, tzVersion)
}

function toHealth(row: HealthRow, version: string): Health {
  const { driven, overdue, unknown, failed, quarantined } = row
  return {
    database: {
      version: row.version,
      versionNumber: row.version_number,
      role: row.role,
      isReplica: row.is_replica,
      clock: new Date(row.clock_ms),
    },
    now: new Date(row.now_ms),
    driven,
    overdue,
    overdueSince: row.overdue_since_ms === null ? null : new Date(row.overdue_since_ms),
    expiredLeases: row.expired_leases,
    ...{ unknown, failed, quarantined },
    failedRequests: row.failed_requests,
    waitingRequests: row.waiting_requests,
    waitingChannels: row.waiting_channels,
    timeZones: { version, newest: row.newest_zones, hasOlder: row.has_older_zones },
  }
}
