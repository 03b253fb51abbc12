// The echo of a reminder: the message that says how it was understood, with buttons that take it back, move it and make it repeat.

import type { InlineKeyboardButton, InlineKeyboardMarkup } from 'grammy/types'
import { idOfHex, versionMark, writeCallback, writeChoice } from '../channels/telegram/callback.ts'
import type { Reminder } from '../index.ts'
import type { Ground, Speaker } from './context.ts'
import type { Rhythm } from './shift.ts'
import { lines, momentWords, type Shown, showReminder, titleOf, type Viewer } from './show.ts'
import { isThere, whyOver } from './whose.ts'
import { type AddingWords, addingWords, type ButtonName } from './words/adding.ts'

/** What the buttons carry: with a reminder, and with a rhythm of one. */
export const letters = {
  ...{ undo: 'A', bringBack: 'B', time: 'C', repeat: 'D', otherReading: 'E', back: 'F' },
  ...{ tenMinutes: 'G', hour: 'H', tomorrow: 'I', otherTime: 'J' },
} as const
export const rhythmLetter = 'K'

/** Below the line of the reminder: what was adjusted or assumed. */
export function showEcho(
  reminder: Reminder,
  viewer: Viewer,
  speaker: ZoneOfSpeaker,
  explain: readonly string[] = [],
): Shown {
  const words = addingWords(viewer.language)
  const { adjusted, plannedAt } = reminder
  const isQuiet = (adjusted === 'deferred' || adjusted === 'advanced') && plannedAt !== null
  const notes = [
    ...explain,
    ...(isQuiet ? [words.quietHours(momentWords(plannedAt, viewer))] : []),
    ...zoneNotes(speaker, words),
  ]
  return lines(showReminder(reminder, viewer), ...notes.map((note) => `· ${note}`))
}

type ZoneOfSpeaker = Pick<Speaker, 'hasZone' | 'isGroup' | 'isZoneNews' | 'zone'>

/** Of a clock that nobody has chosen. */
function zoneNotes({ hasZone, isGroup, isZoneNews, zone }: ZoneOfSpeaker, words: AddingWords): string[] {
  if (!hasZone) return [isGroup ? words.groupZoneIsGuess(zone) : words.zoneIsGuess(zone)]
  return isZoneNews ? [words.groupZoneIsYours(zone)] : []
}

/** What is left to say of one that is over. */
export function showOver(reminder: Reminder, { language }: Viewer): Shown {
  const words = addingWords(language)
  const title = titleOf(reminder, language)
  const why = whyOver(reminder)
  return { text: why === 'wasDeleted' ? words.deleted(title) : `${title}\n${words[why]}`, entities: [] }
}

export interface KeyboardOptions {
  readonly menu?: 'time' | 'repeat'
  /** How else it could have been meant, in words. */
  readonly other?: string | null
}

export function echoKeyboard(
  ground: Ground,
  reminder: Reminder,
  language: Viewer['language'],
  { menu, other }: KeyboardOptions = {},
): InlineKeyboardMarkup {
  if (!isThere(reminder)) return { inline_keyboard: [] }
  const { buttons } = addingWords(language)
  const button = (name: ButtonName & keyof typeof letters) => act(ground, letters[name], reminder, buttons[name])
  const rhythm = (name: Rhythm) => ({ text: buttons[name], callback_data: rhythmData(ground, reminder, name) })
  if (menu === 'time')
    return {
      inline_keyboard: [
        [button('tenMinutes'), button('hour'), button('tomorrow')],
        [button('otherTime'), button('back')],
      ],
    }
  if (menu === 'repeat')
    return {
      inline_keyboard: [
        [rhythm('daily'), rhythm('weekdays')],
        [rhythm('weekly'), rhythm('monthly')],
        [rhythm('once'), button('back')],
      ],
    }
  const otherRow = other ? [[act(ground, letters.otherReading, reminder, other)]] : []
  // Of one that was changed, "Undo" would promise to take back the change.
  const gone = act(ground, letters.undo, reminder, reminder.version === 1 ? buttons.undo : buttons.delete)
  return { inline_keyboard: [...otherRow, [gone, button('time'), button('repeat')]] }
}

/** Under what was deleted. */
export function bringBackKeyboard(ground: Ground, id: string, language: Viewer['language']): InlineKeyboardMarkup {
  const callback = writeCallback(ground.signingKey, { action: letters.bringBack, version: 0, id })
  return { inline_keyboard: [[{ text: addingWords(language).buttons.bringBack, callback_data: callback }]] }
}

function act({ signingKey }: Ground, action: string, reminder: Reminder, text: string): InlineKeyboardButton {
  const callback = { action, version: versionMark(reminder.version), id: reminder.id }
  return { text, callback_data: writeCallback(signingKey, callback) }
}

const rhythms: Readonly<Record<string, Rhythm>> = { d: 'daily', k: 'weekdays', w: 'weekly', m: 'monthly', o: 'once' }

/** 22 letters of the reminder, the rhythm, up to 4 of the version. */
function rhythmData({ signingKey }: Ground, reminder: Reminder, rhythm: Rhythm): string {
  const id = Buffer.from(reminder.id.replaceAll('-', ''), 'hex').toString('base64url')
  const [letter] = Object.entries(rhythms).find(([, name]) => name === rhythm)!
  const value = `${id}${letter}${versionMark(reminder.version).toString(36)}`
  return writeChoice(signingKey, { action: rhythmLetter, value })
}

export interface ChosenRhythm {
  readonly id: string
  readonly version: number
  readonly rhythm: Rhythm
}

/** Null for what `echoKeyboard` did not write. */
export function readRhythm(value: string): ChosenRhythm | null {
  const [, text, letter, version] = /^([\w-]{22})([a-z])([0-9a-z]{1,4})$/.exec(value) ?? []
  const rhythm = rhythms[letter ?? '']
  const id = idOfHex(Buffer.from(text ?? '', 'base64url').toString('hex'))
  return id === null || version === undefined || !rhythm ? null : { id, rhythm, version: Number.parseInt(version, 36) }
}
