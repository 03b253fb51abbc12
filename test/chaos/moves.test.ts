import { describe, expect, inject, it } from 'vitest'
import { sabotages, trySabotage } from '../proof/sabotage.ts'
import { moves } from '../proof/scenarios/moves.ts'
import { root, useStage } from './stage.ts'

const stage = useStage()

describe('with an outside sink as the witness', { timeout: 150_000 }, () => {
  it('sends nothing of an old time after a move or a cancel of an entity has answered, and all of the new', () =>
    stage.keepsItsPromises(moves))

  it('catches a build that leaves old moments under way', async () => {
    const sabotage = sabotages['put-stops-by-row']!
    const { caught, verdict } = await trySabotage(sabotage, { root, serverUrl: inject('databaseUrl') })
    expect(caught, JSON.stringify(verdict)).toBe(true)
  })
})
