// Where a Telegram message goes: a chat by its id (people are positive, groups negative, supergroups and channels -100…), or a public
// channel or group by its @name; with a topic after a slash, such as -1001234567890/17.

import { refuse } from '../../input.ts'

export interface Chat {
  /** As the Bot API takes it. */
  readonly id: number | string
  readonly topic: number | null
  /** What Telegram counts messages by: topics of one group are one chat. */
  readonly key: string
  /** Groups and channels have a slower pace than people. */
  readonly isGroup: boolean
}

const accepted = 'a chat id such as 123456789 or -1001234567890, or @name; a topic after a slash: -1001234567890/17'
const pattern = /^(-?[1-9][0-9]{0,15}|@[A-Za-z][A-Za-z0-9_]{3,31})(?:\/([1-9][0-9]{0,9}))?$/
/** Telegram's ids have at most 52 significant bits. */
const idMax = 2 ** 52 - 1
const topicMax = 2 ** 31 - 1

/** Null: not a chat. */
export function readChat(address: string): Chat | null {
  const [, who, topic] = pattern.exec(address) ?? []
  if (who === undefined) return null
  const isName = who.startsWith('@')
  if (!isName && Math.abs(Number(who)) > idMax) return null
  if (topic !== undefined && (Number(topic) > topicMax || (!isName && Number(who) > 0))) return null
  const key = who.toLowerCase()
  return {
    id: isName ? key : Number(who),
    topic: topic === undefined ? null : Number(topic),
    key,
    isGroup: isName || Number(who) < 0,
  }
}

/** Names have no case, and are kept without one: one chat has one address. */
export function readAddress(text: string, field: string): string {
  if (!readChat(text)) throw refuse('invalid_input', 'Not a Telegram chat.', { field, accepted })
  return text.toLowerCase()
}
