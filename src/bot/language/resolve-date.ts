// Which days a date can be: one that is fixed, or the next ones of a kind (Friday, the 31st, 29 February), soonest first.

import { Temporal } from '../../time/temporal.ts'
import { Asked, type Context, isProblem, type Problem, Refusal, timeOf } from './context.ts'
import type { DateMeant, Length, MonthName } from './meaning.ts'

export interface Days {
  readonly days: readonly Temporal.PlainDate[]
  /** There is no other day that is meant. */
  readonly isFixed: boolean
}

type Meant<Is extends DateMeant['is']> = Extract<DateMeant, { is: Is }>

const compare = Temporal.PlainDate.compare

export function daysOf(date: DateMeant, context: Context): Days | Problem {
  const { today } = context
  switch (date.is) {
    case 'away':
      return date.days < 0 ? new Refusal('past') : fixed(today.add({ days: date.days }))
    case 'weekday':
      return weekdayDays(date, context)
    case 'weekend':
      return weekend(date, context)
    case 'day':
      return dayDays(date, context)
    case 'full':
      return fullDate(date, context)
    case 'slashed':
      return slashed(date, context)
    case 'nth':
      return nthDays(date, context)
    case 'end':
      return endDays(date, context)
    case 'start':
      return startDays(date, context)
    case 'from':
      return fromDays(date, context)
    case 'holiday':
      return holidays(date, context)
    case 'period':
      if (('unit' in date.of && date.of.away < 0) || ('yearsAway' in date.of && date.of.yearsAway! < 0))
        return new Refusal('past')
      return new Asked('which_day', atDefault(firstDays(date.of, context), context))
  }
}

const fixed = (day: Temporal.PlainDate): Days => ({ days: [day], isFixed: true })
const rolling = (days: readonly Temporal.PlainDate[]): Days => ({ days, isFixed: false })

export function atDefault(days: readonly Temporal.PlainDate[], { defaults }: Context): Temporal.PlainDateTime[] {
  return days.map((day) => day.toPlainDateTime(timeOf(defaults.dateWithoutTime)))
}

function weekOf(day: Temporal.PlainDate, { defaults }: Context): Temporal.PlainDate {
  const back = defaults.weekStart === 'sunday' ? day.dayOfWeek % 7 : day.dayOfWeek - 1
  return day.subtract({ days: back })
}

function inWeek(weekday: number, away: number, context: Context): Temporal.PlainDate {
  const first = weekOf(context.today, context).add({ weeks: away })
  return first.add({ days: (weekday - first.dayOfWeek + 7) % 7 })
}

function nextWeekday(weekday: number, { today }: Context): Temporal.PlainDate {
  return today.add({ days: (weekday - today.dayOfWeek + 7) % 7 })
}

function weekdayDays({ weekdays, week }: Meant<'weekday'>, context: Context): Days | Problem {
  const [weekday = 1, another] = weekdays
  if (another)
    return new Asked(
      'two_dates',
      atDefault(
        weekdays.map((one) => nextWeekday(one, context)),
        context,
      ),
    )
  if (week === undefined) {
    const next = nextWeekday(weekday, context)
    return rolling([next, next.add({ weeks: 1 })])
  }
  const day = inWeek(weekday, week, context)
  if (compare(day, context.today) >= 0) return fixed(day)
  return week < 0 ? new Refusal('past') : new Asked('past', atDefault([day.add({ weeks: 1 })], context))
}

function weekend({ week }: Meant<'weekend'>, context: Context): Days | Problem {
  const { today } = context
  if ((week ?? 0) < 0) return new Refusal('past')
  // On a Sunday this weekend is today.
  if (!week && today.dayOfWeek === 7) return rolling([today, today.add({ days: 6 })])
  if (week === undefined) return rolling([nextWeekday(6, context), nextWeekday(6, context).add({ weeks: 1 })])
  return fixed(inWeek(6, week, context))
}

/** The years and months that a month can be in. */
function monthsOf(of: MonthName, { today }: Context): { months: Temporal.PlainYearMonth[]; isFixed: boolean } {
  const here = today.toPlainYearMonth()
  if ('unit' in of) {
    if (of.unit === 'year') return { months: [here.with({ month: 1 }).add({ years: of.away })], isFixed: true }
    return { months: [here.add({ months: of.away })], isFixed: true }
  }
  const { month, year, yearsAway } = of
  // 31월
  if (month < 1 || month > 12) return { months: [], isFixed: false }
  const said = year ?? (yearsAway === undefined ? undefined : today.year + yearsAway)
  if (said !== undefined) return { months: [new Temporal.PlainYearMonth(said, month)], isFixed: true }
  // 29 February is eight years away around a century.
  return {
    months: Array.from({ length: 10 }, (_, i) => new Temporal.PlainYearMonth(today.year + i, month)),
    isFixed: false,
  }
}

