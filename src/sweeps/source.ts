// What a run asks of storage: pages of somebody else's table, and transactions of Belfry's own in which items of that table can
// be claimed.

import type { Database } from '../engine/database.ts'
import type { TableDefinition } from './read-sweep.ts'

/** A row as PostgreSQL writes it in UTC, so that no driver reads a time in the zone of this machine. */
export interface TableRow {
  readonly id: string | null
  readonly due: string
  /** Null also where the table has no such column. */
  readonly recipient: string | null
  readonly cells: readonly (string | null)[]
}

/** The last row of the page before. */
export type Place = Pick<TableRow, 'id' | 'due' | 'recipient'>

export interface PageWanted {
  /** Bounds as the due column has them: not included, and included. */
  readonly after: string
  readonly upto: string
  readonly from: Place | null
  readonly count: number
}

export interface OpenedTable {
  /** `local`: due times without a zone, or days. */
  readonly due: 'instant' | 'local'
  readonly sentAt: 'instant' | 'local' | null
  /** Names of all its columns. */
  readonly columns: ReadonlySet<string>
  /** Whether an index begins with the due column; null where that cannot be told, as of a view. */
  readonly isIndexed: boolean | null
  /** In the order of due, id and recipient; `columns` are the cells that are wanted. */
  page(wanted: PageWanted, columns: readonly string[]): Promise<TableRow[]>
}

/** One item to claim: set its `reminderSentAt`, unless it was set after `before`. */
export interface ClaimWanted {
  readonly id: string
  /** It must still be due then. */
  readonly due: string
  /** One item may have a row for each recipient; heeded only where the table has a column for them. */
  readonly recipient: string
  /** Whatever `reminderSentAt` says: the due time has moved since. */
  readonly force: boolean
}

/** `free`: it is ours now. `reminded`: `reminderSentAt` stands in the way. Null: somebody holds the row, or it has changed. */
export type Claimed = 'free' | 'reminded' | null

/** As the column has them: what is set, and before which an older mark does not count any more (null: any counts). */
export interface ClaimTimes {
  readonly now: string
  readonly before: string | null
}

/** Answers for each item, in their order. */
export type Claim = (items: readonly ClaimWanted[], times: ClaimTimes) => Promise<readonly Claimed[]>

/** The connections of one run. A lost one is made anew by the next call. */
export interface Session {
  /** Makes the one to Belfry's database: from now on everybody can see the run. */
  connect(): Promise<void>
  openTable(table: TableDefinition): Promise<OpenedTable>
  /** In Belfry's database; what `claim` does in another one is committed just after. */
  transaction<T>(work: (tx: Database, claim: Claim) => Promise<T>): Promise<T>
  /** Gives up the connections. */
  close(): Promise<void>
}

/** Named after the run, so that everybody can see whether it is still there. */
export type OpenSession = (run: string, connection: string | null) => Session
