// One batch, now, in this process, for whoever has no worker running: a worker that fires only so many reminders of one kind
// and tenant, and ends when nothing of it is in flight any more.

import { once } from 'node:events'
import { startStopwatch } from '../time/clock.ts'
import type { DeliveryState } from './delivery.ts'
import type { Tally } from './tally.ts'
import type { Worker } from './worker.ts'

export interface BatchOptions {
  readonly tenant: string
  readonly kind: string
  /** Reminders at the most. */
  readonly most: number
  /** Sends at once, on each channel. */
  readonly concurrency: number
}

export interface BatchResult {
  /** Reminders that were fired. */
  readonly fired: number
  /** Deliveries that have come to this state: `pending` of those that are tried again. */
  readonly count: (...states: readonly DeliveryState[]) => number
  readonly tookMs: number
}

export type RunBatch = (options: BatchOptions) => Promise<BatchResult>

/** Runs a worker until it is idle, or (with the database gone, say) for as long as its lease. */
export async function runBatch(worker: Worker, leaseMs: number): Promise<BatchResult> {
  const counts = new Map<DeliveryState, number>()
  const add = (tallies: readonly Tally[]) => {
    for (const { state, count } of tallies) counts.set(state, (counts.get(state) ?? 0) + count)
  }
  // What is being sent, or waits for a later channel, is counted when it ends.
  worker.events.on('fired', ({ tallies }) =>
    add(tallies.filter(({ state }) => state !== 'sending' && state !== 'pending')),
  )
  // Without attempts it is what somebody else had left behind, perhaps another tenant's.
  worker.events.on('concluded', ({ tallies, attempts }) => attempts.length > 0 && add(tallies))
  const elapsedMs = startStopwatch()
  const signal = AbortSignal.timeout(leaseMs)
  const idle = once(worker.events, 'idle', { signal }).catch(() => {})
  worker.start()
  await idle
  await worker.stop()
  return {
    fired: worker.fired,
    count: (...states) => states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0),
    tookMs: elapsedMs(),
  }
}
