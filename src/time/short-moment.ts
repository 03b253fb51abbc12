// Moments as a chat says them: "Thu 19 Nov, 09:00", "11월 19일(목) 09:00". By 24 hours and without a zone: they are on the clock of whoever reads them.

import { type Listener, languageOf } from './say-moment.ts'
import { Temporal } from './temporal.ts'
import { instantToLocal } from './zone.ts'

type ShortLanguage = 'en' | 'ko'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const days = { en: 'Mon Tue Wed Thu Fri Sat Sun'.split(' '), ko: [...'월화수목금토일'] }

/** With seconds only where there are some. */
export function shortClock(local: Temporal.PlainDateTime): string {
  return local.toPlainTime().toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' })
}

/** With the year where it is not this one. */
export function shortDate(language: ShortLanguage, local: Temporal.PlainDateTime, thisYear: number): string {
  const { year, month, day } = local
  const weekday = days[language][local.dayOfWeek - 1]
  if (language === 'ko') return `${year === thisYear ? '' : `${year}년 `}${month}월 ${day}일(${weekday})`
  return `${weekday} ${day} ${months[month - 1]}${year === thisYear ? '' : ` ${year}`}`
}

export function shortMoment(language: ShortLanguage, local: Temporal.PlainDateTime, thisYear: number): string {
  return `${shortDate(language, local, thisYear)}${language === 'ko' ? ' ' : ', '}${shortClock(local)}`
}

export interface ShortSaid {
  readonly text: string
  /** The clock alone. */
  readonly isToday: boolean
}

/** To the minute; without the date where it is today's. */
export function sayShort(atMs: number, listener: Listener): ShortSaid {
  const local = minuteOf(atMs, listener)
  const now = minuteOf(listener.nowMs, listener)
  const isToday = isSameDay(local, now)
  return { text: isToday ? shortClock(local) : shortMoment(languageFor(listener), local, now.year), isToday }
}

/** From when to when; the end by its clock where it is on the same day. */
export function sayShortSpan(startMs: number, endMs: number, listener: Listener): string {
  const language = languageFor(listener)
  const end = minuteOf(endMs, listener)
  const isOneDay = isSameDay(minuteOf(startMs, listener), end)
  const until = isOneDay ? shortClock(end) : shortMoment(language, end, minuteOf(listener.nowMs, listener).year)
  return `${sayShort(startMs, listener).text}${language === 'ko' ? '~' : ' \u2013 '}${until}`
}

function languageFor({ locale }: Listener): ShortLanguage {
  return languageOf(locale) === 'ko' ? 'ko' : 'en'
}

function isSameDay(one: Temporal.PlainDateTime, other: Temporal.PlainDateTime): boolean {
  return one.toPlainDate().equals(other.toPlainDate())
}

function minuteOf(atMs: number, { timezone }: Listener): Temporal.PlainDateTime {
  const local = instantToLocal(Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)), timezone)
  return local.round({ smallestUnit: 'minute', roundingMode: 'floor' })
}
