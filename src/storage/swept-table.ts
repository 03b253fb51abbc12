// A table that is not Belfry's, read by a sweep in keyset pages through its due index, and its items claimed. The only names in
// these statements are quoted: a name cannot become anything else.

import type pg from 'pg'
import { BelfryError } from '../errors.ts'
import { isOwnSchema, ownTable, type TableDefinition } from '../sweeps/read-sweep.ts'
import type { Claim, Claimed, OpenedTable, PageWanted, TableRow } from '../sweeps/source.ts'
import { quoted } from './catalogue.ts'
import { toBelfryError } from './failure.ts'

interface About {
  readonly schema: string
  readonly name: string
  readonly kind: string
  /** Types by column, without their precision: a bound is not rounded to whole seconds because a column is. */
  readonly columns: Readonly<Record<string, string>>
  readonly isIndexed: boolean
}

/** A user called belfry has Belfry's schema in their path: a name alone never means a table in it, if another one has it. */
const about = `select n.nspname as schema, c.relname as name, c.relkind::text as kind,
    (select json_object_agg(a.attname, format_type(a.atttypid, -1)) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    exists (
      select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisvalid and a.attname = $2) as "isIndexed"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and case when $3::text is null then n.nspname = any (current_schemas(false)) else n.nspname = $3 end
  order by n.nspname = 'belfry', array_position(current_schemas(false), n.nspname) limit 1`

/** Ordinary and partitioned tables, and materialized views, have indexes. */
const withIndexes = ['r', 'p', 'm']

interface Column {
  readonly column: string
  readonly type: string
}

/** What a claim needs to know of a table. */
export interface ClaimTable {
  readonly name: string
  readonly id: Column
  readonly due: Column
  readonly recipient: Column | null
  readonly sentAt: Column
  readonly status: TableDefinition['status']
}

export interface OpenedForClaims extends OpenedTable {
  readonly claimed: ClaimTable | null
}

type Query = pg.ClientBase['query']

export async function openSweptTable(query: Query, table: TableDefinition): Promise<OpenedForClaims> {
  const { rows } = await query<About>(about, [table.table.at(-1), table.due, schemaOf(table)]).catch(asBelfryError)
  const found = rows[0]
  if (!found) throw missing('There is no such table.', '/source/table')
  if (isOwnSchema(found.schema)) throw ownTable()
  const typeOf = (column: string, field: string) => {
    // Names are anybody's: `constructor` is a column only where the table has it.
    const type = Object.hasOwn(found.columns, column) ? found.columns[column] : undefined
    if (type === undefined) throw missing('The table has no such column.', field)
    return { column, type }
  }
  const name = `${quoted(found.schema)}.${quoted(found.name)}`
  const id = typeOf(table.id, '/source/id')
  const due = typeOf(table.due, '/source/due')
  const recipient = table.recipient === null ? null : typeOf(table.recipient, '/source/recipient')
  const sentAt = table.reminderSentAt === null ? null : typeOf(table.reminderSentAt, '/source/reminderSentAt')
  checkColumns(table, typeOf)
  if (sentAt) await checkChangeable(query, name, sentAt.column)
  return {
    due: timeKind(due.type, '/source/due'),
    sentAt: sentAt && timeKind(sentAt.type, '/source/reminderSentAt'),
    columns: new Set(Object.keys(found.columns)),
    isIndexed: withIndexes.includes(found.kind) ? found.isIndexed : null,
    claimed: sentAt && { name, id, due, recipient, sentAt, status: table.status },
    page: (wanted, columns) => readPage(query, { name, id, due, recipient, status: table.status }, wanted, columns),
  }
}

/** 4 is the bit of an update. A claim that can never work is found here, and not by every item. */
const changeable = `select (pg_relation_is_updatable($1::regclass, true) & 4) = 4 as "isUpdatable",
  has_column_privilege($1::regclass, $2, 'update') as "isAllowed"`

async function checkChangeable(query: Query, name: string, column: string): Promise<void> {
  interface Changeable {
    readonly isUpdatable: boolean
    readonly isAllowed: boolean
  }
  const { rows } = await query<Changeable>(changeable, [name, column]).catch(asBelfryError)
  const { isUpdatable = false, isAllowed = false } = rows[0] ?? {}
  if (isUpdatable && isAllowed) return
  throw new BelfryError(
    'invalid_input',
    isUpdatable ? 'The column of reminderSentAt may not be changed.' : 'The view cannot be changed.',
    { field: '/source/reminderSentAt', accepted: 'null, or a column that may be updated' },
  )
}

function schemaOf({ table }: TableDefinition): string | null {
  return table.length > 1 ? table[0]! : null
}

function checkColumns(table: TableDefinition, typeOf: (column: string, field: string) => unknown): void {
  if (table.status !== null) typeOf(table.status.column, '/source/status/column')
  for (const [name, column] of Object.entries(table.columns)) typeOf(column, `/source/columns/${name}`)
  const { addresses, ...profile } = table.profile
  for (const [name, column] of Object.entries(profile))
    if (column !== null) typeOf(column, `/source/recipients/${name}`)
  for (const [channel, column] of Object.entries(addresses)) typeOf(column, `/source/recipients/addresses/${channel}`)
}

function timeKind(type: string, field: string): 'instant' | 'local' {
  if (type === 'timestamp with time zone') return 'instant'
  if (type === 'timestamp without time zone' || type === 'date') return 'local'
  throw new BelfryError('invalid_input', `A column of type ${type} is not a time.`, {
    field,
    accepted: 'a column of type timestamptz, timestamp or date',
  })
}

