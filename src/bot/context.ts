// What every command of the bot has before it: who wrote, where, for whom reminders are made there, and the verbs of Belfry.

import type { ConversationFlavor } from '@grammyjs/conversations'
import type { Context } from 'grammy'
import type { Logger, Verbs } from '../index.ts'
import type { Language } from './language/index.ts'

/** What the bot stands on. */
export interface Ground {
  /** Of the tenant whose bot it is. */
  readonly belfry: Verbs
  readonly logger: Logger
  /** Digits before the colon of the token. */
  readonly botId: string
  /** Signs what buttons carry. */
  readonly signingKey: Buffer
}

/** Who wrote, and where. It is data, so that a conversation can keep it. */
export interface Speaker {
  /** The Telegram user. */
  readonly user: string
  /** The chat, as Telegram counts it: state is kept by chat and user. */
  readonly chat: string
  /** The chat as the channel writes to it: with the topic, where there is one. */
  readonly address: string
  readonly isGroup: boolean
  /** Whose reminders are meant: the person's own, or the group's. */
  readonly recipient: string
  /** Of the person who wrote. */
  readonly language: Language
  readonly zone: string
  /** Somebody has said where they are, or where the group is; before that, `zone` is a guess by their language. */
  readonly hasZone: boolean
  /** The group's zone is that of whoever first wrote there, and nobody was told so yet. */
  readonly isZoneNews?: boolean
  /** `09:00`, where a day is said and no hour. */
  readonly defaultHour: string
  /** Asks again every so often until Done: `PT10M`; null: rings once. */
  readonly nag: string | null
}

export interface BotFlavor {
  ground: Ground
  speaker: Speaker
}

/** Outside of conversations. */
export type BotContext = ConversationFlavor<Context & BotFlavor>

/** Inside of a conversation: the same, put there by a plugin (transformers and middleware of the outside do not reach in). */
export type TalkContext = Context & BotFlavor
