// A tenant with a mountain of due reminders on a narrow channel does not make another tenant wait for its only one.

import { settle } from '../afterwards.ts'
import { Load, times } from '../load.ts'
import { neverTwice } from '../rules.ts'
import type { Scenario } from '../scenario.ts'
import { type Arrival, reminderOf } from '../sink.ts'
import { Judge } from '../verdict.ts'

export interface FairnessSize {
  /** Due of the one tenant, all at once. */
  readonly mountain: number
  /** Other tenants, with one reminder each, one after the other. */
  readonly others: number
  /** Of the other's wait. Null: only sends are counted, because a busy machine has no fair seconds. */
  readonly waitMaxMs: number | null
  /** Sends of the large tenant between the other's due moment and its arrival. */
  readonly betweenMax: number
}

/** Twenty places and 10 ms a send: 2,000 a second at the very most. */
const concurrency = 20
const answerMs = 10

export const fairness: Scenario<FairnessSize> = {
  name: 'fairness',
  channels: ['mail'],
  stopsServer: false,
  full: { mountain: 100_000, others: 10, waitMaxMs: 5_000, betweenMax: 10_000 },
  short: { mountain: 5_000, others: 2, waitMaxMs: null, betweenMax: 1_000 },

  async play(world, { mountain, others, waitMaxMs, betweenMax }) {
    const judge = new Judge()
    const large = new Load(world.belfry, 'mountain')
    const at = new Date()
    for (let left = mountain; left > 0; left -= 10_000) {
      const wishes = times(Math.min(left, 10_000), () => ({ at, channels: ['mail'], script: { afterMs: answerMs } }))
      await large.schedule(wishes)
    }
    world.say(`${mountain} reminders of one tenant are due`)
    const small = await Promise.all(times(others, (i) => world.belfryOf(`small-${i}`)))
    await world.startWorkers({
      channels: [{ name: 'mail', idempotent: false, concurrency, timeoutMs: 15_000 }],
      worker: { leaseMs: 60_000 },
    })
    const ids: string[] = []
    for (const [i, belfry] of small.entries()) {
      // Spread over the first half of the mountain, so that it stands before each of them.
      await world.sink.received(Math.floor(((i + 0.5) * mountain) / others / 2), { withinMs: 300_000 })
      ids.push(...(await new Load(belfry).schedule([{ at: new Date(), channels: ['mail'] }])))
    }
    await world.sink.received(mountain + others, { withinMs: 600_000 })
    await settle(world, judge, 15_000)
    const arrivals = await world.sink.arrivals()
    const waits = ids.map((id) => waitOf(id, arrivals))
    judge.figure('sends of the large tenant', arrivals.length - others)
    judge.figure('reminders of others', others)
    judge.figure('longest wait of another, ms', Math.max(...waits.map(({ ms }) => ms)))
    judge.figure('sends of the large tenant in between, most', Math.max(...waits.map(({ between }) => between)))
    neverTwice(judge, arrivals)
    for (const { ms, between, isLast } of waits) {
      judge.expect(!isLast, 'not_exercised', 'the mountain was gone before the other was due')
      judge.expect(between <= betweenMax, 'unfair', `${between} sends of the large tenant went first`)
      judge.expect(waitMaxMs === null || ms <= waitMaxMs, 'unfair', `another tenant waited ${ms} ms`)
    }
    return judge
  },
}

function waitOf(id: string, arrivals: readonly Arrival[]): { ms: number; between: number; isLast: boolean } {
  const place = arrivals.findIndex((arrival) => reminderOf(arrival.id) === id)
  const { arrivedMs, dueMs } = arrivals[place]!
  const between = arrivals.slice(0, place).filter((arrival) => arrival.arrivedMs >= dueMs).length
  return { ms: arrivedMs - dueMs, between, isLast: place === arrivals.length - 1 }
}
