// Workers are killed and PostgreSQL is restarted under load, again and again. On a channel that cannot repeat, no delivery
// is sent twice; afterwards nothing is stuck; whatever ended `unknown` was in flight at a kill or a restart; and nothing
// is missing.

import { countStates, type Ending, endings, settle } from '../afterwards.ts'
import { logTakes, readTakes, type Take } from '../gate.ts'
import { Load, times } from '../load.ts'
import { neverEarly, neverTwice, noneMissing } from '../rules.ts'
import type { Scenario } from '../scenario.ts'
import type { StopMode } from '../server.ts'
import { type Arrival, byDelivery } from '../sink.ts'
import { Judge } from '../verdict.ts'
import type { WorkerProcess, WorkerSettings, World } from '../world.ts'

export interface KillsSize {
  readonly processes: number
  readonly kills: number
  readonly killEveryMs: number
  readonly restarts: number
  readonly restartEveryMs: number
  readonly perSecond: number
}

const leaseMs = 4_000
/** A lost database is asked for again after 10 s at the most; then one lease passes before anything is reaped. */
const quietMs = 30_000

const settings: WorkerSettings = {
  channels: [
    { name: 'mail', idempotent: false, concurrency: 50, timeoutMs: 2_500 },
    { name: 'hook', idempotent: true, concurrency: 50, timeoutMs: 2_500 },
  ],
  worker: { leaseMs, retry: { delaysMs: [100, 200, 400], lostMax: 5 } },
}

interface Killed {
  readonly pid: number
  readonly workers: readonly string[]
  readonly atMs: number
}

/** What the harness did, and when, by the wall clock that the database of the same machine shares. */
interface Diary {
  readonly kills: Killed[]
  readonly restarts: { readonly mode: StopMode; readonly atMs: number; readonly backAtMs: number }[]
}

export const kills: Scenario<KillsSize> = {
  name: 'kills and restarts',
  channels: ['mail', 'hook'],
  stopsServer: true,
  full: { processes: 4, kills: 100, killEveryMs: 1_500, restarts: 30, restartEveryMs: 4_500, perSecond: 200 },
  short: { processes: 2, kills: 4, killEveryMs: 500, restarts: 2, restartEveryMs: 1_000, perSecond: 80 },

  async play(world, size) {
    const judge = new Judge()
    await logTakes(world)
    const diary: Diary = { kills: [], restarts: [] }
    const fleet = await Promise.all(times(size.processes, () => world.startWorkers(settings)))
    let isOver = false
    const chaos = Promise.all([
      killAll(world, fleet, size, diary.kills),
      restartAll(world, size, diary.restarts),
    ]).finally(() => {
      isOver = true
    })
    const [ids] = await Promise.all([keepScheduling(world, size.perSecond, () => isOver), chaos])
    world.say(`${ids.length} reminders scheduled; waiting for leases to run out`)
    await settle(world, judge, quietMs)
    // A result may have come after its lease, while the database was away: it is written late, and counts.
    await Promise.all(fleet.map(({ child }) => child.stopped()))
    judgeAll(judge, ids, await world.sink.arrivals(), await endings(world), await readTakes(world), diary)
    judge.none(
      world.troubles.map((trouble) => JSON.stringify(trouble)),
      'harmed',
      'errors logged by workers',
    )
    return judge
  },
}

