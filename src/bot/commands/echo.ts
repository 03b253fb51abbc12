// Taps on the buttons of an echo. Each is as of a version: whoever taps an old one is told how it stands, and the message shows it.

import type { Composer } from 'grammy'
import { versionMark } from '../../channels/telegram/callback.ts'
import { cutWithMark } from '../../cut-text.ts'
import type { ChangeInput, Reminder } from '../../index.ts'
import { answer, showAgain, viewerOf } from '../answering.ts'
import { onChoice, onTap } from '../callbacks.ts'
import { type Changed, changeReminder, type WhyNot } from '../changing.ts'
import type { BotContext } from '../context.ts'
import { nagOf } from '../draft.ts'
import {
  bringBackKeyboard,
  echoKeyboard,
  type KeyboardOptions,
  letters,
  readRhythm,
  rhythmLetter,
  showEcho,
  showOver,
} from '../echo.ts'
import { deleteReminder, readGone, writeGone } from '../gone.ts'
import { readMade, sourceOf, writeMade } from '../made.ts'
import { type Rhythm, rhythmOf, type Shift, shifted } from '../shift.ts'
import { momentWords, titleOf } from '../show.ts'
import { describe, forgetDeleted, isPast, rememberUndo, bringBack as scheduleAgain } from '../undo.ts'
import { isThere, reminderOfSpeaker, whyOver } from '../whose.ts'
import { addingWords } from '../words/adding.ts'
import { beginAsking } from './ask.ts'

export function installEcho(composer: Composer<BotContext>): void {
  onTap(composer, letters.bringBack, (ctx, { id }) => bringBack(ctx, id))
  onTap(composer, Object.values(letters).join(''), (ctx, { action, id, version }) =>
    onLatest(ctx, { id, version }, (reminder) => act(ctx, action, reminder)),
  )
  onChoice(composer, rhythmLetter, async (ctx, { value }) => {
    const chosen = readRhythm(value)
    if (chosen) await onLatest(ctx, chosen, (reminder) => setRhythm(ctx, reminder, chosen.rhythm))
  })
}

interface Tapped {
  readonly id: string
  readonly version: number
}

/** Of this chat, still to come, and as it was when the button was made. */
async function onLatest(ctx: BotContext, { id, version }: Tapped, handle: (reminder: Reminder) => Promise<void>) {
  const found = await reminderOfSpeaker(ctx, id)
  if (found.kind !== 'found') return await say(ctx, found.kind)
  const { reminder } = found
  if (!isThere(reminder)) {
    await refresh(ctx, reminder)
    return await say(ctx, whyOver(reminder))
  }
  if (versionMark(reminder.version) !== version) {
    await refresh(ctx, reminder)
    return await say(ctx, 'changedMeanwhile')
  }
  await handle(reminder)
}

async function act(ctx: BotContext, action: string, reminder: Reminder): Promise<void> {
  switch (action) {
    case letters.undo:
      return await undo(ctx, reminder)
    case letters.time:
      return await menu(ctx, reminder, { menu: 'time' })
    case letters.repeat:
      return await menu(ctx, reminder, { menu: 'repeat' })
    case letters.back:
      return await menu(ctx, reminder, {})
    case letters.otherReading:
      return await takeOther(ctx, reminder)
    case letters.otherTime:
      return await askTime(ctx, reminder)
    default:
      return await move(ctx, reminder, shifts[action]!)
  }
}

const shifts: Readonly<Record<string, Shift>> = {
  [letters.tenMinutes]: 'tenMinutes',
  [letters.hour]: 'hour',
  [letters.tomorrow]: 'tomorrow',
}

/** What pops up over the chat. An explanation stays until it was read. */
async function say(ctx: BotContext, why: WhyNot): Promise<void> {
  await ctx.answerCallbackQuery({ text: addingWords(ctx.speaker.language)[why], show_alert: true })
}

/** Only the buttons change. That they are there already, or the message is gone, is nothing to tell. */
async function menu(ctx: BotContext, reminder: Reminder, options: KeyboardOptions): Promise<void> {
  const { ground, speaker } = ctx
  const keyboard = echoKeyboard(ground, reminder, speaker.language, { ...options, ...(await otherOf(ctx, reminder)) })
  await ctx.editMessageReplyMarkup({ reply_markup: keyboard }).catch(() => undefined)
  await ctx.answerCallbackQuery()
}

/** The other reading is offered until something was chosen. */
async function otherOf(ctx: BotContext, reminder: Reminder): Promise<Pick<KeyboardOptions, 'other'>> {
  return { other: (await madeOf(ctx, reminder))?.other?.words ?? null }
}

async function madeOf(ctx: BotContext, reminder: Reminder) {
  const source = sourceOf(reminder, ctx.speaker)
  return source === null ? null : await readMade(ctx, source)
}

async function forgetOther(ctx: BotContext, reminder: Reminder): Promise<void> {
  const made = await madeOf(ctx, reminder)
  if (made?.other) await writeMade(ctx, sourceOf(reminder, ctx.speaker)!, { ...made, other: null })
}

