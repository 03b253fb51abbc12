// Stops: which reminders of an entity may still have something under way (a send, a retry, a further channel) for a moment
// that a `put` has made an old one. Those that have fired have no row any more, so the difference alone does not tell.

import { bucketOf, reminderId } from '../engine/key.ts'
import type { Change } from './difference.ts'
import type { Member } from './entity.ts'
import type { Step } from './steps.ts'

export interface Stop {
  readonly bucket: number
  readonly id: string
  /** The occurrence that goes on; null: none. */
  readonly keep: string | null
  /** Of that occurrence; null: whichever it is. */
  readonly generation: number | null
}

/** What ends and what was written, at any rate; the others too where the entity itself has changed. */
export function stopsOf(changes: readonly Change[], written: ReadonlyMap<string, number>, isNew: boolean): Stop[] {
  return changes.flatMap(({ bucket, id, ends, planned, generation }): Stop[] => {
    if (ends) return [{ bucket, id, keep: null, generation: null }]
    if (written.has(id)) return [{ bucket, id, keep: planned.occurrence, generation }]
    return isNew ? [{ bucket, id, keep: planned.occurrence, generation: null }] : []
  })
}

/** Recipients and steps that the entity had, and has no longer. */
export function leftOut(
  tenant: string,
  entity: { readonly type: string; readonly id: string },
  before: { readonly members: readonly Member[]; readonly steps: readonly Step[] | null },
  changes: readonly Change[],
): Stop[] {
  const known = new Set(changes.map(({ id }) => id))
  const had = before.members.flatMap(({ recipient, steps }) =>
    (steps ?? before.steps ?? []).map(({ kind }) =>
      reminderId({ tenant, entityType: entity.type, entityId: entity.id, kind, recipient }),
    ),
  )
  return had.filter((id) => !known.has(id)).map((id) => ({ bucket: bucketOf(id), id, keep: null, generation: null }))
}
