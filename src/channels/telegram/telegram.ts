// Telegram: messages of a bot. The Bot API knows no idempotency key, so an outcome that nobody knows stays unknown, and nothing is ever
// tried again here except what was definitely refused. Its pace is that of the whole bot, kept with all workers and processes
// together (../gate.ts).
//
//   pass the gate ──▶ send ──▶ what the answer means (outcomes.ts) ──▶ the outcome
//       └─ turned away: busy          ├─ refused for its form: once more, as plain text
//                                     ├─ too fast: the whole bot waits, busy
//                                     └─ the group has another id now: busy, and the next try reads the new address

import { readBoolean, readId, readInteger, readObject, readText, refuse } from '../../input.ts'
import { type Stopwatch, sleeper, startStopwatch } from '../../time/clock.ts'
import type { Channel, ChannelGround, ChannelMaker, Message, Outcome } from '../channel.ts'
import { Gate } from '../gate.ts'
import { operatorNetwork } from '../outgoing/connect.ts'
import { type Outgoing, outgoing } from '../outgoing/outgoing.ts'
import { type Chat, readAddress, readChat } from './address.ts'
import { keyboard } from './buttons.ts'
import { signingKeyOf } from './callback.ts'
import { type Verdict, verdictOf } from './outcomes.ts'
import { isAboutTimes, textsOf } from './text.ts'

export interface TelegramOptions {
  /** As @BotFather gives it. */
  readonly token: string
  /** Where the Bot API is. Default `https://api.telegram.org`; a Bot API server of your own has another. */
  readonly apiRoot?: string
  /** Sends that may be under way at once in one worker. Default: what passes the gate in a second, 25. */
  readonly concurrency?: number
  /** How fast, in all processes together. */
  readonly rates?: TelegramRates
  /** Done, 10 min, 1 h and so on call back to the bot; without one that answers, they would do nothing. Default false: links. */
  readonly callbackButtons?: boolean | CallbackButtons
}

export interface CallbackButtons {
  /** The bot answers for this tenant alone: others keep links. */
  readonly tenant: string
}

export interface TelegramRates {
  /** Messages a second of the whole bot. Default 25; Telegram turns away what goes beyond 30. */
  readonly perSecond?: number
  /** Messages a second to one person. Default 1. */
  readonly perChatSecond?: number
  /** Messages a minute to one group or channel. Default 20. */
  readonly perGroupMinute?: number
}

interface Settings {
  readonly token: string
  readonly apiRoot: string
  readonly concurrency: number
  /** Signs buttons that call back; null: there are none. */
  readonly signingKey: Buffer | null
  /** Null: all. */
  readonly callbackTenant: string | null
  readonly everyMs: number
  readonly chatEveryMs: number
  readonly groupEveryMs: number
}

/** A send has this long, from the gate to the answer. */
const timeoutMs = 15_000
/** Of it, for the gate. */
const passMs = 2_500
/** Below this there is no point in beginning a request. */
const leastMs = 2_000
/** So that an answer in time is heard before the engine stops listening. */
const marginMs = 500

export function telegram(options: TelegramOptions): ChannelMaker {
  const settings = readOptions(options)
  return {
    name: 'telegram',
    make: (ground) =>
      telegramChannel(
        settings,
        ground,
        // The operator's own word, which may lead anywhere: a Bot API server of one's own usually listens on this very machine.
        outgoing({ allowedTargets: ground.allowedTargets, allowHttp: true, anyTarget: true }, operatorNetwork),
      ),
  }
}

/** `post` carries requests out. */
export function telegramChannel(settings: Settings, { db, logger }: ChannelGround, post: Outgoing): Channel {
  const { token, concurrency, everyMs } = settings
  const name = `telegram:${token.slice(0, token.indexOf(':'))}`
  const gate = new Gate(db, { name, everyMs, holdMs: timeoutMs, passMs })
  const sender: Sender = {
    ...{ settings, gate, post, knowsTimes: true },
    scrub: (words) => words.replaceAll(token, '(token)').replaceAll(token.slice(token.indexOf(':') + 1), '(token)'),
    moveChat: async (from, to) => {
      const moved = await db.run('move-chat', [from, to])
      logger.info({ channel: 'telegram', recipients: moved.length }, 'a group has a new chat id')
    },
  }
  return {
    ...{ name: 'telegram', idempotent: false, format: 'chat', timeoutMs, concurrency, readAddress },
    send: (message, signal) => send(sender, message, signal),
    close: () => gate.close(),
  }
}

