// Buttons under something that rang. The first keyboard is the channel's, the second one what `…` opens.

import { type Button, keyboard, ringActions } from '../channels/telegram/buttons.ts'
import { versionMark, writeCallback } from '../channels/telegram/callback.ts'
import type { Reminder } from '../index.ts'
import type { Ground } from './context.ts'
import { bringBackKeyboard } from './echo.ts'
import { languageOf } from './speaker.ts'
import { ringingWords } from './words/ringing.ts'

export type Keyboard = readonly (readonly Button[])[]

export function ringKeyboard(signingKey: Buffer, id: string, locale: string): Keyboard {
  return keyboard({ id, locale }, { signingKey, links: null })
}

/** A rule of somebody's own can be left out once, or stopped; what stands behind a meeting or an alarm is changed there. */
export function isSeries({ entity, repeats }: Pick<Reminder, 'entity' | 'repeats'>): boolean {
  return entity.type === 'note' && repeats !== null
}

/** Under one whose next ring was skipped, above the others. */
export function skippedKeyboard(signingKey: Buffer, id: string, locale: string, reminder: Reminder): Keyboard {
  const version = versionMark(reminder.version)
  const { dontSkip } = ringingWords(languageOf(locale))
  const callback = { action: ringActions.dontSkip, version, id }
  const button = { text: dontSkip, callback_data: writeCallback(signingKey, callback) }
  return [[button], ...ringKeyboard(signingKey, id, locale)]
}

/** Of what was said last: above the others, where there are any. */
export function undoKeyboard(signingKey: Buffer, id: string, locale: string, others: Keyboard = []): Keyboard {
  const { undo } = ringingWords(languageOf(locale))
  const callback = { action: ringActions.undo, version: 0, id }
  return [[{ text: undo, callback_data: writeCallback(signingKey, callback) }], ...others]
}

/** Under one that was stopped. */
export function stoppedKeyboard(ground: Ground, reminder: string, locale: string): Keyboard {
  return bringBackKeyboard(ground, reminder, languageOf(locale)).inline_keyboard as Keyboard
}

type MoreName = 'threeHours' | 'evening' | 'nextWeek' | 'skip' | 'stop' | 'back'

export function moreKeyboard(
  signingKey: Buffer,
  id: string,
  locale: string,
  reminder: Reminder | null,
  isGroup: boolean,
): Keyboard {
  const words = ringingWords(languageOf(locale))
  const version = versionMark(reminder?.version)
  const button = (name: MoreName): Button => ({
    ...{ text: words[name], callback_data: writeCallback(signingKey, { action: ringActions[name], version, id }) },
  })
  const series = reminder && isSeries(reminder) && !isGroup
  return [
    [button('threeHours'), button('evening'), button('nextWeek')],
    // Without a rule nothing says which ring would be left out.
    ...(series ? [[...(reminder.series?.rule ? [button('skip')] : []), button('stop')]] : []),
    [button('back')],
  ]
}
