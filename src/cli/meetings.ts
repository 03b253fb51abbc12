// `belfry meetings`: propose, answer, move and call off; and find a time for several people.

import { BelfryError } from '../errors.ts'
import type {
  AcceptInput,
  Belfry,
  Meeting,
  MeetingInput,
  Slot,
  SlotInput,
  Transitioned,
  TransitionInput,
} from '../index.ts'
import { acceptedSlot, instantOf, readEdge, readSlot } from './meetings/slot-text.ts'
import {
  type CheckedSlot,
  checkedWords,
  eventTable,
  meetingTable,
  meetingWords,
  refusedWith,
  reminderTable,
  slotLines,
  suggestedWords,
  transitionedWords,
} from './meetings/words.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { personNamed } from './program/people.ts'
import { verbOf } from './program/verb.ts'
import { durationMs } from './program/when.ts'

export const meetings: Command = {
  usage: [
    'meetings [--participant <recipient>] [--status <status>] [--from <moment>] [--to <moment>]',
    'meetings request <title> --by <recipient> --with <recipient> --slot <slot> [options]',
    'meetings show|events|reminders|lineage|file <id>',
    'meetings accept <id> --as <recipient> [--slot <number|start>]',
    'meetings deny|cancel|complete <id> --as <recipient> [--reason <text>]',
    'meetings reschedule <id> --as <recipient> --slot <slot>',
    'meetings suggest --with <recipient> --for <duration> [--from <moment>] [--to <moment>]',
    'meetings check --with <recipient> --slot <slot>',
    'meetings check --meeting <id> [--slot <number|start>]',
  ],
  details: `A slot: ${acceptedSlot}; without a zone it is on the clock of --timezone, or of whoever asks,
the first that is named --with, or the meeting. An offset of --plan has a sign: -3h, 3h_before, +1h, 1h_after.
suggest looks at the next seven days if it is told nothing else. check ends with 4 where something stands in the way.`,
  options: {
    by: { value: '<recipient>', about: 'request: who proposes it, and takes part' },
    with: { value: '<recipient>', about: 'Who is asked', many: true },
    slot: { value: '<slot>', about: 'When it could be; of accept: which one', many: true },
    timezone: { value: '<zone>', about: 'Whose wall clock the slots are' },
    id: { value: '<id>', about: 'request: an id of your own' },
    body: { value: '<text>', about: 'request: what stands under the title' },
    location: { value: '<text>', about: 'request: where' },
    quorum: { value: '<any|all>', about: 'request: one acceptance is enough (any), or everybody has to accept' },
    plan: { value: '<name|offset>', about: 'request: when to remind (-24h, -1h, -15m)', many: true },
    'late-policy': { value: '<policy>', about: 'request: what of reminders that are past: skip or immediate' },
    'buffer-before': { value: '<duration>', about: 'Kept free before it, such as PT15M' },
    'buffer-after': { value: '<duration>', about: 'Kept free after it' },
    'allow-outside-availability': { about: 'Also when somebody is not there' },
    as: { value: '<recipient>', about: 'Who acts' },
    reason: { value: '<text>', about: 'Why; the others are told' },
    'if-version': { value: '<number>', about: 'Only if it is at this version' },
    participant: { value: '<recipient>', about: 'Of a list: only theirs' },
    status: { value: '<status>', about: 'Of a list: pending, accepted, denied, rescheduled, cancelled, completed' },
    from: { value: '<moment>', about: 'Of a list or of suggest: after this' },
    to: { value: '<moment>', about: 'Of a list or of suggest: before this' },
    for: { value: '<duration>', about: 'suggest: how long it takes, such as 45m' },
    granularity: { value: '<duration>', about: 'suggest: slots begin on multiples of this (PT15M)' },
    meeting: { value: '<id>', about: 'check: accept of this one, tried out; beside --with, it is not in its own way' },
    ...pageOptions,
  },
  words: [0, 2],
  examples: [
    ['meetings request "Budget review" --by ana --with bo --slot 2031-12-02T10:00/11:00', 'asks Bo'],
    ['meetings accept budget-2031 --as bo --slot 1', 'the first of the slots'],
    ['meetings suggest --with ana --with bo --for 45m', 'times in the next seven days'],
    ['meetings --participant ana --status accepted --from 2031-12-01 --to 2031-12-08', 'her week'],
  ],
  async run(call) {
    const work: Verb = verbOf<Verb>(call, 'meetings', verbs)
    const most = withoutWord.has(call.words[0] ?? 'list') ? 1 : 2
    if (call.words.length > most)
      throw usageError(`${JSON.stringify(call.words[most])} is one word too many.`, call.usage)
    return await call.with((belfry, now) => work(call, belfry, now))
  },
}

