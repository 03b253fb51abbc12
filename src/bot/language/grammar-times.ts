// Times of the day: 7:30pm, half past six, quarter to 5, 오후 세 시 반, 15시 30분, noon, 자정; lists of them, and ranges.

import { comma, length, number, tail, whole } from './grammar-lengths.ts'
import type { DayPart, Mark, Part, TimeOfDay } from './meaning.ts'
import { any, glued, kept, list, map, maybe, type Rule, seq, sign, word } from './reader.ts'

type Clock = Extract<TimeOfDay, { is: 'clock' }>

/** What cannot be is read too, and refused later: it was meant as a time. */
const clock = (hour: number, minute = 0, second = 0, isExact = false): Clock => ({
  is: 'clock',
  hour,
  minute,
  second,
  ...(isExact || hour > 12 || hour === 0 ? { isExact: true } : {}),
})

const digits: Rule<Clock> = map(sign('clock'), ({ numbers, of }) => {
  const [hour = 0, minute = 0, second = 0] = numbers ?? []
  return clock(hour, minute, second, String(of).startsWith('0'))
})

const minutes = map(seq(number, word('clock-minute'), maybe(seq(number, word('clock-second')))), ([minute, , more]) => [
  minute,
  more?.[0] ?? 0,
])
const halfPast = map(word('half'), () => [30, 0])

/** 세 시 반, 15시 30분, nine o'clock. */
const counted: Rule<Clock> = map(
  seq(whole, word('oclock'), maybe(any(minutes, halfPast)), maybe(word('sharp'))),
  ([hour, , more]) => clock(hour, more?.[0] ?? 0, more?.[1] ?? 0),
)

/** An hour alone, where what stands around it says that it is one. */
export const bareHour: Rule<Clock> = map(sign('number'), ({ of }) => {
  const hour = Number(of)
  return Number.isInteger(hour) && hour <= 24 ? clock(hour) : undefined
})

const clockHour: Rule<Clock> = map(any(counted, bareHour), (one) =>
  one.hour >= 1 && one.hour <= 12 && one.minute === 0 ? one : undefined,
)

const before = ({ hour, minute }: Clock, by: number): Clock => {
  const at = (hour * 60 + minute - by + 720) % 720
  return clock(Math.floor(at / 60) || 12, at % 60)
}

/** 9 to 5 is a working day, not five minutes to nine. */
const isSpoken = (count: number, isWord: boolean) =>
  count > 0 && count < 60 && (isWord || count % 5 === 0) && count !== 9
const spokenMinutes = any(
  map(word('half'), () => 30),
  map(word('quarter'), () => 15),
  map(sign('number'), ({ of, isWord }) => (isSpoken(Number(of), isWord ?? false) ? Number(of) : undefined)),
  map(seq(number, sign('unit', 'minute')), ([count]) => (count > 0 && count < 60 ? count : undefined)),
)

/** Half past six, quarter to 5, 5시 10분 전. */
const spoken: Rule<Clock> = any(
  map(seq(spokenMinutes, word('past'), clockHour), ([minute, , { hour }]) => clock(hour, minute)),
  map(seq(spokenMinutes, word('minus'), clockHour), ([minute, , hour]) => before(hour, minute)),
  map(seq(counted, number, word('clock-minute'), word('before-ko')), ([hour, by]) => before(hour, by)),
)

const noonOrMidnight = map(sign('fixed-time', ['noon', 'midnight']), ({ of }) => (of === 'noon' ? 720 : 1_440))
const exactly = (minute: number): Clock => clock(Math.floor(minute / 60) % 24, minute % 60, 0, true)
const elapsed = map(length, ({ hours = 0, minutes = 0, days, weeks, months, years }) =>
  days || weeks || months || years ? undefined : hours * 60 + minutes,
)

