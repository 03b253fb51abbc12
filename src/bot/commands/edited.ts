// Somebody edits the message that a reminder was made of: it is read again, and the reminder follows.

import type { Composer } from 'grammy'
import { answer } from '../answering.ts'
import { changeReminder } from '../changing.ts'
import type { BotContext } from '../context.ts'
import { beginTalk } from '../conversations.ts'
import { type Reading, readDraft } from '../draft.ts'
import { type Made, readMade, writeMade } from '../made.ts'
import { isThere, reminderOfSpeaker, whyOver } from '../whose.ts'
import { addingWords } from '../words/adding.ts'
import { addCommand, ask, askAnew, readerOf } from './ask.ts'
import { changesOf, finish, showChanged } from './finish.ts'
import { saidMark, textOf } from './text-of.ts'

export function installEdited(composer: Composer<BotContext>): void {
  composer.on('edited_message', async (ctx) => {
    const text = textOf(ctx)?.replace(addCommand, '').trim() ?? ''
    if (text === '') return
    const source = ctx.editedMessage.message_id
    const made = await readMade(ctx, source)
    const said = saidMark(ctx)
    // Telegram tells of edits that nobody sees, too: a preview of a link that has arrived.
    if (made?.said === said) return
    const reading = readDraft(text, await readerOf(ctx))
    if (made) {
      await follow(ctx, made, reading)
      const latest = await readMade(ctx, source)
      return await writeMade(ctx, source, { ...(latest ?? made), said })
    }
    // Nothing came of it before; now it says everything. Whatever else is edited was said to people, or is an answer of long ago.
    if (reading.kind !== 'ready' || reading.what === '') return
    const about = { key: source, target: { source, said } }
    const ended = await finish(ctx, about, reading)
    if (ended === 'past') await beginTalk(ctx, 'asking', await askAnew(ctx, about, reading.what))
  })
}

async function follow(ctx: BotContext, made: Made, reading: Reading): Promise<void> {
  const words = addingWords(ctx.speaker.language)
  const found = await reminderOfSpeaker(ctx, made.reminder)
  if (found.kind !== 'found') return void (await answer(ctx, words[found.kind]))
  const { reminder } = found
  if (!isThere(reminder)) return void (await answer(ctx, words[whyOver(reminder)]))
  const said = saidBy(made, reading)
  if (!said) {
    const about = { key: ctx.msgId!, target: { reminder: reminder.id, echo: made.echo }, note: words.staysSo }
    return await beginTalk(ctx, 'asking', await ask(ctx, about, reading))
  }
  const changed = await changeReminder(ctx, reminder, changesOf(ctx, said))
  if (changed.kind === 'refused' && changed.why === 'isSoAlready') return
  if (changed.kind === 'refused') return void (await answer(ctx, words[changed.why]))
  const explain = reading.kind === 'ready' ? reading.explain : []
  const { echo } = made
  await showChanged(ctx, changed.reminder, { explain, echo, ...(echo === null ? {} : { message: echo }) })
}

type Said = Parameters<typeof changesOf>[1]

/** What the message says now, of the part that it said before. Null: that has to be asked. */
function saidBy({ part }: Made, reading: Reading): Said | null {
  if (reading.kind === 'ready') return { what: part === 'when' ? '' : reading.what, when: reading.when }
  // When was said elsewhere, and holds.
  const isText = reading.kind === 'question' && reading.why === 'when'
  return part === 'what' && isText ? { what: reading.what, when: null } : null
}
