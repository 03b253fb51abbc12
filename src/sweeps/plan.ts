// A sweep with a plan: each item that is ahead becomes an entity, whose steps remind. One that is as it was costs a look-up.

import type { Context } from '../engine/context.ts'
import type { EntityInput } from '../entities/entity.ts'
import { putEntity } from '../entities/put.ts'
import { instantNominal } from '../time/moment.ts'
import { type Candidate, type Detailed, makeKnown, type Reminding } from './remind.ts'

interface KnownEntity {
  readonly id: string
  readonly nominal: string | null
  readonly recipients: readonly string[]
}

/** Those whose entity is not there, or has another moment or recipient. What is due by now was the business of its steps. */
export async function withoutPlanned(
  reminding: Reminding,
  items: readonly Candidate[],
  isDue: boolean,
): Promise<readonly Candidate[]> {
  const { context, definition, tally } = reminding
  if (items.length === 0) return items
  const ids = items.map(({ item }) => item.id)
  const rows = await context.db.run<KnownEntity>('swept-entities', [context.tenant, definition.entityType, ids])
  const known = new Map(rows.map((row) => [row.id, row]))
  const left = items.filter(({ item, recipient }) => {
    const entity = known.get(item.id)
    return entity?.nominal !== instantNominal(item.dueMs) || !entity.recipients.includes(recipient)
  })
  tally.skip(isDue ? 'already_reminded' : 'already_planned', items.length - left.length)
  return left
}

/** Each in its own transaction: whoever changes the entity is waited for. */
export async function planItem(reminding: Reminding, candidate: Detailed): Promise<void> {
  const { session, context, tally } = reminding
  await session.transaction(async (tx) => {
    await makeKnown(reminding, tx, [candidate])
    const inside: Context = { ...context, db: tx }
    await putEntity(inside, entityOf(reminding, candidate))
  })
  tally.reminded += 1
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
