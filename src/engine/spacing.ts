// Some series must not ring at the same moment as others of their recipient. Who keeps them apart is told here; the one who
// does is alarms/spacing.ts.

import type { Database } from './database.ts'
import type { Person, Planned } from './planning.ts'

export interface Wish {
  readonly id: string
  readonly planned: Planned
  readonly whose: Whose
  readonly nowMs: number
}

export interface Whose {
  readonly tenant: string
  readonly recipient: string
  readonly entityId: string
  readonly person: Person
}

/** Answers each one's own moment, in order, reserved by the transaction. */
export type Spacing = (tx: Database, wishes: readonly Wish[]) => Promise<readonly Planned[]>

export function isSpaced({ planned }: Pick<Wish, 'planned'>): boolean {
  return planned.repeat?.alarm !== undefined && planned.dueMs !== null
}

/** The same list, with the moments of those that are kept apart. */
export async function spaced<T extends Wish>(tx: Database, spacing: Spacing, all: readonly T[]): Promise<readonly T[]> {
  const wishes = all.filter(isSpaced)
  if (wishes.length === 0) return all
  const planned = await spacing(tx, wishes)
  const own = new Map(wishes.map(({ id }, i) => [id, planned[i]!]))
  return all.map((one) => ({ ...one, planned: own.get(one.id) ?? one.planned }))
}
