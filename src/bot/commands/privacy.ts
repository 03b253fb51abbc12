import type { Composer } from 'grammy'
import type { BotContext } from '../context.ts'
import { peopleWords } from '../words/people.ts'

export function installPrivacy(composer: Composer<BotContext>): void {
  composer.command('privacy', async (ctx) => {
    const { privacy, privacyInGroup } = peopleWords(ctx.speaker.language)
    await ctx.reply(`${privacy}\n\n${privacyInGroup}`)
  })
}
