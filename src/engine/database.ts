// What the engine asks of storage: named statements, and a transaction around several of them. Statements return
// instants as milliseconds since 1970 and 64-bit integers as text, so that they read the same through any driver.

export interface TransactionOptions {
  /** How long to wait for a row that somebody else has locked. */
  readonly lockTimeoutMs?: number
  /** The number of an advisory lock that is taken before everything else, in the same round trip. */
  readonly lock?: string
}

/** A statement by name, and its parameters. */
export type Call = readonly [statement: string, values: readonly unknown[]]

export interface Database {
  /** A statement may be sent before the one before it was answered. Not so in a transaction that belongs to a caller. */
  readonly pipelined: boolean
  run<Row extends object>(statement: string, values: readonly unknown[]): Promise<Row[]>
  /** Inside a transaction: several statements, one after the other, in one round trip where the driver can do that. */
  runEach<Row extends object>(calls: readonly Call[]): Promise<Row[][]>
  /** Runs `work` in one transaction; inside a transaction, in the same one. */
  transaction<T>(work: (tx: Database) => Promise<T>, options?: TransactionOptions): Promise<T>
}

/** How a failed statement looks to the engine, whatever the driver. */
export type DatabaseFailure = 'connection' | 'lock' | 'deadlock' | 'statement'

/** Told apart by storage, because only it knows the driver. */
export type FailureOf = (error: unknown) => DatabaseFailure

/** For the log: the name and code of what failed. The message may hold values, and stays out of it. */
export function describeFailure(error: unknown): string {
  const root = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = typeof root === 'object' && root !== null && 'code' in root ? ` ${String(root.code)}` : ''
  return root instanceof Error ? `${root.name}${code}` : `error${code}`
}
