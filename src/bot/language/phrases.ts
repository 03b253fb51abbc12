// Phrases: the pieces of a sentence that say when. Their order does not matter, which is why one grammar reads both languages.

import { holiday, possibleDate, repeatable, sureDate, vaguePeriod } from './grammar-dates.ts'
import { span, tail } from './grammar-lengths.ts'
import { repeats } from './grammar-repeats.ts'
import {
  bareHour,
  besideDate,
  looseBehind,
  markAhead,
  markBehind,
  partOfDay,
  possibleTime,
  range,
  sureTime,
  time,
} from './grammar-times.ts'
import type { DateMeant, Mark, Part, TimeOfDay, Weakness } from './meaning.ts'
import { any, kept, map, maybe, type Rule, seq, sign, word } from './reader.ts'
import { isHangul } from './signs.ts'

const dated = (date: DateMeant, mark?: Mark, weak?: Weakness): Part[] => [
  { is: 'date', date, ...(mark ? { mark } : {}), ...(weak ? { weak } : {}) },
]
const timed = (one: TimeOfDay, mark?: Mark): Part[] => [{ is: 'time', times: [one], ...(mark ? { mark } : {}) }]

const on = word('on', 'at', 'for', 'in')
const comma = maybe(word(','))

/** `tomorrow 9 eggs` has no time in it. */
const hourAlone: Rule<TimeOfDay> = (reader, at) =>
  bareHour(reader, at)
    .filter(({ end }) => !isHangul(reader.text[end - 1]))
    .filter(({ end }) => !/^(?:%|\s+[a-z]+s\b|\s*[-/]\s*\d|[.,]\d)/.test(reader.text.slice(end, end + 30)))

/** A date by itself, or with what it is to the sentence. */
const date: Rule<Part[]> = kept(() =>
  any(
    map(seq(maybe(on), sureDate, tail), ([, one]) => dated(one)),
    map(seq(markAhead, maybe(word('the')), any(sureDate, possibleDate)), ([mark, , one]) => dated(one, mark)),
    map(seq(sureDate, any(markBehind, looseBehind)), ([one, mark]) => dated(one, mark)),
    map(seq(on, possibleDate), ([, one]) => dated(one)),
    map(seq(markAhead, vaguePeriod), ([mark, one]) => dated(one, mark)),
    map(seq(vaguePeriod, markBehind), ([one, mark]) => dated(one, mark)),
    map(seq(maybe(on), vaguePeriod, tail), ([, one]) =>
      dated(one, undefined, one.is === 'period' && 'month' in one.of ? 'vague' : undefined),
    ),
    map(seq(maybe(on), repeatable), ([, one]) => dated(one, undefined, 'name')),
    map(seq(holiday, tail), ([one]) => dated(one, undefined, 'vague')),
    map(possibleDate, (one) => dated(one, undefined, 'name')),
  ),
)

const someDate = any(sureDate, possibleDate)
const sep = any(seq(tail, comma), word('on'))

/** A date with its time beside it, in either order: mon 9, 9am sat, 내일 아침 8시. */
const dateAndTime: Rule<Part[]> = kept(() =>
  any(
    map(
      seq(
        maybe(on),
        someDate,
        sep,
        any(
          time,
          map(hourAlone, (one) => timed(one)),
          besideDate,
          range,
        ),
      ),
      ([, one, , at]) => [...dated(one), ...at],
    ),
    map(seq(markAhead, someDate, comma, maybe(word('at')), possibleTime), ([mark, one, , , at]) => [
      ...dated(one, mark),
      ...timed(at, mark),
    ]),
    map(seq(someDate, tail, sureTime, markBehind), ([one, , at, mark]) => [...dated(one, mark), ...timed(at, mark)]),
    map(seq(maybe(word('at')), possibleTime, maybe(word('on')), someDate, markBehind), ([, at, , one, mark]) => [
      ...timed(at),
      ...dated(one, mark),
    ]),
    map(seq(any(time, range), sep, maybe(word('on')), someDate, tail), ([at, , , one]) => [...at, ...dated(one)]),
    map(
      seq(
        maybe(on),
        someDate,
        besideDate,
        comma,
        any(
          time,
          map(hourAlone, (one) => timed(one)),
        ),
      ),
      ([, one, part, , at]) => [...dated(one), ...part, ...at],
    ),
    map(seq(word('tonight'), comma, hourAlone), ([, , at]): Part[] => [
      ...dated({ is: 'away', days: 0 }),
      { is: 'time', times: [{ is: 'part', part: 'night' }] },
      ...timed(at),
    ]),
    map(seq(maybe(word('starting')), vaguePeriod, word('starting-ko')), ([, one]) => dated(one, 'starting')),
  ),
)

const zone: Rule<Part[]> = map(seq(maybe(word('in')), sign('zone'), tail), ([, { of }]): Part[] => [
  { is: 'zone', zone: String(of) },
])
const soon: Rule<Part[]> = map(word('soon'), (): Part[] => [{ is: 'soon' }])

export const phrase: Rule<Part[]> = kept(() =>
  any(date, range, time, span, partOfDay, dateAndTime, repeats, zone, soon),
)
