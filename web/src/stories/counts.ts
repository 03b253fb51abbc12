import type { EntityWords } from '../words/entity.ts'
import { tellList } from './tell.ts'

type Counts = Readonly<Record<keyof EntityWords['counts'], number>>

/** `6 moved and 2 as before`. */
export function tellCounts(counts: Counts, w: EntityWords): string {
  const names = Object.keys(w.counts) as (keyof EntityWords['counts'])[]
  const parts = names.filter((name) => counts[name] > 0).map((name) => w.counts[name](counts[name]))
  return parts.length === 0 ? w.noCounts : tellList(parts)
}
