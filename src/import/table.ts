// What an import asks of storage: the rows of a table that is somebody else's, a bounded piece at a time.

import { BelfryError } from '../errors.ts'

export interface TableWanted {
  /** Schema and name, or the name alone, as the database spells them. */
  readonly table: readonly string[]
  /** Connection string; null: Belfry's own database. */
  readonly database: string | null
  /** In the order in which their values are wanted, as the database spells them. */
  readonly columns: readonly string[]
  readonly orderBy: readonly string[]
  /** Rows at once. */
  readonly chunk: number
}

/** Values come as PostgreSQL writes them in UTC, so that no driver reads a time in the zone of this machine. */
export type ReadTable = (wanted: TableWanted) => AsyncIterable<(string | null)[][]>

/** PostgreSQL cuts longer names, and another table might be meant then. */
const nameBytesMax = 63
const one = String.raw`([\p{L}_][\p{L}\p{N}_$]*|"(?:[^"]|"")+")`
const pattern = new RegExp(String.raw`^(?:${one}\.)?${one}$`, 'u')
const accepted = 'a table as in SQL: reminder_jobs, public.alarm, public."ReminderSent"'

/** Reads a table's name as SQL does: without quotes it means lower case. */
export function readTableName(value: unknown, field: string): string[] {
  const match = typeof value === 'string' ? pattern.exec(value) : null
  if (!match) throw new BelfryError('invalid_input', 'Not the name of a table.', { field, accepted })
  return [match[1], match[2]!].flatMap((text) => (text === undefined ? [] : [readColumnName(unquoted(text), field)]))
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.toLowerCase()
}

/** A name as the database spells it. Whatever it holds, it is only ever used inside quotes. */
export function readColumnName(value: unknown, field: string): string {
  if (
    typeof value === 'string' &&
    value !== '' &&
    !value.includes('\u0000') &&
    value.isWellFormed() &&
    Buffer.byteLength(value) <= nameBytesMax
  )
    return value
  throw new BelfryError('invalid_input', 'Not a name that PostgreSQL has.', {
    field,
    accepted: `a name of 1 to ${nameBytesMax} bytes`,
  })
}
