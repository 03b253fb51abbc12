// Difference: what there should be against what there is, reminder by reminder.

import { bucketOf, reminderId } from '../engine/key.ts'
import type { Planned } from '../engine/planning.ts'
import type { Desired } from './desired.ts'

/** A reminder of the entity's plan that has a row. */
export interface Existing {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string
  readonly generation: number
  readonly adjusted: Planned['adjusted']
  readonly dueMs: number | null
}

export interface Change {
  readonly bucket: number
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly channels: readonly string[] | null
  readonly planned: Planned
  readonly generation: number
  /** What becomes of it; for one that is written, the statement knows better. */
  readonly outcome: 'created' | 'moved' | 'updated' | 'cancelled' | 'unchanged' | 'skippedPast' | 'merged'
  /** It rings: its row is written, if it is another. */
  readonly write: boolean
  /** The row that is there ends. */
  readonly ends: boolean
}

export function differenceOf(
  tenant: string,
  entity: { readonly type: string; readonly id: string },
  desired: readonly Desired[],
  existing: readonly Existing[],
): Change[] {
  const there = new Map(existing.map((row) => [row.id, row]))
  const wanted = desired.map((one) => {
    const identity = { tenant, entityType: entity.type, entityId: entity.id, kind: one.kind, recipient: one.recipient }
    const id = reminderId(identity)
    const row = there.get(id)
    there.delete(id)
    return changeOf(id, one, row)
  })
  const surplus = [...there.values()].map((row) => endOf(row))
  return [...wanted, ...surplus]
}

function changeOf(id: string, one: Desired, row: Existing | undefined): Change {
  const { kind, recipient, channels, planned } = one
  const change = { bucket: bucketOf(id), id, kind, recipient, channels, planned, generation: row?.generation ?? 1 }
  const isSameOccurrence = row?.occurrence === planned.occurrence
  // Snoozed, or about to ring: the moment it was planned for may have passed, its ring has not. One that is held (it has no
  // due time) gets its moment back, even if that has passed meanwhile.
  const isUnderWay = row?.adjusted === 'snoozed' || (one.outcome === 'past' && row?.adjusted !== 'deferred')
  if (isSameOccurrence && isUnderWay && row.dueMs !== null)
    return { ...change, outcome: 'unchanged', write: false, ends: false }
  if (one.outcome === 'rings' || (isSameOccurrence && one.outcome === 'past')) {
    const outcome = !row ? 'created' : isSameOccurrence && row.dueMs === planned.dueMs ? 'updated' : 'moved'
    return { ...change, outcome, write: true, ends: false }
  }
  const outcome = one.outcome === 'past' ? 'skippedPast' : 'merged'
  return { ...change, outcome, write: false, ends: row !== undefined }
}

function endOf(row: Existing): Change {
  const { id, kind, recipient, occurrence, generation } = row
  const planned = {
    ...{ occurrence, timezone: null, floating: false, step: null, dueMs: null, usefulUntilMs: 0 },
    ...{ plannedMs: null, adjusted: null, repeat: null },
  }
  const change = { bucket: bucketOf(id), id, kind, recipient, channels: null, planned, generation }
  return { ...change, outcome: 'cancelled', write: false, ends: true }
}
