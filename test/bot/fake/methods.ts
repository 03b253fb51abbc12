// The methods of the Bot API that a bot of this kind calls, with the checks that Telegram makes.

import { refuse } from './refusal.ts'
import { readFormatted } from './text.ts'
import { type KeptMessage, type Markup, messageJson, type World } from './world.ts'

export type Payload = Record<string, unknown>
export type Method = (world: World, payload: Payload) => unknown

const textUnitsOfToast = 200
const dataBytesMax = 64

/** getUpdates, setWebhook and their like are the server's. */
export const methods: Record<string, Method> = {
  getMe: ({ bot }) => ({
    ...bot,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  }),
  sendMessage,
  sendDocument,
  editMessageText,
  editMessageReplyMarkup,
  answerCallbackQuery,
  deleteMessage,
  sendChatAction: (world, payload) => Boolean(writable(world, payload)),
  setMyCommands,
  getMyCommands: (world, { language_code: language, scope }) => world.commands.get(commandsKey(scope, language)) ?? [],
  getChatMember: (world, { chat_id: chat, user_id: user }) => memberOf(world, chat, Number(user)),
  getChatAdministrators: (world, { chat_id: id }) =>
    [...world.chat(id).admins].map((user) => memberOf(world, id, user)),
  setMessageReaction,
}

export function writable(world: World, { chat_id: id }: Payload) {
  const chat = world.chat(id)
  if (chat.forbidden) throw refuse(403, chat.forbidden)
  if (chat.migratedTo !== null)
    throw refuse(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.migratedTo,
    })
  return chat
}

function sendMessage(world: World, payload: Payload) {
  const chat = writable(world, payload)
  const { text, entities } = readFormatted(payload.text, payload)
  const markup = readMarkup(payload.reply_markup)
  const placed = placeOf(world, payload)
  return messageJson(world.addMessage(chat, world.bot, { text, entities, markup, ...placed }))
}

function placeOf(world: World, payload: Payload) {
  const chat = world.chat(payload.chat_id)
  const parameters = payload.reply_parameters as
    | { message_id?: number; allow_sending_without_reply?: boolean }
    | undefined
  const replyTo = parameters?.message_id ?? (payload.reply_to_message_id as number | undefined) ?? null
  const original = chat.messages.find(({ id }) => id === replyTo)
  if (replyTo !== null && !original && !parameters?.allow_sending_without_reply)
    throw refuse(400, 'Bad Request: message to be replied not found')
  const topic = (payload.message_thread_id as number | undefined) ?? original?.topic ?? null
  if (topic !== null && !chat.isForum) throw refuse(400, 'Bad Request: message thread not found')
  return { replyTo: original ? replyTo : null, topic }
}

function sendDocument(world: World, payload: Payload) {
  const chat = writable(world, payload)
  const document = payload.document as { name: string; content: Buffer } | string | undefined
  if (typeof document !== 'object') throw refuse(400, 'Bad Request: there is no document in the request')
  if (document.content.length === 0) throw refuse(400, 'Bad Request: file must be non-empty')
  const { caption } = payload
  const { text, entities } =
    caption === undefined ? { text: '', entities: [] } : readFormatted(caption, { parse_mode: payload.parse_mode })
  const markup = readMarkup(payload.reply_markup)
  const placed = placeOf(world, payload)
  return messageJson(world.addMessage(chat, world.bot, { text, entities, markup, document, ...placed }))
}

function ownMessage(world: World, payload: Payload): KeptMessage {
  const chat = writable(world, payload)
  const message = chat.messages.find(({ id }) => id === Number(payload.message_id))
  if (!message) throw refuse(400, 'Bad Request: message to edit not found')
  if (message.from.id !== world.bot.id) throw refuse(400, "Bad Request: message can't be edited")
  return message
}

const notModified =
  'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a ' +
  'current content and reply markup of the message'

