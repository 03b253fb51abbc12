// The Telegram bot as a part of `serve` and of `bot`.

import type { Receiver } from '../../bot/webhook.ts'
import { BelfryError } from '../../errors.ts'
import type { Settings } from '../settings/resolve.ts'
import type { Ground, Part } from './serving.ts'

export interface BotPart {
  start(ground: Ground): Promise<Part>
  /** Where Telegram posts updates, what the server does with them; null: the bot asks for them. */
  readonly receiver: Receiver | null
}

type BotSettings = Pick<
  Settings,
  'bot' | 'botUrl' | 'botSecret' | 'telegramToken' | 'telegramUrl' | 'publicUrl' | 'demo' | 'tenant'
>

/** Null: no bot answers. One whose channel sends nothing does not either. */
export function botOf(settings: BotSettings): BotPart | null {
  const { telegramToken: token, demo } = settings
  const isDemo = demo === true || (Array.isArray(demo) && demo.includes('telegram'))
  if (token === null || settings.bot === 'off' || isDemo) return null
  const url = settings.bot === 'webhook' ? webhookUrl(settings) : null
  let receiver: Receiver | null = null
  return {
    receiver: url === null ? null : { receive: async (...said) => await required(receiver).receive(...said) },
    async start({ belfry, logger }) {
      const { createBot } = await import('../../bot/bot.ts')
      const { receiverOf, secretOf } = await import('../../bot/webhook.ts')
      const secret = settings.botSecret ?? secretOf(token)
      let end: (error: BelfryError) => void = () => {}
      const ended = new Promise<BelfryError>((resolve) => {
        end = resolve
      })
      const bot = createBot({
        belfry: belfry.as({ tenant: settings.tenant, actor: 'telegram' }),
        ...{ token, apiRoot: settings.telegramUrl, logger },
        ...(url !== null && { webhook: { url, secret } }),
        onStopped: (reason) => end(stopped[reason]()),
      })
      receiver = receiverOf(bot, secret)
      bot.start()
      return { what: 'the Telegram bot', close: () => bot.stop(), ended }
    },
  }
}

const stopped = {
  another_poller: () =>
    new BelfryError('busy', 'Another program asks for the updates of this bot.', {
      accepted: 'one program with this token: BELFRY_BOT=off in the others',
    }),
  unauthorized: () =>
    new BelfryError('invalid_input', 'Telegram does not know this token.', {
      field: '/telegramToken',
      accepted: 'a token as @BotFather gives it',
    }),
  stopped: () => new BelfryError('busy', 'The bot was stopped.'),
}

function required(receiver: Receiver | null): Receiver {
  if (receiver) return receiver
  throw new BelfryError('busy', 'The bot is not there yet.')
}

/** Telegram posts to HTTPS alone. */
function webhookUrl({ botUrl, publicUrl }: BotSettings): string {
  const url = botUrl ?? (publicUrl === null ? null : `${publicUrl}/v1/telegram/updates`)
  if (url !== null) return url
  throw new BelfryError('missing_field', 'A webhook needs an address that Telegram can reach.', {
    field: '/botUrl',
    accepted: 'BELFRY_BOT_URL, or BELFRY_PUBLIC_URL',
  })
}
