// What may happen to meetings, as commands of fast-check: each is done to the model and to Belfry, and what both say is compared, the
// answer first and then the meeting as it stands.

import fc from 'fast-check'
import { type Belfry, BelfryError, type Meeting, type MeetingReminder, type Transitioned } from '../../src/index.ts'
import {
  type Answer,
  type MeetingModel,
  type ModelMeeting,
  type ModelSlot,
  minuteMs,
  type Refusal,
} from './meeting-model.ts'

export const people = ['ana', 'bo', 'cy', 'dan'] as const
const verbs = ['accept', 'deny', 'reschedule', 'cancel', 'complete'] as const

/** Minutes from now, and how many of them it takes. */
interface SlotWish {
  readonly inMinutes: number
  readonly minutes: number
}

export type Action =
  | {
      readonly do: 'request'
      /** The first one asks the others. */
      readonly people: readonly string[]
      readonly slots: readonly SlotWish[]
      readonly quorum: 'any' | 'all'
      readonly bufferMinutes: number
    }
  | {
      readonly do: (typeof verbs)[number]
      /** Of the meetings, counted from the latest. */
      readonly which: number
      /** Somebody who was asked, who asked, or anybody at all. */
      readonly who: { readonly role: 'asked' | 'requester' | 'anybody'; readonly index: number }
      /** Null: not named. */
      readonly slot: number | null
      readonly slots: readonly SlotWish[]
      readonly isStale: boolean
    }
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'again' | 'expire' }

const slotWish = fc.record({
  inMinutes: fc.constantFrom(60, 60, 60, 75, 90, 90, 120, 1_440, 1_440, 1_500, 20, 0),
  minutes: fc.constantFrom(30, 60, 60, 90),
})
const slotWishes = fc.uniqueArray(slotWish, { minLength: 1, maxLength: 3, selector: ({ inMinutes }) => inMinutes })

const request = fc.record({
  do: fc.constant('request' as const),
  people: fc.shuffledSubarray([...people], { minLength: 2, maxLength: 4 }),
  slots: slotWishes,
  quorum: fc.constantFrom('any', 'any', 'all'),
  bufferMinutes: fc.constantFrom(0, 0, 15),
})

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: request },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('accept', 'accept', 'accept', 'accept', ...verbs),
      which: fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4),
      who: fc.record({
        role: fc.constantFrom('asked', 'asked', 'asked', 'asked', 'asked', 'requester', 'anybody'),
        index: fc.nat(people.length),
      }),
      slot: fc.constantFrom(null, 0, 0, 0, 0, 1),
      slots: slotWishes,
      isStale: fc.constantFrom(false, false, false, false, false, false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(1, 30, 60, 90, 1_380) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('again' as const, 'expire' as const) }) },
)

/** The real thing, and which of its meetings is which of the model's. */
export interface Real {
  readonly belfry: Belfry
  readonly ids: string[]
  /** Says the same to the same meeting once more. */
  last: () => Promise<void>
}

class Step implements fc.AsyncCommand<MeetingModel, Real> {
  readonly #action: Action

  constructor(one: Action) {
    this.#action = one
  }

  /** Before the first meeting there is little to do. */
  check(model: Readonly<MeetingModel>): boolean {
    return this.#action.do === 'request' || model.meetings.length > 0
  }

