import type { Scenario } from '../scenario.ts'
import { badProvider } from './bad-provider.ts'
import { cancels } from './cancels.ts'
import { fairness } from './fairness.ts'
import { frozen } from './frozen.ts'
import { handMarks } from './hand-marks.ts'
import { kills } from './kills.ts'
import { moves } from './moves.ts'
import { sameInstant } from './same-instant.ts'
import { sigterm } from './sigterm.ts'

/** The scenarios in the order of their length, under the names that `--only` takes. */
export const scenarios: Readonly<Record<string, Scenario<object>>> = {
  'same-instant': sameInstant as Scenario<object>,
  'hand-marks': handMarks as Scenario<object>,
  cancels: cancels as Scenario<object>,
  frozen: frozen as Scenario<object>,
  sigterm: sigterm as Scenario<object>,
  fairness: fairness as Scenario<object>,
  'bad-provider': badProvider as Scenario<object>,
  moves: moves as Scenario<object>,
  kills: kills as Scenario<object>,
}
