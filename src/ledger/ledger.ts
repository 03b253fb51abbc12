// The ledger, usable alone in anybody's cron job: "have I sent this before?" as one atomic statement. A key here is an
// identity of the engine (entity, kind, recipient, occurrence), so a mark by hand and a reminder that Belfry fires stand in
// each other's way.

import type { Context } from '../engine/context.ts'
import type { Delivery } from '../engine/delivery.ts'
import { bucketOf, entityRange, reminderId } from '../engine/key.ts'
import { type LedgerRow, toDelivery } from '../engine/read.ts'
import { readId, readInteger, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'

export interface LedgerKey {
  readonly entityType: string
  readonly entityId: string
  /** The kind: `24h`, `weekly`, … */
  readonly reminderType: string
  readonly userId: string
  /** For recurring uses: which one, e.g. `2027-W03`. Left out: what the reminder would ring next, else `once`. */
  readonly occurrence?: string
}

export interface SentReminder {
  readonly entityType: string
  readonly entityId: string
  readonly reminderType: string
  readonly userId: string
  readonly occurrence: string
  readonly channel: string
  readonly state: Delivery['state']
  readonly sentAt: Date
}

export interface ReadKey {
  readonly bucket: number
  readonly id: string
  readonly entityType: string
  readonly entityId: string
  readonly kind: string
  readonly recipient: string
  readonly occurrence: string | null
}

export function readKey(context: Context, key: unknown, field = ''): ReadKey {
  const value = readObject(key, ['entityType', 'entityId', 'reminderType', 'userId', 'occurrence'], field)
  const identity = {
    entityType: readName(value.entityType, `${field}/entityType`),
    entityId: readId(value.entityId, `${field}/entityId`),
    kind: readName(value.reminderType, `${field}/reminderType`),
    recipient: readId(value.userId, `${field}/userId`),
  }
  const id = reminderId({ tenant: context.tenant, ...identity })
  const occurrence =
    value.occurrence === undefined ? null : readText(value.occurrence, `${field}/occurrence`, { bytesMax: 64 })
  return { ...identity, occurrence, id, bucket: bucketOf(id) }
}

export interface MarkedRow {
  readonly reminder: string
  readonly occurrence_key: string
  readonly occurrence: string
  readonly attempt: number
}

export async function mark(
  context: Context,
  keys: readonly ReadKey[],
  state: 'sent' | 'sending',
): Promise<MarkedRow[]> {
  return await context.db.run<MarkedRow>('mark', [
    context.tenant,
    keys.map(({ bucket }) => bucket),
    keys.map(({ id }) => id),
    keys.map(({ entityType }) => entityType),
    keys.map(({ entityId }) => entityId),
    keys.map(({ kind }) => kind),
    keys.map(({ recipient }) => recipient),
    keys.map(({ occurrence }) => occurrence),
    state,
    keys.map((_, place) => place),
  ])
}

/** True the first time, false ever after. */
export async function markReminderAsSent(context: Context, key: LedgerKey): Promise<boolean> {
  return (await mark(context, [readKey(context, key)], 'sent')).length > 0
}

/** The same for many keys at once, answered in order. A key that appears twice is true once. */
export async function markRemindersAsSent(context: Context, keys: readonly LedgerKey[]): Promise<boolean[]> {
  if (!Array.isArray(keys) || keys.length > limits.markManyMax) {
    throw refuse('too_many', 'Too many keys in one call.', {
      field: '',
      accepted: `a list of at most ${limits.markManyMax} keys`,
    })
  }
  const read = keys.map((key, i) => readKey(context, key, `/${i}`))
  const firsts = new Map(read.map((key, i) => [`${key.id} ${key.occurrence ?? ''}`, i] as const).reverse())
  const distinct = [...firsts.values()].sort((a, b) => a - b)
  const marked = await mark(
    context,
    distinct.map((i) => read[i]!),
    'sent',
  )
  const taken = new Map<string, Set<string>>()
  for (const row of marked) taken.set(row.reminder, (taken.get(row.reminder) ?? new Set()).add(row.occurrence))
  const isFirst = new Set(distinct)
  return read.map((key, i) => {
    const occurrences = taken.get(key.id)
    return isFirst.has(i) && occurrences !== undefined && (key.occurrence === null || occurrences.has(key.occurrence))
  })
}

export async function wasReminderSent(context: Context, key: LedgerKey): Promise<boolean> {
  const { bucket, id, occurrence } = readKey(context, key)
  const [row] = await context.db.run<{ sent: boolean }>('was-sent', [bucket, id, context.tenant, occurrence])
  return row?.sent ?? false
}

export async function getRemindersSentForEntity(
  context: Context,
  entityType: string,
  entityId: string,
): Promise<SentReminder[]> {
  const type = readName(entityType, '/entityType')
  const entity = readId(entityId, '/entityId')
  const { first, last } = entityRange(context.tenant, type, entity)
  const rows = await context.db.run<LedgerRow>('sent-for-entity', [
    bucketOf(first),
    first,
    last,
    context.tenant,
    type,
    entity,
    10_000,
  ])
  return rows.map(toSent)
}

/** The newest first. */
export async function getRemindersSentToUser(
  context: Context,
  userId: string,
  options: { before?: Date; limit?: number } = {},
): Promise<SentReminder[]> {
  const limit = options.limit === undefined ? 50 : readInteger(options.limit, '/limit', 1, limits.listLimitMax)
  const rows = await context.db.run<LedgerRow>('sent-for-recipient', [
    context.tenant,
    readId(userId, '/userId'),
    options.before ?? 'infinity',
    limit,
  ])
  return rows.map(toSent)
}

function toSent(row: LedgerRow): SentReminder {
  const delivery = toDelivery(row)
  return {
    entityType: delivery.entity.type,
    entityId: delivery.entity.id,
    reminderType: delivery.kind,
    userId: delivery.recipient,
    occurrence: delivery.occurrence,
    channel: delivery.channel,
    state: delivery.state,
    sentAt: delivery.sentAt ?? delivery.at,
  }
}
