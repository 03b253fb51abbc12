// What every call on an entity that was answered at T must have kept:
//   - no send of an old moment begins after T, unless the answer named its delivery as in flight, and then one attempt at
//     the most;
//   - whatever was without an answer of the sink at T, and is not wanted any more, is named; a cancel names what was sent, too;
//   - what is wanted in the end and lay ahead is sent, on each channel, once; so is what was wanted all along. `unknown` is
//     allowed only where a kill met it;
//   - nothing is left over.
// T is taken after the answer was there, and a send's begin before its bytes leave, as in cancels.ts.
//
// A moment is known by its reminder and when it is due: every time that an entity is moved to is another.

import type { Belfry } from 'belfry'
import { countStates, type Ending } from '../afterwards.ts'
import type { Take } from '../gate.ts'
import { neverEarly, neverTwice } from '../rules.ts'
import { type Arrival, byDelivery, isAccepted, reminderOf } from '../sink.ts'
import type { Judge } from '../verdict.ts'

export const leaseMs = 4_000
export const people = ['ana', 'bo'] as const
/** From the entity's moment. */
export const offsetsMs = { first: 0, second: 61_000 } as const

export interface Wanted {
  readonly atMs: number
  readonly recipients: readonly string[]
}

type PutResult = Awaited<ReturnType<Belfry['entities']['put']>>

export interface Answer {
  readonly calledMs: number
  readonly calledUs: number
  readonly answeredMs: number
  readonly answeredUs: number
  /** What is to ring from then on. */
  readonly wanted: Wanted | null
  /** Null: it was a cancel. */
  readonly put: PutResult | null
  readonly inFlight: readonly string[]
  /** Only a cancel says. */
  readonly alreadySent: readonly string[] | null
}

export interface Course {
  readonly id: string
  readonly manner: string
  readonly channels: readonly string[]
  readonly callAtMs: number
  /** The first is the one that made it. */
  readonly answers: Answer[]
}

export interface Ledger extends Ending {
  readonly dueMs: number
}

export interface Killed {
  readonly pid: number
  readonly workers: readonly string[]
  readonly atMs: number
  readonly atUs: number
}

export interface Witnessed {
  readonly arrivals: readonly Arrival[]
  readonly ledger: readonly Ledger[]
  readonly takes: readonly Take[]
  readonly killed: readonly Killed[]
  readonly drivenFromMs: number
}

interface Moment {
  readonly reminder: string
  readonly dueMs: number
}

const keyOf = ({ reminder, dueMs }: Moment) => `${reminder} ${dueMs}`
const momentOf = ({ id, dueMs }: Arrival): Moment => ({ reminder: reminderOf(id), dueMs })

export function verdict(judge: Judge, courses: readonly Course[], witnessed: Witnessed): void {
  const { arrivals, killed, drivenFromMs } = witnessed
  const sendsOf = groupByEntity(courses, arrivals)
  const found = courses.map((course) => judgeCourse(course, sendsOf.get(course.id) ?? []))
  const all = (list: 'late' | 'unnamed') => found.flatMap((one) => one[list])
  judge.none(all('late'), 'sent_after_cancel', 'sends of an old moment began after an answer')
  judge.none(all('unnamed'), 'cancel_lied', 'sends that an answer did not name')
  judge.none(courses.flatMap(falsePromises), 'cancel_lied', 'answers that do not agree with themselves or the clock')
  noneMissing(judge, courses, witnessed)
  noneTwice(judge, arrivals, killed)
  neverEarly(
    judge,
    arrivals.filter(({ arrivedMs }) => arrivedMs < drivenFromMs),
  )
  endedWell(judge, witnessed)
  figures(judge, courses, witnessed)
}

function groupByEntity(courses: readonly Course[], arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  const entityOf = new Map(courses.flatMap(({ id, answers }) => remindersOf(answers[0]!).map((one) => [one.id, id])))
  const groups = new Map<string, Arrival[]>()
  for (const arrival of arrivals) {
    const entity = entityOf.get(reminderOf(arrival.id)) ?? 'nobody'
    groups.set(entity, [...(groups.get(entity) ?? []), arrival])
  }
  return groups
}

function remindersOf({ put }: Answer): PutResult['reminders'] {
  return put?.reminders ?? []
}

