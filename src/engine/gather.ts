// Calls that come at the same time are written together: while one batch is being committed, the next one gathers. Ten
// clients that schedule one reminder each cost one transaction, and nobody waits for a timer.

export class Gather<In, Out> {
  readonly #write: (items: readonly In[]) => Promise<readonly (Out | Error)[]>
  readonly #batchMax: number
  #waiting: { item: In; resolve: (answer: Out) => void; reject: (error: unknown) => void }[] = []
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
      try {
        const answers = await this.#write(batch.map(({ item }) => item))
        batch.forEach(({ resolve, reject }, i) => {
          const answer = answers[i]
          if (answer instanceof Error) reject(answer)
          else resolve(answer as Out)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#writers -= 1
  }
}
