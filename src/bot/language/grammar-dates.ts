// Dates: tomorrow, next Friday, the 31st, 2월 9일, the first Monday of December, a week from Monday, 다음달 말일.

import { comma, length, tail, whole } from './grammar-lengths.ts'
import { type DateMeant, isFine, type Length, type MonthName, type Period, type PeriodUnit } from './meaning.ts'
import { any, close, glued, kept, list, map, maybe, type Rule, seq, sign, word } from './reader.ts'

const the = maybe(word('the'))
const of = maybe(word('of', 'the', 'on'))

export const weekday: Rule<number> = map(sign('weekday'), ({ of: day }) => Number(day))
export const weekdayShort: Rule<number> = map(sign('weekday-short'), ({ of: day }) => Number(day))
/** Mon, not 월: letters of Korean in a row are how a rule is written. */
const namedShort = map(sign('weekday-short'), ({ of: day, isLatin }) => (isLatin ? Number(day) : undefined))
export const weekdayAny = any(weekday, weekdayShort)

const year: Rule<number> = map(whole, (value) => (value >= 1970 && value <= 2999 ? value : undefined))
const yearKo = any(
  map(seq(year, word('year-mark')), ([value]) => value),
  map(seq(whole, glued(word('year-mark'))), ([value]) => (value >= 26 && value < 100 ? 2000 + value : undefined)),
)

/** `this week`, `다음 달` */
export const period: Rule<Period> = kept(() =>
  any(
    map(sign('period'), ({ of: name }) => readPeriod(String(name))),
    map(seq(the, sign('rel'), sign('unit', ['week', 'month', 'year'])), ([, { of: away }, { of: unit }]) => ({
      unit: unit as PeriodUnit,
      away: Number(away),
    })),
    map(seq(word('coming'), sign('unit', ['week', 'month', 'year'])), ([, { of: unit }]) => ({
      unit: unit as PeriodUnit,
      away: 1,
    })),
  ),
)

function readPeriod(name: string): Period {
  const [unit, away] = name.split(' ')
  return { unit: unit as PeriodUnit, away: Number(away) }
}

const week = map(period, ({ unit, away }) => (unit === 'week' ? away : undefined))
const monthPeriod = map(period, (one) => (one.unit === 'month' ? one : undefined))

const numbered: Rule<number> = map(seq(whole, glued(word('month-mark'))), ([value]) =>
  value < 100 ? value : undefined,
)
const monthNumber: Rule<number> = any(
  map(sign('month'), ({ of: month }) => Number(month)),
  numbered,
)

/** A month by its name, with its year where it is said. */
const namedMonth: Rule<MonthName> = kept(() =>
  any(
    map(seq(maybe(yearKo), monthNumber, maybe(seq(maybe(word(',', 'of')), year))), ([before, month, after]) => {
      const value = before ?? after?.[1]
      return { month, ...(value === undefined ? {} : { year: value }) }
    }),
    map(seq(period, monthNumber), ([{ unit, away }, month]) =>
      unit === 'year' ? { month, yearsAway: away } : undefined,
    ),
    map(seq(monthNumber, maybe(word('of')), period), ([month, , { unit, away }]) =>
      unit === 'year' ? { month, yearsAway: away } : undefined,
    ),
  ),
)
const theMonth = map(seq(word('the'), sign('unit', 'month')), (): MonthName => ({ unit: 'month', away: 0 }))
const someMonth: Rule<MonthName> = any(monthPeriod, namedMonth, theMonth)

const dayMark = map(seq(whole, word('day-mark')), ([value]) => value)
const ordinalDigits = map(sign('ordinal'), ({ of: value, isWord, start, end }) =>
  isWord || Number(value) < 1 || end - start < 3 ? undefined : Number(value),
)
const ordinal = map(any(sign('ordinal'), sign('counted')), ({ of: value }) => Number(value))
const ordinalDay = map(sign('ordinal'), ({ of: value }) => (Number(value) > 0 ? Number(value) : undefined))
const dayList = any(
  list(dayMark, maybe(comma)),
  list(
    map(seq(the, ordinalDigits), ([, value]) => value),
    comma,
  ),
)