function judgeCourse({ answers, manner }: Course, sends: readonly Arrival[]): { late: string[]; unnamed: string[] } {
  const wants = answers.map((answer) => wantedBy(answer, answers[0]!))
  const late: string[] = []
  const unnamed: string[] = []
  const tell = (send: Arrival, t: Answer) =>
    `${manner}: ${send.id} attempt ${send.attempt} by ${send.channel}, begun ${send.begunUs - t.answeredUs} µs after`
  for (const those of byDelivery(sends).values()) {
    for (const send of those) {
      const key = keyOf(momentOf(send))
      const standing = answers.findLastIndex(({ answeredUs }) => answeredUs < send.begunUs)
      const next = answers[standing + 1]
      const isWanted =
        wants[standing]?.has(key) || (next && next.calledUs < send.begunUs && wants[standing + 1]?.has(key))
      if (!isWanted && !wasNamed(send, those, answers.slice(0, standing + 1))) late.push(tell(send, answers[standing]!))
      for (const [i, answer] of answers.entries()) {
        const turnsOld = i > 0 && wants[i - 1]!.has(key) && !wants[i]!.has(key)
        if (turnsOld && send.begunUs < answer.answeredUs && !isTold(send, answer)) unnamed.push(tell(send, answer))
      }
    }
  }
  return { late, unnamed }
}

/** The moments that are to come, or are under way, when it has been answered: not those that it calls past. */
function wantedBy(answer: Answer, first: Answer): Set<string> {
  const { wanted, put } = answer
  if (!wanted) return new Set()
  const past = new Set(put?.reminders.filter(({ outcome }) => outcome === 'skippedPast').map(({ id }) => id))
  const moments = remindersOf(first).filter(
    ({ id, recipient }) => wanted.recipients.includes(recipient) && !past.has(id),
  )
  return new Set(moments.map(({ id, kind }) => keyOf({ reminder: id, dueMs: wanted.atMs + offsetOf(kind) })))
}

function offsetOf(kind: string): number {
  return kind === 'second' ? offsetsMs.second : offsetsMs.first
}

/** One send, taken before the answer that named it: then no earlier one can still have been without its own answer. */
function wasNamed(send: Arrival, sends: readonly Arrival[], before: readonly Answer[]): boolean {
  const naming = before.find(({ inFlight }) => inFlight.includes(send.id))
  if (!naming) return false
  const after = sends.filter(({ begunUs }) => begunUs > naming.answeredUs)
  return after.length === 1 && sends.every((one) => after.includes(one) || one.answersAtUs < naming.answeredUs)
}

/** Named; or over by then, which a put need not name. */
function isTold(send: Arrival, { inFlight, alreadySent, answeredUs }: Answer): boolean {
  if (inFlight.includes(send.id) || alreadySent?.includes(send.id)) return true
  return send.answersAtUs < answeredUs && (alreadySent === null || !isAccepted(send))
}

/** The counts are those of the list; what lies ahead is promised, and what has passed is not. */
function falsePromises({ id, answers }: Course): string[] {
  return answers.flatMap((answer) => {
    const { put, wanted, calledMs, answeredMs } = answer
    if (!put || !wanted) return []
    const count = (outcome: string) => put.reminders.filter((one) => one.outcome === outcome).length
    const isSum = (['created', 'moved', 'cancelled', 'skippedPast'] as const).every((name) => put[name] === count(name))
    const wrong = put.reminders.filter(({ recipient, kind, outcome, dueAt }) => {
      const dueMs = wanted.atMs + offsetOf(kind)
      if (!wanted.recipients.includes(recipient)) return outcome !== 'cancelled'
      if (dueMs > answeredMs) return dueAt?.getTime() !== dueMs
      return dueMs < calledMs - 1 && (outcome === 'created' || outcome === 'moved')
    })
    const isComplete = put.reminders.length >= wanted.recipients.length * Object.keys(offsetsMs).length
    return isSum && isComplete && put.inFlight === put.inFlightIds.length && wrong.length === 0
      ? []
      : [`${id}: ${JSON.stringify({ ...put, reminders: wrong })}`]
  })
}

function noneMissing(judge: Judge, courses: readonly Course[], { arrivals, ledger, takes, killed }: Witnessed): void {
  const arrived = new Set(arrivals.filter(isAccepted).map((one) => `${keyOf(momentOf(one))} ${one.channel}`))
  const excused = new Set(
    ledger
      .filter((one) => one.state === 'unknown' && wasKilled(one, takes, killed))
      .map((one) => `${keyOf(one)} ${one.channel}`),
  )
  const missing = courses.flatMap(({ answers, channels, manner }) =>
    [...expectedOf(answers)]
      .flatMap((key) => channels.map((channel) => `${key} ${channel}`))
      .filter((one) => !arrived.has(one) && !excused.has(one))
      .map((one) => `${manner}: ${one}`),
  )
  judge.none(missing, 'missing', 'moments that were wanted never arrived')
}