  async run(model: MeetingModel, real: Real): Promise<void> {
    await play(model, real, this.#action)
  }

  toString(): string {
    return JSON.stringify(this.#action)
  }
}

/** Somebody wants something, before anything else happens. */
export const openings = fc.array(request, { minLength: 2, maxLength: 4 }).map((all) => all.map((one) => new Step(one)))
export const sequences = fc.commands([action.map((one) => new Step(one))], { maxCommands: 20, size: 'max' })

async function play(model: MeetingModel, real: Real, one: Action): Promise<void> {
  switch (one.do) {
    case 'pass':
      model.nowMs += one.minutes * minuteMs
      await real.belfry.clock.set(new Date(model.nowMs))
      return
    case 'expire':
      model.expire()
      await real.belfry.sweeps.run('meetings')
      return await compareAll(model, real)
    case 'again':
      return await real.last()
    case 'request':
      return await propose(model, real, one)
    default:
      return await change(model, real, one)
  }
}

async function propose(model: MeetingModel, real: Real, one: Action & { do: 'request' }): Promise<void> {
  const [requester = '', ...asked] = one.people
  const slots = slotsAt(model.nowMs, one.slots)
  const expected = model.request({
    requester,
    asked,
    slots,
    quorum: one.quorum,
    bufferMs: one.bufferMinutes * minuteMs,
  })
  const answered = await answerOf(() =>
    real.belfry.meetings.request({
      ...{ requester, participants: asked, title: 'Budget', timezone: 'UTC', slots: slots.map(toInput) },
      ...{ quorum: one.quorum, buffers: { after: `PT${one.bufferMinutes}M` } },
    }),
  )
  await compare(model, real, expected, answered)
}

type Changing = Extract<Action, { readonly which: number }>

async function change(model: MeetingModel, real: Real, one: Changing): Promise<void> {
  const meeting = model.meetings.at(-1 - (one.which % model.meetings.length))!
  real.last = () => changeIt(model, real, one, meeting)
  await real.last()
}

async function changeIt(model: MeetingModel, real: Real, one: Changing, meeting: ModelMeeting): Promise<void> {
  const who = actorOf(meeting, one.who)
  const slots = slotsAt(model.nowMs, one.slots)
  const version = one.isStale ? meeting.version + 1 : undefined
  const expected = model.refuses(meeting, who, one.do, one.isStale) ?? expect(model, meeting, one, who, slots)
  const id = real.ids[meeting.number]!
  const input = { participant: who, ...(version !== undefined && { version }) }
  const answered = await answerOf(() => {
    const { meetings } = real.belfry
    if (one.do === 'accept') return meetings.accept(id, { ...input, ...slotInput(meeting, one.slot) })
    if (one.do === 'reschedule') return meetings.reschedule(id, { ...input, slots: slots.map(toInput) })
    return meetings[one.do](id, input)
  })
  await compare(model, real, expected, answered)
  const isCompared = 'meeting' in expected && expected.meeting === meeting
  if (!isCompared) await compareMeeting(model, real, meeting)
}

function expect(model: MeetingModel, meeting: ModelMeeting, one: Changing, who: string, slots: ModelSlot[]) {
  switch (one.do) {
    case 'accept':
      return model.accept(meeting, who, one.slot)
    case 'deny':
      return model.deny(meeting, who)
    case 'reschedule':
      return model.reschedule(meeting, who, slots)
    case 'cancel':
      return model.cancel(meeting)
    case 'complete':
      return model.complete(meeting)
  }
}

/** One that was not proposed: a minute later than the last. */
function slotInput(meeting: ModelMeeting, index: number | null): { slot?: { start: Date } } {
  if (index === null) return {}
  const startMs = meeting.slots[index]?.startMs ?? Math.max(...meeting.slots.map((slot) => slot.startMs)) + minuteMs
  return { slot: { start: new Date(startMs) } }
}

function actorOf(meeting: ModelMeeting, { role, index }: Changing['who']): string {
  if (role === 'anybody') return people[index] ?? 'nobody'
  if (role === 'requester') return meeting.requester
  const asked = meeting.people.filter((one) => one !== meeting.requester)
  return asked[index % asked.length]!
}

function slotsAt(nowMs: number, wishes: readonly SlotWish[]): ModelSlot[] {
  return wishes.map(({ inMinutes, minutes }) => {
    const startMs = nowMs + inMinutes * minuteMs
    return { startMs, endMs: startMs + minutes * minuteMs }
  })
}

const toInput = ({ startMs, endMs }: ModelSlot) => ({ start: new Date(startMs), end: new Date(endMs) })

async function answerOf(ask: () => Promise<Transitioned>): Promise<Transitioned | BelfryError> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof BelfryError) return error
    throw error
  }
}

async function compare(
  model: MeetingModel,
  real: Real,
  expected: Answer | Refusal,
  answered: Transitioned | BelfryError,
): Promise<void> {
  if (answered instanceof BelfryError) return same('the refusal', expected, refusalOf(real, answered))
  if ('refused' in expected) return same('the answer', expected, answered.meeting.status)
  real.ids[expected.meeting.number] ??= answered.meeting.id
  const { created, cancelled, skippedPast, inFlight } = answered.reminders
  same(
    'the answer',
    {
      ...{ created: sorted(expected.created), cancelled: sorted(expected.cancelled) },
      ...{ skippedPast: sorted(expected.skippedPast), notices: sorted(expected.notices), inFlight: [] },
    },
    {
      ...{ created: whoOf(created), cancelled: whoOf(cancelled), skippedPast: whoOf(skippedPast) },
      ...{ notices: sorted(answered.notices.map(({ kind, recipient }) => `${kind} ${recipient}`)), inFlight },
    },
  )
  await compareMeeting(model, real, expected.meeting, answered.meeting)
}

