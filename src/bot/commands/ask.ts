// What is asked before there is a reminder, or before one is changed: of what, or when. The text is kept, so that a tap or a time that is
// typed is enough. One talk, `asking`; a question is good for an hour, and then the next message is a new one.

import type { InlineKeyboardMarkup } from 'grammy/types'
import { readChoice, writeChoice } from '../../channels/telegram/callback.ts'
import { cutWithMark } from '../../cut-text.ts'
import { wallClockMs } from '../../time/clock.ts'
import { answer, viewerOf, withoutButtons } from '../answering.ts'
import type { BotContext, TalkContext } from '../context.ts'
import { beginTalk, type Talk } from '../conversations.ts'
import { askWhen, isFiller, type Offered, type Reader, type Reading, readDraft } from '../draft.ts'
import type { When } from '../language/index.ts'
import { isLeaving, smallTalkOf } from '../small-talk.ts'
import { isPast } from '../undo.ts'
import { addingWords } from '../words/adding.ts'
import { showing } from '../words/showing.ts'
import { changeFrom, finish } from './finish.ts'
import { saidMark, textOf } from './text-of.ts'

/** What a new reminder is named after (and a mark of what it says), or the one that is to be changed, and where it is shown. */
export type Target =
  | { readonly source: number; readonly said?: string }
  | { readonly reminder: string; readonly echo: number | null }

/** Plain data, which the talk keeps. */
export interface Asked {
  /** The message that led to it: the buttons name it. */
  readonly key: number
  /** The message that asks. */
  readonly question: number
  readonly target: Target
  readonly wants: 'what' | 'when' | 'either'
  /** What is known of it already. */
  readonly what: string
  readonly when: When | null
  readonly explain: readonly string[]
  readonly other: Offered | null
  readonly offers: readonly Offered[]
  /** That it is still open was said under another reminder: once is enough. */
  readonly isReminded?: boolean
  /** When it was asked. */
  readonly at: number
}

export const askLetter = 'L'
const openMs = 3_600_000
/** Telegram shows more, and nobody reads them. */
const offersMax = 5

type Begun = Pick<Asked, 'key' | 'question' | 'target' | 'wants'> &
  Partial<Pick<Asked, 'what' | 'when' | 'explain' | 'other' | 'offers'>>

/** The question was sent; whatever the person says next is the answer to it. */
export async function beginAsking(ctx: BotContext, begun: Begun): Promise<void> {
  await beginTalk(ctx, 'asking', await askedOf(ctx, begun))
}

async function askedOf({ ground }: BotContext, begun: Begun): Promise<Asked> {
  const { now } = await ground.belfry.clock.read()
  return { what: '', when: null, explain: [], other: null, offers: [], ...begun, at: now.getTime() }
}

/** Clocks of two machines differ, and Telegram says whole seconds: so much is no delay. */
const onTimeMs = 10_000

/** As of when it was written: "in 10 minutes" of a message that had to wait counts from then. */
export async function readerOf(ctx: BotContext): Promise<Reader> {
  const reader = await readerNow(ctx)
  const writtenAt = ctx.message?.date ?? ctx.editedMessage?.edit_date
  const lateMs = writtenAt === undefined ? 0 : wallClockMs() - writtenAt * 1_000
  return lateMs <= onTimeMs ? reader : { ...reader, now: new Date(reader.now.getTime() - lateMs) }
}

async function readerNow(ctx: BotContext): Promise<Reader> {
  const { zone, language, defaultHour } = ctx.speaker
  return { now: (await viewerOf(ctx)).now, zone, language, defaultHour }
}

type About = Pick<Asked, 'key' | 'target'> & { readonly note?: string }

/** Its moment has passed: another one is asked for. */
export async function askAnew(ctx: BotContext, about: About, what: string): Promise<Asked> {
  const again = askWhen(what, await readerNow(ctx))
  return await ask(ctx, about, { ...again, words: addingWords(ctx.speaker.language).momentIsPast })
}

