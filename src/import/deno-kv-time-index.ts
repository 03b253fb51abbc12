// Which entries of the time index have no reminder. A dump has the two kinds in any order, so both are remembered until the end.

/** About 100 bytes each. Beyond, nothing is compared any more, and nothing is called alone. */
const waitingMax = 2_000_000

export interface Alone {
  readonly user: string
  readonly id: string
}

export class TimeIndex {
  readonly #found = new Set<string>()
  readonly #named = new Map<string, Alone>()
  #isFull = false

  /** A reminder is there. */
  found(user: unknown, id: unknown): void {
    if (this.#isFull) return
    const name = nameOf(user, id)
    this.#named.delete(name)
    this.#found.add(name)
    this.#bound()
  }

  /** The index has it. */
  named(user: unknown, id: unknown): void {
    const name = nameOf(user, id)
    if (this.#isFull || this.#found.has(name)) return
    this.#named.set(name, { user: textOf(user), id: textOf(id) })
    this.#bound()
  }

  alone(): Alone[] {
    return [...this.#named.values()]
  }

  #bound(): void {
    if (this.#found.size + this.#named.size <= waitingMax) return
    this.#isFull = true
    this.#found.clear()
    this.#named.clear()
  }
}

/** 42 and "42" are one user: a dump has texts where the database has other kinds. */
function nameOf(user: unknown, id: unknown): string {
  return `${textOf(user)}/${textOf(id)}`
}

function textOf(part: unknown): string {
  return isPlain(part) ? String(part).slice(0, 256) : '?'
}

export function isPlain(part: unknown): part is string | number | bigint {
  return typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint'
}
