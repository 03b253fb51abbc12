// Results on their way into the database. They are kept and tried again through an outage, written in batches, and a
// batch that fails is split, so that one bad row never makes the others unknown.

import type { Logger } from '../log.ts'
import type { Claim, Concluded, ConcludedRow } from './conclude.ts'
import { type DatabaseFailure, describeFailure } from './database.ts'

export interface ResultsOptions {
  readonly write: (concluded: readonly Concluded[], finished: readonly Claim[]) => Promise<readonly ConcludedRow[]>
  readonly failureOf: (error: unknown) => DatabaseFailure
  /** Waits out a lost connection. */
  readonly reconnect: () => Promise<void>
  readonly written: (rows: readonly ConcludedRow[], tookMs: number, concluded: readonly Concluded[]) => void
  /** A batch could not be written, and is split; or one result, which is given up. */
  readonly failed: (error: unknown) => void
  /** The last result of a claim is written. */
  readonly finished: (claim: Claim) => void
  /** True once the worker has to end with results unwritten; their leases will run out. */
  readonly hasGivenUp: () => boolean
  /** Everything is written. */
  readonly drained: () => void
  readonly nowMs: () => number
  readonly logger: Logger
  readonly batchMax: number
}

/** Two batches overlap: one is being written while the next fills. More would only fight over two cores. */
const writersMax = 2

export class Results {
  readonly #options: ResultsOptions
  #waiting: Concluded[] = []
  #writers = 0
  #drained: (() => void)[] = []

  constructor(options: ResultsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#waiting.length + this.#writers
  }

  add(concluded: readonly Concluded[]): void {
    for (const one of concluded) this.#waiting.push(one)
    if (this.#writers >= writersMax) return
    this.#writers += 1
    // After this turn of the event loop, so that sends that end together are written together.
    setImmediate(() => void this.#drain())
  }

  /** Resolves when everything is written. */
  async flushed(): Promise<void> {
    if (this.size === 0) return
    await new Promise<void>((resolve) => this.#drained.push(resolve))
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, this.#options.batchMax))
    this.#writers -= 1
    if (this.size > 0) return
    this.#options.drained()
    for (const resolve of this.#drained.splice(0)) resolve()
  }

  async #write(batch: readonly Concluded[]): Promise<void> {
    const { write, written, finished, failed, failureOf, reconnect, hasGivenUp, nowMs, logger } = this.#options
    while (!hasGivenUp()) {
      const startedMs = nowMs()
      const inBatch = perClaim(batch)
      try {
        const rows = await write(
          batch,
          [...inBatch].filter(([claim, count]) => claim.unwritten === count).map(([claim]) => claim),
        )
        for (const [claim, count] of inBatch) {
          claim.unwritten -= count
          if (claim.unwritten === 0) finished(claim)
        }
        written(rows, nowMs() - startedMs, batch)
        return
      } catch (error) {
        switch (failureOf(error)) {
          case 'connection':
            await reconnect()
            break
          case 'lock':
          case 'deadlock':
            break
          case 'statement':
            failed(error)
            if (batch.length > 1) return await this.#split(batch)
            // Its claim stays, its lease will run out, and the reaper calls it lost: nothing disappears silently.
            logger.error(
              { reminder: batch[0]?.delivery.reminder, error: describeFailure(error) },
              'a result could not be written',
            )
            return
        }
      }
    }
  }

  async #split(batch: readonly Concluded[]): Promise<void> {
    const middle = batch.length >> 1
    await this.#write(batch.slice(0, middle))
    await this.#write(batch.slice(middle))
  }
}

/**
 * A claim is removed by the statement that writes the last of its results, never before: a crash in between would leave
 * deliveries in `sending` that no lease covers. Two writers may each hold a part; the later one to start sees what is
 * still unwritten, and if both started before either ended, the claim simply runs out.
 */
function perClaim(batch: readonly Concluded[]): Map<Claim, number> {
  const counts = new Map<Claim, number>()
  for (const { claim } of batch) if (claim) counts.set(claim, (counts.get(claim) ?? 0) + 1)
  return counts
}
