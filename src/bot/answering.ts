// How the bot answers: as a reply, in the topic that was asked in, on the speaker's clock.

import type { Api } from 'grammy'
import type { InlineKeyboardMarkup, Message } from 'grammy/types'
import type { BotContext, BotFlavor } from './context.ts'
import { editShown, type Shown, sendShown, together, type Viewer } from './show.ts'

/** A context, inside of a talk or outside. */
export type Here = BotFlavor & { readonly api: Api; readonly msg?: BotContext['msg'] }

type InTopic = Pick<Message, 'is_topic_message' | 'message_thread_id'>

/** What was written is in it; undefined: in none. Replies have a thread as well, which is none. */
export function topicOf(message: Partial<InTopic> | undefined): number | undefined {
  return message?.is_topic_message === true ? message.message_thread_id : undefined
}

/** In the topic that was written in. */
export function threadOf(message: Partial<InTopic> | undefined): { message_thread_id?: number } {
  const topic = topicOf(message)
  return topic === undefined ? {} : { message_thread_id: topic }
}

export async function viewerOf({ ground, speaker }: BotFlavor): Promise<Viewer> {
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
  return await sendShown(ctx.api, speaker.chat, together(shown), {
    ...(keyboard ? { reply_markup: keyboard } : {}),
    ...threadOf(msg),
    ...(replied === undefined ? {} : { reply_parameters: { message_id: replied, allow_sending_without_reply: true } }),
  })
}

/** The same as a message of its own. */
export async function post({ api, msg, speaker }: Here, shown: Shown): Promise<number> {
  return await sendShown(api, speaker.chat, shown, threadOf(msg))
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
