// Items of a sweep, read from rows of a table or from what a function yields: what is there but cannot be understood is
// refused, never guessed.

import { cutText } from '../cut-text.ts'
import { addressReader, type ReadAddress } from '../engine/address.ts'
import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readJson, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { formatLocal } from '../time/local.ts'
import { parseMoment } from '../time/moment.ts'
import { occurrenceInstant } from '../time/recurrence/recurrence.ts'
import { canonicalZone, instantToLocal } from '../time/zone.ts'
import { instantAt, type ZoneRules } from '../time/zone-rules.ts'
import type { Definition, TableDefinition } from './read-sweep.ts'
import type { OpenedTable, TableRow } from './source.ts'

export interface Profile {
  readonly name: string | null
  readonly timezone: string
  readonly locale: string
  readonly addresses: Readonly<Record<string, string>>
}

export interface Item {
  readonly id: string
  readonly dueMs: number
  /** As its table has it. */
  readonly due: string
  readonly recipient: string | null
  /** Read only where somebody is to be reminded: of most items a look at the ledger is all. */
  readonly details: () => Details
}

export interface Details {
  readonly profile: Profile
  readonly title: string | null
  readonly body: string | null
  /** JSON text. */
  readonly data: string | null
}

/** Texts with `{column}`, and the values that they are filled with. */
export type Texts = Pick<Definition, 'title' | 'body'>

/** Which columns are read, and what each of them is for. */
export interface Layout {
  readonly columns: readonly string[]
  read(row: TableRow, texts: Texts, zone: SourceZone): Item
  /** Also of a row that cannot be read otherwise; null: not even that. */
  dueOf(row: TableRow, zone: SourceZone): number | null
}

/** Of due times that name none. */
export interface SourceZone {
  readonly timezone: string
  readonly rules: ZoneRules
}

export function layoutOf(
  table: TableDefinition,
  opened: Pick<OpenedTable, 'due' | 'columns'>,
  readAddress: ReadAddress,
): Layout {
  const values: Readonly<Record<string, string>> =
    table.columns.title === undefined && opened.columns.has('title')
      ? { ...table.columns, title: 'title' }
      : table.columns
  const { profile } = table
  const wanted = [profile.name, profile.timezone, profile.locale]
  const columns = [...new Set([...wanted, ...Object.values(profile.addresses), ...Object.values(values)])]
  const named = columns.filter((column): column is string => column !== null)
  const place = new Map(named.map((column, i) => [column, i]))
  return {
    columns: named,
    dueOf: (row, zone) => dueOf(row.due, opened.due, zone),
    read(row, texts, zone) {
      const { recipient } = row
      return {
        id: readId(row.id ?? undefined, '/id'),
        dueMs: requireDue(dueOf(row.due, opened.due, zone)),
        due: row.due,
        recipient: recipient === null || recipient === '' ? null : readId(recipient, '/recipient'),
        details: () => detailsOf(row, texts),
      }
    },
  }

  function detailsOf(row: TableRow, texts: Texts): Details {
    const cell = (column: string | null) => (column === null ? null : (row.cells[place.get(column)!] ?? null))
    const filled = Object.fromEntries(Object.entries(values).map(([name, column]) => [name, cell(column)]))
    const addresses = Object.entries(profile.addresses).flatMap(([channel, column]) => {
      const address = cell(column)
      return address === null || address === '' ? [] : [[channel, address] as const]
    })
    return {
      profile: readProfile({
        name: cell(profile.name),
        timezone: cell(profile.timezone),
        locale: cell(profile.locale),
        addresses: readAddresses(Object.fromEntries(addresses), readAddress),
      }),
      ...messageOf(texts, filled, { id: row.id ?? '', due: row.due }, values),
    }
  }
}

const instantPattern = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/
const localPattern = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?)?$/
const dueAccepted = 'a time from 1970 to 9999'

/** Rounded up to the millisecond: never early. */
function dueOf(text: string, kind: OpenedTable['due'], zone: SourceZone): number | null {
  const match = (kind === 'instant' ? instantPattern : localPattern).exec(text)
  if (!match) return null
  const [, date, time = '00:00:00', fraction = ''] = match
  const ms = Math.ceil(Number(fraction.padEnd(6, '0')) / 1_000)
  if (kind === 'instant' || zone.timezone === 'UTC') return Date.parse(`${date}T${time}Z`) + ms
  return occurrenceInstant(`${date}T${time}`, zone.timezone, zone.rules) + ms
}

