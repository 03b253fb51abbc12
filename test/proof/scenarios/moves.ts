// Entities that are moved, cancelled, wanted again, or lose a recipient just when one of their steps rings: at due ± 50 ms,
// against first sends, retries, second channels and reaped leases. Each has two recipients and two steps, more than a
// minute apart, because steps closer to each other ring once.
//
// Everything is in real time until the last call has been answered; then the clock is driven on, so that second steps and
// far moments come within seconds. What must have been kept is in moves-verdict.ts.

import { settle } from '../afterwards.ts'
import { logTakes, readTakes, slowCommits } from '../gate.ts'
import { times } from '../load.ts'
import type { Scenario } from '../scenario.ts'
import type { Script } from '../sink.ts'
import { nowUs, until } from '../until.ts'
import { Judge } from '../verdict.ts'
import type { WorkerProcess, WorkerSettings, World } from '../world.ts'
import {
  type Answer,
  type Course,
  type Killed,
  type Ledger,
  leaseMs,
  offsetsMs,
  people,
  verdict,
  type Wanted,
} from './moves-verdict.ts'

export interface MovesSize {
  readonly entities: number
  readonly perSecond: number
  /** Worker processes killed meanwhile, so that leases run out. */
  readonly kills: number
  /** Every second entity is called for at its second step, a minute later: by then its first one has been sent. */
  readonly isSecondStepMet: boolean
}

const spreadMs = 50
const type = 'meeting'

const settings: WorkerSettings = {
  channels: [
    { name: 'mail', idempotent: false, concurrency: 100, timeoutMs: 2_500 },
    { name: 'hook', idempotent: true, concurrency: 100, timeoutMs: 2_500 },
  ],
  worker: { leaseMs, retry: { delaysMs: [15, 25, 35], lostMax: 5 } },
}

/** A call, and what is to ring once it has been answered; null: nothing. */
type Call = (now: Wanted) => { readonly wants: Wanted | null }

const to =
  (shiftMs: number): Call =>
  (now) => ({ wants: { ...now, atMs: now.atMs + shiftMs } })
const cancel: Call = () => ({ wants: null })
const leaveOne: Call = (now) => ({ wants: { ...now, recipients: [people[0]] } })

/** By turns; those of two calls make the second as soon as the first is answered. */
const manners: Readonly<Record<string, readonly Call[]>> = {
  'moved on': [to(2_000)],
  'moved far': [to(62_000)],
  'there and back': [to(2_000), to(0)],
  cancelled: [cancel],
  'cancelled and wanted again': [cancel, to(0)],
  'cancelled and wanted later': [cancel, to(3_000)],
  'one recipient less': [leaveOne],
  'moved into the past': [to(-30_000)],
  'moved on twice': [to(2_000), to(3_000)],
}

interface Kind {
  readonly channels: readonly string[]
  readonly script: Script
}

/** Plain, tried again twice, on two channels, and a slow one that kills meet in flight. */
function kindOf(i: number, turn: number): Kind {
  const afterMs = i % 23
  const deferred = { kind: 'deferred', afterMs: 3 + (i % 17) }
  switch (turn % 4) {
    case 0:
      return { channels: ['mail'], script: { afterMs } }
    case 1:
      return { channels: ['mail'], script: { answers: [deferred, deferred, { kind: 'delivered', afterMs }] } }
    case 2:
      return { channels: ['mail', 'hook'], script: { afterMs } }
    default:
      return { channels: ['hook'], script: { afterMs: 400 + afterMs } }
  }
}

export const moves: Scenario<MovesSize> = {
  name: 'moves of entities',
  channels: ['mail', 'hook'],
  stopsServer: false,
  full: { entities: 2_000, perSecond: 100, kills: 20, isSecondStepMet: true },
  short: { entities: 180, perSecond: 60, kills: 3, isSecondStepMet: false },

  async play(world, size) {
    const judge = new Judge()
    await slowCommits(world, 10)
    await logTakes(world)
    const fleet = await Promise.all(times(3, () => world.startWorkers(settings)))
    const courses = await make(world, size)
    world.say(`${courses.length} entities, each called for within ${spreadMs} ms of one of its moments`)
    const killed: Killed[] = []
    await Promise.all([
      ...courses.map((course) => follow(world, course)),
      killSome(world, fleet, killed, killTimes(size, courses[0]!.answers[0]!.wanted!.atMs)),
    ])
    const drivenFromMs = Date.now()
    await driveToTheEnd(world, judge)
    const lost = await world.sql("select 1 from belfry.attempts where outcome = 'lost'")
    judge.figure('leases that ran out', lost.length)
    const witnessed = { arrivals: await world.sink.arrivals(), ledger: await readLedger(world) }
    verdict(judge, courses, { ...witnessed, killed, takes: await readTakes(world), drivenFromMs })
    judge.none(
      world.troubles.map((trouble) => JSON.stringify(trouble)),
      'harmed',
      'errors logged by workers',
    )
    return judge
  },
}

