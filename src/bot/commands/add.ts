// Making a reminder: in one sentence, or asked for what is missing.

import type { Composer } from 'grammy'
import { answer } from '../answering.ts'
import { onChoice } from '../callbacks.ts'
import type { BotContext } from '../context.ts'
import { beginTalk, talk } from '../conversations.ts'
import { type Reading, readDraft, readForwarded } from '../draft.ts'
import { isCommandForBot, saidToBot } from '../groups.ts'
import { sendList } from '../list-message.ts'
import { readMade } from '../made.ts'
import { smallTalkOf } from '../small-talk.ts'
import { addingWords } from '../words/adding.ts'
import { coreWords } from '../words/core.ts'
import { ask, askAnew, asking, askLetter, beginAsking, readerOf } from './ask.ts'
import { finish } from './finish.ts'
import { answerRing } from './ring-reply.ts'
import { saidMark, textOf } from './text-of.ts'

/** The talk, and `/addreminder`. */
export function installAdd(composer: Composer<BotContext>): void {
  composer.use(talk('asking', asking))
  composer.command(['addreminder', 'add'], async (ctx) => {
    const said = ctx.match.trim()
    if (said === '' && quotedOf(ctx) === '') return await askWhat(ctx)
    await add(ctx, said)
  })
  // Of a question that nobody waits for any more.
  onChoice(composer, askLetter, async (ctx) => {
    await ctx.editMessageReplyMarkup().catch(() => undefined)
    await ctx.answerCallbackQuery({ text: addingWords(ctx.speaker.language).questionIsOver, show_alert: true })
  })
}

/** After all commands: plain text is a reminder. */
export function installPlainText(composer: Composer<BotContext>): void {
  composer.on('message', async (ctx, next) => {
    const text = textOf(ctx)
    if (isCommandForBot(ctx)) return await next()
    if (text !== null && (await answerRing(ctx, text))) return
    if (text !== null && (await chat(ctx, text))) return
    if (text !== null) return await add(ctx, text)
    // Of several pictures at once, one has the words.
    if (ctx.message.media_group_id === undefined && ctx.has(media) && !ctx.speaker.isGroup)
      return void (await answer(ctx, addingWords(ctx.speaker.language).noCaption))
    await next()
  })
}

const media = [
  ...(['message:photo', 'message:voice', 'message:video', 'message:video_note', 'message:audio'] as const),
  ...(['message:document', 'message:animation', 'message:sticker', 'message:contact', 'message:poll'] as const),
] satisfies string[]

async function askWhat(ctx: BotContext): Promise<void> {
  const key = ctx.msgId!
  const question = await answer(ctx, addingWords(ctx.speaker.language).what)
  await beginAsking(ctx, { key, question, target: { source: key, said: saidMark(ctx) }, wants: 'what' })
}

export async function add(ctx: BotContext, text: string): Promise<void> {
  const source = ctx.msgId!
  // The same update, once more.
  if (await readMade(ctx, source)) return
  const reading = await read(ctx, text)
  if (isChatter(ctx, reading)) return
  const about = { key: source, target: { source, said: saidMark(ctx) } }
  if (reading.kind === 'ready' && reading.what !== '') {
    const ended = await finish(ctx, about, reading)
    if (ended === 'past') await beginTalk(ctx, 'asking', await askAnew(ctx, about, reading.what))
    return
  }
  // "Remind me": of what is asked first.
  if (reading.kind === 'question' && reading.why === 'when' && reading.what === '') return await askWhat(ctx)
  const asked = await ask(ctx, about, reading)
  await beginTalk(ctx, 'asking', asked)
}

/** Whether it was no reminder but a greeting, say, and was answered. In a group that is said to people, unless it names the bot. */
async function chat(ctx: BotContext, text: string): Promise<boolean> {
  const { message, speaker } = ctx
  const kind = message?.forward_origin || quotedOf(ctx) !== '' ? null : smallTalkOf(text)
  if (!kind) return false
  if (speaker.isGroup && !isMention(ctx)) return true
  const words = addingWords(speaker.language)
  const core = coreWords(speaker.language)
  switch (kind) {
    case 'list':
      await sendList(ctx)
      break
    case 'help':
      await answer(ctx, `${core.help}\n/help`)
      break
    case 'leave':
      await answer(ctx, core.nothingToCancel)
      break
    default:
      await answer(ctx, kind === 'hello' ? `${words.hello} ${core.help}` : words[kind])
  }
  return true
}

/** Whoever answers somebody with "/addreminder tomorrow at 9" means what they answer. */
async function read(ctx: BotContext, text: string): Promise<Reading> {
  const reader = await readerOf(ctx)
  if (ctx.message?.forward_origin) return readForwarded(text, reader)
  const reading = readDraft(text, reader)
  return reading.what === '' ? { ...reading, what: quotedOf(ctx) } : reading
}

function quotedOf(ctx: BotContext): string {
  const { reply_to_message: original } = ctx.message ?? {}
  if (!original || original.from?.id === ctx.me.id || original.forum_topic_created) return ''
  return (original.text ?? original.caption ?? '').trim()
}

/** In a group, a reply to the bot that says no time is said to people. A mention is not. */
function isChatter(ctx: BotContext, reading: Reading): boolean {
  if (!ctx.speaker.isGroup || reading.kind !== 'question' || reading.why !== 'when') return false
  return !isMention(ctx) && !isCommandForBot(ctx)
}

function isMention(ctx: BotContext): boolean {
  return saidToBot(ctx) !== (ctx.message?.text ?? '').trim()
}
