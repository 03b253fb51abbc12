// Many workers, many reminders, one instant: each is sent, none twice, none before its moment.

import { endings, settle } from '../afterwards.ts'
import { Load, times } from '../load.ts'
import { latenessFigures, neverEarly, neverTwice, noneMissing } from '../rules.ts'
import type { Scenario } from '../scenario.ts'
import { Judge } from '../verdict.ts'

export interface SameInstantSize {
  readonly processes: number
  readonly workersEach: number
  readonly reminders: number
  /** From scheduling to the instant. */
  readonly leadMs: number
  /** How far the workers' wall clocks are ahead: it must not matter. */
  readonly clockShiftMs: number
}

export const sameInstant: Scenario<SameInstantSize> = {
  name: 'same instant',
  channels: ['mail'],
  stopsServer: false,
  full: { processes: 4, workersEach: 2, reminders: 10_000, leadMs: 4_000, clockShiftMs: 1_500 },
  short: { processes: 2, workersEach: 2, reminders: 500, leadMs: 1_500, clockShiftMs: 1_000 },

  async play(world, { processes, workersEach, reminders, leadMs, clockShiftMs }) {
    const judge = new Judge()
    await Promise.all(
      times(processes, () =>
        world.startWorkers({
          workers: workersEach,
          clockShiftMs,
          channels: [{ name: 'mail', idempotent: false, concurrency: 200, timeoutMs: 15_000 }],
          worker: { leaseMs: 60_000 },
        }),
      ),
    )
    const at = new Date(Date.now() + leadMs)
    const ids = await new Load(world.belfry).schedule(times(reminders, () => ({ at, channels: ['mail'] })))
    world.say(`${reminders} reminders are due at one instant`)
    await world.sink.received(reminders, { withinMs: 120_000 })
    await settle(world, judge, 15_000)
    const arrivals = await world.sink.arrivals()
    judge.figure('sends', arrivals.length)
    judge.figure('worker processes that sent', new Set(arrivals.map(({ pid }) => pid)).size)
    latenessFigures(judge, arrivals)
    neverTwice(judge, arrivals)
    neverEarly(judge, arrivals)
    noneMissing(judge, ids, arrivals)
    const notSent = (await endings(world))
      .filter(({ state }) => state !== 'sent')
      .map(({ id, state }) => `${id} ${state}`)
    judge.none(notSent, 'harmed', 'deliveries not recorded as sent')
    return judge
  },
}
