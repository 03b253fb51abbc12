// What a test of running workers stands on: a database of its own for each test, and everything that the test opened in it
// is closed at its end, the last first.

import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type Belfry, type BelfryOptions, createBelfry } from '../../src/index.ts'
import { createTestBelfry, type TestBelfry, type TestBelfryOptions } from '../../src/testing/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

export interface Running {
  /** Of the running test's database. */
  url(): string
  /** Belfry with a driven clock, a worker, and a recipient `ana`. */
  start(options?: TestBelfryOptions): Promise<TestBelfry>
  /** Belfry by itself, with a recipient `ana`: another process, another tenant, or one that lives in real time. */
  open(options?: BelfryOptions): Promise<Belfry>
  client(): Promise<pg.Client>
  atEnd(close: () => Promise<void>): void
}

export function useDatabase(options: { readonly empty?: boolean } = {}): Running {
  let database: TestDatabase
  let closers: (() => Promise<void>)[] = []
  beforeEach(async () => {
    database = await createTestDatabase(options)
    closers = []
  })
  afterEach(async () => {
    for (const close of closers.reverse()) await close()
    await database.drop()
  })
  return {
    url: () => database.url,
    atEnd: (close) => closers.push(close),
    async start(options = {}) {
      const test = await createTestBelfry({ database: database.url, ...options })
      closers.push(() => test.close())
      await test.belfry.recipients.put({ id: 'ana' })
      return test
    },
    async open(options = {}) {
      const belfry = await createBelfry({ database: database.url, ...options })
      closers.push(() => belfry.close())
      await belfry.recipients.put({ id: 'ana' })
      return belfry
    },
    async client() {
      const one = new pg.Client({ connectionString: database.url })
      one.on('error', () => {})
      await one.connect()
      closers.push(() => one.end())
      return one
    },
  }
}

export const reminder = (id: string, more: object = {}) => ({
  entity: { type: 'note', id },
  recipient: 'ana',
  in: 'PT1M',
  ...more,
})

export const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, i) => reminder(String(i), more))

/** Nothing but a moment that comes, or a word from somebody, wakes such a worker within a test. */
export const asleep = { pollMs: 3_600_000 }
export const longLease = { leaseMs: 3_600_000 }
