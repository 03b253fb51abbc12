// Reading an inbox: pages, one item, counts, and a mark that says whether anything has changed.

import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { notACursor, type Page, readLimit } from '../engine/page.ts'
import { readId, readObject, refuse } from '../input.ts'
import { type InboxItem, type InboxState, type ItemKey, inboxStates, itemsByKey, keyOf, toItem } from './item.ts'

export interface ListInboxOptions {
  readonly recipient: string
  /** Default `all`. */
  readonly state?: InboxState | 'all'
  readonly cursor?: string
  readonly limit?: number
}

/** Above every number that an item can have. */
const lastPlace = '9223372036854775807'

/** The newest first. */
export async function listInbox(context: Context, options: ListInboxOptions): Promise<Page<InboxItem>> {
  const value = readObject(options, ['recipient', 'state', 'cursor', 'limit'], '')
  const recipient = readId(value.recipient, '/recipient')
  const state = readState(value.state)
  const limit = readLimit(value.limit)
  const below = value.cursor === undefined ? lastPlace : readPlace(value.cursor, '/cursor')
  const found =
    state === 'all'
      ? await context.db.run<Found>('inbox-list', [context.tenant, recipient, below, limit + 1])
      : await context.db.run<Found>('inbox-in-state', [context.tenant, recipient, state, below, limit + 1])
  const page = found.slice(0, limit)
  const rows = await itemsByKey(context, page)
  // What has become something else since it was found is not what was asked for.
  const items = rows.filter((row) => state === 'all' || row.state === state).map((row) => toItem(context, row))
  return { items, nextCursor: found.length > limit ? (page.at(-1)?.place ?? null) : null }
}

interface Found extends ItemKey {
  readonly place: string
}

function readState(value: unknown): InboxState | 'all' {
  if (value === undefined) return 'all'
  const state = [...inboxStates, 'all' as const].find((one) => one === value)
  if (state) return state
  throw refuse('invalid_input', 'Not a state.', { field: '/state', accepted: `${inboxStates.join(', ')}, all` })
}

function readPlace(value: unknown, field: string): string {
  if (typeof value === 'string' && /^\d{1,18}$/.test(value)) return value
  throw notACursor(field)
}

/** Null when there is none of that id. */
export async function getItem(context: Context, id: string): Promise<InboxItem | null> {
  const [row] = await itemsByKey(context, [keyOf(id)])
  return row ? toItem(context, row) : null
}

export interface InboxCounts extends Readonly<Record<InboxState, number>> {
  readonly total: number
}

/** Counted each time: there is nothing that could drift. */
export async function countInbox(context: Context, recipient: string): Promise<InboxCounts> {
  const rows = await context.db.run<{ state: InboxState; count: number }>('inbox-counts', [
    context.tenant,
    readId(recipient, '/recipient'),
  ])
  const countOf = (state: InboxState) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    ...{ unread: countOf('unread'), read: countOf('read'), archived: countOf('archived') },
    ...{ snoozed: countOf('snoozed'), done: countOf('done') },
    total: rows.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Another one whenever anything has changed. */
export async function inboxMark(context: Context, recipient: string): Promise<string> {
  const [mark] = await inboxMarks(context.db, [{ tenant: context.tenant, recipient: readId(recipient, '/recipient') }])
  return mark!
}

export interface Whose {
  readonly tenant: string
  readonly recipient: string
}

/** Of many people at once, of any tenants, in their order: what a server asks each second for those who watch. */
export async function inboxMarks(db: Database, people: readonly Whose[]): Promise<string[]> {
  const rows = await db.run<Whose & { mark: string }>('inbox-marks', [
    people.map(({ tenant }) => tenant),
    people.map(({ recipient }) => recipient),
  ])
  const marks = new Map(rows.map(({ tenant, recipient, mark }) => [`${tenant} ${recipient}`, mark]))
  return people.map(({ tenant, recipient }) => marks.get(`${tenant} ${recipient}`) ?? '')
}
