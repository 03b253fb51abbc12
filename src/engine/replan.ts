// Replan: the moments of reminders that exist are computed again, because their recipient's zone or quiet hours have changed,
// or the time-zone database has. The occurrence stays the same, so nothing can ring twice.

import type { QuietHours } from '../time/quiet-hours.ts'
import type { Zones } from './advance.ts'
import type { Database } from './database.ts'
import { type Person, type Planned, place } from './planning.ts'
import { type MainLine, momentAgain, type Repeat, replanned } from './repeat.ts'
import { spaced, type Whose } from './spacing.ts'

/** A reminder that is not a step of a plan: those are planned by their entity. */
export interface ReplanRow extends Omit<Planned, 'repeat'> {
  readonly tenant: string
  readonly recipient: string
  readonly entityId: string
  readonly bucket: number
  readonly id: string
  readonly generation: number
  readonly critical: boolean
  readonly repeat: Repeat | null
}

export interface Replanned {
  readonly bucket: number
  readonly id: string
  readonly whose: Whose
  readonly nowMs: number
  readonly planned: Planned
  readonly hasMoved: boolean
}

export function replan(
  row: ReplanRow,
  person: Person,
  nowMs: number,
  { rules }: Pick<Zones, 'rules'>,
): Replanned | null {
  if (row.dueMs === null) return null
  const planned = row.repeat ? again(row, row.repeat, person, nowMs, { rules }) : once(row, person, nowMs, { rules })
  if (!planned) return null
  const { bucket, id, tenant, recipient, entityId } = row
  const whose = { tenant, recipient, entityId, person }
  return { bucket, id, whose, nowMs, planned, hasMoved: planned.dueMs !== row.dueMs }
}

function once(row: ReplanRow, person: Person, nowMs: number, { rules }: Pick<Zones, 'rules'>): Planned {
  const momentMs = momentAgain(row, person, rules)
  // As useful after its new moment as after the old one, whether its end was named or not.
  const useful = { untilMs: row.usefulUntilMs + momentMs - (row.plannedMs ?? row.dueMs ?? 0), toleranceMs: 0 }
  const placed = place(row, momentMs, useful, person, { nowMs, critical: row.critical, rules })
  return { ...placed, adjusted: row.adjusted === 'snoozed' ? 'snoozed' : placed.adjusted, repeat: null }
}

function again(
  row: ReplanRow,
  repeat: Repeat,
  person: Person,
  nowMs: number,
  { rules }: Pick<Zones, 'rules'>,
): Planned | null {
  const current: MainLine = { ...row, repeat }
  const next = replanned({ ...row, repeat }, current, person, { nowMs, rules })
  return next.kind === 'rings' ? next.planned : null
}

/** Writes them in one statement. */
export async function writeReplanned(
  tx: Database,
  { tzVersion, spacing }: Zones,
  wanted: readonly Replanned[],
): Promise<void> {
  if (wanted.length === 0) return
  const all = await spaced(tx, spacing, wanted)
  await tx.run('replan', [
    all.map(({ bucket }) => bucket),
    all.map(({ id }) => id),
    all.map(({ planned }) => planned.dueMs),
    all.map(({ planned }) => planned.plannedMs),
    all.map(({ planned }) => planned.adjusted),
    all.map(({ planned }) => planned.usefulUntilMs),
    all.map(({ planned }) => planned.repeat && JSON.stringify(planned.repeat)),
    tzVersion,
  ])
}

export interface PersonRow {
  readonly id: string
  readonly timezone: string
  readonly quiet_hours: QuietHours | null
}

export function toPerson({ timezone, quiet_hours: quietHours }: PersonRow): Person {
  return { timezone, quietHours }
}
