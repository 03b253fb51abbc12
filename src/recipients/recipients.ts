// Recipients: who is reminded, in which zone and language, and where. `put` keeps what is left out and clears what is null.

import { addressReader } from '../engine/address.ts'
import { audit, type Context } from '../engine/context.ts'
import type { Database } from '../engine/database.ts'
import { type ChannelSteps, type Ladder, stepsOf, storedLadder, withFallback } from '../engine/ladder.ts'
import { type Page, readLimit } from '../engine/page.ts'
import type { Person } from '../engine/planning.ts'
import { checkFallback, readChannel, readChannels } from '../engine/reminder.ts'
import type { PersonRow } from '../engine/replan.ts'
import { checkVersion, readVersion } from '../engine/version.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readId, readObject, readText, refuse } from '../input.ts'
import { type MomentInput, parseMoment } from '../time/moment.ts'
import { type QuietHours, type QuietWindow, quietSpanAt, readQuietHours } from '../time/quiet-hours.ts'
import { canonicalZone } from '../time/zone.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import { noteChanges } from './note-changes.ts'
import { type Preferences, readPreferences, toPreferences } from './preferences.ts'
import { replanRecipient, resumeRecipient } from './replan.ts'
import { findRecipients, readSearch, readSearchCursor } from './search.ts'

export interface RecipientInput {
  readonly id: string
  readonly name?: string | null
  /** IANA name. Default UTC. */
  readonly timezone?: string | null
  /** BCP 47, such as `en` or `ko`. Default en. */
  readonly locale?: string | null
  /** One address a channel; null removes it. */
  readonly addresses?: Readonly<Record<string, string | null>>
  /** The channels used where a reminder names none, those with `after` later; null: the engine's default. */
  readonly channels?: ChannelSteps | null
  /** Stands behind these channels: used when one has failed or its outcome is unknown. */
  readonly fallback?: string | null
  /** When nothing should ring, in the recipient's zone: `{ from: '22:00', to: '07:00' }`, or a list. */
  readonly quietHours?: QuietWindow | QuietHours | null
  /** What the recipient does not want; null: everything is wanted. */
  readonly preferences?: Preferences | null
  /**
   * Nothing rings until then, or (`{}`) until it is put null. What comes due meanwhile rings when it is over, as far as it is still
   * useful by then, as if nobody had been there to ring it. An end in quiet hours is when those end. What has fired already goes on:
   * a retry, a later channel.
   */
  readonly paused?: { readonly until?: MomentInput } | null
  /** Refused unless it is the recipient's version. */
  readonly version?: number
}

export interface Recipient {
  readonly id: string
  readonly name: string | null
  readonly timezone: string
  readonly locale: string
  readonly addresses: Readonly<Record<string, string>>
  /** Channels whose address is suspended, why, and since when. */
  readonly suspended: Readonly<Record<string, Suspension>>
  readonly channels: ChannelSteps | null
  readonly fallback: string | null
  readonly quietHours: QuietHours | null
  readonly preferences: Preferences
  /** Null: not paused. */
  readonly paused: { readonly until: Date | null } | null
  readonly version: number
  readonly createdAt: Date
}

export interface Suspension {
  /** `gone`, `bounced` or `blocked`, or what somebody said. */
  readonly reason: string
  readonly at: Date
}

export interface RecipientRow {
  id: string
  name: string | null
  timezone: string
  locale: string
  channels: string[] | null
  channel_delays: number[] | null
  fallback: string | null
  quiet_hours: QuietHours | null
  muted: string[] | null
  /** Infinity: until they say otherwise. */
  paused_ms: number | null
  version: number
  created_ms: number
  addresses: Record<string, { address: string; reason: string | null; suspendedMs: number | null }>
}

const recipientFields = [
  'id',
  'name',
  'timezone',
  'locale',
  'addresses',
  'channels',
  'fallback',
  'quietHours',
  'preferences',
  'paused',
  'version',
] as const

