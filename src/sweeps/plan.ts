// A sweep with a plan: each item that is ahead becomes an entity, whose steps remind. One that is as it was costs a look-up.

import type { Context } from '../engine/context.ts'
import type { EntityInput } from '../entities/entity.ts'
import { putEntity } from '../entities/put.ts'
import { instantNominal } from '../time/moment.ts'
import { type Candidate, makeKnown, type Reminding } from './remind.ts'

interface KnownEntity {
  readonly id: string
  readonly nominal: string | null
  readonly recipients: readonly string[]
}

/** Those whose entity is not there, or has another moment or recipient. */
export async function withoutPlanned(reminding: Reminding, items: readonly Candidate[]): Promise<Candidate[]> {
  const { context, definition, tally } = reminding
  const ids = items.map(({ item }) => item.id)
  const rows = await context.db.run<KnownEntity>('swept-entities', [context.tenant, definition.entityType, ids])
  const known = new Map(rows.map((row) => [row.id, row]))
  const left = items.filter(({ item, recipient }) => {
    const entity = known.get(item.id)
    return entity?.nominal !== instantNominal(item.dueMs) || !entity.recipients.includes(recipient)
  })
  tally.skip('already_planned', items.length - left.length)
  return left
}

/** Each in its own transaction: whoever changes the entity is waited for. */
export async function planItem(reminding: Reminding, candidate: Candidate): Promise<void> {
  const { session, context, tally } = reminding
  await session.transaction(async (tx) => {
    await makeKnown(context, tx, [candidate])
    const inside: Context = { ...context, db: tx }
    await putEntity(inside, entityOf(reminding, candidate))
  })
  tally.reminded += 1
}

function entityOf({ definition }: Reminding, { item, recipient }: Candidate): EntityInput {
  const { entityType: type, plan, channels } = definition
  return {
    ...{ type, id: item.id, plan, recipients: [recipient] },
    at: new Date(item.dueMs),
    timeAnchor: 'instant',
    ...(channels === null ? {} : { channels }),
    title: item.title,
    body: item.body,
    ...(item.data === null ? {} : { data: JSON.parse(item.data) as unknown }),
  }
}
