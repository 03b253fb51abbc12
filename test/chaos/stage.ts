// The short form of the proof (npm run proof), inside the test suite: the same scenarios at sizes that take seconds, on
// the suite's own PostgreSQL and a copy of dist/, which `pretest` has built.

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { fastestFolder } from '../fastest-folder.ts'
import { type Build, makeBuild } from '../proof/build.ts'
import { playScenario, type Scenario } from '../proof/scenario.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A stage for the scenarios of one file; its build is removed at the end. */
export function useStage(): { keepsItsPromises<Size>(scenario: Scenario<Size>): Promise<void> } {
  let build: Build | undefined
  beforeAll(async () => {
    build = await makeBuild(root)
  })
  afterAll(() => build?.remove())
  return {
    async keepsItsPromises(scenario) {
      const { violations } = await playScenario(scenario, scenario.short, {
        build: build!,
        serverUrl: inject('databaseUrl'),
        // Here PostgreSQL dies and the machine does not: what it has written is there, whether or not it was synced.
        server: { folder: fastestFolder(), settings: { fsync: 'off' } },
      })
      expect(violations).toEqual([])
    },
  }
}
