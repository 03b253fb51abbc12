// Items of an inbox: what was delivered in the app, and what became of it since.

import type { Context } from '../engine/context.ts'
import { deliveryId } from '../engine/key.ts'
import { requireDeliveryId } from '../engine/reminder-id.ts'
import { BelfryError } from '../errors.ts'
import type { AnchorRow } from '../templates/details.ts'
import { startOf } from '../templates/moments.ts'

/** Each item is in one of them. `snoozed`: until it rings again; that ring is an item of its own, and this one is then archived. */
export const inboxStates = ['unread', 'read', 'archived', 'snoozed', 'done'] as const
export type InboxState = (typeof inboxStates)[number]

export interface InboxItem {
  /** The delivery's. */
  readonly id: string
  readonly reminderId: string
  readonly recipient: string
  /** The recipient's zone; null when there is no such recipient any more. */
  readonly recipientTimezone: string | null
  readonly entity: { readonly type: string; readonly id: string }
  readonly kind: string
  readonly occurrence: string
  readonly generation: number
  readonly state: InboxState
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  /** When what it is about takes place; null: it is about the moment at which it rang, or that is not known any more. */
  readonly startsAt: Date | null
  readonly dueAt: Date
  /** When it came. */
  readonly at: Date
  readonly readAt: Date | null
  readonly archivedAt: Date | null
  readonly snoozedUntil: Date | null
  readonly doneAt: Date | null
}

export interface ItemKey {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
}

export interface ItemRow {
  readonly place: string
  readonly recipient: string
  readonly reminder: string
  readonly occurrence_key: string
  readonly state: InboxState
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly at_ms: number
  readonly read_ms: number | null
  readonly archived_ms: number | null
  readonly snoozed_until_ms: number | null
  readonly done_ms: number | null
  readonly entity_type: string
  readonly entity_id: string
  readonly kind: string
  readonly occurrence: string
  readonly generation: number
  readonly due_ms: number
  readonly timezone: string | null
  /** Of what it is about. */
  readonly anchors: Readonly<Record<string, AnchorRow>> | null
}

export async function itemsByKey(context: Context, keys: readonly ItemKey[]): Promise<ItemRow[]> {
  if (keys.length === 0) return []
  return await context.db.run<ItemRow>('inbox-by-key', [
    context.tenant,
    keys.map(({ bucket }) => bucket),
    keys.map(({ reminder }) => reminder),
    keys.map(({ occurrence_key: key }) => key),
  ])
}

/** The row of an item of that id, or a refusal. */
export async function requireItem(context: Context, id: string): Promise<ItemRow> {
  const [row] = await itemsByKey(context, [keyOf(id)])
  if (row) return row
  throw noSuchItem()
}

export function keyOf(id: string): ItemKey {
  const { bucket, reminder, occurrenceKey } = requireDeliveryId(id)
  return { bucket, reminder, occurrence_key: occurrenceKey }
}

export function noSuchItem(): BelfryError {
  return new BelfryError('not_found', 'There is no such item in the inbox.', { field: '/id' })
}

export function toItem(context: Context, row: ItemRow): InboxItem {
  const { reminder, occurrence_key: occurrenceKey, kind, occurrence, generation, state, title, body, data } = row
  return {
    id: deliveryId({ reminder, occurrenceKey }),
    reminderId: reminder,
    recipient: row.recipient,
    recipientTimezone: row.timezone,
    entity: { type: row.entity_type, id: row.entity_id },
    ...{ kind, occurrence, generation, state, title, body, data },
    startsAt: startsAt(context, row),
    dueAt: new Date(row.due_ms),
    at: new Date(row.at_ms),
    readAt: dateOf(row.read_ms),
    archivedAt: dateOf(row.archived_ms),
    snoozedUntil: dateOf(row.snoozed_until_ms),
    doneAt: dateOf(row.done_ms),
  }
}

/** An anchor in a zone that this machine does not know yet keeps nobody from their inbox. */
function startsAt({ rules }: Context, row: ItemRow): Date | null {
  try {
    return startOf(row, row.anchors, { timezone: row.timezone ?? 'UTC', rules })
  } catch {
    return null
  }
}

function dateOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms)
}
