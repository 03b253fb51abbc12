// Lists of deliveries, the newest first. Which index serves depends on what is asked for; each of them is a statement of its own
// that answers keys, and the deliveries are read by their keys afterwards.
//
//   of an entity                      a range of the primary key
//   to a recipient                    deliveries_recipient
//   unknown, failed, quarantined      deliveries_attention: those that need a person
//   pending                           deliveries_pending
//   everything else, or a mixture     by time, a day back unless `from` says more, in stretches that fit (deliveries-between.sql)
//
// One call looks at a bounded number of rows. A page may therefore hold fewer than were asked for, or none, while `nextCursor`
// says that there is more.

import { readName, readObject, refuse } from '../input.ts'
import { readClock } from './clock.ts'
import type { Context } from './context.ts'
import { type Delivery, type DeliveryState, deliveryStates } from './delivery.ts'
import { type DeliveryKey, deliveryId, isReminderId, parseDeliveryId } from './key.ts'
import {
  type EntityFilter,
  notACursor,
  type Page,
  readEntityFilter,
  readLimit,
  readRecipientFilter,
  readSpan,
  splitCursor,
  timeOfMicroseconds,
} from './page.ts'
import { type Attempt, type LedgerRow, toDelivery } from './read.ts'
import { noSuchDelivery, requireDeliveryId } from './reminder-id.ts'

export interface ListDeliveriesOptions {
  /** One, or any of several. */
  readonly state?: DeliveryState | readonly DeliveryState[]
  readonly channel?: string
  readonly recipient?: string
  readonly entity?: { readonly type: string; readonly id: string }
  /** By `at`. Default: everything, but a day where nothing else narrows the list down. */
  readonly from?: Date
  /** Not included. */
  readonly to?: Date
  readonly cursor?: string
  readonly limit?: number
}

/** Rows that one call looks at: 20–50 ms. */
const walkMax = 20_000
/** Of these, where nothing is left out: 2–5 ms. */
const enoughMin = 2_000
/** Waiting deliveries that are read at once and put in order. */
const waitingMax = 5_000
const dayMs = 86_400_000
/** What has a row in deliveries_attention. */
const needAttention: readonly DeliveryState[] = ['unknown', 'failed', 'quarantined']

interface Found {
  readonly bucket: number
  readonly reminder: string
  readonly occurrence_key: string
  readonly at_us: string
  readonly wanted: boolean
  /** The last of as many as may be looked at. */
  readonly is_end?: boolean
}

interface Asked {
  /** Null: whichever. */
  readonly states: readonly DeliveryState[] | null
  readonly channel: string | null
  readonly recipient: string | null
  readonly entity: EntityFilter | null
  readonly from: Date | null
  readonly to: Date | null
  readonly after: Place | null
  readonly limit: number
}

/** In the order of the lists: everything below it is still to come. */
interface Place extends Pick<DeliveryKey, 'reminder' | 'occurrenceKey'> {
  readonly us: string
}

interface FoundPage {
  readonly found: readonly Found[]
  readonly nextCursor: string | null
}

export async function listDeliveries(context: Context, options: ListDeliveriesOptions = {}): Promise<Page<Delivery>> {
  const asked = readAsked(context, options)
  const { found, nextCursor } = await find(context, asked)
  const rows = await deliveriesByKey(context, found)
  // What has become something else since it was found is not what was asked for.
  const items = rows.filter(({ state }) => asked.states?.includes(state) ?? true).map(toDelivery)
  return { items, nextCursor }
}

/** Null when there is none of that id. */
export async function getDelivery(context: Context, id: string): Promise<Delivery | null> {
  const row = await readDelivery(context, id)
  return row ? toDelivery(row) : null
}

async function readDelivery(context: Context, id: string): Promise<LedgerRow | undefined> {
  const { bucket, reminder, occurrenceKey } = requireDeliveryId(id)
  const [row] = await deliveriesByKey(context, [{ bucket, reminder, occurrence_key: occurrenceKey }])
  return row
}

/** Ids of the deliveries that a message was about: those that were put together under its id, or the one that has it. */
export async function deliveriesOfMessage(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  messageId: string,
): Promise<string[]> {
  if (parseDeliveryId(messageId)) return [messageId]
  // A bundle's id looks like a reminder's.
  if (!isReminderId(messageId)) return []
  const rows = await db.run<{ reminder: string; occurrence_key: string }>('bundle', [messageId, tenant])
  return rows.map(({ reminder, occurrence_key: occurrenceKey }) => deliveryId({ reminder, occurrenceKey }))
}

export interface AttemptRow {
  readonly attempt: number
  readonly outcome: string
  readonly reply: string | null
  readonly took_ms: number | null
  readonly worker: string | null
  readonly at_ms: number
}

