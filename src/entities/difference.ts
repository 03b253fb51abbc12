// Difference: what there should be against what there is, reminder by reminder.

import { bucketOf, reminderId } from '../engine/key.ts'
import type { ChannelSteps } from '../engine/ladder.ts'
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
  /** Null while it is held, or put off until its recipient says otherwise. */
  readonly dueMs: number | null
  readonly plannedMs: number | null
  readonly usefulUntilMs: number
}

export interface Change {
  readonly bucket: number
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly channels: ChannelSteps | null
  readonly planned: Planned
  readonly generation: number
  /** An occurrence that has begun in this generation or a later one stands in the way. */
  readonly since: number
  /** The occurrence of the row that is there. */
  readonly was: string | null
  /** What becomes of it; for one that is written, the statement knows better. */
  readonly outcome: 'created' | 'moved' | 'updated' | 'cancelled' | 'unchanged' | 'skippedPast' | 'merged'
  /** It rings: its row is written, if it is another. */
  readonly write: boolean
  /** The row that is there ends. */
  readonly ends: boolean
}

/** It does not ring, and that is put on record. */
export function isSilent({ outcome }: Pick<Change, 'outcome'>): boolean {
  return outcome === 'skippedPast' || outcome === 'merged'
}

export function differenceOf(
  tenant: string,
  entity: { readonly type: string; readonly id: string },
  desired: readonly Desired[],
  existing: readonly Existing[],
  nowMs: number,
): Change[] {
  const there = new Map(existing.map((row) => [row.id, row]))
  const wanted = desired.map((one) => {
    const identity = { tenant, entityType: entity.type, entityId: entity.id, kind: one.kind, recipient: one.recipient }
    const id = reminderId(identity)
    const row = there.get(id)
    there.delete(id)
    return changeOf(id, one, row, nowMs)
  })
  const surplus = [...there.values()].map((row) => endOf(row))
  return [...wanted, ...surplus]
}

function changeOf(id: string, one: Desired, row: Existing | undefined, nowMs: number): Change {
  const { kind, recipient, channels, planned } = one
  const change: Omit<Change, 'outcome' | 'write' | 'ends'> = {
    ...{ bucket: bucketOf(id), id, kind, recipient, channels, planned },
    ...{ generation: row?.generation ?? 1, since: 1, was: row?.occurrence ?? null },
  }
  if (row && row.occurrence === planned.occurrence) return sameOccurrence(change, one, row, nowMs)
  if (one.outcome === 'rings') return { ...change, outcome: row ? 'moved' : 'created', write: true, ends: false }
  return { ...change, outcome: silentOf(one), write: false, ends: row !== undefined }
}

function sameOccurrence(
  change: Omit<Change, 'outcome' | 'write' | 'ends'>,
  one: Desired,
  row: Existing,
  nowMs: number,
): Change {
  // Somebody chose another moment for it: that stays, with whatever texts it has now. While it is held, whoever holds it
  // gives it back.
  if (row.adjusted === 'snoozed') {
    const planned = { ...one.planned, ...keptMoment(row) }
    return { ...change, planned, since: row.generation, outcome: 'updated', write: true, ends: false }
  }
  // About to ring: the moment has come, its ring has not.
  if (row.dueMs !== null && row.dueMs <= nowMs) return { ...change, outcome: 'unchanged', write: false, ends: false }
  // One that is held gets its moment back, even if that has passed meanwhile; one that is deferred keeps waiting.
  const isWaiting = one.outcome === 'past' && one.planned.adjusted === 'deferred'
  if (one.outcome === 'rings' || row.dueMs === null || isWaiting) {
    const outcome = row.dueMs === one.planned.dueMs ? 'updated' : 'moved'
    return { ...change, outcome, write: true, ends: false }
  }
  return { ...change, outcome: silentOf(one), write: false, ends: true }
}

function keptMoment({ dueMs, usefulUntilMs, plannedMs }: Existing) {
  return { dueMs, usefulUntilMs, plannedMs, adjusted: 'snoozed' as const }
}

function silentOf({ outcome }: Desired): 'skippedPast' | 'merged' {
  return outcome === 'past' ? 'skippedPast' : 'merged'
}

function endOf(row: Existing): Change {
  const { id, kind, recipient, occurrence, generation } = row
  const planned = {
    ...{ occurrence, timezone: null, floating: false, step: null, dueMs: null, usefulUntilMs: 0 },
    ...{ plannedMs: null, adjusted: null, repeat: null },
  }
  const change = {
    bucket: bucketOf(id),
    id,
    kind,
    recipient,
    channels: null,
    planned,
    generation,
    since: 1,
    was: occurrence,
  }
  return { ...change, outcome: 'cancelled', write: false, ends: true }
}
