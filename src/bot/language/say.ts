// Answers in words, in English.

import type { Rule } from '../../time/recurrence/rule.ts'
import { ruleWords } from '../../time/recurrence/rule-words.ts'
import { shortClock as clock, shortMoment } from '../../time/short-moment.ts'
import type { Temporal } from '../../time/temporal.ts'
import type { Language, QuestionCode, RefusalReason, Repeat } from './result.ts'
import { sayKorean } from './say-korean.ts'
import { lengthParts } from './say-length.ts'

export interface Words {
  moment(local: Temporal.PlainDateTime, thisYear: number): string
  rule(rule: Rule): string
  repeat(repeat: Repeat): string
  question(why: QuestionCode): string
  refusal(reason: RefusalReason): string
  /** There is no 02:30 on that day. */
  gap(wanted: Temporal.PlainDateTime, shown: Temporal.PlainDateTime): string
  twice(local: Temporal.PlainDateTime): string
  shortMonths(day: number): string
  leapDay(): string
  otherReading(chosen: string, other: string): string
  defaultTime(time: string): string
  nagMost(times: number): string
}

const longMonths = 'January February March April May June July August September October November December'.split(' ')

const questions: Record<QuestionCode, string> = {
  when: 'When?',
  which_day: 'On which day?',
  which_time: 'At what time?',
  two_times: 'There are several times in this. Which one?',
  two_dates: 'There are several dates in this. Which one?',
  past: 'That is past already. When instead?',
  deadline: 'When shall I remind you of it?',
  length: 'Do you mean: from now?',
  midnight: 'Which midnight: where the day begins, or where it ends?',
  month_or_day: 'Which is the month, and which the day?',
  weekday: 'That date is on another weekday. Which one do you mean?',
  holiday: 'On which date is that?',
  how_often: 'How often, and when?',
  first_time: 'It repeats, and there is a date as well. When does it begin?',
}

const refused: Record<RefusalReason, string> = {
  past: 'That is past.',
  'no such date': 'There is no such date.',
  'no such time': 'There is no such time.',
  'too far': 'That is too far away.',
  'too long': 'The text is too long.',
}

function nth(day: number): string {
  const tens = day % 100
  const end = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${end}`
}

const lengthWords = (iso: string) =>
  lengthParts(iso)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ')

const english: Words = {
  moment: (local, thisYear) => shortMoment('en', local, thisYear),
  rule: (rule) => ruleWords(rule).replace(/^every week on weekdays\b/, 'every weekday'),
  repeat: ({ nag, afterCompletion }) =>
    nag
      ? `every ${lengthWords(nag.every)} until it is done`
      : `${lengthWords(afterCompletion ?? 'PT0S')} after each time it is done`,
  question: (why) => questions[why],
  refusal: (reason) => refused[reason],
  gap: (wanted, shown) =>
    `there is no ${clock(wanted)} on ${wanted.day} ${longMonths[wanted.month - 1]}; I will ring at ${clock(shown)}`,
  twice: (local) =>
    `${clock(local)} comes twice on ${local.day} ${longMonths[local.month - 1]}; I will ring the first time`,
  shortMonths: (day) => `${nth(day)} → the last day in short months`,
  leapDay: () => '29 February → 28 February in years without it',
  otherReading: (chosen, other) => `I take it as ${chosen}; it could be ${other}`,
  defaultTime: (time) => `no time was said, so ${time}`,
  nagMost: (times) => `${times} times at the most`,
}

export const wordsOf: Record<Language, Words> = { en: english, ko: sayKorean }