interface Sender {
  readonly settings: Settings
  readonly gate: Gate
  readonly post: Outgoing
  /** Whatever is shown or kept goes through here: a host that is not Telegram may say back what it was asked. */
  readonly scrub: (words: string) => string
  readonly moveChat: (from: string, to: string) => Promise<void>
  /** A Bot API server of one's own may be older than times that Telegram shows by itself: refused once, they are not tried again. */
  knowsTimes: boolean
}

async function send(sender: Sender, message: Message, signal: AbortSignal): Promise<Outcome> {
  const elapsedMs = startStopwatch()
  const chat = readChat(message.address ?? '')
  if (!chat) return { kind: 'refused', reply: 'the address is not a Telegram chat' }
  const { chatEveryMs, groupEveryMs } = sender.settings
  const permit = await sender.gate.pass({
    ...{ key: chat.key, everyMs: chat.isGroup ? groupEveryMs : chatEveryMs },
    ...{ dueMs: message.dueAt.getTime(), cameBack: message.attempt > 1 },
  })
  if (!permit.granted) return { kind: 'busy', retryAfterMs: permit.retryAfterMs, reply: 'waits for its turn' }
  const verdict = await attempt(sender, message, chat, { signal, elapsedMs })
  permit.end(verdict.kind !== 'deferred')
  return await outcomeOf(sender, message, verdict, elapsedMs)
}

interface Limits {
  readonly signal: AbortSignal
  readonly elapsedMs: Stopwatch
}

/** As rich as it is; refused for that, once more as plain as it can be, which is allowed because nothing was sent. */
async function attempt(sender: Sender, message: Message, chat: Chat, limits: Limits): Promise<Verdict> {
  const verdict = await request(sender, payloadOf(sender, message, chat, true), limits)
  if (verdict.kind !== 'simpler') return verdict
  if (isAboutTimes(verdict.reply)) sender.knowsTimes = false
  // The chat is ours; the whole counts this one too.
  const permit = await sender.gate.pass({ key: null, everyMs: 0, dueMs: message.dueAt.getTime(), cameBack: true })
  if (!permit.granted) return { kind: 'busy', retryAfterMs: permit.retryAfterMs, reply: verdict.reply }
  const second = await request(sender, payloadOf(sender, message, chat, false), limits)
  return second.kind === 'simpler' ? { kind: 'refused', reply: second.reply } : second
}

async function request(
  { settings, post, scrub }: Sender,
  payload: object,
  { signal, elapsedMs }: Limits,
): Promise<Verdict> {
  const leftMs = Math.floor(timeoutMs - marginMs - elapsedMs())
  if (signal.aborted || leftMs < leastMs) return { kind: 'deferred', reply: 'no time was left to send it' }
  const { token, apiRoot } = settings
  try {
    const result = await post({
      ...{ url: `${apiRoot}/bot${token}/sendMessage`, method: 'POST', signal, timeoutMs: leftMs },
      ...{ headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) },
    })
    const verdict = verdictOf(result)
    return { ...verdict, reply: scrub(verdict.reply ?? '') }
  } catch (error) {
    return { kind: 'unknown', reply: scrub(error instanceof Error ? error.message : 'the request failed') }
  }
}

function payloadOf({ settings, knowsTimes }: Sender, message: Message, chat: Chat, isRich: boolean): object {
  const { html, plain } = textsOf(message, knowsTimes)
  const links = isRich ? (message.content?.actions ?? null) : null
  const isAnswered = settings.callbackTenant === null || settings.callbackTenant === message.tenant
  const buttons = keyboard(message, { signingKey: isAnswered ? settings.signingKey : null, links })
  return {
    chat_id: chat.id,
    ...(chat.topic !== null && { message_thread_id: chat.topic }),
    ...(isRich ? { text: html, parse_mode: 'HTML' } : { text: plain }),
    link_preview_options: { is_disabled: true },
    ...(buttons.length > 0 && { reply_markup: { inline_keyboard: buttons } }),
  }
}

