// The ways to a transaction of one's own, each the way its users write it: open one, write a row of one's own table in it,
// and hand it to Belfry.

import { drizzle } from 'drizzle-orm/node-postgres'
import { pgTable, serial, text } from 'drizzle-orm/pg-core'
import { drizzle as drizzleOverPostgresJs } from 'drizzle-orm/postgres-js'
import { CamelCasePlugin, type Generated, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import postgres from 'postgres'
import { fromDrizzle } from '../../src/adapters/drizzle.ts'
import { fromKysely } from '../../src/adapters/kysely.ts'
import { fromPrisma } from '../../src/adapters/prisma.ts'
import type { Queryable } from '../../src/index.ts'
import { openPrisma } from './prisma-client.ts'

export type Isolation = 'repeatable read' | 'serializable'

export interface Inside {
  /** For `belfry.with`. */
  readonly tx: Queryable
  /** A row of the user's own table, written by the ORM. */
  book(title: string): Promise<unknown>
}

export interface Orm {
  /** Commits when `work` is done, rolls back when it throws. */
  transaction<T>(work: (inside: Inside) => Promise<T>, isolation?: Isolation): Promise<T>
  /** What somebody hands over who forgot the transaction. */
  readonly without: Queryable
  close(): Promise<void>
}

/** Named in full: the suite's role is called as Belfry's schema is, which so comes first in its search path. */
export const usersTable = 'create table public.bookings (id serial primary key, title text not null)'

export const orms: Record<string, (url: string) => Orm> = {
  pg: openPg,
  Prisma: openPrismaOrm,
  Drizzle: openDrizzle,
  'Drizzle over postgres.js': openDrizzleOverPostgresJs,
  Kysely: openKysely,
}

/** A zone that is not Belfry's: nothing may depend on the session it is a guest of. */
const abroad = { options: '-c timezone=Asia/Seoul', max: 2 }

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, ...abroad })
  // `drop database with (force)` may end a connection that is just closing.
  pool.on('error', () => {})
  return pool
}

function openPg(url: string): Orm {
  const pool = openPool(url)
  return {
    async transaction(work, isolation) {
      const client = await pool.connect()
      try {
        await client.query(`begin isolation level ${isolation ?? 'read committed'}`)
        const book = (title: string) => client.query('insert into bookings (title) values ($1)', [title])
        const result = await work({ tx: client, book })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    without: pool,
    close: () => pool.end(),
  }
}

function openPrismaOrm(url: string): Orm {
  const prisma = openPrisma(url, abroad)
  const levels = { 'repeatable read': 'RepeatableRead', serializable: 'Serializable' } as const
  return {
    transaction: (work, isolation) =>
      prisma.$transaction(
        (tx) => work({ tx: fromPrisma(tx), book: (title) => tx.booking.create({ data: { title } }) }),
        { timeout: 60_000, maxWait: 60_000, ...(isolation && { isolationLevel: levels[isolation] }) },
      ),
    without: fromPrisma(prisma),
    close: () => prisma.$disconnect(),
  }
}

const bookings = pgTable('bookings', { id: serial().primaryKey(), title: text().notNull() })

function openDrizzle(url: string): Orm {
  const pool = openPool(url)
  const db = drizzle({ client: pool })
  return {
    transaction: (work, isolationLevel) =>
      db.transaction(
        (tx) => work({ tx: fromDrizzle(tx), book: (title) => tx.insert(bookings).values({ title }) }),
        isolationLevel && { isolationLevel },
      ),
    without: fromDrizzle(db),
    close: () => pool.end(),
  }
}

function openDrizzleOverPostgresJs(url: string): Orm {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const sql = postgres({
    host: searchParams.get('host') ?? hostname,
    port: Number(port),
    username,
    password: decodeURIComponent(password),
    database: pathname.slice(1),
    max: 2,
    connection: { TimeZone: 'Asia/Seoul' },
  })
  const db = drizzleOverPostgresJs({ client: sql })
  return {
    transaction: (work, isolationLevel) =>
      db.transaction(
        (tx) => work({ tx: fromDrizzle(tx), book: (title) => tx.insert(bookings).values({ title }) }),
        isolationLevel && { isolationLevel },
      ),
    without: fromDrizzle(db),
    close: () => sql.end(),
  }
}

function openKysely(url: string): Orm {
  const db = new Kysely<{ bookings: { id: Generated<number>; title: string } }>({
    dialect: new PostgresDialect({ pool: openPool(url) }),
    // The most used plugin, and one that renames columns.
    plugins: [new CamelCasePlugin()],
  })
  return {
    transaction: (work, isolation) =>
      db
        .transaction()
        .setIsolationLevel(isolation ?? 'read committed')
        .execute((trx) =>
          work({
            tx: fromKysely(trx),
            book: (title) => trx.insertInto('bookings').values({ title }).execute(),
          }),
        ),
    without: fromKysely(db),
    close: () => db.destroy(),
  }
}