function requireDue(ms: number | null): number {
  if (ms !== null) return ms
  throw refuse('invalid_input', 'Not a due time.', { field: '/due', accepted: dueAccepted })
}

/** An instant as a column has it: with a zone in UTC, without one on the clocks of the source's zone. */
export function columnTime(ms: number, kind: OpenedTable['due'], timezone: string, rules: ZoneRules): string {
  if (kind === 'instant' || timezone === 'UTC')
    return new Date(ms).toISOString().slice(0, kind === 'instant' ? undefined : -1)
  return formatLocal(instantToLocal(instantAt(ms), timezone, rules))
}

interface GivenProfile {
  readonly name?: string | null
  readonly timezone?: string | null
  readonly locale?: string | null
  readonly addresses?: Readonly<Record<string, string>>
}

function readProfile({ name, timezone, locale, addresses }: GivenProfile): Profile {
  const zoneField = '/profile/timezone'
  return {
    name: name == null ? null : readText(cutText(name, 200), '/profile/name', { charsMax: 200 }),
    timezone:
      timezone == null || timezone === ''
        ? 'UTC'
        : canonicalZone(readText(timezone, zoneField, { bytesMax: 64 }), zoneField),
    locale: locale == null || locale === '' ? 'en' : readLocale(locale),
    addresses: addresses ?? {},
  }
}

function readAddresses(given: object, readAddress: ReadAddress): Readonly<Record<string, string>> {
  const entries = Object.entries(given).map(([channel, address]) => [
    channel,
    readAddress(channel, address, `/profile/addresses/${channel}`),
  ])
  return Object.fromEntries(entries)
}

function readLocale(value: string): string {
  const text = readText(value, '/profile/locale', { bytesMax: 35 })
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    throw refuse('invalid_input', 'Not a language tag.', { field: '/profile/locale', accepted: 'en, en-GB, ko' })
  }
}

/** Values that a text names are put in; one that is not there leaves nothing. Longer than Belfry's limits, it is cut. */
function messageOf(
  { title, body }: Texts,
  values: Readonly<Record<string, unknown>>,
  own: { readonly id: string; readonly due: string },
  columns: object,
): Pick<Details, 'title' | 'body' | 'data'> {
  const all: Record<string, unknown> = { ...own, ...values }
  const fill = (text: string) =>
    text.replaceAll(/\{([A-Za-z0-9][A-Za-z0-9_.:-]*)\}/g, (_, name: string) =>
      shown(Object.hasOwn(all, name) ? all[name] : ''),
    )
  const titled = title ?? (values.title == null ? null : '{title}')
  return {
    title: titled === null ? null : cutText(fill(titled), limits.titleCharsMax),
    body: body === null ? null : cutText(fill(body), limits.bodyCharsMax),
    data: Object.keys(columns).length === 0 ? null : readJson(values, '/values'),
  }
}

function shown(value: unknown): string {
  return value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The channels that are configured, and the time-zone database. */
export type ItemGround = Pick<Context, 'channels' | 'sending' | 'rules'>

const itemFields = ['id', 'due', 'recipient', 'values', 'profile']

/** What a function yields. */
export function readItem(value: unknown, texts: Texts, { channels, sending, rules }: ItemGround): Item {
  const item = readObject(value, itemFields, '')
  const id = readId(typeof item.id === 'number' ? String(item.id) : item.id, '/id')
  if (!(item.due instanceof Date) && typeof item.due !== 'string')
    throw new BelfryError('missing_field', 'When is it due?', { field: '/due', accepted: 'a Date, or a time as text' })
  const { instant } = parseMoment(item.due, { defaultTimezone: 'UTC', field: '/due' }, rules)
  const values = item.values === undefined ? {} : (JSON.parse(readJson(item.values, '/values')) as object)
  const given = readObject(item.profile ?? {}, ['name', 'timezone', 'locale', 'addresses'], '/profile')
  const named = readObject(given.addresses ?? {}, [...channels], '/profile/addresses')
  const addresses = readAddresses(named, addressReader(sending))
  const due = new Date(instant.epochMilliseconds).toISOString()
  return {
    id,
    due,
    dueMs: instant.epochMilliseconds,
    recipient: item.recipient == null || item.recipient === '' ? null : readId(item.recipient, '/recipient'),
    details: () => ({
      profile: readProfile({ ...given, addresses } as GivenProfile),
      ...messageOf(texts, values as Record<string, unknown>, { id, due }, values),
    }),
  }
}
