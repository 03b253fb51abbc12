// `/edit`: another time or another text for a reminder, by its number in the last list or by a reply to a message that is about it.

import type { Composer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { readCallback } from '../../channels/telegram/callback.ts'
import { answer, viewerOf } from '../answering.ts'
import type { BotContext } from '../context.ts'
import { beginTalk } from '../conversations.ts'
import { readDraft } from '../draft.ts'
import { readMade } from '../made.ts'
import { lines, showReminder } from '../show.ts'
import { listMeant } from '../shown-lists.ts'
import { isThere, reminderOfSpeaker, whyOver } from '../whose.ts'
import { addingWords } from '../words/adding.ts'
import { ask, beginAsking, readerOf, type Target } from './ask.ts'
import { changeFrom } from './finish.ts'

export function installEdit(composer: Composer<BotContext>): void {
  composer.command('edit', async (ctx) => {
    const wanted = await wantedOf(ctx, ctx.match.trim())
    if ('words' in wanted) return void (await answer(ctx, wanted.words))
    const { id, said } = wanted
    const words = addingWords(ctx.speaker.language)
    const found = await reminderOfSpeaker(ctx, id)
    if (found.kind !== 'found') return void (await answer(ctx, words[found.kind]))
    if (!isThere(found.reminder)) return void (await answer(ctx, words[whyOver(found.reminder)]))
    const target = { reminder: id, echo: repliedEcho(ctx) }
    if (said !== '') return await editTo(ctx, target, said)
    const shown = lines(showReminder(found.reminder, await viewerOf(ctx)), words.editWhat)
    const question = await answer(ctx, shown)
    await beginAsking(ctx, { key: ctx.msgId!, question, target, wants: 'either' })
  })
}

type Wanted = { readonly id: string; readonly said: string } | { readonly words: string }

/** Which one is meant, and what it shall be. */
async function wantedOf(ctx: BotContext, text: string): Promise<Wanted> {
  const words = addingWords(ctx.speaker.language)
  const numbered = /^(?:#|no\.? ?)?(\d{1,5})(?:번(?:째)?)?[.):]?(?:\s+|$)(.*)$/is.exec(text.normalize('NFKC'))
  const replied = await idOfReply(ctx)
  // A reply says which one: a number is then part of what it shall be, such as "3 eggs".
  if (replied !== null) return { id: replied, said: text }
  if (!numbered) return { words: words.editWhich }
  const number = Number(numbered[1])
  const meant = await listMeant(ctx, [number], ctx.message?.reply_to_message?.message_id ?? null)
  if (meant.kind !== 'list') return { words: words.editNoList }
  const id = meant.list.items[number]?.[0]
  return id === undefined ? { words: words.editNoNumber(String(number)) } : { id, said: numbered[2]!.trim() }
}

/** The reminder that a message is about: its own buttons say so, or that a reminder was made of it. */
async function idOfReply(ctx: BotContext): Promise<string | null> {
  const { reply_to_message: original } = ctx.message ?? {}
  if (!original) return null
  const buttons = original.reply_markup?.inline_keyboard.flat() ?? []
  const ids = new Set(buttons.flatMap((button) => idOf(ctx, button) ?? []))
  // Buttons of a list are about several.
  if (ids.size === 1) return [...ids][0]!
  return ids.size > 1 ? null : ((await readMade(ctx, original.message_id))?.reminder ?? null)
}

/** An id of a delivery begins with that of its reminder. */
function idOf({ ground }: BotContext, button: InlineKeyboardButton): string | null {
  const data = 'callback_data' in button ? button.callback_data : ''
  return readCallback(ground.signingKey, data)?.id.slice(0, reminderIdChars) ?? null
}
const reminderIdChars = 36

function repliedEcho(ctx: BotContext): number | null {
  const { reply_to_message: original } = ctx.message ?? {}
  return original?.from?.id === ctx.me.id ? original.message_id : null
}

async function editTo(ctx: BotContext, target: Extract<Target, { reminder: string }>, said: string): Promise<void> {
  const reading = readDraft(said, await readerOf(ctx))
  if (reading.kind === 'ready') return await changeFrom(ctx, target, reading)
  if (reading.kind === 'question' && reading.why === 'when')
    return await changeFrom(ctx, target, { what: reading.what, when: null })
  const note = addingWords(ctx.speaker.language).staysSo
  await beginTalk(ctx, 'asking', await ask(ctx, { key: ctx.msgId!, target, note }, reading))
}
