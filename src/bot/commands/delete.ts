// /delete: by the number that was shown, or by a button under the list. A number is what it was in the list that was seen, never a position
// in a list that is read anew.

import type { Composer } from 'grammy'
import { type Choice, versionMark, writeChoice } from '../../channels/telegram/callback.ts'
import { cutWithMark } from '../../cut-text.ts'
import { type Here, post, threadOf, viewerOf } from '../answering.ts'
import { onChoice, onTap } from '../callbacks.ts'
import type { BotContext } from '../context.ts'
import { beginTalk, type Talk, talk } from '../conversations.ts'
import { deleteAll, deleteNumbers, deleteOne, type Fate, keepForUndo, undoable } from '../deleting.ts'
import { howMany } from '../everything.ts'
import { refreshList, sendList } from '../list-message.ts'
import { letters } from '../listing.ts'
import { readNumbers } from '../numbers.ts'
import { tell } from '../picking.ts'
import { type Shown, titleOf, together } from '../show.ts'
import { listMeant } from '../shown-lists.ts'
import { undoRemindersMax } from '../undo.ts'
import { type ListWords, listWords } from '../words/lists.ts'

/** Yes, everything; no, keep it. */
const all = 'Q'
const keep = 'R'

export function installDelete(composer: Composer<BotContext>): void {
  composer.use(talk('delete', whichTalk))
  composer.command(['delete', 'remove'], (ctx) => onDelete(ctx, ctx.match))
  onTap(composer, letters.delete, onDeleteTap)
  onChoice(composer, all + keep, onAnswerToAll)
}

async function onDelete(ctx: BotContext, said: string): Promise<void> {
  const words = listWords(ctx.speaker.language)
  const picked = readNumbers(said)
  switch (picked.kind) {
    case 'none':
      return await ask(ctx, words.whichToDelete)
    case 'unclear':
      return void (await post(ctx, together(words.notNumbers)))
    case 'all':
      return await askForAll(ctx)
    case 'numbers': {
      const answer = await deletePicked(ctx, picked.numbers, repliedTo(ctx))
      if ('question' in answer) await ask(ctx, answer.question)
      else await post(ctx, answer)
    }
  }
}

function repliedTo({ msg }: Pick<BotContext, 'msg'>): number | null {
  return msg?.reply_to_message?.message_id ?? null
}

/** Shows the list, and waits for a number. */
async function ask(ctx: BotContext, question: string): Promise<void> {
  const isSomething = await sendList(ctx, { mode: 'delete', question })
  if (isSomething) await beginTalk(ctx, 'delete')
}

/** Whatever is not an answer ends the question, and is what it would have been without it. */
async function whichTalk(conversation: Talk): Promise<void> {
  const answer = await conversation.wait()
  // A tap on the list is answered elsewhere, and the question stands.
  if (answer.callbackQuery) return await conversation.skip({ next: true })
  const picked = readNumbers(answer.message?.text ?? '')
  if (picked.kind === 'unclear' || picked.kind === 'none') return await conversation.halt({ next: true })
  if (picked.kind === 'all') return await conversation.external((outside) => askForAll(outside))
  const shown = await conversation.external(async (outside) => {
    const answered = await deletePicked(outside, picked.numbers, repliedTo(outside))
    return 'question' in answered ? together(answered.question) : answered
  })
  await post(answer, shown)
}

/** What became of each; or a question, where it is not known which are meant. */
async function deletePicked(
  here: Here,
  numbers: readonly number[],
  replyTo: number | null,
): Promise<Shown | { readonly question: string }> {
  const words = listWords(here.speaker.language)
  const meant = await listMeant(here, numbers, replyTo)
  if (meant.kind === 'none') return { question: `${words.noListYet} ${words.whichToDelete}` }
  if (meant.kind === 'contested') return { question: words.contested }
  const outcomes = await deleteNumbers(here, numbers, meant.list.items)
  const canUndo = await keepForUndo(here, outcomes)
  return await tell<Fate>(here, outcomes, {
    done: 'deleted',
    head: () => words.deletedHead,
    sentences: { deleted: null, 'was sending': (_, which) => words.wasSending(which) },
    tail: canUndo ? words.undo(undoable(outcomes).length) : null,
  })
}

