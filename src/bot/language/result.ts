// What `parse` is asked, and what it answers.

import type { Rule } from '../../time/recurrence/rule.ts'

export type Language = 'en' | 'ko'

/** What is meant where nothing is said. */
export interface Defaults {
  /** Default `09:00`. */
  readonly dateWithoutTime: string
  /** Default `09:00`. */
  readonly morning: string
  /** Default `15:00`. */
  readonly afternoon: string
  /** Default `19:00`. */
  readonly evening: string
  /** Default `21:00`. */
  readonly night: string
  /** Default `monday`. */
  readonly weekStart: 'monday' | 'sunday'
}

export interface ParseOptions {
  /** An instant, or a local time of `zone` (`2026-11-18T10:00:00`). */
  readonly now: Date | string
  /** Whose clock it is: an IANA name. */
  readonly zone: string
  /** In which language to answer, and how 3/4 is read. Default: by the script of the text. */
  readonly locale?: string
  readonly defaults?: Partial<Defaults>
}

/** A moment that may have been meant. */
export interface Offer {
  /** What the clocks of the zone show then: `2026-11-18T21:00`, with `~2` for the second of two. */
  readonly at: string
  readonly instant: Date
  /** The same in words. */
  readonly words: string
  /** The zone that was said with it (`9am Paris time`), on whose clocks it stays. */
  readonly saidZone?: string
}

interface Understood {
  /** What was understood, in words; for a question the question, for a refusal why. */
  readonly understood: string
  /** What was adjusted or assumed, in words. */
  readonly explain: readonly string[]
  /** Which parts of the text say when: [from, to) as in `slice`. */
  readonly spans: readonly (readonly [start: number, end: number])[]
  /** What is left to remind of. */
  readonly text: string
  readonly language: Language
}

export interface Moment extends Understood, Offer {
  readonly kind: 'moment'
  readonly zone: string
  /** Counted by the clock that never changes (`in 72 hours`), not by the calendar (`in 3 days`). */
  readonly isElapsed: boolean
  /** It could have been meant otherwise too; `offers` says how. */
  readonly ambiguous: boolean
  readonly offers: readonly Offer[]
}

/** How `reminders.schedule` takes what is no rule. */
export interface Repeat {
  readonly nag?: { readonly every: string; readonly atMost: number }
  readonly afterCompletion?: string
}

export interface Repeating extends Understood {
  readonly kind: 'rule'
  /** Absent where it repeats by `repeat` alone. */
  readonly rule?: Rule
  readonly repeat?: Repeat
  /** Where it begins: `at` of `reminders.schedule`. */
  readonly start: string
  readonly zone: string
  /** The first that will ring, five at the most. */
  readonly next: readonly Offer[]
  /** Whether it ends by itself. */
  readonly ends: boolean
  readonly ambiguous: boolean
  readonly offers: readonly Offer[]
}

export const questions = {
  when: 'Nothing in the text says when.',
  which_day: 'A week or a month, but not which day.',
  which_time: 'A part of the day, but not which hour.',
  two_times: 'Two times in one sentence.',
  two_dates: 'Two dates in one sentence.',
  past: 'It is past already.',
  deadline: 'By then, before it or after it: when to remind is not said.',
  length: 'A length of time without in or later.',
  midnight: 'The midnight before that day, or the one after it.',
  month_or_day: '3/4 is a day in March to some and one in April to others.',
  weekday: 'The date is not on that weekday.',
  holiday: 'A holiday whose date is not certain.',
  how_often: 'How often is not said, or twice.',
  first_time: 'It counts from something that is not said.',
} as const
export type QuestionCode = keyof typeof questions

export interface Question extends Understood {
  readonly kind: 'question'
  readonly why: QuestionCode
  readonly offers: readonly Offer[]
}

export const refusals = ['past', 'no such date', 'no such time', 'too far', 'too long'] as const
export type RefusalReason = (typeof refusals)[number]

export interface Refused extends Understood {
  readonly kind: 'refusal'
  readonly reason: RefusalReason
}

export type Parsed = Moment | Repeating | Question | Refused
