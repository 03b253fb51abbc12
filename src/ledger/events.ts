// The feed: everything that happened, the oldest first, for whoever follows it by its cursor. Nothing is ever skipped or repeated,
// although transactions commit in another order than they began (events.sql says how). An event appears once every transaction
// that began to write before its own has ended: somebody's long transaction delays the feed, and loses nothing of it.
//
// Kept for seven days; afterwards cleanup takes events away. An event says whom it is about for as long as the ledger knows.

import type { Context } from '../engine/context.ts'
import { deliveriesByKey } from '../engine/deliveries.ts'
import { auditEvents, type EventType, eventTypes } from '../engine/feed.ts'
import { bucketOf, deliveryId } from '../engine/key.ts'
import { notACursor, readLimit } from '../engine/page.ts'
import { readList, readObject, refuse } from '../input.ts'

export interface FeedEvent {
  /** Its place in the feed: a cursor to go on from. */
  readonly id: string
  readonly at: Date
  readonly type: EventType
  readonly actor?: string
  readonly entity?: { readonly type: string; readonly id: string }
  readonly recipient?: string
  readonly reminderId?: string
  readonly deliveryId?: string
  readonly channel?: string
  /** Of the delivery, by this event. */
  readonly state?: string
  readonly reason?: string
  readonly data?: unknown
}

export interface ListEventsOptions {
  /** The `nextCursor` of the page before, or the id of an event. Default: from the oldest that is kept. */
  readonly after?: string
  readonly limit?: number
  readonly types?: readonly EventType[]
}

export interface EventPage {
  readonly items: readonly FeedEvent[]
  /** Where to go on, always: also when there is nothing yet. */
  readonly nextCursor: string
}

interface EventRow {
  readonly xid: string
  readonly id: string
  readonly n: number
  readonly type: EventType | null
  readonly actor: string | null
  readonly action: string | null
  readonly entity_type: string | null
  readonly entity_id: string | null
  readonly recipient: string | null
  readonly channel: string | null
  readonly reason: string | null
  readonly data: Record<string, unknown> | null
  readonly reminder: string | null
  readonly occurrence_key: string | null
  /** Null in the last row, which says how far the look went. */
  readonly at_ms: number | null
  readonly is_ahead: boolean
}

/** Rows that one call looks at; each is an entry of the audit trail, or a batch. */
const rowsMax = 1_000

export async function listEvents(context: Context, options: ListEventsOptions = {}): Promise<EventPage> {
  const value = readObject(options, ['after', 'limit', 'types'], '')
  const after = value.after === undefined ? start : readPosition(value.after)
  const limit = readLimit(value.limit)
  const types = value.types === undefined ? null : readTypes(value.types)
  const rows = await context.db.run<EventRow>('events', [
    ...[context.tenant, after.xid, after.id, after.n, types, types && actionsOf(types)],
    ...[types ? rowsMax : limit + 1, limit],
  ])
  if (rows.some(({ is_ahead: isAhead }) => isAhead)) throw fromTheFuture()
  const found = rows.filter((row) => row.at_ms !== null)
  // The look went to the end of its rows unless the page is full before.
  const end = found.length === limit ? found.at(-1) : rows.find((row) => row.at_ms === null)
  return { items: await describe(context, found), nextCursor: textOf(end ?? after) }
}

/** Where the feed ends now: a cursor for whoever wants only what is to come. */
export async function endOfFeed(context: Context): Promise<string> {
  const [row] = await context.db.run<{ xid: string }>('feed-end', [])
  return textOf({ xid: row!.xid, id: '0', n: 0 })
}

interface Position {
  readonly xid: string
  readonly id: string
  /** How many items of that row have been read. */
  readonly n: number
}

const start: Position = { xid: '0', id: '0', n: 0 }
const position = /^(\d{1,20})-(\d{1,18})-(\d{1,9})$/

function readPosition(cursor: unknown): Position {
  const [, xid, id, n] = position.exec(typeof cursor === 'string' ? cursor : '') ?? []
  if (!xid || !id || !n || BigInt(xid) >= 2n ** 63n) throw notACursor('/after')
  return { xid, id, n: Number(n) }
}

