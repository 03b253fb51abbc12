// What a calendar may take to read and to expand: steps, as in the search for occurrences. Whoever writes a calendar may write rules into
// it that never happen, so they are counted for the whole of it, and everything else in this process has its turn in between.

import { setImmediate as turn } from 'node:timers/promises'
import { BelfryError } from '../errors.ts'
import { Budget } from '../time/recurrence/recurrence.ts'

/** Steps between two looks at whatever else this process does. */
const stepsAtOnce = 4_000
/** A search cannot pause before it finds something: one that takes longer than that is given up. */
const stepsInARowMax = 20_000

export class Work extends Budget {
  readonly #whole: Work | null
  #stepsAtTurn = 0
  #refusals = 0

  /** `whole`: this is a part of it, for one thing of many. What the part takes, the whole has taken. */
  constructor(stepsMax: number, whole: Work | null = null) {
    super(stepsMax)
    this.#whole = whole
  }

  /** How often there was not enough left. */
  get refusals(): number {
    return this.#refusals
  }

  override take(steps: number): void {
    if (this.#has(steps)) {
      super.take(steps)
      return
    }
    this.#refusals++
    throw new BelfryError('too_many', 'This takes too much work to look through.', { field: this.field })
  }

  #has(steps: number): boolean {
    if (this.steps + steps > this.stepsMax) return false
    if (this.#whole === null) return this.steps - this.#stepsAtTurn + steps <= stepsInARowMax + stepsAtOnce
    if (!this.#whole.#has(steps)) return false
    this.#whole.take(steps)
    return true
  }

  /** Called between things that take a while. */
  async pause(): Promise<void> {
    if (this.#whole !== null) return await this.#whole.pause()
    if (this.steps - this.#stepsAtTurn < stepsAtOnce) return
    this.#stepsAtTurn = this.steps
    await turn()
  }
}
