// `belfry serve`: everything in one process, until it is told to stop.

import { type BotPart, botOf } from './program/bot.ts'
import type { Command } from './program/command.ts'
import { loadHttp, startHttp } from './program/http.ts'
import { type Ground, type Part, ringsOption, serveUntilStopped, startWorker } from './program/serving.ts'
import { checkExposure } from './settings/guard.ts'

export const serve: Command = {
  usage: ['serve'],
  details: 'Without DATABASE_URL it starts a PostgreSQL of its own under BELFRY_DATA_DIR.',
  options: ringsOption,
  words: [0, 0],
  examples: [
    ['serve', 'on this machine, with an embedded database in .belfry'],
    ['serve --port 8080 --worker false', 'on another port, and without a worker'],
  ],
  async run(call) {
    checkExposure(call.settings)
    loadHttp()
    const bot = botOf(call.settings)
    const http = (ground: Ground) => startHttp(ground, { telegram: bot?.receiver ?? null })
    await serveUntilStopped(call, [...(call.settings.worker ? [startWorker] : []), http, ...(bot ? [aside(bot)] : [])])
    return undefined
  },
}

/** A server goes on without its bot, whose end is in the log. */
function aside(bot: BotPart): (ground: Ground) => Promise<Part> {
  return async (ground) => {
    const { what, close } = await bot.start(ground)
    return { what, close }
  }
}
