// A lost database: wait 1, 2, 4, then 10 seconds, forever, and say so once for each change of state. Everybody in a worker
// who finds it gone waits together, and whoever finds it back ends the wait of all.

import type { Logger } from '../log.ts'
import { createWakeableSleep } from '../time/clock.ts'

const waitsMs = [1_000, 2_000, 4_000, 10_000]

export class Connection {
  #failures = 0
  #waiting: Promise<unknown> | null = null
  readonly #sleep = createWakeableSleep()
  readonly #logger: Logger
  readonly #changed: (state: 'lost' | 'back') => void

  constructor(logger: Logger, changed: (state: 'lost' | 'back') => void) {
    this.#logger = logger
    this.#changed = changed
  }

  /** Waits before the next try. */
  async lost(): Promise<void> {
    if (this.#waiting) {
      await this.#waiting
      return
    }
    const waitMs = waitsMs[Math.min(this.#failures, waitsMs.length - 1)]!
    this.#failures += 1
    this.#waiting = this.#sleep.sleep(waitMs).finally(() => {
      this.#waiting = null
    })
    if (this.#failures === 1) {
      this.#logger.warn({}, 'database connection lost; trying again after 1, 2, 4, then every 10 seconds')
      this.#changed('lost')
    }
    await this.#waiting
  }

  works(): void {
    if (this.#failures === 0) return
    this.#failures = 0
    this.hurry()
    this.#logger.info({}, 'database connection is back')
    this.#changed('back')
  }

  /** Ends the wait under way. */
  hurry(): void {
    if (this.#waiting) this.#sleep.wake()
  }
}
