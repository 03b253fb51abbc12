// The format of a backup: JSON lines.
//
//   {"belfry":"backup","format":1,…}           the header: who made it, of what, when
//   {"table":"reminders","columns":[…]}        a table; its rows follow
//   ["2030-01-01 00:00:00+00",null,…]          a row: each value as PostgreSQL writes it as text
//   {"sequence":"audit_id_seq",…}              where the numbers of an identity column stand
//   {"end":true,"rows":…,"sha256":…}           the footer: how much there is, and a hash of every line before it
//
// Values stay text all the way, so that none is changed by a language with other numbers, and a row is never taken apart
// outside of the database. Only the lines that begin with a brace are read here.

import { createHash } from 'node:crypto'
import { BelfryError } from '../errors.ts'

export const formatVersion = 1

export interface BackupHeader {
  readonly belfry: 'backup'
  readonly format: number
  /** Of the Belfry that made it. */
  readonly version: string
  readonly migrations: readonly { readonly number: number; readonly name: string }[]
  /** Database time, ISO 8601. */
  readonly takenAt: string
  /** Where a driven clock stood; null in real time. */
  readonly drivenAt: string | null
  readonly tzVersion: string
  readonly systemIdentifier: string | null
  readonly timeline: number | null
  /** As the server estimates it, for a progress bar. */
  readonly estimatedRows: number
}

export interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

export interface SequenceLine {
  readonly sequence: string
  /** A 64-bit number, in decimal. */
  readonly lastValue: string
  readonly isCalled: boolean
}

export interface BackupFooter {
  readonly end: true
  readonly rows: number
  /** By table. */
  readonly tables: Readonly<Record<string, number>>
  readonly sha256: string
}

export interface BackupProgress {
  /** The table that is being copied. */
  readonly table: string
  /** Rows so far, of all tables. */
  readonly rows: number
  /** As the server estimates it when the backup is taken; may be too low. */
  readonly estimatedRows: number
}

/** SHA-256 over lines, each with the line break that ends it in a file. */
export class LinesHash {
  readonly #hash = createHash('sha256')

  add(line: string): void {
    this.#hash.update(line).update('\n')
  }

  end(): string {
    return this.#hash.digest('hex')
  }
}

export type ReadLine =
  | { readonly kind: 'row' }
  | { readonly kind: 'table'; readonly table: TableLine }
  | { readonly kind: 'sequence'; readonly sequence: SequenceLine }
  | { readonly kind: 'footer'; readonly footer: BackupFooter }

export function readHeader(line: string): BackupHeader {
  const header = objectOf(line)
  if (header?.belfry !== 'backup' || !Array.isArray(header.migrations) || typeof header.takenAt !== 'string')
    throw broken('This is not a backup of Belfry.')
  if (header.format !== formatVersion) {
    throw new BelfryError(
      'database_newer',
      `The backup has format ${String(header.format)}; this Belfry reads ${formatVersion}.`,
      {
        accepted: 'a backup of this version of Belfry, or an older one',
      },
    )
  }
  return header as unknown as BackupHeader
}

export function readLine(line: string): ReadLine {
  if (line.startsWith('[')) return { kind: 'row' }
  const object = objectOf(line)
  if (typeof object?.table === 'string' && isTexts(object.columns))
    return { kind: 'table', table: object as unknown as TableLine }
  if (
    typeof object?.sequence === 'string' &&
    typeof object.lastValue === 'string' &&
    /^-?\d{1,19}$/.test(object.lastValue)
  )
    return { kind: 'sequence', sequence: object as unknown as SequenceLine }
  if (object?.end === true && typeof object.sha256 === 'string')
    return { kind: 'footer', footer: object as unknown as BackupFooter }
  throw broken('The backup has a line that does not belong there.')
}

/** A file that was cut off, or changed since it was written. */
export function broken(what: string): BelfryError {
  return new BelfryError('invalid_input', what, { field: '/lines', accepted: 'a backup as it was written, whole' })
}

function objectOf(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
