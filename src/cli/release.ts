// `belfry release`: ends a hold.

import { scopeOf, scopeOptions, scopeWords } from './hold.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'

export const release: Command = {
  usage: ['release [--tenant <tenant>] [--channel <channel>]'],
  details: 'Name the same as when it was held. What became due meanwhile is sent, unless it is no longer useful.',
  options: scopeOptions,
  words: [0, 0],
  examples: [
    ['release', 'the hold on everything'],
    ['release --channel email', 'the hold on e-mail'],
  ],
  async run(call) {
    const scope = scopeOf(call)
    const released = await call.with((belfry) => belfry.holds.release(scope))
    await call.answer({ released }, () => {
      const what = scopeWords(scope)
      return released ? `Released: ${what}.` : `There was no hold on ${what}. See: belfry hold --list`
    })
    return released ? exit.ok : exit.notFound
  },
}
