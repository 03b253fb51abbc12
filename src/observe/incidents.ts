// Like incidents within a minute become one event with a count. Of the urgent ones the first is said at once, and the
// others of that minute at its end.

export interface Incident {
  /** What makes two incidents alike, here and as Sentry's fingerprint. */
  readonly key: readonly string[]
  readonly level: 'error' | 'warning' | 'info'
  /** Fixed words: no values. */
  readonly message: string
  readonly error?: unknown
  readonly tags: Readonly<Record<string, string>>
  readonly count: number
  readonly isUrgent: boolean
}

/** More kinds of trouble than this in a minute are one kind: everything is broken. */
const kindsMax = 100

export class Incidents {
  dropped = 0
  readonly #say: (incident: Incident) => void
  readonly #timer: NodeJS.Timeout
  readonly #gathered = new Map<string, { incident: Incident; count: number }>()

  constructor(say: (incident: Incident) => void, gatherMs: number) {
    this.#say = say
    // What is gathered must not keep a process alive: whoever ends it calls `close`.
    this.#timer = setInterval(() => this.#flush(), gatherMs).unref()
  }

  add(incident: Incident): void {
    const key = incident.key.join('\n')
    const found = this.#gathered.get(key)
    if (found) {
      found.count += incident.count
      return
    }
    if (this.#gathered.size >= kindsMax) {
      this.dropped += 1
      return
    }
    if (incident.isUrgent) this.#say(incident)
    this.#gathered.set(key, { incident, count: incident.isUrgent ? 0 : incident.count })
  }

  /** Says what is left. */
  close(): void {
    clearInterval(this.#timer)
    this.#flush()
  }

  #flush(): void {
    for (const { incident, count } of this.#gathered.values()) if (count > 0) this.#say({ ...incident, count })
    this.#gathered.clear()
  }
}
