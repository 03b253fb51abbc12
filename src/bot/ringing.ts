// Taps under a reminder that rang: done, later, no more. Whatever rang is acted on by its delivery, so that notes, meetings, alarms and
// tasks are alike, and a tap here and a click in a mail are one act. Afterwards the same message shows how it stands.
//
// Nothing is taken from the message but where to write: that the reminder is of this chat, that it is still there, and what was done
// about it since, is looked up each time.

import type { Composer } from 'grammy'
import type { InlineKeyboardMarkup } from 'grammy/types'
import { readChat } from '../channels/telegram/address.ts'
import { ringActions } from '../channels/telegram/buttons.ts'
import { type Callback, readCallback, versionMark } from '../channels/telegram/callback.ts'
import { type ActionInput, BelfryError, type Reminder, type Standing, type Verbs } from '../index.ts'
import { onTap } from './callbacks.ts'
import type { BotContext, Ground } from './context.ts'
import { deleteReminder } from './gone.ts'
import { laterOf } from './later.ts'
import {
  isSeries,
  type Keyboard,
  moreKeyboard,
  ringKeyboard,
  skippedKeyboard,
  stoppedKeyboard,
  undoKeyboard,
} from './ring-keyboards.ts'
import { showRing } from './ring-text.ts'
import { titleOf } from './show.ts'
import { languageOf } from './speaker.ts'
import { bringBack, describe, forgetDeleted, forgetSaid, rememberUndo } from './undo.ts'
import { isThere } from './whose.ts'
import { type RingingWords, ringingWords } from './words/ringing.ts'

const letters = Object.values(ringActions).join('')

export function installRinging(composer: Composer<BotContext>): void {
  onTap(composer, letters, async (ctx, tapped) => {
    const found = await find(ctx, tapped)
    const toast = typeof found === 'string' ? await sayGone(ctx, found) : await answer(ctx, tapped, found)
    await ctx.answerCallbackQuery({ ...(toast !== null && { text: toast }) })
  })
}

/** Somebody answers the message that rang in words: the same as a tap. Answers what a tap would pop up. */
export async function actInWords(ctx: BotContext, id: string, wanted: ActionInput): Promise<string> {
  const found = await find(ctx, { id })
  return typeof found === 'string' ? await sayGone(ctx, found) : await act(ctx, { id }, found, wanted)
}

/** The delivery whose buttons these are; null: none. */
export function deliveryOf({ signingKey }: Ground, markup: InlineKeyboardMarkup | undefined): string | null {
  for (const button of markup?.inline_keyboard.flat() ?? []) {
    const tapped = 'callback_data' in button ? readCallback(signingKey, button.callback_data) : null
    if (tapped && letters.includes(tapped.action)) return tapped.id
  }
  return null
}

interface Found {
  readonly standing: Standing
  /** Null for a message about several. */
  readonly reminder: Reminder | null
}

type Missing = 'toastGone' | 'toastNotYours' | 'toastDeleted'

async function find(ctx: BotContext, { id }: Pick<Callback, 'id'>): Promise<Found | Missing> {
  const { belfry } = ctx.ground
  const standing = await orNull(belfry.deliveries.standing(id))
  const recipient = standing && (await belfry.recipients.get(standing.recipient))
  if (!standing || !recipient) return 'toastGone'
  const address = recipient.addresses.telegram
  if (address === undefined || readChat(address)?.key !== ctx.speaker.chat) return 'toastNotYours'
  const delivery = standing.count === 1 ? await orNull(belfry.deliveries.get(id)) : null
  const reminder = delivery && (await belfry.reminders.get(delivery.reminderId))
  return reminder && (await wasDeleted(belfry, reminder, delivery!.at)) ? 'toastDeleted' : { standing, reminder }
}

/** Whatever has rung stays readable as that. That it was cancelled afterwards, and is not wanted again, the trail knows. */
async function wasDeleted(belfry: Verbs, reminder: Reminder, rangAt: Date): Promise<boolean> {
  if (isThere(reminder)) return false
  const about = await belfry.entities.get(reminder.entity)
  if (about?.status === 'cancelled') return true
  const { items } = await belfry.audit.list({ reminder: reminder.id, action: 'cancelled', from: rangAt, limit: 1 })
  return items.length > 0
}

