// Where no connection is to be had, whoever asks hears that the database is unavailable, and a server is started again only
// when it is gone.

import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { connectionTo } from '../../src/storage/connection.ts'
import { openDatabase, type PgDatabase } from '../../src/storage/database.ts'
import { useDatabase } from './running.ts'

const { url, open, atEnd } = useDatabase()
const logger = { debug() {}, info() {}, warn() {}, error() {} }

function openOne(connectionString: string, more: object): PgDatabase {
  const db = openDatabase({ connection: { connectionString }, logger, connectionsMax: 1, pooled: false, ...more })
  atEnd(() => db.close())
  return db
}

/** Where nobody listens. */
async function deadEnd(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `postgres://nobody@127.0.0.1:${port}/none`
}

it('a server that stays gone after it was started again is unavailable', async () => {
  let revived = 0
  const db = openOne(await deadEnd(), { revive: async () => void revived++ })
  await expect(db.run('clock', [])).rejects.toMatchObject({ code: 'database_unavailable' })
  await expect(db.transaction((tx) => tx.run('clock', []))).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(revived).toBe(2)
})

it('one that only has no connection to spare is not started again', async () => {
  await open()
  let revived = 0
  const db = openOne(url(), { revive: async () => void revived++ })
  await db.run('clock', [])
  // From here on: making the one connection may take longer.
  db.pool.options.connectionTimeoutMillis = 50
  await db.transaction(async () => {
    await expect(db.run('clock', [])).rejects.toMatchObject({ code: 'database_unavailable' })
  })
  expect(revived).toBe(0)
  expect(await db.run('clock', [])).toHaveLength(1)
})

it('a name and options in the URL neither hide its connections nor drop what they are to keep to', async () => {
  const given = new URL(url())
  given.searchParams.set('application_name', 'shop')
  given.searchParams.set('options', '-c search_path=app -c timezone=Asia/Tokyo')
  const db = openDatabase({
    ...{ connection: connectionTo(given.href), logger, connectionsMax: 1, pooled: false, name: 'belfry one' },
  })
  atEnd(() => db.close())
  const { rows } = await db.pool.query(
    `select current_setting('application_name') as name, current_setting('search_path') as path,
       current_setting('timezone') as zone, current_setting('enable_seqscan') as scan`,
  )
  expect(rows).toEqual([{ name: 'belfry one', path: 'app', zone: 'UTC', scan: 'off' }])
})
