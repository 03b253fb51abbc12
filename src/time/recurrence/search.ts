// How much work looking for occurrences may be. Counted in steps, never in time, so that the same call has the same answer on
// every machine: a step is about a microsecond.
//
// A rule that finds nothing for too long has come to its end, quietly: a series that was accepted must be able to go on, or
// end, wherever it is advanced. What a caller asks for in one call has a budget on top of that, for all its searches together.

import { BelfryError } from '../../errors.ts'
import { dayMs } from './civil.ts'
import { ruleLimits } from './rule.ts'

const emptyMsMax = ruleLimits.emptyYearsMax * 365.25 * dayMs

/** What one call may spend on all its searches. */
export class Budget {
  readonly stepsMax: number
  /** Where the rule stands that is being looked at, for errors. */
  field = '/rule'
  #steps = 0
  #givenUp = 0

  constructor(stepsMax: number) {
    this.stepsMax = stepsMax
  }

  get steps(): number {
    return this.#steps
  }

  /** How many searches ended because nothing came for too long. */
  get givenUp(): number {
    return this.#givenUp
  }

  take(steps: number): void {
    // What is refused is not done, and so not counted.
    if (this.#steps + steps <= this.stepsMax) {
      this.#steps += steps
      return
    }
    throw new BelfryError('too_many', 'The rules of this call take too much work to look through.', {
      field: this.field,
      accepted: 'fewer rules in one call, or rules that happen more often',
    })
  }

  giveUp(): void {
    this.#givenUp++
  }
}

/** One walk along a rule. */
export class Search {
  readonly #budget: Budget | undefined
  #foundMs: number
  #emptySteps = 0

  constructor(budget: Budget | undefined, fromMs: number) {
    this.#budget = budget
    this.#foundMs = fromMs
  }

  /** Counts a look at this time; false when nothing was found for so long that nothing more is expected. */
  goesOn(atMs: number, steps: number): boolean {
    this.#budget?.take(steps)
    this.#emptySteps += steps
    if (this.#emptySteps <= ruleLimits.emptyStepsMax && atMs - this.#foundMs <= emptyMsMax) return true
    this.#budget?.giveUp()
    return false
  }

  found(atMs: number): void {
    this.#foundMs = atMs
    this.#emptySteps = 0
  }
}
