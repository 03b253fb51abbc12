// Advance: writes what engine/repeat.ts has decided for series. The rows are locked by the caller, in the same transaction
// as the fire, the result or the verb that made them go on.

import type { QuietHours } from '../time/quiet-hours.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import type { Database } from './database.ts'
import { occurrenceKey } from './key.ts'
import type { Person, Planned } from './planning.ts'
import type { Next, Series } from './repeat.ts'
import { type Spacing, spaced, type Whose, type Wish } from './spacing.ts'

/** What the statements return of a repeating reminder. */
export interface StoredSeries extends Series {
  readonly tenant: string
  readonly recipient: string
  readonly entityId: string
}

export interface SeriesRow extends StoredSeries {
  /** The recipient's. */
  readonly zone: string
  readonly quietHours: QuietHours | null
}

/** What moments are computed with: a time-zone database, and who keeps some of them apart. */
export interface Zones {
  readonly rules: ZoneRules
  readonly tzVersion: string
  readonly spacing: Spacing
}

export interface Advanced {
  readonly bucket: number
  readonly id: string
  readonly series: SeriesRow
  readonly nowMs: number
  readonly next: Next
}

interface Wanted extends Wish {
  readonly bucket: number
  readonly generation: number
}

/** As it was written: its moment may be another than the one that was wanted. */
export interface Ring {
  readonly id: string
  readonly planned: Planned
}

function whoseOf(series: SeriesRow): Whose {
  const { tenant, recipient, entityId } = series
  return { tenant, recipient, entityId, person: personOf(series) }
}

export function personOf({ zone, quietHours }: Pick<SeriesRow, 'zone' | 'quietHours'>): Person {
  return { timezone: zone, quietHours }
}

export async function advance(
  tx: Database,
  { tzVersion, spacing }: Zones,
  all: readonly Advanced[],
): Promise<readonly Ring[]> {
  const wanted: Wanted[] = []
  for (const { bucket, id, nowMs, series, next } of all) {
    if (next.kind !== 'rings') continue
    const { planned, generation } = next
    // Field by field: ten thousand a second go on.
    wanted.push({ bucket, id, nowMs, planned, generation, whose: whoseOf(series) })
  }
  const rings = await spaced(tx, spacing, wanted)
  const parked = all.flatMap(({ bucket, id, next }) => (next.kind === 'parked' ? [{ bucket, id, ...next }] : []))
  const ended = all.filter(({ next }) => next.kind === 'ended')
  if (rings.length > 0) {
    await tx.run('advance', [
      rings.map(({ bucket }) => bucket),
      rings.map(({ id }) => id),
      rings.map(({ planned }) => planned.dueMs),
      rings.map(({ planned }) => planned.plannedMs),
      rings.map(({ planned }) => planned.adjusted),
      rings.map(({ planned }) => planned.usefulUntilMs),
      rings.map(({ planned }) => planned.occurrence),
      rings.map(({ planned, generation }) => occurrenceKey(planned.occurrence, generation)),
      rings.map(({ generation }) => generation),
      // How it repeats stays as it was described.
      rings.map(({ planned }) => JSON.stringify(planned.repeat?.state ?? {})),
      tzVersion,
    ])
  }
  if (parked.length > 0) {
    await tx.run('park', [
      parked.map(({ bucket }) => bucket),
      parked.map(({ id }) => id),
      parked.map(({ repeat }) => JSON.stringify(repeat)),
    ])
  }
  if (ended.length > 0) {
    await tx.run('remove-reminders', [ended.map(({ bucket }) => bucket), ended.map(({ id }) => id)])
  }
  return rings
}
