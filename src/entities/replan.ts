// The steps of one recipient, planned again over all the entities they are reminded of, because their zone or quiet hours have
// changed. In a few statements, however many there are.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import type { Person } from '../engine/planning.ts'
import { findStanding, writeReminders } from '../engine/write.ts'
import { desiredOf } from './desired.ts'
import { type Change, differenceOf, type Existing, isSilent } from './difference.ts'
import type { EntityFields } from './entity.ts'
import { rowOf, silentColumns } from './rows.ts'

export interface ExistingStep extends Existing {
  readonly entityType: string
  readonly entityId: string
}

interface EntityRow extends EntityFields {
  readonly type: string
  readonly id: string
}

interface EntityChange extends Change {
  readonly entity: EntityRow
}

/** Answers the reminders that moved. The caller has locked the recipient and the rows that are there. */
export async function replanSteps(
  context: Context,
  tx: Database,
  recipient: { readonly id: string; readonly person: Person },
  existing: readonly ExistingStep[],
  nowMs: number,
): Promise<{ id: string; dueMs: number | null }[]> {
  const entities = await tx.run<EntityRow>('recipient-entities', [context.tenant, recipient.id])
  const rowsOf = groupByEntity(existing)
  const changes = entities.flatMap((entity) => {
    const member = { recipient: recipient.id, steps: null, person: recipient.person }
    const desired = desiredOf(entity, [member], { nowMs, rules: context.rules })
    const rows = rowsOf.get(nameOf(entity.type, entity.id)) ?? []
    // Steps that have passed were recorded when they did.
    const ahead = desired.filter(({ outcome, kind }) => outcome !== 'past' || rows.some((row) => row.kind === kind))
    const found = differenceOf(context.tenant, entity, ahead, rows, nowMs)
    // What is held waits for a request to be resolved, which plans it anyway.
    const held = new Set(rows.filter(({ dueMs }) => dueMs === null).map(({ id }) => id))
    return found.filter(({ id }) => !held.has(id)).map((change): EntityChange => ({ ...change, entity }))
  })
  return await write(context, tx, await onlyWanted(tx, changes))
}

/** A step without a row comes back only if it had none because of its moment: not if it rang, or somebody cancelled it. */
async function onlyWanted(tx: Database, changes: readonly EntityChange[]): Promise<readonly EntityChange[]> {
  const made = changes.filter(({ outcome }) => outcome === 'created')
  if (made.length === 0) return changes
  const standing = await findStanding(tx, made)
  const wanted = new Set(
    standing.filter(({ reason }) => reason === 'merged' || reason === 'skipped_past').map(({ id }) => id),
  )
  return changes.filter(({ id, outcome }) => outcome !== 'created' || wanted.has(id))
}

async function write(context: Context, tx: Database, changes: readonly EntityChange[]) {
  const rings = changes.filter((change) => change.write)
  const versions = await writeReminders(
    context,
    tx,
    rings.map((change) => rowOf(change.entity, change.entity, change)),
  )
  const ends = changes.filter((change) => change.ends)
  if (ends.length > 0)
    await tx.run('end-reminders', [ends.map(({ bucket }) => bucket), ends.map(({ id }) => id), 'cancelled', 'moved'])
  const silent = changes.filter(isSilent)
  if (silent.length > 0) {
    const entities = [silent.map(({ entity }) => entity.type), silent.map(({ entity }) => entity.id)]
    await tx.run('record-silent', [context.tenant, ...silentColumns(silent), ...entities])
    const count = silent.filter(({ outcome }) => outcome === 'skippedPast').length
    if (count > 0) context.notices.say({ kind: 'skipped_past', count })
  }
  return rings.filter(({ id }) => versions.has(id)).map(({ id, planned }) => ({ id, dueMs: planned.dueMs }))
}

function groupByEntity(existing: readonly ExistingStep[]): Map<string, ExistingStep[]> {
  const groups = new Map<string, ExistingStep[]>()
  for (const row of existing) {
    const name = nameOf(row.entityType, row.entityId)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

function nameOf(type: string, id: string): string {
  return `${type} ${id}`
}
