// Where an import reads from: a table (or view) of this or another database, or JSON lines. Both give rows whose values are
// found by the names of the import's fields, whatever the columns are called.

import type { BelfryError } from '../errors.ts'
import { readObject, readText, refuse } from '../input.ts'
import { canonicalZone } from '../time/zone.ts'
import { type Lines, readLines } from './lines.ts'
import { type ReadTable, readColumnName, readTableName } from './table.ts'

interface Common<Field extends string> {
  /** What the columns (or keys of a line) are called where they are not called as usual; null: there is none. */
  readonly columns?: Readonly<Partial<Record<Field, string | null>>>
  /** The zone of times that are written without one. Default UTC. */
  readonly timezone?: string
}

export interface TableSource<Field extends string> extends Common<Field> {
  /** As in SQL: `reminder_jobs`, `public."ReminderSent"`. A view is as good. */
  readonly table: string
  /** Connection string of the database it is in. Default: Belfry's. */
  readonly database?: string
}

export interface LinesSource<Field extends string> extends Common<Field> {
  /** JSON lines: a list or generator of lines, or a stream such as `createReadStream('alarms.jsonl')`. */
  readonly lines: Lines
}

export type ImportSource<Field extends string> = TableSource<Field> | LinesSource<Field>

/** The usual name of each field's column; null: it is read only where `columns` names one. */
export type Fields<Field extends string> = Readonly<Record<Field, string | null>>

/** Which row it was: the how-manyth (of a file: the line), and its id where it has one. */
export interface RowRef {
  readonly row: number
  readonly id: string | null
}

export interface SourceRow<Field extends string> {
  readonly ref: RowRef
  readonly values: Readonly<Partial<Record<Field, unknown>>>
  readonly error: BelfryError | null
}

export interface Source<Field extends string> {
  /** The zone of times that are written without one. */
  readonly timezone: string
  rows(): AsyncIterable<SourceRow<Field>[]>
  /** How far it was read, between 0 and 1, where it can say. */
  part?(): number | null
}

interface Layout<Field extends string> {
  readonly fields: Fields<Field>
  /** The field that names a row in reports. */
  readonly id: Field
  /** In which order a table is read. */
  readonly orderBy?: readonly Field[]
}

export function openSource<Field extends string>(
  input: ImportSource<Field>,
  layout: Layout<Field>,
  { readTable, batchSize, field = '/source' }: { readTable: ReadTable; batchSize: number; field?: string },
): Source<Field> {
  const value = readObject(input, ['table', 'database', 'lines', 'columns', 'timezone'], field)
  if ((value.table === undefined) === (value.lines === undefined)) {
    throw refuse('missing_field', 'Exactly one of table and lines is needed.', {
      field,
      accepted: 'table: the name of a table, or lines: JSON lines',
    })
  }
  const columns = columnsOf(layout.fields, value.columns, `${field}/columns`)
  const timezone =
    value.timezone === undefined
      ? 'UTC'
      : canonicalZone(readText(value.timezone, `${field}/timezone`, { bytesMax: 64 }), `${field}/timezone`)
  if (value.lines !== undefined) {
    const lines = requireLines(value.lines, `${field}/lines`)
    return { timezone, rows: () => fromLines(lines, columns, layout.id, batchSize) }
  }
  const table = readTableName(value.table, `${field}/table`)
  const database =
    value.database === undefined ? null : readText(value.database, `${field}/database`, { bytesMax: 4_096 })
  const given = columns.filter((one): one is Column<Field> & { column: string } => one.column !== null)
  const orderBy = (layout.orderBy ?? []).flatMap((name) => given.find((one) => one.name === name)?.column ?? [])
  const wanted = { table, database, columns: given.map(({ column }) => column), orderBy, chunk: batchSize }
  return { timezone, rows: () => fromTable(readTable(wanted), given, layout.id) }
}

interface Column<Field extends string> {
  readonly name: Field
  readonly column: string | null
}

function columnsOf<Field extends string>(fields: Fields<Field>, given: unknown, path: string): Column<Field>[] {
  const names = Object.keys(fields) as Field[]
  const named = given === undefined ? {} : readObject(given, names, path)
  return names.map((name) => {
    const column = named[name] === undefined ? fields[name] : named[name]
    return { name, column: column === null ? null : readColumnName(column, `${path}/${name}`) }
  })
}

export function requireLines(value: unknown, field: string): Lines {
  if (typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value))
    return value as Lines
  throw refuse('invalid_input', 'Expected lines.', {
    field,
    accepted: 'a list, a generator or a stream of JSON lines, such as createReadStream(path)',
  })
}

async function* fromTable<Field extends string>(
  pieces: AsyncIterable<(string | null)[][]>,
  columns: readonly Column<Field>[],
  id: Field,
): AsyncGenerator<SourceRow<Field>[]> {
  let row = 0
  for await (const piece of pieces) {
    yield piece.map((cells) => {
      const values: Partial<Record<Field, unknown>> = {}
      for (const [i, { name }] of columns.entries()) if (cells[i] != null) values[name] = cells[i]
      return { ref: { row: ++row, id: idOf(values[id]) }, values, error: null }
    })
  }
}

async function* fromLines<Field extends string>(
  lines: Lines,
  columns: readonly Column<Field>[],
  id: Field,
  batchSize: number,
): AsyncGenerator<SourceRow<Field>[]> {
  let batch: SourceRow<Field>[] = []
  for await (const read of readLines(lines)) {
    const values = valuesOf('object' in read ? read.object : {}, columns)
    const error = 'error' in read ? read.error : null
    batch.push({ ref: { row: read.line, id: idOf(values[id]) }, values, error })
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A line may be a row as its table has it, or as a program had it in memory: the field's own name is understood too. */
function valuesOf<Field extends string>(object: Readonly<Record<string, unknown>>, columns: readonly Column<Field>[]) {
  const values: Partial<Record<Field, unknown>> = {}
  for (const { name, column } of columns) {
    const value = (column === null ? undefined : own(object, column)) ?? own(object, name)
    if (value != null) values[name] = value
  }
  return values
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 256) : null
}
