// Reading a table that is not Belfry's, through a cursor: a view serves as well as a table, no key is needed, and of a million
// rows one piece is in memory. The transaction is read only and sees one state of the table; it stays open while the
// rows are worked on, on a connection of its own.

import pg from 'pg'
import { BelfryError } from '../errors.ts'
import type { ReadTable, TableWanted } from '../import/table.ts'
import { toBelfryError, unavailable } from './failure.ts'

const begin = [
  'begin isolation level repeatable read read only',
  // Whatever the server's habits are, times are written in one way.
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  // A sort of a large table takes its time, and so does the work between two pieces.
  "set local statement_timeout = '10min'",
  'set local idle_in_transaction_session_timeout = 0',
].join('; ')

export function tableReader(connection: pg.ClientConfig): ReadTable {
  return async function* readTable(wanted) {
    const target = wanted.database === null ? connection : { connectionString: wanted.database }
    const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000, application_name: 'belfry import' })
    // Without a handler a connection that is lost between two pieces would end the process.
    client.on('error', () => {})
    try {
      await client.connect().catch((error: unknown) => {
        throw unavailable(error)
      })
      await client.query(begin).catch(asBelfryError)
      await client.query(`declare belfry_rows no scroll cursor for ${selectText(wanted)}`).catch(asBelfryError)
      for (;;) {
        const fetch = { text: `fetch forward ${Math.floor(wanted.chunk)} from belfry_rows`, rowMode: 'array' as const }
        const { rows } = await client.query<(string | null)[]>(fetch).catch(asBelfryError)
        if (rows.length > 0) yield rows
        if (rows.length < wanted.chunk) return
      }
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** The only names in it are quoted: a name cannot become anything else. */
function selectText({ table, columns, orderBy }: TableWanted): string {
  const values = columns.map((column) => `${quoted(column)}::text`).join(', ')
  const order = orderBy.length > 0 ? ` order by ${orderBy.map(quoted).join(', ')}` : ''
  return `select ${values} from ${table.map(quoted).join('.')}${order}`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const missing: Readonly<Record<string, { what: string; field: string; accepted: string }>> = {
  '42P01': { what: 'There is no such table.', field: '/source/table', accepted: 'a table or view of that database' },
  '3F000': { what: 'There is no such schema.', field: '/source/table', accepted: 'a table or view of that database' },
  '42703': {
    what: 'The table does not have all the columns.',
    field: '/source/columns',
    accepted: 'for each field the name of its column, or null where there is none',
  },
  '25006': { what: 'Reading it would write.', field: '/source/table', accepted: 'a table, or a view that only reads' },
  '42501': {
    what: 'The table may not be read.',
    field: '/source/table',
    accepted: 'a table that this user may select',
  },
}

function asBelfryError(error: unknown): never {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const known = missing[code]
  if (!known) throw toBelfryError(error)
  throw new BelfryError('invalid_input', known.what, { field: known.field, accepted: known.accepted, cause: error })
}
