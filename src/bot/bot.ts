// The bot as a whole: what every update goes through, in order.
//
//   1  handled before?        the same update twice has one effect
//   2  its turn               one after the other in a chat and for a person
//   3  is it for the bot?     groups
//   4  who speaks?            speaker
//   5  taps on what has rung  they interrupt no talk
//   6  /cancel, any command   end a talk
//   7  talks and commands     in the order below; plain text comes last
//   8  marked as handled      after its effects

import { BotError, Composer, Bot as Grammy } from 'grammy'
import type { Update } from 'grammy/types'
import { signingKeyOf } from '../channels/telegram/callback.ts'
import { BelfryError, type Logger, type Verbs } from '../index.ts'
import { sleeper as realSleeper, type Sleeper } from '../time/clock.ts'
import { installAdding } from './adding.ts'
import { unknownTaps } from './callbacks.ts'
import { clientOf } from './client.ts'
import { installPlainText } from './commands/add.ts'
import { installCancel } from './commands/cancel.ts'
import { installHelp, unknownCommands } from './commands/help.ts'
import { otherDeeds } from './commands/undo.ts'
import type { BotContext, Ground } from './context.ts'
import { leaveOnCommand, talking } from './conversations.ts'
import { errorWords, tellOfFailure } from './failure.ts'
import { followMigration, isForBot } from './groups.ts'
import { introduce, type Webhook } from './introduce.ts'
import { installLists } from './lists.ts'
import { installPeople } from './people.ts'
import { type Poller, type StopReason, startPoller } from './poller.ts'
import { installRinging } from './ringing.ts'
import { speaking } from './speaker.ts'
import { Turns } from './turns.ts'
import { leaveWhere } from './zone-choice.ts'

export interface BotOptions {
  /** The verbs of the tenant whose bot it is. */
  readonly belfry: Verbs
  /** As @BotFather gives it. */
  readonly token: string
  /** Default https://api.telegram.org. */
  readonly apiRoot?: string
  readonly logger: Logger
  /** Telegram posts updates there, and the server hands them to `handle`. Default: the bot asks for them. */
  readonly webhook?: Webhook
  /** It has stopped by itself: another program polls with this token, or Telegram does not know the token. */
  readonly onStopped?: (reason: StopReason) => void
  /** More of what the bot does, before plain text is taken for a reminder. */
  readonly extend?: (composer: Composer<BotContext>) => void
  readonly pollSeconds?: number
  readonly sleeper?: Sleeper
}

export interface Bot {
  /** Says hello to Telegram, in the background as often as that takes, and begins to listen. */
  start(): void
  /** Ends what is under way, and tells Telegram what was handled. Nothing is lost. */
  stop(): Promise<void>
  /** One update, from a webhook. Rejects where it must be offered again. */
  handle(update: Update): Promise<void>
}

export function createBot(options: BotOptions): Bot {
  const { belfry, token, logger, webhook, sleeper = realSleeper } = options
  const ground: Ground = { belfry, logger, botId: token.split(':')[0]!, signingKey: signingKeyOf(token) }
  const grammy = new Grammy<BotContext>(token, {
    client: clientOf({ apiRoot: options.apiRoot ?? 'https://api.telegram.org', sleeper }),
  })
  assemble(grammy, ground, options)
  const handling = handlerOf(grammy, ground)
  const ending = new AbortController()
  let poller: Poller | null = null
  let running: Promise<void> | null = null

  const run = async () => {
    const hello = await introduce({ belfry, grammy, logger, sleeper, webhook: webhook ?? null, signal: ending.signal })
    if (hello !== 'known') return hello === 'stopped' ? undefined : options.onStopped?.(hello)
    if (webhook || ending.signal.aborted) return
    const { pollSeconds } = options
    const handle = handling.handle
    poller = startPoller({
      api: grammy.api,
      handle,
      logger,
      sleeper,
      ...(pollSeconds !== undefined && { pollSeconds }),
    })
    const reason = await poller.stopped
    if (reason !== 'stopped') options.onStopped?.(reason)
  }
  return {
    start() {
      running ??= run().catch((error: unknown) => logger.error({ error: errorWords(error) }, 'the bot has ended'))
    },
    async stop() {
      ending.abort()
      await poller?.stop()
      await running
      await handling.idle()
    },
    async handle(update) {
      if (!grammy.isInited()) throw new BelfryError('busy', 'The bot has not reached Telegram yet.')
      await handling.handle(update, () => false)
    },
  }
}

function assemble(grammy: Grammy<BotContext>, ground: Ground, { extend }: BotOptions): void {
  grammy.use(async (ctx, next) => {
    ctx.ground = ground
    if (!(await followMigration(ctx)) && isForBot(ctx)) await next()
  })
  grammy.use(speaking())
  grammy.use(talking(ground))
  const commands = new Composer<BotContext>()
  installRinging(commands)
  installCancel(commands)
  commands.use(leaveWhere())
  commands.use(leaveOnCommand())
  installHelp(commands)
  // Talks and commands, one line each.
  commands.use(otherDeeds())
  installPeople(commands)
  installLists(commands)
  installAdding(commands)
  extend?.(commands)
  // Last: plain text, which is a reminder.
  installPlainText(commands)
  commands.use(unknownTaps())
  grammy.use(commands)
  grammy.use(unknownCommands())
}

/** Once for each update, in turn; whatever goes wrong inside is told, and does not come again. */
function handlerOf(grammy: Grammy<BotContext>, ground: Ground) {
  const { belfry, logger, botId } = ground
  const turns = new Turns()
  const underWay = new Set<Promise<unknown>>()
  const handleOne = async (update: Update): Promise<void> => {
    const name = { bot: botId, id: update.update_id }
    if (await belfry.chats.wasHandled(name)) return
    const error = await failureOf(grammy, update)
    if (error !== null)
      logger.error({ update: update.update_id, error: errorWords(error) }, 'an update could not be handled')
    // First of all: where nothing can be written, it comes again, and nobody should hear each time that it has failed.
    await belfry.chats.markHandled(name)
    if (error !== null) await tellOfFailure(grammy.api, belfry, update, error)
  }
  return {
    async handle(update: Update, isStopping: () => boolean): Promise<'handled' | 'not begun'> {
      const work = turns.take(namesOf(update), async () => {
        if (isStopping()) return 'not begun' as const
        await handleOne(update)
        return 'handled' as const
      })
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    async idle() {
      await Promise.allSettled([...underWay])
    },
  }
}

/** Null: it was handled. */
async function failureOf(grammy: Grammy<BotContext>, update: Update): Promise<unknown> {
  try {
    await grammy.handleUpdate(update)
    return null
  } catch (failure) {
    return failure instanceof BotError ? failure.error : failure
  }
}

function namesOf(update: Update): string[] {
  const message = update.message ?? update.edited_message ?? update.callback_query?.message
  const from = update.callback_query?.from ?? update.message?.from ?? update.edited_message?.from
  return [...(message ? [`chat ${message.chat.id}`] : []), ...(from ? [`user ${from.id}`] : [])]
}
