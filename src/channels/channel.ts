// What a channel is: a name, an honest word about repetition, and a send that answers with a value. A channel never
// retries by itself and never throws for what a provider answered: each of these is an outcome, and the engine decides
// what follows (src/engine/conclude.ts). Something thrown counts as `unknown`.

export interface Message {
  /** Stable over all attempts of one delivery: the idempotency key. */
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
}

export type Outcome =
  /** The provider has it. */
  | { readonly kind: 'delivered'; readonly reply?: string }
  /** Definitely not sent, and worth another try: connection refused, 429, SMTP 4xx. */
  | { readonly kind: 'deferred'; readonly retryAfterMs?: number; readonly reply?: string }
  /** Definitely not sent, and never will be: 4xx, SMTP 5xx. */
  | { readonly kind: 'refused'; readonly reply?: string }
  /** Definitely not sent: the address does not exist any more. */
  | { readonly kind: 'gone'; readonly reply?: string }
  /** Nobody can say whether it was sent. */
  | { readonly kind: 'unknown'; readonly reply?: string }

export interface Channel {
  readonly name: string
  /** Does a repeated send under the same `message.id` reach the person once? */
  readonly idempotent: boolean
  /** Is there nothing to send without an address? Default true. */
  readonly needsAddress?: boolean
  /** Sends that may be under way at once in one worker. Default 10. */
  readonly concurrency?: number
  /** After this a send is given up as `unknown`. Default 15,000; must be well below the lease. */
  readonly timeoutMs?: number
  send(message: Message, signal: AbortSignal): Promise<Outcome>
  /** Many at once, answered in order. Used instead of `send` where present. */
  sendMany?(messages: readonly Message[], signal: AbortSignal): Promise<readonly Outcome[]>
}
