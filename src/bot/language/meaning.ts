// What phrases mean, before anything is computed: the words between the grammar, which knows no calendar, and the steps that resolve.

export type LengthUnit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds'
export type Length = Partial<Record<LengthUnit, number>>

/** Counted by the clock, at least in part. */
export function isFine({ hours, minutes, seconds }: Length): boolean {
  return Boolean(hours || minutes || seconds)
}

export type DayPart = 'dawn' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

export type TimeOfDay =
  | {
      readonly is: 'clock'
      readonly hour: number
      readonly minute: number
      readonly second: number
      /** Which half of the day, or which part of it. */
      readonly part?: DayPart | 'am' | 'pm'
      /** Written by 24 hours: 09:00, 18:30, 15시. */
      readonly isExact?: boolean
    }
  | { readonly is: 'part'; readonly part: DayPart }
  | { readonly is: 'midnight' }

export type PeriodUnit = 'week' | 'month' | 'year'

/** `this month` is 0, `next month` 1. */
export interface Period {
  readonly unit: PeriodUnit
  readonly away: number
}

export type MonthName = { readonly month: number; readonly year?: number; readonly yearsAway?: number } | Period

export type DateMeant =
  | { readonly is: 'away'; readonly days: number }
  | { readonly is: 'weekday'; readonly weekdays: readonly number[]; readonly week?: number }
  | { readonly is: 'weekend'; readonly week?: number }
  | { readonly is: 'day'; readonly days: readonly number[]; readonly of?: MonthName; readonly weekday?: number }
  | {
      readonly is: 'full'
      readonly year: number
      readonly month: number
      readonly day: number
      readonly weekday?: number
    }
  /** 3/4 is the fourth of March to some, and the third of April to others. */
  | { readonly is: 'slashed'; readonly first: number; readonly second: number; readonly year?: number }
  | { readonly is: 'nth'; readonly nth: number; readonly weekday: number; readonly of?: MonthName }
  | { readonly is: 'end'; readonly of: MonthName | { readonly unit: 'day'; readonly away: number } }
  | { readonly is: 'start'; readonly of: MonthName }
  | { readonly is: 'from'; readonly base: DateMeant; readonly length: Length; readonly sign: 1 | -1 }
  | { readonly is: 'holiday'; readonly holiday: string }
  /** Only roughly: `next week`, `in December`. */
  | { readonly is: 'period'; readonly of: MonthName }

/** What a date or a time is to the rest of the sentence, where it is more than "then". */
export type Mark = 'by' | 'until' | 'starting' | 'before' | 'after'

/**
 * Weak is what may as well be a part of the text: `name` (Sun, the first) counts only where nothing else says when or where a rule
 * takes it up; `vague` (December, the morning) asks where nothing else is said.
 */
export type Weakness = 'name' | 'vague'

/** How often: a length, or days that come again. */
export type Every =
  | { readonly is: 'length'; readonly length: Length; readonly atMinute?: number }
  | { readonly is: 'weekdays'; readonly weekdays: readonly number[]; readonly interval: number }
  /** `every third Friday` may count Fridays, or mean the third of a month. */
  | { readonly is: 'nth'; readonly nth: number; readonly weekday: number }
  | { readonly is: 'vague' }

export type Part =
  | {
      readonly is: 'span'
      readonly length: Length
      readonly how: 'marked' | 'bare' | 'compact' | 'ago' | 'few' | 'unitless'
    }
  | { readonly is: 'date'; readonly date: DateMeant; readonly mark?: Mark; readonly weak?: Weakness }
  | { readonly is: 'time'; readonly times: readonly TimeOfDay[]; readonly mark?: Mark; readonly weak?: Weakness }
  | { readonly is: 'between'; readonly from: TimeOfDay; readonly to: TimeOfDay }
  | { readonly is: 'every'; readonly every: Every }
  | { readonly is: 'count'; readonly count: number }
  | { readonly is: 'for'; readonly length: Length }
  | { readonly is: 'until done' }
  | { readonly is: 'after done' }
  | { readonly is: 'except'; readonly weekdays: readonly number[] }
  | { readonly is: 'zone'; readonly zone: string }
  | { readonly is: 'soon' }

export type PartOf<Is extends Part['is']> = Extract<Part, { readonly is: Is }>
