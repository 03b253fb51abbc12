// `belfry show`: what was computed, what was tried, and why not.

import type { Story } from '../index.ts'
import { plain } from './print/paint.ts'
import { titleOf } from './print/reminders.ts'
import { table } from './print/table.ts'
import { when } from './print/times.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { zonesOf } from './program/people.ts'
import { reminderNamed } from './program/reminder-ids.ts'

export const show: Command = {
  usage: ['show <id>'],
  details: 'The beginning of an id is enough, eight digits or more, where no other begins so.',
  words: [1, 1],
  examples: [['show 5d41402a', 'everything about that reminder']],
  async run(call) {
    await call.with(async (belfry, now) => {
      const id = await reminderNamed(belfry, call.word(0, 'reminder'))
      const story = await belfry.reminders.explain(id)
      const zones = await zonesOf(belfry, [story.reminder.recipient])
      await call.answer(story, () => wordsOf(call, story, zones.get(story.reminder.recipient) ?? 'UTC', now))
    })
    return undefined
  },
}

function wordsOf(
  call: Call,
  { reminder, next, deliveries, attempts, changes }: Story,
  zone: string,
  now: Date,
): string {
  const { paint, terminal } = call
  const options = { columns: terminal.columns, paint, cut: false }
  const at = (date: Date) => when(date, zone, now)
  const parts = [
    `${paint.bold(titleOf(reminder))}
  id     ${reminder.id}
  for    ${plain(reminder.recipient)} (${zone})
  about  ${plain(`${reminder.entity.type}/${reminder.entity.id}`)}, kind ${reminder.kind}
  state  ${reminder.state}${reminder.dueAt ? `, ${at(reminder.dueAt)}` : ''}
  next   ${next ?? 'Nothing is to come.'}
`,
  ]
  if (deliveries.length > 0) {
    const rows = deliveries.map((one) => [at(one.at), one.channel, one.state, String(one.attempt), plain(one.why)])
    parts.push(table(['when', 'channel', 'state', 'tries', 'why'], rows, options))
  }
  if (attempts.length > 0) {
    const rows = attempts.map((one) => [at(one.at), String(one.attempt), one.outcome, plain(one.reply ?? '')])
    parts.push(table(['when', 'try', 'outcome', 'reply'], rows, options))
  }
  if (changes.length > 0) {
    const rows = changes.map((one) => [at(one.at), plain(one.actor), one.action])
    parts.push(table(['when', 'who', 'did'], rows, options))
  }
  return parts.join('\n')
}
