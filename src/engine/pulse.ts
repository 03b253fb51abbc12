// How the workers of a process do, kept for charts: counts by outcome and how late sends were, by the minute. Written at most every ten
// seconds, and only when something has happened since, so that idle workers ask nothing of the database. What cannot be written waits
// for the next time; nothing else ever waits for it.

import type { Logger } from '../log.ts'
import type { MonotonicClock } from '../time/clock.ts'
import { type Database, describeFailure } from './database.ts'
import { countLateness, noLateness } from './lateness.ts'
import { readStats, type Stats } from './stats.ts'
import type { Tally } from './tally.ts'

interface Minute {
  sent: number
  failed: number
  unknown: number
  others: number
  readonly lateness: number[]
}

interface PulseParts {
  readonly db: Database
  readonly clock: MonotonicClock
  readonly logger: Logger
  /** Which process this is. */
  readonly name: string
}

const writeEveryMs = 10_000
const lookEveryMs = 60_000
const minuteMs = 60_000
/** A clock that is driven passes many minutes in a second; with the database away, they are kept for a while. */
const minutesMax = 2_000

export class Pulse {
  readonly #parts: PulseParts
  readonly #minutes = new Map<number, Minute>()
  #nowMs = 0
  #writtenAtMs = Number.NEGATIVE_INFINITY
  #lookedAtMs = Number.NEGATIVE_INFINITY
  #writing: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(parts: PulseParts) {
    this.#parts = parts
  }

  /** What time it is for reminders, as a worker has just heard. */
  hear(nowMs: number): void {
    this.#nowMs = nowMs
  }

  fired(tallies: readonly Tally[], latenessesMs: readonly number[]): void {
    const minute = this.#minute()
    countLateness(minute.lateness, latenessesMs)
    this.#ended(minute, tallies)
  }

  concluded(tallies: readonly Tally[]): void {
    this.#ended(this.#minute(), tallies)
  }

  /** Writes what there is, as far as that can be. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#writing
    if (this.#minutes.size > 0) await this.#write(false)
  }

  #minute(): Minute {
    const at = Math.floor(this.#nowMs / minuteMs) * minuteMs
    const known = this.#minutes.get(at)
    if (known) return known
    const made: Minute = { sent: 0, failed: 0, unknown: 0, others: 0, lateness: noLateness() }
    this.#minutes.set(at, made)
    if (this.#minutes.size > minutesMax) this.#minutes.delete(this.#minutes.keys().next().value!)
    return made
  }

  #ended(minute: Minute, tallies: readonly Tally[]): void {
    for (const { state, count } of tallies) {
      if (state === 'sending' || state === 'pending') continue
      minute[state === 'sent' || state === 'failed' || state === 'unknown' ? state : 'others'] += count
    }
    this.#later()
  }

  /** Nothing is written any more: what the last worker left, nobody can write. */
  close(): void {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
  }

  #later(): void {
    if (this.#timer || this.#writing || this.#isClosed) return
    const waitMs = Math.max(0, this.#writtenAtMs + writeEveryMs - this.#parts.clock.nowMs())
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#write(true)
    }, waitMs)
    // What is not written when the process ends was written by `flush`.
    this.#timer.unref()
  }

  #write(looks: boolean): Promise<void> {
    this.#writing = this.#written(looks)
      .catch((error: unknown) => this.#parts.logger.warn({ error: describeFailure(error) }, 'a pulse was not written'))
      .finally(() => {
        this.#writing = null
        if (looks && this.#minutes.size > 0) this.#later()
      })
    return this.#writing
  }

  async #written(looks: boolean): Promise<void> {
    const { db, clock, name } = this.#parts
    this.#writtenAtMs = clock.nowMs()
    const stats = looks ? await this.#look() : null
    const last = Math.max(...this.#minutes.keys())
    for (const [at, minute] of [...this.#minutes]) {
      // What happens while it is being written is counted anew.
      this.#minutes.delete(at)
      const { sent, failed, unknown, others, lateness } = minute
      const seen = at === last && stats ? [stats.due, stats.reminders, stats.waiting].map(({ value }) => value) : []
      const values = [at, name, sent, failed, unknown, others, lateness, seen[0] ?? null, seen[1] ?? null]
      await db.run('pulse', [...values, seen[2] ?? null]).catch((error: unknown) => {
        this.#keep(at, minute)
        throw error
      })
    }
  }

  #keep(at: number, minute: Minute): void {
    const since = this.#minutes.get(at)
    this.#minutes.set(at, since ? added(minute, since) : minute)
  }

  /** Once a minute is enough to see a backlog grow. */
  async #look(): Promise<Stats | null> {
    const { db, clock } = this.#parts
    if (clock.nowMs() < this.#lookedAtMs + lookEveryMs) return null
    this.#lookedAtMs = clock.nowMs()
    return await readStats(db)
  }
}

function added(a: Minute, b: Minute): Minute {
  return {
    sent: a.sent + b.sent,
    failed: a.failed + b.failed,
    unknown: a.unknown + b.unknown,
    others: a.others + b.others,
    lateness: a.lateness.map((count, i) => count + b.lateness[i]!),
  }
}