const withoutWord = new Set(['list', 'suggest', 'check'])

type Verb = (call: Call, belfry: Belfry, now: Date) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = {
  list,
  request,
  async show(call, belfry, now) {
    const meeting = await known(belfry, idOf(call))
    await call.answer(meeting, () => meetingWords(call, meeting, now))
    return undefined
  },
  async accept(call, belfry, now) {
    const id = idOf(call)
    const input = { ...acting(call), ...(await slotOf(call, belfry, id, now)), ...outside(call) }
    return await answer(call, await accepting(belfry, { id, input, now }), now)
  },
  async deny(call, belfry, now) {
    return await answer(call, await belfry.meetings.deny(idOf(call), acting(call)), now)
  },
  reschedule,
  async cancel(call, belfry, now) {
    return await answer(call, await belfry.meetings.cancel(idOf(call), acting(call)), now)
  },
  async complete(call, belfry, now) {
    return await answer(call, await belfry.meetings.complete(idOf(call), acting(call)), now)
  },
  async events(call, belfry, now) {
    const { id, timezone } = await known(belfry, idOf(call))
    const items = await belfry.meetings.events(id)
    await call.answer({ timezone, items }, () => eventTable(call, items, { zone: timezone, now }))
    return undefined
  },
  async reminders(call, belfry, now) {
    const all = await belfry.meetings.reminders(idOf(call))
    const [items, notices] = [all.filter(({ isNotice }) => !isNotice), all.filter(({ isNotice }) => isNotice)]
    await call.answer({ items, notices }, () =>
      all.length === 0 ? 'There are none.' : reminderTable(call, [...items, ...notices], now),
    )
    return undefined
  },
  async lineage(call, belfry, now) {
    const items = await belfry.meetings.lineage(idOf(call))
    await call.answer({ items }, () => meetingTable(call, items, now))
    return undefined
  },
  async file(call, belfry) {
    const file = await belfry.meetings.calendarFile(idOf(call))
    await call.answer(file, () => file.text)
    return undefined
  },
  suggest,
  check,
}

interface Accepting {
  readonly id: string
  readonly input: AcceptInput
  readonly now: Date
}

/** What stands in the way is said on the meeting's clocks. */
async function accepting(belfry: Belfry, { id, input, now }: Accepting): Promise<Transitioned> {
  try {
    return await belfry.meetings.accept(id, input)
  } catch (error) {
    if (!(error instanceof BelfryError) || error.code !== 'slot_conflict') throw error
    throw refusedWith(error, (await known(belfry, id)).timezone, now)
  }
}

async function list(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const zone = await zoneOf(call, belfry, call.text('participant'))
  const page = await belfry.meetings.list({
    ...pageOf(call),
    ...texts(call, { participant: 'participant', status: 'status' }),
    ...edges(call, { now, zone }),
  } as Parameters<Belfry['meetings']['list']>[0])
  await call.answer(page, () => {
    if (page.items.length === 0) return 'There are no meetings.'
    const text = meetingTable(call, page.items, now)
    return page.nextCursor === null ? text : `${text}\nMore: --cursor '${page.nextCursor}'\n`
  })
  return undefined
}

async function request(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const title = call.word(1, 'title')
  const requester = call.text('by') ?? missing('Who asks?', '--by <recipient>')
  const timezone = await zoneOf(call, belfry, requester)
  const made = await belfry.meetings.request({
    ...{ title, requester, timezone, participants: call.all('with'), slots: slotsOf(call, timezone) },
    ...texts(call, { id: 'id', body: 'body', location: 'location', quorum: 'quorum', 'late-policy': 'latePolicy' }),
    ...(await planOf(call, belfry)),
    ...buffersOf(call),
    ...outside(call),
  } as MeetingInput)
  return await answer(call, made, now)
}