const day = (days: readonly number[], month?: MonthName): DateMeant => ({
  is: 'day',
  days,
  ...(month ? { of: month } : {}),
})

/** The fifth of a month that is named: Feb 29, the 5th of next month, 다음 달 1일. */
const monthAndDay: Rule<DateMeant> = kept(() =>
  any(
    map(
      seq(
        namedMonth,
        tail,
        any(
          dayMark,
          map(seq(the, ordinalDay), ([, value]) => value),
        ),
      ),
      ([month, , value]) => day([value], month),
    ),
    map(
      seq(
        // Dec 5; after 십이월 the day has its mark, which could be taken for a Sunday.
        map(sign('month'), ({ of: month, isLatin }) => (isLatin ? Number(month) : undefined)),
        whole,
        maybe(seq(maybe(word(',')), year)),
      ),
      ([month, value, after]) =>
        value <= 99 ? day([value], { month, ...(after ? { year: after[1] } : {}) }) : undefined,
    ),
    map(
      seq(
        map(sign('month'), ({ of: month }) => Number(month)),
        the,
        ordinalDay,
        maybe(word(',')),
        year,
      ),
      ([month, , value, , inYear]) => day([value], { month, year: inYear }),
    ),
    map(seq(the, any(ordinalDay, whole), of, namedMonth), ([, value, , month]) =>
      value <= 99 ? day([value], month) : undefined,
    ),
    map(
      seq(
        monthPeriod,
        maybe(any(tail, word('on'))),
        the,
        any(
          dayList,
          map(ordinalDay, (value) => [value]),
        ),
      ),
      ([month, , , days]) => day(days, month),
    ),
    map(seq(the, ordinalDay, of, any(monthPeriod, theMonth)), ([, value, , month]) => day([value], month)),
  ),
)

const isoDate: Rule<DateMeant> = map(sign('date'), ({ numbers = [] }) => {
  const [y = 0, m = 0, d = 0] = numbers
  return { is: 'full', year: y, month: m, day: d }
})
const slashed: Rule<DateMeant> = map(sign('month-day'), ({ numbers = [] }) => {
  const [first = 0, second = 0, inYear] = numbers
  return {
    is: 'slashed',
    first,
    second,
    ...(inYear === undefined ? {} : { year: inYear < 100 ? 2000 + inYear : inYear }),
  }
})

/** The first Monday of December, 매월 셋째 주 금요일; without a month only a rule makes sense of it. */
const nth = (value: number, on: number, month?: MonthName): DateMeant => ({
  is: 'nth',
  nth: value,
  weekday: on,
  ...(month ? { of: month } : {}),
})
const nthWeekday = map(seq(the, ordinal, maybe(sign('unit', 'week')), weekdayAny), ([, value, , on]) => ({ value, on }))
const nthOf: Rule<DateMeant> = kept(() =>
  any(
    map(seq(nthWeekday, word('of'), someMonth), ([{ value, on }, , month]) => nth(value, on, month)),
    map(seq(nthWeekday, monthPeriod), ([{ value, on }, month]) => nth(value, on, month)),
    map(seq(someMonth, tail, nthWeekday), ([month, , { value, on }]) => nth(value, on, month)),
  ),
)

const lastDay = any(word('last-day'), seq(the, any(sign('ordinal', -1), sign('counted', -1)), sign('unit', 'day')))
const endWord = any(word('end'), lastDay)
const endOf = (month: MonthName | { readonly unit: 'day'; readonly away: number }): DateMeant => ({
  is: 'end',
  of: month,
})
const theUnit = map(seq(the, sign('unit', ['day', 'week', 'month', 'year'])), ([, { of: unit }]) => ({
  unit: unit as PeriodUnit,
  away: 0,
}))

