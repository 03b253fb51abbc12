// The ledger, usable alone in anybody's cron job: "have I sent this before?" as one atomic statement. A key here is an
// identity of the engine (entity, kind, recipient, occurrence), so a mark by hand and a reminder that Belfry fires stand in
// each other's way.

import type { Context } from '../engine/context.ts'
import type { Delivery } from '../engine/delivery.ts'
import { bucketOf, deliveryId, entityRange, parseDeliveryId, reminderId } from '../engine/key.ts'
import { type LedgerRow, type Page, toDelivery } from '../engine/read.ts'
import { readId, readInteger, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { canonicalNominal } from '../time/moment.ts'

/** Rows read at once where there may be very many. */
const chunk = 5_000

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
  // Spelled as the engine spells its own: a mark of 09:00:00 is a mark of 09:00.
  const occurrence =
    value.occurrence === undefined
      ? null
      : canonicalNominal(readText(value.occurrence, `${field}/occurrence`, { bytesMax: 64 }), `${field}/occurrence`)
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
  ])
}

/** True the first time, false ever after. */
export async function markReminderAsSent(context: Context, key: LedgerKey): Promise<boolean> {
  return (await mark(context, [readKey(context, key)], 'sent')).length > 0
}

/** The same for many keys at once, answered as single calls in that order would be. A key that appears twice is true once. */
export async function markRemindersAsSent(context: Context, keys: readonly LedgerKey[]): Promise<boolean[]> {
  const read = readList(keys, limits.markManyMax, '').map((key, i) => readKey(context, key, `/${i}`))
  const rounds = inRounds(read)
  const first = new Set<ReadKey>()
  const markRound = async (inside: Context, round: readonly ReadKey[]) => {
    for (const key of taken(round, await mark(inside, round, 'sent'))) first.add(key)
  }
  if (rounds.length === 1) await markRound(context, rounds[0]!)
  else
    await context.db.transaction(async (tx) => {
      for (const round of rounds) await markRound({ ...context, db: tx }, round)
    })
  return read.map((key) => first.has(key))
}

/**
 * Lists that one statement can mark: in each, every occurrence once, and a key without an occurrence alone with its
 * reminder, because what it stands for depends on what was marked before. Nearly always there is one list.
 */
function inRounds(keys: readonly ReadKey[]): ReadKey[][] {
  const rounds: ReadKey[][] = []
  const last = new Map<string, { round: number; occurrences: Set<string> | null }>()
  for (const key of keys) {
    const before = last.get(key.id)
    if (key.occurrence === null ? before?.occurrences === null : before?.occurrences?.has(key.occurrence)) continue
    const joins = before && key.occurrence !== null && before.occurrences !== null
    const round = before ? before.round + (joins ? 0 : 1) : 0
    const occurrences =
      key.occurrence === null ? null : (joins ? before.occurrences! : new Set<string>()).add(key.occurrence)
    last.set(key.id, { round, occurrences })
    rounds[round] ??= []
    rounds[round].push(key)
  }
  return rounds
}

function taken(round: readonly ReadKey[], marked: readonly MarkedRow[]): ReadKey[] {
  const reminders = new Set(marked.map(({ reminder }) => reminder))
  const occurrences = new Set(marked.map(({ reminder, occurrence }) => `${reminder} ${occurrence}`))
  return round.filter(({ id, occurrence }) =>
    occurrence === null ? reminders.has(id) : occurrences.has(`${id} ${occurrence}`),
  )
}

export async function wasReminderSent(context: Context, key: LedgerKey): Promise<boolean> {
  const { bucket, id, occurrence } = readKey(context, key)
  const [row] = await context.db.run<{ sent: boolean }>('was-sent', [bucket, id, context.tenant, occurrence])
  return row?.sent ?? false
}

/** Everything that was sent for an entity, the oldest first. */
export async function getRemindersSentForEntity(
  context: Context,
  entityType: string,
  entityId: string,
): Promise<SentReminder[]> {
  const type = readName(entityType, '/entityType')
  const entity = readId(entityId, '/entityId')
  const { first, last } = entityRange(context.tenant, type, entity)
  const found: LedgerRow[] = []
  for (let after: LedgerRow | undefined; ; ) {
    const rows = await context.db.run<LedgerRow>('sent-for-entity', [
      bucketOf(first),
      after?.reminder ?? first,
      last,
      context.tenant,
      type,
      entity,
      chunk,
      after?.occurrence_key ?? null,
    ])
    found.push(...rows)
    after = rows.at(-1)
    if (rows.length < chunk) return found.sort((a, b) => a.at_ms - b.at_ms).map(toSent)
  }
}

/** The newest first. */
export async function getRemindersSentToUser(
  context: Context,
  userId: string,
  options: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<Page<SentReminder>> {
  const recipient = readId(userId, '/userId')
  const value = readObject(options, ['cursor', 'limit'], '')
  const limit = value.limit === undefined ? 50 : readInteger(value.limit, '/limit', 1, limits.listLimitMax)
  const after = value.cursor === undefined ? null : readCursor(value.cursor)
  const rows = await context.db.run<LedgerRow & { at_us: string }>('sent-for-recipient', [
    context.tenant,
    recipient,
    after?.atUs ?? null,
    after?.reminder ?? null,
    after?.occurrenceKey ?? null,
    limit + 1,
  ])
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(toSent),
    nextCursor: last
      ? `${last.at_us}~${deliveryId({ reminder: last.reminder, occurrenceKey: last.occurrence_key })}`
      : null,
  }
}

function readCursor(cursor: unknown): { atUs: string; reminder: string; occurrenceKey: string } {
  const [atUs, id] = typeof cursor === 'string' ? cursor.split('~') : []
  const key = parseDeliveryId(id ?? '')
  if (!atUs || !/^\d{1,16}$/.test(atUs) || !key) {
    throw refuse('invalid_input', 'Not a cursor.', { field: '/cursor', accepted: 'the nextCursor of the page before' })
  }
  return { atUs, ...key }
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
