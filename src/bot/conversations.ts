// Talks that take several messages. Where one stands is kept in the database, by chat and user, so that a restart is not noticed and two
// people in a group do not answer for each other. The library runs a talk again from its beginning for each message, with the answers
// that it has kept: whatever reads or writes belongs inside `conversation.external`.
//
//   async function greeting(conversation: Talk, ctx: TalkContext) {
//     await ctx.reply('What is your name?')
//     const answer = await conversation.waitFor('message:text')
//     const kept = await conversation.external((outside) => keep(outside.ground.belfry, answer.message.text))
//     await answer.reply(kept)
//   }
//   composer.use(talk('greeting', greeting))
//   composer.command('greet', (ctx) => beginTalk(ctx, 'greeting'))

import {
  type Conversation,
  type ConversationBuilder,
  type ConversationData,
  conversations,
  createConversation,
  type VersionedState,
} from '@grammyjs/conversations'
import { Composer, type Context, type MiddlewareFn } from 'grammy'
import type { BotContext, Ground, TalkContext } from './context.ts'
import { isCommandForBot } from './groups.ts'

export type Talk = Conversation<BotContext, TalkContext>

/** What is kept: where all talks stand, and the update that brought them there. */
interface Kept {
  readonly update: number
  readonly data: VersionedState<ConversationData> | null
}

/** Before everything that talks. An update that has already moved a talk on is not given to it once more. */
export function talking(ground: Ground): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const read = new WeakMap<Context, Kept | null>()
  const write = async (ctx: BotContext, data: Kept['data']) => {
    // Somebody in a group may begin with a tap; whoever writes is known. That a talk has ended makes nobody known: perhaps they asked to
    // be forgotten.
    if (data && ctx.callbackQuery) await ground.belfry.chats.putPerson({ user: ctx.speaker.user })
    await ground.belfry.chats.writeState(nameOf(ctx), { update: ctx.update.update_id, data } satisfies Kept)
  }
  composer.use(async (ctx, next) => {
    const kept = await ground.belfry.chats.readState<Kept>(nameOf(ctx))
    read.set(ctx, kept)
    if (kept?.update !== ctx.update.update_id) await next()
  })
  composer.use(
    conversations<BotContext, TalkContext>({
      storage: {
        type: 'context',
        // Raised when a talk asks or reads in another order than before: what was kept of it is of no use then, and it ends.
        version: 1,
        adapter: {
          read: (ctx) => read.get(ctx)?.data ?? undefined,
          write: (ctx, data) => write(ctx, data),
          // That a talk has ended is remembered too, with the update that ended it.
          delete: (ctx) => write(ctx, null),
        },
      },
      plugins: (conversation: Talk) => [within(ground, conversation)],
    }),
  )
  return composer
}

function nameOf({ speaker }: BotContext) {
  return { user: speaker.user, chat: speaker.chat, name: 'talk' }
}

/** Who speaks is an answer like any other: kept, and the same when the talk is run again. */
function within(ground: Ground, conversation: Talk): MiddlewareFn<TalkContext> {
  return async (ctx, next) => {
    ctx.ground = ground
    ctx.speaker = await conversation.external((outside) => outside.speaker)
    await next()
  }
}

/** Another command ends what was being talked about. After `/cancel`, which says so, and before the talks. */
export function leaveOnCommand(): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    if (ctx.message && isCommandForBot(ctx)) await ctx.conversation.exitAll()
    await next()
  }
}

/** What a talk does not wait for goes on to the others: a tap on another message, say. */
export function talk(name: string, builder: ConversationBuilder<BotContext, TalkContext>): MiddlewareFn<BotContext> {
  return createConversation<BotContext, TalkContext>(builder, { id: name, parallel: true })
}

/** One at a time: whatever was being talked about ends. */
export async function beginTalk(ctx: BotContext, name: string, ...given: readonly unknown[]): Promise<void> {
  await ctx.conversation.exitAll()
  await ctx.conversation.enter(name, ...given)
}
