// When to look again: what `next.sql` answers, and how long to sleep on it.

import { crowdedAgainMs, type DueNow, type Firing } from './firing.ts'
import type { Lanes } from './lanes.ts'

export interface Next extends DueNow {
  readonly driven: boolean
  readonly later_ms: number | null
  readonly lanes: readonly { channel: string; tenant: string; ms: number }[]
  /** When the first of those that wait to be put together does not wait any longer. */
  readonly gather_ms: number | null
  readonly lease_in_ms: number | null
  readonly has_requests: boolean
  readonly sweep_ms: number | null
  readonly started_ms: number
}

export interface Sleeping {
  readonly pollMs: number
  readonly lanes: Lanes
  readonly firing: Firing
  readonly isSweepDue: boolean
  readonly hasZones: boolean
}

const lockedAgainMs = 500
/** With a hold in force the due row may be a held one, which nobody lets go of soon. */
const heldAgainMs = 5_000
const spreadAgainMs = 100

/** Lanes in which something waits that may be taken. */
export function openLanes({ lanes, holds, now_ms: nowMs }: Pick<Next, 'lanes' | 'holds' | 'now_ms'>): Next['lanes'] {
  const isHeld = (lane: { channel: string; tenant: string }) =>
    holds.some(({ channel, tenant }) => ['', lane.channel].includes(channel) && ['', lane.tenant].includes(tenant))
  return lanes.filter((lane) => lane.ms <= nowMs && !isHeld(lane))
}

/** `isStarved`: there is work at hand, but its channel has no free place. */
export function sleepUntil(
  next: Next,
  { pollMs, lanes, firing, ...more }: Sleeping,
): { ms: number; isStarved: boolean } {
  const waits = [pollMs, firing.nextBackInMs]
  const lockedMs = next.holds.length > 0 ? heldAgainMs : lockedAgainMs
  const isDue = next.due_ms !== null && next.due_ms <= next.now_ms
  const served = next.lanes.filter(({ channel }) => lanes.channel(channel))
  const open = served.filter(({ channel }) => lanes.room(channel) > 0)
  for (const ms of [next.later_ms, next.sweep_ms, ...open.map((lane) => lane.ms)]) {
    // A driven clock stands still: nothing becomes due by waiting.
    if (ms !== null && ms > next.now_ms && !next.driven) waits.push(ms - next.now_ms)
  }
  // Waiting, yet not taken: somebody has the row locked, and rarely for long; or it waits for others that were not fired yet.
  if (open.some(({ ms }) => ms <= next.now_ms)) waits.push(lockedMs)
  if (isDue) waits.push(next.holds.length > 0 || firing.hasReach ? lockedMs : crowdedAgainMs)
  if (more.isSweepDue || next.has_requests || !more.hasZones) waits.push(lockedAgainMs)
  if (firing.spreads(next)) waits.push(spreadAgainMs)
  if (next.lease_in_ms !== null) waits.push(Math.max(next.lease_in_ms, 10))
  return { ms: Math.min(...waits), isStarved: isDue || open.length < served.length }
}
