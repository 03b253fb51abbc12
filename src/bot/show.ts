// Moments and reminders as people say them, in English and Korean. A text comes with Telegram's `date_time` entities, so that everybody
// in a group sees their own clock; where Telegram does not know them yet, the same text is sent without.

import { type Api, GrammyError } from 'grammy'
import type { MessageEntity } from 'grammy/types'
import { textUnitsMax } from '../channels/telegram/text.ts'
import { cutWithMark } from '../cut-text.ts'
import type { Reminder } from '../index.ts'
import { localAt, sameZone } from '../time/zone.ts'
import type { Language } from './language/index.ts'
import { wordsOf } from './language/say.ts'
import { showing } from './words/showing.ts'

/** What is sent: a text, and what Telegram should know of parts of it. */
export interface Shown {
  readonly text: string
  readonly entities: readonly MessageEntity[]
}

/** In whose language and on whose clock, and when it is said. */
export interface Viewer {
  readonly language: Language
  readonly zone: string
  readonly now: Date
}

/** Pieces in a row; what is plain text may be written as such. */
export function together(...pieces: readonly (string | Shown)[]): Shown {
  let text = ''
  const entities: MessageEntity[] = []
  for (const piece of pieces) {
    if (typeof piece !== 'string')
      entities.push(...piece.entities.map((entity) => ({ ...entity, offset: entity.offset + text.length })))
    text += typeof piece === 'string' ? piece : piece.text
  }
  return { text, entities }
}

/** Lines that are there, one below the other. */
export function lines(...pieces: readonly (string | Shown | null)[]): Shown {
  const there = pieces.filter((piece) => piece !== null)
  return together(...there.flatMap((piece, i) => (i === 0 ? [piece] : ['\n', piece])))
}

/** `Thu 19 Nov, 09:00`, on the viewer's clock, with the year where it is not this one. With `zone`, and the time there, where that is another. */
export function showMoment(at: Date, viewer: Viewer, zone?: string | null, hasSeconds?: boolean): Shown {
  const text = momentWords(at, viewer, hasSeconds)
  const entity = {
    type: 'date_time' as const,
    offset: 0,
    length: text.length,
    unix_time: Math.floor(at.getTime() / 1_000),
    date_time_format: 'wdt' as const,
  }
  return together({ text, entities: [entity] }, thereOf(at, viewer, zone))
}

/** `09:00`, of a day that was named already. */
export function showClock(at: Date, viewer: Viewer, zone?: string | null): Shown {
  const text = clockWords(at, viewer.zone)
  const unix_time = Math.floor(at.getTime() / 1_000)
  const entity = {
    type: 'date_time' as const,
    offset: 0,
    length: text.length,
    unix_time,
    date_time_format: 't' as const,
  }
  return together({ text, entities: [entity] }, thereOf(at, viewer, zone))
}

/** The same without entities: for a button. */
export function momentWords(at: Date, { language, zone, now }: Viewer, hasSeconds = isClose(at, now)): string {
  const year = localAt(now, zone).year
  const local = localAt(at, zone).round('second')
  return wordsOf[language].moment(hasSeconds ? local : local.with({ second: 0 }), year)
}

/** Nobody waits for a second of what is further away. */
const closeMs = 120_000

function isClose(at: Date, now: Date): boolean {
  const awayMs = at.getTime() - now.getTime()
  return awayMs >= 0 && awayMs < closeMs
}

/** `in 23 h`, `5분 후`; what is past or within half a second is now. */
export function distanceWords(at: Date, { language, zone, now }: Viewer): string {
  const words = showing[language]
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000)
  if (seconds <= 0) return words.now
  if (seconds < 60) return words.in(words.seconds(seconds))
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return words.in(words.minutes(minutes))
  const hours = Math.floor(minutes / 60)
  // Whoever waits for a day does not count the minutes.
  if (minutes < 10 * 60 && minutes % 60 !== 0) return words.in(words.hours(hours), words.minutes(minutes % 60))
  if (minutes < 36 * 60) return words.in(words.hours(Math.round(minutes / 60)))
  const days = localAt(now, zone).toPlainDate().until(localAt(at, zone).toPlainDate(), { largestUnit: 'day' }).days
  if (days < 60) return words.in(words.days(days))
  const months = Math.round(days / 30.437)
  return months < 24 ? words.in(words.months(months)) : words.in(words.years(Math.round(months / 12)))
}

/** `Thu 19 Nov, 09:00, in 23 h` */
export function showWhen(at: Date, viewer: Viewer, zone?: string | null, hasSeconds?: boolean): Shown {
  return together(showMoment(at, viewer, zone, hasSeconds), ', ', distanceWords(at, viewer))
}

