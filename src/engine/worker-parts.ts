// What a worker is told, and what it stands on.

import type { Channel } from '../channels/channel.ts'
import type { Compose } from '../channels/content.ts'
import type { Logger } from '../log.ts'
import type { MonotonicClock } from '../time/clock.ts'
import type { Zones } from './advance.ts'
import type { Database, FailureOf } from './database.ts'
import type { FiringOptions } from './firing.ts'
import type { Ladder } from './ladder.ts'
import type { Coalesce } from './lanes.ts'
import type { Pulse } from './pulse.ts'
import type { RetryPolicy } from './retry.ts'
import type { Rings, Rung } from './ring.ts'

/**
 * `batchMax`: deliveries taken in one statement (1,000). `leaseMs`: how long a worker may hold a delivery before others call
 * it lost (60,000). `pollMs`: the longest sleep (30,000). `buckets`: those this worker serves (all). More than `lateMax`
 * (1,000) reminders that are late by more than `lateAfterMs` (300,000) are sent at `latePerSecond` (100), not all at once.
 */
export interface WorkerOptions extends FiringOptions {
  readonly pollMs: number
  readonly retry: RetryPolicy
  /** Null: only what is late is put together. */
  readonly coalesce: Coalesce | null
  /** Called with each message this worker has put into an inbox, for somebody who watches. */
  readonly onRing?: ((rung: Rung) => void) | undefined
}

/** Periodic scans, run beside the loop. */
export interface WorkerSweeps {
  /** What sweeps may need and this process has. */
  readonly has: readonly string[]
  /** Takes one that is due. Answers a function that runs it, or null when somebody else was faster. */
  claim(): Promise<((signal: AbortSignal) => Promise<void>) | null>
}

export interface WorkerParts {
  readonly id: string
  readonly db: Database
  readonly failureOf: FailureOf
  readonly channels: readonly Channel[]
  readonly defaultChannels: Ladder
  /** The words, for channels that ask for them. */
  readonly compose: Compose
  readonly zones: Zones
  /** Resolves what SQL functions asked for; answers how many. */
  readonly resolve: () => Promise<number>
  /** Resolves moments again where this process has a newer time-zone database; answers whether none is left. */
  readonly resolveZones: () => Promise<boolean>
  readonly sweeps: WorkerSweeps
  readonly rings: Rings
  /** Called before anything is fired on a server that this worker has not seen before, or that was started anew. */
  readonly onServer: () => Promise<void>
  readonly clock: MonotonicClock
  readonly logger: Logger
  /** Keeps how it goes, for charts. */
  readonly pulse: Pulse
  /** Calls back when somebody wants workers to look at once. Null: poll only. */
  readonly listen: ((wake: (dueMs: number | null) => void) => Promise<{ close(): Promise<void> }>) | null
}
