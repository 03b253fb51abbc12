import { describe, it } from 'vitest'
import { badProvider } from '../proof/scenarios/bad-provider.ts'
import { frozen } from '../proof/scenarios/frozen.ts'
import { kills } from '../proof/scenarios/kills.ts'
import { sigterm } from '../proof/scenarios/sigterm.ts'
import { useStage } from './stage.ts'

const stage = useStage()

describe('with an outside sink as the witness', () => {
  it('never sends twice through killed workers and restarts of PostgreSQL', () => stage.keepsItsPromises(kills))

  it('does not send from a worker that wakes up after its lease', () => stage.keepsItsPromises(frozen))

  it('keeps bad providers to themselves, and results through an outage', () => stage.keepsItsPromises(badProvider))

  it('finishes what is in flight on SIGTERM', () => stage.keepsItsPromises(sigterm))
})
