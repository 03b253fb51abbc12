// Everything of theirs, to take along: a calendar file for people and a JSON document for programs. Both are written page by page.

import { type Composer, InputFile } from 'grammy'
import type { Reminder } from '../../index.ts'
import type { BotContext } from '../context.ts'
import { everyPage } from '../everything.ts'
import { calendarPieces } from '../export/calendar.ts'
import { jsonPieces } from '../export/json.ts'
import { peopleWords } from '../words/people.ts'

export function installExport(composer: Composer<BotContext>): void {
  composer.command('export', async (ctx) => {
    const { ground, speaker } = ctx
    const { belfry } = ground
    const words = peopleWords(speaker.language)
    // In a group everybody could open them.
    if (speaker.isGroup) return void (await ctx.reply(words.exportInPrivate))
    const recipient = await belfry.recipients.get(speaker.recipient)
    if (!recipient) return
    const { now } = await belfry.clock.read()
    const counted = { reminders: 0 }
    const pages = () => pagesOf(ctx, counted)
    await ctx.replyWithDocument(file(calendarPieces(pages(), now), 'reminders.ics'))
    await ctx.replyWithDocument(file(jsonPieces(pages(), { recipient, speaker, now }), 'reminders.json'))
    await ctx.reply(counted.reminders === 0 ? words.exportEmpty : words.exported(counted.reminders))
  })
}

/** A page is read when the one before it is on its way. */
async function* pagesOf(ctx: BotContext, counted: { reminders: number }): AsyncGenerator<readonly Reminder[], void> {
  counted.reminders = 0
  for await (const page of everyPage(ctx)) {
    counted.reminders += page.length
    yield page
  }
}

function file(pieces: AsyncIterable<string>, name: string): InputFile {
  return new InputFile(bytesOf(pieces), name)
}

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
