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
  /** Types by column. */
  readonly columns: Readonly<Record<string, string>>
  readonly isIndexed: boolean
}

/** A user called belfry has Belfry's schema in their path: a name alone never means a table in it, if another one has it. */
const about = `select n.nspname as schema, c.relname as name, c.relkind::text as kind,
    (select json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) from pg_attribute a
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

/** What a claim needs to know of a table. */
export interface ClaimTable {
  readonly name: string
  readonly id: { readonly column: string; readonly type: string }
  readonly due: { readonly column: string; readonly type: string }
  readonly sentAt: { readonly column: string; readonly type: string }
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
  const sentAt = table.reminderSentAt === null ? null : typeOf(table.reminderSentAt, '/source/reminderSentAt')
  checkColumns(table, typeOf)
  if (sentAt) await checkChangeable(query, name, sentAt.column)
  return {
    due: timeKind(due.type, '/source/due'),
    sentAt: sentAt && timeKind(sentAt.type, '/source/reminderSentAt'),
    columns: new Set(Object.keys(found.columns)),
    isIndexed: withIndexes.includes(found.kind) ? found.isIndexed : null,
    claimed: sentAt && { name, id, due, sentAt, status: table.status },
    page: (wanted, columns) => readPage(query, { name, id, due, status: table.status }, wanted, columns),
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
  if (table.recipient !== null) typeOf(table.recipient, '/source/recipient')
  if (table.status !== null) typeOf(table.status.column, '/source/status/column')
  for (const [name, column] of Object.entries(table.columns)) typeOf(column, `/source/columns/${name}`)
  const { addresses, ...profile } = table.profile
  for (const [name, column] of Object.entries(profile))
    if (column !== null) typeOf(column, `/source/recipients/${name}`)
  for (const [channel, column] of Object.entries(addresses)) typeOf(column, `/source/recipients/addresses/${channel}`)
}

function timeKind(type: string, field: string): 'instant' | 'local' {
  if (/^timestamp(\(\d\))? with time zone$/.test(type)) return 'instant'
  if (/^timestamp(\(\d\))? without time zone$/.test(type) || type === 'date') return 'local'
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
 * `due > …` and the order let the due index serve it; rows of the same moment are sorted by id as they come. Every column is named
 * with its table: alone, a name in the order would mean the text that is selected.
 */
async function readPage(
  query: Query,
  { name, id, due, status }: PageTable,
  { after, upto, from, count }: PageWanted,
  columns: readonly string[],
): Promise<TableRow[]> {
  const [idName, dueName] = [`t.${quoted(id.column)}`, `t.${quoted(due.column)}`]
  const cells = columns.map((column) => `, t.${quoted(column)}::text`).join('')
  const filter = status === null ? '' : ` and t.${quoted(status.column)}::text = any ($4::text[])`
  const begins = from === null ? `${dueName} > $1::${due.type}` : `${dueName} >= $1::${due.type}`
  const idAt = status === null ? '$4' : '$5'
  const goesOn = from === null ? '' : ` and (${dueName} > $1::${due.type} or ${idName} > ${idAt}::${id.type})`
  const text = `select ${idName}::text, ${dueName}::text${cells} from ${name} t
    where ${begins} and ${dueName} <= $2::${due.type}${filter}${goesOn} order by ${dueName}, ${idName} limit $3`
  const values = [from?.due ?? after, upto, count, ...(status ? [status.in] : []), ...(from ? [from.id] : [])]
  const { rows } = await query<(string | null)[]>({ text, values, rowMode: 'array' }).catch(asBelfryError)
  return rows.map(([rowId = null, rowDue, ...rest]) => ({ id: rowId, due: rowDue ?? '', cells: rest }))
}

/** The seed of it all: an atomic update that says who has the item. Rows that somebody holds are left alone. */
export function claimOn(query: Query, { name, id, due, sentAt, status }: ClaimTable): Claim {
  const [idName, dueName, sentName] = [quoted(id.column), quoted(due.column), quoted(sentAt.column)]
  const isOurs = `(u.force or t.${sentName} is null or t.${sentName} < $5::${sentAt.type})`
  const filter = status === null ? '' : ` and t.${quoted(status.column)}::text = any ($6::text[])`
  const text = `with held as materialized (
      select t.${idName} as id, u.id as name, ${isOurs} as is_ours
      from unnest($1::text[], $2::text[], $3::boolean[]) as u(id, due, force)
      join ${name} t on t.${idName} = u.id::${id.type} and t.${dueName} = u.due::${due.type}${filter}
      for update of t skip locked
    ),
    claimed as (
      update ${name} t set ${sentName} = $4::${sentAt.type} from held h where h.is_ours and t.${idName} = h.id
    )
    select name as id, case when is_ours then 'free' else 'reminded' end as outcome from held`
  return async (items, { now, before }) => {
    const ids = items.map((item) => item.id)
    const values = [ids, items.map((item) => item.due), items.map(({ force }) => force), now, before]
    const { rows } = await query<Claimed>(text, [...values, ...(status ? [status.in] : [])]).catch(asBelfryError)
    return rows
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
