// Reading entities: one, a list, and the time line of one: what will ring, what rang, what did not and why, who changed it.

import type { Context } from '../engine/context.ts'
import { type DeliveryState, type Reason, reasons } from '../engine/delivery.ts'
import { bucketOf, deliveryId, entityRange } from '../engine/key.ts'
import type { ChannelSteps } from '../engine/ladder.ts'
import { notACursor, type Page, readLimit, splitCursor, timeOfMicroseconds } from '../engine/page.ts'
import { readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { type EntityName, notFound, readEntityName } from './end.ts'
import type { Anchor, Member } from './entity.ts'
import { mainAnchor, type Step } from './steps.ts'

export interface Entity {
  readonly type: string
  readonly id: string
  readonly status: 'active' | 'done' | 'cancelled'
  readonly version: number
  /** Of the anchor `start`: as it was said, its zone (null: each recipient's), and the instant where there is one zone. */
  readonly at: { readonly local: string | null; readonly timezone: string | null; readonly instant: Date | null } | null
  readonly anchors: Readonly<Record<string, Anchor>>
  readonly timeAnchor: 'local' | 'instant'
  readonly recipients: readonly { readonly id: string; readonly plan: readonly Step[] | null }[]
  /** The name of a plan, or steps of its own. */
  readonly plan: string | readonly Step[] | null
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly channels: ChannelSteps | null
  readonly critical: boolean
  readonly latePolicy: 'skip' | 'immediate'
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface EntityRow {
  type: string
  id: string
  status: Entity['status']
  version: number
  time_anchor: Entity['timeAnchor']
  anchors: Record<string, Anchor>
  steps: Step[] | null
  plan: string | null
  late_policy: Entity['latePolicy']
  critical: boolean
  channels: ChannelSteps | null
  title: string | null
  body: string | null
  data: unknown
  at_ms: number | null
  created_ms: number
  updated_ms: number
  members: Member[]
}

export async function getEntity(context: Context, name: EntityName): Promise<Entity | null> {
  const { type, id } = readEntityName(name)
  const [row] = await context.db.run<EntityRow>('entity', [context.tenant, type, id, null, null, 1])
  return row ? toEntity(row) : null
}

export interface ListEntitiesOptions {
  readonly type: string
  readonly status?: Entity['status']
  /** `changed`: what was changed last comes first. Default: in the order of ids. */
  readonly order?: 'id' | 'changed'
  readonly cursor?: string
  readonly limit?: number
}

export async function listEntities(context: Context, options: ListEntitiesOptions): Promise<Page<Entity>> {
  const value = readObject(options, ['type', 'status', 'order', 'cursor', 'limit'], '')
  const type = readName(value.type, '/type')
  const status = value.status === undefined ? null : readStatus(value.status)
  const limit = readLimit(value.limit)
  if (readOrder(value.order) === 'changed')
    return await listChanged(context, { type, status, cursor: value.cursor, limit })
  const after = value.cursor === undefined ? null : readText(value.cursor, '/cursor', { bytesMax: limits.idBytesMax })
  const rows = await context.db.run<EntityRow>('entity', [context.tenant, type, null, after, status, limit + 1])
  const items = rows.slice(0, limit).map(toEntity)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

interface Changed {
  readonly type: string
  readonly status: Entity['status'] | null
  readonly cursor: unknown
  readonly limit: number
}

/** With a status a page may hold fewer than were asked for while `nextCursor` says that there is more. */
async function listChanged(context: Context, { type, status, cursor, limit }: Changed): Promise<Page<Entity>> {
  const after = cursor === undefined ? null : readChangedCursor(cursor)
  const walk = status === null ? limit + 1 : limits.listWalkMax
  const rows = await context.db.run<ChangedRow>('entities-changed', [
    ...[context.tenant, type, status, after?.at ?? null, after?.id ?? null, walk, limit + 1],
  ])
  const wanted = rows.filter((row) => row.wanted)
  const found = wanted.slice(0, limit)
  const last = wanted.length > limit ? found.at(-1) : rows.find((row) => status !== null && row.is_end)
  return { items: found.map(toEntity), nextCursor: last ? `${last.updated_us}~${last.id}` : null }
}

type ChangedRow = EntityRow & { readonly updated_us: string; readonly wanted: boolean; readonly is_end: boolean }

/** An id may hold whatever stands between the two. */
function readChangedCursor(value: unknown): { at: string; id: string } {
  const cursor = readText(value, '/cursor', { charsMax: limits.cursorCharsMax })
  const end = cursor.indexOf('~')
  const { us } = splitCursor(`${cursor.slice(0, Math.max(0, end))}~id`)
  const id = cursor.slice(end + 1)
  if (us === 'infinity' || id === '') throw notACursor()
  return { at: timeOfMicroseconds(us), id }
}

function readOrder(value: unknown): 'id' | 'changed' {
  if (value === undefined || value === 'id' || value === 'changed') return value ?? 'id'
  throw refuse('invalid_input', 'Not an order.', { field: '/order', accepted: 'id or changed' })
}

function readStatus(value: unknown): Entity['status'] {
  if (value === 'active' || value === 'done' || value === 'cancelled') return value
  throw refuse('invalid_input', 'Not a status.', { field: '/status', accepted: 'active, done or cancelled' })
}

function toEntity(row: EntityRow): Entity {
  const main = row.anchors[mainAnchor]
  const isInstant = main?.nominal.endsWith('Z') ?? false
  const hasInstant = main && (isInstant || main.timezone !== null) && row.at_ms !== null
  return {
    type: row.type,
    id: row.id,
    status: row.status,
    version: row.version,
    at: main
      ? {
          local: isInstant ? null : main.nominal,
          timezone: main.timezone,
          instant: hasInstant ? new Date(row.at_ms ?? 0) : null,
        }
      : null,
    anchors: row.anchors,
    timeAnchor: row.time_anchor,
    recipients: row.members.map(({ recipient, steps }) => ({ id: recipient, plan: steps })),
    plan: row.plan ?? row.steps,
    title: row.title,
    body: row.body,
    data: row.data,
    channels: row.channels,
    critical: row.critical,
    latePolicy: row.late_policy,
    createdAt: new Date(row.created_ms),
    updatedAt: new Date(row.updated_ms),
  }
}

export interface TimelineItem {
  readonly at: Date
  readonly what: 'upcoming' | 'delivery' | 'change'
  readonly reminderId: string | null
  readonly deliveryId: string | null
  readonly kind: string | null
  readonly recipient: string | null
  /** Null when there is no such recipient any more, and for what concerns no one alone. */
  readonly recipientTimezone: string | null
  readonly occurrence: string | null
  readonly channel: string | null
  /** `scheduled`, the state of a delivery, or what was changed. */
  readonly state: string
  readonly reason: string | null
  /** In words. */
  readonly why: string
  readonly actor: string | null
  readonly data: unknown
}

interface TimelineRow {
  what: TimelineItem['what']
  reminder: string | null
  occurrence_key: string | null
  kind: string | null
  recipient: string | null
  occurrence: string | null
  channel: string | null
  state: string
  reason: string | null
  at_ms: number
  due_ms: number | null
  data: unknown
  actor: string | null
  recipient_timezone: string | null
  /** Of a change: its place in the audit trail. */
  entry: string | null
}

const timelineMax = 1_000

export async function entityTimeline(context: Context, name: EntityName): Promise<TimelineItem[]> {
  const { type, id } = readEntityName(name)
  const { first, last } = entityRange(context.tenant, type, id)
  const rows = await context.db.run<TimelineRow>('entity-timeline', [
    ...[context.tenant, type, id, bucketOf(first), first, last, timelineMax],
  ])
  if (rows.length === 0) throw notFound({ type, id })
  return withNames(rows).sort(inOrder).map(toItem)
}

const orderOfMoment = { change: 0, delivery: 1, upcoming: 2 }

/** Of one moment: what was done, then what became of it, then what is to come. */
function inOrder(a: TimelineRow, b: TimelineRow): number {
  return a.at_ms - b.at_ms || orderOfMoment[a.what] - orderOfMoment[b.what] || Number(a.entry) - Number(b.entry)
}

/** A change of one reminder says which: whose it is, and of what kind, is known by what else there is of it. */
function withNames(rows: readonly TimelineRow[]): TimelineRow[] {
  const named = new Map(rows.filter(({ kind }) => kind !== null).map((row) => [row.reminder, row]))
  return rows.map((row) => {
    const known = row.kind === null && row.reminder !== null ? named.get(row.reminder) : undefined
    if (!known) return row
    const { kind, recipient, recipient_timezone } = known
    return { ...row, kind, recipient, recipient_timezone }
  })
}

function toItem(row: TimelineRow): TimelineItem {
  const delivery =
    row.what === 'delivery' && row.reminder && row.occurrence_key
      ? deliveryId({ reminder: row.reminder, occurrenceKey: row.occurrence_key })
      : null
  return {
    at: new Date(row.at_ms),
    what: row.what,
    reminderId: row.reminder,
    deliveryId: delivery,
    kind: row.kind,
    recipient: row.recipient,
    recipientTimezone: row.recipient_timezone,
    occurrence: row.occurrence,
    channel: row.channel === '' ? null : row.channel,
    state: row.state,
    reason: row.reason,
    why: wordsOf(row),
    actor: row.actor,
    data: row.data,
  }
}

const adjustedWords: Readonly<Record<string, string>> = {
  deferred: 'after quiet hours',
  advanced: 'before quiet hours begin',
  in_app_only: 'in the app only, because of quiet hours',
  spaced: 'a little later, because another alarm had that moment',
  snoozed: 'snoozed',
}

function wordsOf({ what, state, reason, channel, actor, due_ms: dueMs, at_ms: atMs }: TimelineRow): string {
  if (what === 'change') return `${actor ?? 'somebody'}: ${state.replaceAll('_', ' ')}`
  if (what === 'upcoming') {
    if (dueMs === null) return 'Waits, with no moment of its own.'
    const adjusted = reason ? ` (${adjustedWords[reason] ?? reason})` : ''
    return `Rings at ${new Date(dueMs).toISOString()}${adjusted}.`
  }
  if (reason && reason in reasons) return reasons[reason as Reason]
  if ((state as DeliveryState) === 'sent')
    return `Sent by ${channel}, ${Math.max(0, Math.round(atMs - (dueMs ?? atMs)))} ms after it was due.`
  return `${state} by ${channel}.`
}
