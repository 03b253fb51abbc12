// Cancels that meet the moment itself: at due ± 50 ms, against first sends, retries, second rungs and reaped leases.
//
// What a cancel that answered at T must have kept:
//   - no send of that reminder begins after T, unless the answer named its delivery as in flight (taken before the
//     cancel, begun after it), and then one attempt at the most, and none before it that was still without an answer at
//     T: a stopped one is not tried again;
//   - every send that the sink accepted is named: as already sent or as in flight. So `cancelled: true`, which has
//     nothing in flight, has no send but those it lists.
// T is taken after the answer was there, and a send's begin before its bytes leave: by the one monotonic clock of the
// machine, "begun after T" cannot be an error of measurement.

import type { CancelResult } from 'belfry'
import { settle } from '../afterwards.ts'
import { slowCommits } from '../gate.ts'
import { Load, times, type Wish } from '../load.ts'
import { neverEarly } from '../rules.ts'
import type { Scenario } from '../scenario.ts'
import { type Arrival, byDelivery, byReminder, isAccepted } from '../sink.ts'
import { nowUs } from '../until.ts'
import { Judge } from '../verdict.ts'
import type { WorkerProcess, WorkerSettings, World } from '../world.ts'

export interface CancelsSize {
  readonly cancels: number
  readonly perSecond: number
  /** Worker processes killed meanwhile, so that leases run out. */
  readonly kills: number
}

interface Cancelled {
  readonly id: string
  readonly answer: CancelResult
  readonly answeredUs: number
}

const leaseMs = 2_000
const spreadMs = 50

const settings: WorkerSettings = {
  channels: [
    { name: 'mail', idempotent: false, concurrency: 100, timeoutMs: 1_000 },
    { name: 'hook', idempotent: true, concurrency: 100, timeoutMs: 1_000 },
  ],
  worker: { leaseMs, retry: { delaysMs: [15, 25, 35], lostMax: 5 } },
}

/** Four kinds in turn: plain, tried again twice, a ladder of two channels, and a slow one that kills meet in flight. */
function wish(i: number, at: Date): Wish {
  const afterMs = i % 23
  const deferred = { kind: 'deferred', afterMs: 3 + (i % 17) }
  switch (i % 4) {
    case 0:
      return { at, channels: ['mail'], script: { afterMs } }
    case 1:
      return { at, channels: ['mail'], script: { answers: [deferred, deferred, { kind: 'delivered', afterMs }] } }
    case 2:
      return { at, channels: ['mail', { channel: 'hook', after: 'PT0.2S' }], script: { afterMs } }
    default:
      return { at, channels: ['hook'], script: { afterMs: 400 + afterMs } }
  }
}

/** Around its moment; of each kind, every eighth around the second rung, and around the moment when a lease runs out. */
function cancelDelayMs(i: number): number {
  const around = (Math.random() * 2 - 1) * spreadMs
  if (i % 4 === 2 && i % 8 === 2) return 200 + around
  if (i % 4 === 3 && i % 8 === 3) return leaseMs + around
  return around
}

export const cancels: Scenario<CancelsSize> = {
  name: 'cancels',
  channels: ['mail', 'hook'],
  stopsServer: false,
  full: { cancels: 2_000, perSecond: 100, kills: 20 },
  short: { cancels: 200, perSecond: 100, kills: 3 },

  async play(world, size) {
    const judge = new Judge()
    await slowCommits(world, 10)
    const fleet = await Promise.all(times(3, () => world.startWorkers(settings)))
    const firstMs = Date.now() + 1_000
    const dueMs = (i: number) => firstMs + Math.floor((i * 1_000) / size.perSecond)
    const ids = await new Load(world.belfry).schedule(times(size.cancels, (i) => wish(i, new Date(dueMs(i)))))
    world.say(`${ids.length} reminders, each cancelled within ${spreadMs} ms of a moment of its own`)
    const lastsMs = dueMs(ids.length) - firstMs
    const killed = new Set<number>()
    const [answers] = await Promise.all([
      Promise.all(ids.map((id, i) => cancelAt(world, id, dueMs(i) + cancelDelayMs(i)))),
      killSome(world, fleet, killed, size.kills, firstMs, lastsMs),
    ])
    await settle(world, judge, 15_000)
    const arrivals = await world.sink.arrivals()
    holdAgainst(judge, answers, arrivals)
    figures(judge, answers, arrivals, killed)
    judge.figure(
      'leases that ran out',
      (await world.sql("select 1 from belfry.attempts where outcome = 'lost'")).length,
    )
    return judge
  },
}

