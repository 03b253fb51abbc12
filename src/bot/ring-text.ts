// A message that rang shows how it stands: what it said, and one line below. The line is told from the rest by how it is set, so that the
// next tap writes it anew, and by nothing that somebody could have in a text of their own.

import type { InlineKeyboardMarkup, MessageEntity } from 'grammy/types'
import { textUnitsMax } from '../channels/telegram/text.ts'
import type { BotContext } from './context.ts'
import type { Keyboard } from './ring-keyboards.ts'
import { editShown, isRefused, type Shown, showMoment, together, type Viewer } from './show.ts'

export interface Ring {
  /** Below what it says; null: nothing; left out: as it is. */
  readonly line?: string | null
  /** Before the moment. */
  readonly before?: string
  readonly at?: Date | null
  readonly viewer?: Viewer
  readonly keyboard: Keyboard
}

const marks = /^[✓⏰✕⏭]/u

/** What cannot be shown is not there any more, or shows it already. */
export async function showRing(ctx: BotContext, ring: Ring): Promise<void> {
  const message = ctx.callbackQuery?.message ?? ctx.message?.reply_to_message
  // Too old for Telegram to say what it was.
  if (!message || message.date === 0) return
  const {
    text = '',
    entities = [],
    reply_markup: markup,
  } = message as Partial<{
    text: string
    entities: MessageEntity[]
    reply_markup: InlineKeyboardMarkup
  }>
  const reply_markup = { inline_keyboard: [...ring.keyboard.map((row) => [...row]), ...linksOf(markup)] }
  if (ring.line === undefined || text === '') {
    await ctx.api.editMessageReplyMarkup(message.chat.id, message.message_id, { reply_markup }).catch(pass)
    return
  }
  const said = withoutLine({ text, entities })
  const line = ring.line === null ? null : lineOf(ring)
  // A text that fills the message has no room for more: its buttons say enough.
  const shown = line && said.text.length + line.text.length + 2 <= textUnitsMax ? together(said, '\n\n', line) : said
  await editShown(ctx.api, { chat: message.chat.id, message: message.message_id }, shown, {
    ...{ reply_markup, link_preview_options: { is_disabled: true } },
  })
}

function lineOf({ line, before, at, viewer }: Ring): Shown {
  const moment = at && viewer ? together(before === undefined ? ' ' : ` · ${before} `, showMoment(at, viewer)) : ''
  const whole = together(line!, moment)
  return { text: whole.text, entities: [{ type: 'italic', offset: 0, length: whole.text.length }, ...whole.entities] }
}

/** The last paragraph, if it is set as a whole as lines of this kind are, and begins like one. */
function withoutLine({ text, entities }: Shown): Shown {
  const start = text.lastIndexOf('\n\n') + 2
  const isLine =
    start > 1 &&
    marks.test(text.slice(start)) &&
    entities.some(
      ({ type, offset, length }) => type === 'italic' && offset === start && offset + length === text.length,
    )
  if (!isLine) return { text, entities }
  return { text: text.slice(0, start - 2), entities: entities.filter(({ offset }) => offset < start - 2) }
}

/** Where it can be looked at stays there. */
function linksOf(markup: InlineKeyboardMarkup | undefined) {
  return (markup?.inline_keyboard ?? []).filter((row) => row.every((button) => 'url' in button))
}

function pass(error: unknown): void {
  if (!isRefused(error)) throw error
}
