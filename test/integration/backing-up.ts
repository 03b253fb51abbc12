// What the tests of backup and restore stand on: a system, and a second database to restore it into.

import { afterEach } from 'vitest'
import { type Belfry, type BelfryOptions, memoryChannel, restoreBackup } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

export async function gathered(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

export const backupOf = (belfry: Belfry) => gathered(belfry.backup())

/** Databases beside the running test's own, dropped after it. */
export function useSecondDatabase(): { second(): Promise<string> } {
  const made: TestDatabase[] = []
  afterEach(async () => {
    for (const database of made.splice(0)) await database.drop()
  })
  return {
    async second() {
      const database = await createTestDatabase({ empty: true })
      made.push(database)
      return database.url
    },
  }
}

export async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** With the channel that the tests' systems have. */
export function restoreInto(
  url: string,
  lines: readonly string[],
  options: BelfryOptions & { replace?: boolean } = {},
) {
  const { replace, ...rest } = options
  const memory = { channels: [memoryChannel()], defaultChannels: ['memory'] }
  return restoreBackup({ database: url, ...memory, ...rest }, from(lines), replace === undefined ? {} : { replace })
}
