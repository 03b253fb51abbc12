// Reap: deliveries whose lease has run out are concluded as lost. No leader, no periodic query of its own: the worker
// sleeps until the next lease would expire (next.sql), and whoever asks first has the claim.

import { type Concluded, type ConcludedRow, conclude } from './conclude.ts'
import type { Database } from './database.ts'
import type { RetryPolicy } from './retry.ts'

export interface Reaped {
  readonly claims: number
  readonly rows: readonly ConcludedRow[]
}

interface LostRow {
  readonly claim_bucket: number
  readonly claim: string
  /** Null when the delivery was concluded, or taken again, before its claim ran out. */
  readonly bucket: number | null
  readonly reminder: string
  readonly occurrence_key: string
  readonly attempt: number
  readonly tries: number
  readonly lost: number
  readonly critical: boolean
  readonly repeatable: boolean
}

export async function reap(db: Database, worker: string, policy: RetryPolicy, leaseMs: number): Promise<Reaped> {
  return await db.transaction(async (tx) => {
    const rows = await tx.run<LostRow>('reap', [leaseMs])
    if (rows.length === 0) return { claims: 0, rows: [] }
    const claims = new Map(rows.map((row) => [row.claim, { bucket: row.claim_bucket, id: row.claim }]))
    const lost = rows.filter((row) => row.bucket !== null).map(toLost)
    return { claims: claims.size, rows: await conclude(tx, worker, policy, lost, [...claims.values()]) }
  })
}

function toLost(row: LostRow): Concluded {
  return {
    claim: null,
    delivery: {
      bucket: row.bucket ?? 0,
      reminder: row.reminder,
      occurrenceKey: row.occurrence_key,
      attempt: row.attempt,
      tries: row.tries,
      lost: row.lost,
      critical: row.critical,
      repeatable: row.repeatable,
    },
    result: { kind: 'lost' },
    tookMs: null,
  }
}
