// `belfry work`: a worker alone, beside a server or beside other workers.

import type { Command } from './program/command.ts'
import { startHttp } from './program/http.ts'
import { type Ground, ringsOption, serveUntilStopped, startWorker } from './program/serving.ts'
import { checkExposure } from './settings/guard.ts'

export const work: Command = {
  usage: ['work'],
  details:
    'Any number of workers may run on one database, on any number of machines. With --port it answers /healthz, /readyz and /metrics there.',
  options: ringsOption,
  words: [0, 0],
  examples: [
    ['work', 'fires and delivers until Ctrl-C'],
    ['work --port 4701', 'with its health and its numbers on a port of its own'],
  ],
  async run(call) {
    const hasPort = call.resolved.sources.port === 'option'
    if (hasPort) checkExposure(call.settings)
    const health = (ground: Ground) => startHttp(ground, { only: 'health' })
    await serveUntilStopped(call, hasPort ? [startWorker, health] : [startWorker])
    return undefined
  },
}
