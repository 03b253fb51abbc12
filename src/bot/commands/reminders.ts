// /reminders: what is to come, ten to a page.

import type { Composer } from 'grammy'
import { onChoice } from '../callbacks.ts'
import type { BotContext } from '../context.ts'
import { sendList, turnList } from '../list-message.ts'
import { letters, readTurn } from '../listing.ts'
import { coreWords } from '../words/core.ts'

export function installReminders(composer: Composer<BotContext>): void {
  composer.command(['reminders', 'list'], (ctx) => sendList(ctx))
  onChoice(composer, letters.turn, async (ctx, { value }) => {
    const turn = readTurn(value)
    const message = ctx.callbackQuery?.message?.message_id
    if (!turn || message === undefined)
      return await ctx.answerCallbackQuery({ text: coreWords(ctx.speaker.language).oldButton })
    await turnList(ctx, message, turn.page, turn.mode)
    await ctx.answerCallbackQuery()
  })
}
