// A newer time-zone database: what is still to come is resolved again, moved where a government has changed its clocks, and
// audited. The occurrences keep their names, so nothing rings twice. Only ever forward: a worker that still has the older
// database leaves everything as it is.

import { audit, type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import type { Person } from '../engine/planning.ts'
import { type Replanned, type ReplanRow, replan, writeReplanned } from '../engine/replan.ts'
import type { Anchor } from './entity.ts'
import { momentOfAnchors } from './put.ts'

export interface ZonesResolved {
  readonly version: string
  readonly checked: number
  readonly moved: number
  readonly resolvedAt: Date
}

interface OutdatedRow extends ReplanRow {
  readonly tenant: string
  readonly recipient: string
  readonly entityType: string
  readonly entityId: string
  readonly zone: string
  readonly quietHours: Person['quietHours']
}

interface OutdatedEntity {
  readonly tenant: string
  readonly type: string
  readonly id: string
  readonly anchors: Readonly<Record<string, Anchor>>
}

const chunk = 1_000

/** Answers what was done, and whether nothing is left: what somebody holds just now is. */
export async function resolveZones(
  context: Context,
  onProgress: (checked: number) => void = () => {},
): Promise<{ checked: number; moved: number; isDone: boolean }> {
  let checked = 0
  let moved = 0
  for (;;) {
    const done = await context.db.transaction((tx) => resolveChunk(context, tx))
    checked += done.count
    moved += done.moved
    if (done.count === 0) break
    onProgress(checked)
  }
  if (checked > 0) {
    await resolveEntities(context)
    await context.db.run('record-zones', [context.tzVersion, checked, moved])
  }
  const [left] = await context.db.run<{ any: boolean }>('any-outdated', [context.tzVersion])
  return { checked, moved, isDone: !left?.any }
}

async function resolveChunk(context: Context, tx: Database): Promise<{ count: number; moved: number }> {
  const rows = await tx.run<OutdatedRow>('outdated-reminders', [context.tzVersion, chunk])
  if (rows.length === 0) return { count: 0, moved: 0 }
  const [clock] = await tx.run<{ now_ms: number }>('clock', [])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const all = rows.flatMap((row) => {
    const person = { timezone: row.zone, quietHours: row.quietHours }
    return replan(row, person, clock?.now_ms ?? 0, context) ?? []
  })
  await writeReplanned(tx, context, all)
  await tx.run('mark-resolved', [rows.map(({ bucket }) => bucket), rows.map(({ id }) => id), context.tzVersion])
  const moved = all.filter(({ hasMoved }) => hasMoved)
  for (const [tenant, some] of groupByTenant(moved, byId)) {
    const entries = some.map((one) => entryOf(one, byId.get(one.id)!, context.tzVersion))
    await audit({ ...context, tenant, actor: 'time zones' }, tx, 'moved', entries)
  }
  if (moved.length > 0) await wakeWorkers(context, tx)
  return { count: rows.length, moved: moved.length }
}

function groupByTenant(moved: readonly Replanned[], rows: ReadonlyMap<string, OutdatedRow>): Map<string, Replanned[]> {
  const groups = new Map<string, Replanned[]>()
  for (const one of moved) {
    const tenant = rows.get(one.id)?.tenant ?? ''
    groups.set(tenant, [...(groups.get(tenant) ?? []), one])
  }
  return groups
}

function entryOf({ id, planned }: Replanned, row: OutdatedRow, version: string) {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return {
    reminder: id,
    entityType: row.entityType,
    entityId: row.entityId,
    recipient: row.recipient,
    data: { dueAt: iso(planned.dueMs), was: iso(row.dueMs), because: `time-zone database ${version}` },
  }
}

async function resolveEntities(context: Context): Promise<void> {
  let after = ['', '', '']
  for (;;) {
    const rows = await context.db.transaction(async (tx) => {
      const some = await tx.run<OutdatedEntity>('outdated-entities', [context.tzVersion, ...after, chunk])
      await tx.run('resolve-entities', [
        some.map(({ tenant }) => tenant),
        some.map(({ type }) => type),
        some.map(({ id }) => id),
        some.map(({ anchors }) => momentOfAnchors(anchors, context.rules)),
        context.tzVersion,
      ])
      return some
    })
    const last = rows.at(-1)
    if (!last || rows.length < chunk) return
    after = [last.tenant, last.type, last.id]
  }
}

/** Which versions of the time-zone database reminders have been resolved with. */
export async function listZones(context: Context): Promise<ZonesResolved[]> {
  const rows = await context.db.run<{ version: string; checked: number; moved: number; resolved_ms: number }>(
    'zones',
    [],
  )
  return rows.map(({ version, checked, moved, resolved_ms }) => ({
    ...{ version, checked, moved },
    resolvedAt: new Date(resolved_ms),
  }))
}
