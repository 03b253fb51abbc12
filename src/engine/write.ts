// Writing reminders' rows: the one upsert that schedule and entities share.

import type { Context } from './context.ts'
import type { Call, Database } from './database.ts'
import type { Reason } from './delivery.ts'
import { occurrenceKey } from './key.ts'
import type { Planned } from './planning.ts'

/** Whom it is for, what about, and what it says. */
export interface Content {
  readonly entityType: string
  readonly entityId: string
  readonly kind: string
  readonly recipient: string
  readonly title: string | null
  readonly body: string | null
  /** JSON text. */
  readonly data: string | null
  readonly channels: readonly string[] | null
  readonly delaysMs: readonly number[] | null
  readonly fallback: string | null
  readonly critical: boolean
}

export interface WriteRow {
  readonly bucket: number
  readonly id: string
  readonly wanted: Content
  readonly planned: Planned
  readonly generation: number
  /** An occurrence that has begun in this generation or a later one stands in the way. */
  readonly since: number
  /** When it was made elsewhere; left out or null: now. */
  readonly createdMs?: number | null
}

/**
 * Writes them, in key order; answers the version of each that was created (1) or changed. One that would not change, or whose
 * occurrence has begun, is left alone. The caller has locked the rows that are there.
 */
export async function writeReminders(
  context: Context,
  tx: Database,
  rows: readonly WriteRow[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  return versionsOf(await tx.run<WrittenVersion>(...writeCall(context, rows)))
}

export interface WrittenVersion {
  readonly id: string
  readonly version: number
}

export function versionsOf(written: readonly WrittenVersion[]): Map<string, number> {
  return new Map(written.map(({ id, version }) => [id, version]))
}

export function writeCall(context: Context, rows: readonly WriteRow[]): Call {
  const ordered = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
  return [
    'schedule',
    [
      ...reminderParameters(context, ordered),
      ordered.map(({ since }) => since),
      ordered.map(({ planned }) => planned.step),
      ordered.map(({ planned }) => planned.floating || null),
      ordered.map(({ planned }) => planned.plannedMs),
      ordered.map(({ planned }) => planned.adjusted),
      ordered.map(({ planned }) => planned.repeat && JSON.stringify(planned.repeat)),
      ordered.some(({ createdMs }) => createdMs != null) ? ordered.map(({ createdMs }) => createdMs ?? null) : [],
    ],
  ]
}

/** Those that were left alone because their occurrence has begun. */
export async function findBegun(
  tx: Database,
  rows: readonly Pick<WriteRow, 'bucket' | 'id' | 'planned' | 'since'>[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  return new Set((await findStanding(tx, rows)).filter(({ begun }) => begun).map(({ id }) => id))
}

export interface Standing {
  readonly id: string
  readonly begun: boolean
  /** Why that occurrence was not sent, when it is known and was not. */
  readonly reason: Reason | null
}

/** What the ledger has of these occurrences. */
export async function findStanding(
  tx: Database,
  rows: readonly Pick<WriteRow, 'bucket' | 'id' | 'planned' | 'since'>[],
): Promise<Standing[]> {
  return await tx.run<Standing>('standing', [
    rows.map(({ bucket }) => bucket),
    rows.map(({ id }) => id),
    rows.map(({ planned }) => planned.occurrence),
    rows.map(({ since }) => since),
  ])
}

export function reminderParameters(context: Context, rows: readonly WriteRow[]): unknown[] {
  return [
    context.tenant,
    context.tzVersion,
    rows.map((row) => row.bucket),
    rows.map((row) => row.id),
    rows.map((row) => row.wanted.entityType),
    rows.map((row) => row.wanted.entityId),
    rows.map((row) => row.wanted.kind),
    rows.map((row) => row.wanted.recipient),
    rows.map((row) => row.planned.dueMs),
    rows.map((row) => row.planned.usefulUntilMs),
    rows.map((row) => row.planned.occurrence),
    rows.map((row) => occurrenceKey(row.planned.occurrence, row.generation)),
    rows.map((row) => row.generation),
    rows.map((row) => row.planned.timezone),
    rows.map((row) => channelNames(row.wanted)),
    rows.map((row) => channelDelays(row.wanted)),
    rows.map((row) => row.wanted.fallback),
    rows.map((row) => row.wanted.critical),
    rows.map((row) => row.wanted.title),
    rows.map((row) => row.wanted.body),
    rows.map((row) => row.wanted.data),
  ]
}

/** A fallback is a last channel with the delay -1: it stands by until a channel has failed. */
export function channelNames({ channels, fallback }: Content): string | null {
  if (channels === null) return null
  return fallback === null ? channels.join() : `${channels.join()},${fallback}`
}

export function channelDelays({ channels, delaysMs, fallback }: Content): string | null {
  if (channels === null || fallback === null) return delaysMs?.join() ?? null
  return `${(delaysMs ?? channels.map(() => 0)).join()},-1`
}
