// Hints that something has changed in somebody's inbox. A mark is all that is told; what changed is fetched by who is told.
//
// What a worker of this process puts into an inbox, and what somebody does through this server, is looked at at once, and only for
// whom it concerns. What other processes do is found by looking at all who watch here, in one statement: eight buffers and some 20
// microseconds a person. Few are looked at ten times a second, many once a second: a millisecond between looks for each keeps
// that at 2 % of a core.

import type { Belfry, Logger } from '../index.ts'
import { createWakeableSleep, monotonicClock, sleeper } from '../time/clock.ts'

const lookEveryMs = { least: 100, most: 1_000 }

interface Watched {
  readonly tenant: string
  readonly recipient: string
  mark: string
  /** How many watch it. */
  watchers: number
}

export interface Followed {
  /** The mark, once it is another than the one told before; null where that did not happen in time. */
  next(waitMs: number): Promise<string | null>
}

export class InboxWatch {
  readonly #belfry: Pick<Belfry, 'access'>
  readonly #logger: Logger
  readonly #watched = new Map<string, Watched>()
  readonly #waiting = new Set<() => void>()
  /** Looked at next. */
  readonly #touched = new Set<Watched>()
  readonly #pause = createWakeableSleep()
  #isRunning = false
  /** Hears no workers any more. */
  readonly end: () => void

  constructor(belfry: Pick<Belfry, 'access' | 'onRing'>, logger: Logger) {
    this.#belfry = belfry
    this.#logger = logger
    this.end = belfry.onRing(({ tenant, recipient }) => this.touch(tenant, recipient))
  }

  /** Something may have changed there: looked at now, if anybody watches it. */
  touch(tenant: string, recipient: string): void {
    const one = this.#watched.get(nameOf(tenant, recipient))
    if (one) this.#look(one)
  }

  /** The marks of one inbox, until the signal. */
  follow(tenant: string, recipient: string, signal: AbortSignal): Followed {
    const one = this.#enter(tenant, recipient)
    signal.addEventListener('abort', () => this.#leave(one), { once: true })
    let told = ''
    return {
      next: async (waitMs) => {
        if (one.mark === told) await change(this.#waiting, () => one.mark !== told, waitMs, signal)
        if (one.mark === told) return null
        told = one.mark
        return told
      },
    }
  }

  #enter(tenant: string, recipient: string): Watched {
    const name = nameOf(tenant, recipient)
    const one = this.#watched.get(name) ?? { tenant, recipient, mark: '', watchers: 0 }
    this.#watched.set(name, one)
    one.watchers += 1
    if (one.mark === '') this.#look(one)
    if (!this.#isRunning) void this.#run()
    return one
  }

  #leave(one: Watched): void {
    one.watchers -= 1
    if (one.watchers > 0) return
    this.#watched.delete(nameOf(one.tenant, one.recipient))
    this.#touched.delete(one)
    if (this.#watched.size === 0) this.#pause.wake()
  }

  #look(one: Watched): void {
    this.#touched.add(one)
    this.#pause.wake()
  }

  /** One look at a time; whoever is touched meanwhile comes with the next. */
  async #run(): Promise<void> {
    this.#isRunning = true
    for (let allAtMs = 0; this.#watched.size > 0; ) {
      const isAll = monotonicClock.nowMs() >= allAtMs
      const some = [...(isAll ? this.#watched.values() : this.#touched)]
      this.#touched.clear()
      if (isAll) allAtMs = monotonicClock.nowMs() + betweenMs(this.#watched.size)
      await this.#read(some)
      if (this.#touched.size === 0) await this.#pause.sleep(allAtMs - monotonicClock.nowMs())
    }
    this.#isRunning = false
  }

  async #read(some: readonly Watched[]): Promise<void> {
    if (some.length === 0) return
    try {
      const marks = await this.#belfry.access.inboxMarks(some)
      some.forEach((one, i) => {
        one.mark = marks[i]!
      })
      for (const wake of this.#waiting) wake()
    } catch (error) {
      // Where the database is away they are told when it is back.
      this.#logger.debug({ error: String(error) }, 'could not look at inboxes')
    }
  }
}

function betweenMs(count: number): number {
  return Math.min(Math.max(count, lookEveryMs.least), lookEveryMs.most)
}

/** A tenant's name has no space. */
function nameOf(tenant: string, recipient: string): string {
  return `${tenant} ${recipient}`
}

/** Until it holds, the time is over, or nobody waits any more. */
async function change(
  waiting: Set<() => void>,
  holds: () => boolean,
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  const wake = () => {
    if (holds()) end()
  }
  waiting.add(wake)
  signal.addEventListener('abort', end, { once: true })
  await sleeper.sleep(waitMs, { signal: over.signal })
  signal.removeEventListener('abort', end)
  waiting.delete(wake)
}