/** The end of the month, 월말, 다음달 말일, the first day of next month. */
const edge: Rule<DateMeant> = kept(() =>
  any(
    map(seq(endWord, word('of'), any(someMonth, period, theUnit)), ([, , month]) => endOf(month)),
    // Not of a week: 주말 is a weekend.
    map(seq(any(someMonth, period), tail, endWord), ([month]) =>
      'unit' in month && month.unit === 'week' ? undefined : endOf(month),
    ),
    map(seq(maybe(monthPeriod), word('month-end')), ([month]) => endOf(month ?? { unit: 'month', away: 0 })),
    map(seq(maybe(period), word('year-end')), ([one]) => endOf(one?.unit === 'year' ? one : { unit: 'year', away: 0 })),
    map(seq(sign('unit', ['month', 'year']), word('end')), ([{ of: unit }]) =>
      endOf({ unit: unit as PeriodUnit, away: 0 }),
    ),
    map(
      seq(the, any(sign('ordinal', 1), sign('counted', 1)), sign('unit', 'day'), word('of'), any(someMonth, period)),
      ([, , , , month]) => start(month),
    ),
    map(
      seq(any(someMonth, period), tail, any(sign('ordinal', 1), sign('counted', 1)), sign('unit', 'day')),
      ([month]) => start(month),
    ),
    map(seq(word('start'), word('of'), any(someMonth, period)), ([, , month]) => start(month)),
    map(seq(someMonth, word('start')), ([month]) => start(month)),
    map(seq(maybe(monthPeriod), word('month-start')), ([month]) => start(month ?? { unit: 'month', away: 1 })),
  ),
)

const start = (month: MonthName): DateMeant => ({ is: 'start', of: month })

const onWeekday = (on: number, inWeek?: number): DateMeant => ({
  is: 'weekday',
  weekdays: [on],
  ...(inWeek === undefined ? {} : { week: inWeek }),
})

const rel = map(sign('rel'), ({ of: away }) => Number(away))

/** Friday, this Friday, next week on Friday, 다음 주 금요일. */
const onDay: Rule<DateMeant> = kept(() =>
  any(
    map(weekday, (on) => onWeekday(on)),
    map(seq(word('coming'), weekdayAny), ([, on]) => onWeekday(on)),
    map(seq(rel, weekdayAny), ([away, on]) => onWeekday(on, away)),
    map(seq(week, maybe(any(tail, word('on'))), weekdayAny), ([away, , on]) => onWeekday(on, away)),
    map(seq(weekdayAny, of, week), ([on, , away]) => onWeekday(on, away)),
    map(
      seq(maybe(any(rel, week)), maybe(word('the', 'coming')), sign('weekdays', 'weekend')),
      ([away]): DateMeant => ({ is: 'weekend', ...(away === undefined ? {} : { week: away }) }),
    ),
    map(
      list(any(weekday, namedShort), any(comma, word('or')), 2),
      (weekdays): DateMeant => ({ is: 'weekday', weekdays }),
    ),
  ),
)

/** With the weekday that it is said to be: Friday, 20 November; 11월 20일(금). */
const checked: Rule<DateMeant> = kept(() =>
  any(
    map(seq(weekdayAny, maybe(word(',')), the, any(monthAndDay, isoDate)), ([on, , , date]) => withWeekday(date, on)),
    map(seq(any(monthAndDay, isoDate), maybe(word(',')), weekday), ([date, , on]) => withWeekday(date, on)),
    map(seq(any(monthAndDay, isoDate), glued(weekdayShort)), ([date, on]) => withWeekday(date, on)),
    map(seq(weekdayAny, maybe(word(',')), the, ordinalDigits), ([on, , , value]) => withWeekday(day([value]), on)),
    map(seq(dayMark, maybe(tail), weekday), ([value, , on]) => withWeekday(day([value]), on)),
  ),
)