function editMessageText(world: World, payload: Payload) {
  const message = ownMessage(world, payload)
  const { text, entities } = readFormatted(payload.text, payload)
  const markup = readMarkup(payload.reply_markup)
  const isSame = same([message.text, message.entities, message.markup], [text, entities, markup])
  if (isSame) throw refuse(400, notModified)
  Object.assign(message, { text, entities, markup, editDate: world.now() })
  return messageJson(message)
}

function editMessageReplyMarkup(world: World, payload: Payload) {
  const message = ownMessage(world, payload)
  const markup = readMarkup(payload.reply_markup)
  if (same(message.markup, markup)) throw refuse(400, notModified)
  Object.assign(message, { markup, editDate: world.now() })
  return messageJson(message)
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function answerCallbackQuery(world: World, { callback_query_id: id, text, show_alert: isAlert }: Payload) {
  const query = world.queries.get(String(id))
  if (!query || query.answer)
    throw refuse(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
  if (typeof text === 'string' && text.length > textUnitsOfToast) throw refuse(400, 'Bad Request: MESSAGE_TOO_LONG')
  query.answer = { text: typeof text === 'string' && text !== '' ? text : null, isAlert: isAlert === true }
  return true
}

function deleteMessage(world: World, payload: Payload) {
  const chat = writable(world, payload)
  const place = chat.messages.findIndex(({ id }) => id === Number(payload.message_id))
  if (place < 0) throw refuse(400, 'Bad Request: message to delete not found')
  chat.messages.splice(place, 1)
  return true
}

export function commandsKey(scope: unknown, language: unknown): string {
  return `${(scope as { type?: string } | undefined)?.type ?? 'default'}/${language ?? ''}`
}

function setMyCommands(world: World, { commands, scope, language_code: language }: Payload) {
  const list = commands as readonly { command: string; description: string }[]
  if (list.length > 100) throw refuse(400, 'Bad Request: too many commands')
  for (const { command, description } of list) {
    if (!/^[a-z0-9_]{1,32}$/.test(command)) throw refuse(400, 'Bad Request: BOT_COMMAND_INVALID')
    if (description.length < 1 || description.length > 256)
      throw refuse(400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID')
  }
  world.commands.set(commandsKey(scope, language), list)
  return true
}

function memberOf(world: World, chat: unknown, user: number) {
  const known = world.users.get(user)
  if (!known) throw refuse(400, 'Bad Request: PARTICIPANT_ID_INVALID')
  const isAdmin = world.chat(chat).admins.has(user)
  return { user: known, status: isAdmin ? 'administrator' : 'member' }
}

function setMessageReaction(world: World, payload: Payload) {
  const message = writable(world, payload).messages.find(({ id }) => id === Number(payload.message_id))
  if (!message) throw refuse(400, 'Bad Request: message to react not found')
  message.reactions = ((payload.reaction ?? []) as readonly { emoji: string }[]).map(({ emoji }) => emoji)
  return true
}

/** Shapes, sizes, and one thing a button does. */
export function readMarkup(value: unknown): Markup | null {
  const markup = (typeof value === 'string' ? JSON.parse(value) : (value ?? null)) as Markup | null
  if (markup === null) return null
  const { inline_keyboard: rows } = markup
  if (rows === undefined) return markup
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw refuse(400, "Bad Request: can't parse inline keyboard")
  if (rows.flat().length > 100) throw refuse(400, 'Bad Request: too many buttons')
  for (const { text, callback_data: data, url } of rows.flat()) {
    if (typeof text !== 'string' || text === '') throw refuse(400, "Bad Request: can't parse inline keyboard button")
    if ((data === undefined) === (url === undefined))
      throw refuse(
        400,
        "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
      )
    const bytes = Buffer.byteLength(data ?? 'x')
    if (bytes < 1 || bytes > dataBytesMax) throw refuse(400, 'Bad Request: BUTTON_DATA_INVALID')
  }
  return rows.flat().length === 0 ? null : { inline_keyboard: rows.filter((row) => row.length > 0) }
}
