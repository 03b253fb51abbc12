// What a channel is: a name, an honest word about repetition, and a send that answers with a value. A channel never
// retries by itself and never throws for what a provider answered: each of these is an outcome, and the engine decides
// what follows (src/engine/conclude.ts). Something thrown counts as `unknown`.

import type { Database } from '../engine/database.ts'
import type { Logger } from '../log.ts'
import type { Content, Format } from './content.ts'

export interface Message {
  /** Stable over all attempts of one delivery, or of those that were put together: the idempotency key. */
  readonly id: string
  readonly tenant: string
  readonly recipient: string
  readonly address: string | null
  readonly entity: { readonly type: string; readonly id: string }
  readonly kind: string
  readonly occurrence: string
  readonly title: string | null
  readonly body: string | null
  readonly data: unknown
  readonly dueAt: Date
  readonly usefulUntil: Date | null
  readonly timezone: string
  readonly locale: string
  readonly attempt: number
  /** Tries before this one that count: those that definitely failed, and those that were lost. Busy ones do not. */
  readonly tries?: number
  /** Marked as critical when it was scheduled. */
  readonly critical?: boolean
  /** The words, for a channel that asks for them by `format`. */
  readonly content?: Content
  /**
   * Where several reminders were put together: those that this message is about. `title` and `body` then are a list in English;
   * `entity` is the bundle. Only one may be left, when a message is tried again: then everything but the id is of that one.
   */
  readonly members?: readonly MessageMember[]
}

/** One of several reminders in a message; `id` is that of its delivery. */
export type MessageMember = Pick<Message, 'id' | 'entity' | 'kind' | 'occurrence' | 'title' | 'body' | 'data' | 'dueAt'>

/** Why an address is not used any more. */
export type AddressFault = 'gone' | 'bounced' | 'blocked'

export type Outcome =
  /** The provider has it. */
  | { readonly kind: 'delivered'; readonly reply?: string }
  /** Definitely not sent, and worth another try: connection refused, SMTP 4xx. */
  | { readonly kind: 'deferred'; readonly retryAfterMs?: number; readonly reply?: string }
  /** Not tried at all, or turned away for the pace alone (429): taken again after the wait, however often that happens. */
  | { readonly kind: 'busy'; readonly retryAfterMs?: number; readonly reply?: string }
  /** Definitely not sent, and never will be: 4xx, SMTP 5xx. */
  | { readonly kind: 'refused'; readonly reply?: string }
  /** Definitely not sent: nobody can be reached at this address any more. It is suspended, for this reason (default `gone`). */
  | { readonly kind: 'gone'; readonly fault?: AddressFault; readonly reply?: string }
  /** Deliberately not sent (default `demo_mode`). `reply` is what would have been. */
  | { readonly kind: 'suppressed'; readonly reason?: 'demo_mode' | 'no_address'; readonly reply?: string }
  /** Nobody can say whether it was sent. */
  | { readonly kind: 'unknown'; readonly reply?: string }

export interface Channel {
  readonly name: string
  /** It sends nothing, and says what it would have sent. */
  readonly isDemo?: boolean
  /** Does a repeated send under the same `message.id` reach the person once? */
  readonly idempotent: boolean
  /** Is there nothing to send without an address? Default true. `optional`: it is brought along where there is one. */
  readonly needsAddress?: boolean | 'optional'
  /** Sends that may be under way at once in one worker. Default 10. */
  readonly concurrency?: number
  /** After this a send is given up as `unknown`; must be well below the lease. Default 15,000, or half the lease if that is less. */
  readonly timeoutMs?: number
  /** How long to wait before each further try of what was definitely not sent. Default: the worker's, 1, 5 and 15 minutes. */
  readonly retryDelaysMs?: readonly number[]
  /** The words that messages bring along in `content`. Default: none. */
  readonly format?: Format
  /** Reads an address as people give it, and answers how it is kept. Throws a BelfryError for what is none. */
  readAddress?(text: string, field: string): string
  send(message: Message, signal: AbortSignal): Promise<Outcome>
  /** Many at once, answered in order. Used instead of `send` where present. */
  sendMany?(messages: readonly Message[], signal: AbortSignal): Promise<readonly Outcome[]>
  /** Gives back what it holds: connections that are kept open. */
  close?(): Promise<void>
}

/** A channel that needs more than its own options is made when Belfry opens. */
export interface ChannelMaker {
  readonly name: string
  /** Nothing leaves this machine: it says what it would have sent. */
  readonly isDemo?: boolean
  /** Asks nothing of the database: it may not be migrated yet. */
  make(ground: ChannelGround): Channel
}

/** What channels stand on. */
export interface ChannelGround {
  /** The owner's connection: statements name their tenant. */
  readonly db: Database
  readonly logger: Logger
  readonly vault: Vault
  /** How the server is reached from outside, without a slash at the end; null: nobody has said. */
  readonly publicUrl: string | null
  /** Networks and hosts that requests may reach although they are private, such as 10.1.0.0/16 or hooks.internal. */
  readonly allowedTargets: readonly string[]
}

/** Secrets at rest: AES-256-GCM under a key that is not in the database. */
export interface Vault {
  /** `context` says what it is for; only the same words open it. */
  seal(plain: string, context: string): Promise<Buffer>
  open(sealed: Buffer, context: string): Promise<string>
  /** Throws where the secrets of this database have another key than this process. */
  check(): Promise<void>
}
