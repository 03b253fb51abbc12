// A recurrence rule as it is stored and passed around: plain JSON, in one canonical form, so that equal rules are equal
// values. Every field is a part of RFC 5545 under a name that reads aloud: { every: 'month', on: ['last friday'], at: ['09:00'] }.
//
//   every        FREQ          on           BYDAY           count        COUNT
//   interval     INTERVAL      at           all three of:   until        UNTIL
//   inMonths     BYMONTH       atHours      BYHOUR          except       EXDATE
//   inWeeks      BYWEEKNO      atMinutes    BYMINUTE        also         RDATE
//   onYearDays   BYYEARDAY     atSeconds    BYSECOND        start        DTSTART
//   onDays       BYMONTHDAY    setPosition  BYSETPOS        timezone     DTSTART's TZID
//   weekStart    WKST
//
// What a rule leaves out (the time of day, the day of the month) comes from the anchor, as in RFC 5545.

export const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const
export type Unit = (typeof units)[number]

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export interface Rule {
  readonly every: Unit
  /** Left out when it is 1. */
  readonly interval?: number
  readonly inMonths?: readonly number[]
  readonly inWeeks?: readonly number[]
  readonly onYearDays?: readonly number[]
  readonly onDays?: readonly number[]
  /** `monday`, `1st monday`, `last friday`, `2nd last friday`. */
  readonly on?: readonly string[]
  /** Times of day, `09:00` or `09:00:30`. Unlike BYHOUR and BYMINUTE they need not form a grid. */
  readonly at?: readonly string[]
  readonly atHours?: readonly number[]
  readonly atMinutes?: readonly number[]
  readonly atSeconds?: readonly number[]
  readonly setPosition?: readonly number[]
  /** Left out when it is monday. */
  readonly weekStart?: Weekday
  /** Inclusive: a local date (the whole day), a local time, or an instant (`2027-03-01T08:00:00Z`). */
  readonly until?: string
  readonly count?: number
  /** Local dates, nominal local times, or instants that are left out. */
  readonly except?: readonly string[]
  /** Local dates (at the anchor's time of day), nominal local times, or instants that are added. */
  readonly also?: readonly string[]
  /** RFC 5545 to the letter: what is not on the calendar or the clock is skipped instead of moved. */
  readonly strict?: true
  /** The anchor, where the text that was read had a DTSTART. `occurrences` is passed its own and does not look at it. */
  readonly start?: string
  readonly timezone?: string
}

type Written<Value> = Value extends readonly (infer Item)[]
  ? Item | readonly Item[]
  : Value extends true
    ? boolean
    : Value

/** What `readRule` accepts: RFC 5545 text, or the fields of a rule; a list of one may be written without brackets. */
export type RuleInput =
  | string
  | { readonly rrule: string; readonly strict?: boolean }
  | { readonly [Name in keyof Rule]: Written<Rule[Name]> | (undefined extends Rule[Name] ? null : never) }

export const ruleFields = [
  ...[
    'every',
    'interval',
    'inMonths',
    'inWeeks',
    'onYearDays',
    'onDays',
    'on',
    'at',
    'atHours',
    'atMinutes',
    'atSeconds',
  ],
  ...['setPosition', 'weekStart', 'until', 'count', 'except', 'also', 'strict', 'start', 'timezone'],
] as const satisfies readonly (keyof Rule)[]

export const ruleLimits = {
  textCharsMax: 40_000,
  listMax: 1_000,
  timesMax: 96,
  countMax: 100_000,
  intervalYearsMax: 100,
  /** How much may be looked at in a row without finding anything; search.ts says what a step is. */
  emptyStepsMax: 100_000,
  /** How far apart two occurrences may lie. The rarest thing that a sound rule names (29 February on a Monday) comes every 40. */
  emptyYearsMax: 1_000,
  /** How many occurrences in a row may be left out by `except`. */
  exceptedMax: 1_000_000,
} as const

/** Whether a rule counts elapsed time (hours, minutes, seconds) or days of a calendar. */
export function isElapsed(unit: Unit): unit is 'second' | 'minute' | 'hour' {
  return unit === 'second' || unit === 'minute' || unit === 'hour'
}

/** Whether a rule names no days and no times, so that each of its periods has one occurrence. */
export function isPlain(rule: Rule): boolean {
  const { inMonths, inWeeks, onYearDays, onDays, on, at, atHours, atMinutes, atSeconds, setPosition } = rule
  const named = [inMonths, inWeeks, onYearDays, onDays, on, at, atHours, atMinutes, atSeconds, setPosition]
  return named.every((list) => list === undefined)
}
