// What is put as a whole, again and again: one at a time, so that the server has them in the order in which they were wanted; of those
// that are wanted meanwhile only the newest is sent, which is all of them.

/** Answers when it, or a newer one in its place, was sent. */
export function oneAtATime<T>(send: (wanted: T) => Promise<unknown>): (wanted: T) => Promise<void> {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  let newest: T
  const begin = async () => {
    try {
      await send(newest)
    } finally {
      current = null
    }
  }
  return (wanted) => {
    newest = wanted
    if (next) return next
    if (!current) {
      current = begin()
      return current
    }
    // One that is refused does not keep the next one from trying.
    next = current
      .catch(() => undefined)
      .then(() => {
        next = null
        current = begin()
        return current
      })
    return next
  }
}
