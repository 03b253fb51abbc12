// A calendar's row, and what of it people see: never the user name and the password.

import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readName, readObject } from '../input.ts'
import { durationText } from '../time/duration.ts'
import type { Calendar, CalendarName } from './calendar.ts'
import type { ReadingState } from './reading.ts'
import type { Credentials } from './request.ts'

export interface CalendarRow {
  readonly recipient: string
  readonly id: string
  readonly kind: Calendar['kind']
  readonly name: string | null
  readonly url: string | null
  /** Sealed, in base64. */
  readonly credentials: string | null
  readonly timezone: string | null
  readonly on_removed: 'mark' | 'cancel'
  readonly writes: boolean
  /** Networks that the operator allows are not for whoever named the place. */
  readonly public_only: boolean
  readonly collection: string | null
  readonly etag: string | null
  readonly modified: string | null
  readonly sync_token: string | null
  readonly every_ms: number
  readonly trouble: string | null
  readonly failures: number
  readonly expanded_by: string | null
  readonly version: number
  readonly reading: number
  readonly next_ms: number | null
  readonly synced_ms: number | null
  readonly expanded_ms: number | null
  readonly created_ms: number
  readonly updated_ms: number
  readonly objects: number
  /** Nothing goes out, of this tenant or at all. */
  readonly is_held: boolean
  /** The recipient's. */
  readonly zone: string
  readonly now_ms: number
}

export function readCalendarName(name: CalendarName): CalendarName {
  const value = readObject(name, ['recipient', 'id'], '')
  return { recipient: readId(value.recipient, '/recipient'), id: readName(value.id, '/id') }
}

export async function findCalendar(
  { db, tenant }: Context,
  { recipient, id }: CalendarName,
): Promise<CalendarRow | null> {
  const [row] = await db.run<CalendarRow>('calendars', [tenant, recipient, id])
  return row ?? null
}

export async function requireCalendar(context: Context, name: CalendarName): Promise<CalendarRow> {
  const row = await findCalendar(context, name)
  if (row) return row
  throw new BelfryError('not_found', 'There is no such calendar.', { field: '/id' })
}

export function toCalendar(row: CalendarRow): Calendar {
  const date = (ms: number | null) => (ms === null ? null : new Date(Math.floor(ms)))
  return {
    ...{ recipient: row.recipient, id: row.id, kind: row.kind, name: row.name, url: row.url },
    hasPassword: row.credentials !== null,
    ...{ timezone: row.timezone, onRemoved: row.on_removed, writes: row.writes, every: durationText(row.every_ms) },
    syncedAt: date(row.synced_ms),
    nextSyncAt: row.kind === 'file' ? null : date(row.next_ms),
    ...{ trouble: row.trouble, objects: row.objects, version: row.version },
    createdAt: new Date(Math.floor(row.created_ms)),
    updatedAt: new Date(Math.floor(row.updated_ms)),
  }
}

export function stateOf({ collection, etag, modified, sync_token }: CalendarRow): ReadingState {
  return { collection, etag, modified, syncToken: sync_token }
}

/** What they are sealed for: nobody can put those of one calendar into the row of another. */
function secretContext(tenant: string, { recipient, id }: CalendarName): string {
  return `calendar ${JSON.stringify([tenant, recipient, id])}`
}

export async function seal(
  { tenant, sending }: Context,
  name: CalendarName,
  credentials: Credentials,
): Promise<string> {
  const { username, password } = credentials
  const plain = JSON.stringify({ username, password })
  return (await sending.vault.seal(plain, secretContext(tenant, name))).toString('base64')
}

export async function unseal(context: Context, row: CalendarRow): Promise<Credentials | null> {
  if (row.credentials === null) return null
  const { tenant, sending } = context
  const plain = await sending.vault.open(Buffer.from(row.credentials, 'base64'), secretContext(tenant, row))
  return JSON.parse(plain) as Credentials
}
