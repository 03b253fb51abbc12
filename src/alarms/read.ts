// Reading alarms.

import { intervalMs } from '../engine/backoff.ts'
import type { Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { deliveryId } from '../engine/key.ts'
import { notACursor, type Page, readLimit, timeOfMicroseconds } from '../engine/page.ts'
import type { Repeat } from '../engine/repeat.ts'
import { BelfryError } from '../errors.ts'
import { readId, readObject } from '../input.ts'
import { durationText } from '../time/duration.ts'
import type { Alarm, AlarmOwner, AlarmQuery } from './alarm.ts'

interface AlarmRow {
  readonly page_id: string
  readonly recipient: string
  readonly title: string | null
  readonly body: string | null
  readonly due_ms: number | null
  readonly repeat: Repeat
  readonly reminder: string
  readonly timezone: string | null
  readonly last_key: string | null
}

export async function getAlarm(context: Context, pageId: string, owner: AlarmOwner = {}): Promise<Alarm | null> {
  return await findAlarm(context, context.db, readId(pageId, '/pageId'), readOwner(owner))
}

export async function findAlarm(
  { tenant }: Context,
  db: Database,
  pageId: string,
  user: string | null,
): Promise<Alarm | null> {
  const [row] = await db.run<AlarmRow>('alarms', [tenant, [pageId], user])
  return row ? toAlarm(row) : null
}

/** Of one user by their moments, else by page. */
export async function listAlarms({ db, tenant }: Context, query: AlarmQuery = {}): Promise<Page<Alarm>> {
  const value = readObject(query, ['user', 'cursor', 'limit'], '')
  const limit = readLimit(value.limit)
  const user = value.user === undefined ? null : readId(value.user, '/user')
  const { cursor } = value
  if (cursor !== undefined && typeof cursor !== 'string') throw notACursor()
  const pages = await (user === null
    ? db.run<PageRow>('alarms-of-tenant', [tenant, cursor === undefined ? '' : pageAfter(cursor), limit])
    : db.run<PageRow>('alarms-of-user', [tenant, user, cursor === undefined ? '-infinity' : timeAfter(cursor), limit]))
  const names = pages.map(({ page_id }) => page_id)
  // Fewer where a reminder is gone, by whatever way: then it is no alarm any more, and the list goes on after it.
  const rows = names.length === 0 ? [] : await db.run<AlarmRow>('alarms', [tenant, names, user])
  return { items: rows.map(toAlarm), nextCursor: pages.length < limit ? null : cursorOf(pages.at(-1)!, user) }
}

interface PageRow {
  readonly page_id: string
  /** Of one user. */
  readonly slot_us?: string
}

function cursorOf({ page_id: pageId, slot_us: us }: PageRow, user: string | null): string {
  return user === null ? `p~${pageId}` : `t~${us}`
}

function pageAfter(cursor: string): string {
  if (!cursor.startsWith('p~')) throw notACursor()
  return readId(cursor.slice(2), '/cursor')
}

function timeAfter(cursor: string): string {
  if (!/^t~\d{1,16}$/.test(cursor)) throw notACursor()
  return timeOfMicroseconds(cursor.slice(2))
}

export function readOwner(owner: AlarmOwner): string | null {
  const { user } = readObject(owner, ['user'], '')
  return user === undefined ? null : readId(user, '/user')
}

export function noAlarm(): BelfryError {
  return new BelfryError('not_found', 'The page has no alarm.', {
    field: '/pageId',
    accepted: 'a page whose alarm is registered',
  })
}

function toAlarm(row: AlarmRow): Alarm {
  const { repeat, reminder, due_ms: dueMs, last_key: lastKey } = row
  const { rings = 0 } = repeat.state
  return {
    pageId: row.page_id,
    userId: row.recipient,
    title: row.title,
    body: row.body,
    nextAlarmTime: dueMs === null ? null : new Date(dueMs),
    sentCount: rings + 1,
    interval: intervalText(repeat.backoff ? intervalMs(repeat.backoff, rings + 1) : 0),
    lastNotificationId: lastKey === null ? null : deliveryId({ reminder, occurrenceKey: lastKey }),
    status: statusOf(repeat, dueMs),
    onDone: repeat.alarm?.onDone ?? 'end',
    timezone: row.timezone ?? 'UTC',
    reminderId: reminder,
  }
}

const dayMs = 86_400_000

/** Whole days are days: they keep the wall clock. */
function intervalText(ms: number): string {
  return ms % dayMs === 0 ? `P${ms / dayMs}D` : durationText(ms)
}

function statusOf({ state }: Repeat, dueMs: number | null): Alarm['status'] {
  if (state.paused) return 'paused'
  if (state.done) return 'done'
  return dueMs === null ? 'ringing' : 'waiting'
}
