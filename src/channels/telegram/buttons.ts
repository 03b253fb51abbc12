// Buttons under a message. Links lead to the pages of the server. Buttons that call back are answered by a bot: they carry the
// delivery, which is a name and no secret, so whoever answers checks that the chat is the recipient's.

import { deliveryId, parseDeliveryId } from '../../engine/key.ts'
import type { Message } from '../channel.ts'
import { wordsOf } from './words.ts'

export type CallbackAction = 'done' | 'snooze'

export interface Callback {
  readonly action: CallbackAction
  /** The delivery's id. */
  readonly delivery: string
}

export type Button =
  | { readonly text: string; readonly callback_data: string }
  | { readonly text: string; readonly url: string }

const letters = { done: 'd', snooze: 's' } as const

/**
 * `d:` and 32 letters. Telegram takes 64 bytes: an id has 53 characters, which are 24 bytes, 16 of the reminder and 8 of the
 * occurrence. Throws for what is no delivery's id.
 */
export function callbackData(action: CallbackAction, delivery: string): string {
  if (!parseDeliveryId(delivery)) throw new TypeError('not the id of a delivery')
  return `${letters[action]}:${Buffer.from(delivery.replace(/[-.]/g, ''), 'hex').toString('base64url')}`
}

/** Null for anything that `callbackData` did not write. */
export function readCallbackData(data: string): Callback | null {
  const [, letter, text] = /^([ds]):([A-Za-z0-9_-]{32})$/.exec(data) ?? []
  if (letter === undefined || text === undefined) return null
  const hex = Buffer.from(text, 'base64url').toString('hex')
  const reminder = hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const occurrenceKey = BigInt.asIntN(64, BigInt(`0x${hex.slice(32)}`)).toString()
  return { action: letter === 'd' ? 'done' : 'snooze', delivery: deliveryId({ reminder, occurrenceKey }) }
}

export interface ButtonRules {
  /** Somebody answers buttons that call back. */
  readonly callbacks: boolean
  /** Null: none. */
  readonly links: NonNullable<Message['content']>['actions']
}

/** Rows of buttons; none where nobody would answer them. */
export function keyboard(
  { id, locale }: Pick<Message, 'id' | 'locale'>,
  { callbacks, links }: ButtonRules,
): Button[][] {
  const words = wordsOf(locale)
  const ids = callbacks && parseDeliveryId(id)
  // Telegram opens no other links than these for people.
  const isLinked = links?.open.startsWith('https://')
  if (ids) {
    const acts = [
      { text: words.done, callback_data: callbackData('done', id) },
      { text: words.snooze, callback_data: callbackData('snooze', id) },
    ]
    return isLinked ? [acts, [{ text: words.open, url: links!.open }]] : [acts]
  }
  return isLinked
    ? [
        [
          { text: words.done, url: links!.done },
          { text: words.snooze, url: links!.snooze },
        ],
      ]
    : []
}
