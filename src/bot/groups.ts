// In a group people talk to each other. For the bot are commands (`/help`, `/help@belfry_bot`, and not `/help@another_bot`), replies to
// its own messages, and mentions.
//
// A group that becomes a supergroup gets another id. Its reminders stay those of the recipient that it was: what the new chat's is, is
// remembered under the bot itself, beside what is remembered of people.

import type { Context } from 'grammy'
import type { Message } from 'grammy/types'
import { type Page, type Recipient, recipientOfChat } from '../index.ts'
import type { BotContext, BotFlavor, Ground } from './context.ts'

/** Whether the bot should look at it at all. */
export function isForBot(ctx: Context): boolean {
  if (ctx.callbackQuery) return true
  const message = ctx.message ?? ctx.editedMessage
  if (!message || !ctx.from || ctx.from.is_bot) return false
  if (message.chat.type === 'private') return true
  return isCommandForBot(ctx) || isReplyToBot(ctx, message) || mentionOf(ctx, message) !== null
}

/** Any command, known or not, that is not for another bot. */
export function isCommandForBot(ctx: Context): boolean {
  const { text = '', entities = [] } = ctx.message ?? ctx.editedMessage ?? {}
  const [first] = entities
  if (first?.type !== 'bot_command' || first.offset !== 0) return false
  const [, to] = text.slice(0, first.length).split('@')
  return to === undefined || to.toLowerCase() === ctx.me.username.toLowerCase()
}

function isReplyToBot(ctx: Context, { reply_to_message: original }: Message): boolean {
  // In a topic everything is a reply to the message with which the topic began.
  return original !== undefined && !original.forum_topic_created && original.from?.id === ctx.me.id
}

interface Span {
  readonly offset: number
  readonly length: number
}

function mentionOf(ctx: Context, { text = '', entities = [] }: Message): Span | null {
  const name = `@${ctx.me.username}`.toLowerCase()
  return (
    entities.find(
      ({ type, offset, length }) => type === 'mention' && text.slice(offset, offset + length).toLowerCase() === name,
    ) ?? null
  )
}

/** What was said to the bot, without its name. Null: no text. */
export function saidToBot(ctx: Context): string | null {
  const message = ctx.message ?? ctx.editedMessage
  if (message?.text === undefined) return null
  const mention = mentionOf(ctx, message)
  if (!mention) return message.text.trim()
  const { offset, length } = mention
  return `${message.text.slice(0, offset).trimEnd()} ${message.text.slice(offset + length).trimStart()}`.trim()
}

/** Whose reminders those of a group are. */
export async function ownerOfGroup({ belfry, botId }: Ground, address: string): Promise<string> {
  const kept = await belfry.chats.readState<{ readonly recipient: string }>(ownerName(botId, address))
  return kept?.recipient ?? recipientOfChat(address)
}

/** A message of Telegram's own: this chat is that one from now on. False: it is another message. */
export async function followMigration(ctx: BotContext): Promise<boolean> {
  const to = ctx.message?.migrate_to_chat_id
  if (to === undefined) return false
  const { belfry, botId } = ctx.ground
  const recipient = await ownerOfGroup(ctx.ground, String(ctx.chat!.id))
  await belfry.chats.putPerson({ user: botId })
  await belfry.chats.writeState(ownerName(botId, String(to)), { recipient })
  const known = await belfry.recipients.get(recipient)
  if (known) await belfry.recipients.put({ id: recipient, addresses: { telegram: String(to) } })
  const clock = await readGroupClock(ctx.ground, String(ctx.chat!.id))
  if (clock) await writeGroupClock(ctx.ground, String(to), clock)
  return true
}

/**
 * Where the clock of a group comes from: nobody has said (`guess`), it is that of whoever first wrote there (`taken`, and then `told`), or
 * an admin has chosen it.
 */
export type GroupClock = 'guess' | 'taken' | 'told' | 'chosen'

/** Null: the bot has not set it up. */
export async function readGroupClock({ belfry, botId }: Ground, chat: string): Promise<GroupClock | null> {
  const kept = await belfry.chats.readState<{ readonly clock: GroupClock }>(groupName(botId, chat))
  return kept?.clock ?? null
}

export async function writeGroupClock({ belfry, botId }: Ground, chat: string, clock: GroupClock): Promise<void> {
  await belfry.chats.putPerson({ user: botId })
  await belfry.chats.writeState(groupName(botId, chat), { clock })
}

export async function zoneWasTold(ground: Ground, chat: string): Promise<void> {
  await writeGroupClock(ground, chat, 'told')
}

function groupName(botId: string, chat: string) {
  return { user: botId, chat, name: 'group' }
}

/** Whose settings change together: a group's, and those of all its topics. */
export async function settledTogether({ ground, speaker }: BotFlavor): Promise<string[]> {
  if (!speaker.isGroup) return [speaker.recipient]
  const owners = [await ownerOfGroup(ground, speaker.chat), speaker.recipient]
  return [...new Set([...owners, ...(await topicsOf(ground, speaker.chat))])]
}

/** They stand one after the other: a page of recipients begins after any id. */
async function topicsOf({ belfry }: Ground, chat: string): Promise<string[]> {
  const beginning = recipientOfChat(`${chat}/`)
  const topics: string[] = []
  for (let cursor: string | null = beginning; cursor !== null; ) {
    const page: Page<Recipient> = await belfry.recipients.list({ cursor, limit: 100 })
    const found = page.items.filter(({ id }) => id.startsWith(beginning))
    topics.push(...found.map(({ id }) => id))
    cursor = found.length === page.items.length ? page.nextCursor : null
  }
  return topics
}

function ownerName(botId: string, address: string) {
  return { user: botId, chat: address, name: 'owner' }
}
