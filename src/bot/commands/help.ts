import type { Composer } from 'grammy'
import type { BotContext } from '../context.ts'
import { commandNames, coreWords } from '../words/core.ts'

export function installHelp(composer: Composer<BotContext>): void {
  composer.command('help', async (ctx) => {
    const { help, menu } = coreWords(ctx.speaker.language)
    await ctx.reply([help, '', ...commandNames.map((name) => `/${name} · ${menu[name]}`)].join('\n'))
  })
}