async function askForAll(ctx: BotContext): Promise<void> {
  const { speaker, ground } = ctx
  const words = listWords(speaker.language)
  const viewer = await viewerOf(ctx)
  const count = await howMany(ctx)
  if (count === 0) return void (await sendList(ctx))
  const text = count > undoRemindersMax ? words.askAllLong(count) : words.askAll(count)
  // Who was asked, and when: what is made after that was not meant.
  const value = `${viewer.now.getTime().toString(36)} ${speaker.user}`
  const button = (label: string, action: string) => ({
    text: label,
    callback_data: writeChoice(ground.signingKey, { action, value }),
  })
  const buttons = [[button(words.yesAll(count), all), button(words.keep(count), keep)]]
  await ctx.api.sendMessage(speaker.chat, text, { ...threadOf(ctx.msg), reply_markup: { inline_keyboard: buttons } })
}

async function onAnswerToAll(ctx: BotContext, { action, value }: Choice): Promise<unknown> {
  const words = listWords(ctx.speaker.language)
  const [asked = '', user] = value.split(' ')
  if (user !== ctx.speaker.user) return await ctx.answerCallbackQuery({ text: words.notYourQuestion })
  const text = action === all ? await deletedAllWords(ctx, Number.parseInt(asked, 36)) : words.kept
  await ctx.answerCallbackQuery()
  await ctx.editMessageText(text)
}

async function deletedAllWords(ctx: BotContext, askedMs: number): Promise<string> {
  const words = listWords(ctx.speaker.language)
  const outcomes = await deleteAll(ctx, askedMs)
  const canUndo = await keepForUndo(ctx, outcomes)
  const count = (...fates: readonly Fate[]) => outcomes.filter(({ fate }) => fates.includes(fate)).length
  const kept = count('not made by them', 'made elsewhere')
  const sending = count('was sending')
  const back = undoable(outcomes).length
  return [
    words.deletedAll(count('deleted', 'was sending')),
    ...(sending > 0 ? [words.wasSendingSome(sending)] : []),
    ...(kept > 0 ? [words.notAllYours(kept)] : []),
    ...(back > 0 ? [canUndo ? words.undo(back) : words.noUndo] : []),
  ].join('\n')
}

/** Only the version that was shown: whatever was changed since is looked at first. */
async function onDeleteTap(ctx: BotContext, { id, version }: { readonly id: string; readonly version: number }) {
  const words = listWords(ctx.speaker.language)
  const { fate, reminder } = await deleteOne(ctx, id, (one) => versionMark(one.version) === version)
  await keepForUndo(ctx, [{ fate, reminder }])
  const message = ctx.callbackQuery?.message?.message_id
  const isForeign = fate === 'not shown'
  if (message !== undefined && !isForeign) await refreshList(ctx, message, 'delete')
  const title = reminder ? cutWithMark(titleOf(reminder, ctx.speaker.language), 100) : ''
  await ctx.answerCallbackQuery({ text: toast(words, fate, title), show_alert: fate !== 'deleted' })
}

function toast(words: ListWords, fate: Fate, title: string): string {
  switch (fate) {
    case 'deleted':
      return words.toastDeleted(title)
    case 'was sending':
      return words.toastSending
    case 'had rung':
      return words.toastRang
    case 'is over':
      return words.toastOver
    case 'already deleted':
      return words.toastGone
    case 'changed':
      return words.toastChanged
    case 'not made by them':
      return words.toastNotMadeByYou
    case 'made elsewhere':
      return words.toastMadeElsewhere
    case 'not shown':
      return words.toastUnknown
  }
}
