// The tables of the schema as the database lists them: nobody keeps a list by hand that a later migration would make wrong.

import type pg from 'pg'

export interface CatalogueTable {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** Tables whose rows a restore does not put back, and why. test/integration/backup.test.ts knows every other by name. */
export const notRestored: Readonly<Record<string, string>> = {
  migrations: 'written by the migrations as they are applied',
  lineage: 'of the cluster that the backup was taken from',
}

/** Every table, with every column that is not computed from others. Partitions are read through their table. */
export async function readCatalogue(client: pg.ClientBase): Promise<CatalogueTable[]> {
  const { rows } = await client.query<CatalogueTable>(
    `select c.relname as table,
       (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c
     where c.relnamespace = 'belfry'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  )
  return rows.map((row) => ({ ...row, columns: row.columns ?? [] }))
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
