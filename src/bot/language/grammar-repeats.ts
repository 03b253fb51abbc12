// What repeats, and until when: every other Friday, 매주 월수금, 이틀에 한 번, mon-fri, 5 times, for two weeks, until done.

import { holiday, possibleDate, repeatable, sureDate, weekdayAny, weekdayShort } from './grammar-dates.ts'
import { amounts, comma, length, readLength, tail, whole } from './grammar-lengths.ts'
import { sureTime } from './grammar-times.ts'
import type { DayPart, Every, Part } from './meaning.ts'
import { any, close, glued, kept, list, map, maybe, type Rule, seq, sign, word } from './reader.ts'

const every = seq(maybe(word('once')), maybe(word('of', 'on')), word('every'))
const mark = map(maybe(glued(word('!'))), (one) => ({ isDone: one !== undefined }))
const ofTheMonth = seq(word('of'), any(word('the'), word('every')), sign('unit', 'month'))

const often = (one: Every, ...more: Part[]): Part[] => [{ is: 'every', every: one }, ...more]
const withDone = ({ isDone }: { isDone: boolean }, parts: Part[]): Part[] =>
  isDone ? [...parts, { is: 'after done' }] : parts
const onWeekdays = (weekdays: readonly number[], interval = 1): Every => ({ is: 'weekdays', weekdays, interval })
const vague: Part[] = [{ is: 'every', every: { is: 'vague' } }]

const workdays = [1, 2, 3, 4, 5]
const groups: Readonly<Record<string, readonly number[]>> = {
  workday: workdays,
  workdays,
  weekend: [6, 7],
  weekends: [6, 7],
}
const group = (...names: string[]) => map(sign('weekdays', names), ({ of }) => groups[of]!)
const days = any(
  list(weekdayAny, any(comma, close)),
  list(
    map(sign('weekday-plural'), ({ of }) => Number(of)),
    comma,
  ),
)
const other = word('other')
const anyGroup = group('workday', 'weekend', 'workdays', 'weekends')

/** Every day, every 3 days, every other week, every! 3 days. */
const everyLength: Rule<Part[]> = kept(() =>
  any(
    map(seq(every, mark, maybe(any(other, word('second'))), sign('unit')), ([, done, second, { of }]) => {
      const count = second ? 2 : 1
      const unit = of === 'quarter' ? { months: 3 * count } : { [`${of}s`]: count }
      return withDone(done, often({ is: 'length', length: unit }))
    }),
    map(seq(every, mark, amounts), ([, done, { length: one, isFew }]) =>
      isFew ? vague : withDone(done, often({ is: 'length', length: one })),
    ),
    map(seq(length, any(word('each-ko'), word('once-in-ko')), maybe(glued(word('!')))), ([one, , done]) =>
      withDone({ isDone: done !== undefined }, often({ is: 'length', length: one })),
    ),
    map(seq(sign('unit', ['hour', 'week', 'month', 'year']), word('each-ko')), ([{ of }]) =>
      often({ is: 'length', length: { [`${of}s`]: 1 } }),
    ),
    map(seq(sign('often'), tail), ([{ of }]) => often({ is: 'length', length: readLength(String(of)) })),
    map(seq(sign('often', 'PT1H'), whole, word('clock-minute'), tail), ([, minute]) =>
      minute < 60 ? often({ is: 'length', length: { hours: 1 }, atMinute: minute }) : undefined,
    ),
    map(seq(any(seq(every, sign('unit', 'hour')), sign('often', 'PT1H')), word('on the hour')), () =>
      often({ is: 'length', length: { hours: 1 }, atMinute: 0 }),
    ),
  ),
)

/** Every Monday, every other Friday, mondays, weekdays, 월수금마다. */
const everyWeekday: Rule<Part[]> = kept(() =>
  any(
    map(seq(every, mark, maybe(other), days), ([, done, second, on]) =>
      withDone(done, often(onWeekdays(on, second ? 2 : 1))),
    ),
    map(seq(every, maybe(other), anyGroup), ([, second, on]) => often(onWeekdays(on, second ? 2 : 1))),
    map(seq(maybe(word('on')), group('workdays', 'weekends')), ([, on]) => often(onWeekdays(on))),
    map(
      seq(
        maybe(word('on')),
        list(
          map(sign('weekday-plural'), ({ of }) => Number(of)),
          comma,
        ),
      ),
      ([, on]) => often(onWeekdays(on)),
    ),
    map(seq(any(days, anyGroup), word('each-ko')), ([on]) => often(onWeekdays(on))),
    map(seq(group('workday'), tail), ([on]) => often(onWeekdays(on))),
    map(seq(sign('often', ['P7D', 'P14D']), any(days, anyGroup), tail), ([{ of }, on]) =>
      often(onWeekdays(on, of === 'P14D' ? 2 : 1)),
    ),
    map(seq(list(weekdayShort, any(comma, close), 2), maybe(word(',')), sureTime, tail), ([on, , time]) =>
      often(onWeekdays(on), { is: 'time', times: [time] }),
    ),
    map(seq(length, any(word('each-ko'), word('once-in-ko')), days), ([one, , on]) => {
      const weeks = (one.weeks ?? 0) + (one.days ?? 0) / 7
      return Number.isInteger(weeks) && weeks > 0 ? often(onWeekdays(on, weeks)) : undefined
    }),
  ),
)

