// `belfry migrate`: opening does it; this says what was done.

import type { Command } from './program/command.ts'

export const migrate: Command = {
  usage: ['migrate'],
  details:
    'Every command and server applies missing migrations at its start. This one does only that, for a deploy that wants it apart.',
  words: [0, 0],
  examples: [['migrate', 'applies what is missing, and says what it was']],
  async run(call) {
    await call.with(async ({ migrations: { applied } }) => {
      await call.answer({ applied }, () =>
        applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`,
      )
    })
    return undefined
  },
}
