// People who talk to the bot. Whatever they do resolves when the bot has finished with it.

import { type Entity, entitiesOf } from './text.ts'
import {
  type Answer,
  type Button,
  type KeptChat,
  type KeptMessage,
  messageJson,
  type Update,
  type User,
  type World,
} from './world.ts'

/** A message as it stands before somebody now. */
export interface Seen {
  readonly id: number
  readonly from: string
  readonly isBot: boolean
  readonly text: string
  readonly entities: readonly Entity[]
  /** Labels of the buttons under it, row by row. */
  readonly buttons: readonly (readonly string[])[]
  /** What they carry, by label. */
  readonly data: Readonly<Record<string, string>>
  /** Buttons in place of the keyboard. */
  readonly keyboard: readonly (readonly string[])[]
  readonly topic: number | null
  readonly replyTo: number | null
  readonly isEdited: boolean
  readonly document: { readonly name: string; readonly text: string } | null
  readonly reactions: readonly string[]
}

export interface Place {
  /** A group. Default: the chat with the bot alone. */
  readonly in?: Group
  readonly topic?: number
  readonly replyTo?: Seen
  /** They go on without waiting for the bot, such as when nobody is there. */
  readonly goesOn?: boolean
}

export interface Group {
  readonly id: number
  readonly chat: KeptChat
  /** It becomes a supergroup with another id, which Telegram tells in both. */
  migrate(to: number): Promise<Group>
  makeAdmin(person: Person): void
}

export interface Person {
  readonly id: number
  readonly name: string
  says(text: string, place?: Place): Promise<Seen>
  /** A button under the last message that has it, or under that one. Answers what pops up; null: nothing was answered. */
  taps(
    label: string,
    options?: { readonly message?: Seen; readonly in?: Group; readonly goesOn?: boolean },
  ): Promise<Answer | null>
  /** Bytes of their own under a message, as a changed client can send them. */
  forges(data: string, options?: { readonly message?: Seen; readonly in?: Group }): Promise<Answer | null>
  edits(message: Seen, text: string, options?: { readonly in?: Group }): Promise<Seen>
  /** Anything else: fields of a message as Telegram has them, such as `photo` and `caption`. */
  sends(fields: Readonly<Record<string, unknown>>): Promise<Seen>
  shares(location: { readonly latitude: number; readonly longitude: number }): Promise<Seen>
  /** Everything in a chat as they see it now. */
  screen(group?: Group): readonly Seen[]
  /** The last of the bot's messages there. */
  last(group?: Group): Seen
  blocks(): Promise<void>
  unblocks(): Promise<void>
}

export function seen(message: KeptMessage): Seen {
  const { markup, topic, replyTo, document } = message
  const rows = markup?.inline_keyboard ?? []
  return {
    ...{ id: message.id, from: message.from.first_name, isBot: message.from.is_bot, text: message.text },
    ...{ entities: message.entities, buttons: labels(rows), keyboard: labels(markup?.keyboard ?? []), topic, replyTo },
    data: Object.fromEntries(rows.flat().flatMap(({ text, callback_data: data }) => (data ? [[text, data]] : []))),
    isEdited: message.editDate !== null,
    document: document && { name: document.name, text: document.content.toString('utf8') },
    reactions: message.reactions,
  }
}

function labels(rows: readonly (readonly Button[])[]): readonly (readonly string[])[] {
  return rows.map((row) => row.map((button) => (typeof button === 'string' ? button : button.text)))
}

