// Creates the database `belfry` in a new cluster. Runs under the lock, at every start: a crash can lie between the
// server's first start and this.

import pg from 'pg'
import { superuser } from './init.ts'
import { type Connection, databaseName } from './socket.ts'

const connectTimeoutMs = 10_000

export async function ensureDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: connectTimeoutMs })
  // A server that goes away rejects the query below; without a listener it would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query('create database belfry')
    // The user and Belfry's schema have one name, and by default PostgreSQL looks there first: whoever makes a table of their own in this
    // database would make it among Belfry's, or find one of Belfry's instead of theirs.
    const { rows } = await client.query<{ search_path: string }>('show search_path')
    if (rows[0]?.search_path.includes('$user')) await client.query(`alter role ${superuser} set search_path = public`)
  } finally {
    await client.end()
  }
}
