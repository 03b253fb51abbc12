// The ends of an entity: cancelled, done, or removed. Every reminder it has goes with it, of its plan or scheduled by itself,
// and the answer names what could not be called back.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, deliveryId, entityLock, entityRange } from '../engine/key.ts'
import { BelfryError } from '../errors.ts'
import { readId, readName, readObject } from '../input.ts'

export interface EntityName {
  readonly type: string
  readonly id: string
}

export interface EndResult {
  /** Reminders (and further tries) that will not ring any more. */
  readonly cancelled: number
  /** Deliveries that were being sent, or whose outcome is unknown: they are not tried again. */
  readonly inFlight: readonly string[]
  /** Deliveries that had already been sent. */
  readonly alreadySent: readonly string[]
}

interface EndRow {
  readonly what: 'entity' | 'ended' | 'stopped' | 'sent'
  readonly reminder: string
  readonly occurrence_key: string
  readonly state: string
}

interface Locked {
  readonly bucket: number
  readonly id: string
}

export function cancelEntity(context: Context, name: EntityName): Promise<EndResult> {
  return endEntity(context, name, 'cancelled', 'called_off')
}

export function completeEntity(context: Context, name: EntityName): Promise<EndResult> {
  return endEntity(context, name, 'done', 'completed')
}

/** Forgets the entity; what was sent about it stays in the ledger. */
export function deleteEntity(context: Context, name: EntityName): Promise<EndResult> {
  return endEntity(context, name, null, 'called_off')
}

export function readEntityName(name: unknown): EntityName {
  const value = readObject(name, ['type', 'id'], '')
  return { type: readName(value.type, '/type'), id: readId(value.id, '/id') }
}

async function endEntity(context: Context, name: EntityName, status: EndStatus, reason: EndReason): Promise<EndResult> {
  const { type, id } = readEntityName(name)
  const work = async (tx: Database) => {
    if (type === 'meeting' && (await tx.run('is-meeting', [context.tenant, id])).length > 0)
      throw ofMeeting({ type, id })
    const { isNothing, ...ended } = await endHeld(context, tx, { type, id }, status, reason)
    if (isNothing && !(await isKnown(context, tx, { type, id }))) throw notFound({ type, id })
    return { cancelled: ended.cancelledOf.length, inFlight: ended.inFlight, alreadySent: ended.alreadySent }
  }
  return await context.db.transaction(work, { lock: entityLock(context.tenant, type, id) })
}

/** Whether a meeting says what this entity is. */
export async function isMeeting({ tenant }: Context, tx: Database, { type, id }: EntityName): Promise<boolean> {
  return type === 'meeting' && (await tx.run('is-meeting', [tenant, id])).length > 0
}

/** Whoever changed it by itself would take people's reminders away and leave the meeting as it was. */
export function ofMeeting({ type, id }: EntityName): BelfryError {
  return new BelfryError(
    'in_use',
    `${JSON.stringify(`${type}/${id}`.slice(0, 80))} is a meeting: it follows what becomes of that.`,
    {
      field: '/id',
      accepted: 'meetings.accept, deny, reschedule, cancel and complete',
    },
  )
}

type EndStatus = 'cancelled' | 'done' | null
type EndReason = 'called_off' | 'completed' | 'moved'

export interface Ended extends Omit<EndResult, 'cancelled'> {
  /** The reminders that will not ring, or not be tried, any more. One that had both, a row and a further try, is there twice. */
  readonly cancelledOf: readonly string[]
  readonly isNothing: boolean
}

/** For whoever holds the entity already. */
export async function endHeld(
  context: Context,
  tx: Database,
  { type, id }: EntityName,
  status: EndStatus,
  reason: EndReason,
): Promise<Ended> {
  const { tenant } = context
  const { first, last } = entityRange(tenant, type, id)
  const bucket = bucketOf(first)
  const lock = () => tx.run<Locked>('lock-entity-reminders', [bucket, first, last, tenant, type, id])
  const end = (locked: readonly Locked[]) =>
    tx.run<EndRow>('end-entity', [
      ...[tenant, type, id, bucket, first, last],
      locked.map((row) => row.bucket),
      locked.map((row) => row.id),
      ...[status, reason, context.actor, status === null ? 'entity_removed' : `entity_${status}`],
      entityLock(tenant, type, id),
    ])
  const rows = await end(await lock())
  // A recipient who was just travelling may have got a reminder that the first look could not see. From here on the
  // entity has ended for everybody.
  const added = await lock()
  if (added.length > 0) rows.push(...(await end(added)))
  return answerOf(rows)
}

async function isKnown(context: Context, tx: Database, { type, id }: EntityName): Promise<boolean> {
  return (await tx.run('entity', [context.tenant, type, id, null, null, 1])).length > 0
}

export function notFound({ type, id }: EntityName): BelfryError {
  const name = JSON.stringify(`${type}/${id}`.slice(0, 80))
  return new BelfryError('not_found', `There is no entity ${name}.`, {
    field: '/id',
    accepted: 'one that put has stored',
  })
}

function answerOf(rows: readonly EndRow[]): Ended {
  const idsOf = (some: readonly EndRow[]) => [
    ...new Set(some.map((row) => deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key }))),
  ]
  const stopped = rows.filter(({ what }) => what === 'stopped')
  return {
    cancelledOf: rows
      .filter(({ what, state }) => what === 'ended' || (what === 'stopped' && state === 'cancelled'))
      .map(({ reminder }) => reminder),
    inFlight: idsOf(stopped.filter(({ state }) => state === 'sending' || state === 'unknown')),
    // Some were just becoming it.
    alreadySent: idsOf(rows.filter(({ state }) => state === 'sent')),
    isNothing: rows.length === 0,
  }
}