async function cancelAt({ belfry }: World, id: string, atMs: number): Promise<Cancelled> {
  await new Promise((resolve) => setTimeout(resolve, atMs - Date.now()))
  const answer = await belfry.reminders.cancel(id)
  return { id, answer, answeredUs: nowUs() }
}

async function killSome(
  world: World,
  fleet: WorkerProcess[],
  killed: Set<number>,
  kills: number,
  firstMs: number,
  lastsMs: number,
): Promise<void> {
  for (let i = 0; i < kills; i++) {
    await new Promise((resolve) => setTimeout(resolve, firstMs + ((i + 0.5) * lastsMs) / kills - Date.now()))
    const [victim] = fleet.splice(i % fleet.length, 1)
    killed.add(victim!.child.pid)
    await victim!.child.kill()
    fleet.push(await world.startWorkers(settings))
  }
}

function holdAgainst(judge: Judge, answers: readonly Cancelled[], arrivals: readonly Arrival[]): void {
  const sendsOf = byReminder(arrivals)
  const afterCancel: string[] = []
  const unnamed: string[] = []
  for (const { id, answer, answeredUs } of answers) {
    const sends = sendsOf.get(id) ?? []
    const named = new Set([...answer.inFlight, ...answer.alreadySent])
    for (const [delivery, those] of byDelivery(sends)) {
      const late = those.filter(({ begunUs }) => begunUs > answeredUs)
      if (late.length === 0 || (answer.inFlight.includes(delivery) && wasTaken(those, late, answeredUs))) continue
      afterCancel.push(`${delivery}, ${late.length} sends, first ${late[0]!.begunUs - answeredUs} µs later`)
    }
    unnamed.push(
      ...sends
        .filter((send) => isAccepted(send) && !named.has(send.id))
        .map((send) => `${send.id} attempt ${send.attempt} (cancelled: ${answer.cancelled})`),
    )
  }
  judge.none(afterCancel, 'sent_after_cancel', 'sends began after their cancel had answered')
  judge.none(unnamed, 'cancel_lied', 'sends that the answer did not name')
  neverEarly(judge, arrivals)
}

/** One send, taken before the cancel: then no earlier one can still have been without its answer. */
function wasTaken(sends: readonly Arrival[], late: readonly Arrival[], answeredUs: number): boolean {
  return late.length === 1 && sends.every((send) => late.includes(send) || send.answersAtUs < answeredUs)
}

function figures(judge: Judge, answers: readonly Cancelled[], arrivals: readonly Arrival[], killed: Set<number>): void {
  const count = (isSo: (answer: CancelResult) => boolean) => answers.filter(({ answer }) => isSo(answer)).length
  const won = count(({ cancelled }) => cancelled)
  const inFlight = count(({ inFlight }) => inFlight.length > 0)
  judge.figure('cancels', answers.length)
  judge.figure('cancelled in time', won)
  judge.figure(
    'of those, with an earlier channel already sent',
    count((a) => a.cancelled && a.alreadySent.length > 0),
  )
  judge.figure('met a send in flight', inFlight)
  judge.figure(
    'came too late',
    count((a) => !a.cancelled && a.inFlight.length === 0),
  )
  judge.figure('sends', arrivals.length)
  judge.figure('sends by workers that were killed', arrivals.filter(({ pid }) => killed.has(pid)).length)
  judge.expect(won > 0 && inFlight > 0, 'not_exercised', 'no cancel met its moment')
}