/** Every attempt of one delivery that has come to an end, the oldest first. */
export async function attemptsOfDelivery(context: Context, id: string): Promise<Attempt[]> {
  const { bucket, reminder, occurrenceKey } = requireDeliveryId(id)
  const delivery = await readDelivery(context, id)
  if (!delivery) throw noSuchDelivery()
  const kept = await context.db.run<AttemptRow>('attempts-of-delivery', [bucket, reminder, occurrenceKey])
  return [...kept, ...plainSuccess(delivery, kept)].map((row) => ({
    deliveryId: id,
    attempt: row.attempt,
    at: new Date(row.at_ms),
    outcome: row.outcome,
    reply: row.reply,
    tookMs: row.took_ms,
    worker: row.worker,
  }))
}

/** What was sent without trouble has no row of its own among the attempts: the delivery says it all. */
export function plainSuccess({ state, attempt, at_ms, took_ms }: LedgerRow, kept: readonly AttemptRow[]): AttemptRow[] {
  if (state !== 'sent' || kept.some((row) => row.attempt === attempt)) return []
  return [{ attempt, at_ms, took_ms, outcome: 'delivered', reply: null, worker: null }]
}

export async function deliveriesByKey(
  context: Context,
  keys: readonly { readonly bucket: number; readonly reminder: string; readonly occurrence_key: string }[],
): Promise<LedgerRow[]> {
  if (keys.length === 0) return []
  return await context.db.run<LedgerRow>('deliveries-by-key', [
    context.tenant,
    keys.map(({ bucket }) => bucket),
    keys.map(({ reminder }) => reminder),
    keys.map(({ occurrence_key: key }) => key),
  ])
}

function readAsked(context: Context, options: ListDeliveriesOptions): Asked {
  const fields = ['state', 'channel', 'recipient', 'entity', 'from', 'to', 'cursor', 'limit']
  const value = readObject(options, fields, '')
  return {
    states: value.state === undefined ? null : readStates(value.state),
    channel: value.channel === undefined ? null : readName(value.channel, '/channel'),
    recipient: readRecipientFilter(value.recipient),
    entity: readEntityFilter(context.tenant, value.entity),
    ...readSpan(value),
    after: value.cursor === undefined ? null : readCursor(value.cursor),
    limit: readLimit(value.limit),
  }
}

function readStates(value: unknown): readonly DeliveryState[] {
  const named: readonly unknown[] = Array.isArray(value) ? value : [value]
  const states = deliveryStates.filter((one) => named.includes(one))
  if (states.length > 0 && states.length === new Set(named).size) return states
  throw refuse('invalid_input', 'Not a state.', {
    field: '/state',
    accepted: `one or several of ${deliveryStates.join(', ')}`,
  })
}

function readCursor(cursor: unknown): Place {
  const { us, rest } = splitCursor(cursor)
  const key = parseDeliveryId(rest)
  if (!key || us === 'infinity') throw notACursor()
  return { us, ...key }
}

function cursorOf({ at_us: us, reminder, occurrence_key: occurrenceKey }: Found): string {
  return `${us}~${deliveryId({ reminder, occurrenceKey })}`
}

async function find(context: Context, asked: Asked): Promise<FoundPage> {
  if (asked.entity) return await findOfEntity(context, asked, asked.entity)
  if (asked.recipient !== null) return await findByWalk(context, asked, 'deliveries-of-recipient', [asked.recipient])
  const isNarrow = asked.from === null && asked.to === null
  if (isNarrow && asked.states?.every((one) => needAttention.includes(one)))
    return await findByWalk(context, asked, 'deliveries-needing-attention', [])
  const waiting = asked.states?.every((one) => one === 'pending') ? await findWaiting(context, asked) : null
  return waiting ?? (await findByTime(context, asked))
}

function placeParameters({ from, to, after }: Asked): unknown[] {
  return [
    from ?? '-infinity',
    to ?? 'infinity',
    after && timeOfMicroseconds(after.us),
    after?.reminder ?? null,
    after?.occurrenceKey ?? null,
  ]
}

async function findOfEntity(context: Context, asked: Asked, entity: EntityFilter): Promise<FoundPage> {
  const { states, channel, recipient, limit } = asked
  const rows = await context.db.run<Found>('deliveries-of-entity', [
    ...[context.tenant, ...placeParameters(asked), states, channel, limit + 1, recipient],
    ...[entity.bucket, entity.first, entity.last, entity.type, entity.id],
  ])
  return pageOf(rows, limit)
}

async function findByWalk(
  context: Context,
  asked: Asked,
  statement: 'deliveries-of-recipient' | 'deliveries-needing-attention',
  more: readonly unknown[],
): Promise<FoundPage> {
  const { states, channel, limit } = asked
  const isFiltered = states !== null || channel !== null
  const walk = isFiltered ? walkMax : limit + 1
  const rows = await context.db.run<Found>(statement, [
    ...[context.tenant, ...placeParameters(asked), states, channel, walk, limit + 1],
    ...more,
  ])
  return pageOf(rows, limit)
}