/** One month after the other, from this one: enough for a Friday the 13th on a 31st that many months do not have. */
const monthsAhead = 60

function dayDays({ days, of, weekday }: Meant<'day'>, context: Context): Days | Problem {
  const { today } = context
  const [day = 0, another] = days
  if (days.some((one) => one < 1 || one > 31)) return new Refusal('no such date')
  if (another !== undefined) {
    const each = days.map((one) => daysOf({ is: 'day', days: [one], ...(of ? { of } : {}) }, context))
    return new Asked(
      'two_dates',
      atDefault(
        each.flatMap((one) => (isProblem(one) ? [] : one.days.slice(0, 1))),
        context,
      ),
    )
  }
  if (of && 'month' in of && !isDay(of.month, day)) return new Refusal('no such date')
  const here = today.toPlainYearMonth()
  const { months, isFixed } = of
    ? monthsOf(of, context)
    : { months: Array.from({ length: monthsAhead }, (_, i) => here.add({ months: i })), isFixed: false }
  const all = months.filter(({ daysInMonth }) => day <= daysInMonth).map((month) => month.toPlainDate({ day }))
  if (isFixed) return fixedDay(all[0], weekday, of, context)
  const ahead = all.filter((one) => compare(one, today) >= 0)
  const wanted = ahead.filter((one) => weekday === undefined || one.dayOfWeek === weekday)
  // 20 November is meant, and the weekday is wrong; but Friday the 13th is the next one that is a Friday.
  if (of && weekday !== undefined && ahead[0]?.dayOfWeek !== weekday)
    return new Asked(
      'weekday',
      atDefault(
        [ahead[0], wanted[0]].filter((one) => one !== undefined),
        context,
      ),
    )
  return wanted.length === 0 ? new Refusal('no such date') : rolling(wanted.slice(0, 3))
}

function isDay(month: number, day: number): boolean {
  if (month < 1 || month > 12) return false
  return day <= new Temporal.PlainYearMonth(2028, month).daysInMonth
}

function fixedDay(
  day: Temporal.PlainDate | undefined,
  weekday: number | undefined,
  of: MonthName | undefined,
  context: Context,
): Days | Problem {
  if (!day) return new Refusal('no such date')
  if (weekday !== undefined && day.dayOfWeek !== weekday) return new Asked('weekday', atDefault([day], context))
  if (compare(day, context.today) >= 0) return fixed(day)
  const isThisMonth = of && 'unit' in of && of.away === 0
  return isThisMonth ? new Asked('past', atDefault([day.add({ months: 1 })], context)) : new Refusal('past')
}

function fullDate({ year, month, day, weekday }: Meant<'full'>, context: Context): Days | Problem {
  if (month < 1 || month > 12 || day < 1 || day > new Temporal.PlainYearMonth(year, month).daysInMonth)
    return new Refusal('no such date')
  return fixedDay(new Temporal.PlainDate(year, month, day), weekday, undefined, context)
}

function slashed({ first, second, year }: Meant<'slashed'>, context: Context): Days | Problem {
  const inYear = year === undefined ? {} : { year }
  const read = (month: number, day: number) => daysOf({ is: 'day', days: [day], of: { month, ...inYear } }, context)
  if (context.language === 'ko' || second > 12 || first === second) return read(first, second)
  if (first > 12) return read(second, first)
  const both = [read(first, second), read(second, first)]
  return new Asked(
    'month_or_day',
    atDefault(
      both.flatMap((one) => (isProblem(one) ? [] : one.days.slice(0, 1))),
      context,
    ),
  )
}

function nthDays({ nth, weekday, of }: Meant<'nth'>, context: Context): Days | Problem {
  const here = context.today.toPlainYearMonth()
  const { months, isFixed } = of ? monthsOf(of, context) : { months: [here, here.add({ months: 1 })], isFixed: false }
  const all = months.map((month) => nthOf(month, nth, weekday)).filter((day) => day !== undefined)
  if (isFixed) return fixedDay(all[0], undefined, of, context)
  const ahead = all.filter((day) => compare(day, context.today) >= 0)
  return ahead.length === 0 ? new Refusal('no such date') : rolling(ahead.slice(0, 2))
}

function nthOf(month: Temporal.PlainYearMonth, nth: number, weekday: number): Temporal.PlainDate | undefined {
  const first = month.toPlainDate({ day: 1 })
  const start = 1 + ((weekday - first.dayOfWeek + 7) % 7)
  const day = nth > 0 ? start + (nth - 1) * 7 : start + Math.floor((month.daysInMonth - start) / 7) * 7
  return day <= month.daysInMonth ? month.toPlainDate({ day }) : undefined
}

