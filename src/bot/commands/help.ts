import type { Composer, MiddlewareFn } from 'grammy'
import type { BotContext } from '../context.ts'
import { isCommandForBot } from '../groups.ts'
import { commandNames, coreWords } from '../words/core.ts'

export function installHelp(composer: Composer<BotContext>): void {
  composer.command('help', async (ctx) => {
    const { help, menu } = coreWords(ctx.speaker.language)
    await ctx.reply([help, '', ...commandNames.map((name) => `/${name} · ${menu[name]}`)].join('\n'))
  })
}

/** After all others: a command that there is not. In a group it may have been meant for another bot, unless it names this one. */
export function unknownCommands(): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    if (!ctx.message || !isCommandForBot(ctx)) return await next()
    const [command = ''] = (ctx.message.text ?? '').split(/\s/)
    if (ctx.speaker.isGroup && !command.includes('@')) return
    await ctx.reply(coreWords(ctx.speaker.language).unknownCommand)
  }
}
