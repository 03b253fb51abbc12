// How a reminder repeats. The server says it in English; in Korean it is said here, from the same facts.

import type { Rule } from '../../../src/time/recurrence/rule.ts'
import type { Reminder } from '../api.ts'
import type { Words } from '../language.ts'
import { offsetMs } from '../length.ts'
import { countedIn, lengthIn } from '../spans.ts'
import { partsOf } from '../step-words.ts'

type Repeating = Pick<Reminder, 'repeats' | 'series'>
type Repeat = NonNullable<NonNullable<Reminder['series']>['repeat']>

export const words: Words<(reminder: Repeating) => string | null> = {
  en: ({ repeats }) => repeats,
  ko: ({ repeats, series }) => {
    if (!series) return repeats
    const { rule, repeat } = series
    const said = [isParts(rule) ? koreanRule(rule) : null, repeat ? koreanRepeat(repeat) : null]
    return said.filter(Boolean).join(', ') || repeats
  },
}

/** As the server keeps rules: never as the text that they were written in. */
function isParts(rule: unknown): rule is Rule {
  return typeof rule === 'object' && rule !== null && 'every' in rule
}

type Unit = Rule['every']
const each: Readonly<Record<Unit, string>> = {
  ...{ second: '매초', minute: '매분', hour: '매시간', day: '매일', week: '매주', month: '매월', year: '매년' },
}
const units: Readonly<Record<Unit, string>> = {
  ...{ second: '초', minute: '분', hour: '시간', day: '일', week: '주', month: '개월', year: '년' },
}
const dayLetters: Readonly<Record<string, string>> = {
  ...{ monday: '월', tuesday: '화', wednesday: '수', thursday: '목', friday: '금', saturday: '토', sunday: '일' },
}
const workdays = 'monday,tuesday,wednesday,thursday,friday'
/** Longer lists of dates are only counted. */
const listedMax = 3

function koreanRule(rule: Rule): string {
  const { every, interval = 1, until, count, except, also, setPosition } = rule
  const isWorkdays = rule.on?.join() === workdays
  const sentence = [
    // 평일 says it already: of each week.
    isWorkdays && every === 'week' && interval === 1
      ? ''
      : interval === 1
        ? each[every]
        : `${interval}${units[every]}마다`,
    list(rule.inMonths, (month) => `${month}월`),
    list(rule.inWeeks, (week) => `${place(week)} 주`),
    list(rule.onYearDays, (day) => `${place(day)} 날`),
    list(rule.onDays, (day) => (day > 0 ? `${day}일` : day === -1 ? '말일' : `끝에서 ${-day}번째 날`)),
    isWorkdays ? '평일' : list(rule.on, koreanDay),
    list(rule.at, (time) => time),
    list(rule.atHours, (hour) => `${hour}시`),
    list(rule.atMinutes, (minute) => `${minute}분`),
    list(rule.atSeconds, (second) => `${second}초`),
  ]
  const clauses = [
    setPosition ? `그중 ${list(setPosition, (one) => `${place(one)} 것`)}만` : '',
    until ? `${koreanPoint(until)}까지` : count ? `${count}번` : '',
    except ? `${points(except)} 제외` : '',
    also ? `${points(also)} 추가` : '',
  ]
  return [sentence.filter(Boolean).join(' '), ...clauses.filter(Boolean)].join(', ')
}

function list<T>(values: readonly T[] | undefined, say: (value: T) => string): string {
  return (values ?? []).map(say).join(', ')
}

/** `2번째`, `마지막`, `끝에서 2번째` */
function place(number: number): string {
  if (number > 0) return `${number}번째`
  return number === -1 ? '마지막' : `끝에서 ${-number}번째`
}

/** `monday`, `1st monday`, `last friday`, `2nd last friday` */
function koreanDay(day: string): string {
  const [name = '', ...before] = day.split(' ').reverse()
  const number = Number.parseInt(before.at(-1) ?? '', 10)
  const where = before.includes('last')
    ? place(-(Number.isNaN(number) ? 1 : number))
    : before.length
      ? place(number)
      : ''
  return `${where} ${dayLetters[name] ?? name}요일`.trim()
}

function points(all: readonly string[]): string {
  return all.length > listedMax ? `날짜 ${all.length}개` : list(all, koreanPoint)
}

/** `2027년 3월 1일 09:00` */
function koreanPoint(point: string): string {
  const [date = '', time = ''] = point.replace(/~2$/, '').split('T')
  const [year, month, day] = date.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일 ${time.replace(/(:00)?Z$/, ' UTC')}`.trim()
}

function koreanRepeat({ nag, backoff, afterCompletion }: Repeat): string {
  if (nag) return `끝낼 때까지 ${koreanLength(nag.every)}마다${nag.atMost ? `, 최대 ${nag.atMost}번` : ''}`
  if (backoff) {
    const { base, factor, cap } = backoff
    const most = cap ? `, 최대 ${koreanLength(cap)}` : ''
    return `${base ? koreanLength(base) : ''} 뒤, 그다음부터 ${factor ?? 2}배씩 길어짐${most}`.trim()
  }
  return `끝낸 뒤 ${koreanLength(afterCompletion ?? 'PT0S')} 후`
}

function koreanLength(duration: string): string {
  const ms = offsetMs(duration)
  if (!Number.isNaN(ms) && ms % 60_000 === 0) return lengthIn('ko', ms)
  return partsOf(duration)
    .map(([count, unit]) => countedIn('ko', count, unit))
    .join(' ')
}
