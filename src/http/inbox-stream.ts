// Hints that something has changed in somebody's inbox. All who watch in this process are asked about in one statement, once a
// second: eight buffers and some 20 microseconds a person. A mark is all that is told; what changed is fetched by who is told.

import type { Belfry, Logger } from '../index.ts'
import { repeating, sleeper } from '../time/clock.ts'

const lookEveryMs = 1_000

interface Watched {
  readonly tenant: string
  readonly recipient: string
  mark: string
  /** How many watch it. */
  watchers: number
}

export interface InboxWatch {
  /** The marks of one inbox, until the signal. */
  follow(tenant: string, recipient: string, signal: AbortSignal): Followed
}

export interface Followed {
  /** The mark, once it is another than the one told before; null where that did not happen in time. */
  next(waitMs: number): Promise<string | null>
}

export function createInboxWatch(belfry: Belfry, logger: Logger): InboxWatch {
  const watched = new Map<string, Watched>()
  const waiting = new Set<() => void>()
  let stop: (() => void) | null = null

  async function look(): Promise<void> {
    const all = [...watched.values()]
    const marks = await belfry.access.inboxMarks(all)
    all.forEach((one, i) => {
      one.mark = marks[i]!
    })
    for (const wake of waiting) wake()
  }
  // Where the database is away they are told when it is back.
  const failed = (error: unknown) => logger.debug({ error: String(error) }, 'could not look at inboxes')

  function enter(name: string, tenant: string, recipient: string): Watched {
    const one = watched.get(name) ?? { tenant, recipient, mark: '', watchers: 0 }
    watched.set(name, one)
    one.watchers += 1
    stop ??= repeating(lookEveryMs, look, failed)
    if (one.mark === '') look().catch(failed)
    return one
  }

  function leave(name: string, one: Watched): void {
    one.watchers -= 1
    if (one.watchers === 0) watched.delete(name)
    if (watched.size > 0) return
    stop?.()
    stop = null
  }

  return {
    follow(tenant, recipient, signal) {
      const name = `${tenant} ${recipient}`
      const one = enter(name, tenant, recipient)
      signal.addEventListener('abort', () => leave(name, one), { once: true })
      let told = ''
      return {
        async next(waitMs) {
          if (one.mark === told) await change(waiting, () => one.mark !== told, waitMs, signal)
          if (one.mark === told) return null
          told = one.mark
          return told
        },
      }
    },
  }
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
