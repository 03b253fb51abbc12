// The audit trail: who changed what, the newest first. It is only ever added to (migrations/0005 has the database refuse
// everything else).

import type { Context } from '../engine/context.ts'
import { bucketOf } from '../engine/key.ts'
import {
  notACursor,
  type Page,
  readEntityFilter,
  readLimit,
  readRecipientFilter,
  readSpan,
  splitCursor,
  timeOfMicroseconds,
} from '../engine/page.ts'
import { requireReminderId } from '../engine/reminder-id.ts'
import { readObject, readText } from '../input.ts'

export interface AuditItem {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly entity: { readonly type: string; readonly id: string } | null
  /** What it is about is called now; null where nobody knows. */
  readonly title: string | null
  readonly reminderId: string | null
  readonly recipient: string | null
  readonly data: unknown
}

export interface ListAuditOptions {
  readonly entity?: { readonly type: string; readonly id: string }
  readonly recipient?: string
  /** The id of a reminder. */
  readonly reminder?: string
  readonly action?: string
  readonly actor?: string
  readonly from?: Date
  /** Not included. */
  readonly to?: Date
  readonly cursor?: string
  readonly limit?: number
}

interface AuditRow {
  readonly id: string
  readonly actor: string
  readonly action: string
  readonly entity_type: string | null
  readonly entity_id: string | null
  readonly reminder: string | null
  readonly recipient: string | null
  readonly data: unknown
  readonly at_ms: number
  readonly at_us: string
  readonly wanted: boolean
  readonly is_end: boolean
}

/** Entries that one call looks at, where an action or an actor is looked for among those of everything. */
const walkMax = 20_000

const fields = ['entity', 'recipient', 'reminder', 'action', 'actor', 'from', 'to', 'cursor', 'limit']

/** A page may hold fewer than were asked for while `nextCursor` says that there is more. */
export async function listAudit(context: Context, options: ListAuditOptions = {}): Promise<Page<AuditItem>> {
  const value = readObject(options, fields, '')
  const limit = readLimit(value.limit)
  const rows = await find(context, value, limit)
  const wanted = rows.filter((row) => row.wanted)
  const items = wanted.slice(0, limit)
  const last = wanted.length > limit ? items.at(-1) : rows.find((row) => row.is_end)
  const titles = await titlesNow(context, items)
  const nextCursor = last ? `${last.at_us}~${last.id}` : null
  return { items: items.map((row) => toItem(row, titles.get(row) ?? null)), nextCursor }
}

/** Of no reminder. */
const nothing = '00000000-0000-0000-0000-000000000000'

/** The trail keeps no texts: they are looked up, and erasure takes them away where they are. */
async function titlesNow({ db, tenant }: Context, rows: readonly AuditRow[]): Promise<Map<AuditRow, string | null>> {
  const about = rows.filter((row) => row.entity_type !== null || row.reminder !== null)
  if (about.length === 0) return new Map()
  const reminders = about.map(({ reminder }) => reminder ?? nothing)
  const found = await db.run<{ n: number; title: string | null }>('titles-now', [
    tenant,
    about.map((row) => row.entity_type ?? ''),
    about.map((row) => row.entity_id ?? ''),
    reminders.map(bucketOf),
    reminders,
  ])
  return new Map(found.map(({ n, title }) => [about[n]!, title]))
}

async function find(context: Context, value: Record<string, unknown>, limit: number): Promise<AuditRow[]> {
  const { db, tenant } = context
  const entity = readEntityFilter(tenant, value.entity)
  const recipient = readRecipientFilter(value.recipient)
  const reminder = value.reminder === undefined ? null : requireReminderId(value.reminder as string, '/reminder')
  const action = value.action === undefined ? null : readText(value.action, '/action', { bytesMax: 64 })
  const actor = value.actor === undefined ? null : readText(value.actor, '/actor', { bytesMax: 256 })
  const { from, to } = readSpan(value)
  const after = value.cursor === undefined ? null : readCursor(value.cursor)
  const place = [tenant, from ?? '-infinity', to ?? 'infinity', after?.at ?? null, after?.id ?? null, action, actor]
  const named = [entity?.type ?? null, entity?.id ?? null]
  if (reminder !== null)
    return await db.run<AuditRow>('audit-of-one', [...place, limit + 1, reminder, recipient, ...named])
  if (entity) return await db.run<AuditRow>('audit-of-entity', [...place, limit + 1, ...named, recipient])
  if (recipient !== null) return await db.run<AuditRow>('audit-of-recipient', [...place, limit + 1, recipient])
  const walk = action !== null || actor !== null ? walkMax : limit + 1
  return await db.run<AuditRow>('audit-by-time', [...place, walk, limit + 1])
}

function readCursor(cursor: unknown): { at: string; id: string } {
  const { us, rest: id } = splitCursor(cursor)
  if (us === 'infinity' || !/^\d{1,18}$/.test(id)) throw notACursor()
  return { at: timeOfMicroseconds(us), id }
}

function toItem(row: AuditRow, title: string | null): AuditItem {
  return {
    id: row.id,
    at: new Date(row.at_ms),
    actor: row.actor,
    action: row.action,
    entity: row.entity_type === null ? null : { type: row.entity_type, id: row.entity_id ?? '' },
    title,
    reminderId: row.reminder,
    recipient: row.recipient,
    data: row.data,
  }
}
