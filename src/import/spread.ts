// Alarms whose time has passed ring soon, but not at once: people begin at different moments within an hour, and of one person
// one alarm comes after the other, outside of their quiet hours. Nothing here is random: the same rows, read again under
// the same clock, get the same moments, so that an import that was interrupted ends as it would have ended.

import { createHash } from 'node:crypto'
import type { Person } from '../engine/planning.ts'
import { quietSpanAt } from '../time/quiet-hours.ts'
import type { ZoneRules } from '../time/zone-rules.ts'

export interface SpreadOptions {
  readonly nowMs: number
  /** Over how long the first alarms of different people are spread. */
  readonly overMs: number
  /** Between two alarms of one person. */
  readonly spacingMs: number
  readonly rules: ZoneRules
}

const secondMs = 1_000

export class Spread {
  readonly #options: SpreadOptions
  /** One number for each person with an alarm that has passed. */
  readonly #next = new Map<string, number>()

  constructor(options: SpreadOptions) {
    this.#options = options
  }

  /** The next free moment of that person. */
  slot(recipient: string, { quietHours, timezone }: Person): number {
    const { spacingMs, rules } = this.#options
    const fromMs = this.#next.get(recipient) ?? this.#first(recipient)
    const quiet = quietHours && quietSpanAt(fromMs, quietHours, timezone, rules)
    // Where it is always quiet there is no better moment; the engine then shows it in the app only.
    const ms = quiet && Number.isFinite(quiet.endMs) ? quiet.endMs : fromMs
    this.#next.set(recipient, ms + spacingMs)
    return ms
  }

  #first(recipient: string): number {
    const { nowMs, overMs } = this.#options
    const seconds = Math.max(1, Math.floor(overMs / secondMs))
    const hash = createHash('sha256').update(recipient).digest().readUInt32BE(0)
    return Math.ceil(nowMs) + (1 + (hash % seconds)) * secondMs
  }
}
