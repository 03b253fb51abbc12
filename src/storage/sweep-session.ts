// The connections of one run of a sweep: one that reads the table, wherever it is, and one of Belfry's own for transactions. Both
// belong to the owner of Belfry's tables: the roles of requests and workers have no right to somebody else's. They are named
// after the run, so that anybody can see whether it is still there.

import pg from 'pg'
import { BelfryError } from '../errors.ts'
import type { Claim, OpenSession } from '../sweeps/source.ts'
import { connectionTo } from './connection.ts'
import { indexPlans, onClient } from './database.ts'
import { failureOf, toBelfryError, unavailable } from './failure.ts'
import { claimOn, type OpenedForClaims, openSweptTable } from './swept-table.ts'

export interface SessionOptions {
  /** Belfry's own database. */
  readonly connection: pg.ClientConfig
  /** Other databases, by name. */
  readonly connections: Readonly<Record<string, string>>
  /** A pooler in transaction mode: nothing is prepared. */
  readonly pooled: boolean
}

export const sessionName = (run: string) => `belfry sweep ${run}`

const settings = ["timezone = 'UTC'", "datestyle = 'ISO, YMD'", "lock_timeout = '5s'", "statement_timeout = '60s'"]
const begin = ['begin isolation level read committed', ...settings.map((one) => `set local ${one}`)].join('; ')
const beginOwn = [begin, ...indexPlans.split(' ').map((one) => `set local ${one.replace('=', " = '")}'`)].join('; ')

export function sessionOpener({ connection, connections, pooled }: SessionOptions): OpenSession {
  return (run, name) => {
    const other = name === null ? null : connections[name]
    if (other === undefined) throw noConnection()
    const reader = new Lazy({ ...(other === null ? connection : connectionTo(other)), ...named(run) })
    const own = new Lazy({ ...connection, ...named(run) })
    let opened: OpenedForClaims | null = null

    async function transaction<T>(work: Parameters<ReturnType<OpenSession>['transaction']>[0]): Promise<T> {
      const client = await own.client()
      const there = other === null || !opened?.claimed ? null : await reader.client()
      try {
        await client.query(beginOwn)
        await there?.query(begin)
        const claim = claimIn(there ?? client, opened)
        const result = (await work(onClient(client, !pooled), claim)) as T
        await client.query('commit')
        await there?.query('commit')
        return result
      } catch (error) {
        await own.rollback(error)
        if (there) await reader.rollback(error)
        throw toBelfryError(error)
      }
    }

    return {
      connect: async () => void (await own.client()),
      transaction: transaction as ReturnType<OpenSession>['transaction'],
      async openTable(table) {
        opened = await openSweptTable(reader.read, table)
        return opened
      },
      async close() {
        await Promise.all([reader.end(), own.end()])
      },
    }
  }
}

function named(run: string): pg.ClientConfig {
  return { application_name: sessionName(run), connectionTimeoutMillis: 10_000, keepAlive: true }
}

function noConnection(): BelfryError {
  return new BelfryError('invalid_input', 'There is no connection of that name in the configuration.', {
    field: '/source/connection',
    accepted: 'the name of a connection',
  })
}

function claimIn(client: pg.Client, opened: OpenedForClaims | null): Claim {
  if (!opened?.claimed) return async () => []
  return claimOn(client.query.bind(client), opened.claimed)
}

/** A connection that is made when it is needed, and again when it was lost. */
class Lazy {
  readonly #config: pg.ClientConfig
  #client: pg.Client | null = null

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  /** In a transaction of its own, which says how times are written: a pooler may stand before this database, and keeps no session. */
  readonly read = (async (...args: Parameters<pg.Client['query']>) => {
    const client = await this.client()
    try {
      await client.query(begin)
      const result = await client.query(...args)
      await client.query('commit')
      return result
    } catch (error) {
      await this.rollback(error)
      throw error
    }
  }) as unknown as pg.Client['query']

  async client(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client(this.#config)
    // Without a handler a connection that is lost between two pages would end the process.
    client.on('error', () => this.#forget(client))
    client.on('end', () => this.#forget(client))
    await client.connect().catch((error: unknown) => {
      throw unavailable(error)
    })
    this.#client = client
    return client
  }

  async rollback(error: unknown): Promise<void> {
    const isLost = failureOf(error) === 'connection'
    if (!isLost) await this.#client?.query('rollback').catch(() => this.end())
    else await this.end()
  }

  async end(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  #forget(client: pg.Client): void {
    if (this.#client === client) this.#client = null
  }
}
