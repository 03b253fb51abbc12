// Creates the database `belfry` in a new cluster. Runs under the lock, at every start: a crash can lie between the
// server's first start and this.

import pg from 'pg'
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
  } finally {
    await client.end()
  }
}
