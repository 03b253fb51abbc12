// Who wrote, where, and whose reminders are meant. Whoever writes for the first time becomes a person here, with a guessed zone until
// they have said where they are.

import type { MiddlewareFn } from 'grammy'
import { type ChatPerson, type Recipient, recipientOfChat, type Verbs } from '../index.ts'
import { topicOf } from './answering.ts'
import type { BotContext, Speaker } from './context.ts'
import { ownerOfGroup, readGroupClock, writeGroupClock } from './groups.ts'
import { type Language, usualDefaults } from './language/index.ts'

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
  const language = known?.settings.language ?? languageOf(from.language_code)
  const owner = isGroup ? await ownerOfGroup(ctx.ground, address) : (known?.recipient ?? recipientOfChat(address))
  // A tap on an old message makes nobody known: they may have asked to be forgotten.
  const recipient = ctx.callbackQuery
    ? await belfry.recipients.get(owner)
    : isGroup
      ? await welcomedGroup(ctx, { id: owner, address, language, name: chat.title ?? '' }, known)
      : await welcomed(belfry, { id: owner, address, language, name: nameOf(from), timezone: usualZone(language) })
  if (!ctx.callbackQuery && (!known || (!isGroup && known.recipient === null)))
    await belfry.chats.putPerson({ user, ...(!isGroup && { recipient: owner }) })
  const { defaultHour = usualDefaults.dateWithoutTime, nag = null, hasZone = false } = known?.settings ?? {}
  return {
    ...{ user, chat: String(chat.id), address, isGroup, recipient: owner, language, defaultHour, nag },
    ...{ zone: recipient?.timezone ?? usualZone(language) },
    ...(isGroup ? await clockOf(ctx, recipient) : { hasZone }),
  }
}

/** In a group it is the group's clock, whatever the person has said of their own. */
async function clockOf(
  { ground, chat }: BotContext,
  recipient: Recipient | null,
): Promise<Pick<Speaker, 'hasZone' | 'isZoneNews'>> {
  const clock = await readGroupClock(ground, String(chat!.id))
  // Where somebody else made the recipient, they may have said where it is.
  if (clock === null) return { hasZone: recipient !== null && recipient.timezone !== 'UTC' }
  return { hasZone: clock !== 'guess', ...(clock === 'taken' && { isZoneNews: true }) }
}

/** The chat as the channel writes to it. */
export function addressOf({ msg, chat }: Pick<BotContext, 'msg' | 'chat'>): string {
  const topic = topicOf(msg)
  return topic === undefined ? String(chat!.id) : `${chat!.id}/${topic}`
}

export function languageOf(code: string | undefined): Language {
  return /^ko\b/i.test(code ?? '') ? 'ko' : 'en'
}

/** A guess, until they say where they are. */
export function usualZone(language: Language): string {
  return language === 'ko' ? 'Asia/Seoul' : 'UTC'
}

interface Newcomer {
  readonly id: string
  readonly address: string
  readonly language: Language
  readonly name: string
  readonly timezone: string
  /** Of the group, where it is one of its topics. */
  readonly group?: Pick<Recipient, 'locale' | 'paused'>
}

/** The recipient is there, and can be written to. */
async function welcomed(belfry: Verbs, newcomer: Newcomer): Promise<Recipient> {
  const known = await belfry.recipients.get(newcomer.id)
  return known ? await reachable(belfry, known, newcomer.address) : await welcomedNew(belfry, newcomer)
}

/** Whoever writes has not blocked the bot, or not any more. */
async function reachable(belfry: Verbs, known: Recipient, address: string): Promise<Recipient> {
  if (!known.suspended.telegram || known.addresses.telegram !== address) return known
  return await belfry.recipients.verifyAddress({ recipient: known.id, channel: 'telegram' })
}

async function welcomedNew(belfry: Verbs, newcomer: Newcomer): Promise<Recipient> {
  const { id, address, language, name, timezone, group } = newcomer
  const { until } = group?.paused ?? {}
  return await belfry.recipients.put({
    ...{ id, name, locale: group?.locale ?? language, timezone },
    ...{ addresses: { telegram: address }, channels: ['telegram'] },
    ...(group?.paused && { paused: until ? { until } : {} }),
  })
}

/** A group begins with the clock of whoever writes there first, where that is known; its topics with what the group has. */
async function welcomedGroup(
  ctx: BotContext,
  newcomer: Omit<Newcomer, 'timezone' | 'group'>,
  person: ChatPerson | null,
): Promise<Recipient> {
  const { ground } = ctx
  const { belfry } = ground
  const chat = String(ctx.chat!.id)
  const known = await belfry.recipients.get(newcomer.id)
  if (known) return await reachable(belfry, known, newcomer.address)
  if (newcomer.address !== chat) {
    const whole = { ...newcomer, id: await ownerOfGroup(ground, chat), address: chat }
    const group = await welcomedGroup(ctx, whole, person)
    return await welcomedNew(belfry, { ...newcomer, timezone: group.timezone, group })
  }
  const own = person?.settings.hasZone && person.recipient ? await belfry.recipients.get(person.recipient) : null
  // First, so that a group which is known has it.
  await writeGroupClock(ground, chat, own ? 'taken' : 'guess')
  return await welcomedNew(belfry, { ...newcomer, timezone: own?.timezone ?? usualZone(newcomer.language) })
}

function nameOf({ first_name, last_name }: { readonly first_name: string; readonly last_name?: string }): string {
  return [first_name, last_name].filter((part) => part).join(' ')
}
