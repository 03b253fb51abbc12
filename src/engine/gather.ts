// Calls that come at the same time are written together: while one batch is being committed, the next one gathers. Ten
// clients that schedule one reminder each cost one transaction, and nobody waits for a timer. Strangers share a batch: what
// fails for one of them must not fail for the others, nor keep them waiting. So a batch is written with little patience,
// and if it fails, each of its items is written alone, beside the batches that follow.

interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (answer: Out) => void
  readonly reject: (error: unknown) => void
}

/** `isPatient`: alone, and may wait for a row that somebody holds. */
export type WriteTogether<In, Out> = (items: readonly In[], isPatient: boolean) => Promise<readonly (Out | Error)[]>

export class Gather<In, Out> {
  readonly #write: WriteTogether<In, Out>
  readonly #batchMax: number
  #waiting: Waiting<In, Out>[] = []
  #isWriting = false

  constructor(batchMax: number, write: WriteTogether<In, Out>) {
    this.#batchMax = batchMax
    this.#write = write
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
      try {
        answer(
          batch,
          await this.#write(
            batch.map(({ item }) => item),
            false,
          ),
        )
      } catch {
        for (const one of batch) void this.#writeAlone(one)
      }
    }
    this.#isWriting = false
  }

  async #writeAlone(one: Waiting<In, Out>): Promise<void> {
    try {
      answer([one], await this.#write([one.item], true))
    } catch (error) {
      one.reject(error)
    }
  }
}

function answer<In, Out>(batch: readonly Waiting<In, Out>[], answers: readonly (Out | Error)[]): void {
  batch.forEach(({ resolve, reject }, i) => {
    const one = answers[i]
    if (one instanceof Error) reject(one)
    else resolve(one as Out)
  })
}
