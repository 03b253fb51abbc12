// What the tests of imports stand on: a Belfry with a driven clock, its imports, an old system's tables in the same database,
// and a look into Belfry's own.

import type { Belfry } from '../../src/index.ts'
import type { TestBelfry, TestBelfryOptions } from '../../src/testing/index.ts'
import { type Running, useDatabase } from './running.ts'
import { openTables, type Tables } from './tables.ts'

export interface Importing {
  readonly test: TestBelfry
  readonly imports: Belfry['import']
  readonly tables: Tables
}

export function useImports(): Running & { begin(options?: TestBelfryOptions): Promise<Importing> } {
  const running = useDatabase()
  return {
    ...running,
    async begin(options = {}) {
      const test = await running.start(options)
      const tables = openTables(running.url())
      running.atEnd(() => tables.close())
      return { test, imports: test.belfry.import, tables }
    },
  }
}

/** A hash of everything that an import could write; what a worker keeps for itself is left out. */
export async function stateOf(tables: Tables): Promise<Record<string, string | undefined>> {
  const { reminders, deliveries, recipients, addresses, entities, inbox, audit } = await tables.fingerprint()
  return { reminders, deliveries, recipients, addresses, entities, inbox, audit }
}

/** Rows as JSON lines. */
export const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row))

/** Every row that was read is counted in one place. */
export function accountedFor(report: {
  imported: number
  alreadyThere: number
  skippedPast: number
  cancelled: number
  otherOrganizations: number
  refusedCount: number
}): number {
  const { imported, alreadyThere, skippedPast, cancelled, otherOrganizations, refusedCount } = report
  return imported + alreadyThere + skippedPast + cancelled + otherOrganizations + refusedCount
}