function missing(what: string, field: string): BelfryError {
  return new BelfryError('invalid_input', what, {
    field,
    accepted: 'a table or view of that database, and its columns',
  })
}

type PageTable = Omit<ClaimTable, 'sentAt'>

/**
 * `due > …` and the order let the due index serve it; rows of the same moment are sorted by id and recipient as they come: one
 * meeting may have a row for each who takes part. Every column is named with its table: alone, a name in the order would mean the
 * text that is selected.
 */
async function readPage(
  query: Query,
  { name, id, due, recipient, status }: PageTable,
  { after, upto, from, count }: PageWanted,
  columns: readonly string[],
): Promise<TableRow[]> {
  const values: unknown[] = [from?.due ?? after, upto, count]
  const given = (value: unknown) => `$${values.push(value)}`
  const dueName = `t.${quoted(due.column)}`
  const idName = `t.${quoted(id.column)}`
  const whoName = recipient && `t.${quoted(recipient.column)}`
  const cells = columns.map((column) => `, t.${quoted(column)}::text`).join('')
  const filter = status === null ? '' : ` and t.${quoted(status.column)}::text = any (${given(status.in)}::text[])`
  const begins = from === null ? `${dueName} > $1::${due.type}` : `${dueName} >= $1::${due.type}`
  const keys = recipient ? [id, recipient] : [id]
  const goesOn = from ? ` and (${dueName} > $1::${due.type} or ${isAfter(keys, [from.id, from.recipient], given)})` : ''
  const text = `select ${idName}::text, ${dueName}::text, ${whoName ?? 'null'}::text${cells} from ${name} t
    where ${begins} and ${dueName} <= $2::${due.type}${filter}${goesOn}
    order by ${[dueName, idName, ...(whoName ? [whoName] : [])].join(', ')} limit $3`
  const { rows } = await query<(string | null)[]>({ text, values, rowMode: 'array' }).catch(asBelfryError)
  return rows.map(([rowId = null, rowDue, who = null, ...rest]) => ({
    ...{ id: rowId, due: rowDue ?? '', recipient: who },
    cells: rest,
  }))
}

/** Behind a place in the order of these columns, in which nothing comes last. */
function isAfter(
  [first, ...others]: readonly Column[],
  [place = null, ...places]: readonly (string | null)[],
  given: (value: unknown) => string,
): string {
  if (!first) return 'false'
  const name = `t.${quoted(first.column)}`
  const rest = isAfter(others, places, given)
  if (place === null) return `${name} is null and (${rest})`
  const value = `${given(place)}::${first.type}`
  return `(${name} > ${value} or ${name} is null or ${name} = ${value} and (${rest}))`
}

/** The seed of it all: an atomic update that says who has the item. Rows that somebody holds are left alone. */
export function claimOn(query: Query, { name, id, due, recipient, sentAt, status }: ClaimTable): Claim {
  const [idName, dueName, sentName] = [quoted(id.column), quoted(due.column), quoted(sentAt.column)]
  const whoName = recipient && quoted(recipient.column)
  const isOurs = `(u.force or t.${sentName} is null or t.${sentName} < $6::${sentAt.type})`
  const filter = status === null ? '' : ` and t.${quoted(status.column)}::text = any ($7::text[])`
  const isTheirs = recipient ? ` and t.${whoName} = u.recipient::${recipient.type}` : ''
  const text = `with held as materialized (
      select u.n, t.${idName} as id, t.${dueName} as due, ${whoName ? `t.${whoName}` : 'null'} as recipient, ${isOurs} as is_ours
      from unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) with ordinality as u(id, due, recipient, force, n)
      join ${name} t on t.${idName} = u.id::${id.type} and t.${dueName} = u.due::${due.type}${isTheirs}${filter}
      for update of t skip locked
    ),
    claimed as (
      update ${name} t set ${sentName} = $5::${sentAt.type} from held h
      where h.is_ours and t.${idName} = h.id and t.${dueName} = h.due${whoName ? ` and t.${whoName} = h.recipient` : ''}
    )
    select n::integer, case when bool_or(is_ours) then 'free' else 'reminded' end as outcome from held group by n`
  return async (items, { now, before }) => {
    const keys = [items.map((item) => item.id), items.map((item) => item.due), items.map((item) => item.recipient)]
    const values = [...keys, items.map(({ force }) => force), now, before, ...(status ? [status.in] : [])]
    const { rows } = await query<{ n: number; outcome: Claimed }>(text, values).catch(asBelfryError)
    const outcomes = new Map(rows.map(({ n, outcome }) => [n, outcome]))
    return items.map((_, i) => outcomes.get(i + 1) ?? null)
  }
}

const refusals: Readonly<Record<string, string>> = {
  '42P01': 'There is no such table.',
  '3F000': 'There is no such schema.',
  '42703': 'The table does not have all the columns.',
  '42501': 'The table may not be read, or not be changed.',
  '55000': 'The view cannot be changed.',
  '0A000': 'The view cannot be changed.',
  '42809': 'The view cannot be changed.',
  '25006': 'The database takes no changes.',
}

function asBelfryError(error: unknown): never {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const known = refusals[code]
  if (known === undefined) throw toBelfryError(error)
  throw new BelfryError('invalid_input', known, { field: '/source/table', accepted: 'a table of yours', cause: error })
}
