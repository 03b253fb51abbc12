// So many at once; the others wait their turn, in the order in which they came. A run has up to two connections beside every pool,
// and whoever may ask for one may ask for sixty at once.

export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(max: number) {
    this.#free = max
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Handed over: whoever comes just now does not get ahead of those who wait.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
