// Statements run through whatever driver or ORM the caller has. Each of these types arrives alike through all of them; a
// bigint, a numeric, a timestamp or a void would not (test/integration/adapters.test.ts has the drivers).

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { statementNames } from '../../src/storage/statements.ts'
import { useDatabase } from './running.ts'

const { open, client } = useDatabase()

const alike = ['boolean', 'smallint', 'integer', 'double precision', 'text', 'uuid', 'json', 'jsonb']
/** Arrays must not hold nulls: postgres.js reads them as the text NULL. */
const alikeInArrays = ['text[]', 'smallint[]', 'integer[]', 'uuid[]']

/** Not statements that can be prepared, and they answer nothing. */
const commands = ['savepoint', 'undo-effect']
/** Bytes, and only ever through Belfry's own connections: a caller's transaction has no keys and keeps no answers. */
const own = ['answer', 'ensure-secret', 'secret']

it('statements answer only types that every driver reads alike', async () => {
  await open()
  const sql = await client()
  const { rows: server } = await sql.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  )
  // Older servers do not tell the types of a prepared statement's result.
  if (server[0]!.version < 160_000) return
  const odd: string[] = []
  for (const name of statementNames.filter((one) => !commands.includes(one) && !own.includes(one))) {
    const text = readFileSync(new URL(`../../src/storage/sql/${name}.sql`, import.meta.url), 'utf8')
    await sql.query(`prepare "${name}" as ${text}`)
    const { rows } = await sql.query<{ types: string[] }>(
      'select result_types::text[] as types from pg_prepared_statements where name = $1',
      [name],
    )
    const types = rows[0]?.types ?? []
    const others = types.filter((type) => !alike.includes(type) && !alikeInArrays.includes(type))
    if (others.length > 0) odd.push(`${name}: ${others.join()}`)
  }
  expect(odd).toEqual([])
})
