import type { Composer } from 'grammy'
import type { BotContext } from '../context.ts'
import { coreWords } from '../words/core.ts'

/** Before the conversations, which would take it for an answer. */
export function installCancel(composer: Composer<BotContext>): void {
  composer.command('cancel', async (ctx) => {
    const words = coreWords(ctx.speaker.language)
    const isTalking = Object.keys(ctx.conversation.active()).length > 0
    await ctx.conversation.exitAll()
    // A keyboard that a question put there is of no use any more.
    await ctx.reply(isTalking ? words.cancelled : words.nothingToCancel, { reply_markup: { remove_keyboard: true } })
  })
}