function textOf({ xid, id, n }: Position): string {
  return `${xid}-${id}-${n}`
}

function fromTheFuture(): Error {
  return refuse('invalid_input', 'This feed has not come that far: the database was restored, or is another one.', {
    field: '/after',
    accepted: 'nothing, to begin with the oldest event that is kept',
  })
}

function readTypes(value: unknown): EventType[] {
  return readList(value, Object.keys(eventTypes).length, '/types').map((type, i) => {
    if (typeof type === 'string' && Object.hasOwn(eventTypes, type)) return type as EventType
    throw refuse('invalid_input', 'Not a type of event.', {
      field: `/types/${i}`,
      accepted: Object.keys(eventTypes).join(', '),
    })
  })
}

function actionsOf(types: readonly EventType[]): string[] {
  return Object.entries(auditEvents)
    .filter(([, type]) => types.includes(type))
    .map(([action]) => action)
}

interface Names {
  readonly entity_type: string
  readonly entity_id: string
  readonly recipient: string
}

/** Whom and what they are about is read by key. */
async function describe(context: Context, rows: readonly EventRow[]): Promise<FeedEvent[]> {
  const [deliveries, reminders] = await Promise.all([namesOfDeliveries(context, rows), namesOfReminders(context, rows)])
  return rows.flatMap((row) => {
    if (row.type === null || row.occurrence_key === null)
      return [toEvent(row, reminders.get(row.reminder ?? '') ?? null)]
    const names = deliveries.get(`${row.reminder} ${row.occurrence_key}`)
    // What was written and taken back in one transaction never happened; what the ledger has forgotten is not told.
    return names ? [toEvent(row, names)] : []
  })
}

async function namesOfDeliveries(context: Context, rows: readonly EventRow[]): Promise<Map<string, Names>> {
  const keys = new Map(
    rows.flatMap(({ reminder, occurrence_key: key }) =>
      reminder && key ? [[`${reminder} ${key}`, { bucket: bucketOf(reminder), reminder, occurrence_key: key }]] : [],
    ),
  )
  const found = await deliveriesByKey(context, [...keys.values()])
  return new Map(found.map((row) => [`${row.reminder} ${row.occurrence_key}`, row]))
}

async function namesOfReminders(context: Context, rows: readonly EventRow[]): Promise<Map<string, Names>> {
  const about = rows.filter((row) => row.occurrence_key === null && (!row.entity_type || !row.recipient))
  const ids = [...new Set(about.flatMap(({ reminder }) => reminder ?? []))]
  if (ids.length === 0) return new Map()
  const found = await context.db.run<Names & { id: string }>('names-of-reminders', [
    context.tenant,
    ids.map(bucketOf),
    ids,
  ])
  return new Map(found.map((row) => [row.id, row]))
}

function toEvent(row: EventRow, names: Names | null): FeedEvent {
  const type = row.type ?? typeOfAction(row.action)
  const entityType = row.entity_type ?? names?.entity_type
  const entityId = row.entity_id ?? names?.entity_id
  const recipient = row.recipient ?? names?.recipient
  const { delivery, ...data } = row.data ?? {}
  const own = row.reminder && row.occurrence_key
  const about = own ? deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key }) : delivery
  return {
    id: textOf(row),
    at: new Date(row.at_ms ?? 0),
    type,
    ...(row.actor === null ? {} : { actor: row.actor }),
    ...(entityType === undefined || entityId === undefined ? {} : { entity: { type: entityType, id: entityId } }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(row.reminder === null ? {} : { reminderId: row.reminder }),
    ...(typeof about === 'string' ? { deliveryId: about } : {}),
    ...(row.channel ? { channel: row.channel } : {}),
    ...(own ? { state: stateOf(type) } : {}),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  }
}

function typeOfAction(action: string | null): EventType {
  const known: Readonly<Record<string, EventType>> = auditEvents
  return known[action ?? ''] ?? 'audit.recorded'
}

function stateOf(type: EventType): string {
  return type === 'delivery.deferred' ? 'pending' : type.slice('delivery.'.length)
}
