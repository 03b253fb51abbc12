// One after the other in a chat and for a person, several chats at once: answers come in the order of the questions.

export class Turns {
  private readonly last = new Map<string, Promise<void>>()

  /** Runs when everything with one of these names that came before has ended, however it did. */
  take<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = names.map((name) => this.last.get(name))
    const result = Promise.all(before).then(work)
    const ended = result.then(
      () => {},
      () => {},
    )
    for (const name of names) this.last.set(name, ended)
    void ended.then(() => {
      for (const name of names) if (this.last.get(name) === ended) this.last.delete(name)
    })
    return result
  }
}
