// Erasure, once confirmed: the recipient with everything that was to ring, and what the bot remembers. What was made in a group is the
// group's and stays there.

import { type Composer, InlineKeyboard } from 'grammy'
import { writeChoice } from '../../channels/telegram/callback.ts'
import { recipientOfChat } from '../../index.ts'
import { onChoice } from '../callbacks.ts'
import { editTapped } from '../changes.ts'
import type { BotContext } from '../context.ts'
import { peopleWords } from '../words/people.ts'

/** `yes` or `no`, and whose it is: in a group everybody sees the buttons. */
const answered = '7'
const countedMax = 200

export function installForgetme(composer: Composer<BotContext>): void {
  composer.command('forgetme', ask)
  onChoice(composer, answered, settle)
}

async function ask(ctx: BotContext): Promise<void> {
  const { ground, speaker } = ctx
  const { belfry } = ground
  const words = peopleWords(speaker.language)
  const own = await ownRecipients(ctx)
  const pages = await Promise.all(own.map((recipient) => belfry.reminders.list({ recipient, limit: countedMax })))
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  const isLinked = own.some((id) => id !== recipientOfChat(speaker.user))
  const button = (value: string) =>
    writeChoice(ground.signingKey, { action: answered, value: `${value} ${speaker.user}` })
  await ctx.reply(
    words.forgetAsk(
      count,
      pages.some(({ nextCursor }) => nextCursor !== null),
      isLinked,
    ),
    {
      reply_markup: new InlineKeyboard().text(words.forgetYes, button('yes')).text(words.forgetNo, button('no')),
    },
  )
}

/** The one they are linked to, and the one that the bot made for them before. */
async function ownRecipients({ ground, speaker }: BotContext): Promise<string[]> {
  const person = await ground.belfry.chats.person(speaker.user)
  return [...new Set([recipientOfChat(speaker.user), ...(person?.recipient ? [person.recipient] : [])])]
}

async function settle(ctx: BotContext, { value }: { readonly value: string }): Promise<void> {
  const { ground, speaker } = ctx
  const words = peopleWords(speaker.language)
  const [answer, user] = value.split(' ')
  if (user !== speaker.user) return void (await ctx.answerCallbackQuery({ text: words.notYours }))
  const isYes = answer === 'yes'
  if (isYes) {
    await ctx.conversation.exitAll()
    for (const recipient of await ownRecipients(ctx)) await ground.belfry.recipients.delete(recipient)
    await ground.belfry.chats.forget(speaker.user)
  }
  await ctx.answerCallbackQuery()
  await editTapped(ctx, isYes ? words.forgotten : words.forgetKept)
}
