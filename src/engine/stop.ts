// Stop: how cancel, move, acknowledge and erasure reach what has already fired. The reminders' rows must have been locked
// (or written) by an earlier statement of the same transaction.

import type { Database } from './database.ts'
import type { Reason } from './delivery.ts'

export interface StopTarget {
  readonly bucket: number
  readonly id: string
  /** The occurrence that goes on, where the reminder was moved to it. */
  readonly keep?: string
  readonly keepGeneration?: number
}

export interface StoppedRow {
  readonly reminder: string
  readonly occurrence_key: string
  readonly occurrence: string
  readonly channel: string
  /** `cancelled`: it was waiting, and will not be sent. Else it was in flight, or unknown, and is marked. */
  readonly state: 'cancelled' | 'sending' | 'unknown'
}

export async function stopDeliveries(
  tx: Database,
  targets: readonly StopTarget[],
  reason: Reason,
): Promise<StoppedRow[]> {
  if (targets.length === 0) return []
  // In key order, as every statement that locks deliveries.
  const ordered = [...targets].sort((a, b) => a.bucket - b.bucket || (a.id < b.id ? -1 : 1))
  return await tx.run<StoppedRow>('stop', [
    ordered.map(({ bucket }) => bucket),
    ordered.map(({ id }) => id),
    ordered.map(({ keep }) => keep ?? null),
    ordered.map(({ keepGeneration }) => keepGeneration ?? null),
    reason,
  ])
}