function withWeekday(date: DateMeant, on: number): DateMeant {
  return date.is === 'day' || date.is === 'full' ? { ...date, weekday: on } : date
}

const away = map(sign('day'), ({ of: days }): DateMeant => ({ is: 'away', days: Number(days) }))
const from = (base: DateMeant, by: Length, way: 1 | -1 = 1): DateMeant => ({ is: 'from', base, length: by, sign: way })
const days = map(length, (one) => (isFine(one) ? undefined : one))

/** A week from Monday, the day after tomorrow, three days before Christmas. */
const counted: Rule<DateMeant> = kept(() =>
  any(
    map(seq(days, word('from', 'after'), plainDate), ([by, , base]) => from(base, by)),
    map(seq(days, word('before'), plainDate), ([by, , base]) => from(base, by, -1)),
    map(seq(the, sign('unit', 'day'), word('after'), plainDate), ([, , , base]) => from(base, { days: 1 })),
    map(seq(the, sign('unit', 'day'), word('before'), plainDate), ([, , , base]) => from(base, { days: 1 }, -1)),
    map(seq(days, away), ([by, base]) => (by.weeks ? from(base, by) : undefined)),
    map(seq(plainDate, glued(word('from-ko')), days, word('later'), tail), ([base, , by]) => from(base, by)),
    map(seq(plainDate, days, word('before-ko', 'before-by')), ([base, by]) => from(base, by, -1)),
  ),
)

export const holiday: Rule<DateMeant> = map(sign('holiday'), ({ of: name }) => ({
  is: 'holiday',
  holiday: String(name),
}))

/** What is one wherever it stands. */
const standing: Rule<DateMeant> = any(checked, monthAndDay, isoDate, slashed, nthOf, edge, onDay, away)

/** What is a date by itself. */
const plainDate: Rule<DateMeant> = kept(() =>
  any(
    standing,
    map(dayList, (all) => day(all)),
    holiday,
  ),
)

export const sureDate: Rule<DateMeant> = kept(() =>
  any(
    counted,
    map(seq(word('lunar'), monthAndDay), (): DateMeant => ({ is: 'holiday', holiday: 'unknown' })),
    standing,
    map(list(dayMark, maybe(comma)), (all) => day(all)),
    map(seq(word('the'), dayList), ([, all]) => day(all)),
    map(word('last-day'), () => endOf({ unit: 'month', away: 0 })),
  ),
)

/** What is a date only where something beside it says so: Mon, 15th, Christmas. */
export const possibleDate: Rule<DateMeant> = kept(() =>
  any(
    map(weekdayShort, (on) => onWeekday(on)),
    map(ordinalDigits, (value) => day([value])),
    holiday,
  ),
)

/** What a rule can take up: the first (of every month), the last Friday, the last day. */
export const repeatable: Rule<DateMeant> = kept(() =>
  any(
    map(nthWeekday, ({ value, on }) => nth(value, on)),
    map(lastDay, () => endOf({ unit: 'month', away: 0 })),
    map(seq(the, ordinalDay), ([, value]) => (value <= 31 ? day([value]) : undefined)),
    map(
      list(
        map(seq(the, ordinalDay), ([, value]) => value),
        comma,
        2,
      ),
      (all) => day(all),
    ),
    map(list(weekdayShort, any(comma, close), 2), (weekdays): DateMeant => ({ is: 'weekday', weekdays })),
  ),
)

/** Next week, in December: a date only roughly. */
export const vaguePeriod: Rule<DateMeant> = kept(() =>
  any(
    map(period, (one): DateMeant => ({ is: 'period', of: one })),
    map(seq(word('in'), namedMonth), ([, month]): DateMeant => ({ is: 'period', of: month })),
    map(numbered, (month): DateMeant => ({ is: 'period', of: { month } })),
    map(namedMonth, (month): DateMeant | undefined =>
      'month' in month && (month.yearsAway ?? month.year) !== undefined ? { is: 'period', of: month } : undefined,
    ),
  ),
)