async function reschedule(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const id = idOf(call)
  const zone = call.text('timezone')
  const slots = slotsOf(call, zone ?? (await known(belfry, id)).timezone)
  const moved = await belfry.meetings.reschedule(id, {
    ...{ ...acting(call), slots },
    ...(zone === undefined ? {} : { timezone: zone }),
  })
  return await answer(call, moved, now)
}

const dayMs = 86_400_000

async function suggest(call: Call, belfry: Belfry, now: Date): Promise<undefined> {
  const duration = call.text('for') ?? missing('How long does it take?', '--for 45m')
  const timezone = await zoneOf(call, belfry, call.all('with')[0])
  const { from = now.toISOString(), to } = edges(call, { now, zone: timezone })
  const limit = call.integer('limit', 1, 100)
  const found = await belfry.slots.suggest({
    participants: call.all('with'),
    duration: isoOf(duration),
    window: { from, to: to ?? new Date(now.getTime() + 7 * dayMs).toISOString(), timezone },
    ...texts(call, { granularity: 'granularity' }),
    ...buffersOf(call),
    ...(limit === undefined ? {} : { limit }),
  })
  await call.answer({ timezone, ...found }, () => suggestedWords(call, found, { zone: timezone, now }))
  return undefined
}

/** Each of the slots; those of a meeting are the proposed ones. */
async function check(call: Call, belfry: Belfry, now: Date): Promise<number | undefined> {
  const [first] = call.all('with')
  const id = call.text('meeting')
  const meeting = first === undefined && id !== undefined ? await known(belfry, id) : null
  const timezone = call.text('timezone') ?? meeting?.timezone ?? (await zoneOf(call, belfry, first))
  const wanted = meeting
    ? proposedOf(meeting, call.all('slot'), now)
    : slotsOf(call, timezone).map((slot) => exact(slot, timezone))
  const slots: CheckedSlot[] = []
  for (const slot of wanted) {
    const found = await belfry.conflicts.check({
      ...(meeting ? {} : { participants: call.all('with'), timezone }),
      ...{ slot, ...texts(call, { meeting: 'meetingId' }) },
      ...buffersOf(call),
      ...outside(call),
    })
    slots.push({ ...slot, ...found })
  }
  const free = slots.every((one) => one.free)
  const conflicts = slots.flatMap((one) => one.conflicts)
  await call.answer({ timezone, free, conflicts, slots }, () => checkedWords(call, slots, { zone: timezone, now }))
  return free ? undefined : exit.refused
}

function exact({ start, end }: SlotInput, zone: string): Slot {
  const at = (moment: SlotInput['start']) => (moment instanceof Date ? moment : instantOf(String(moment), zone))
  return { start: at(start), end: at(end) }
}

async function answer(call: Call, done: Transitioned, now: Date): Promise<undefined> {
  await call.answer(done, () => transitionedWords(call, done, now))
  return undefined
}

function idOf(call: Call): string {
  return call.word(1, 'meeting')
}

async function known(belfry: Belfry, id: string): Promise<Meeting> {
  const meeting = await belfry.meetings.get(id)
  if (meeting) return meeting
  throw new BelfryError('not_found', `There is no meeting ${JSON.stringify(id)}.`, { field: '/id' })
}

function missing(question: string, accepted: string): never {
  throw usageError(question, accepted)
}

function acting(call: Call): TransitionInput {
  const participant = call.text('as') ?? missing('Who acts?', '--as <recipient>')
  const version = call.integer('if-version', 1, 999_999_999)
  return { participant, ...texts(call, { reason: 'reason' }), ...(version === undefined ? {} : { version }) }
}

/** By its number in `show`, or by when it begins. Where several are proposed, one has to be named. */
async function slotOf(call: Call, belfry: Belfry, id: string, now: Date): Promise<Pick<AcceptInput, 'slot'>> {
  const text = call.text('slot')
  const meeting = await known(belfry, id)
  if (text !== undefined) {
    if (!/^\d{1,3}$/.test(text)) return { slot: { start: text.replace(' ', 'T') } }
    return { slot: proposedOf(meeting, [text], now)[0]! }
  }
  if (meeting.status !== 'pending' || meeting.slots.length < 2) return {}
  throw usageError(`Several slots are proposed: ${slotLines(meeting, now).join(', ')}.`, '--slot 1')
}

