// Parked series (backoff, nag) wait for the end of their ring: whoever ends it moves them on.

import { advance, personOf, type SeriesRow, type StoredSeries, type Zones } from './advance.ts'
import type { Database } from './database.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import { bucketOf } from './key.ts'
import { withPeople } from './people.ts'
import type { Planned } from './planning.ts'
import { afterConclusion } from './repeat.ts'

export interface LockedSeries {
  readonly bucket: number
  readonly id: string
  readonly now_ms: number
  /** Null while parked. */
  readonly due_ms: number | null
  readonly useful_until_ms: number
  readonly planned_ms: number | null
  readonly adjusted: Planned['adjusted']
  readonly occurrence_key: string
  readonly series: SeriesRow
}

interface StoredRow extends Omit<LockedSeries, 'series'>, Omit<StoredSeries, 'entityId'> {
  readonly entity_id: string
}

export interface Ended {
  readonly reminder: string
  readonly occurrence_key: string
  readonly state: DeliveryState
  readonly reason?: Reason | null
}

/** Locks the reminders of deliveries, so far as they repeat. */
export async function lockParked(
  tx: Database,
  deliveries: readonly { readonly bucket: number; readonly reminder: string }[],
): Promise<LockedSeries[]> {
  if (deliveries.length === 0) return []
  return await lockSeries(
    tx,
    deliveries.map(({ reminder }) => reminder),
    null,
  )
}

/** Those of them that repeat, locked, as they stand and with whose they are. Of one tenant, or of any. */
export async function lockSeries(tx: Database, ids: readonly string[], tenant: string | null): Promise<LockedSeries[]> {
  const rows = await tx.run<StoredRow>('lock-series', [ids.map(bucketOf), ids, tenant])
  return await withPeople(tx, rows.map(asSeries))
}

function asSeries(row: StoredRow): Omit<LockedSeries, 'series'> & { readonly series: StoredSeries } {
  const { repeat, occurrence, timezone, floating, step, generation, critical, tenant, recipient } = row
  const { bucket, id, now_ms, due_ms, useful_until_ms, planned_ms, adjusted, occurrence_key } = row
  const series: StoredSeries = {
    ...{ repeat, occurrence, timezone, floating, step, generation, critical, tenant, recipient },
    entityId: row.entity_id,
  }
  return { bucket, id, now_ms, due_ms, useful_until_ms, planned_ms, adjusted, occurrence_key, series }
}

/** Moves on the series whose own ring has come to an end; one that is past that ring, or paused, is left alone. */
export async function unpark(
  tx: Database,
  zones: Zones,
  series: readonly LockedSeries[],
  ended: readonly Ended[],
): Promise<void> {
  const outcomes = new Map(ended.map((row) => [`${row.reminder} ${row.occurrence_key}`, outcomeOf(row)]))
  const all = series.flatMap((row) => {
    const outcome = outcomes.get(`${row.id} ${row.occurrence_key}`)
    const { paused, done } = row.series.repeat.state
    if (!outcome || row.due_ms !== null || paused || done) return []
    const at = { nowMs: row.now_ms, rules: zones.rules }
    const next = afterConclusion(row.series, outcome, personOf(row.series), at)
    return [{ bucket: row.bucket, id: row.id, series: row.series, nowMs: row.now_ms, next }]
  })
  await advance(tx, zones, all)
}

function outcomeOf({ state, reason }: Ended): 'sent' | 'failed' | 'unknown' | null {
  // In demo mode everything goes as if it had been sent.
  if (reason === 'demo_mode') return 'sent'
  switch (state) {
    case 'sent':
      return 'sent'
    case 'unknown':
    case 'quarantined':
      return 'unknown'
    case 'pending':
    case 'sending':
      return null
    // Whoever stopped it has decided what becomes of the series.
    case 'cancelled':
      return null
    default:
      return 'failed'
  }
}