/** Changing the zone or the quiet hours moves what is still to come, in the same transaction. */
export async function putRecipient(
  context: Context,
  input: RecipientInput,
  options: { readonly mustExist?: boolean } = {},
): Promise<Recipient> {
  const { mustExist = false } = options
  const value = readObject(input, recipientFields, '')
  const id = readId(value.id, '/id')
  const name = nullable(value.name, (text) => readText(text, '/name', { charsMax: 200 }))
  const timezone = nullable(value.timezone, (zone) =>
    canonicalZone(readText(zone, '/timezone', { bytesMax: 64 }), '/timezone'),
  )
  const locale = nullable(value.locale, readLocale)
  const channels = readChannelChanges(context, value)
  const quietHours = nullable(value.quietHours, (hours) => readQuietHours(hours, '/quietHours'))
  const muted = nullable(value.preferences, (preferences) => readPreferences(preferences))
  const readUntil = nullable(value.paused, readPaused)
  const addresses = readAddresses(context, value.addresses)
  const version = readVersion(value.version)
  return await context.db.transaction(async (tx) => {
    const [before] = await tx.run<KnownRow>('lock-recipient', [context.tenant, id])
    checkVersion(version, before?.version)
    const read = async () =>
      (await tx.run<RecipientRow>('recipients', [context.tenant, id, null, 1])).map(toRecipient)[0]
    const was = before && (await read())
    if (!before && mustExist) throw new BelfryError('not_found', 'There is no such recipient.', { field: '/id' })
    const person = {
      timezone: (timezone.given ? timezone.value : before?.timezone) ?? 'UTC',
      quietHours: (quietHours.given ? quietHours.value : before?.quiet_hours) ?? null,
    }
    const pausedUntil = pauseAfter(readUntil, before, person, context.rules)
    const [after] = await tx.run<PersonRow & ChannelsRow>('put-recipient', [
      context.tenant,
      id,
      name.value,
      name.given,
      timezone.value,
      timezone.given,
      locale.value,
      locale.given,
      quietHours.value && JSON.stringify(quietHours.value),
      quietHours.given,
      muted.value && muted.value.length > 0 ? muted.value : null,
      muted.given,
      pausedUntil.value,
      pausedUntil.given,
    ])
    await putChannels(context, tx, id, after!, channels)
    if (before && hasChanged(before, after!)) await replanRecipient(context, tx, after!)
    if (readUntil.given) await notePause(context, tx, { id, isPaused: readUntil.value !== null, before })
    if (pausedUntil.given && before?.has_pause) await resumeRecipient(context, tx, after!)
    if (addresses.length > 0) {
      await tx.run('put-addresses', [
        context.tenant,
        id,
        addresses.map(([channel]) => channel),
        addresses.map(([, address]) => address),
      ])
    }
    const is = (await read())!
    if (was) await noteChanges(context, tx, was, is)
    return is
  })
}

type KnownRow = PersonRow & {
  readonly version: number
  readonly has_pause: boolean
  /** Null: not paused, or not any more. Infinity: until they say otherwise. */
  readonly paused_ms: number | null
}

type ReadUntil = (zone: string, rules?: ZoneRules) => Date | 'infinity'

/** Reads what was asked; the moment follows once the recipient's zone is known. */
function readPaused(value: unknown): ReadUntil {
  const { until } = readObject(value, ['until'], '/paused')
  if (until === undefined) return () => 'infinity'
  const read = (zone: string, rules?: ZoneRules) =>
    parseMoment(until as MomentInput, { defaultTimezone: zone, field: '/paused/until' }, rules)
  // What cannot be read in any zone is refused before anything is locked.
  read('UTC')
  return (zone, rules) => new Date(read(zone, rules).instant.epochMilliseconds)
}

/** Until when they are left alone: not into quiet hours, also those that are new. What an earlier pause has put off is placed anew then. */
function pauseAfter(asked: Given<ReadUntil>, before: KnownRow | undefined, person: Person, rules: ZoneRules) {
  if (asked.given) {
    const until = asked.value?.(person.timezone, rules) ?? null
    return { value: until instanceof Date ? afterQuietHours(until, person, rules) : until, given: true }
  }
  const pausedMs = before?.paused_ms ?? null
  if (pausedMs === null || !Number.isFinite(pausedMs)) return { value: null, given: false }
  const value = afterQuietHours(new Date(pausedMs), person, rules)
  return { value, given: value.getTime() !== pausedMs }
}

/** What was put off rings when the pause ends, and nothing rings in quiet hours. */
export function afterQuietHours(until: Date, { timezone, quietHours }: Person, rules: ZoneRules): Date {
  const span = quietHours && quietSpanAt(until.getTime(), quietHours, timezone, rules)
  return span && Number.isFinite(span.endMs) ? new Date(span.endMs) : until
}

interface ChangedPause {
  readonly id: string
  readonly isPaused: boolean
  readonly before: KnownRow | undefined
}

async function notePause(context: Context, tx: Database, { id, isPaused, before }: ChangedPause): Promise<void> {
  const action = isPaused ? 'recipient_paused' : 'recipient_resumed'
  if (isPaused || before?.has_pause) await audit(context, tx, action, [{ recipient: id }])
}

function hasChanged(before: PersonRow, after: PersonRow): boolean {
  return before.timezone !== after.timezone || JSON.stringify(before.quiet_hours) !== JSON.stringify(after.quiet_hours)
}

interface Given<T> {
  readonly value: T | null
  readonly given: boolean
}

