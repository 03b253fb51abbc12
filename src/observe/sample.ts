// What the database says of the whole installation, at most once in five seconds however often somebody scrapes. A sample
// that fails, or does not come in time, leaves the last one standing and says that the database is down.

import type { Stats } from '../index.ts'
import { type Stopwatch, startStopwatch } from '../time/clock.ts'

export interface SampleOptions {
  readonly read: () => Promise<Stats>
  /** Younger than this, a sample is not repeated. */
  readonly everyMs: number
  /** How long a scrape waits for it. */
  readonly waitMs: number
}

export interface Sample {
  /** Null until the first has worked. */
  readonly stats: Stats | null
  readonly ageMs: number | null
  readonly isUp: boolean
}

export class Sampler {
  readonly #options: SampleOptions
  #last: { readonly stats: Stats; readonly ageMs: Stopwatch } | null = null
  /** Since the last one began, whatever became of it: a database that is down is not asked more often either. */
  #sinceMs: Stopwatch | null = null
  #running: Promise<void> | null = null
  #isUp = false

  constructor(options: SampleOptions) {
    this.#options = options
  }

  async sample(): Promise<Sample> {
    const { everyMs, waitMs } = this.#options
    if (!this.#running && (this.#sinceMs === null || this.#sinceMs() >= everyMs)) this.#start()
    if (this.#running && !(await endsWithin(this.#running, waitMs))) this.#isUp = false
    return { stats: this.#last?.stats ?? null, ageMs: this.#last?.ageMs() ?? null, isUp: this.#isUp }
  }

  #start(): void {
    const ageMs = startStopwatch()
    this.#sinceMs = ageMs
    this.#running = this.#options
      .read()
      .then(
        (stats) => {
          this.#last = { stats, ageMs }
          this.#isUp = true
        },
        () => {
          this.#isUp = false
        },
      )
      .finally(() => {
        this.#running = null
      })
  }
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
