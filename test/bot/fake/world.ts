// The chats as people see them, and what has happened in them that the bot has not heard of yet.

import { refuse } from './refusal.ts'
import type { Entity } from './text.ts'

export interface Button {
  readonly text: string
  readonly callback_data?: string
  readonly url?: string
  readonly request_location?: boolean
}

export interface Markup {
  readonly inline_keyboard?: readonly (readonly Button[])[]
  readonly keyboard?: readonly (readonly Button[])[]
  readonly remove_keyboard?: boolean
  readonly force_reply?: boolean
}

export interface User {
  readonly id: number
  readonly is_bot: boolean
  readonly first_name: string
  readonly username?: string
  readonly language_code?: string
}

export interface KeptMessage {
  readonly id: number
  readonly chat: KeptChat
  readonly from: User
  readonly topic: number | null
  readonly date: number
  readonly replyTo: number | null
  text: string
  entities: readonly Entity[]
  markup: Markup | null
  editDate: number | null
  location: { readonly latitude: number; readonly longitude: number } | null
  document: { readonly name: string; readonly content: Buffer } | null
  reactions: readonly string[]
  /** What is said of the chat itself. */
  service: Record<string, unknown> | null
}

export interface KeptChat {
  readonly id: number
  readonly type: 'private' | 'supergroup' | 'group'
  readonly title: string
  readonly isForum: boolean
  readonly messages: KeptMessage[]
  readonly admins: Set<number>
  /** It has become this one. */
  migratedTo: number | null
  /** Nobody can be written to there, with these words. */
  forbidden: string | null
  nextMessage: number
}

export interface Update {
  readonly update_id: number
  readonly [kind: string]: unknown
}

export interface Answer {
  readonly text: string | null
  readonly isAlert: boolean
}

export interface Query {
  readonly id: string
  answer: Answer | null
}

export interface Call {
  readonly method: string
  readonly payload: Record<string, unknown>
}

export class World {
  readonly chats = new Map<number, KeptChat>()
  readonly users = new Map<number, User>()
  readonly queries = new Map<string, Query>()
  readonly calls: Call[] = []
  readonly commands = new Map<string, readonly { command: string; description: string }[]>()
  /** What the bot has not confirmed. */
  readonly updates: Update[] = []
  readonly bot: User
  webhook: { readonly url: string; readonly secret: string | null; readonly allowed: readonly string[] | null } | null =
    null
  /** Every update that there ever was. */
  readonly told: Update[] = []
  onUpdate: () => void = () => {}
  private nextUpdate = 1_000
  private nextQuery = 1
  /** Ahead of every real clock: nothing that is said came late. */
  private second = 4_000_000_000
  private readonly waiting = new Set<() => void>()

  constructor(bot: User) {
    this.bot = bot
    this.users.set(bot.id, bot)
  }

  addChat(input: Pick<KeptChat, 'id' | 'type' | 'title'> & { isForum?: boolean }): KeptChat {
    const chat: KeptChat = {
      ...{ isForum: false, messages: [], admins: new Set(), migratedTo: null, forbidden: null, nextMessage: 1 },
      ...input,
    }
    this.chats.set(chat.id, chat)
    return chat
  }

  chat(id: unknown): KeptChat {
    const chat = this.chats.get(Number(id))
    if (!chat) throw refuse(400, 'Bad Request: chat not found')
    return chat
  }

  addMessage(chat: KeptChat, from: User, more: Partial<KeptMessage>): KeptMessage {
    const message: KeptMessage = {
      ...{ id: chat.nextMessage, chat, from, topic: null, date: this.now(), replyTo: null, text: '', entities: [] },
      ...{ markup: null, editDate: null, location: null, document: null, reactions: [], service: null },
      ...more,
    }
    chat.nextMessage += 1
    chat.messages.push(message)
    return message
  }

  /** Something that the bot gets to hear of; it resolves when the bot has confirmed it. */
  tell(kind: string, content: unknown): { readonly id: number; readonly handled: Promise<void> } {
    const id = this.nextUpdate
    this.nextUpdate += 1
    const update = { update_id: id, [kind]: content }
    this.told.push(update)
    this.updates.push(update)
    this.changed()
    this.onUpdate()
    return { id, handled: this.until(() => !this.updates.some(({ update_id }) => update_id === id)) }
  }

  /** The same update once more, as Telegram does when it has not heard that it was handled. */
  tellAgain(update: Update): Promise<void> {
    this.updates.push(update)
    this.updates.sort((a, b) => a.update_id - b.update_id)
    this.changed()
    this.onUpdate()
    return this.until(() => !this.updates.includes(update))
  }

  confirm(until: (id: number) => boolean): void {
    const left = this.updates.filter(({ update_id }) => !until(update_id))
    this.updates.splice(0, this.updates.length, ...left)
    this.changed()
  }

  newQuery(): Query {
    const query: Query = { id: String(this.nextQuery), answer: null }
    this.nextQuery += 1
    this.queries.set(query.id, query)
    return query
  }

  now(): number {
    this.second += 1
    return this.second
  }

  changed(): void {
    for (const check of this.waiting) check()
  }

  until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve()
    return new Promise((resolve) => {
      const check = () => {
        if (!isSo()) return
        this.waiting.delete(check)
        resolve()
      }
      this.waiting.add(check)
    })
  }
}

/** As the bot gets it. */
export function messageJson(message: KeptMessage, isNested = false): Record<string, unknown> {
  const { chat, topic, replyTo, markup, editDate, location, document } = message
  const original = chat.messages.find(({ id }) => id === replyTo)
  return {
    ...{ message_id: message.id, date: message.date, chat: chatJson(chat), from: message.from },
    ...(topic !== null && { message_thread_id: topic, is_topic_message: true }),
    ...(message.text !== '' && { text: message.text }),
    ...(message.entities.length > 0 && { entities: message.entities }),
    ...(markup?.inline_keyboard && { reply_markup: { inline_keyboard: markup.inline_keyboard } }),
    ...(editDate !== null && { edit_date: editDate }),
    ...(location && { location }),
    ...(document && { document: { file_id: `file-${message.id}`, file_unique_id: 'f', file_name: document.name } }),
    ...(original && !isNested && { reply_to_message: messageJson(original, true) }),
    ...message.service,
  }
}

export function chatJson(chat: KeptChat): Record<string, unknown> {
  if (chat.type === 'private') return { id: chat.id, type: 'private', first_name: chat.title }
  return { id: chat.id, type: chat.type, title: chat.title, ...(chat.isForum && { is_forum: true }) }
}