/** All of them, before the first is due: with eight seconds to spare, because the machine may be busy with other tests. */
async function make(world: World, size: MovesSize): Promise<Course[]> {
  for (const id of people) await world.belfry.recipients.put({ id })
  const firstMs = Date.now() + 8_000 + size.entities * 12
  const courses: Course[] = []
  while (courses.length < size.entities) {
    const some = times(Math.min(20, size.entities - courses.length), (i) => courses.length + i)
    courses.push(...(await Promise.all(some.map((i) => makeOne(world, size, i, firstMs)))))
  }
  if (Date.now() > firstMs) throw new Error('the machine is too slow: the first moment came before everything was made')
  return courses
}

async function makeOne(world: World, size: MovesSize, i: number, firstMs: number): Promise<Course> {
  const names = Object.keys(manners)
  const turn = Math.floor(i / names.length)
  const atMs = firstMs + Math.floor((i * 1_000) / size.perSecond)
  const { channels, script } = kindOf(i, turn)
  const isSecond = size.isSecondStepMet && Math.floor(turn / 4) % 2 === 1
  // Of the slow ones, every other around the moment when a lease runs out.
  const isReaped = turn % 4 === 3 && Math.floor(turn / 8) % 2 === 1
  const aroundMs = (Math.random() * 2 - 1) * spreadMs
  const callAtMs = atMs + (isSecond ? offsetsMs.second : 0) + (isReaped ? leaseMs : 0) + aroundMs
  const more = { channels, data: script, plan: [step('first'), step('second')] }
  const made = await put(world, String(i), { atMs, recipients: people }, more)
  return { id: String(i), manner: names[i % names.length]!, channels, callAtMs, answers: [made] }
}

function step(kind: keyof typeof offsetsMs) {
  return { kind, offset: `PT${offsetsMs[kind] / 1_000}S` }
}

async function follow(world: World, { id, manner, callAtMs, answers }: Course): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, callAtMs - Date.now()))
  const first = answers[0]!.wanted!
  for (const call of manners[manner]!) {
    const { wants } = call(first)
    answers.push(wants === null ? await end(world, id) : await put(world, id, wants))
  }
}

async function put({ belfry }: World, id: string, wanted: Wanted, more: object = {}): Promise<Answer> {
  const { atMs, recipients } = wanted
  const called = { calledMs: Date.now(), calledUs: nowUs() }
  const result = await belfry.entities.put({ type, id, at: new Date(atMs), recipients, ...more })
  const answered = { answeredUs: nowUs(), answeredMs: Date.now() }
  return { ...called, ...answered, wanted, put: result, inFlight: result.inFlightIds, alreadySent: null }
}

async function end({ belfry }: World, id: string): Promise<Answer> {
  const called = { calledMs: Date.now(), calledUs: nowUs() }
  const { inFlight, alreadySent } = await belfry.entities.cancel({ type, id })
  const answered = { answeredUs: nowUs(), answeredMs: Date.now() }
  return { ...called, ...answered, wanted: null, put: null, inFlight, alreadySent }
}

/** Spread over the time in which calls are made, and not in step with leases: nothing is lost five times in a row. */
function killTimes({ entities, perSecond, kills, isSecondStepMet }: MovesSize, firstMs: number): number[] {
  const lastsMs = (entities * 1_000) / perSecond
  const waves = isSecondStepMet ? [0, offsetsMs.second] : [0]
  return waves.flatMap((wave) =>
    times(kills / waves.length, (i) => firstMs + wave + ((i + Math.random()) * lastsMs) / (kills / waves.length)),
  )
}

async function killSome(world: World, fleet: WorkerProcess[], killed: Killed[], atMs: number[]): Promise<void> {
  for (const [i, at] of atMs.entries()) {
    await new Promise((resolve) => setTimeout(resolve, at - Date.now()))
    const [victim] = fleet.splice(i % fleet.length, 1)
    const killing = victim!.child.kill()
    killed.push({ pid: victim!.child.pid, workers: victim!.workers, atMs: Date.now(), atUs: nowUs() })
    await killing
    fleet.push(await world.startWorkers(settings))
  }
}

/** A second of the clock in a twentieth of real time, until nothing is to come and nothing is under way. */
async function driveToTheEnd(world: World, judge: Judge): Promise<void> {
  let isOver = false
  const driving = (async () => {
    for (let ms = Date.now(); !isOver; ms += 1_000) {
      await world.belfry.clock.set(new Date(ms))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  try {
    const isEmpty = async () => (await world.sql('select 1 from belfry.reminders limit 1')).length === 0
    await until('nothing is to come', isEmpty, { withinMs: 300_000, everyMs: 100 })
    await settle(world, judge, 30_000)
  } catch (error) {
    judge.expect(false, 'stuck', String(error))
  } finally {
    isOver = true
    await driving
  }
}

async function readLedger({ sql }: World): Promise<Ledger[]> {
  return await sql<Ledger>(`select reminder::text, channel, attempt, state, reason,
      (extract(epoch from due_at) * 1000)::float8 as "dueMs",
      reminder::text || '.' || lpad(to_hex(occurrence_key), 16, '0') as id
    from belfry.deliveries`)
}