/** Sends the question that a reading leaves, and answers what was asked. `reading.kind` is `ready` where nothing is left to remind of. */
export async function ask(ctx: BotContext, about: About, reading: Reading): Promise<Asked> {
  const words = addingWords(ctx.speaker.language)
  const { key, target, note } = about
  if (reading.kind === 'ready') {
    const { when, explain, other } = reading
    const question = await answer(ctx, words.what, { keyboard: keyboardOf(ctx, key, [], 'what') })
    return await askedOf(ctx, { key, target, question, wants: 'what', when, explain, other })
  }
  const isRefused = reading.kind === 'refusal'
  const { what } = reading
  const reader = await readerNow(ctx)
  const offers = (isRefused ? askWhen(what, reader) : reading).offers
    .filter(({ when }) => !isPast(when, reader.zone, reader.now))
    .slice(0, offersMax)
  const hint = isRefused || offers.length === 0 ? words.accepted : words.howToSayWhen
  const text = [reading.words, hint, ...(note ? [note] : [])].join('\n')
  const question = await answer(ctx, text, { keyboard: keyboardOf(ctx, key, offers, 'when') })
  return await askedOf(ctx, { key, target, question, wants: 'when', what, offers })
}

function keyboardOf(
  { ground, speaker }: BotContext,
  key: number,
  offers: readonly Offered[],
  wants: 'what' | 'when',
): InlineKeyboardMarkup {
  const { buttons } = addingWords(speaker.language)
  const button = (text: string, choice: string | number) => ({
    text,
    callback_data: writeChoice(ground.signingKey, { action: askLetter, value: `${key}.${choice}` }),
  })
  const leave = button(buttons.leave, 'x')
  if (wants === 'what') return { inline_keyboard: [[button(buttons.justRing, 'r'), leave]] }
  return { inline_keyboard: [...offers.map(({ words }, i) => [button(words, i)]), [leave]] }
}

/** What the talk does with a message: it waits on, ends, or lets it pass to the others (and ends, where it was for them alone). */
type Step = { readonly kind: 'asked'; readonly asked: Asked } | { readonly kind: 'done' | 'pass' | 'leave' }

export async function asking(conversation: Talk, _ctx: TalkContext, first: Asked): Promise<void> {
  let asked = first
  for (;;) {
    await conversation.wait()
    const known = asked
    const step = await conversation.external((outside) => answered(outside, known))
    if (step.kind === 'pass') await conversation.skip({ next: true })
    if (step.kind === 'leave') await conversation.halt({ next: true })
    if (step.kind !== 'asked') return
    asked = step.asked
  }
}

const done: Step = { kind: 'done' }

async function answered(ctx: BotContext, asked: Asked): Promise<Step> {
  if (ctx.callbackQuery) return await tapped(ctx, asked)
  const isReread = ctx.editedMessage?.message_id === asked.key && 'source' in asked.target
  if (!ctx.message && !isReread) return { kind: 'pass' }
  const { now } = await ctx.ground.belfry.clock.read()
  if (now.getTime() - asked.at > openMs) return { kind: 'leave' }
  const text = textOf(ctx)
  const words = addingWords(ctx.speaker.language)
  if (text === null) {
    await answer(ctx, words.noText)
    return { kind: 'asked', asked }
  }
  if (isReread) return await readAgain(ctx, asked, text)
  if (isLeaving(text)) return await left(ctx, asked)
  // Nobody calls a reminder "thanks".
  if ('reminder' in asked.target && smallTalkOf(text)) return { kind: 'leave' }
  if (asked.wants === 'what') return await whatAnswered(ctx, asked, text)
  return await whenAnswered(ctx, asked, text)
}

async function left(ctx: BotContext, asked: Asked): Promise<Step> {
  await withoutButtons(ctx, asked.question)
  await answer(ctx, leftWords(ctx, asked))
  return done
}

function leftWords({ speaker }: BotContext, { target }: Asked): string {
  const words = addingWords(speaker.language)
  return 'reminder' in target ? words.leftAsItIs : words.left
}

async function tapped(ctx: BotContext, asked: Asked): Promise<Step> {
  const chosen = readChoice(ctx.ground.signingKey, ctx.callbackQuery?.data ?? '')
  const [key, choice = ''] = chosen?.value.split('.') ?? []
  if (chosen?.action !== askLetter || key !== String(asked.key)) return { kind: 'pass' }
  const words = addingWords(ctx.speaker.language)
  if (choice === 'x') {
    await ctx.editMessageText(leftWords(ctx, asked)).catch(() => undefined)
    await ctx.answerCallbackQuery()
    return done
  }
  const offer = choice === 'r' && asked.when ? { when: asked.when } : asked.offers[Number(choice)]
  if (!offer) return { kind: 'pass' }
  // One that is there keeps its title.
  const what = asked.what || ('source' in asked.target ? showing[ctx.speaker.language].untitled : '')
  const { explain, other } = choice === 'r' ? asked : { explain: [], other: null }
  const part = asked.wants === 'what' ? 'when' : 'what'
  const ready = { what, when: offer.when, explain, other }
  const ended = await finish(ctx, { target: asked.target, part }, ready, { message: asked.question })
  if (ended === 'past') {
    await ctx.answerCallbackQuery({ text: words.momentIsPast, show_alert: true })
    return { kind: 'asked', asked }
  }
  await ctx.answerCallbackQuery()
  return done
}

