// Recipients: who is reminded, in which zone and language, and where. `put` keeps what is left out and clears what is null.

import type { Context } from '../engine/context.ts'
import type { Page } from '../engine/read.ts'
import type { PersonRow } from '../engine/replan.ts'
import { checkVersion, readVersion } from '../engine/version.ts'
import { BelfryError } from '../errors.ts'
import { readId, readInteger, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { type QuietHours, type QuietWindow, readQuietHours } from '../time/quiet-hours.ts'
import { canonicalZone } from '../time/zone.ts'
import { replanRecipient } from './replan.ts'

export interface RecipientInput {
  readonly id: string
  readonly name?: string | null
  /** IANA name. Default UTC. */
  readonly timezone?: string | null
  /** BCP 47, such as `en` or `ko`. Default en. */
  readonly locale?: string | null
  /** One address a channel; null removes it. */
  readonly addresses?: Readonly<Record<string, string | null>>
  /** The channels used where a reminder names none; null: the engine's default. */
  readonly channels?: readonly string[] | null
  /** When nothing should ring, in the recipient's zone: `{ from: '22:00', to: '07:00' }`, or a list. */
  readonly quietHours?: QuietWindow | QuietHours | null
  /** What the recipient does not want; null: everything is wanted. */
  readonly preferences?: Preferences | null
  /** Refused unless it is the recipient's version. */
  readonly version?: number
}

/** Names that are switched off: channels, kinds of reminders, types of entities. */
export interface Preferences {
  readonly channelsOff?: readonly string[]
  readonly kindsOff?: readonly string[]
  readonly typesOff?: readonly string[]
}

export interface Recipient {
  readonly id: string
  readonly name: string | null
  readonly timezone: string
  readonly locale: string
  readonly addresses: Readonly<Record<string, string>>
  /** Channels whose address is suspended, and why. */
  readonly suspended: Readonly<Record<string, string>>
  readonly channels: readonly string[] | null
  readonly quietHours: QuietHours | null
  readonly preferences: Preferences
  readonly version: number
  readonly createdAt: Date
}

export interface RecipientRow {
  id: string
  name: string | null
  timezone: string
  locale: string
  channels: string[] | null
  quiet_hours: QuietHours | null
  muted: string[] | null
  version: number
  created_ms: number
  addresses: Record<string, { address: string; suspended: string | null }>
}

const recipientFields = [
  'id',
  'name',
  'timezone',
  'locale',
  'addresses',
  'channels',
  'quietHours',
  'preferences',
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
  const channels = nullable(value.channels, (list) => readChannelNames(list, context.channels))
  const quietHours = nullable(value.quietHours, (hours) => readQuietHours(hours, '/quietHours'))
  const muted = nullable(value.preferences, (preferences) => readPreferences(preferences))
  const addresses = readAddresses(value.addresses, context.channels)
  const version = readVersion(value.version)
  return await context.db.transaction(async (tx) => {
    const [before] = await tx.run<PersonRow & { version: number }>('lock-recipient', [context.tenant, id])
    checkVersion(version, before?.version)
    if (!before && mustExist) throw new BelfryError('not_found', 'There is no such recipient.', { field: '/id' })
    const [after] = await tx.run<PersonRow>('put-recipient', [
      context.tenant,
      id,
      name.value,
      name.given,
      timezone.value,
      timezone.given,
      locale.value,
      locale.given,
      channels.value,
      channels.given,
      quietHours.value && JSON.stringify(quietHours.value),
      quietHours.given,
      muted.value && muted.value.length > 0 ? muted.value : null,
      muted.given,
    ])
    if (before && hasChanged(before, after!)) await replanRecipient(context, tx, after!)
    if (addresses.length > 0) {
      await tx.run('put-addresses', [
        context.tenant,
        id,
        addresses.map(([channel]) => channel),
        addresses.map(([, address]) => address),
      ])
    }
    const [row] = await tx.run<RecipientRow>('recipients', [context.tenant, id, null, 1])
    return toRecipient(row!)
  })
}

function hasChanged(before: PersonRow, after: PersonRow): boolean {
  return before.timezone !== after.timezone || JSON.stringify(before.quiet_hours) !== JSON.stringify(after.quiet_hours)
}

function readPreferences(value: unknown): string[] {
  const { channelsOff, kindsOff, typesOff } = readObject(value, ['channelsOff', 'kindsOff', 'typesOff'], '/preferences')
  const names = (list: unknown, field: string) =>
    list === undefined ? [] : readList(list, 100, field).map((name, i) => readName(name, `${field}/${i}`))
  return [
    ...names(channelsOff, '/preferences/channelsOff').map((name) => `channel:${name}`),
    ...names(kindsOff, '/preferences/kindsOff').map((name) => `kind:${name}`),
    ...names(typesOff, '/preferences/typesOff').map((name) => `type:${name}`),
  ]
}

function toPreferences(muted: readonly string[] | null): Preferences {
  const off = (prefix: string) =>
    (muted ?? []).filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length))
  return { channelsOff: off('channel:'), kindsOff: off('kind:'), typesOff: off('type:') }
}