/** Half past noon, quarter to midnight, an hour before midnight. */
const besideNoon: Rule<Clock> = any(
  map(seq(spokenMinutes, word('past'), noonOrMidnight), ([by, , at]) => exactly(at + by)),
  map(seq(any(spokenMinutes, elapsed), word('minus', 'before'), noonOrMidnight), ([by, , at]) => exactly(at - by)),
  map(seq(noonOrMidnight, elapsed, word('before-ko')), ([at, by]) => exactly(at - by)),
)

/** An hour before 5pm: the same half of the day must be meant. */
const wellBefore: Rule<Clock> = map(
  seq(elapsed, word('before'), seq(any(digits, bareHour), maybe(sign('half-day')))),
  ([by, , [one, half]]) => {
    if (!half && !one.isExact) return by < 720 ? before(one, by) : undefined
    const from = (half?.of === 'pm' ? (one.hour % 12) + 12 : half ? one.hour % 12 : one.hour) * 60 + one.minute
    return from >= by ? exactly(from - by) : undefined
  },
)

/** Six thirty, as words. */
const inWords: Rule<Clock> = map(seq(sign('number'), sign('number')), ([hour, minute]) => {
  const isTime =
    hour.isWord && minute.isWord && Number(hour.of) <= 12 && Number(minute.of) >= 10 && Number(minute.of) < 60
  return isTime ? clock(Number(hour.of), Number(minute.of)) : undefined
})

/** `at 1830` */
const military: Rule<Clock> = map(sign('number'), ({ of, start, end, isWord }) =>
  !isWord && end - start === 4 && Number(of) < 2400 && Number(of) % 100 < 60
    ? clock(Math.floor(Number(of) / 100), Number(of) % 100, 0, true)
    : undefined,
)

const halfDay = map(any(sign('half-day'), glued(sign('letter-half'))), ({ of }) => of as 'am' | 'pm')
const anyPart = map(sign('part'), ({ of }) => of as DayPart | 'am' | 'pm')
const partBehind = any(
  halfDay,
  map(seq(word('in'), maybe(word('the')), anyPart), ([, , part]) => part),
  map(seq(word('at'), sign('part', 'night')), () => 'night' as const),
)

const noon = map(sign('fixed-time', ['noon', 'lunch']), () => clock(12, 0, 0, true))
const midnight = map(sign('fixed-time', 'midnight'), (): TimeOfDay => ({ is: 'midnight' }))

/** What is a time by itself. */
export const sureTime: Rule<TimeOfDay> = kept(() =>
  any(
    map(seq(maybe(any(anyPart, halfDay)), any(digits, counted, spoken), maybe(partBehind)), ([ahead, one, behind]) => {
      const part = ahead ?? behind
      return part ? { ...one, part } : one
    }),
    map(seq(any(bareHour, inWords), partBehind), ([one, part]) => ({ ...one, part })),
    map(seq(sign('part', ['am', 'pm']), bareHour), ([{ of }, one]) => ({ ...one, part: of as 'am' | 'pm' })),
    besideNoon,
    wellBefore,
    map(seq(maybe(anyPart), noon), ([, time]) => time),
    map(seq(maybe(anyPart), midnight), ([, time]) => time),
  ),
)

/** What is a time behind `at` and the like. */
export const possibleTime: Rule<TimeOfDay> = kept(() => any(sureTime, inWords, military, bareHour))

const about = maybe(word('about'))
const at = any(
  map(seq(word('at'), about, possibleTime, maybe(word('sharp'))), ([, , time]) => time),
  map(seq(word('for'), sureTime), ([, time]) => time),
)
const sure = map(seq(about, sureTime, maybe(word('sharp'))), ([, time]) => time)
const item = any(at, sure)

const times: Rule<readonly TimeOfDay[]> = kept(() =>
  any(
    map(item, (one) => [one]),
    map(seq(item, any(comma, word('or')), list(any(at, possibleTime), any(comma, word('or')))), ([first, , more]) => [
      first,
      ...more,
    ]),
    list(sureTime, any(comma, word('or'), maybe(word('tail'))), 2),
  ),
)

