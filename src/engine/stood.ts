// How a reminder stood when it was cancelled or marked as done, kept with the audit entry of that: whoever takes it back later has
// what `schedule` needs. Its texts are not in it: they are in the ledger, where erasure reaches them.

import { type ChangedRow, describeStored } from './changes.ts'
import type { Wanted } from './reminder.ts'

export interface Stood {
  /** When it would have rung; null where that depended on something else. */
  readonly dueAt: string | null
  /** Of a plan: its entity says the rest. */
  readonly step?: string
  readonly as?: Described
}

type Described = Pick<
  Wanted,
  'at' | 'timezone' | 'rule' | 'repeat' | 'toleranceMs' | 'channels' | 'delaysMs' | 'fallback' | 'critical'
>

/** Null of an alarm: only its page begins it again. */
export function stoodOf(row: ChangedRow): Stood | null {
  if (row.repeat?.alarm) return null
  const ms = row.due_ms ?? row.planned_ms
  const dueAt = ms === null ? null : new Date(Math.round(ms)).toISOString()
  if (row.step !== null) return { dueAt, step: row.step }
  const { at, timezone, rule, repeat, toleranceMs, channels, delaysMs, fallback, critical } = describeStored(row)
  // Somebody chose another moment for it: that one is brought back.
  const chosen =
    row.adjusted === 'snoozed' && !repeat && dueAt !== null ? { at: dueAt, timezone: null } : { at, timezone }
  return { dueAt, as: { ...chosen, rule, repeat, toleranceMs, channels, delaysMs, fallback, critical } }
}

/** What a row of the ledger says of it beside that. */
export interface StoodRow {
  readonly stood: Stood | null
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly recipient: string
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly now_ms: number
}

export function wantedAgain(row: StoodRow, as: Described): Wanted {
  return {
    ...as,
    ...{ entityType: row.entity_type, entityId: row.entity_id, kind: row.kind, recipient: row.recipient },
    ...{ title: row.title, body: row.body, data: row.data === null ? null : JSON.stringify(row.data) },
    ...{ inMs: null, usefulUntil: null, again: false, field: '' },
  }
}
