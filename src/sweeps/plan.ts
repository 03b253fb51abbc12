// A sweep with a plan: each item that is ahead becomes an entity, whose steps remind. One that is as it was costs a look-up. What
// has become due without anybody having heard of it gets an overdue reminder, as in any other sweep.

import { audit, type Context } from '../engine/context.ts'
import { bucketOf, entityRange } from '../engine/key.ts'
import type { EntityInput } from '../entities/entity.ts'
import { putEntity } from '../entities/put.ts'
import { instantNominal } from '../time/moment.ts'
import { type Candidate, type Detailed, makeKnown, type Reminding } from './remind.ts'

interface KnownEntity {
  readonly id: string
  readonly status: 'active' | 'done' | 'cancelled'
  readonly nominal: string | null
  readonly title: string | null
  readonly body: string | null
  readonly recipients: readonly string[]
  /** Only where it was asked for. */
  readonly heard: readonly string[] | null
}

async function findEntities(reminding: Reminding, items: readonly Candidate[], withHeard: boolean) {
  const { context, definition } = reminding
  const { tenant } = context
  const ids = items.map(({ item }) => item.id)
  const ranges = ids.map((id) => entityRange(tenant, definition.entityType, id))
  const rows = await context.db.run<KnownEntity>('swept-entities', [
    ...[tenant, definition.entityType, ids, ranges.map(({ first }) => bucketOf(first))],
    ...[ranges.map(({ first }) => first), ranges.map(({ last }) => last), withHeard],
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

function isOf(entity: KnownEntity | undefined, { item, recipient }: Candidate): entity is KnownEntity {
  return entity?.nominal === instantNominal(item.dueMs) && entity.recipients.includes(recipient)
}

/** Of what is due by now, those whose steps nobody has heard: they expired, or had passed before the item was seen. */
export async function withoutHeard(reminding: Reminding, due: readonly Candidate[]): Promise<readonly Candidate[]> {
  if (due.length === 0) return due
  const known = await findEntities(reminding, due, true)
  const left = due.filter((one) => {
    const entity = known.get(one.item.id)
    return !isOf(entity, one) || (entity.status === 'active' && !entity.heard?.includes(one.recipient))
  })
  reminding.tally.skip('already_reminded', due.length - left.length)
  return left
}

/** Those whose entity is not there, or has another moment or recipient, or other texts. One that was ended stays so. */
export async function withoutPlanned(reminding: Reminding, ahead: readonly Detailed[]): Promise<readonly Detailed[]> {
  if (ahead.length === 0) return ahead
  const known = await findEntities(reminding, ahead, false)
  const left = ahead.filter((one) => {
    const entity = known.get(one.item.id)
    const { title, body } = one.details
    return !isOf(entity, one) || (entity.status === 'active' && (entity.title !== title || entity.body !== body))
  })
  reminding.tally.skip('already_planned', ahead.length - left.length)
  return left
}

/** Each in its own transaction: whoever changes the entity is waited for. */
export async function planItem(reminding: Reminding, candidate: Detailed): Promise<void> {
  const { session, context, definition, run, tally } = reminding
  const { item, recipient } = candidate
  const { made, isNew } = await session.transaction(async (tx) => {
    await makeKnown(reminding, tx, [candidate])
    const inside: Context = { ...context, db: tx }
    const put = await putEntity(inside, entityOf(reminding, candidate))
    const reminders = put.created + put.moved
    const data = { run, sweep: definition.name, due: new Date(item.dueMs).toISOString(), reminders }
    const entity = { entityType: definition.entityType, entityId: item.id }
    await audit(context, tx, 'reminder_planned', [{ ...entity, recipient, data }])
    return { made: reminders, isNew: put.isNew }
  })
  // Without a step that is still ahead nobody is reminded: of that one, the overdue reminder is to come.
  if (made > 0) tally.reminded += 1
  else tally.skip(isNew ? 'steps_past' : 'already_planned')
}

function entityOf({ definition }: Reminding, { item, recipient, details }: Detailed): EntityInput {
  const { entityType: type, plan, channels } = definition
  const { title, body, data } = details
  return {
    ...{ type, id: item.id, plan, recipients: [recipient] },
    at: new Date(item.dueMs),
    timeAnchor: 'instant',
    ...(channels === null ? {} : { channels }),
    ...{ title, body },
    ...(data === null ? {} : { data: JSON.parse(data) as unknown }),
  }
}
