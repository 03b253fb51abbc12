// Lists of what is still to come: of everybody, of one recipient, of one entity, in due order.

import { readId, readInteger, readObject } from '../input.ts'
import { limits } from '../limits.ts'
import type { Context } from './context.ts'
import { isReminderId } from './key.ts'
import {
  notACursor,
  type Page,
  readEntityFilter,
  readLimit,
  readRecipientFilter,
  readSpan,
  splitCursor,
  timeOfMicroseconds,
} from './page.ts'
import { type Reminder, type ReminderRow, toReminder } from './read.ts'

export interface ListOptions {
  readonly recipient?: string
  readonly entity?: { readonly type: string; readonly id: string }
  readonly cursor?: string
  readonly limit?: number
}

/** Everything that is still to come, in due order; what waits for a result, for Done or for a resume comes last. */
export async function listReminders(context: Context, options: ListOptions = {}): Promise<Page<Reminder>> {
  const value = readObject(options, ['recipient', 'entity', 'cursor', 'limit'], '')
  return await find(context, value, { from: '-infinity', to: 'infinity', hasParked: true })
}

export interface CountOptions {
  readonly recipient: string
  /** Where counting ends. Default 1,000. */
  readonly atMost?: number
}

/** How many of one recipient are still to come. */
export async function countReminders(context: Context, options: CountOptions): Promise<number> {
  const value = readObject(options, ['recipient', 'atMost'], '')
  const atMost = value.atMost === undefined ? 1_000 : readInteger(value.atMost, '/atMost', 1, limits.countMax)
  const recipient = readId(value.recipient, '/recipient')
  const [row] = await context.db.run<{ count: number }>('count-of-recipient', [context.tenant, recipient, atMost])
  return row!.count
}

export interface UpcomingOptions extends ListOptions {
  /** Default: now. */
  readonly from?: Date
  /** Not included. Default: no end. */
  readonly to?: Date
}

/** What rings between two moments, in due order. */
export async function upcomingReminders(context: Context, options: UpcomingOptions = {}): Promise<Page<Reminder>> {
  const value = readObject(options, ['from', 'to', 'recipient', 'entity', 'cursor', 'limit'], '')
  const { from, to } = readSpan(value)
  return await find(context, value, { from, to: to ?? 'infinity', hasParked: false })
}

interface Due {
  /** Null: now, by the database's clock. */
  readonly from: Date | string | null
  readonly to: Date | string
  readonly hasParked: boolean
}

async function find(context: Context, value: Record<string, unknown>, due: Due): Promise<Page<Reminder>> {
  const { tenant, db } = context
  const entity = readEntityFilter(tenant, value.entity)
  const recipient = readRecipientFilter(value.recipient)
  const limit = readLimit(value.limit)
  const { at, id } = value.cursor === undefined ? { at: null, id: null } : readCursor(value.cursor)
  const parameters = [tenant, due.from, due.to, at, id, due.hasParked, limit + 1]
  const rows = entity
    ? await db.run<ReminderRow>('reminders-of-entity', [
        ...parameters,
        recipient,
        ...[entity.bucket, entity.first, entity.last, entity.type, entity.id],
      ])
    : recipient !== null
      ? await db.run<ReminderRow>('reminders-of-recipient', [...parameters, recipient])
      : await db.run<ReminderRow>('reminders-of-tenant', parameters)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toReminder),
    nextCursor: last ? `${last.due_us ?? 'infinity'}~${last.id}` : null,
  }
}

function readCursor(cursor: unknown): { at: string; id: string } {
  const { us, rest: id } = splitCursor(cursor)
  if (!isReminderId(id)) throw notACursor()
  return { at: timeOfMicroseconds(us), id }
}
