// `belfry remind`: the shortest way to see it ring.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { asDocument } from '../bot/language/document.ts'
import { type Parsed, parse, whenOf } from '../bot/language/index.ts'
import type { Belfry, Recipient, ScheduleResult, Story } from '../index.ts'
import { plain } from './print/paint.ts'
import { inWords } from './print/sentences.ts'
import { localParts, when } from './print/times.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { me, personNamed } from './program/people.ts'
import { acceptedWhen, isWhen, readWhen } from './program/when.ts'

export const remind: Command = {
  usage: ['remind <when> <text>', 'remind <sentence>'],
  details: `When: ${acceptedWhen}.
Or a sentence that says when, in English or Korean; what is not clear is asked, and nothing is scheduled.
A time without a zone is on the clock of whom it is for.`,
  options: {
    to: { value: '<recipient>', about: 'For whom (me: made on first use, in this machine’s zone)' },
    channel: { value: '<channel>', about: 'By which channel', many: true },
    kind: { value: '<kind>', about: 'What kind of reminder it is (once)' },
    wait: { about: 'Stays until it has rung, and shows it' },
  },
  words: [1, 100],
  examples: [
    ['remind 10s "Stand up"', 'in ten seconds'],
    ['remind "tomorrow at 9 call mom"', 'a sentence'],
    ['remind 09:00 "Call mom" --to ana', 'the next time it is nine where Ana is'],
    ['remind 2030-05-01T09:00[Europe/Paris] "Budget" --json', 'at a fixed time, answered for a program'],
  ],
  async run(call) {
    return await call.with(async (belfry, now) => {
      const person = await personNamed(belfry, call.text('to') ?? me, call.terminal.timezone)
      const wanted = inputOf(call, person, now)
      if ('why' in wanted) return await ask(call, wanted)
      const scheduled = await belfry.reminders.schedule(wanted)
      await sayWhatHinders(call, belfry)
      const asked = (await sayShift(call, belfry, person, scheduled.id)) ?? now
      if (!call.has('wait')) return await answer(call, person, scheduled, asked)
      if (!call.json) await answer(call, person, scheduled, asked)
      return await showRing(call, person, await waitUntilOver(call, belfry, scheduled.id))
    })
  },
}

async function sayWhatHinders({ terminal, settings }: Call, belfry: Belfry): Promise<void> {
  const workers = await belfry.workers.list()
  if (workers.length === 0)
    terminal.say('No worker is running, so nothing rings: start `belfry serve` (or `belfry work`) beside this.\n')
  const holds = await belfry.holds.list()
  if (holds.some(({ tenant, channel }) => (tenant ?? settings.tenant) === settings.tenant && !channel))
    terminal.say('Sends are held, so it waits: `belfry hold --list` says why, `belfry release` lets go.\n')
}

/**
 * Whoever asked for 02:30 and reads 07:00 should not have to guess. Answers when it was scheduled: ten seconds are counted from there,
 * and not from when the command began.
 */
async function sayShift({ terminal }: Call, belfry: Belfry, person: Recipient, id: string): Promise<Date | null> {
  const reminder = await belfry.reminders.get(id)
  const asked = reminder?.createdAt ?? null
  if (asked && reminder?.adjusted && reminder.plannedAt)
    terminal.say(`Moved by quiet hours: not ${when(reminder.plannedAt, person.timezone, asked)}.\n`)
  return asked
}

function inputOf(call: Call, person: Recipient, now: Date) {
  const [first = '', ...words] = call.words
  const isPlain = words.length > 0 && isWhen(first)
  const read = isPlain
    ? { title: words.join(' '), ...plainMoment(first, person, now) }
    : sentenceMoment(call.words, person, now)
  if ('why' in read) return read
  const channels = call.all('channel')
  const kind = call.text('kind')
  return {
    entity: { type: 'note', id: randomUUID() },
    recipient: person.id,
    ...read,
    ...(channels.length > 0 ? { channels } : {}),
    ...(kind === undefined ? {} : { kind }),
  }
}

function plainMoment(text: string, { timezone: zone }: Recipient, now: Date) {
  const at = readWhen(text, { now, zone })
  return at.kind === 'after' ? { in: at.duration } : { at: at.at }
}

/** What the sentence says, or the question that it leaves. */
function sentenceMoment(words: readonly string[], { timezone: zone }: Recipient, now: Date) {
  const parsed = parse(words.join(' '), { now, zone })
  if (parsed.kind === 'refusal') throw usageError(parsed.understood, acceptedWhen)
  // Nothing in it says when: whoever mistyped a moment is told what one looks like.
  if (parsed.kind === 'question')
    return parsed.why === 'when' ? readWhen(words[0] ?? '', { now, zone }) && parsed : parsed
  if (parsed.text === '') throw usageError('Of what shall I remind?', 'remind <when> <text>')
  return { title: parsed.text, ...whenOf(parsed, zone) }
}

/** Nothing is scheduled; the exit code says so to a script. */
async function ask(call: Call, question: Parsed): Promise<number> {
  await call.answer(asDocument(question), () => inWords(question))
  return exit.usage
}

async function answer(call: Call, person: Recipient, scheduled: ScheduleResult, now: Date): Promise<undefined> {
  const { id, dueAt, status, occurrence, generation } = scheduled
  const document = { id, status, recipient: person.id, dueAt, timezone: person.timezone, occurrence, generation }
  await call.answer(document, () => {
    const at = when(dueAt, person.timezone, now)
    return `${call.paint.bold(at.startsWith('in ') ? `Rings ${at}` : `Rings: ${at}`)} for ${plain(person.id)} (${person.timezone})\n${id}`
  })
  return undefined
}

/** A look this often: nothing wakes a short command. */
const lookEveryMs = 250
const going = new Set(['scheduled', 'waiting', 'sending', 'pending'])

async function waitUntilOver(call: Call, belfry: Belfry, id: string): Promise<Story> {
  for (;;) {
    const reminder = await belfry.reminders.get(id)
    if (reminder && !going.has(reminder.state)) return await belfry.reminders.explain(id)
    await setTimeout(lookEveryMs, undefined, { signal: call.terminal.signal })
  }
}

async function showRing(call: Call, person: Recipient, story: Story): Promise<number | undefined> {
  const { reminder, deliveries } = story
  await call.answer({ reminder, deliveries }, () =>
    deliveries
      .map(({ at, why }) => {
        const text = call.paint.bold(plain(reminder.title ?? ''))
        return `${localParts(at, person.timezone).seconds}  ${plain(person.id)}  ${text}  ${call.paint.dim(why)}`
      })
      .join('\n'),
  )
  return deliveries.some(({ state }) => state === 'sent') ? undefined : exit.failed
}
