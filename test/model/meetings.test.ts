// Sequences of commands on meetings against a plain model of their life. `node scripts/model.js` plays more of them.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { sized } from '../size.ts'
import { compareAll, openings, people, type Real, same, sequences } from './meeting-commands.ts'
import { MeetingModel } from './meeting-model.ts'
import { size } from './size.ts'

let database: TestDatabase
let belfry: Belfry

beforeAll(async () => {
  database = await createTestDatabase()
  belfry = await createBelfry({ database: database.url })
  await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
  for (const id of people) await belfry.recipients.put({ id })
})

afterAll(async () => {
  await belfry?.close()
  await database?.drop()
})

const { runs, seed, path } = size({ runs: sized(40, 1_000), seed: 20_261_116 })

it(`meetings live as the model says through ${runs} sequences`, { timeout: 120_000 + runs * 2_000 }, async () => {
  const playing = fc.asyncProperty(openings, sequences, async (opening, commands) => {
    const { now } = await belfry.clock.read()
    const model = new MeetingModel(now.getTime())
    const real: Real = { belfry, ids: [], last: async () => {} }
    try {
      for (const one of opening) await one.run(model, real)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await finish(model, real)
    } finally {
      await callOff(real)
    }
  })
  const report = await fc.check(playing, { seed, numRuns: runs, ...(path && { path }) })
  const failure = report.failed ? `${fc.defaultReportMessage(report)}\n${String(report.errorInstance)}` : ''
  expect(failure).toBe('')
})

async function finish(model: MeetingModel, real: Real): Promise<void> {
  await compareAll(model, real)
  for (const meeting of model.meetings.filter(({ child }) => child === null)) {
    const lineage = await belfry.meetings.lineage(real.ids[meeting.number]!)
    const expected = model.lineageOf(meeting).map(({ number }) => real.ids[number])
    same(
      'the lineage',
      expected,
      lineage.map(({ id }) => id),
    )
  }
}

/** Nobody is in anybody's way in the next sequence, whose clock goes on where this one's has stopped. */
async function callOff({ ids }: Real): Promise<void> {
  const callOne = async (id: string) => {
    const meeting = await belfry.meetings.get(id)
    const isOpen = meeting?.status === 'pending' || meeting?.status === 'accepted'
    if (isOpen) await belfry.meetings.cancel(id, { participant: meeting.requester })
  }
  await Promise.all(ids.map(callOne))
}
