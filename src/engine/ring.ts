// What rang in the app, for somebody who watches a worker. This is the only place where a worker shows texts: they are in no event
// and no log. A server always watches, for the inboxes that are open at it, and heeds only whose it is.

import type { FiredRow } from './fire.ts'

export interface Rung {
  readonly tenant: string
  readonly recipient: string
  readonly timezone: string
  readonly title: string | null
  readonly body: string | null
  readonly at: Date
}

/** Those who watch all workers of this process. */
export class Rings {
  readonly #watchers = new Set<(rung: Rung) => void>()

  /** Answers a function that ends it. */
  watch(watcher: (rung: Rung) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  tell(rows: readonly FiredRow[]): void {
    for (const watcher of this.#watchers) ring(rows, watcher)
  }
}

export function ring(rows: readonly FiredRow[], onRing: (rung: Rung) => void): void {
  for (const { tenant, recipient, timezone, title, body, channel, state, at_ms: atMs } of rows) {
    if (channel !== 'in_app' || state !== 'sent') continue
    try {
      onRing({ tenant, recipient, timezone: timezone ?? 'UTC', title, body, at: new Date(atMs) })
    } catch {
      // a watcher is somebody's code: when it throws, the worker's own path goes on
    }
  }
}