/** Mon-Fri, Monday through Friday, 월요일부터 금요일까지. */
const weekdayRange: Rule<Part[]> = map(
  seq(
    maybe(word('from', 'every')),
    weekdayAny,
    any(word('to'), glued(word('from-ko'))),
    weekdayAny,
    maybe(word('until-ko')),
    maybe(word('each-ko')),
  ),
  ([, first, , last]) => {
    const count = ((last - first + 7) % 7) + 1
    return often(onWeekdays(Array.from({ length: count }, (_, i) => ((first - 1 + i) % 7) + 1)))
  },
)

const monthly: Every = { is: 'length', length: { months: 1 } }
const yearly: Every = { is: 'length', length: { years: 1 } }

/** Every 31st, every last day of the month, every 3rd Friday, every Feb 29. */
const everyDate: Rule<Part[]> = kept(() =>
  any(
    map(seq(every, any(repeatable, possibleDate), ofTheMonth), ([, date]) => often(monthly, { is: 'date', date })),
    map(seq(every, repeatable), ([, date]): Part[] | undefined => {
      if (date.is === 'nth' && date.nth > 1) return often({ is: 'nth', nth: date.nth, weekday: date.weekday })
      return date.is === 'weekday' ? undefined : often(monthly, { is: 'date', date })
    }),
    map(seq(every, any(sureDate, holiday)), ([, date]) => {
      const isYearly =
        date.is === 'holiday' || ((date.is === 'day' || date.is === 'nth') && date.of && 'month' in date.of)
      if (isYearly) return often(yearly, { is: 'date', date })
      return date.is === 'day' || (date.is === 'end' && 'unit' in date.of && date.of.unit === 'month')
        ? often(monthly, { is: 'date', date })
        : undefined
    }),
  ),
)

const part = map(sign('part'), ({ of }) => ({
  is: 'part' as const,
  part: (of === 'am' ? 'morning' : of === 'pm' ? 'afternoon' : of) as DayPart,
}))
const partOf = (of: DayPart) => ({ is: 'part' as const, part: of })
const daily: Every = { is: 'length', length: { days: 1 } }

/** Every morning, 아침마다, 아침저녁으로. */
const everyPart: Rule<Part[]> = any(
  map(seq(every, part), ([, time]) => often(daily, { is: 'time', times: [time] })),
  map(seq(part, word('each-ko')), ([time]) => often(daily, { is: 'time', times: [time] })),
  map(seq(maybe(sign('often', 'P1D')), word('morning and evening')), () =>
    often(daily, { is: 'time', times: [partOf('morning'), partOf('evening')] }),
  ),
)

/** Three times a day, 하루에 세 번: how often, but not when. */
const severalTimes: Rule<Part[]> = any(
  map(seq(word('twice'), word('a', 'every'), sign('unit')), () => vague),
  map(seq(word('twice'), sign('often')), () => vague),
  map(seq(whole, word('times'), word('a', 'every'), sign('unit')), () => vague),
  map(
    seq(any(sign('length'), sign('unit'), seq(whole, sign('unit'))), maybe(word('tail')), whole, word('times')),
    ([, , count]) => (count > 1 ? vague : undefined),
  ),
)

const bounds: Rule<Part[]> = any(
  map(seq(word('for'), maybe(word('next-lead')), length), ([, , one]): Part[] => [{ is: 'for', length: one }]),
  map(seq(length, word('for-ko')), ([one]): Part[] => [{ is: 'for', length: one }]),
  map(seq(maybe(word('for', 'total')), whole, word('times')), ([, count]): Part[] => [{ is: 'count', count }]),
  map(word('until done'), (): Part[] => [{ is: 'until done' }]),
  map(seq(length, word('after done')), ([one]): Part[] => [
    { is: 'span', length: one, how: 'marked' },
    { is: 'after done' },
  ]),
  map(word('after done'), (): Part[] => [{ is: 'after done' }]),
)

const except: Rule<Part[]> = any(
  map(seq(word('except'), any(days, anyGroup)), ([, on]): Part[] => [{ is: 'except', weekdays: on }]),
  map(seq(any(days, anyGroup), word('except-ko')), ([on]): Part[] => [{ is: 'except', weekdays: on }]),
)

export const repeats: Rule<Part[]> = kept(() =>
  any(everyLength, everyWeekday, weekdayRange, everyDate, everyPart, severalTimes, bounds, except),
)
