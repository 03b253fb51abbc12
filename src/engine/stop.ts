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
  return await tx.run<StoppedRow>('stop', [
    targets.map(({ bucket }) => bucket),
    targets.map(({ id }) => id),
    targets.map(({ keep }) => keep ?? null),
    targets.map(({ keepGeneration }) => keepGeneration ?? null),
    reason,
  ])
}
