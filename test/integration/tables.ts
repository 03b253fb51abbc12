// What is in Belfry's tables, asked without Belfry: for tests that say "nothing was written" or "nothing is left".

import pg from 'pg'

export interface Tables {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Rows of every table of the schema, by name. */
  counts(): Promise<Record<string, number>>
  /** A hash of everything in every table, by name: equal only if nothing was written, updated or removed. */
  fingerprint(): Promise<Record<string, string>>
  /** `table.column` of every place whose text contains the given one, in whatever column of whatever type. */
  holding(text: string): Promise<string[]>
  close(): Promise<void>
}

/** Without what a worker writes about itself, when it likes. */
export function withoutPulses<Value>({ pulses: _, ...others }: Record<string, Value>): Record<string, Value> {
  return others
}

export function openTables(url: string): Tables {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // `drop database with (force)` may end a connection that is just closing.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows
  const askColumns = () =>
    query<{ table: string; column: string }>(
      `select c.table_name as table, c.column_name as column
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'belfry' and t.table_type = 'BASE TABLE' order by 1, 2`,
    )
  // Asked once: the tables of a migrated database stay the same, and the information schema is slow.
  let known: ReturnType<typeof askColumns> | null = null
  const columns = () => {
    known ??= askColumns()
    return known
  }
  const ofEachTable = async <Value>(expression: string) => {
    const names = [...new Set((await columns()).map(({ table }) => table))]
    const parts = names.map((name) => `select '${name}' as name, ${expression} as value from belfry."${name}" as row`)
    const rows = await query<{ name: string; value: Value }>(parts.join(' union all '))
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  return {
    query,
    counts: () => ofEachTable<number>('count(*)::integer'),
    fingerprint: () => ofEachTable<string>(`md5(coalesce(string_agg(row::text, ' ' order by row::text), ''))`),
    async holding(text) {
      const parts = (await columns()).map(
        ({ table, column }) =>
          `select '${table}.${column}' as place from belfry."${table}" where position($1 in "${column}"::text) > 0`,
      )
      const rows = await query<{ place: string }>(parts.join(' union '), [text])
      return rows.map(({ place }) => place).sort()
    },
    close: () => pool.end(),
  }
}
