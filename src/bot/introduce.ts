// How the bot begins: who am I, the menus in each language, and how updates come. Telegram may not be there yet; it is asked until it is.

import type { Bot as Grammy } from 'grammy'
import type { Logger, Verbs } from '../index.ts'
import type { Sleeper } from '../time/clock.ts'
import { apiSignal } from './client.ts'
import type { BotContext } from './context.ts'
import { errorWords } from './failure.ts'
import type { Language } from './language/index.ts'
import { allowedUpdates, stopReasonOf, stopWords } from './poller.ts'
import { commandNames, coreWords } from './words/core.ts'

export interface Webhook {
  /** Where Telegram posts updates, over HTTPS. */
  readonly url: string
  /** Comes along with each of them. */
  readonly secret: string
}

export interface Introduction {
  readonly belfry: Pick<Verbs, 'chats'>
  readonly grammy: Grammy<BotContext>
  readonly logger: Logger
  readonly sleeper: Sleeper
  readonly webhook: Webhook | null
  readonly signal: AbortSignal
}

const backOffMs = [500, 2_000, 5_000, 15_000, 30_000]

export async function introduce(introduction: Introduction): Promise<'known' | 'unauthorized' | 'stopped'> {
  const { logger, sleeper, signal } = introduction
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      await hello(introduction)
      return 'known'
    } catch (error) {
      if (stopReasonOf(error) === 'unauthorized') {
        logger.error({}, stopWords.unauthorized)
        return 'unauthorized'
      }
      const waitMs = backOffMs[Math.min(tries, backOffMs.length - 1)]!
      if (!signal.aborted) logger.warn({ error: errorWords(error), waitMs }, 'Telegram does not answer; asking again')
      await sleeper.sleep(waitMs, { signal })
    }
  }
  return 'stopped'
}

async function hello(introduction: Introduction): Promise<void> {
  const { belfry, grammy, webhook } = introduction
  const signal = apiSignal(introduction.signal)
  const { api } = grammy
  grammy.botInfo = await api.getMe(signal)
  // So that links lead to it.
  await belfry.chats.putBot({ bot: String(grammy.botInfo.id), name: grammy.botInfo.username })
  await setMenus(introduction)
  if (webhook)
    await api.setWebhook(webhook.url, { secret_token: webhook.secret, allowed_updates: allowedUpdates }, signal)
  else await removeWebhook(introduction)
}

/** One that was set before stands in the way of polling. What it has not delivered is kept; who set it should know. */
async function removeWebhook({ grammy, logger, signal }: Introduction): Promise<void> {
  // Not every Bot API server can say so.
  const { url } = await grammy.api.getWebhookInfo(apiSignal(signal)).catch(() => ({ url: undefined }))
  if (url)
    logger.warn(
      { host: new URL(url).host },
      'a webhook was set for this bot; it is removed, because this program asks for the updates itself',
    )
  await grammy.api.deleteWebhook({}, apiSignal(signal))
}

/** English for everybody, Korean for those whose Telegram is Korean. Without a menu the bot is as good. */
async function setMenus({ grammy, logger, signal }: Introduction): Promise<void> {
  try {
    await grammy.api.setMyCommands(menu('en'), {}, apiSignal(signal))
    await grammy.api.setMyCommands(menu('ko'), { language_code: 'ko' }, apiSignal(signal))
  } catch (error) {
    logger.warn({ error: errorWords(error) }, 'the menu of commands could not be set')
  }
}

function menu(language: Language) {
  const words = coreWords(language).menu
  return commandNames.map((command) => ({ command, description: words[command] }))
}
