// What this run has decided and the database cannot tell: of a real run, what stands earlier in the same batch; of a dry run,
// which writes nothing, whatever came before. So a key that appears twice is counted alike in both.

import { createHash } from 'node:crypto'

/** 64 bits a fact, about 50 bytes each in memory. Beyond, a dry run forgets, and may count a repetition as new. */
const factsMax = 2_000_000

export class Seen {
  readonly #facts = new Set<bigint>()
  readonly #forgets: boolean

  constructor(dryRun: boolean) {
    this.#forgets = !dryRun
  }

  /** At the start of each batch. */
  nextBatch(): void {
    if (this.#forgets || this.#facts.size > factsMax) this.#facts.clear()
  }

  add(...fact: readonly string[]): void {
    this.#facts.add(keyOf(fact))
  }

  has(...fact: readonly string[]): boolean {
    return this.#facts.has(keyOf(fact))
  }
}

function keyOf(fact: readonly string[]): bigint {
  return createHash('sha256').update(JSON.stringify(fact)).digest().readBigUInt64BE(0)
}