function pageOf(rows: readonly Found[], limit: number): FoundPage {
  const wanted = rows.filter((row) => row.wanted)
  const found = wanted.slice(0, limit)
  const last = wanted.length > limit ? found.at(-1) : rows.find((row) => row.is_end)
  return { found, nextCursor: last ? cursorOf(last) : null }
}

/** Null: there are too many to put them in order. */
async function findWaiting(context: Context, asked: Asked): Promise<FoundPage | null> {
  const { channel, limit } = asked
  const rows = await context.db.run<Found & { is_full: boolean }>('deliveries-waiting', [
    ...[context.tenant, ...placeParameters(asked), channel, waitingMax, limit + 1],
  ])
  return rows.some((row) => row.is_full) ? null : pageOf(rows, limit)
}

/**
 * Goes back in time in stretches: the first reaches what was written last, each is eight times as long as the one before while little is
 * found, and twice where there was too much for that already.
 */
async function findByTime(context: Context, asked: Asked): Promise<FoundPage> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const { now } = await readClock(inside)
    const [scans] = await tx.run<{ bitmap: string; index: string }>('scans', [])
    await tx.run('set-scans', ['on', 'off'])
    const page = await walkBack(inside, asked, now)
    // The transaction may be a caller's.
    await tx.run('set-scans', [scans!.bitmap, scans!.index])
    return page
  })
}

async function walkBack(context: Context, asked: Asked, now: Date): Promise<FoundPage> {
  const fromMs = (asked.from ?? new Date((asked.to ?? now).getTime() - dayMs)).getTime()
  const found: Found[] = []
  let { upTo, aboveMs } = startOf(asked, now)
  const hint = await hintOf(context, asked, aboveMs)
  let [walked, growth] = [0, 8]
  for (let widthMs = hint.firstMs; ; ) {
    const belowMs = Math.max(fromMs, aboveMs - widthMs)
    const look = await lookBetween(context, { ...asked, from: new Date(belowMs), to: upTo }, widthMs)
    walked += look.walked
    if (look.isFull) {
      widthMs = Math.max(1, Math.floor(widthMs / 8))
      growth = 2
      continue
    }
    found.push(...look.found)
    if (found.length > asked.limit) return pageOf(found, asked.limit)
    if (belowMs <= fromMs) return { found, nextCursor: null }
    if (walked >= walkMax / 2) return { found, nextCursor: cursorBelow(belowMs) }
    // What lies before the first stretch comes as densely as what was written last, however long ago that was.
    widthMs = growth * (upTo === asked.to ? Math.min(widthMs, hint.nextMs) : widthMs)
    upTo = new Date(belowMs)
    aboveMs = belowMs
  }
}

const stretchMs = 1_000

interface Hint {
  /** How long the first stretch is, and by which the next ones grow. */
  readonly firstMs: number
  readonly nextMs: number
}

/** After an hour in which nothing rang, a second before now is far from anything. Whoever goes on from a place is where something is. */
async function hintOf({ db, tenant }: Context, { limit, after, to }: Asked, aboveMs: number): Promise<Hint> {
  if (after || to) return { firstMs: stretchMs, nextMs: stretchMs }
  const [row] = await db.run<{ newest_ms: number | null; last_ms: number | null }>('newest-deliveries', [
    tenant,
    limit + 1,
  ])
  const [newestMs, lastMs] = [row?.newest_ms ?? aboveMs, Math.floor(row?.last_ms ?? aboveMs)]
  return {
    firstMs: Math.max(stretchMs, aboveMs - lastMs),
    nextMs: Math.max(stretchMs, Math.ceil(newestMs - lastMs)),
  }
}

/** Where the first stretch ends: at the cursor, or at `to`; what lies ahead of the clock belongs to the first one. */
function startOf({ after, to }: Asked, now: Date): { upTo: Date | null; aboveMs: number } {
  const cursorMs = after ? Number(after.us.slice(0, -3)) + 1 : Number.POSITIVE_INFINITY
  return { upTo: to, aboveMs: Math.min(cursorMs, to?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime()) }
}

/** Below everything that was written at this millisecond or after it. */
function cursorBelow(ms: number): string {
  return `${ms}000~00000000-0000-0000-0000-000000000000.0000000000000000`
}

interface Look {
  readonly found: readonly Found[]
  readonly walked: number
  readonly isFull: boolean
}

async function lookBetween(context: Context, asked: Asked, widthMs: number): Promise<Look> {
  const { states, channel, limit } = asked
  // Where whatever is there is wanted, a stretch that is too long is known sooner.
  const enough = states === null && channel === null ? Math.max(enoughMin, 4 * limit) : walkMax
  // What was written in one and the same millisecond cannot be looked at in parts.
  const most = widthMs > 1 ? enough : null
  const rows = await context.db.run<Found & { walked: number | null }>('deliveries-between', [
    ...[context.tenant, ...placeParameters(asked), states, channel, most, limit + 1],
  ])
  const walked = rows.find((row) => row.walked !== null)?.walked ?? 0
  return { found: rows.filter(({ wanted }) => wanted), walked, isFull: most !== null && walked === most }
}
