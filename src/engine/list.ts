// Lists of what is still to come: of everybody, of one recipient, of one entity, in due order.

import { readId, readInteger, readName, readObject } from '../input.ts'
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
  /** Only what rings on it as things stand (`Reminder.ringsOn`). A page may be short while its `nextCursor` says that there is more. */
  readonly channel?: string
}

/** What rings between two moments, in due order. */
export async function upcomingReminders(context: Context, options: UpcomingOptions = {}): Promise<Page<Reminder>> {
  const value = readObject(options, ['from', 'to', 'recipient', 'entity', 'channel', 'cursor', 'limit'], '')
  const { from, to } = readSpan(value)
  const due = { from, to: to ?? 'infinity', hasParked: false }
  if (value.channel === undefined) return await find(context, value, due)
  return await findOnChannel(context, value, due, readName(value.channel, '/channel'))
}

/** Rows that are read at once when most of them may not be wanted. */
const walkStep = 400

/**
 * No index knows where something rings, and where depends on two tables: what comes is read in due order, so far and no further. 2,000
 * rows in vain are 19 to 31 ms.
 */
async function findOnChannel(
  context: Context,
  { limit: given, ...value }: Record<string, unknown>,
  due: Due,
  channel: string,
): Promise<Page<Reminder>> {
  const limit = readLimit(given)
  const items: Reminder[] = []
  let cursor = value.cursor
  for (let read = 0; read < limits.listWalkMax; read += walkStep) {
    const { rows, nextCursor } = await readRows(context, { ...value, cursor }, due, walkStep)
    for (const row of rows) {
      const reminder = toReminder(row, context.defaultChannels)
      if (!reminder.ringsOn.includes(channel)) continue
      items.push(reminder)
      if (items.length === limit) return { items, nextCursor: row === rows.at(-1) ? nextCursor : cursorOf(row) }
    }
    if (nextCursor === null) return { items, nextCursor }
    cursor = nextCursor
  }
  return { items, nextCursor: cursor as string }
}

interface Due {
  /** Null: now, by the database's clock. */
  readonly from: Date | string | null
  readonly to: Date | string
  readonly hasParked: boolean
}

async function find(context: Context, value: Record<string, unknown>, due: Due): Promise<Page<Reminder>> {
  const { rows, nextCursor } = await readRows(context, value, due, readLimit(value.limit))
  return { items: rows.map((row) => toReminder(row, context.defaultChannels)), nextCursor }
}

async function readRows(
  { tenant, db }: Context,
  value: Record<string, unknown>,
  due: Due,
  limit: number,
): Promise<{ rows: readonly ReminderRow[]; nextCursor: string | null }> {
  const entity = readEntityFilter(tenant, value.entity)
  const recipient = readRecipientFilter(value.recipient)
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
  return { rows: rows.slice(0, limit), nextCursor: last ? cursorOf(last) : null }
}

function cursorOf({ due_us: us, id }: ReminderRow): string {
  return `${us ?? 'infinity'}~${id}`
}

function readCursor(cursor: unknown): { at: string; id: string } {
  const { us, rest: id } = splitCursor(cursor)
  if (!isReminderId(id)) throw notACursor()
  return { at: timeOfMicroseconds(us), id }
}
