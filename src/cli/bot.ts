// `belfry bot`: the Telegram bot and a worker, without a server.

import { BelfryError } from '../errors.ts'
import { botOf } from './program/bot.ts'
import type { Command } from './program/command.ts'
import { ringsOption, serveUntilStopped, startWorker } from './program/serving.ts'

export const bot: Command = {
  usage: ['bot'],
  details:
    'Answers on Telegram and sends what is due. It asks Telegram for messages, so it needs no address of its own; one program at a time may do so with one token.',
  options: ringsOption,
  words: [0, 0],
  examples: [
    ['bot', 'with BELFRY_TELEGRAM_TOKEN in the environment'],
    ['bot --worker false', 'beside a worker or a server elsewhere, which has BELFRY_BOT=off'],
  ],
  async run(call) {
    const part = botOf({ ...call.settings, bot: call.settings.bot === 'off' ? 'polling' : call.settings.bot })
    if (!part)
      throw new BelfryError('missing_field', 'There is no bot without a token.', {
        field: '/telegramToken',
        accepted: 'BELFRY_TELEGRAM_TOKEN, as @BotFather gives it',
      })
    if (part.receiver)
      throw new BelfryError('invalid_input', 'A webhook needs a server.', {
        field: '/bot',
        accepted: 'belfry serve; or BELFRY_BOT=polling',
      })
    await serveUntilStopped(call, call.settings.worker ? [startWorker, part.start] : [part.start])
    return undefined
  },
}