/** How it repeats, in words; null where it rings once. */
export function repeatWords({ series }: Pick<Reminder, 'series'>, language: Language): string | null {
  if (!series) return null
  const words = wordsOf[language]
  const { rule, repeat } = series
  const { nag, afterCompletion, backoff } = repeat ?? {}
  const other = nag
    ? words.repeat({ nag: { every: nag.every, atMost: nag.atMost ?? 0 } })
    : afterCompletion !== undefined
      ? words.repeat({ afterCompletion })
      : backoff && showing[language].backoff
  return [rule && words.rule(rule), other].filter(Boolean).join(', ') || null
}

/** What it says: its title, or what it is about. */
export function titleOf(
  { title, body, entity }: Pick<Reminder, 'title' | 'body' | 'entity'>,
  language: Language,
): string {
  if (title) return title
  return body || (entity.type === 'note' ? showing[language].untitled : entity.type)
}

/** `Thu 19 Nov, 09:00, in 23 h: call mom`, with how it repeats. What has no moment says why. */
export function showReminder(reminder: Reminder, viewer: Viewer): Shown {
  const { language } = viewer
  const repeats = repeatWords(reminder, language)
  return together(showStanding(reminder, viewer), `: ${titleOf(reminder, language)}`, repeats ? ` (🔁 ${repeats})` : '')
}

function showStanding(reminder: Reminder, viewer: Viewer): Shown {
  const { state, dueAt, timezone } = reminder
  if (state === 'scheduled' && dueAt) return showWhen(dueAt, viewer, timezone, saidSeconds(reminder) || undefined)
  const words = showing[viewer.language]
  const text = state === 'paused' ? words.paused : state === 'waiting' ? words.waiting : words.over
  return { text, entities: [] }
}

/** A wall clock with seconds, such as 14:30:15, was said so, unless they are those of the moment at which it was asked for: in two days. */
function saidSeconds({ occurrence, adjusted, createdAt, version }: Reminder): boolean {
  const seconds = /T\d\d:\d\d:(\d\d)(?:\.\d+)?$/.exec(occurrence)?.[1]
  if (seconds === undefined || adjusted !== null || version !== 1 || !createdAt) return false
  return (createdAt.getUTCSeconds() - Number(seconds) + 60) % 60 > askingSeconds
}

/** From reading a sentence until its reminder is there. */
const askingSeconds = 10

/** ` (09:00 New York)`, where that is another clock than theirs. */
function thereOf(at: Date, viewer: Viewer, zone: string | null | undefined): string {
  if (zone == null || sameZone(zone, viewer.zone)) return ''
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return ` (${clockWords(at, zone)} ${city})`
}

export function clockWords(at: Date, zone: string): string {
  return localAt(at, zone).toPlainTime().toString({ smallestUnit: 'minute' })
}

type SendOptions = Omit<NonNullable<Parameters<Api['sendMessage']>[2]>, 'entities' | 'parse_mode'>
type EditOptions = Omit<NonNullable<Parameters<Api['editMessageText']>[3]>, 'entities' | 'parse_mode'>

/** As much as Telegram takes in one message: what was done is done, and has to be answered. */
export function fitted({ text, entities }: Shown): Shown {
  const cut = cutWithMark(text, textUnitsMax)
  return {
    text: cut,
    entities: cut === text ? entities : entities.filter((one) => one.offset + one.length < cut.length),
  }
}

/** Answers the message's id. */
export async function sendShown(
  api: Api,
  chat: number | string,
  shown: Shown,
  options: SendOptions = {},
): Promise<number> {
  const fits = fitted(shown)
  const message = await orPlain(fits, (entities) => api.sendMessage(chat, fits.text, { ...options, ...entities }))
  return message.message_id
}

/** True: the message shows it. False: there is no such message any more, or it cannot be edited. */
export async function editShown(
  api: Api,
  { chat, message }: { readonly chat: number | string; readonly message: number },
  shown: Shown,
  options: EditOptions = {},
): Promise<boolean> {
  const fits = fitted(shown)
  try {
    await orPlain(fits, (entities) => api.editMessageText(chat, message, fits.text, { ...options, ...entities }))
    return true
  } catch (error) {
    if (!isRefused(error)) throw error
    return /not modified/i.test(error.description)
  }
}

/** A 400 says for certain that nothing was sent, so that the same text may go without what Telegram may not know. */
async function orPlain<T>(shown: Shown, send: (options: { entities?: MessageEntity[] }) => Promise<T>): Promise<T> {
  if (shown.entities.length === 0) return await send({})
  try {
    return await send({ entities: [...shown.entities] })
  } catch (error) {
    if (!isRefused(error) || /not modified/i.test(error.description)) throw error
    return await send({})
  }
}

/** For certain: nothing was sent, or changed. */
export function isRefused(error: unknown): error is GrammyError {
  return error instanceof GrammyError && error.error_code === 400
}
