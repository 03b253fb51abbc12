// Belfry inside an interactive transaction of Prisma's: belfry.with(fromPrisma(tx)). For the driver adapter
// (@prisma/adapter-pg), which Prisma 7 always has. The Rust engine of earlier versions encodes parameters by itself; Belfry
// sends arrays as text, and is not tested with it.

import type { Queryable } from '../storage/database.ts'
import { datesAsText } from './dates.ts'

/** What `prisma.$transaction(async (tx) => …)` hands out; said by its shape, so that Prisma is no dependency. */
export interface PrismaTransaction {
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>
}

export function fromPrisma(tx: PrismaTransaction): Queryable {
  return {
    async query(text, values = []) {
      return { rows: (await tx.$queryRawUnsafe(text, ...datesAsText(values))) as unknown[] }
    },
  }
}
