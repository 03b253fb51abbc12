// How the bot answers: as a reply, in the topic that was asked in, on the speaker's clock.

import type { InlineKeyboardMarkup } from 'grammy/types'
import type { BotContext } from './context.ts'
import { editShown, type Shown, sendShown, type Viewer } from './show.ts'

export async function viewerOf({ ground, speaker }: Pick<BotContext, 'ground' | 'speaker'>): Promise<Viewer> {
  const { now } = await ground.belfry.clock.read()
  return { language: speaker.language, zone: speaker.zone, now }
}

/** Answers the new message's id. `to`: what it replies to, where that is not the message at hand. */
export async function answer(
  ctx: BotContext,
  shown: Shown | string,
  { keyboard, to }: { readonly keyboard?: InlineKeyboardMarkup; readonly to?: number } = {},
): Promise<number> {
  const { msg, speaker } = ctx
  const replied = to ?? (ctx.callbackQuery ? undefined : msg?.message_id)
  const topic = msg?.is_topic_message === true ? msg.message_thread_id : undefined
  return await sendShown(ctx.api, speaker.chat, typeof shown === 'string' ? { text: shown, entities: [] } : shown, {
    ...(keyboard ? { reply_markup: keyboard } : {}),
    ...(topic === undefined ? {} : { message_thread_id: topic }),
    ...(replied === undefined ? {} : { reply_parameters: { message_id: replied, allow_sending_without_reply: true } }),
  })
}

/** The message shows something else from now on; where it is gone, a new one does. Answers which. */
export async function showAgain(
  ctx: BotContext,
  message: number,
  shown: Shown,
  keyboard?: InlineKeyboardMarkup,
): Promise<number> {
  const { chat } = ctx.speaker
  const options = keyboard ? { reply_markup: keyboard } : {}
  if (await editShown(ctx.api, { chat, message }, shown, options)) return message
  return await answer(ctx, shown, options.reply_markup ? { keyboard: options.reply_markup } : {})
}

/** Its buttons are of no use any more. That they are gone already, or the message is, changes nothing. */
export async function withoutButtons(ctx: BotContext, message: number): Promise<void> {
  await ctx.api.editMessageReplyMarkup(ctx.speaker.chat, message).catch(() => undefined)
}