function lastDays(of: MonthName, context: Context): Temporal.PlainDate[] {
  const { months } = monthsOf(of, context)
  const isYear = 'unit' in of && of.unit === 'year'
  const last = isYear ? months.map((month) => month.with({ month: 12 })) : months
  return last.map((month) => month.toPlainDate({ day: month.daysInMonth }))
}

/** The last of a period, for rules that end with it. */
export function lastDayOf(of: MonthName, context: Context): Temporal.PlainDate | undefined {
  if ('unit' in of && of.unit === 'week') return weekOf(context.today, context).add({ weeks: of.away }).add({ days: 6 })
  return lastDays(of, context).find((day) => compare(day, context.today) >= 0)
}

function endDays({ of }: Meant<'end'>, context: Context): Days | Problem {
  const { today } = context
  if ('unit' in of && of.unit === 'day')
    return new Asked(
      'which_time',
      [timeOf('18:00'), timeOf('21:00')].map((time) => today.toPlainDateTime(time)),
    )
  if ('unit' in of && of.unit === 'week')
    return new Asked('which_day', atDefault([inWeek(5, of.away, context), inWeek(7, of.away, context)], context))
  return ahead(lastDays(of as MonthName, context), of as MonthName, context)
}

function ahead(days: readonly Temporal.PlainDate[], of: MonthName, context: Context): Days | Problem {
  if (days.length === 0) return new Refusal('no such date')
  const left = days.filter((day) => compare(day, context.today) >= 0)
  if (left[0]) return 'unit' in of && of.away !== 0 ? fixed(left[0]) : rolling(left.slice(0, 2))
  return 'unit' in of && of.away === 0 ? new Asked('past') : new Refusal('past')
}

/** The first of a period, for rules that start with it. */
export function firstDays(of: MonthName, context: Context): Temporal.PlainDate[] {
  const { today } = context
  if ('unit' in of && of.unit === 'week') {
    const monday = inWeek(1, of.away, context)
    const same = today.add({ weeks: of.away })
    return of.away === 0 ? [today.add({ days: 1 })] : monday.equals(same) ? [monday] : [monday, same]
  }
  if ('month' in of && (of.month < 1 || of.month > 12)) return []
  const first = monthsOf(of, context).months.map((month) => month.toPlainDate({ day: 1 }))
  return first.filter((day) => compare(day, today) > 0).slice(0, 1)
}

function startDays({ of }: Meant<'start'>, context: Context): Days | Problem {
  if ('month' in of && (of.month < 1 || of.month > 12)) return new Refusal('no such date')
  const [first] = firstDays(of, context)
  return first ? fixed(first) : new Asked('past', atDefault(firstDays({ unit: 'month', away: 1 }, context), context))
}

function fromDays({ base, length, sign }: Meant<'from'>, context: Context): Days | Problem {
  const from = daysOf(base, context)
  if (isProblem(from)) return from
  const days = from.days.map((day) => move(day, length, sign))
  const left = days.filter((day) => compare(day, context.today) >= 0)
  return left.length === 0 ? new Refusal('past') : { days: left, isFixed: from.isFixed }
}

function move(day: Temporal.PlainDate, { years = 0, months = 0, weeks = 0, days = 0 }: Length, sign: 1 | -1) {
  return day.add({ years: sign * years, months: sign * months, weeks: sign * weeks, days: sign * days })
}

/** Dates by the moon are offered, not taken: runtimes do not agree about all of them. */
function holidays({ holiday }: Meant<'holiday'>, context: Context): Days | Problem {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(holiday) ?? []
  if (month && day) return daysOf({ is: 'day', days: [Number(day)], of: { month: Number(month) } }, context)
  const [, moon, nth] = /^lunar (\d+)-(\d+)$/.exec(holiday) ?? []
  if (!moon || !nth) return new Asked('holiday')
  return new Asked('holiday', atDefault(byTheMoon(`${moon}/${nth}`, context), context))
}

const moonFormat = new Intl.DateTimeFormat('en-u-ca-dangi', { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
/** A year by the moon has 385 days at the most. */
const moonYearDaysMax = 385

function byTheMoon(monthAndDay: string, { today }: Context): Temporal.PlainDate[] {
  const noonMs = today.toZonedDateTime('UTC').epochMilliseconds + 43_200_000
  for (let days = 1; days <= moonYearDaysMax; days++)
    if (moonFormat.format(noonMs + days * 86_400_000) === monthAndDay) return [today.add({ days })]
  return []
}