/** Null for what is no more, or never was. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof BelfryError && error.code === 'not_found') return null
    throw error
  }
}

/** A message that promises what cannot be done any more is put right. Somebody else's is left alone. */
async function sayGone(ctx: BotContext, why: Missing): Promise<string> {
  const words = ringingWords(ctx.speaker.language)
  if (why === 'toastDeleted') await showRing(ctx, { line: words.wasDeleted, keyboard: [] })
  if (why === 'toastGone') await showRing(ctx, { line: null, keyboard: [] })
  return words[why]
}

/** What pops up; null: nothing has to be said. */
async function answer(ctx: BotContext, tapped: Callback, found: Found): Promise<string | null> {
  const { signingKey } = ctx.ground
  const { standing, reminder } = found
  switch (tapped.action) {
    case ringActions.more:
      await showRing(ctx, {
        keyboard: moreKeyboard(signingKey, tapped.id, standing.locale, reminder, ctx.speaker.isGroup),
      })
      return null
    case ringActions.back:
      await showRing(ctx, { keyboard: ringKeyboard(signingKey, tapped.id, standing.locale) })
      return null
    case ringActions.skip:
    case ringActions.stop:
    case ringActions.dontSkip:
      return await changeSeries(ctx, tapped, found)
    case ringActions.undo:
      return await takeBack(ctx, tapped)
    default:
      return await act(ctx, tapped, found, await wantedBy(ctx, tapped, found))
  }
}

async function wantedBy({ ground }: BotContext, { action }: Callback, { standing }: Found): Promise<ActionInput> {
  if (action === ringActions.done) return { action: 'done' }
  const { now } = await ground.belfry.clock.read()
  return laterOf(action, standing, now)
}

async function act(
  ctx: BotContext,
  tapped: Pick<Callback, 'id'>,
  { standing }: Found,
  wanted: ActionInput,
): Promise<string> {
  const { belfry, signingKey } = ctx.ground
  const said = ringingWords(ctx.speaker.language)
  const words = ringingWords(languageOf(standing.locale))
  const { now } = await belfry.clock.read()
  const acted = await belfry.deliveries.act(tapped.id, { ...wanted, via: 'telegram' })
  const who = ctx.speaker.isGroup ? (ctx.from?.first_name ?? null) : null
  const viewer = { language: languageOf(standing.locale), zone: standing.timezone, now }
  const undo = (others: Keyboard) => undoKeyboard(signingKey, tapped.id, standing.locale, others)
  const isNews = acted.result === 'snoozed' || (acted.result === 'done' && standing.state !== 'done')
  if (isNews) {
    const mark = markOf(await belfry.deliveries.standing(tapped.id))
    await rememberUndo(ctx, { kind: 'said', delivery: tapped.id, title: titleOfStanding(ctx, standing), mark })
  }
  switch (acted.result) {
    case 'snoozed': {
      const later = ringKeyboard(signingKey, tapped.id, standing.locale)
      await showRing(ctx, { line: words.ringsAgain(who), at: acted.dueAt, viewer, keyboard: undo(later) })
      return said.toastSnoozed
    }
    case 'rang_again':
      await showRing(ctx, { line: words.rangAgain, keyboard: [] })
      return said.toastRangAgain
    default: {
      const wasDone = standing.state === 'done'
      await showRing(ctx, {
        line: words.done(wasDone ? null : who),
        ...nextOf(acted.dueAt, words),
        viewer,
        // What was said elsewhere is taken back there.
        keyboard: wasDone ? [] : undo([]),
      })
      return wasDone ? said.toastAlreadyDone : said.toastDone
    }
  }
}

/** What was said last of a ring; another word is another mark. */
function markOf({ doneAt, snoozedUntil }: Standing): string {
  return `${doneAt?.toISOString() ?? ''} ${snoozedUntil?.toISOString() ?? ''}`
}

/** Said in words (`/undo`): of this chat, and only of this word. False: something else was said since, or it is not there any more. */
export async function takeBackSaid(ctx: BotContext, delivery: string, mark: string): Promise<boolean> {
  const found = await find(ctx, { id: delivery })
  if (typeof found === 'string' || markOf(found.standing) !== mark) return false
  const { result } = await ctx.ground.belfry.deliveries.act(delivery, { action: 'undo', via: 'telegram' })
  return result === 'undone'
}

function titleOfStanding({ speaker }: BotContext, { title, body, entityType: type }: Standing): string {
  return titleOf({ title, body, entity: { type, id: '' } }, speaker.language)
}

