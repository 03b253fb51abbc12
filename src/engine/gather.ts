// Calls that come at the same time are written together: while one batch is being committed, the next one gathers. Ten
// clients that schedule one reminder each cost one transaction, and nobody waits for a timer.

interface Waiting<In, Out> {
  readonly item: In
  readonly resolve: (answer: Out) => void
  readonly reject: (error: unknown) => void
}

export class Gather<In, Out> {
  readonly #write: (items: readonly In[]) => Promise<readonly (Out | Error)[]>
  readonly #batchMax: number
  #waiting: Waiting<In, Out>[] = []
  #writers = 0

  constructor(batchMax: number, write: (items: readonly In[]) => Promise<readonly (Out | Error)[]>) {
    this.#batchMax = batchMax
    this.#write = write
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#writers > 0) return
      this.#writers += 1
      // Everything that is called in this turn of the event loop goes into the first batch.
      setImmediate(() => void this.#drain())
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#batchMax)
      await this.#writeBatch(batch)
    }
    this.#writers -= 1
  }

  async #writeBatch(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await this.#write(batch.map(({ item }) => item))
      batch.forEach(({ resolve, reject }, i) => {
        const answer = answers[i]
        if (answer instanceof Error) reject(answer)
        else resolve(answer as Out)
      })
    } catch (error) {
      const [only] = batch
      if (batch.length === 1) only?.reject(error)
      // Strangers share a batch: what fails for one of them must not fail for the others, nor keep them waiting.
      else await Promise.all(batch.map((one) => this.#writeBatch([one])))
    }
  }
}
