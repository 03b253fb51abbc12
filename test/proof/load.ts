// Reminders for a scenario: made in order, each its own entity, due at a given moment, answered by the sink as scripted.

import type { Belfry, ScheduleInput } from 'belfry'
import type { Script } from './sink.ts'

export interface Wish {
  readonly at: Date
  readonly script?: Script
  readonly channels?: ScheduleInput['channels']
  readonly critical?: boolean
}

export class Load {
  readonly #belfry: Belfry
  readonly #type: string
  #count = 0

  constructor(belfry: Belfry, type = 'note') {
    this.#belfry = belfry
    this.#type = type
  }

  /**
   * The reminders' ids. A database that is away is waited for, up to `patienceMs`; the same wishes again are the same
   * reminders.
   */
  async schedule(wishes: readonly Wish[], patienceMs = 0): Promise<string[]> {
    const inputs = wishes.map((wish) => this.#input(wish))
    const giveUp = performance.now() + patienceMs
    for (;;) {
      try {
        return (await this.#belfry.reminders.scheduleMany(inputs)).map(({ id }) => id)
      } catch (error) {
        const isAway = (error as { code?: string }).code === 'database_unavailable'
        if (!isAway || performance.now() > giveUp) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  #input({ at, script, channels, critical }: Wish): ScheduleInput {
    this.#count += 1
    return {
      entity: { type: this.#type, id: `${this.#type}-${this.#count}` },
      recipient: 'ana',
      at,
      ...(script ? { data: script } : {}),
      ...(channels ? { channels } : {}),
      ...(critical ? { critical } : {}),
    }
  }
}

export function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}