function nullable<T>(value: unknown, read: (value: unknown) => T): { value: T | null; given: boolean } {
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

function readChannelNames(value: unknown, known: ReadonlySet<string>): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.channelsMax) {
    throw refuse('invalid_input', 'Expected a list of channels.', {
      field: '/channels',
      accepted: `1 to ${limits.channelsMax} of ${[...known].join(', ')}`,
    })
  }
  const names = Array.from(value, (channel, i) =>
    knownChannel(readName(channel, `/channels/${i}`), known, `/channels/${i}`),
  )
  // Named twice, a channel would be fired twice: the second time under a key of its own.
  if (new Set(names).size !== names.length)
    throw refuse('invalid_input', 'A channel is named twice.', { field: '/channels', accepted: 'each channel once' })
  return names
}

function readAddresses(value: unknown, known: ReadonlySet<string>): [string, string | null][] {
  if (value === undefined) return []
  const object = readObject(value, [...known], '/addresses')
  return Object.entries(object).map(([channel, address]) => [
    knownChannel(channel, known, `/addresses/${channel}`),
    address === null ? null : readText(address, `/addresses/${channel}`, { bytesMax: limits.addressBytesMax }),
  ])
}

function knownChannel(name: string, known: ReadonlySet<string>, field: string): string {
  if (known.has(name)) return name
  throw new BelfryError('unknown_channel', `No channel ${JSON.stringify(name)} is configured.`, {
    field,
    accepted: [...known].join(', '),
  })
}

export async function getRecipient(context: Context, id: string): Promise<Recipient | null> {
  const [row] = await context.db.run<RecipientRow>('recipients', [context.tenant, readId(id, '/id'), null, 1])
  return row ? toRecipient(row) : null
}

export async function listRecipients(
  context: Context,
  options: { cursor?: string; limit?: number } = {},
): Promise<Page<Recipient>> {
  const value = readObject(options, ['cursor', 'limit'], '')
  const limit = value.limit === undefined ? 50 : readInteger(value.limit, '/limit', 1, limits.listLimitMax)
  const cursor = value.cursor === undefined ? null : readId(value.cursor, '/cursor')
  const rows = await context.db.run<RecipientRow>('recipients', [context.tenant, null, cursor, limit + 1])
  const items = rows.slice(0, limit).map(toRecipient)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export function toRecipient(row: RecipientRow): Recipient {
  const addresses = Object.entries(row.addresses)
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    locale: row.locale,
    addresses: Object.fromEntries(addresses.map(([channel, { address }]) => [channel, address])),
    suspended: Object.fromEntries(
      addresses.flatMap(([channel, { suspended }]) => (suspended ? [[channel, suspended]] : [])),
    ),
    channels: row.channels,
    quietHours: row.quiet_hours,
    preferences: toPreferences(row.muted),
    version: row.version,
    createdAt: new Date(row.created_ms),
  }
}
