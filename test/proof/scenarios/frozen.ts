// A worker is frozen (SIGSTOP) beyond its lease while another one is active, then wakes (SIGCONT) and must not send.
//
//   before the send   it has committed a take and not begun: the other reaps, an operator presses "send again", and the
//                     frozen one wakes while that send is under way. Of the half that nobody pressed it for, the woken
//                     worker says that it never tried them: they are sent then, once.
//   during the send   its request has reached the sink and the answer has not come. The reminders are critical, so the
//                     other worker may try once more, and the late report of the woken one must not cause a third.

import { endings, settle } from '../afterwards.ts'
import { closeGate } from '../gate.ts'
import { Load, times } from '../load.ts'
import type { Scenario } from '../scenario.ts'
import { type Arrival, byDelivery } from '../sink.ts'
import { until } from '../until.ts'
import { Judge } from '../verdict.ts'
import type { WorkerSettings, World } from '../world.ts'

export interface FrozenSize {
  readonly reminders: number
}

const leaseMs = 6_000
/** Long enough for the frozen worker to wake up beside a send of the other. */
const slowMs = 900

const settings: WorkerSettings = {
  channels: [{ name: 'mail', idempotent: false, concurrency: 500, timeoutMs: 5_000 }],
  worker: { leaseMs },
}

export const frozen: Scenario<FrozenSize> = {
  name: 'frozen worker',
  channels: ['mail'],
  stopsServer: false,
  full: { reminders: 200 },
  short: { reminders: 20 },

  async play(world, { reminders }) {
    const judge = new Judge()
    await beforeTheSend(world, judge, reminders)
    await duringTheSend(world, judge, reminders)
    return judge
  },
}

async function beforeTheSend(world: World, judge: Judge, count: number): Promise<void> {
  const sleeper = await world.startWorkers(settings)
  let returned = 0
  sleeper.child.listen((said) => {
    if ('returned' in said) returned += 1
  })
  const gate = await closeGate(world)
  await new Load(world.belfry, 'before').schedule(
    times(count, () => ({ at: new Date(), channels: ['mail'], script: { afterMs: slowMs } })),
  )
  await gate.reached()
  await sleeper.child.freeze()
  await gate.open()
  const other = await world.startWorkers(settings)
  await until('all are unknown', async () => (await inState(world, 'unknown')).length === count)
  const pressed = new Set((await inState(world, 'unknown')).filter((_, i) => i % 2 === 0))
  for (const id of pressed) await world.belfry.deliveries.settle(id, 'send_again')
  const meanwhile = [...(await world.sink.received(pressed.size))]
  sleeper.child.signal('SIGCONT')
  await until('the woken worker has dealt with what it had', async () => {
    const sentByIt = (await world.sink.arrivals()).filter(({ pid }) => pid === sleeper.child.pid)
    return returned + sentByIt.length >= count
  })
  await settle(world, judge, 15_000)
  const sends = byDelivery(await world.sink.arrivals())
  judge.figure('taken, not begun, frozen', count)
  judge.figure('sent again by an operator meanwhile', pressed.size)
  judge.figure('given back by the woken worker', returned)
  judge.none(
    onesSent(sends, (n) => n > 1),
    'sent_twice',
    'sent by the woken worker as well',
  )
  judge.expect(sends.size === count, 'missing', `${count - sends.size} were never sent`)
  judge.expect(
    meanwhile.every(({ pid }) => pid === other.child.pid),
    'sent_twice',
    'the frozen worker sent',
  )
  await Promise.all([sleeper, other].map(({ child }) => child.kill()))
}

async function duringTheSend(world: World, judge: Judge, count: number): Promise<void> {
  const before = (await world.sink.arrivals()).length
  const sleeper = await world.startWorkers(settings)
  await new Load(world.belfry, 'during').schedule(
    times(count, () => ({
      at: new Date(),
      channels: ['mail'],
      critical: true,
      script: { answers: [{ kind: 'silent' }, { kind: 'delivered', afterMs: slowMs }] },
    })),
  )
  await world.sink.received(before + count, { everyMs: 5 })
  await sleeper.child.freeze()
  const other = await world.startWorkers(settings)
  await world.sink.received(before + 2 * count, { everyMs: 5 })
  sleeper.child.signal('SIGCONT')
  await settle(world, judge, 15_000)
  await sleeper.child.stopped()
  await settle(world, judge, 15_000)
  const sends = byDelivery((await world.sink.arrivals()).slice(before))
  judge.figure('frozen while sending', count)
  judge.figure('tried once more by the other worker', [...sends.values()].filter((those) => those.length === 2).length)
  judge.none(
    onesSent(sends, (n) => n > 2),
    'sent_twice',
    'tried a third time after a late report',
  )
  judge.none(
    onesSent(sends, (n) => n < 2),
    'missing',
    'critical and not tried again',
  )
  const notSent = (await endings(world)).filter(({ state }) => state !== 'sent')
  judge.none(
    notSent.map(({ id, state }) => `${id} ${state}`),
    'harmed',
    'deliveries not recorded as sent',
  )
  await other.child.kill()
}

async function inState(world: World, state: string): Promise<string[]> {
  return (await endings(world)).filter((end) => end.state === state).map(({ id }) => id)
}

function onesSent(sends: Map<string, Arrival[]>, isSo: (times: number) => boolean): string[] {
  return [...sends].filter(([, those]) => isSo(those.length)).map(([id, those]) => `${id} ${those.length} times`)
}
