// Reap: deliveries whose lease has run out are concluded as lost. No leader, no periodic query of its own: the worker
// sleeps until the next lease would expire (next.sql), and whoever asks first has the claim.
//
// The same way a worker gives back what it fired without ever hearing of the commit: the connection broke just then, the
// rows say `sending`, and nobody sends. It alone knows that these were not begun.

import { type ConcludedRow, type ConcludeOptions, conclude, type InFlight, type Result } from './conclude.ts'
import type { Database } from './database.ts'
import { fallbackKeyOf } from './key.ts'
import { lockParked } from './parked.ts'

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

export function reapExpired(db: Database, options: ConcludeOptions, leaseMs: number): Promise<Reaped> {
  return reap(db, options, [leaseMs, null, []], { kind: 'lost' })
}

export function giveBackUnheard(
  db: Database,
  options: ConcludeOptions,
  heldClaims: readonly string[],
): Promise<Reaped> {
  return reap(db, options, [0, options.worker, heldClaims], { kind: 'returned' })
}

async function reap(
  db: Database,
  options: ConcludeOptions,
  which: readonly unknown[],
  result: Result,
): Promise<Reaped> {
  return await db.transaction(
    async (tx) => {
      const claims = await tx.run<ClaimRow>('reap', which)
      if (claims.length === 0) return { claims: 0, rows: [] }
      const buckets = claims.flatMap((claim) => claim.buckets)
      const reminders = claims.flatMap((claim) => claim.reminders)
      // Reminders before deliveries: the order in which cancel locks them.
      await lockParked(
        tx,
        reminders.map((reminder, i) => ({ bucket: buckets[i]!, reminder })),
      )
      const sending = await tx.run<SendingRow>('lock-sending', [
        buckets,
        reminders,
        claims.flatMap(({ occurrence_keys }) => occurrence_keys),
        claims.flatMap(({ attempts }) => attempts),
      ])
      const ended = sending.map((row) => ({
        claim: null,
        delivery: { ...row, occurrenceKey: row.occurrence_key, fallbackKey: fallbackKeyOf(row) },
        result,
        tookMs: null,
      }))
      const rows = await conclude(tx, options, ended, [])
      await tx.run('finish-claims', [claims.map(({ bucket }) => bucket), claims.map(({ id }) => id)])
      return { claims: claims.length, rows }
    },
    { lockTimeoutMs: reapLockTimeoutMs },
  )
}