/** The message that led to the question was edited: it is read as if it had come so. */
async function readAgain(ctx: BotContext, asked: Asked, text: string): Promise<Step> {
  const said = saidMark(ctx)
  if ('source' in asked.target && asked.target.said === said) return { kind: 'asked', asked }
  await withoutButtons(ctx, asked.question)
  const target = { source: asked.key, said }
  return await taken(ctx, { ...asked, target }, readDraft(text.replace(addCommand, '').trim(), await readerOf(ctx)))
}

/** Before what is said with it. */
export const addCommand = /^\/add(?:reminder)?(?:@\w+)?(?=\s|$)/i

async function whatAnswered(ctx: BotContext, asked: Asked, text: string): Promise<Step> {
  await withoutButtons(ctx, asked.question)
  const { when, explain, other } = asked
  // Nothing is known yet: it is this message that the reminder is made of.
  if (!when) {
    const key = ctx.msgId!
    const target = { source: key, said: saidMark(ctx) }
    return await taken(ctx, { ...asked, key, target }, readDraft(text, await readerOf(ctx)))
  }
  // When is known already: whatever is said now is what.
  return await taken(ctx, asked, { kind: 'ready', what: text, when, explain, other })
}

/** Enough to know it again. */
const openUnitsMax = 200

async function whenAnswered(ctx: BotContext, asked: Asked, text: string): Promise<Step> {
  const reading = readDraft(text, await readerOf(ctx))
  const words = addingWords(ctx.speaker.language)
  const isNew = 'source' in asked.target
  if (reading.kind === 'question' && reading.why === 'when') {
    if (asked.wants === 'either') return await taken(ctx, asked, reading)
    await answer(ctx, words.noTimeInIt)
    return { kind: 'asked', asked }
  }
  if (reading.kind === 'ready' && isNew && isSomethingElse(reading.what, asked.what)) {
    // A reminder of its own. The question stays, and says so.
    const note = asked.isReminded ? {} : { note: words.stillOpen(cutWithMark(asked.what, openUnitsMax)) }
    const target = { source: ctx.msgId!, said: saidMark(ctx) }
    if ((await finish(ctx, { target }, reading, note)) === 'past') await answer(ctx, words.momentIsPast)
    return { kind: 'asked', asked: { ...asked, isReminded: true } }
  }
  await withoutButtons(ctx, asked.question)
  const what = isNew ? asked.what : reading.what || asked.what
  return await taken(ctx, asked, { ...reading, what })
}

/** People often say the whole sentence once more: what was known of it is then part of it. */
function isSomethingElse(said: string, known: string): boolean {
  const [one, other] = [said, known].map((text) => text.toLowerCase().replace(/\s+/g, ' ').trim())
  return !isFiller(said) && one !== undefined && other !== undefined && !one.includes(other) && !other.includes(one)
}

/** Which part of it its own message says: all of it where that is the message at hand. */
function partOf(ctx: BotContext, { target, wants }: Asked): 'all' | 'what' | 'when' {
  if ('source' in target && target.source === ctx.msgId) return 'all'
  return wants === 'what' ? 'when' : 'what'
}

/** Made, or asked once more. */
async function taken(ctx: BotContext, asked: Asked, reading: Reading): Promise<Step> {
  const isChange = 'reminder' in asked.target
  const isOnlyText = asked.wants === 'either' && reading.kind === 'question' && reading.why === 'when'
  if (isChange && (reading.kind === 'ready' || isOnlyText)) {
    await changeFrom(ctx, asked.target, reading.kind === 'ready' ? reading : { what: reading.what, when: null })
    return done
  }
  if (reading.kind === 'ready' && reading.what !== '') {
    const ended = await finish(ctx, { target: asked.target, part: partOf(ctx, asked) }, reading)
    if (ended === 'finished') return done
    return { kind: 'asked', asked: await askAnew(ctx, { key: asked.key, target: asked.target }, reading.what) }
  }
  const note = isChange ? { note: addingWords(ctx.speaker.language).staysSo } : {}
  return { kind: 'asked', asked: await ask(ctx, { key: asked.key, target: asked.target, ...note }, reading) }
}
