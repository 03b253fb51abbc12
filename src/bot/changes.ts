// Taps that change settings: of people who are known, and in a group of its admins.

import type { Composer, InlineKeyboard } from 'grammy'
import type { Choice } from '../channels/telegram/callback.ts'
import { onChoice } from './callbacks.ts'
import type { BotContext } from './context.ts'
import { isAdmin } from './rights.ts'
import { editShown } from './show.ts'
import { coreWords } from './words/core.ts'
import { peopleWords } from './words/people.ts'

/** Everybody changes their own; a group's settings are its admins'. */
export async function mayChange(ctx: BotContext): Promise<boolean> {
  return !ctx.speaker.isGroup || (await isAdmin(ctx))
}

/** Whoever was forgotten stays so, though they tap on what they were sent before. */
export function onChange(
  composer: Composer<BotContext>,
  letters: string,
  handle: (ctx: BotContext, chosen: Choice) => Promise<unknown>,
): void {
  onChoice(composer, letters, async (ctx, chosen) => {
    const { ground, speaker } = ctx
    const isKnown = (await ground.belfry.recipients.get(speaker.recipient)) !== null
    const refusal = !isKnown
      ? coreWords(speaker.language).oldButton
      : (await mayChange(ctx))
        ? null
        : peopleWords(speaker.language).adminsOnly
    if (refusal === null) await handle(ctx, chosen)
    else await ctx.answerCallbackQuery({ text: refusal })
  })
}

/** The message under which was tapped says this from now on; it is no fault where it does so already. */
export async function editTapped(ctx: BotContext, text: string, keyboard?: InlineKeyboard): Promise<void> {
  if (ctx.msgId === undefined) return
  const place = { chat: ctx.speaker.chat, message: ctx.msgId }
  await editShown(ctx.api, place, { text, entities: [] }, keyboard ? { reply_markup: keyboard } : {})
}
