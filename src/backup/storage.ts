// What backup and restore ask of storage: the tables of the schema as the database itself lists them, their rows as text in one
// consistent state, and a transaction that puts them back.

import type { Database } from '../engine/database.ts'
import type { BackupHeader, SequenceLine, TableLine } from './format.ts'

export interface Snapshot {
  readonly about: Pick<
    BackupHeader,
    'migrations' | 'takenAt' | 'drivenAt' | 'systemIdentifier' | 'timeline' | 'estimatedRows'
  >
  readonly tables: readonly TableLine[]
  /** Rows of one table as JSON arrays, a bounded piece at a time. */
  rows(table: TableLine): AsyncIterable<readonly string[]>
  /** Read last: then no number that a row has is above it. */
  sequences(): Promise<readonly SequenceLine[]>
  close(): Promise<void>
}

export type OpenSnapshot = () => Promise<Snapshot>

export interface Restoring {
  /** Throws unless there is room: no tables, or none in use. With `replace` whatever is there goes. */
  prepare(header: BackupHeader, replace: boolean): Promise<void>
  /** Rows as JSON arrays. */
  load(table: TableLine, rows: readonly string[]): Promise<void>
  setSequence(sequence: SequenceLine): Promise<void>
  /** Everything is loaded: constraints and triggers as they were, and the migrations that the backup did not have. */
  complete(header: BackupHeader): Promise<readonly number[]>
  /** The transaction, for what follows. */
  readonly tx: Database
}

/** Runs `work` in one transaction: a restore that fails leaves nothing. */
export type Restore = <T>(work: (restoring: Restoring) => Promise<T>) => Promise<T>
