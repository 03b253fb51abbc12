// `belfry snooze`: rings again later.

import { when } from './print/times.ts'
import type { Command } from './program/command.ts'
import { zonesOf } from './program/people.ts'
import { reminderNamed } from './program/reminder-ids.ts'
import { acceptedWhen, readWhen } from './program/when.ts'

export const snooze: Command = {
  usage: ['snooze <id> <for|until>'],
  details: `For or until: ${acceptedWhen}.`,
  options: { next: { about: 'Of a repeating one: the ring that comes next, not the one that rang last' } },
  words: [2, 2],
  examples: [
    ['snooze 5d41402a 10m', 'in ten minutes'],
    ['snooze 5d41402a 09:00', 'the next time it is nine'],
  ],
  async run(call) {
    await call.with(async (belfry, now) => {
      const id = await reminderNamed(belfry, call.word(0, 'reminder'))
      const reminder = await belfry.reminders.get(id)
      const recipient = reminder?.recipient ?? ''
      const zone = (recipient && (await zonesOf(belfry, [recipient])).get(recipient)) || 'UTC'
      const until = readWhen(call.word(1, 'moment'), { now, zone })
      const result = await belfry.reminders.snooze(id, {
        ...(until.kind === 'after' ? { for: until.duration } : { until: until.at }),
        ...(call.has('next') ? { next: true } : {}),
      })
      await call.answer(result, () =>
        result.collapsed
          ? `It rings by itself before that: ${when(result.dueAt, zone, now)}.`
          : `Rings again: ${when(result.dueAt, zone, now)}.`,
      )
    })
    return undefined
  },
}
