// Restore: takes back what somebody did to a reminder by itself.
//
//   a step of a plan     what is written is what `put` would write for it now, so that it follows its entity as before; a `schedule`
//                        in its place would stand by itself, and ring where the step was
//   anything else        stands as it stood (engine/take-back.ts)

import { audit, type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, entityLock } from '../engine/key.ts'
import { notFound, requireReminderId } from '../engine/reminder-id.ts'
import {
  begun,
  isAsked,
  overtaken,
  type RestoredReminder,
  type RestoreInput,
  readLastChange,
  readRestore,
  type TakenBack,
  takeBack,
  tooLate,
} from '../engine/take-back.ts'
import { findBegun, versionsOf, type WrittenVersion, writeCall } from '../engine/write.ts'
import { type Change, type Existing, isSilent } from './difference.ts'
import type { EntityName } from './end.ts'
import type { EntityFields } from './entity.ts'
import { changesOf, type Known, readKnown, stillThere } from './put.ts'
import { resolveRequestsOf } from './requests.ts'
import { rowOf } from './rows.ts'

export async function restoreReminder(
  context: Context,
  id: string,
  input: RestoreInput = {},
): Promise<RestoredReminder> {
  const bucket = bucketOf(requireReminderId(id))
  const asked = readRestore(input)
  const [named] = await context.db.run<NamedRow>('names-of-reminders', [context.tenant, [bucket], [id]])
  if (!named) throw notFound(id)
  const entity = { type: named.entity_type, id: named.entity_id }
  const lock = entityLock(context.tenant, entity.type, entity.id)
  const target = { id, recipient: named.recipient, entity, asked }
  return await context.db.transaction((tx) => restore(context, tx, target), { lock })
}

interface NamedRow {
  readonly entity_type: string
  readonly entity_id: string
  readonly recipient: string
}

interface Target {
  readonly id: string
  readonly recipient: string
  readonly entity: EntityName
  readonly asked: TakenBack | null
}

async function restore(context: Context, tx: Database, target: Target): Promise<RestoredReminder> {
  const { id, entity, asked } = target
  const known = await readSettled(context, tx, entity)
  const change = changeOf(context, target, known)
  if (!known.entity || !change) return await takeBack(context, tx, { ...target, isPlanned: known.entity !== null })
  const row = known.reminders.find((one) => one.id === id)
  const wanted = row ? await unsnoozed(context, tx, target, known, row) : change
  if (!wanted) return answerOf(change, row!.dueMs, known, false)
  // Somebody has put it off, and then it rang or was ended.
  if (!row && asked !== null && asked !== 'cancelled' && asked !== 'acknowledged') throw overtaken()
  if (isSilent(wanted) || !wanted.write) throw tooLate()
  await write(context, tx, entity, known.entity, wanted)
  await note(context, tx, entity, wanted, row ? 'snoozed' : (asked ?? 'cancelled'))
  await wakeWorkers(context, tx, wanted.planned.dueMs)
  return answerOf(wanted, wanted.planned.dueMs, known, true)
}

/** What becomes of it by the plan of its entity; undefined where that says nothing of it. */
function changeOf(context: Context, { id, entity }: Target, known: Known): Change | undefined {
  if (known.entity?.status !== 'active') return undefined
  const changes = changesOf(context, entity, known.entity, stillThere(known), known)
  return changes.find((one) => one.id === id && one.outcome !== 'cancelled')
}

/** Where its plan has it, or where somebody had put it before; null: nobody has asked for that, or it is there. */
async function unsnoozed(
  context: Context,
  tx: Database,
  target: Target,
  known: Known,
  row: Existing,
): Promise<Change | null> {
  const { id, recipient, asked } = target
  if (asked !== 'snoozed') return null
  const { action, stood } = await readLastChange(context, tx, id, recipient)
  if (action === 'restored') return null
  if (!isAsked(asked, action) || row.adjusted !== 'snoozed') throw overtaken()
  const reminders = known.reminders.map((one) => (one === row ? { ...one, adjusted: null } : one))
  const change = changeOf(context, target, { ...known, reminders })!
  const before = stood?.as
  const isStill = before?.adjusted === 'snoozed' && before.occurrence === change.planned.occurrence
  if (!isStill || (before.dueMs ?? 0) <= known.now_ms) return change
  const { dueMs, plannedMs, usefulUntilMs, adjusted } = before
  const planned = { ...change.planned, dueMs, plannedMs, usefulUntilMs, adjusted }
  return { ...change, planned, outcome: 'updated', since: row.generation, write: true, ends: false }
}

/** What a trigger asked for before comes first. */
async function readSettled(context: Context, tx: Database, entity: EntityName): Promise<Known> {
  const known = await readKnown(context, tx, entity)
  if (!known.has_requests) return known
  await resolveRequestsOf(context, tx, entityLock(context.tenant, entity.type, entity.id))
  return await readKnown(context, tx, entity)
}

async function write(
  context: Context,
  tx: Database,
  entity: EntityName,
  fields: EntityFields,
  change: Change,
): Promise<void> {
  const row = rowOf(entity, fields, change)
  const [written = []] = await tx.runEach<WrittenVersion>([writeCall(context, [row])])
  if (!versionsOf(written).has(change.id) && (await findBegun(tx, [row])).size > 0) throw begun()
}

/** `change`: what was taken back. */
async function note(
  context: Context,
  tx: Database,
  { type: entityType, id: entityId }: EntityName,
  { recipient, id: reminder }: Change,
  change: TakenBack,
): Promise<void> {
  await audit(context, tx, 'restored', [{ entityType, entityId, recipient, reminder, data: { change } }])
}

function answerOf(
  { id, recipient, planned }: Change,
  dueMs: number | null,
  { people }: Known,
  restored: boolean,
): RestoredReminder {
  const zone = planned.timezone ?? people.find((one) => one.id === recipient)?.timezone ?? 'UTC'
  return { id, restored, dueAt: dueMs === null ? null : new Date(Math.round(dueMs)), timezone: zone }
}
