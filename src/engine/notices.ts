// What verbs notice in passing and no answer of theirs reaches an operator with: for metrics and reports. Counts only, said
// before the commit: a transaction that is rolled back or run again has said it all the same.

export type Notice = SkippedPastNotice | AlarmRunNotice | SweepNotice

/** Occurrences whose moment had already passed when they were planned. */
export interface SkippedPastNotice {
  readonly kind: 'skipped_past'
  readonly count: number
}

/** One batch of due alarms, when all its sends have ended. */
export interface AlarmRunNotice {
  readonly kind: 'alarm_run'
  readonly fetched: number
  readonly sent: number
  readonly failed: number
  /** Sends at once, as the run allowed. */
  readonly concurrency: number
  readonly tookMs: number
}

/** One run of a sweep that ended. */
export interface SweepNotice {
  readonly kind: 'sweep'
  readonly sweep: string
  readonly outcome: 'ok' | 'failed'
  readonly reminded: number
  readonly errors: number
  readonly tookMs: number
}

export class Notices {
  readonly #listeners = new Set<(notice: Notice) => void>()
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  /** Answers a function that ends it. */
  on(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** A listener is somebody's code: when it throws, the verb goes on. */
  say(notice: Notice): void {
    for (const listener of this.#listeners) {
      try {
        listener(notice)
      } catch (error) {
        this.#failed(error)
      }
    }
  }
}