/** What was said last is as if nobody had said it; the message shows how it stands then. */
async function takeBack(ctx: BotContext, { id }: Callback): Promise<string> {
  const { belfry, signingKey } = ctx.ground
  const said = ringingWords(ctx.speaker.language)
  const { result } = await belfry.deliveries.act(id, { action: 'undo', via: 'telegram' })
  await forgetSaid(ctx, id)
  const standing = await belfry.deliveries.standing(id)
  const words = ringingWords(languageOf(standing.locale))
  const { now } = await belfry.clock.read()
  const viewer = { language: languageOf(standing.locale), zone: standing.timezone, now }
  const later = ringKeyboard(signingKey, id, standing.locale)
  const isLate = result === 'too_late'
  if (standing.state === 'snoozed')
    await showRing(ctx, { line: words.ringsAgain(null), at: standing.snoozedUntil, viewer, keyboard: later })
  else if (standing.state === 'done') await showRing(ctx, { keyboard: [] })
  else if (isLate) await showRing(ctx, { line: words.rangAgain, keyboard: [] })
  else await showRing(ctx, { line: null, keyboard: later })
  return isLate ? said.toastTooLate : said.toastUndone
}

/** Of a series that is done for now: when it rings next. */
function nextOf(dueAt: Date | null, { next }: RingingWords) {
  return dueAt ? { before: next, at: dueAt } : {}
}

/** Only as of the version that the buttons were made for: a second tap does not skip a second time. */
async function changeSeries(ctx: BotContext, tapped: Callback, { standing, reminder }: Found): Promise<string> {
  const { belfry, signingKey } = ctx.ground
  const said = ringingWords(ctx.speaker.language)
  const words = ringingWords(languageOf(standing.locale))
  const later = ringKeyboard(signingKey, tapped.id, standing.locale)
  if (!reminder || !isSeries(reminder) || versionMark(reminder.version) !== tapped.version || ctx.speaker.isGroup) {
    await showRing(ctx, { keyboard: later })
    return said.toastChanged
  }
  const { now } = await belfry.clock.read()
  const viewer = { language: languageOf(standing.locale), zone: standing.timezone, now }
  switch (tapped.action) {
    case ringActions.stop:
      return await stop(ctx, standing, reminder)
    case ringActions.dontSkip: {
      const back = await dontSkip(ctx, reminder)
      await showRing(ctx, {
        line: back ? null : words.skipped,
        ...nextOf(back ?? reminder.dueAt, words),
        viewer,
        keyboard: later,
      })
      return back ? said.toastNotSkipped : said.toastChanged
    }
    default: {
      const { dueAt } = await belfry.reminders.skip(reminder.id)
      const after = await belfry.reminders.get(reminder.id)
      const keyboard = after && describe(after) ? skippedKeyboard(signingKey, tapped.id, standing.locale, after) : later
      await showRing(ctx, { line: words.skipped, ...nextOf(dueAt, words), viewer, keyboard })
      return said.toastSkipped
    }
  }
}

/** What it was is remembered, so that /undo and a button bring it back. */
async function stop(ctx: BotContext, standing: Standing, reminder: Reminder): Promise<string> {
  const said = ringingWords(ctx.speaker.language)
  const words = ringingWords(languageOf(standing.locale))
  const before = describe(reminder)
  if (await deleteReminder(ctx, reminder)) return said.toastChanged
  if (before) await rememberUndo(ctx, { kind: 'deleted', before: [before] })
  const keyboard = before ? stoppedKeyboard(ctx.ground, reminder.id, standing.locale) : []
  await showRing(ctx, { line: words.stopped, keyboard })
  return said.toastStopped
}

/** Planned anew from its rule, the ring that was left out is there again. Null: it is not. */
async function dontSkip(ctx: BotContext, reminder: Reminder): Promise<Date | null> {
  const { reminders } = ctx.ground.belfry
  const before = describe(reminder)
  if (!before) return null
  // Whatever happens in between, /undo has it.
  await rememberUndo(ctx, { kind: 'deleted', before: [before] })
  await reminders.cancel(reminder.id)
  if ((await bringBack(ctx, before)) === 'back') await forgetDeleted(ctx, before)
  const after = await reminders.get(reminder.id)
  return after?.dueAt ?? null
}