/** All of them where none is named. */
function proposedOf(meeting: Meeting, texts: readonly string[], now: Date): readonly Slot[] {
  const { slots, timezone } = meeting
  if (texts.length === 0) return slots
  return texts.map((text) => {
    const startMs = /^\d{1,3}$/.test(text) ? null : instantOf(text.replace(' ', 'T'), timezone).getTime()
    const slot = startMs === null ? slots[Number(text) - 1] : slots.find(({ start }) => start.getTime() === startMs)
    return slot ?? missing(`There is no slot ${text}.`, `1 to ${slots.length}: ${slotLines(meeting, now).join(', ')}`)
  })
}

function slotsOf(call: Call, zone: string) {
  const slots = call.all('slot').map((text) => readSlot(text, zone))
  return slots.length > 0 ? slots : missing('When?', `--slot ${acceptedSlot}`)
}

const length = '(?:\\d+[wdhms])+'
const unsigned = new RegExp(`^(?:${length}|P(?=\\d|T\\d)[\\dYMWDTHS]+)$`, 'i')
const nothingLong = /^(?:P(?:0D|T0[HMS])|0[wdhms])$/i
const fromStart = new RegExp(`^(${length})_(before|after)$`)

/** The name of a plan, or offsets. One without a sign is after the start, which hardly anybody means. */
async function planOf(call: Call, belfry: Belfry): Promise<{ plan?: string | string[] }> {
  const given = call.all('plan')
  const [only] = given
  if (only === undefined) return {}
  const isOffset = unsigned.test(only) || fromStart.test(only) || /^[-+]/.test(only)
  if (given.length === 1 && (!isOffset || (/^\w/.test(only) && (await belfry.plans.get(only)) !== null)))
    return { plan: only }
  return { plan: given.map(offsetOf) }
}

function offsetOf(text: string): string {
  const [, size, side] = fromStart.exec(text) ?? []
  if (size !== undefined) return `${side === 'before' ? '-' : '+'}${size}`
  if (unsigned.test(text) && !nothingLong.test(text))
    throw usageError(
      `${JSON.stringify(text)} says neither before nor after.`,
      /^P/i.test(text) ? `-${text}, or +${text} for after it` : `-${text} or ${text}_before, +${text} or ${text}_after`,
    )
  return text
}

/** Whose wall clock it is: the zone that is named, or that of the person; of nobody, this machine's. */
async function zoneOf(call: Call, belfry: Belfry, person: string | undefined): Promise<string> {
  const { timezone } = call.terminal
  const named = call.text('timezone')
  if (named !== undefined || person === undefined) return named ?? timezone
  return (await personNamed(belfry, person, timezone)).timezone
}

function buffersOf(call: Call) {
  const buffers = texts(call, { 'buffer-before': 'before', 'buffer-after': 'after' })
  return Object.keys(buffers).length === 0 ? {} : { buffers }
}

function outside(call: Call) {
  return call.has('allow-outside-availability') ? { allowOutsideAvailability: true } : {}
}

function edges(call: Call, clock: { readonly now: Date; readonly zone: string }): { from?: string; to?: string } {
  const [from, to] = [call.text('from'), call.text('to')]
  return {
    ...(from === undefined ? {} : { from: readEdge(from, clock) }),
    ...(to === undefined ? {} : { to: readEdge(to, clock) }),
  }
}

/** `45m` is a duration on every command line, and of no standard. */
function isoOf(text: string): string {
  return /^P/i.test(text) ? text : `PT${durationMs(text, '/for') / 1_000}S`
}

/** Options that were given, by the names of the library. */
function texts(call: Call, names: Readonly<Record<string, string>>): Record<string, string> {
  const given = Object.entries(names).map(([option, field]) => [field, call.text(option)] as const)
  return Object.fromEntries(given.filter((one): one is [string, string] => one[1] !== undefined))
}
