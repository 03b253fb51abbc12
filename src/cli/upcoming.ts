// `belfry upcoming`: what rings within the next time.

import { answerReminders } from './print/reminders.ts'
import type { Command } from './program/command.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { durationMs } from './program/when.ts'

export const upcoming: Command = {
  usage: ['upcoming [--within <time>]'],
  options: {
    within: { value: '<time>', about: 'How far ahead: 30m, 12h, 7d, 2w (24h)' },
    ...pageOptions,
  },
  words: [0, 0],
  examples: [
    ['upcoming', 'the next 24 hours'],
    ['upcoming --within 7d --json', 'a week, for a program'],
  ],
  async run(call) {
    const aheadMs = durationMs(call.text('within') ?? '24h', '/within')
    const page = pageOf(call)
    await call.with(async (belfry, now) => {
      const to = new Date(now.getTime() + aheadMs)
      await answerReminders(call, belfry, await belfry.reminders.upcoming({ from: now, to, ...page }), now)
    })
    return undefined
  },
}
