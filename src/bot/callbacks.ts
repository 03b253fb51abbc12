// Buttons, by the letter that they carry: a–z fired reminders, A–M adding and editing, N–Z lists, choices with digits settings. What was
// not signed here reaches nobody.

import type { Composer, MiddlewareFn } from 'grammy'
import { type Callback, type Choice, readCallback, readChoice } from '../channels/telegram/callback.ts'
import type { BotContext } from './context.ts'
import { coreWords } from './words/core.ts'

/** A tap on something with an id: a reminder or a delivery. The handler answers the query. */
export function onTap(
  composer: Composer<BotContext>,
  letters: string,
  handle: (ctx: BotContext, tapped: Callback) => Promise<unknown>,
): void {
  composer.on('callback_query:data', async (ctx, next) => {
    const tapped = readCallback(ctx.ground.signingKey, ctx.callbackQuery.data)
    if (tapped && letters.includes(tapped.action)) await handle(ctx, tapped)
    else await next()
  })
}

/** A tap on a choice, which carries a short text. The handler answers the query. */
export function onChoice(
  composer: Composer<BotContext>,
  letters: string,
  handle: (ctx: BotContext, chosen: Choice) => Promise<unknown>,
): void {
  composer.on('callback_query:data', async (ctx, next) => {
    const chosen = readChoice(ctx.ground.signingKey, ctx.callbackQuery.data)
    if (chosen && letters.includes(chosen.action)) await handle(ctx, chosen)
    else await next()
  })
}

/** After all others: a button that nobody knows, or that was forged. */
export function unknownTaps(): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    if (!ctx.callbackQuery) return await next()
    await ctx.answerCallbackQuery({ text: coreWords(ctx.speaker.language).oldButton })
  }
}
