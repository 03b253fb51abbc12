// A sweep as it was described, read strictly: every name of a table or a column is checked here, and only ever used inside
// quotes. What is stored is the description without its function; reading that again gives the same.

import { type ChannelSteps, stepsOf } from '../engine/ladder.ts'
import { readChannels } from '../engine/reminder.ts'
import type { BelfryError } from '../errors.ts'
import { readColumnName, readTableName } from '../import/table.ts'
import { readBoolean, readInteger, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { durationMs, kindOfOffset } from '../time/duration.ts'
import { canonicalZone } from '../time/zone.ts'
import { everyAccepted } from './cron.ts'
import { type Every, nextTick, readEvery } from './schedule.ts'
import type { FunctionSource } from './sweep.ts'

export interface Definition {
  readonly name: string
  readonly every: Every
  readonly timezone: string
  readonly enabled: boolean
  readonly source: TableDefinition | 'function'
  readonly fromMs: number
  readonly toMs: number
  readonly entityType: string
  readonly kind: string
  readonly overdueKind: string | null
  readonly plan: string | readonly string[] | null
  /** Null: `{title}`, where there is such a column. */
  readonly title: string | null
  readonly body: string | null
  readonly channels: ChannelSteps | null
  readonly coolDownMs: number | null
  readonly toleranceMs: number
  readonly limit: number | null
  readonly batchSize: number
}

export interface TableDefinition {
  /** Schema and name, or the name alone, as the database spells them. */
  readonly table: readonly string[]
  readonly connection: string | null
  readonly id: string
  readonly due: string
  readonly recipient: string | null
  readonly status: { readonly column: string; readonly in: readonly string[] } | null
  readonly reminderSentAt: string | null
  readonly timezone: string
  readonly columns: Readonly<Record<string, string>>
  readonly profile: {
    readonly name: string | null
    readonly timezone: string | null
    readonly locale: string | null
    readonly addresses: Readonly<Record<string, string>>
  }
}

export interface ReadSweep {
  readonly definition: Definition
  /** As it was described, without functions: what is stored and shown. */
  readonly stored: Readonly<Record<string, unknown>>
  readonly items: FunctionSource['items'] | null
}

/** What can be named in a sweep. */
export interface Named {
  readonly channels: ReadonlySet<string>
  readonly connections: ReadonlySet<string>
}

const fields = [
  ...['name', 'every', 'timezone', 'source', 'window', 'entityType', 'kind', 'overdueKind', 'plan', 'message'],
  ...['coolDown', 'tolerance', 'limit', 'batchSize', 'enabled'],
]
const tableFields = [
  ...['table', 'connection', 'id', 'due', 'recipient', 'status', 'reminderSentAt', 'timezone', 'columns', 'recipients'],
]
const windowDaysMax = 366
const coolDownDaysMax = 366
const toleranceDaysMax = 366
const columnsMax = 50
const statusesMax = 100

export function readSweep(input: unknown, named: Named): ReadSweep {
  const value = readObject(input, fields, '')
  const name = readName(value.name, '/name')
  const timezone = value.timezone === undefined ? 'UTC' : readZone(value.timezone, '/timezone')
  const { source, items } = readSource(value.source, named)
  const definition: Definition = {
    ...{ name, timezone, source },
    every: readSchedule(value.every, timezone),
    enabled: value.enabled === undefined ? true : readBoolean(value.enabled, '/enabled'),
    ...readWindow(value.window),
    entityType: value.entityType === undefined ? name : readName(value.entityType, '/entityType'),
    ...readKinds(value),
    plan: readPlan(value.plan, source),
    ...readMessage(value.message, named.channels),
    coolDownMs: value.coolDown == null ? null : durationMs(value.coolDown, '/coolDown', coolDownDaysMax),
    toleranceMs:
      value.tolerance === undefined ? 3_600_000 : durationMs(value.tolerance, '/tolerance', toleranceDaysMax),
    limit: value.limit == null ? null : readInteger(value.limit, '/limit', 1, 1_000_000_000),
    batchSize: value.batchSize === undefined ? 1_000 : readInteger(value.batchSize, '/batchSize', 1, 10_000),
  }
  const stored = items === null ? value : { ...value, source: functionStored }
  return { definition, stored: JSON.parse(JSON.stringify(stored)) as Record<string, unknown>, items }
}

/** What a function becomes in the table. */
const functionStored = { items: 'function' }

function readSchedule(value: unknown, timezone: string): Every {
  const every = readEvery(readText(value, '/every', { bytesMax: 200, accepted: everyAccepted }), '/every')
  // The calendar repeats itself: what does not happen from here on never does.
  if (nextTick(every, timezone, Date.UTC(2030, 0)) !== null) return every
  throw refuse('invalid_input', 'That never happens.', { field: '/every', accepted: everyAccepted })
}

function readZone(value: unknown, field: string): string {
  return canonicalZone(readText(value, field, { bytesMax: 64 }), field)
}

function readWindow(value: unknown): { fromMs: number; toMs: number } {
  if (value === undefined) return { fromMs: 0, toMs: 86_400_000 }
  const { from, to } = readObject(value, ['from', 'to'], '/window')
  const fromMs = from === undefined ? 0 : durationMs(from, '/window/from', windowDaysMax)
  const toMs = durationMs(to, '/window/to', windowDaysMax)
  if (toMs > fromMs) return { fromMs, toMs }
  throw refuse('invalid_input', 'The window ends before it begins.', {
    field: '/window/to',
    accepted: 'a duration longer than from',
  })
}

function readKinds(value: Record<string, unknown>): Pick<Definition, 'kind' | 'overdueKind'> {
  const kind = value.kind === undefined ? 'due_soon' : readName(value.kind, '/kind')
  if (value.overdueKind === null) return { kind, overdueKind: null }
  const overdueKind = value.overdueKind === undefined ? 'overdue' : readName(value.overdueKind, '/overdueKind')
  if (overdueKind !== kind) return { kind, overdueKind }
  throw refuse('invalid_input', 'Both kinds have the same name.', {
    field: '/overdueKind',
    accepted: 'another name than kind, or null',
  })
}

function readPlan(value: unknown, source: Definition['source']): Definition['plan'] {
  if (value === undefined) return null
  if (source !== 'function' && source.recipient === null) {
    throw refuse('missing_field', 'A plan reminds somebody.', {
      field: '/source/recipient',
      accepted: 'the column that names the recipient',
    })
  }
  if (typeof value === 'string') return readName(value, '/plan')
  const steps = readList(value, limits.stepsMax, '/plan').map((step, i) => {
    const text = readText(step, `/plan/${i}`, { bytesMax: 64 })
    return { text, kind: kindOfOffset(text, `/plan/${i}`) }
  })
  if (steps.length > 0 && new Set(steps.map(({ kind }) => kind)).size === steps.length)
    return steps.map(({ text }) => text)
  throw refuse('invalid_input', 'No step, or the same one twice.', { field: '/plan', accepted: 'each step once' })
}

function readMessage(value: unknown, known: ReadonlySet<string>): Pick<Definition, 'title' | 'body' | 'channels'> {
  const { title, body, channels } = readObject(value ?? {}, ['title', 'body', 'channels'], '/message')
  return {
    title: title === undefined ? null : readText(title, '/message/title', { charsMax: limits.titleCharsMax }),
    body: body === undefined ? null : readText(body, '/message/body', { charsMax: limits.bodyCharsMax }),
    channels: channels === undefined ? null : stepsOf(readChannels(channels, known, '/message/channels')),
  }
}

function readSource(value: unknown, named: Named): Pick<ReadSweep, 'items'> & Pick<Definition, 'source'> {
  if (typeof value === 'object' && value !== null && 'items' in value) {
    const { items } = readObject(value, ['items'], '/source')
    if (typeof items === 'function') return { source: 'function', items: items as FunctionSource['items'] }
    if (items === functionStored.items) return { source: 'function', items: null }
    throw refuse('invalid_input', 'Expected a function.', {
      field: '/source/items',
      accepted: 'a function that yields items; only in code',
    })
  }
  const table = readObject(value, tableFields, '/source')
  return { source: readTable(table, named), items: null }
}

function readTable(value: Record<string, unknown>, named: Named): TableDefinition {
  const column = (name: string, otherwise: string | null) =>
    value[name] === undefined ? otherwise : value[name] === null ? null : readColumnName(value[name], `/source/${name}`)
  return {
    table: refuseOwn(readTableName(value.table, '/source/table')),
    connection: readConnection(value.connection, named.connections),
    id: readColumnName(value.id ?? 'id', '/source/id'),
    due: readColumnName(value.due ?? 'due_at', '/source/due'),
    recipient: column('recipient', null),
    status: value.status === undefined ? null : readStatus(value.status),
    reminderSentAt: column('reminderSentAt', null),
    timezone: value.timezone === undefined ? 'UTC' : readZone(value.timezone, '/source/timezone'),
    columns: value.columns === undefined ? {} : readColumns(value.columns, '/source/columns'),
    profile: readProfile(value.recipients, named.channels),
  }
}

/** Schemas in which nobody has things that come due. A name without a schema is looked at once more where it leads to. */
export function isOwnSchema(schema: string): boolean {
  return schema === 'belfry' || schema === 'information_schema' || schema.startsWith('pg_')
}

function refuseOwn(table: readonly string[]): readonly string[] {
  if (table.length === 1 || !isOwnSchema(table[0]!)) return table
  throw ownTable()
}

export function ownTable(): BelfryError {
  return refuse('invalid_input', 'Belfry’s own tables and those of the system are not swept.', {
    field: '/source/table',
    accepted: 'a table of yours',
  })
}

function readConnection(value: unknown, known: ReadonlySet<string>): string | null {
  if (value == null) return null
  const name = readName(value, '/source/connection')
  if (known.has(name)) return name
  throw refuse('invalid_input', 'There is no connection of that name in the configuration.', {
    field: '/source/connection',
    accepted: known.size === 0 ? 'null; the configuration names no connections' : `null, or ${[...known].join(', ')}`,
  })
}

function readStatus(value: unknown): TableDefinition['status'] {
  const { column, in: values } = readObject(value, ['column', 'in'], '/source/status')
  const list = readList(values, statusesMax, '/source/status/in').map((one, i) =>
    readText(one, `/source/status/in/${i}`, { charsMax: 1_000 }),
  )
  if (list.length > 0) return { column: readColumnName(column, '/source/status/column'), in: list }
  throw refuse('invalid_input', 'No status would do.', { field: '/source/status/in', accepted: 'one or more values' })
}

function readColumns(value: unknown, field: string): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('invalid_input', 'Expected an object.', { field, accepted: 'columns by the name they get' })
  const entries = Object.entries(value)
  if (entries.length > columnsMax)
    throw refuse('too_many', 'Too many columns.', { field, accepted: `at most ${columnsMax}` })
  return Object.fromEntries(
    entries.map(([name, column]) => [readName(name, field), readColumnName(column, `${field}/${name}`)]),
  )
}

function readProfile(value: unknown, channels: ReadonlySet<string>): TableDefinition['profile'] {
  const field = '/source/recipients'
  const given = readObject(value ?? {}, ['name', 'timezone', 'locale', 'addresses'], field)
  const column = (name: string) => (given[name] === undefined ? null : readColumnName(given[name], `${field}/${name}`))
  const addresses =
    given.addresses === undefined ? {} : readObject(given.addresses, [...channels], `${field}/addresses`)
  return {
    name: column('name'),
    timezone: column('timezone'),
    locale: column('locale'),
    addresses: Object.fromEntries(
      Object.entries(addresses).map(([channel, name]) => [
        channel,
        readColumnName(name, `${field}/addresses/${channel}`),
      ]),
    ),
  }
}
