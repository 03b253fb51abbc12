// What a person does in the inbox. Reading is seeing: it stops what the same occurrence still has to come on other channels.
// Done and snooze are those of everywhere else (act.ts).

import type { Context } from '../engine/context.ts'
import { type Ring, seeRings } from '../engine/seen.ts'
import type { SnoozeInput } from '../engine/snooze.ts'
import { BelfryError } from '../errors.ts'
import { readId, readObject } from '../input.ts'
import { act } from './act.ts'
import { type InboxItem, type ItemKey, keyOf, requireItem, toItem } from './item.ts'

export async function readItem(context: Context, id: string): Promise<InboxItem> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const { occurrence, generation } = await requireItem(inside, id)
    const { bucket, reminder } = keyOf(id)
    await seeRings(inside, tx, [{ bucket, reminder, occurrence, generation }])
    return toItem(context, await requireItem(inside, id))
  })
}

export function unreadItem(context: Context, id: string): Promise<InboxItem> {
  return changeItem(context, id, 'unread-item')
}

/** Out of the way. What is done stays done, and what was snoozed rings all the same. */
export function archiveItem(context: Context, id: string): Promise<InboxItem> {
  return changeItem(context, id, 'archive-item')
}

export function unarchiveItem(context: Context, id: string): Promise<InboxItem> {
  return changeItem(context, id, 'unarchive-item')
}

async function changeItem(
  context: Context,
  id: string,
  statement: 'unread-item' | 'archive-item' | 'unarchive-item',
): Promise<InboxItem> {
  const { bucket, reminder, occurrence_key: key }: ItemKey = keyOf(id)
  return await context.db.transaction(async (tx) => {
    await tx.run(statement, [bucket, reminder, key, context.tenant])
    return toItem(context, await requireItem({ ...context, db: tx }, id))
  })
}

/** Rings again later. One that has rung again since cannot be: that ring is an item of its own. */
export async function snoozeItem(
  context: Context,
  id: string,
  input: Pick<SnoozeInput, 'for' | 'until' | 'timezone'>,
): Promise<InboxItem> {
  const wanted = readObject(input, ['for', 'until', 'timezone'], '') as typeof input
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    await requireItem(inside, id)
    const { result } = await act(inside, id, { action: 'snooze', ...wanted })
    if (result === 'rang_again')
      throw new BelfryError('stopped', 'It has rung again since.', { field: '/id', accepted: 'the item of that ring' })
    return toItem(context, await requireItem(inside, id))
  })
}

export async function doneItem(context: Context, id: string): Promise<InboxItem> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    await requireItem(inside, id)
    await act(inside, id, { action: 'done' })
    return toItem(context, await requireItem(inside, id))
  })
}

/** So many are marked in one transaction. */
const readAllMax = 500
const lastPlace = '9223372036854775807'

/** Everything that is unread, up to an item if one is named: what came while the page was open is not read by it. */
export async function readAllItems(
  context: Context,
  recipient: string,
  options: { readonly upTo?: string } = {},
): Promise<{ read: number }> {
  const whose = readId(recipient, '/recipient')
  const { upTo } = readObject(options, ['upTo'], '')
  const last = upTo === undefined ? lastPlace : await placeOf(context, whose, upTo)
  for (let read = 0; ; ) {
    const some = await context.db.transaction(async (tx) => {
      const rings = await tx.run<Ring>('inbox-unread', [context.tenant, whose, last, readAllMax])
      if (rings.length > 0) await seeRings({ ...context, db: tx }, tx, rings)
      return rings.length
    })
    read += some
    if (some < readAllMax) return { read }
  }
}

async function placeOf(context: Context, recipient: string, id: unknown): Promise<string> {
  const row = await requireItem(context, id as string)
  if (row.recipient === recipient) return row.place
  throw new BelfryError('not_found', 'There is no such item in this inbox.', { field: '/upTo' })
}
