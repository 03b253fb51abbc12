// `belfry remind`: the shortest way to see it ring.

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Belfry, Recipient, ScheduleResult, Story } from '../index.ts'
import { plain } from './print/paint.ts'
import { localParts, when } from './print/times.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { me, personNamed } from './program/people.ts'
import { acceptedWhen, readWhen } from './program/when.ts'

export const remind: Command = {
  usage: ['remind <when> <text>'],
  details: `When: ${acceptedWhen}.
A time without a zone is on the clock of whom it is for.`,
  options: {
    to: { value: '<recipient>', about: 'For whom (me: made on first use, in this machine’s zone)' },
    channel: { value: '<channel>', about: 'By which channel', many: true },
    kind: { value: '<kind>', about: 'What kind of reminder it is (once)' },
    wait: { about: 'Stays until it has rung, and shows it' },
  },
  words: [2, 100],
  examples: [
    ['remind 10s "Stand up"', 'in ten seconds'],
    ['remind 09:00 "Call mom" --to ana', 'the next time it is nine where Ana is'],
    ['remind 2030-05-01T09:00[Europe/Paris] "Budget" --json', 'at a fixed time, answered for a program'],
  ],
  async run(call) {
    return await call.with(async (belfry, now) => {
      const person = await personNamed(belfry, call.text('to') ?? me, call.terminal.timezone)
      const scheduled = await belfry.reminders.schedule(inputOf(call, person, now))
      await sayWhatHinders(call, belfry)
      await sayShift(call, belfry, person, scheduled.id, now)
      if (!call.has('wait')) return await answer(call, person, scheduled, now)
      if (!call.json) await answer(call, person, scheduled, now)
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

/** Whoever asked for 02:30 and reads 07:00 should not have to guess. */
async function sayShift({ terminal }: Call, belfry: Belfry, person: Recipient, id: string, now: Date): Promise<void> {
  const reminder = await belfry.reminders.get(id)
  if (reminder?.adjusted && reminder.plannedAt)
    terminal.say(`Moved by quiet hours: not ${when(reminder.plannedAt, person.timezone, now)}.\n`)
}

function inputOf(call: Call, person: Recipient, now: Date) {
  const [text = '', ...words] = call.words
  const at = readWhen(text, { now, zone: person.timezone })
  const channels = call.all('channel')
  const kind = call.text('kind')
  return {
    entity: { type: 'note', id: randomUUID() },
    recipient: person.id,
    title: words.join(' '),
    ...(at.kind === 'after' ? { in: at.duration } : { at: at.at }),
    ...(channels.length > 0 ? { channels } : {}),
    ...(kind === undefined ? {} : { kind }),
  }
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
