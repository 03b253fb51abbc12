// SIGTERM under load: a worker finishes what is in flight, gives back what it had not begun, and leaves no `unknown`.

import { countStates, endings, settle } from '../afterwards.ts'
import { Load, times } from '../load.ts'
import { neverEarly, neverTwice, noneMissing } from '../rules.ts'
import type { Scenario } from '../scenario.ts'
import { Judge } from '../verdict.ts'
import type { WorkerSettings, World } from '../world.ts'

export interface SigtermSize {
  readonly stops: number
  readonly everyMs: number
  readonly perSecond: number
}

const settings: WorkerSettings = {
  channels: [{ name: 'mail', idempotent: false, concurrency: 100, timeoutMs: 5_000 }],
  worker: { leaseMs: 10_000 },
}

export const sigterm: Scenario<SigtermSize> = {
  name: 'SIGTERM',
  channels: ['mail'],
  stopsServer: false,
  full: { stops: 20, everyMs: 1_000, perSecond: 500 },
  short: { stops: 2, everyMs: 300, perSecond: 200 },

  async play(world, size) {
    const judge = new Judge()
    let isOver = false
    const [ids, codes] = await Promise.all([
      keepScheduling(world, size.perSecond, () => isOver),
      stopAll(world, size).finally(() => {
        isOver = true
      }),
    ])
    await world.startWorkers(settings)
    await settle(world, judge, 20_000)
    const arrivals = await world.sink.arrivals()
    const ends = await endings(world)
    judge.figure('SIGTERM', codes.length)
    judge.figure('reminders', ids.length)
    judge.figure('sends', arrivals.length)
    judge.figure('ended', countStates(ends))
    neverTwice(judge, arrivals)
    neverEarly(judge, arrivals)
    noneMissing(judge, ids, arrivals)
    judge.none(
      ends.filter(({ state }) => state !== 'sent').map(({ id, state, reason }) => `${id} ${state} ${reason}`),
      'harmed',
      'deliveries not recorded as sent',
    )
    judge.expect(
      codes.every((code) => code === 0),
      'harmed',
      `exit codes ${codes.join(' ')}`,
    )
    return judge
  },
}

/** The next one is there before the last one goes, as in a rolling deploy. */
async function stopAll(world: World, { stops, everyMs }: SigtermSize): Promise<(number | null)[]> {
  const codes: (number | null)[] = []
  let current = await world.startWorkers(settings)
  for (let i = 0; i < stops; i++) {
    const next = await world.startWorkers(settings)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    codes.push(await current.child.stopped())
    current = next
  }
  codes.push(await current.child.stopped())
  return codes
}

async function keepScheduling({ belfry }: World, perSecond: number, isOver: () => boolean): Promise<string[]> {
  const load = new Load(belfry)
  const ids: string[] = []
  while (!isOver()) {
    const at = new Date(Date.now() + 50)
    const wishes = times(Math.ceil(perSecond / 20), (i) => ({
      at,
      channels: ['mail'],
      script: { afterMs: (i * 37) % 300 },
    }))
    ids.push(...(await load.schedule(wishes)))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return ids
}
