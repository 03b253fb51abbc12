// A lost database: wait 1, 2, 4, then 10 seconds, forever, and say so once for each change of state.

import type { Logger } from '../log.ts'
import { sleeper } from '../time/clock.ts'

const waitsMs = [1_000, 2_000, 4_000, 10_000]

export class Connection {
  #failures = 0
  readonly #logger: Logger
  readonly #changed: (state: 'lost' | 'back') => void

  constructor(logger: Logger, changed: (state: 'lost' | 'back') => void) {
    this.#logger = logger
    this.#changed = changed
  }

  /** Waits before the next try; less where the signal aborts. */
  async lost(signal?: AbortSignal): Promise<void> {
    if (this.#failures === 0) {
      this.#logger.warn({}, 'database connection lost; trying again after 1, 2, 4, then every 10 seconds')
      this.#changed('lost')
    }
    const waitMs = waitsMs[Math.min(this.#failures, waitsMs.length - 1)]!
    this.#failures += 1
    await sleeper.sleep(waitMs, { signal })
  }

  works(): void {
    if (this.#failures === 0) return
    this.#failures = 0
    this.#logger.info({}, 'database connection is back')
    this.#changed('back')
  }
}
