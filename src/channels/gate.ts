// A gate: the pace that all workers and processes keep together, because a provider counts them together. There is one for a bot,
// say, and inside it a pace for each chat. It lives in the database (belfry.gates, migrations/0013); here is the queue of one process.
//
//   pass ──▶ queue, the latest by its due time first ──▶ one question at a time ──▶ granted: now, or in a moment
//                                                                            └──▶ turned away: come back after
//
// One question at a time, and the next only when the message before is on its way: a process that was held up does not make up
// for it all at once, and twenty sends do not wait for one row's lock on twenty connections. No transaction is open while
// anybody waits. Where the database does not answer, nobody passes.

import type { Database } from '../engine/database.ts'
import { sleeper } from '../time/clock.ts'

export interface GateOptions {
  /** What is counted together, such as `telegram:123`. */
  readonly name: string
  /** Between two messages of the whole. */
  readonly everyMs: number
  /** The longest that a send can take: until then nothing else goes to the same key, unless `end` is called. */
  readonly holdMs: number
  /** Who has no answer by then is turned away. */
  readonly passMs: number
}

export interface Pass {
  /** What has a pace of its own, such as a chat; null: only that of the whole. */
  readonly key: string | null
  /** Between two messages of the key, counted from the end of the first. */
  readonly everyMs: number
  readonly dueMs: number
  /** It was turned away before. */
  readonly cameBack: boolean
}

export type Permit =
  | {
      readonly granted: true
      /** The send has ended; false: nothing was sent, and the next one need not wait. */
      end(wasSent: boolean): void
    }
  | { readonly granted: false; readonly retryAfterMs: number }

interface Waiting {
  readonly pass: Pass
  isOver: boolean
  readonly answer: (permit: Permit) => void
}

/** Where the database did not answer, or the queue was too long. */
const laterMs = 1_000
/** How far ahead the database grants: a process sleeps so long by itself. */
const aheadMs = 1_000
/** Parts that are quiet again are forgotten once in so many permits. */
const forgetEvery = 1_000

export class Gate {
  readonly #db: Database
  readonly #options: GateOptions
  readonly #queue: Waiting[] = []
  readonly #unawaited = new Set<Promise<unknown>>()
  #isAsking = false
  #granted = 0

  constructor(db: Database, options: GateOptions) {
    this.#db = db
    this.#options = options
  }

  /** Answers within `passMs`. */
  pass(pass: Pass): Promise<Permit> {
    return new Promise((resolve) => {
      const giveUp = () => waiting.answer({ granted: false, retryAfterMs: laterMs })
      const timer = setTimeout(giveUp, this.#options.passMs)
      const waiting: Waiting = {
        pass,
        isOver: false,
        answer: (permit) => {
          clearTimeout(timer)
          waiting.isOver = true
          resolve(permit)
        },
      }
      this.#enter(waiting)
    })
  }

  /** Nobody passes for so long, here or in any other process. Answers within `passMs`, written or not. */
  async block(ms: number): Promise<void> {
    const written = this.#unwatched(this.#db.run('block-gate', [this.#options.name, ms]))
    await Promise.race([written, sleeper.sleep(this.#options.passMs)])
  }

  /** What was begun without waiting for it has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#unawaited)
  }

  #enter(waiting: Waiting): void {
    // What is later by its due time goes first.
    const at = this.#queue.findLastIndex(({ pass }) => pass.dueMs <= waiting.pass.dueMs) + 1
    this.#queue.splice(at, 0, waiting)
    if (!this.#isAsking) void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (next.isOver) continue
      const permit = await this.#permit(next.pass)
      // Nobody waits for it any more: the permit is lost, its key is free.
      if (next.isOver && permit.granted) permit.end(false)
      else next.answer(permit)
    }
    this.#isAsking = false
  }

  async #permit({ key, everyMs, cameBack }: Pass): Promise<Permit> {
    const { name, everyMs: everyOfAllMs, holdMs } = this.#options
    const values = [name, key, everyOfAllMs, everyMs, holdMs, aheadMs, cameBack]
    const [row] = await this.#db.run<{ granted: boolean; wait_ms: number }>('take-permit', values).catch(() => [])
    if (!row) return { granted: false, retryAfterMs: laterMs }
    if (!row.granted) return { granted: false, retryAfterMs: Math.max(1, Math.ceil(row.wait_ms)) }
    this.#granted += 1
    if (this.#granted % forgetEvery === 0) void this.#unwatched(this.#db.run('forget-gates', [name]))
    if (row.wait_ms > 0) await sleeper.sleep(row.wait_ms)
    return { granted: true, end: (wasSent) => this.#end(key, wasSent ? everyMs : 0) }
  }

  /** Not waited for: the outcome of a send must not hang on it, and without it the key is free after `holdMs`. */
  #end(key: string | null, everyMs: number): void {
    if (key !== null) void this.#unwatched(this.#db.run('end-permit', [this.#options.name, key, everyMs]))
  }

  #unwatched(work: Promise<unknown>): Promise<unknown> {
    const quiet = work.catch(() => {}).finally(() => this.#unawaited.delete(quiet))
    this.#unawaited.add(quiet)
    return quiet
  }
}
