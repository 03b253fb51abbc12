import type { Composer } from 'grammy'
import { mayChange } from '../changes.ts'
import type { BotContext } from '../context.ts'
import { peopleWords } from '../words/people.ts'
import { askWhere, hearWhere, installZoneChoice, sayZone } from '../zone-choice.ts'

/** `/timezone` says which it is and asks for another; `/timezone berlin` does it in one line. */
export function installTimezone(composer: Composer<BotContext>): void {
  installZoneChoice(composer)
  composer.command('timezone', async (ctx) => {
    const { speaker, ground, match } = ctx
    const words = peopleWords(speaker.language)
    const text = match.trim()
    if (text !== '') return await hearWhere(ctx, text)
    const { now } = await ground.belfry.clock.read()
    await ctx.reply(words.zoneIs(sayZone(speaker.zone, speaker.language, now), speaker.isGroup))
    if (await mayChange(ctx)) await askWhere(ctx)
  })
}
