// `belfry cleanup`: retention.

import type { Command } from './program/command.ts'

export const cleanup: Command = {
  usage: ['cleanup [--days <days>]'],
  details: 'What is being sent, waits or is unknown is never removed. Works in small steps beside a running server.',
  options: { days: { value: '<days>', about: 'What is older goes (the setting retentionDays, 90)' } },
  words: [0, 0],
  examples: [['cleanup --days 90', 'once a day, from cron']],
  async run(call) {
    const days = call.integer('days', 0, 36_525) ?? call.settings.retentionDays
    const progress = call.progress('removed')
    const removed = await call.with((belfry) =>
      belfry.ledger.cleanupOldReminders(days, { progress: (count) => progress.at(count) }),
    )
    progress.clear()
    await call.answer({ removed, days }, () => `Removed ${removed.toLocaleString('en')} rows older than ${days} days.`)
    return undefined
  },
}
