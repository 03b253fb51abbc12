// What people have declared, read for all of them at once.

import type { Context } from '../../engine/context.ts'
import type { Database } from '../../engine/database.ts'
import type { Range } from '../../time/ranges.ts'
import type { Declared } from './expand.ts'

// The dates of a window differ from those in UTC by one at the most, and a block of the day before may reach into it.
const marginMs = 2 * 86_400_000

export async function readDeclared(
  context: Context,
  tx: Database,
  recipients: readonly string[],
  window: Range,
): Promise<Map<string, Declared>> {
  const rows = await tx.run<Declared & { recipient: string }>('availability-between', [
    context.tenant,
    recipients,
    dateOf(window.fromMs - marginMs),
    dateOf(window.toMs + marginMs),
  ])
  return new Map(rows.map((row) => [row.recipient, row]))
}

// Dates have four digits of a year here, and nothing is declared outside of these.
const firstMs = Date.parse('0001-01-01')
const lastMs = Date.parse('9999-12-31')

function dateOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, firstMs), lastMs)).toISOString().slice(0, 10)
}
