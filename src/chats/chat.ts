// People who talk to Belfry in a chat, and what a bot has to remember of them between two messages.

/** What the bot alone needs of somebody; zone, quiet hours and locale are the recipient's. */
export interface ChatSettings {
  /** As they chose it; null: by what Telegram says of them. */
  readonly language?: 'en' | 'ko' | null
  /** Where a day is said and no hour: `09:00`. */
  readonly defaultHour?: string
  /** Asks again every so often until Done: `PT10M`; null: rings once. */
  readonly nag?: string | null
  /** They have said where they are. Before that, their zone is a guess. */
  readonly hasZone?: boolean
}

export interface ChatPerson {
  /** The Telegram user. */
  readonly user: string
  /** Null for somebody who has only spoken in groups. */
  readonly recipient: string | null
  readonly settings: ChatSettings
}

/** Left out: kept, also of the settings. */
export interface ChatPersonInput {
  readonly user: string
  readonly recipient?: string
  readonly settings?: ChatSettings
}

export interface ChatLink {
  /** What the bot is sent: `/start <word>`. */
  readonly word: string
  /** `https://t.me/<bot>?start=<word>`; null while no bot has said its name. */
  readonly url: string | null
  readonly recipient: string
  readonly expiresAt: Date
}

/** A bot that answers for this tenant. */
export interface ChatBot {
  /** Its id: the digits of its token. */
  readonly bot: string
  /** Its user name, without @. */
  readonly name: string
}

export interface ChatLinkInput {
  readonly recipient: string
  /** Default PT10M, an hour at the most. */
  readonly expiresIn?: string
}

export interface RedeemInput {
  readonly word: string
  readonly user: string
  /** Of one person: a group is nobody's. */
  readonly chat: string
  /** The message that brought the word: the same one again, after its answer was lost, gets the same answer. */
  readonly message?: string
}

/** `used` and `expired` are told apart only for whoever has the word. */
export type Linked =
  | {
      readonly kind: 'linked'
      readonly recipient: string
      readonly name: string | null
      /** Reminders of theirs that are the recipient's now. */
      readonly moved: number
      /** Those that go on as they were, in the same chat: they have rung and wait for Done, or follow from something else. */
      readonly stayed: number
    }
  | { readonly kind: 'unknown' | 'used' | 'expired' }

/** One thing that is remembered of one person in one chat. */
export interface StateName {
  readonly user: string
  readonly chat: string
  readonly name: string
}

export interface ChatVerbs {
  /** The bot that links lead to; of several, the one that came last. */
  putBot(input: ChatBot): Promise<void>
  /** A word that connects whoever sends it to a recipient: once, within ten minutes. */
  link(input: ChatLinkInput): Promise<ChatLink>
  /**
   * Uses the word up: the chat is the recipient's Telegram address from then on, and the person the recipient. Whoever else was, and
   * whomever this person was before, is let go. Reminders that they made under the bot's own recipient (`telegram:<user>`) move along.
   */
  redeem(input: RedeemInput): Promise<Linked>
  person(user: string): Promise<ChatPerson | null>
  putPerson(input: ChatPersonInput): Promise<ChatPerson>
  /** Null: nothing is remembered. */
  readState<T>(name: StateName): Promise<T | null>
  /** Null forgets it. Of somebody who is no person here nothing is remembered: they may have been forgotten meanwhile. */
  writeState(name: StateName, value: unknown): Promise<void>
  /** Everything that is remembered of them, and whether they are a person here at all. Their recipient is erased by `recipients.delete`. */
  forget(user: string): Promise<void>
  wasHandled(update: { readonly bot: string; readonly id: number }): Promise<boolean>
  /** After its effects: what dies before that is handled again, and effects are named after the update, so that they happen once. */
  markHandled(update: { readonly bot: string; readonly id: number }): Promise<void>
}

/** Whose reminders those are that are made in a chat that was never linked. `address` as the channel has it: `42`, `-1001234567890/17`. */
export function recipientOfChat(address: string): string {
  return `telegram:${address}`
}
