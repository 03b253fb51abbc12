// What every verb of the engine needs: where it writes, for whom, and who is asking.

import type { ZoneRules } from '../time/zone-rules.ts'
import type { RunBatch } from './batch.ts'
import type { Database } from './database.ts'
import type { AuditAction } from './feed.ts'
import { lockOfReminder } from './key.ts'
import type { Ladder } from './ladder.ts'
import type { Notices } from './notices.ts'
import type { Sending } from './sending.ts'
import type { Spacing } from './spacing.ts'

export interface Context {
  readonly db: Database
  readonly tenant: string
  /** Who is asking, for the audit trail. */
  readonly actor: string
  /** Names of the channels that are configured. */
  readonly channels: ReadonlySet<string>
  /** Of those who chose none. */
  readonly defaultChannels: Ladder
  /** Wake workers by NOTIFY. */
  readonly notify: boolean
  /** The time-zone database, and its version. */
  readonly rules: ZoneRules
  readonly tzVersion: string
  /** Keeps moments of one recipient apart, where that is wanted. */
  readonly spacing: Spacing
  /** Resolves what SQL functions have asked for an entity, whose lock is held. */
  readonly resolveRequestsOf: (tx: Database, lock: string) => Promise<unknown>
  /** Workers look at least this often; what is due sooner wakes them. */
  readonly pollMs: number
  /** Fires one batch in this process; null inside a caller's transaction, and where there are no channels to send on. */
  readonly runBatch: RunBatch | null
  readonly sending: Sending
  /** Who listens to what verbs notice in passing. */
  readonly notices: Notices
}

/** Early wake-up, at commit. `dueMs` is the earliest moment that became due; without it workers look at everything. */
export async function wakeWorkers(context: Context, tx: Database, dueMs: number | null = null): Promise<void> {
  if (context.notify) await tx.run('notify', [dueMs === null ? 'look' : String(Math.floor(dueMs))])
}

export interface AuditEntry {
  readonly entityType?: string
  readonly entityId?: string
  readonly reminder?: string
  readonly recipient?: string
  readonly data?: object
}

export async function audit(
  context: Context,
  tx: Database,
  action: AuditAction,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.run('audit', [
    context.tenant,
    context.actor,
    action,
    entries.map((entry) => entry.entityType ?? null),
    entries.map((entry) => entry.entityId ?? null),
    entries.map((entry) => entry.reminder ?? null),
    entries.map((entry) => entry.recipient ?? null),
    entries.map((entry) => JSON.stringify(entry.data ?? {})),
  ])
}

/**
 * For verbs that name a reminder: what a trigger has asked for its entity before comes first. Mostly nothing was, and then this
 * is a look at an empty table.
 */
export async function settleRequests(context: Context, tx: Database, ids: readonly string[]): Promise<void> {
  const asked = await tx.run<{ lock: string }>('has-requests', [[...new Set(ids.map(lockOfReminder))]])
  for (const { lock } of asked) {
    await tx.run('lock-entity', [lock])
    await context.resolveRequestsOf(tx, lock)
  }
}
