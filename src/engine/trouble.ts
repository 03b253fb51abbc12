// Reminders that cannot be fired just now: a row whose key somebody's open transaction holds is set aside for a while; one
// that ends its transaction five times is quarantined. The count is kept outside the transaction that rolls back.

import type { MonotonicClock } from '../time/clock.ts'
import type { Database, DatabaseFailure } from './database.ts'

export interface Head {
  readonly bucket: number
  readonly id: string
}

const asideMs = 5_000
const failuresMax = 5

export class Trouble {
  readonly #aside = new Map<string, number>()
  /** Those with a count in the database. */
  readonly #counted = new Map<string, Head>()
  readonly #clock: MonotonicClock

  constructor(clock: MonotonicClock) {
    this.#clock = clock
  }

  aside(): string[] {
    const now = this.#clock.nowMs()
    for (const [id, until] of this.#aside) if (until <= now) this.#aside.delete(id)
    return [...this.#aside.keys()]
  }

  /** When the next one comes back. */
  get nextBackInMs(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.#aside.values()) - this.#clock.nowMs()
  }

  /** Called when a fire of this one alone failed. Answers whether it was quarantined. */
  async record(db: Database, head: Head, failure: DatabaseFailure, error: unknown): Promise<boolean> {
    if (failure !== 'statement') {
      this.#aside.set(head.id, this.#clock.nowMs() + asideMs)
      return false
    }
    const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const message = root instanceof Error ? root.message : String(root)
    this.#counted.set(head.id, head)
    const [row] = await db.run<{ failures: number }>('trouble', [head.bucket, head.id, message.slice(0, 500)])
    const failures = row?.failures ?? 1
    if (failures < failuresMax) {
      this.#aside.set(head.id, this.#clock.nowMs() + 250 * 2 ** failures)
      return false
    }
    await db.run('quarantine', [head.bucket, head.id])
    return true
  }

  /** What worked after all is not counted on: five hiccups in the life of a repeating reminder are no poison. */
  async forgetFired(db: Database, reminders: Iterable<string>): Promise<void> {
    if (this.#counted.size === 0) return
    for (const id of reminders) {
      const head = this.#counted.get(id)
      if (!head) continue
      this.#counted.delete(id)
      await db.run('forget-trouble', [head.bucket, head.id])
    }
  }
}
