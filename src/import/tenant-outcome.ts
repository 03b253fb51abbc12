// What becomes of a line of an export.

import { BelfryError } from '../errors.ts'

export interface Item {
  readonly line: number
  /** Without its kind. */
  readonly value: Readonly<Record<string, unknown>>
}

export type Outcome = 'created' | 'unchanged' | BelfryError

/** What is wrong with one line; a database that is away ends the import. */
export function asOutcome(error: unknown): BelfryError {
  if (error instanceof BelfryError && error.code !== 'database_unavailable' && error.code !== 'closed') return error
  throw error
}

/** One that the database will not have must not keep the others out: a list that fails is halved until it is found. */
export async function inHalves<T>(
  items: readonly T[],
  write: (some: readonly T[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  if (items.length === 0) return []
  try {
    return await write(items)
  } catch (error) {
    const outcome = asOutcome(error)
    if (items.length === 1) return [outcome]
    const middle = items.length >> 1
    return [...(await inHalves(items.slice(0, middle), write)), ...(await inHalves(items.slice(middle), write))]
  }
}
