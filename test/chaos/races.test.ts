import { describe, it } from 'vitest'
import { cancels } from '../proof/scenarios/cancels.ts'
import { fairness } from '../proof/scenarios/fairness.ts'
import { handMarks } from '../proof/scenarios/hand-marks.ts'
import { sameInstant } from '../proof/scenarios/same-instant.ts'
import { useStage } from './stage.ts'

const stage = useStage()

describe('with an outside sink as the witness', () => {
  it('sends each of many reminders of one instant once, by four workers with wrong wall clocks', () =>
    stage.keepsItsPromises(sameInstant))

  it('marks a key by hand once, whoever asks at the same time', () => stage.keepsItsPromises(handMarks))

  it('sends nothing after a cancel has answered, through retries, ladders and killed workers', () =>
    stage.keepsItsPromises(cancels))

  it('does not let one tenant delay another', () => stage.keepsItsPromises(fairness))
})
