// `belfry done`: whoever was reminded has done it.

import { when } from './print/times.ts'
import type { Command } from './program/command.ts'
import { reminderNamed } from './program/reminder-ids.ts'

export const done: Command = {
  usage: ['done <id>'],
  words: [1, 1],
  examples: [['done 5d41402a', 'what it still had under way is stopped; a repeating one goes on']],
  async run(call) {
    await call.with(async (belfry, now) => {
      const result = await belfry.reminders.acknowledge(await reminderNamed(belfry, call.word(0, 'reminder')))
      await call.answer(result, () =>
        result.nextDueAt ? `Done. Rings next: ${when(result.nextDueAt, call.terminal.timezone, now)}.` : 'Done.',
      )
    })
    return undefined
  },
}
