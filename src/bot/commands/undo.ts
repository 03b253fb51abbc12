// `/undo`: takes back the last thing that was done, and says what that was.

import type { Composer, MiddlewareFn } from 'grammy'
import { readChoice } from '../../channels/telegram/callback.ts'
import { cutWithMark } from '../../cut-text.ts'
import type { Reminder } from '../../index.ts'
import { answer } from '../answering.ts'
import { whyNot } from '../changing.ts'
import type { BotContext } from '../context.ts'
import { bringBackKeyboard } from '../echo.ts'
import { deleteReminder } from '../gone.ts'
import { isCommandForBot } from '../groups.ts'
import { readMade, sourceOf } from '../made.ts'
import { recipientsOf } from '../rights.ts'
import { takeBackSaid } from '../ringing.ts'
import { titleOf } from '../show.ts'
import {
  asChange,
  bringBack,
  type Description,
  describe,
  isPast,
  rememberUndo,
  type Taken,
  takeUndo,
  type Undo,
  undoMinutes,
} from '../undo.ts'
import { isThere, reminderOfSpeaker } from '../whose.ts'
import { addingWords } from '../words/adding.ts'
import { refresh } from './echo.ts'
import { showChanged } from './finish.ts'

export function installUndo(composer: Composer<BotContext>): void {
  composer.command('undo', async (ctx) => {
    const last = await takeUndo(ctx, ctx.update.update_id)
    if (!last) return void (await answer(ctx, addingWords(ctx.speaker.language).nothingToUndo(undoMinutes)))
    await takeBack(ctx, last)
  })
}

/** Before what pauses, and what changes settings: that is the last thing then, and what was done before it is not taken for it. */
export function otherDeeds(): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const command = deedOf(ctx)
    if (command === null) return await next()
    const before = await settingsOf(ctx)
    await next()
    const after = await settingsOf(ctx)
    const isDone = isPause(command) || before !== after
    // Whoever has had everything forgotten is not remembered by it.
    if (after !== null && isDone) await rememberUndo(ctx, { kind: 'other', command })
  }
}

const isPause = (command: string) => command === '/pause' || command === '/resume'

/** Null: nothing of the kind. */
function deedOf(ctx: BotContext): string | null {
  const [, command] = /^(\/(?:pause|resume|timezone|settings))\b/.exec(ctx.message?.text ?? '') ?? []
  if (command !== undefined) return isCommandForBot(ctx) ? command : null
  const tapped = readChoice(ctx.ground.signingKey, ctx.callbackQuery?.data ?? '')
  if (tapped) return /^\d$/.test(tapped.action) ? '/settings' : null
  const isTalk = ctx.message !== undefined && Object.keys(ctx.conversation.active()).some((name) => !ownTalks.has(name))
  return isTalk ? '/settings' : null
}
const ownTalks = new Set(['asking', 'delete'])

/** Null: nobody is known. */
async function settingsOf({ ground, speaker }: BotContext): Promise<string | null> {
  const person = await ground.belfry.chats.person(speaker.user)
  const { timezone, quietHours, locale, channels } = (await ground.belfry.recipients.get(speaker.recipient)) ?? {}
  return person && JSON.stringify([person.settings, timezone, quietHours, locale, channels])
}

async function takeBack(ctx: BotContext, { undo, isAgain }: Taken): Promise<void> {
  switch (undo.kind) {
    case 'other':
      return void (await answer(ctx, addingWords(ctx.speaker.language).cannotUndo(undo.command)))
    case 'created':
      return await takeBackCreated(ctx, undo.reminder, isAgain)
    case 'deleted':
      return await takeBackDeleted(ctx, undo.before)
    case 'changed':
      return await takeBackChange(ctx, undo.reminder, undo.before)
    case 'said':
      return await takeBackWord(ctx, undo)
  }
}

