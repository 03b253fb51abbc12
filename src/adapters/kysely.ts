// Belfry inside a transaction of Kysely's: belfry.with(fromKysely(trx)).

import type { Queryable } from '../storage/database.ts'

/** Kysely's `CompiledQuery.raw(text, values)`. */
interface Compiled {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly query: { readonly kind: 'RawNode'; readonly sqlFragments: readonly string[]; readonly parameters: [] }
  readonly queryId: { readonly queryId: string }
}

/** What `db.transaction().execute(async (trx) => …)` hands out; said by its shape, so that Kysely is no dependency. */
export interface KyselyTransaction {
  withoutPlugins(): { executeQuery(query: Compiled): PromiseLike<{ rows: unknown[] }> }
}

export function fromKysely(trx: KyselyTransaction): Queryable {
  return {
    async query(sql, parameters = []) {
      // A plugin such as CamelCasePlugin would rename the columns that Belfry reads.
      return await trx.withoutPlugins().executeQuery({
        sql,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
        queryId: { queryId: 'belfry' },
      })
    },
  }
}
