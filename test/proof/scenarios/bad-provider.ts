// Providers that misbehave, and a database that goes away under sends: what is wrong stays with the one delivery it
// belongs to, and results that were obtained during the outage are written afterwards.

import { type Ending, endings, settle } from '../afterwards.ts'
import { Load, times, type Wish } from '../load.ts'
import { neverTwice, noneMissing } from '../rules.ts'
import type { Scenario } from '../scenario.ts'
import type { Script } from '../sink.ts'
import { until } from '../until.ts'
import { Judge } from '../verdict.ts'
import type { WorkerSettings, World } from '../world.ts'

export interface BadProviderSize {
  readonly others: number
  readonly outageMs: number
  /** Above the longest wait for a lost database (10 s), where the outage is long enough to reach it. */
  readonly leaseMs: number
}

// processes/sink.js knows what they stand for: Belfry refuses such texts where a caller gives them.
const nul = '@nul'
const surrogate = '@surrogate'

/** How each bad reply must end, and that of nobody else. */
const bad: readonly { readonly name: string; readonly script: Script; readonly ends: readonly string[] }[] = [
  { name: 'NUL, refused', script: { answers: [{ kind: 'refused', reply: nul }] }, ends: ['failed'] },
  { name: 'surrogate, gone', script: { answers: [{ kind: 'gone', reply: surrogate }] }, ends: ['failed'] },
  {
    name: 'NUL, deferred, then delivered',
    script: {
      answers: [
        { kind: 'deferred', reply: nul },
        { kind: 'delivered', reply: surrogate },
      ],
    },
    ends: ['sent'],
  },
  { name: 'NUL, delivered', script: { answers: [{ kind: 'delivered', reply: nul }] }, ends: ['sent'] },
  { name: 'hangs', script: { answers: [{ kind: 'silent' }] }, ends: ['unknown'] },
  { name: 'throws', script: { answers: [{ kind: 'throw', reply: nul }] }, ends: ['unknown'] },
  { name: 'a megabyte', script: { answers: [{ kind: 'refused', reply: '@long' }] }, ends: ['failed'] },
  { name: 'an outcome that does not exist', script: { answers: [{ kind: 'perhaps' }] }, ends: ['unknown'] },
]

export const badProvider: Scenario<BadProviderSize> = {
  name: 'bad provider, database away',
  channels: ['mail'],
  stopsServer: true,
  full: { others: 500, outageMs: 60_000, leaseMs: 15_000 },
  short: { others: 100, outageMs: 2_000, leaseMs: 4_000 },

  async play(world, size) {
    const judge = new Judge()
    const settings: WorkerSettings = {
      channels: [{ name: 'mail', idempotent: false, concurrency: 2_000, timeoutMs: 2_500 }],
      worker: { leaseMs: size.leaseMs, retry: { delaysMs: [100, 100, 100], lostMax: 5 } },
    }
    await Promise.all(times(2, () => world.startWorkers(settings)))
    await badReplies(world, judge, size)
    await databaseAway(world, judge, size)
    return judge
  },
}

/** One due moment for the bad and the others, so that they are taken and concluded in the same batches. */
async function badReplies(world: World, judge: Judge, { others, leaseMs }: BadProviderSize): Promise<void> {
  const at = new Date(Date.now() + 500)
  const wishes: Wish[] = [
    ...bad.map(({ script }) => ({ at, channels: ['mail'], script })),
    ...times(others, () => ({ at, channels: ['mail'], script: { afterMs: 20 } })),
  ]
  const ids = await new Load(world.belfry, 'bad').schedule(wishes)
  await world.sink.received(wishes.length)
  await settle(world, judge, leaseMs + 15_000)
  const ends = new Map((await endings(world)).map((end) => [end.reminder, end]))
  bad.forEach(({ name, ends: expected }, i) => {
    const end = ends.get(ids[i]!)
    judge.expect(expected.includes(end?.state ?? ''), 'harmed', `${name}: ended ${end?.state}, ${end?.reason}`)
  })
  const arrivals = await world.sink.arrivals()
  neverTwice(judge, arrivals)
  unharmed(judge, ids.slice(bad.length), ends)
  judge.figure('bad replies among others', `${bad.length} among ${others}`)
}

/** All are at the sink and wait for its answer when PostgreSQL stops. */
async function databaseAway(world: World, judge: Judge, { others, outageMs, leaseMs }: BadProviderSize): Promise<void> {
  const before = (await world.sink.arrivals()).length
  const at = new Date(Date.now() + 500)
  const ids = await new Load(world.belfry, 'away').schedule(
    times(others, (i) => ({ at, channels: ['mail'], script: { afterMs: 500 + (i % 500) } })),
  )
  const mine = new Set(ids)
  await world.sink.received(before + others, { everyMs: 5 })
  await world.server?.stop('fast')
  world.say(`PostgreSQL is away for ${outageMs / 1000} s, with ${others} sends under way`)
  await new Promise((resolve) => setTimeout(resolve, outageMs))
  await world.server?.start()
  await settle(world, judge, leaseMs + 30_000)
  // A worker may still wait to try the database again (10 s at the most), and its report come after the reaper: late
  // reports turn `unknown` into `sent`.
  const isRecorded = async () =>
    (await endings(world)).every(({ reminder, state }) => !mine.has(reminder) || state === 'sent')
  await until('every result is recorded', isRecorded, { withinMs: 20_000, everyMs: 200 }).catch(() => {})
  const arrivals = await world.sink.arrivals()
  const ends = new Map((await endings(world)).map((end) => [end.reminder, end]))
  neverTwice(judge, arrivals)
  noneMissing(judge, ids, arrivals)
  unharmed(judge, ids, ends)
  judge.figure('under way when PostgreSQL stopped', others)
  judge.figure('recorded as sent afterwards', ids.filter((id) => ends.get(id)?.state === 'sent').length)
}

function unharmed(judge: Judge, ids: readonly string[], ends: ReadonlyMap<string, Ending>): void {
  const harmed = ids.filter((id) => ends.get(id)?.state !== 'sent')
  judge.none(
    harmed.map((id) => `${id} ${ends.get(id)?.state}`),
    'harmed',
    'others not recorded as sent',
  )
}
