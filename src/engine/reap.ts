// Reap: deliveries whose lease has run out are concluded as lost. No leader, no periodic query of its own: the worker
// sleeps until the next lease would expire (next.sql), and whoever asks first has the claim.
//
// The same way a worker gives back what it fired without ever hearing of the commit: the connection broke just then, the
// rows say `sending`, and nobody sends. It alone knows that these were not begun.

import { type ConcludedRow, conclude, type InFlight, type Result } from './conclude.ts'
import type { Database } from './database.ts'
import { fallbackKeyOf } from './key.ts'
import type { RetryPolicy } from './retry.ts'

export interface Reaped {
  readonly claims: number
  readonly rows: readonly ConcludedRow[]
}

interface ClaimRow {
  readonly bucket: number
  readonly id: string
  readonly buckets: number[]
  readonly reminders: string[]
  readonly occurrence_keys: string[]
  readonly attempts: number[]
}

interface SendingRow extends Omit<InFlight, 'occurrenceKey' | 'fallbackKey'> {
  readonly occurrence_key: string
  readonly occurrence: string
  readonly generation: number
  readonly fallback: string | null
}

/** A row that somebody's open transaction holds must not keep a worker from everything else. */
const reapLockTimeoutMs = 250

export function reapExpired(db: Database, worker: string, policy: RetryPolicy, leaseMs: number): Promise<Reaped> {
  return reap(db, worker, policy, [leaseMs, null, []], { kind: 'lost' })
}

export function giveBackUnheard(
  db: Database,
  worker: string,
  policy: RetryPolicy,
  heldClaims: readonly string[],
): Promise<Reaped> {
  return reap(db, worker, policy, [0, worker, heldClaims], { kind: 'returned' })
}

async function reap(
  db: Database,
  worker: string,
  policy: RetryPolicy,
  which: readonly unknown[],
  result: Result,
): Promise<Reaped> {
  return await db.transaction(
    async (tx) => {
      const claims = await tx.run<ClaimRow>('reap', which)
      if (claims.length === 0) return { claims: 0, rows: [] }
      const sending = await tx.run<SendingRow>('lock-sending', [
        claims.flatMap(({ buckets }) => buckets),
        claims.flatMap(({ reminders }) => reminders),
        claims.flatMap(({ occurrence_keys }) => occurrence_keys),
        claims.flatMap(({ attempts }) => attempts),
      ])
      const ended = sending.map((row) => ({
        claim: null,
        delivery: { ...row, occurrenceKey: row.occurrence_key, fallbackKey: fallbackKeyOf(row) },
        result,
        tookMs: null,
      }))
      const rows = await conclude(tx, worker, policy, ended, [])
      await tx.run('finish-claims', [claims.map(({ bucket }) => bucket), claims.map(({ id }) => id)])
      return { claims: claims.length, rows }
    },
    { lockTimeoutMs: reapLockTimeoutMs },
  )
}
