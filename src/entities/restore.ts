// Restore: takes back that a reminder was cancelled or marked as done by itself.
//
//   a step of a plan     what is written is what `put` would write for it now, so that it follows its entity as before; a `schedule`
//                        in its place would stand by itself, and ring where the step was
//   anything else        is scheduled as it stood: the same entity, kind and recipient are the same reminder

import { audit, type Context, wakeWorkers } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, entityLock } from '../engine/key.ts'
import { type ReminderRow, toReminder } from '../engine/read.ts'
import { notFound, requireReminderId } from '../engine/reminder-id.ts'
import { scheduleAny } from '../engine/schedule.ts'
import { type StoodRow, wantedAgain } from '../engine/stood.ts'
import { findBegun, versionsOf, type WrittenVersion, writeCall } from '../engine/write.ts'
import { BelfryError } from '../errors.ts'
import { type Change, isSilent } from './difference.ts'
import type { EntityName } from './end.ts'
import type { EntityFields } from './entity.ts'
import { changesOf, type Known, readKnown, stillThere } from './put.ts'
import { resolveRequestsOf } from './requests.ts'
import { rowOf } from './rows.ts'

export interface RestoredReminder {
  readonly id: string
  /** False: it was to come already. */
  readonly restored: boolean
  /** When it rings; null while it is put off without a moment. */
  readonly dueAt: Date | null
  /** The zone of its clock: the one it is anchored in, else the recipient's. */
  readonly timezone: string
}

export async function restoreReminder(context: Context, id: string): Promise<RestoredReminder> {
  const bucket = bucketOf(requireReminderId(id))
  const [named] = await context.db.run<NamedRow>('names-of-reminders', [context.tenant, [bucket], [id]])
  if (!named) throw notFound(id)
  const entity = { type: named.entity_type, id: named.entity_id }
  const lock = entityLock(context.tenant, entity.type, entity.id)
  return await context.db.transaction((tx) => restore(context, tx, entity, id), { lock })
}

interface NamedRow {
  readonly entity_type: string
  readonly entity_id: string
}

async function restore(context: Context, tx: Database, entity: EntityName, id: string): Promise<RestoredReminder> {
  const known = await readSettled(context, tx, entity)
  if (known.entity?.status !== 'active') return await restoreAlone(context, tx, id)
  const changes = changesOf(context, entity, known.entity, stillThere(known), known)
  const change = changes.find((one) => one.id === id)
  if (!change || change.outcome === 'cancelled') return await restoreAlone(context, tx, id)
  const row = known.reminders.find((one) => one.id === id)
  if (row) return answerOf(change, row.dueMs, known, false)
  if (isSilent(change)) throw tooLate()
  await write(context, tx, entity, known.entity, change)
  await wakeWorkers(context, tx, change.planned.dueMs)
  return answerOf(change, change.planned.dueMs, known, true)
}

async function restoreAlone(context: Context, tx: Database, id: string): Promise<RestoredReminder> {
  const bucket = bucketOf(id)
  const [there] = await tx.run<ReminderRow>('reminder', [bucket, id, context.tenant])
  if (there) {
    const { dueAt, timezone, recipientTimezone } = toReminder(there, context.defaultChannels)
    return { id, restored: false, dueAt, timezone: timezone ?? recipientTimezone ?? 'UTC' }
  }
  const [row] = await tx.run<StoodRow>('stood', [bucket, id, context.tenant])
  if (!row?.stood?.as) throw nothingToFollow()
  const { as, dueAt } = row.stood
  if (!as.rule && (dueAt === null || Date.parse(dueAt) <= row.now_ms)) throw tooLate()
  const [answer] = await scheduleAny(context, tx, [wantedAgain(row, as)])
  // A rule whose last occurrence has gone by.
  if (answer instanceof BelfryError) throw answer.field === '/rule' ? tooLate() : answer
  if (answer?.status === 'already_sent') throw begun()
  const { entity_type: entityType, entity_id: entityId, recipient } = row
  await audit(context, tx, 'restored', [{ entityType, entityId, recipient, reminder: id }])
  const { dueAt: due, timezone, recipientTimezone } = answer!
  return { id, restored: true, dueAt: due, timezone: timezone ?? recipientTimezone ?? 'UTC' }
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
  const { type: entityType, id: entityId } = entity
  await audit(context, tx, 'restored', [{ entityType, entityId, recipient: change.recipient, reminder: change.id }])
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

function nothingToFollow(): BelfryError {
  return new BelfryError('not_found', 'What it was about is over, or says nothing of it any more.', {
    field: '/id',
    accepted: 'a step of the plan of an active entity, or a reminder by itself that was cancelled or marked as done',
  })
}

function tooLate(): BelfryError {
  return new BelfryError('stopped', 'Its moment has gone by, or another step rings in its place.', {
    field: '/id',
    accepted: 'a reminder whose moment is ahead',
  })
}

function begun(): BelfryError {
  return new BelfryError('already_sent', 'Its send has begun, and it is not sent again.', { field: '/id' })
}