const ahead: Readonly<Record<string, Mark>> = {
  by: 'by',
  until: 'until',
  before: 'before',
  after: 'after',
  starting: 'starting',
}
const behind: Readonly<Record<string, Mark>> = {
  'until-ko': 'until',
  'before-by': 'before',
  'after-ko': 'after',
  'starting-ko': 'starting',
  'by-ko': 'by',
}
export const markAhead: Rule<Mark> = map(word(...Object.keys(ahead)), ({ of }) => ahead[of])
const looseMarks = word('before-by', 'after-ko', 'by-ko')
export const markBehind: Rule<Mark> = map(glued(word(...Object.keys(behind))), ({ of }) => behind[of])
export const looseBehind: Rule<Mark> = map(looseMarks, ({ of }) => behind[of])

const timePart = (all: readonly TimeOfDay[], mark?: Mark): Part[] => [
  { is: 'time', times: all, ...(mark ? { mark } : {}) },
]

/** A time, with what it is to the sentence: at 9, by 3, 3시까지. */
export const time: Rule<Part[]> = kept(() =>
  any(
    map(seq(times, tail), ([all]) => timePart(all)),
    map(seq(markAhead, maybe(word('at')), about, possibleTime), ([mark, , , one]) => timePart([one], mark)),
    map(seq(sureTime, any(markBehind, looseBehind)), ([one, mark]) => timePart([one], mark)),
  ),
)

const dayPart: Readonly<Record<string, DayPart>> = { am: 'morning', pm: 'afternoon' }
const partTime = (part: string): TimeOfDay => ({ is: 'part', part: dayPart[part] ?? (part as DayPart) })

/** The part of a day beside a date: tomorrow morning, 내일 아침. */
export const besideDate: Rule<Part[]> = map(
  seq(maybe(any(seq(word('in'), word('the')), word('at'))), anyPart, tail),
  ([, part]) => timePart([partTime(part)]),
)

/** In the morning, at night, 저녁에; the part alone is weak. */
export const partOfDay: Rule<Part[]> = kept(() =>
  any(
    map(seq(word('in'), word('the'), anyPart), ([, , part]) => timePart([partTime(part)])),
    map(seq(word('at'), sign('part', 'night')), () => timePart([partTime('night')])),
    map(seq(sign('rel', 0), sign('part')), ([, { of }]): Part[] => [
      { is: 'date', date: { is: 'away', days: 0 } },
      ...timePart([partTime(String(of))]),
    ]),
    map(word('tonight'), (): Part[] => [
      { is: 'date', date: { is: 'away', days: 0 } },
      ...timePart([partTime('night')]),
    ]),
    map(seq(anyPart, glued(word('tail'))), ([part]) => timePart([partTime(part)])),
    map(anyPart, (part): Part[] => [{ is: 'time', times: [partTime(part)], weak: 'vague' }]),
  ),
)

const between = (from: TimeOfDay, to: TimeOfDay): Part[] => [{ is: 'between', from, to }]

/** Between 9 and 18, from 9 to 5, 3-4pm, 9시부터 18시까지. */
export const range: Rule<Part[]> = kept(() =>
  any(
    map(seq(word('between'), possibleTime, word('and', 'to'), possibleTime), ([, from, , to]) => between(from, to)),
    map(seq(word('from'), possibleTime, word('to'), possibleTime), ([, from, , to]) => between(from, to)),
    map(seq(maybe(word('at')), sureTime, word('to'), possibleTime, maybe(word('within-ko'))), ([, from, , to]) =>
      between(from, to),
    ),
    map(seq(sureTime, glued(word('from-ko')), sureTime), ([from, , to]) => between(from, to)),
    map(seq(bareHour, word('to'), sureTime, maybe(word('within-ko'))), ([from, , to]) => between(from, to)),
    map(
      seq(sureTime, any(glued(word('from-ko')), word('to', 'and')), possibleTime, word('within-ko'), tail),
      ([from, , to]) => between(from, to),
    ),
  ),
)
