// Who may change what. In a chat with the bot alone everything there is theirs; in a group everybody sees what the group has, and who made it
// or an administrator changes it.

import type { Api } from 'grammy'
import { type Reminder, recipientOfChat } from '../index.ts'
import { monotonicClock } from '../time/clock.ts'
import type { BotFlavor, Ground } from './context.ts'

type Asking = BotFlavor & { readonly api: Api }

/** `foreign`: there is none of that id here, whatever there may be elsewhere. */
export type Right = 'theirs' | 'not made by them' | 'foreign'

export async function rightTo(asking: Asking, reminder: Pick<Reminder, 'recipient' | 'data'>): Promise<Right> {
  const { speaker } = asking
  if (!recipientsOf(speaker).includes(reminder.recipient)) return 'foreign'
  if (!speaker.isGroup || makerOf(reminder) === speaker.user) return 'theirs'
  return (await isAdmin(asking)) ? 'theirs' : 'not made by them'
}

/** The Telegram user who made it; null: somebody elsewhere did. */
function makerOf({ data }: Pick<Reminder, 'data'>): string | null {
  const by = typeof data === 'object' && data !== null && 'by' in data ? data.by : null
  return typeof by === 'string' || typeof by === 'number' ? String(by) : null
}

/**
 * Whose reminders the speaker sees here, and changes. Somebody who was connected to a program may have left some behind with the recipient
 * that the bot had made for them: what had rung and waits for Done rings on there, in this chat.
 */
export function recipientsOf({ recipient, isGroup, user }: BotFlavor['speaker']): readonly string[] {
  return isGroup ? [recipient] : [...new Set([recipient, recipientOfChat(user)])]
}

/** Whoever is made an administrator can wait for a minute; a list of a hundred does not ask a hundred times. */
const cachedMs = 60_000
const cacheMax = 1_000
type Cache = Map<string, { readonly isAdmin: boolean; readonly atMs: number }>
const answers = new WeakMap<Ground, Cache>()

/** Asks Telegram. Where it does not answer that, nobody is one. */
export async function isAdmin({ api, ground, speaker: { chat, user } }: Asking): Promise<boolean> {
  const known = cacheOf(ground)
  const key = `${chat} ${user}`
  const nowMs = monotonicClock.nowMs()
  const before = known.get(key)
  if (before && nowMs - before.atMs < cachedMs) return before.isAdmin
  const status = await api.getChatMember(chat, Number(user)).then(
    (member) => member.status,
    () => null,
  )
  const answer = status === 'creator' || status === 'administrator'
  if (known.size >= cacheMax) known.clear()
  if (status !== null) known.set(key, { isAdmin: answer, atMs: nowMs })
  return answer
}

function cacheOf(ground: Ground): Cache {
  const cache: Cache = answers.get(ground) ?? new Map()
  answers.set(ground, cache)
  return cache
}
