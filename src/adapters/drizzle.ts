// Belfry inside a transaction of Drizzle's: belfry.with(fromDrizzle(tx)).

import type { Queryable } from '../storage/database.ts'
import { datesAsText } from './dates.ts'

/** A statement that is written already, in the shape that Drizzle's `execute` asks for. */
interface Statement {
  getSQL(): { toQuery(config: never): { sql: string; params: unknown[] } }
}

/** What `db.transaction(async (tx) => …)` hands out; said by its shape, so that Drizzle is no dependency. */
export interface DrizzleTransaction {
  execute(query: Statement | string): PromiseLike<unknown>
}

export function fromDrizzle(tx: DrizzleTransaction): Queryable {
  return {
    async query(text, values = []) {
      // Not through sql`…`: it numbers anew, and a parameter that is used twice would become two, each with a type to guess.
      const written = { toQuery: () => ({ sql: text, params: datesAsText(values) }) }
      const result = await tx.execute({ getSQL: () => written })
      // node-postgres answers { rows }, postgres.js the rows themselves
      return { rows: Array.isArray(result) ? result : (result as { rows: unknown[] }).rows }
    },
  }
}