/** The message shows it as it stands. */
export async function refresh(ctx: BotContext, reminder: Reminder, message = ctx.msgId): Promise<void> {
  if (message === undefined) return
  const { ground, speaker } = ctx
  const viewer = await viewerOf(ctx)
  if (isThere(reminder)) {
    const keyboard = echoKeyboard(ground, reminder, speaker.language)
    return void (await showAgain(ctx, message, showEcho(reminder, viewer, speaker), keyboard))
  }
  const isBack = (await readGone(ctx, reminder.id)) !== null
  const keyboard = isBack ? bringBackKeyboard(ground, reminder.id, speaker.language) : undefined
  await showAgain(ctx, message, showOver(reminder, viewer), keyboard)
}

// ---------------------------------------------------------------------------------------------- taken back, and brought back

async function undo(ctx: BotContext, reminder: Reminder): Promise<void> {
  const { ground, speaker } = ctx
  const why = await deleteReminder(ctx, reminder)
  if (why) {
    await refresh(ctx, (await ground.belfry.reminders.get(reminder.id)) ?? reminder)
    return await say(ctx, why)
  }
  const before = describe(reminder)
  if (before) await rememberUndo(ctx, { kind: 'deleted', before: [before] })
  const text = addingWords(speaker.language).deleted(titleOf(reminder, speaker.language))
  const keyboard = before ? bringBackKeyboard(ground, reminder.id, speaker.language) : undefined
  await showAgain(ctx, ctx.msgId!, { text, entities: [] }, keyboard)
  await ctx.answerCallbackQuery({ text: cutWithMark(text, toastUnitsMax) })
}

/** Telegram takes 200. */
const toastUnitsMax = 200

async function bringBack(ctx: BotContext, id: string): Promise<void> {
  const found = await reminderOfSpeaker(ctx, id)
  if (found.kind !== 'found') return await say(ctx, found.kind)
  const gone = await readGone(ctx, id)
  if (!isThere(found.reminder)) {
    if (!gone) return await say(ctx, 'cannotBringBack')
    const ended = await scheduleAgain(ctx, gone)
    if (ended !== 'back') return await say(ctx, ended === 'past' ? 'momentIsPast' : 'hasRung')
    await forgetDeleted(ctx, gone)
  }
  await writeGone(ctx, id, null)
  await refresh(ctx, (await ctx.ground.belfry.reminders.get(id))!)
  await ctx.answerCallbackQuery({ text: addingWords(ctx.speaker.language).broughtBack })
}

// ---------------------------------------------------------------------------------------------------- another time or rhythm

async function move(ctx: BotContext, reminder: Reminder, shift: Shift): Promise<void> {
  const { now } = await ctx.ground.belfry.clock.read()
  await apply(ctx, reminder, shifted(reminder, shift, { now, zone: ctx.speaker.zone }))
}

async function setRhythm(ctx: BotContext, reminder: Reminder, rhythm: Rhythm): Promise<void> {
  const { now } = await ctx.ground.belfry.clock.read()
  const { zone, nag } = ctx.speaker
  await apply(ctx, reminder, rhythmOf(reminder, rhythm, { now, zone }, nagOf(nag)))
}

async function takeOther(ctx: BotContext, reminder: Reminder): Promise<void> {
  const made = await madeOf(ctx, reminder)
  if (!made?.other) return await say(ctx, 'questionIsOver')
  const { now } = await ctx.ground.belfry.clock.read()
  if (isPast(made.other.when, ctx.speaker.zone, now)) return await say(ctx, 'momentIsPast')
  const { at, timezone = null, rule = null } = made.other.when
  await apply(ctx, reminder, { at, timezone, rule })
}

async function apply(ctx: BotContext, reminder: Reminder, changes: ChangeInput | 'same' | null): Promise<void> {
  if (changes === 'same' || changes === null) return await say(ctx, changes ? 'isSoAlready' : 'notPossible')
  await told(ctx, reminder, await changeReminder(ctx, reminder, changes))
}

async function told(ctx: BotContext, reminder: Reminder, changed: Changed): Promise<void> {
  const { reminders } = ctx.ground.belfry
  if (changed.kind === 'refused') {
    await refresh(ctx, (await reminders.get(reminder.id)) ?? reminder)
    return await say(ctx, changed.why)
  }
  await refresh(ctx, changed.reminder)
  await forgetOther(ctx, reminder)
  const { dueAt } = changed.reminder
  const viewer = await viewerOf(ctx)
  const text = dueAt ? momentWords(dueAt, viewer) : addingWords(viewer.language).changed
  await ctx.answerCallbackQuery({ text })
}

async function askTime(ctx: BotContext, reminder: Reminder): Promise<void> {
  const words = addingWords(ctx.speaker.language)
  const echo = ctx.msgId!
  const question = await answer(ctx, words.editWhen, { to: echo })
  await beginAsking(ctx, { key: echo, question, target: { reminder: reminder.id, echo }, wants: 'when' })
  await ctx.answerCallbackQuery()
}
