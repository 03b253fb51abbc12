// The page is gone: its alarm never rings again, and the answer names what was already on its way.

import { audit, type Context, settleRequests } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { bucketOf, deliveryId, entityLock } from '../engine/key.ts'
import { stopDeliveries } from '../engine/stop.ts'
import { readId } from '../input.ts'
import type { AlarmDeleted, AlarmOwner } from './alarm.ts'
import { readOwner } from './read.ts'

export interface LockedAlarm {
  readonly page_id: string
  readonly recipient: string
  readonly reminder: string
}

export async function deleteAlarm(context: Context, pageId: string, owner: AlarmOwner = {}): Promise<AlarmDeleted> {
  const page = readId(pageId, '/pageId')
  const user = readOwner(owner)
  return await context.db.transaction(async (tx) => {
    await lockPages(context, tx, [page])
    const [deleted] = await endAlarms(context, tx, [page], user)
    return deleted!
  })
}

/** Whoever makes, changes or ends alarms holds the locks of their pages, taken in order. */
export async function lockPages({ tenant }: Context, tx: Database, pageIds: readonly string[]): Promise<void> {
  await tx.run('lock-entities', [pageIds.map((pageId) => entityLock(tenant, 'page', pageId))])
}

/** In a transaction that has locked the pages; answers in order. A page that has no alarm (any more) is answered as deleted: it is not going to ring. */
export async function endAlarms(
  context: Context,
  tx: Database,
  pageIds: readonly string[],
  user: string | null,
): Promise<AlarmDeleted[]> {
  const { tenant } = context
  const alarms = await tx.run<LockedAlarm>('alarms-of-pages', [tenant, pageIds, user])
  const ids = alarms.map(({ reminder }) => reminder)
  if (ids.length === 0) return pageIds.map(notThere)
  await settleRequests(context, tx, ids)
  const keys = [ids.map(bucketOf), ids] as const
  // Locked first, and what they have fired is read by a later statement.
  await tx.run('lock-reminders', [...keys, tenant])
  await tx.run('end-reminders', [...keys, 'cancelled', 'cancelled'])
  const stopped = await stopDeliveries(
    tx,
    ids.map((id) => ({ bucket: bucketOf(id), id })),
    'cancelled',
  )
  const sent = await tx.runEach<DeliveryRow>(ids.map((id) => ['latest-sent', [bucketOf(id), id]]))
  await tx.run('delete-alarms', [tenant, alarms.map(({ page_id }) => page_id)])
  const entries = alarms.map(({ page_id: entityId, recipient, reminder }) => ({ entityId, recipient, reminder }))
  await audit(
    context,
    tx,
    'alarm_deleted',
    entries.map((entry) => ({ entityType: 'page', ...entry })),
  )
  const inFlight = stopped.filter(({ state }) => state !== 'cancelled')
  const answers = new Map(
    alarms.map(({ page_id: pageId, reminder }, i): [string, AlarmDeleted] => {
      const flying = inFlight.filter((row) => row.reminder === reminder).map(idOf)
      return [
        pageId,
        { pageId, deleted: flying.length === 0, inFlight: flying, alreadySent: (sent[i] ?? []).map(idOf) },
      ]
    }),
  )
  return pageIds.map((pageId) => answers.get(pageId) ?? notThere(pageId))
}

interface DeliveryRow {
  readonly reminder: string
  readonly occurrence_key: string
}

function idOf({ reminder, occurrence_key: occurrenceKey }: DeliveryRow): string {
  return deliveryId({ reminder, occurrenceKey })
}

function notThere(pageId: string): AlarmDeleted {
  return { pageId, deleted: true, inFlight: [], alreadySent: [] }
}
