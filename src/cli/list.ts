// `belfry list`: everything that is still to come, the next first.

import { answerReminders } from './print/reminders.ts'
import type { Command } from './program/command.ts'
import { pageOf, pageOptions } from './program/pages.ts'

/** From before anything to after everything: overdue ones are listed, too. */
const always = { from: new Date(0), to: new Date('9999-12-31T00:00:00Z') }

export const list: Command = {
  usage: ['list [--to <recipient>]'],
  options: {
    to: { value: '<recipient>', about: 'Only what this person will get; with what waits without a moment' },
    ...pageOptions,
  },
  words: [0, 0],
  examples: [
    ['list', 'what is to come for everybody'],
    ['list --to ana --json', 'one page of it for Ana: {"items": […], "nextCursor": …}'],
  ],
  async run(call) {
    const recipient = call.text('to')
    const page = pageOf(call)
    await call.with(async (belfry, now) => {
      const { reminders } = belfry
      const found = await (recipient === undefined
        ? reminders.upcoming({ ...always, ...page })
        : reminders.list({ recipient, ...page }))
      await answerReminders(call, belfry, found, now)
    })
    return undefined
  },
}
