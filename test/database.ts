import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * A database of its own for one test or file: nothing that another does can be seen in it. It is a copy of one that is migrated
 * already, which takes a tenth of the time; `empty`: with nothing in it.
 */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server = new URL(inject('databaseUrl'))
  const name = `belfry_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}${empty ? '' : ` ${inject('templateClause')}`}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

let connected: Promise<pg.Client> | null = null

/** Runs something on the suite's server, beside every test database; on one connection for all tests of a worker. */
export async function onServer(sql: string): Promise<void> {
  connected ??= connect()
  await (await connected).query(sql)
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  // Whoever comes next connects anew.
  client.on('error', () => {
    connected = null
  })
  await client.connect()
  return client
}
