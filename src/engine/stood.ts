// How a reminder stood before somebody ended, moved, snoozed or skipped it, kept with the audit entry of that: whoever takes it back has
// it whole, with its rings counted and on the clock it went by. Its texts are not in it: they are in its row or in the ledger, where
// erasure reaches them.

import type { ChangedRow } from './changes.ts'
import { storedLadder } from './ladder.ts'
import type { MainLine } from './repeat.ts'
import type { Content } from './write.ts'

export interface Stood {
  /** When it would have rung; null where that depended on something else. */
  readonly dueAt: string | null
  /** The version it has since then: under another one, something else became of it. Left out where its row is gone. */
  readonly version?: number
  /** Of a plan. */
  readonly step?: string
  readonly as: StoodLine
}

export interface StoodLine extends MainLine, Pick<Content, 'channels' | 'delaysMs' | 'fallback' | 'critical'> {}

/** For an entry of the audit trail. Null of an alarm: only its page, or whoever had said Done of it, begins it again. */
export function stoodOf(row: ChangedRow, goesOn: boolean): Stood | null {
  return row.repeat?.alarm ? null : stoodBefore(row, goesOn)
}

/** `goesOn`: its row stays, and is one version further. */
export function stoodBefore(row: ChangedRow, goesOn: boolean): Stood {
  const { occurrence, timezone, floating, step, repeat, generation, fallback, critical } = row
  const moments = momentsOf(row)
  const ladder = storedLadder(row)
  const as = {
    ...{ occurrence, timezone, floating, step, repeat, generation, fallback, critical, ...moments },
    ...{ channels: ladder?.channels ?? null, delaysMs: ladder?.delaysMs ?? null },
  }
  const dueAt = moments.dueMs === null ? null : new Date(Math.round(moments.dueMs)).toISOString()
  return { dueAt, ...(goesOn ? { version: row.version + 1 } : {}), ...(step === null ? {} : { step }), as }
}

/** What a pause of the recipient has put off is as if it had not: that may be over when it comes back. */
function momentsOf(row: ChangedRow): Pick<MainLine, 'dueMs' | 'plannedMs' | 'usefulUntilMs' | 'adjusted'> {
  const { due_ms: dueMs, planned_ms: plannedMs, useful_until_ms: usefulUntilMs, adjusted } = row
  if (adjusted === 'paused') return { dueMs: plannedMs, plannedMs: null, usefulUntilMs, adjusted: null }
  if (adjusted === 'snoozed' && dueMs === null) return { dueMs: plannedMs, plannedMs: null, usefulUntilMs, adjusted }
  return { dueMs, plannedMs, usefulUntilMs, adjusted }
}

export function keeping(stood: Stood | null): { readonly stood?: Stood } {
  return stood ? { stood } : {}
}
