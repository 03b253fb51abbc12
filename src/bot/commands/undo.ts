// `/undo`: takes back the last thing that was done, and says what that was.

import type { Composer } from 'grammy'
import { cutWithMark } from '../../cut-text.ts'
import type { Reminder } from '../../index.ts'
import { answer } from '../answering.ts'
import type { BotContext } from '../context.ts'
import { bringBackKeyboard } from '../echo.ts'
import { deleteReminder } from '../gone.ts'
import { readMade, sourceOf } from '../made.ts'
import { titleOf } from '../show.ts'
import { asChange, bringBack, type Description, describe, isPast, takeUndo, type Undo, undoMinutes } from '../undo.ts'
import { isThere, reminderOfSpeaker } from '../whose.ts'
import { addingWords } from '../words/adding.ts'
import { refresh } from './echo.ts'
import { showChanged } from './finish.ts'

export function installUndo(composer: Composer<BotContext>): void {
  composer.command('undo', async (ctx) => {
    const last = await takeUndo(ctx)
    if (!last) return void (await answer(ctx, addingWords(ctx.speaker.language).nothingToUndo(undoMinutes)))
    await takeBack(ctx, last)
  })
}

async function takeBack(ctx: BotContext, undo: Undo): Promise<void> {
  switch (undo.kind) {
    case 'created':
      return await takeBackCreated(ctx, undo.reminder)
    case 'deleted':
      return await takeBackDeleted(ctx, undo.before)
    case 'changed':
      return await takeBackChange(ctx, undo.reminder, undo.before)
  }
}

async function takeBackCreated(ctx: BotContext, id: string): Promise<void> {
  const { speaker, ground } = ctx
  const words = addingWords(speaker.language)
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
  const { language, recipient } = ctx.speaker
  const words = addingWords(language)
  const back: string[] = []
  const late: string[] = []
  for (const one of before) {
    const title = titleOf({ title: one.title ?? null, body: one.body ?? null, entity: one.entity }, language)
    const isBack = one.recipient === recipient && (await bringBack(ctx, one)) === 'back'
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
  await ground.belfry.reminders.change(id, asChange(before))
  const after = await ground.belfry.reminders.get(id)
  if (!after || !isThere(after)) return void (await answer(ctx, words.undoTooLate(title)))
  const source = sourceOf(reminder, speaker)
  const made = source === null ? null : await readMade(ctx, source)
  await showChanged(ctx, after, { above: words.undoneChanged, echo: made?.echo ?? null })
}
