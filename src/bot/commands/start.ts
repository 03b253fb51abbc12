// The first words with somebody. Their language is known from Telegram, and one tap changes it; whoever speaks Korean is taken to be in
// Korea, until they say otherwise, and everybody else is asked where they are. With a word, the chat is linked to a recipient.

import { type Composer, InlineKeyboard } from 'grammy'
import { writeChoice } from '../../channels/telegram/callback.ts'
import { editTapped, onChange } from '../changes.ts'
import type { BotContext, Speaker } from '../context.ts'
import { settledTogether } from '../groups.ts'
import type { Language } from '../language/index.ts'
import { usualZone } from '../speaker.ts'
import { peopleWords } from '../words/people.ts'
import { askWhere, isAskedWhere, replyDone, sayZone } from '../zone-choice.ts'

const speak = '0'
/** To say where they are. */
export const elsewhere = '6'

export function installStart(composer: Composer<BotContext>): void {
  composer.command('start', async (ctx) => {
    const word = ctx.match.trim()
    if (ctx.speaker.isGroup) return await greetGroup(ctx, word)
    return word === '' ? await greet(ctx) : await linkTo(ctx, word)
  })
  onChange(composer, speak, switchLanguage)
  onChange(composer, elsewhere, async (ctx) => {
    await ctx.answerCallbackQuery()
    await askWhere(ctx)
  })
}

async function greetGroup(ctx: BotContext, word: string): Promise<void> {
  const words = peopleWords(ctx.speaker.language)
  await ctx.reply(word === '' ? words.helloGroup : words.linkInGroup)
}

async function greet(ctx: BotContext): Promise<void> {
  const speaker = await settled(ctx)
  await ctx.reply(await greeting(ctx, speaker), { reply_markup: greetingButtons(ctx, speaker) })
  if (!speaker.hasZone) await askWhere(ctx)
}

/** Where that follows from the language, they have a zone from now on. What they have said stays. */
async function settled({ ground, speaker }: BotContext, language: Language = speaker.language): Promise<Speaker> {
  if (speaker.hasZone || language !== 'ko') return { ...speaker, language }
  const { belfry } = ground
  const zone = usualZone(language)
  await belfry.recipients.put({ id: speaker.recipient, timezone: zone })
  await belfry.chats.putPerson({ user: speaker.user, settings: { hasZone: true } })
  return { ...speaker, language, zone, hasZone: true }
}

async function greeting({ ground }: BotContext, { language, zone, hasZone }: Speaker): Promise<string> {
  const words = peopleWords(language)
  const { now } = await ground.belfry.clock.read()
  const lines = hasZone ? [words.zoneIs(sayZone(zone, language, now)), words.example] : [words.example]
  return [words.hello, ...lines].join('\n\n')
}

function greetingButtons({ ground }: BotContext, { language, hasZone }: Speaker): InlineKeyboard {
  const words = peopleWords(language)
  const button = (action: string, value: string) => writeChoice(ground.signingKey, { action, value })
  const keyboard = new InlineKeyboard().text(words.otherLanguage, button(speak, language === 'ko' ? 'en' : 'ko'))
  return hasZone ? keyboard.text(words.otherZone, button(elsewhere, '')) : keyboard
}

/** The greeting is said again in the other language, in its place. */
async function switchLanguage(ctx: BotContext, { value }: { readonly value: string }): Promise<void> {
  const language: Language = value === 'ko' ? 'ko' : 'en'
  await keepLanguage(ctx, language)
  const speaker = await settled(ctx, language)
  const isAsked = !ctx.speaker.hasZone
  await ctx.answerCallbackQuery({ text: peopleWords(language).switched })
  await editTapped(ctx, await greeting(ctx, speaker), greetingButtons(ctx, speaker))
  if (!isAsked) return
  const hasKeyboard = isAskedWhere(ctx)
  await ctx.conversation.exit('where')
  // The question was in the other language; in Korean it need not be asked any more.
  if (!speaker.hasZone) return await askWhere(Object.assign(ctx, { speaker }))
  const { now } = await ctx.ground.belfry.clock.read()
  if (hasKeyboard) await replyDone(ctx, peopleWords(language).zoneIs(sayZone(speaker.zone, language, now)))
}

/** Messages that ring are in it too. */
export async function keepLanguage({ ground, speaker }: BotContext, language: Language): Promise<void> {
  const { belfry } = ground
  for (const id of await settledTogether({ ground, speaker })) await belfry.recipients.put({ id, locale: language })
  if (!speaker.isGroup) await belfry.chats.putPerson({ user: speaker.user, settings: { language } })
}

async function linkTo(ctx: BotContext, word: string): Promise<void> {
  const { ground, speaker } = ctx
  const { belfry } = ground
  const words = peopleWords(speaker.language)
  const message = String(ctx.msgId)
  const linked = await belfry.chats.redeem({ word, user: speaker.user, chat: speaker.chat, message })
  switch (linked.kind) {
    case 'used':
      return void (await ctx.reply(words.linkUsed))
    case 'expired':
      return void (await ctx.reply(words.linkExpired))
    case 'unknown':
      return void (await ctx.reply(words.linkUnknown))
    case 'linked':
  }
  // Whoever made the recipient may have said where they are. What they had said themselves was of another one.
  const { timezone = 'UTC' } = (await belfry.recipients.get(linked.recipient)) ?? {}
  const hasZone = timezone !== 'UTC'
  await belfry.chats.putPerson({ user: speaker.user, settings: { hasZone } })
  const { now } = await belfry.clock.read()
  const zone = hasZone ? [words.zoneIs(sayZone(timezone, speaker.language, now))] : []
  const along = linked.moved > 0 ? [words.linkedAlong(linked.moved)] : []
  // A keyboard of cities may be there from before.
  await replyDone(ctx, [words.linked(linked.name), ...along, ...zone, words.example].join('\n\n'))
  if (!hasZone) await askWhere(Object.assign(ctx, { speaker: { ...speaker, recipient: linked.recipient, hasZone } }))
}
