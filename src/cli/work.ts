// `belfry work`: a worker alone, beside a server or beside other workers.

import type { Command } from './program/command.ts'
import { ringsOption, serveUntilStopped, startWorker } from './program/serving.ts'

export const work: Command = {
  usage: ['work'],
  details: 'Any number of workers may run on one database, on any number of machines.',
  options: ringsOption,
  words: [0, 0],
  examples: [['work', 'fires and delivers until Ctrl-C']],
  async run(call) {
    await serveUntilStopped(call, async (belfry) => startWorker(call, belfry))
    return undefined
  },
}