/** What only this bot, or this chat, has to know is done here. */
async function outcomeOf(
  { gate, moveChat }: Sender,
  message: Message,
  verdict: Verdict,
  elapsedMs: Stopwatch,
): Promise<Outcome> {
  const leftMs = Math.max(0, timeoutMs - marginMs / 2 - elapsedMs())
  switch (verdict.kind) {
    case 'slow':
      await within(leftMs, gate.block(verdict.retryAfterMs))
      return { ...verdict, kind: 'busy' }
    case 'moved': {
      const { chat, reply } = verdict
      const isAnother = readChat(chat) !== null && chat !== message.address
      if (!isAnother) return { kind: 'refused', reply }
      // Where it cannot be written, the next try hears the same again.
      await within(
        leftMs,
        moveChat(message.address!, chat).catch(() => {}),
      )
      return { kind: 'busy', retryAfterMs: movedAgainMs, reply }
    }
    case 'simpler':
      return { ...verdict, kind: 'refused' }
    default:
      return verdict
  }
}

/** What is known about a message must not become unknown because the database is slow to note something beside it. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const ended = new AbortController()
  await Promise.race([work, sleeper.sleep(ms, { signal: ended.signal })])
  ended.abort()
}

/** Should an id ever lead back to itself, it is asked for no faster than this, until the reminder is of no use any more. */
const movedAgainMs = 1_000

export function readOptions(options: TelegramOptions): Settings {
  const known = ['token', 'apiRoot', 'concurrency', 'rates', 'callbackButtons']
  const value = readObject(options, known, '/telegram')
  const rates = readObject(value.rates ?? {}, ['perSecond', 'perChatSecond', 'perGroupMinute'], '/telegram/rates')
  const perSecond = readRate(rates.perSecond ?? 25, 'perSecond')
  const token = readText(value.token, '/telegram/token', {
    bytesMax: 256,
    pattern: /^[0-9]{1,20}:[A-Za-z0-9_-]{10,}$/,
    accepted: 'a token as @BotFather gives it: digits, a colon, letters',
  })
  const callbackTenant = readCallbackTenant(value.callbackButtons)
  const hasCallbacks =
    callbackTenant !== null ||
    (value.callbackButtons !== undefined && readBoolean(value.callbackButtons, '/telegram/callbackButtons'))
  return {
    ...{ token, apiRoot: readApiRoot(value.apiRoot ?? 'https://api.telegram.org') },
    signingKey: hasCallbacks ? signingKeyOf(token) : null,
    callbackTenant,
    concurrency:
      value.concurrency === undefined
        ? Math.max(1, Math.min(25, Math.floor(perSecond)))
        : readInteger(value.concurrency, '/telegram/concurrency', 1, 1_000),
    everyMs: 1_000 / perSecond,
    chatEveryMs: 1_000 / readRate(rates.perChatSecond ?? 1, 'perChatSecond'),
    groupEveryMs: 60_000 / readRate(rates.perGroupMinute ?? 20, 'perGroupMinute'),
  }
}

function readCallbackTenant(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const field = '/telegram/callbackButtons'
  return readId(readObject(value, ['tenant'], field).tenant, `${field}/tenant`)
}

function readRate(value: unknown, name: keyof TelegramRates): number {
  if (typeof value === 'number' && value >= 0.001 && value <= 1_000_000) return value
  throw refuse('invalid_input', 'Not a rate.', {
    field: `/telegram/rates/${name}`,
    accepted: 'a number from 0.001 to 1,000,000',
  })
}

function readApiRoot(value: unknown): string {
  const field = '/telegram/apiRoot'
  const text = readText(value, field, { bytesMax: 2_048 })
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw refuse('invalid_input', 'Not the address of a Bot API server.', {
      field,
      accepted: 'a URL such as https://api.telegram.org',
    })
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