/** Its message keeps its buttons, which say the truth when they are tapped. */
async function takeBackWord(
  ctx: BotContext,
  { delivery, title, mark }: Extract<Undo, { kind: 'said' }>,
): Promise<void> {
  const words = addingWords(ctx.speaker.language)
  const isUndone = await takeBackSaid(ctx, delivery, mark)
  await answer(ctx, isUndone ? words.undoneSaid(title) : words.undoTooLate(title))
}

async function takeBackCreated(ctx: BotContext, id: string, isAgain: boolean): Promise<void> {
  const { speaker, ground } = ctx
  const words = addingWords(speaker.language)
  const deleted = isAgain ? await ground.belfry.reminders.get(id) : null
  if (deleted?.state === 'cancelled')
    return void (await answer(ctx, words.undoneCreated(titleOf(deleted, speaker.language))))
  const reminder = await thereOrTold(ctx, id)
  if (!reminder) return
  const title = titleOf(reminder, speaker.language)
  if (await deleteReminder(ctx, reminder)) return void (await answer(ctx, words.undoTooLate(title)))
  const keyboard = describe(reminder) ? bringBackKeyboard(ground, id, speaker.language) : null
  await answer(ctx, words.undoneCreated(title), keyboard ? { keyboard } : {})
  const source = sourceOf(reminder, speaker)
  const made = source === null ? null : await readMade(ctx, source)
  if (made?.echo) await refresh(ctx, (await ground.belfry.reminders.get(id)) ?? reminder, made.echo)
}

/** Null: nothing of it is to come, and that was told. */
async function thereOrTold(ctx: BotContext, id: string, title?: string): Promise<Reminder | null> {
  const { language } = ctx.speaker
  const words = addingWords(language)
  const found = await reminderOfSpeaker(ctx, id)
  if (found.kind === 'found' && isThere(found.reminder)) return found.reminder
  const known = found.kind === 'found' ? titleOf(found.reminder, language) : (title ?? words[found.kind])
  await answer(ctx, words.undoTooLate(known))
  return null
}

/** Names of a few are enough to recognise them. */
const namedMax = 5
const titleUnitsMax = 200

async function takeBackDeleted(ctx: BotContext, before: readonly Description[]): Promise<void> {
  const { language } = ctx.speaker
  const words = addingWords(language)
  const mine = recipientsOf(ctx.speaker)
  const back: string[] = []
  const late: string[] = []
  for (const one of before) {
    const title = titleOf({ title: one.title ?? null, body: one.body ?? null, entity: one.entity }, language)
    const isBack = mine.includes(one.recipient) && (await bringBack(ctx, one)) === 'back'
    if (isBack) back.push(title)
    else late.push(title)
  }
  const named = (titles: readonly string[]) =>
    titles.slice(0, namedMax).map((title) => cutWithMark(title, titleUnitsMax))
  const more = (titles: readonly string[]) => Math.max(0, titles.length - namedMax)
  if (back.length > 0) await answer(ctx, words.undoneDeleted(named(back), more(back)))
  if (late.length > 0) await answer(ctx, words.undoTooLate(named(late).join(', ')))
}

async function takeBackChange(ctx: BotContext, id: string, before: Description): Promise<void> {
  const { ground, speaker } = ctx
  const words = addingWords(speaker.language)
  const reminder = await thereOrTold(ctx, id, before.title)
  if (!reminder) return
  const title = titleOf(reminder, speaker.language)
  const { now } = await ground.belfry.clock.read()
  if (isPast(before, speaker.zone, now)) return void (await answer(ctx, words.undoTooLate(title)))
  const version = reminder.version === null ? {} : { version: reminder.version }
  try {
    await ground.belfry.reminders.change(id, asChange(before), version)
  } catch (error) {
    return void (await answer(ctx, `${words.undoTooLate(title)}\n${words[whyNot(error, reminder)]}`))
  }
  const after = await ground.belfry.reminders.get(id)
  if (!after || !isThere(after)) return void (await answer(ctx, words.undoTooLate(title)))
  const source = sourceOf(reminder, speaker)
  const made = source === null ? null : await readMade(ctx, source)
  await showChanged(ctx, after, { above: words.undoneChanged, echo: made?.echo ?? null })
}