/** Every fifth on the channel that can repeat. The sink takes its time, so that every kill meets sends in flight. */
async function keepScheduling({ belfry }: World, perSecond: number, isOver: () => boolean): Promise<string[]> {
  const load = new Load(belfry)
  const ids: string[] = []
  while (!isOver()) {
    const at = new Date(Date.now() + 200)
    const wishes = times(Math.ceil(perSecond / 10), (i) => ({
      at,
      channels: [i % 5 === 4 ? 'hook' : 'mail'],
      script: { afterMs: (i * 37) % 300 },
    }))
    ids.push(...(await load.schedule(wishes, 60_000)))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return ids
}

async function killAll(world: World, fleet: WorkerProcess[], size: KillsSize, killed: Killed[]): Promise<void> {
  for (let i = 0; i < size.kills; i++) {
    await new Promise((resolve) => setTimeout(resolve, size.killEveryMs * (0.5 + Math.random())))
    const [victim] = fleet.splice(Math.floor(Math.random() * fleet.length), 1)
    killed.push({ pid: victim!.child.pid, workers: victim!.workers, atMs: Date.now() })
    await victim!.child.kill()
    fleet.push(await world.startWorkers(settings))
    if ((i + 1) % 10 === 0) world.say(`${i + 1} kills`)
  }
}

async function restartAll(world: World, size: KillsSize, restarts: Diary['restarts']): Promise<void> {
  for (let i = 0; i < size.restarts; i++) {
    await new Promise((resolve) => setTimeout(resolve, size.restartEveryMs))
    const mode = i % 2 === 0 ? 'fast' : 'immediate'
    const atMs = Date.now()
    await world.server?.stop(mode)
    await world.server?.start()
    restarts.push({ mode, atMs, backAtMs: Date.now() })
    if ((i + 1) % 10 === 0) world.say(`${i + 1} restarts of PostgreSQL`)
  }
}

function judgeAll(
  judge: Judge,
  ids: readonly string[],
  arrivals: readonly Arrival[],
  ends: readonly Ending[],
  takes: readonly Take[],
  diary: Diary,
): void {
  const unknown = ends.filter(({ state }) => state === 'unknown')
  const sends = byDelivery(arrivals)
  judge.figure('reminders', ids.length)
  judge.figure('kill -9', diary.kills.length)
  judge.figure('restarts of PostgreSQL', diary.restarts.length)
  judge.figure('sends', arrivals.length)
  judge.figure('ended', countStates(ends))
  judge.figure('unknown that had reached the sink', unknown.filter(({ id }) => sends.has(id)).length)
  judge.figure('repeated on the idempotent channel', arrivals.length - sends.size)
  neverTwice(
    judge,
    arrivals.filter(({ channel }) => channel === 'mail'),
  )
  neverEarly(judge, arrivals)
  noneMissing(judge, ids, arrivals, new Set(unknown.map(({ reminder }) => reminder)))
  judge.none(
    ends.filter(({ state, id }) => state === 'sent' && !sends.has(id)).map(({ id }) => id),
    'false_sent',
    'recorded as sent, never arrived',
  )
  judge.none(
    ends.filter(({ state, channel }) => state !== 'sent' && !(state === 'unknown' && channel === 'mail')).map(describe),
    'harmed',
    'ended otherwise than sent or unknown',
  )
  judge.none(
    unknown.filter((end) => !wasInFlight(end, takes, sends.get(end.id) ?? [], diary)).map(describe),
    'unexplained_unknown',
    'unknown without a kill or restart',
  )
}

const describe = ({ id, channel, state, reason, attempt }: Ending) => `${id} ${channel} ${state} ${reason} ${attempt}`

/**
 * Its worker was killed while it had it; or PostgreSQL stopped just as the take was committed, so that the worker never
 * heard of it and nothing arrived. A worker that lived and sent must have reported in the end.
 */
function wasInFlight(end: Ending, takes: readonly Take[], sends: readonly Arrival[], diary: Diary): boolean {
  const take = takes.find(({ id, attempt }) => id === end.id && attempt === end.attempt)
  if (!take) return false
  const stops = diary.restarts.filter(({ backAtMs }) => backAtMs >= take.at_ms)
  const kill = diary.kills.find(({ workers }) => workers.includes(take.worker))
  if (kill && kill.atMs >= take.at_ms - 1 && sends.every(({ pid }) => pid === kill.pid)) {
    // Within its lease; or later, while it still waited for the database to take its report.
    return kill.atMs <= take.at_ms + leaseMs || stops.some(({ atMs }) => atMs <= kill.atMs)
  }
  return sends.length === 0 && stops.some(({ atMs }) => take.at_ms >= atMs - 1_000)
}
