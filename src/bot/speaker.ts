// Who wrote, where, and whose reminders are meant. Whoever writes for the first time becomes a person here, with a guessed zone until
// they have said where they are.

import type { MiddlewareFn } from 'grammy'
import type { Recipient, Verbs } from '../index.ts'
import { recipientOfChat } from '../index.ts'
import type { BotContext, Speaker } from './context.ts'
import { ownerOfGroup } from './groups.ts'
import type { Language } from './language/index.ts'

const usualHour = '09:00'

export function speaking(): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const speaker = await speakerOf(ctx)
    if (!speaker) return
    ctx.speaker = speaker
    await next()
  }
}

async function speakerOf(ctx: BotContext): Promise<Speaker | null> {
  const { from, chat } = ctx
  if (!from || !chat) return null
  const { belfry } = ctx.ground
  const user = String(from.id)
  const isGroup = chat.type !== 'private'
  const address = addressOf(ctx)
  const known = await belfry.chats.person(user)
  const said = known?.settings.language ?? languageOf(from.language_code)
  const name = isGroup ? nameOfGroup(ctx) : nameOf(from)
  const owner = isGroup ? await ownerOfGroup(ctx.ground, address) : (known?.recipient ?? recipientOfChat(address))
  const newcomer = { id: owner, address, language: said, name }
  // A tap on an old message makes nobody known: they may have asked to be forgotten.
  const recipient = ctx.callbackQuery ? await belfry.recipients.get(owner) : await welcomed(belfry, newcomer)
  if (!ctx.callbackQuery && (!known || (!isGroup && known.recipient === null)))
    await belfry.chats.putPerson({ user, ...(!isGroup && { recipient: owner }) })
  const { hasZone = false, defaultHour = usualHour, nag = null } = known?.settings ?? {}
  return {
    ...{ user, chat: String(chat.id), address, isGroup, recipient: owner, language: said },
    ...{ zone: recipient?.timezone ?? usualZone(said), hasZone, defaultHour, nag },
  }
}

/** The chat as the channel writes to it. */
export function addressOf({ msg, chat }: Pick<BotContext, 'msg' | 'chat'>): string {
  const topic = msg?.is_topic_message === true ? msg.message_thread_id : undefined
  return topic === undefined ? String(chat!.id) : `${chat!.id}/${topic}`
}

export function languageOf(code: string | undefined): Language {
  return /^ko\b/i.test(code ?? '') ? 'ko' : 'en'
}

/** A guess, until they say where they are. */
function usualZone(language: Language): string {
  return language === 'ko' ? 'Asia/Seoul' : 'UTC'
}

interface Newcomer {
  readonly id: string
  readonly address: string
  readonly language: Language
  readonly name: string
}

/** The recipient is there, and can be written to: whoever writes has not blocked the bot, or not any more. */
async function welcomed(belfry: Verbs, { id, address, language, name }: Newcomer): Promise<Recipient> {
  const known = await belfry.recipients.get(id)
  if (known?.suspended.telegram && known.addresses.telegram === address)
    return await belfry.recipients.verifyAddress({ recipient: id, channel: 'telegram' })
  if (known) return known
  return await belfry.recipients.put({
    ...{ id, name, locale: language, timezone: usualZone(language) },
    ...{ addresses: { telegram: address }, channels: ['telegram'] },
  })
}

function nameOf({ first_name, last_name }: { readonly first_name: string; readonly last_name?: string }): string {
  return [first_name, last_name].filter((part) => part).join(' ')
}

function nameOfGroup({ chat }: BotContext): string {
  return chat?.title ?? ''
}
