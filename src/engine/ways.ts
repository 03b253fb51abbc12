// Where the coming ring of a reminder goes as things stand, and what is in the way: so that somebody learns before its moment that
// it will not be sent, and why.

import type { Context } from './context.ts'
import type { Reason } from './delivery.ts'
import { bucketOf } from './key.ts'
import type { Ladder } from './ladder.ts'

export interface Way {
  readonly channel: string
  /** How long after the first channel, unless somebody has seen it by then. */
  readonly afterMs: number
  /** Stands by in case the others fail. */
  readonly isFallback: boolean
  /** Why it will not be sent this way; null: it will. */
  readonly reason: Reason | null
  /** An operator holds sends: it goes when they are released. */
  readonly held: boolean
}

interface WayRow {
  readonly channel: string
  readonly delay_ms: number
  readonly reason: Reason | null
  readonly held: boolean
}

/** Of a reminder that has nothing to come: none. */
export async function waysOf({ db, tenant, sending }: Context, id: string, defaults: Ladder): Promise<Way[]> {
  const rows = await db.run<WayRow>('ways-of-reminder', [
    ...[bucketOf(id), id, tenant, defaults.channels, defaults.delaysMs],
    sending.channels.map(({ name }) => name),
    sending.channels.map(({ needsAddress = true }) => needsAddress === true),
  ])
  const demos = new Set(sending.channels.filter(({ isDemo }) => isDemo).map(({ name }) => name))
  return rows.map(({ channel, delay_ms: delayMs, reason, held }) => ({
    ...{ channel, held, reason: reason ?? (demos.has(channel) ? 'demo_mode' : null) },
    afterMs: Math.max(0, delayMs),
    isFallback: delayMs < 0,
  }))
}
