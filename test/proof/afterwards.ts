// What the tables are asked for, after a scenario: is anything stuck, and where did each delivery end? Never whether
// something was sent: that is the sink's to say.

import type { Judge } from './verdict.ts'
import type { World } from './world.ts'

export interface Ending {
  readonly id: string
  readonly reminder: string
  readonly channel: string
  readonly attempt: number
  readonly state: string
  readonly reason: string | null
}

/** A claim whose deliveries are all concluded may wait for its lease to run out; one that is past it is stuck. */
async function leftovers({ sql }: World): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, number>>(`select
    (select count(*) from belfry.reminders where due_at <= clock_timestamp())::integer as reminders,
    (select count(*) from belfry.deliveries where state = 'pending')::integer as waiting,
    (select count(*) from belfry.deliveries where state = 'sending')::integer as sending,
    (select count(*) from belfry.claims where expires_at < clock_timestamp())::integer as claims`)
  return row!
}

/** Something that changes for ever is stuck too. */
const settleMaxMs = 600_000

/**
 * Waits until nothing is under way any more. Things go on as long as they change; stuck is what stays as it is for
 * `quietMs`, which must be well above every lease and every wait for a lost database in play.
 */
export async function settle(world: World, judge: Judge, quietMs: number): Promise<void> {
  let before = ''
  let changedAt = performance.now()
  const giveUp = changedAt + settleMaxMs
  for (;;) {
    const left = await leftovers(world)
    const now = JSON.stringify(left)
    if (Object.values(left).every((count) => count === 0)) return
    if (now !== before) changedAt = performance.now()
    before = now
    if (performance.now() > Math.min(giveUp, changedAt + quietMs)) return judge.expect(false, 'stuck', now)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function endings({ sql }: World): Promise<Ending[]> {
  return await sql<Ending>(`select reminder::text, channel, attempt, state, reason,
      reminder::text || '.' || lpad(to_hex(occurrence_key), 16, '0') as id
    from belfry.deliveries`)
}

export function countStates(ends: readonly Ending[]): string {
  const counts = new Map<string, number>()
  for (const { state } of ends) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ')
}
