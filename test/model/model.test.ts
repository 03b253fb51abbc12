// Sequences of commands against a model of the promises. `node scripts/model.js` plays 2,000 of them, with another seed.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sequence } from './commands.ts'
import { play } from './sequence.ts'
import { size } from './size.ts'
import { Stage } from './stage.ts'

let database: TestDatabase
let stage: Stage

beforeAll(async () => {
  database = await createTestDatabase()
  stage = await Stage.open(database.url)
})

afterAll(async () => {
  await stage?.close()
  await database?.drop()
})

const { runs, seed, path } = size()

it(`keeps its promises through ${runs} sequences`, { timeout: 120_000 + runs * 2_000 }, async () => {
  const playing = fc.asyncProperty(sequence, (one) => play(stage, one))
  const report = await fc.check(playing, { seed, numRuns: runs, ...(path && { path }) })
  // Seed, path, the shortest list of commands that fails, and which promise it breaks.
  const failure = report.failed ? `${fc.defaultReportMessage(report)}\n${String(report.errorInstance)}` : ''
  expect(failure).toBe('')
})
