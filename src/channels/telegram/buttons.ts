// Buttons under a message. Links lead to the pages of the server. Buttons that call back are answered by a bot: they carry the
// delivery (or, of a message about several, the bundle), signed (callback.ts).

import { isReminderId, parseDeliveryId } from '../../engine/key.ts'
import type { Message } from '../channel.ts'
import { writeCallback } from './callback.ts'
import { type Words, wordsOf } from './words.ts'

export type Button =
  | { readonly text: string; readonly callback_data: string }
  | { readonly text: string; readonly url: string }

/** What the buttons of something that rang mean, by the letter that they carry. Those behind `more` are the bot's. */
export const ringActions = {
  ...{ done: 'd', tenMinutes: 'a', oneHour: 'h', tomorrow: 't', more: 'm' },
  ...{ threeHours: 'c', evening: 'e', nextWeek: 'w', back: 'b', skip: 'k', dontSkip: 'y', stop: 'x', undo: 'u' },
} as const

/** As they stand under a message: five in one row would be cut on a telephone. */
const rows = [
  ['done', 'tenMinutes', 'oneHour'],
  ['tomorrow', 'more'],
] as const

export interface ButtonRules {
  /** Signs buttons that call back; null: nobody answers them. */
  readonly signingKey: Buffer | null
  /** Null: none. */
  readonly links: NonNullable<Message['content']>['actions']
}

/** Rows of buttons; none where nobody would answer them. */
export function keyboard(
  { id, locale }: Pick<Message, 'id' | 'locale'>,
  { signingKey, links }: ButtonRules,
): Button[][] {
  const words = wordsOf(locale)
  // Telegram opens no other links than these for people.
  const isLinked = links?.open.startsWith('https://')
  if (signingKey && (isReminderId(id) || parseDeliveryId(id))) {
    const acts = ringButtons(signingKey, id, words)
    return isLinked ? [...acts, [{ text: words.open, url: links!.open }]] : acts
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

/** Of a delivery, which has no version: what became of it since is looked up when somebody taps. */
function ringButtons(signingKey: Buffer, id: string, words: Words): Button[][] {
  return rows.map((row) =>
    row.map((name) => ({
      text: words[name],
      callback_data: writeCallback(signingKey, { action: ringActions[name], version: 0, id }),
    })),
  )
}
