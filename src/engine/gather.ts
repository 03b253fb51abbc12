// Calls that come at the same time are written together: while one batch is being committed, the next one gathers. Ten
// clients that schedule one reminder each cost one transaction, and nobody waits for a timer. Strangers share a batch: what
// fails for one of them must not fail for the others, nor keep them waiting. So a batch is written with little patience,
// and if it fails, each of its items is written alone, beside the batches that follow. Not so when the connection is lost:
// then it may have been written, and who asked decides.

interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (answer: Out) => void
  readonly reject: (error: unknown) => void
}

/**
 * `isPatient`: alone, and may wait for a row that somebody holds. An item of a batch that is left unanswered was not
 * written, for a reason that may be another's: it is written alone.
 */
export type WriteTogether<In, Out> = (
  items: readonly In[],
  isPatient: boolean,
) => Promise<readonly (Out | Error | undefined)[]>

export class Gather<In, Out> {
  readonly #write: WriteTogether<In, Out>
  readonly #batchMax: number
  readonly #isUndone: (error: unknown) => boolean
  #waiting: Waiting<In, Out>[] = []
  #isWriting = false

  /** `isUndone`: what failed so has written nothing, and may be tried again. */
  constructor(batchMax: number, write: WriteTogether<In, Out>, isUndone: (error: unknown) => boolean) {
    this.#batchMax = batchMax
    this.#write = write
    this.#isUndone = isUndone
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      // Everything that is called in this turn of the event loop goes into the first batch.
      setImmediate(() => void this.#drain())
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#batchMax)
      for (const one of await this.#writeBatch(batch)) void this.#writeAlone(one)
    }
    this.#isWriting = false
  }

  /** Answers those that are to be written alone. */
  async #writeBatch(batch: readonly Waiting<In, Out>[]): Promise<readonly Waiting<In, Out>[]> {
    try {
      const items = batch.map(({ item }) => item)
      return answer(batch, await this.#write(items, false))
    } catch (error) {
      if (this.#isUndone(error)) return batch
      for (const { reject } of batch) reject(error)
      return []
    }
  }

  async #writeAlone(one: Waiting<In, Out>): Promise<void> {
    try {
      answer([one], await this.#write([one.item], true))
    } catch (error) {
      one.reject(error)
    }
  }
}

/** Answers those that have no answer yet. */
function answer<In, Out>(
  batch: readonly Waiting<In, Out>[],
  answers: readonly (Out | Error | undefined)[],
): readonly Waiting<In, Out>[] {
  return batch.filter(({ resolve, reject }, i) => {
    const one = answers[i]
    if (one === undefined) return true
    if (one instanceof Error) reject(one)
    else resolve(one)
    return false
  })
}
