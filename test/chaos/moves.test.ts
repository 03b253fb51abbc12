// What catches a build that leaves old moments under way is tried by `npm run proof`, with every other sabotage.

import { describe, it } from 'vitest'
import { moves } from '../proof/scenarios/moves.ts'
import { useStage } from './stage.ts'

const stage = useStage()

describe('with an outside sink as the witness', () => {
  it('sends nothing of an old time after a move or a cancel of an entity has answered, and all of the new', () =>
    stage.keepsItsPromises(moves))
})
