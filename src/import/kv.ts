// What an import asks of storage: the entries of a Deno KV database that is somebody else's, a bounded piece at a time.

export interface KvEntry {
  readonly key: readonly unknown[]
  /** As the other program had it in memory: dates are dates. Null where it cannot be read. */
  readonly value: unknown
}

export interface KvPiece {
  readonly entries: readonly KvEntry[]
  /** How far that is, between 0 and 1; null where nobody can say. */
  readonly part: number | null
}

export interface KvWanted {
  /** Where it is: a file, or the URL of a database that speaks KV Connect. */
  readonly place: string
  /** For a URL; null: what `@deno/kv` finds in the environment. */
  readonly accessToken: string | null
  /** First parts of the keys that are wanted, one after the other. */
  readonly prefixes: readonly string[]
  /** Entries at once. */
  readonly chunk: number
}

export type ReadKv = (wanted: KvWanted) => AsyncIterable<KvPiece>