/** What the last answer promised, and what was wanted all along. */
function expectedOf(answers: readonly Answer[]): Set<string> {
  const promised = remindersOf(answers.at(-1)!).flatMap(({ id, dueAt }) =>
    dueAt ? [keyOf({ reminder: id, dueMs: dueAt.getTime() })] : [],
  )
  const wants = answers.map((answer) => wantedBy(answer, answers[0]!))
  return new Set([...promised, ...[...wants[0]!].filter((key) => wants.every((set) => set.has(key)))])
}

/** While its lease ran. */
function wasKilled({ id, attempt }: Ledger, takes: readonly Take[], killed: readonly Killed[]): boolean {
  const take = takes.find((one) => one.id === id && one.attempt === attempt)
  const kill = take && killed.find(({ workers }) => workers.includes(take.worker))
  return kill !== undefined && kill.atMs >= take!.at_ms - 1 && kill.atMs <= take!.at_ms + leaseMs
}

/** On the channel that can repeat, only what a worker had sent that was killed before the next send began. */
function noneTwice(judge: Judge, arrivals: readonly Arrival[], killed: readonly Killed[]): void {
  const killedAtUs = new Map(killed.map(({ pid, atUs }) => [pid, atUs]))
  const wasLost = (send: Arrival, next: Arrival | undefined) =>
    send.channel === 'hook' &&
    next !== undefined &&
    (killedAtUs.get(send.pid) ?? Number.POSITIVE_INFINITY) < next.begunUs
  const kept = [...byDelivery(arrivals.filter(isAccepted)).values()].flatMap((sends) =>
    sends.filter((send, i) => !wasLost(send, sends[i + 1])),
  )
  neverTwice(judge, kept)
  const ids = new Map<string, Set<string>>()
  for (const one of arrivals) {
    const key = `${keyOf(momentOf(one))} ${one.channel}`
    ids.set(key, (ids.get(key) ?? new Set()).add(one.id))
  }
  judge.none(
    [...ids].filter(([, those]) => those.size > 1).map(([key]) => key),
    'sent_twice',
    'moments sent under two ids',
  )
}

function endedWell(judge: Judge, { arrivals, ledger, takes, killed }: Witnessed): void {
  const sends = byDelivery(arrivals)
  const describe = ({ id, channel, state, reason, attempt }: Ledger) => `${id} ${channel} ${state} ${reason} ${attempt}`
  judge.none(
    ledger.filter(({ state, id }) => state === 'sent' && !sends.get(id)?.some(isAccepted)).map(describe),
    'false_sent',
    'recorded as sent, never arrived',
  )
  judge.none(
    ledger.filter((one) => one.state === 'unknown' && !wasKilled(one, takes, killed)).map(describe),
    'unexplained_unknown',
    'unknown without a kill',
  )
  judge.none(
    ledger.filter(({ state }) => !['sent', 'unknown', 'cancelled', 'skipped'].includes(state)).map(describe),
    'harmed',
    'ended otherwise than sent, unknown, cancelled or skipped',
  )
}

function figures(judge: Judge, courses: readonly Course[], { arrivals, ledger, killed }: Witnessed): void {
  const answers = courses.flatMap((course) => course.answers.slice(1))
  const puts = answers.flatMap(({ put }) => put ?? [])
  const sum = (name: 'moved' | 'created' | 'cancelled' | 'skippedPast' | 'inFlight') =>
    puts.reduce((total, put) => total + put[name], 0)
  const met = answers.filter(({ inFlight }) => inFlight.length > 0).length
  judge.figure('entities, calls', `${courses.length}, ${answers.length}`)
  judge.figure('reminders moved in time', sum('moved'))
  judge.figure('made again for a new time', sum('created'))
  judge.figure('ended by a put, called past', `${sum('cancelled')}, ${sum('skippedPast')}`)
  judge.figure('calls that met a send in flight', met)
  judge.figure('kill -9', killed.length)
  judge.figure('sends', arrivals.length)
  judge.figure('ended', countStates(ledger))
  judge.expect(sum('moved') > 0 && sum('created') > 0 && met > 0, 'not_exercised', 'no call met its moment')
}