interface Facts {
  readonly currentStatus?: string
  readonly childMeetingId?: string
  readonly conflicts?: readonly { readonly participant: string; readonly meetingId: string }[]
}

function refusalOf({ ids }: Real, { code, facts }: BelfryError): Refusal {
  const { currentStatus, childMeetingId, conflicts } = facts as Facts
  if (code === 'invalid_transition') {
    const child = childMeetingId === undefined ? {} : { child: ids.indexOf(childMeetingId) }
    return { refused: code, facts: { currentStatus, ...child } }
  }
  if (code !== 'slot_conflict') return { refused: code }
  const those = conflicts!.map(({ participant, meetingId }) => `${participant} ${ids.indexOf(meetingId)}`)
  return { refused: code, facts: { conflicts: sorted(those) } }
}

export async function compareAll(model: MeetingModel, real: Real): Promise<void> {
  await Promise.all(model.meetings.map((meeting) => compareMeeting(model, real, meeting)))
}

/** Its state, who is booked when, who answered what, its place in the lineage, and everything that is going to ring. */
async function compareMeeting(
  model: MeetingModel,
  real: Real,
  meeting: ModelMeeting,
  answered?: Meeting,
): Promise<void> {
  const { ids, belfry } = real
  const id = ids[meeting.number]!
  const [stored, reminders] = await Promise.all([belfry.meetings.get(id), belfry.meetings.reminders(id)])
  if (answered) same('the meeting of the answer', stored, answered)
  same('the meeting', expectedOf(model, real, meeting), stored && viewOf(stored))
  const waiting = reminders.filter(({ state }) => state === 'pending')
  const rings = [...meeting.rings].flatMap(([who, count]) => Array<string>(count).fill(who))
  same('reminders to come', sorted(rings), whoOf(waiting.filter(({ isNotice }) => !isNotice)))
  const notices = waiting.filter(({ isNotice }) => isNotice).map(({ kind, recipient }) => `${kind} ${recipient}`)
  same('notices to come', sorted(meeting.notices), sorted(notices))
}

function expectedOf(model: MeetingModel, { ids }: Real, meeting: ModelMeeting) {
  const status = model.statusOf(meeting)
  const isExpired = status !== meeting.status
  const accepted = meeting.accepted === null ? null : toInput(meeting.slots[meeting.accepted]!)
  const idOf = (one: ModelMeeting | null) => (one === null ? null : ids[one.number])
  const [root] = model.lineageOf(meeting)
  return {
    ...{ status, reason: isExpired ? 'expired' : meeting.reason, requester: meeting.requester, accepted },
    ...{ version: meeting.version, sequence: meeting.sequence, slots: meeting.slots.map(toInput) },
    ...{ parent: idOf(meeting.parent), child: idOf(meeting.child), root: idOf(root!) },
    answers: meeting.people.map((who) => {
      const { answer = null, slot = null } = meeting.answers.get(who) ?? {}
      return { who, answer, slot: slot === null ? null : toInput(meeting.slots[slot]!) }
    }),
  }
}

function viewOf(meeting: Meeting): ReturnType<typeof expectedOf> {
  const { status, reason, requester, version, sequence, slots } = meeting
  return {
    ...{ status, reason, requester, accepted: meeting.acceptedSlot, version, sequence, slots: [...slots] },
    ...{ parent: meeting.parentMeetingId, child: meeting.childMeetingId, root: meeting.rootMeetingId },
    answers: meeting.participants.map(({ recipient: who, answer, slot }) => ({ who, answer, slot })),
  }
}

function whoOf(reminders: readonly MeetingReminder[]): string[] {
  return sorted(reminders.map(({ recipient }) => recipient))
}

function sorted(list: readonly string[]): string[] {
  return [...list].sort()
}

export function same(what: string, expected: unknown, actual: unknown): void {
  const [one, other] = [expected, actual].map((value) => JSON.stringify(value, inOrder))
  if (one !== other) throw new Error(`${what}: expected ${one}, and it is ${other}`)
}

function inOrder(_: string, value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
