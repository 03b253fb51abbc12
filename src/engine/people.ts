// Whose series these are: their zone and quiet hours, read by a statement of its own, once the series are locked. Whoever travels
// locks their series too, and plans again what has a moment. So either the new zone is seen here, or whoever changed it sees
// the moment that is computed here. Read together with the lock, a zone that was changed while it waited would be overlooked.

import type { QuietHours } from '../time/quiet-hours.ts'
import type { SeriesRow, StoredSeries } from './advance.ts'
import type { Database } from './database.ts'

interface PersonRow {
  readonly tenant: string
  readonly recipient: string
  readonly timezone: string
  readonly quietHours: QuietHours | null
}

/** The same rows, each series with its recipient's. */
export async function withPeople<T extends { readonly series: StoredSeries }>(
  tx: Database,
  rows: readonly T[],
): Promise<(T & { readonly series: SeriesRow })[]> {
  if (rows.length === 0) return []
  const pairs = new Map(rows.map(({ series }) => [nameOf(series), series]))
  const people = await tx.run<PersonRow>('people', [
    [...pairs.values()].map(({ tenant }) => tenant),
    [...pairs.values()].map(({ recipient }) => recipient),
  ])
  const known = new Map(people.map((person) => [nameOf(person), person]))
  return rows.map((row) => {
    const { timezone: zone = 'UTC', quietHours = null } = known.get(nameOf(row.series)) ?? {}
    return { ...row, series: { ...row.series, zone, quietHours } }
  })
}

function nameOf({ tenant, recipient }: Pick<PersonRow, 'tenant' | 'recipient'>): string {
  return `${tenant} ${recipient}`
}
