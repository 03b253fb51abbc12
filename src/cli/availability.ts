// `belfry availability`: when people are there.

import type { AvailabilityBlock, AvailabilityBlockInput, Belfry, FreeBusy } from '../index.ts'
import { readEdge } from './meetings/slot-text.ts'
import { slotWords } from './meetings/words.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { noneSuch, requirePerson } from './program/people.ts'
import { verbOf } from './program/verb.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const acceptedTimes = '09:00-17:30, 22:00-06:00 (until the next day)'

export const availability: Command = {
  usage: [
    'availability list <recipient>',
    'availability add <recipient> <day|date> [<from>-<to>] [--off]',
    'availability remove <recipient> <block>',
    'availability free <recipient> [--from <moment>] [--to <moment>]',
  ],
  details: `A day (monday … sunday, or weekdays) is every week, a date is that date alone; --off takes it away, whole or in part. Who has
no block but days off is always there. Times: ${acceptedTimes}.`,
  options: {
    off: { about: 'add: they are not there on that date' },
    timezone: { value: '<zone>', about: 'add: whose wall clock it is; theirs, if left out' },
    id: { value: '<id>', about: 'add: an id of your own' },
    'valid-from': { value: '<date>', about: 'add: the first date on which a weekly block may begin' },
    'valid-until': { value: '<date>', about: 'add: the last one' },
    from: { value: '<moment>', about: 'free: from this on (now)' },
    to: { value: '<moment>', about: 'free: until this (7 days later)' },
  },
  words: [2, 4],
  examples: [
    ['availability add ana weekdays 09:00-17:30', 'five blocks'],
    ['availability add ana 2031-12-24 --off', 'a day off'],
    ['availability add bo saturday 22:00-06:00', 'through the night'],
    ['availability free ana --to 14d', 'when she is there and free'],
  ],
  async run(call) {
    const work = verbOf(call, 'availability', verbs)
    return await call.with((belfry, now) => work(call, belfry, now))
  },
}

type Verb = (call: Call, belfry: Belfry, now: Date) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = {
  async list(call, belfry) {
    const { id: recipient } = await requirePerson(belfry, call.word(1, 'recipient'))
    const items = await belfry.availability.list({ recipient })
    await call.answer({ items }, () => (items.length === 0 ? 'Always there.' : blockTable(call, items)))
    return undefined
  },
  async add(call, belfry) {
    const items: AvailabilityBlock[] = []
    for (const block of blocksOf(call)) items.push(await belfry.availability.put(block))
    await call.answer({ items }, () => blockTable(call, items))
    return undefined
  },
  async remove(call, belfry) {
    const name = { recipient: call.word(1, 'recipient'), id: call.word(2, 'block') }
    const result = await belfry.availability.delete(name)
    if (!result.deleted) throw noneSuch('block', name.id, await belfry.availability.list({ recipient: name.recipient }))
    await call.answer(result, () => 'Removed.')
    return undefined
  },
  async free(call, belfry, now) {
    const { id: recipient, timezone: zone } = await requirePerson(belfry, call.word(1, 'recipient'))
    const edge = (option: string, other: Date) => {
      const text = call.text(option)
      return text === undefined ? other.toISOString() : readEdge(text, { now, zone })
    }
    const found = await belfry.availability.freeBusy({
      recipient,
      from: edge('from', now),
      to: edge('to', new Date(now.getTime() + 7 * 86_400_000)),
    })
    await call.answer(found, () => freeWords(call, found, now))
    return undefined
  },
}

function blocksOf(call: Call): AvailabilityBlockInput[] {
  const day = call.word(2, 'day').toLowerCase()
  const timezone = call.text('timezone')
  const id = call.text('id')
  const [validFrom, validUntil] = [call.text('valid-from'), call.text('valid-until')]
  const all = {
    recipient: call.word(1, 'recipient'),
    ...timesOf(call),
    ...(timezone === undefined ? {} : { timezone }),
    ...(id === undefined ? {} : { id }),
  }
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return [{ ...all, kind: call.has('off') ? 'off' : 'extra', date: day }]
  if (call.has('off')) throw usageError('Only a date is taken away.', '2031-12-24 --off')
  const weekly = {
    ...{ ...all, kind: 'weekly' as const },
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validUntil === undefined ? {} : { validUntil }),
  }
  if (day === 'weekdays') {
    if (id !== undefined) throw usageError('weekdays are five blocks, and an id is of one.', days.join(', '))
    return [1, 2, 3, 4, 5].map((dayOfWeek) => ({ ...weekly, dayOfWeek }))
  }
  const dayOfWeek = days.findIndex((one) => one === day || one.slice(0, 3) === day)
  if (dayOfWeek >= 0) return [{ ...weekly, dayOfWeek }]
  throw usageError(`${JSON.stringify(day.slice(0, 60))} is no day.`, `${days.join(', ')}, weekdays, 2031-12-24`)
}

function timesOf(call: Call): { startTime?: string; endTime?: string } {
  const text = call.words[3]
  if (text === undefined) {
    if (call.has('off')) return {}
    throw usageError('From when to when?', acceptedTimes)
  }
  const [, startTime, endTime] = /^(\d\d:\d\d(?::00)?)[-–](\d\d:\d\d(?::00)?)$/.exec(text) ?? []
  if (startTime !== undefined && endTime !== undefined) return { startTime, endTime }
  throw usageError(`${JSON.stringify(text.slice(0, 60))} are no times.`, acceptedTimes)
}

function blockTable(call: Call, items: readonly AvailabilityBlock[]): string {
  const rows = items.map(({ id, kind, dayOfWeek, date, startTime, endTime, timezone, validFrom, validUntil }) => [
    plain(id),
    kind,
    date ?? days[dayOfWeek ?? 0]!,
    `${startTime}–${endTime}`,
    timezone,
    validFrom || validUntil ? `${validFrom ?? ''} … ${validUntil ?? ''}`.trim() : '-',
  ])
  const { columns, isTty } = call.terminal
  const head = ['block', 'kind', 'day', 'times', 'zone', 'valid']
  return table(head, rows, { columns, paint: call.paint, cut: isTty.out })
}

function freeWords(call: Call, { busy, free, timezone }: FreeBusy, now: Date): string {
  const rows = [...free.map((one) => ({ ...one, kind: 'free' })), ...busy]
    .toSorted((a, b) => a.start.getTime() - b.start.getTime())
    .map(({ kind, ...span }) => [slotWords(span, timezone, now), kind])
  if (rows.length === 0) return 'They are not there.'
  const { columns, isTty } = call.terminal
  return table([`when (${timezone})`, ''], rows, { columns, paint: call.paint, cut: isTty.out })
}