export function personIn(world: World, user: User): Person {
  const chatOf = (group?: Group) => (group ? world.chat(group.id) : world.chat(user.id))
  const say = async (chat: KeptChat, more: Partial<KeptMessage>, goesOn = false): Promise<Seen> => {
    const message = world.addMessage(chat, user, more)
    const { handled } = world.tell('message', messageJson(message))
    if (!goesOn) await handled
    return seen(message)
  }
  const tap = async (chat: KeptChat, message: KeptMessage, data: string, goesOn = false): Promise<Answer | null> => {
    const query = world.newQuery()
    const content = { id: query.id, from: user, chat_instance: String(chat.id), message: messageJson(message), data }
    const { handled } = world.tell('callback_query', content)
    if (!goesOn) await handled
    return query.answer
  }
  const member = async (before: string, after: string): Promise<void> => {
    const chat = world.chat(user.id)
    chat.forbidden = after === 'kicked' ? 'Forbidden: bot was blocked by the user' : null
    const was = { user: world.bot, status: before }
    const is = { user: world.bot, status: after }
    await world.tell('my_chat_member', {
      ...{ chat: { id: chat.id, type: 'private', first_name: chat.title }, from: user, date: world.now() },
      ...{ old_chat_member: was, new_chat_member: is },
    }).handled
  }
  return {
    ...{ id: user.id, name: user.first_name },
    says: (text, { in: group, topic, replyTo, goesOn } = {}) =>
      say(
        chatOf(group),
        { text, entities: entitiesOf(text), topic: topic ?? null, replyTo: replyTo?.id ?? null },
        goesOn,
      ),
    async taps(label, { message, in: group, goesOn } = {}) {
      const chat = chatOf(group)
      const found = findButton(chat, label, message)
      if (found.button.callback_data !== undefined)
        return await tap(chat, found.message, found.button.callback_data, goesOn)
      await say(chat, { text: label, entities: [] }, goesOn)
      return null
    },
    async forges(data, { message, in: group } = {}) {
      const chat = chatOf(group)
      const under = chat.messages.findLast(({ id, from }) => (message ? id === message.id : from.is_bot))!
      return await tap(chat, under, data)
    },
    async edits(message, text, { in: group } = {}) {
      const kept = chatOf(group).messages.find(({ id }) => id === message.id)!
      Object.assign(kept, { text, entities: entitiesOf(text), editDate: world.now() })
      await world.tell('edited_message', messageJson(kept)).handled
      return seen(kept)
    },
    sends: (fields) => say(world.chat(user.id), { service: fields }),
    shares: (location) => say(world.chat(user.id), { location }),
    screen: (group) => chatOf(group).messages.map(seen),
    last: (group) => seen(chatOf(group).messages.findLast(({ from }) => from.is_bot)!),
    blocks: () => member('member', 'kicked'),
    unblocks: () => member('kicked', 'member'),
  }
}

function findButton(chat: KeptChat, label: string, under?: Seen): { message: KeptMessage; button: Button } {
  const buttonsOf = ({ markup }: KeptMessage) =>
    [...(markup?.inline_keyboard ?? []), ...(markup?.keyboard ?? [])].flat()
  const asButton = (button: Button | string): Button => (typeof button === 'string' ? { text: button } : button)
  const candidates = chat.messages.filter(({ id, from }) => from.is_bot && (!under || id === under.id))
  for (const fits of [(text: string) => text === label, (text: string) => text.includes(label)])
    for (const message of candidates.toReversed()) {
      const button = buttonsOf(message)
        .map(asButton)
        .find(({ text }) => fits(text))
      if (button) return { message, button }
    }
  const there = candidates.flatMap(buttonsOf).map((button) => asButton(button).text)
  throw new Error(`there is no button ${label}; there are: ${there.join(', ')}`)
}

export function groupIn(world: World, chat: KeptChat): Group {
  return {
    ...{ id: chat.id, chat },
    makeAdmin: (person) => void chat.admins.add(person.id),
    async migrate(to) {
      const next = world.addChat({ id: to, type: 'supergroup', title: chat.title })
      for (const admin of chat.admins) next.admins.add(admin)
      const teller = { id: 1_087_968_824, is_bot: true, first_name: 'Group' }
      const left = world.addMessage(chat, teller, { service: { migrate_to_chat_id: to } })
      chat.migratedTo = to
      await world.tell('message', messageJson(left)).handled
      const came = world.addMessage(next, teller, { service: { migrate_from_chat_id: chat.id } })
      await world.tell('message', messageJson(came)).handled
      return groupIn(world, next)
    },
  }
}

export type { Answer, Update }
