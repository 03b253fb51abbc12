// Which lists were shown in a chat, and what each number in them meant: a number is never looked up in a list that nobody has seen. The
// last few are kept, with the message that shows them. In a group everybody sees every list, so they are the chat's there (kept under the
// bot's own name), with who asked for each. One update after the other is handled in a chat, so nobody writes in between.

import { createHash } from 'node:crypto'
import { limits, type Reminder } from '../index.ts'
import type { BotFlavor } from './context.ts'

/** The reminder, and a mark of what it said: somebody else may have written something else into it since. */
export type ShownItem = readonly [id: string, said: string]

export interface ShownList {
  readonly message: number
  /** Who asked for it. */
  readonly by: string
  readonly page: number
  /** Where each page begins that was reached so far; null: at the start. */
  readonly cursors: readonly (string | null)[]
  /** By the number that was shown, also on pages that are not shown any more. */
  readonly items: Readonly<Record<number, ShownItem>>
}

/** What was meant by some numbers. `contested`: another list has been shown since, and there they mean something else. */
export type Meant =
  | { readonly kind: 'list'; readonly list: ShownList }
  | { readonly kind: 'none' }
  | { readonly kind: 'contested' }

const keptMax = 10
const keptBytesMax = limits.chatStateBytesMax / 2
const stateName = 'lists'

export function shownItem(reminder: Pick<Reminder, 'id' | 'title' | 'body'>): ShownItem {
  return [reminder.id, saidBy(reminder)]
}

/** Short, and nothing of it can be read. */
export function saidBy({ title, body }: Pick<Reminder, 'title' | 'body'>): string {
  return createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('base64url')
    .slice(0, 8)
}

/** Null: it is too long ago, or no list. */
export async function listOfMessage(where: BotFlavor, message: number): Promise<ShownList | null> {
  return (await read(where)).find((list) => list.message === message) ?? null
}

export async function keepList(where: BotFlavor, list: ShownList): Promise<void> {
  const others = (await read(where)).filter(({ message }) => message !== list.message)
  // Paging through an older list does not make it the last one that was shown.
  const kept = [...others, list].sort((a, b) => a.message - b.message).slice(-keptMax)
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > keptBytesMax) kept.shift()
  const name = nameIn(where)
  // In a group the bot itself, which nobody has made known.
  if (where.speaker.isGroup) await where.ground.belfry.chats.putPerson({ user: name.user })
  await where.ground.belfry.chats.writeState(name, kept)
}

/** Of a reply the list that it replies to; else the last one that they asked for, unless another one was shown since. */
export async function listMeant(where: BotFlavor, numbers: readonly number[], replyTo: number | null): Promise<Meant> {
  const lists = await read(where)
  const replied = lists.find(({ message }) => message === replyTo)
  if (replied) return { kind: 'list', list: replied }
  const newest = lists.at(-1)
  if (!newest) return { kind: 'none' }
  const own = lists.findLast(({ by }) => by === where.speaker.user) ?? newest
  const isSame = numbers.every((number) => own.items[number]?.[0] === newest.items[number]?.[0])
  return isSame ? { kind: 'list', list: newest } : { kind: 'contested' }
}

async function read(where: BotFlavor): Promise<readonly ShownList[]> {
  return (await where.ground.belfry.chats.readState<readonly ShownList[]>(nameIn(where))) ?? []
}

function nameIn({ ground, speaker }: BotFlavor) {
  return { user: speaker.isGroup ? ground.botId : speaker.user, chat: speaker.address, name: stateName }
}