function nullable<T>(value: unknown, read: (value: unknown) => T): Given<T> {
  if (value === undefined) return { value: null, given: false }
  return { value: value === null ? null : read(value), given: true }
}

function readLocale(value: unknown): string {
  const text = readText(value, '/locale', { bytesMax: 35 })
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    throw refuse('invalid_input', 'Not a language tag.', {
      field: '/locale',
      accepted: 'a BCP 47 tag such as en, en-GB or ko',
    })
  }
}

function readAddresses(context: Context, value: unknown): [string, string | null][] {
  if (value === undefined) return []
  const object = readObject(value, [...context.channels], '/addresses')
  const readAddress = addressReader(context.sending)
  return Object.entries(object).map(([channel, address]) => [
    channel,
    address === null ? null : readAddress(channel, address, `/addresses/${channel}`),
  ])
}

interface ChannelsRow {
  readonly channels: readonly string[] | null
  readonly channel_delays: readonly number[] | null
  readonly fallback: string | null
}

interface ChannelChanges {
  readonly channels: Given<Ladder>
  readonly fallback: Given<string>
}

function readChannelChanges({ channels: known }: Context, value: Record<string, unknown>): ChannelChanges {
  return {
    channels: nullable(value.channels, (steps) => readChannels(steps, known, '/channels')),
    fallback: nullable(value.fallback, (name) => readChannel(name, known, '/fallback')),
  }
}

/** The caller holds the row. A fallback goes with the channels it stands behind, unless another is named. */
async function putChannels(
  { tenant }: Context,
  tx: Database,
  id: string,
  before: ChannelsRow,
  changes: ChannelChanges,
): Promise<void> {
  if (!changes.channels.given && !changes.fallback.given) return
  const ladder = changes.channels.given ? changes.channels.value : storedLadder(before)
  const kept = ladder === null ? null : before.fallback
  const fallback = changes.fallback.given ? changes.fallback.value : kept
  checkFallback(fallback, ladder?.channels ?? null, '')
  const row = ladder && withFallback(ladder, fallback)
  await tx.run('put-recipient-channels', [tenant, id, row?.channels ?? null, row?.delaysMs ?? null, fallback])
}

export async function getRecipient(context: Context, id: string): Promise<Recipient | null> {
  const [row] = await context.db.run<RecipientRow>('recipients', [context.tenant, readId(id, '/id'), null, 1])
  return row ? toRecipient(row) : null
}

export interface ListRecipientsOptions {
  readonly cursor?: string
  readonly limit?: number
  /** Only those who have an address that is suspended. */
  readonly suspended?: boolean
  /** Only whose name, its last word or their id begins so; capitals do not count. In this order, and not in that of ids. */
  readonly search?: string
}

export async function listRecipients(context: Context, options: ListRecipientsOptions = {}): Promise<Page<Recipient>> {
  const value = readObject(options, ['cursor', 'limit', 'suspended', 'search'], '')
  const limit = readLimit(value.limit)
  const isSuspended = value.suspended !== undefined && readBoolean(value.suspended, '/suspended')
  const text = value.search === undefined ? '' : readSearch(value.search)
  if (text !== '') {
    const after = value.cursor === undefined ? null : readSearchCursor(value.cursor)
    const { rows, nextCursor } = await findRecipients(context, { text, after, limit, isSuspended })
    return { items: rows.map(toRecipient), nextCursor }
  }
  const cursor = value.cursor === undefined ? null : readId(value.cursor, '/cursor')
  const rows = isSuspended
    ? await context.db.run<RecipientRow>('recipients-suspended', [context.tenant, cursor ?? '', limit + 1])
    : await context.db.run<RecipientRow>('recipients', [context.tenant, null, cursor, limit + 1])
  const items = rows.slice(0, limit).map(toRecipient)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export function toRecipient(row: RecipientRow): Recipient {
  const addresses = Object.entries(row.addresses)
  const ladder = storedLadder(row)
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    locale: row.locale,
    addresses: Object.fromEntries(addresses.map(([channel, { address }]) => [channel, address])),
    suspended: Object.fromEntries(
      addresses.flatMap(([channel, { reason, suspendedMs }]) =>
        suspendedMs === null ? [] : [[channel, { reason: reason ?? 'gone', at: new Date(suspendedMs) }]],
      ),
    ),
    channels: ladder && stepsOf(ladder),
    fallback: row.fallback,
    quietHours: row.quiet_hours,
    preferences: toPreferences(row.muted),
    paused: row.paused_ms === null ? null : { until: Number.isFinite(row.paused_ms) ? new Date(row.paused_ms) : null },
    version: row.version,
    createdAt: new Date(row.created_ms),
  }
}
