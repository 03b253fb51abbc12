// What to answer: a moment, something that repeats, a question, or a refusal. Where two answers are possible it asks.

import { formatLocal } from '../../time/local.ts'
import type { Rule } from '../../time/recurrence/rule.ts'
import { Temporal } from '../../time/temporal.ts'
import { instantToLocal, sameZone } from '../../time/zone.ts'
import { knownZone } from '../../time/zone-name.ts'
import {
  Asked,
  type Context,
  isFuture,
  isProblem,
  localOf,
  type Point,
  type Problem,
  pointAt,
  pointOf,
  Refusal,
  timeOf,
} from './context.ts'
import { type DateMeant, type Every, isFine, type Length, type Mark, type PartOf, type TimeOfDay } from './meaning.ts'
import { atDefault, daysOf } from './resolve-date.ts'
import { type Chosen, resolveMoment, resolveSpan } from './resolve-moment.ts'
import { type Ruled, resolveRule } from './resolve-rule.ts'
import type { Repeat } from './result.ts'
import { mergeTimes, type Sentence } from './sentence.ts'
import { abbreviations } from './zones.ts'

export interface Repeated {
  readonly rule?: Rule
  readonly repeat?: Repeat
  readonly start: string
  /** Where it is not that of the person. */
  readonly zone?: string
  readonly next: readonly Point[]
  readonly ends: boolean
  readonly others: readonly Point[]
}

export type Decision = { readonly moment: Chosen } | { readonly repeated: Repeated } | { readonly problem: Problem }

/** A nag ends by itself too, if nobody ever says Done. */
const nagsMax = 12

export function decide(sentence: Sentence, context: Context): Decision {
  if (sentence.isAfterDone) return repeated(afterDone(sentence, context))
  if (sentence.isUntilDone) return repeated(untilDone(sentence, context))
  if (sentence.every.length > 0) return repeated(byRule(sentence, context))
  const chosen = momentOf(sentence, context)
  return isProblem(chosen) ? { problem: chosen } : { moment: chosen }
}

function repeated(found: Repeated | Problem): Decision {
  return isProblem(found) ? { problem: found } : { repeated: found }
}

function byRule(sentence: Sentence, context: Context): Repeated | Problem {
  const { zone: name, ...rest } = sentence
  const zone = saidZoneOf(sentence)
  if (name !== undefined && zone === undefined) return new Asked('first_time')
  if (zone === undefined || sameZone(zone, context.zone)) return inOwnZone(rest, context)
  // It keeps the clocks of that zone, and is shown on those of the person.
  const local = instantToLocal(context.now, zone)
  const there = inOwnZone(rest, { ...context, zone, local, today: local.toPlainDate() })
  if (isProblem(there)) return there
  return { ...there, zone, next: there.next.map(({ instant }) => pointOf(instant, context)), others: [] }
}

export function saidZoneOf({ zone: name }: Sentence): string | undefined {
  return name === undefined ? undefined : knownZone(abbreviations[name]?.[0] ?? name)
}

function inOwnZone(sentence: Sentence, context: Context): Ruled | Problem {
  const nth = sentence.every.find((one) => one.is === 'nth')
  if (!nth) return resolveRule(sentence, context)
  // Every third Friday: of each month, or each third one?
  const both: Every[][] = [
    [{ is: 'length', length: { months: 1 } }],
    [{ is: 'weekdays', weekdays: [nth.weekday], interval: nth.nth }],
  ]
  const date: PartOf<'date'> = { is: 'date', date: { is: 'nth', nth: nth.nth, weekday: nth.weekday } }
  const first = both.flatMap((every, i) => {
    const rule = resolveRule(
      { ...sentence, every, dates: i === 0 ? [...sentence.dates, date] : sentence.dates },
      context,
    )
    return isProblem(rule) || !rule.next[0] ? [] : [localOf(rule.next[0], context)]
  })
  return new Asked('how_often', first)
}

/** Every 15 minutes until done; also beside a rule. */
function untilDone(sentence: Sentence, context: Context): Repeated | Problem {
  const lengths = sentence.every.flatMap((one) => (one.is === 'length' ? [one] : []))
  const fixed = lengths.find(({ length }) => !length.months && !length.years)
  const nagging = lengths.find(({ length }) => isFine(length)) ?? fixed
  if (!nagging) return new Asked('how_often')
  const nag = { every: isoOf(nagging.length), atMost: nagsMax }
  const others = sentence.every.filter((one) => one !== nagging)
  if (others.length > 0) {
    const rule = resolveRule({ ...sentence, every: others }, context)
    return isProblem(rule) ? rule : { ...rule, repeat: { nag } }
  }
  return from(sentence, { nag }, nagging.length, context)
}

function afterDone(sentence: Sentence, context: Context): Repeated | Problem {
  const [every] = sentence.every.flatMap((one) => (one.is === 'length' ? [one.length] : []))
  const length = every ?? sentence.spans[0]?.length
  if (!length) return new Asked('how_often')
  return from(sentence, { afterCompletion: isoOf(length) }, length, context)
}

function isoOf(length: Length): string {
  return Temporal.Duration.from(length).toString()
}

/** It begins when the sentence says so; else one interval from now, or at the next hour for days. */
function from(sentence: Sentence, repeat: Repeat, length: Length, context: Context): Repeated | Problem {
  const { dates, times } = sentence
  const isByClock = isFine(length)
  const plain = {
    ...sentence,
    every: [],
    spans: [],
    dates: dates.map(unmarked),
    times: times.map(unmarked).map((one) => (isByClock ? one : { ...one, times: one.times.map(inTheMorning) })),
    isUntilDone: false,
  }
  const isSaid = dates.length + times.length > 0
  const start = isSaid
    ? momentOf(plain, context)
    : isByClock
      ? resolveSpan(length, context)
      : resolveMoment({ time: { is: 'clock', ...clockOf(context.defaults.dateWithoutTime), isExact: true } }, context)
  if (isProblem(start)) return start
  const { point, others } = start
  return { repeat, start: point.at, next: [point], ends: repeat.nag !== undefined, others }
}

/** Every day at 9 is in the morning, whatever time it is now. */
function inTheMorning(time: TimeOfDay): TimeOfDay {
  const isOpen = time.is === 'clock' && !time.part && time.hour >= 7 && time.hour < 12
  return isOpen ? { ...time, isExact: true } : time
}

function clockOf(text: string): { hour: number; minute: number; second: number } {
  const { hour, minute, second } = timeOf(text)
  return { hour, minute, second }
}

function unmarked<T extends PartOf<'date'> | PartOf<'time'>>(part: T): T {
  const { mark: _, ...rest } = part
  return rest as T
}

function momentOf(sentence: Sentence, context: Context): Chosen | Problem {
  const { dates, spans, ranges, zone } = sentence
  const times = mergeTimes(sentence.times)
  const [date, anotherDate] = dates
  const [time] = times
  if (!date && !time && spans.length === 0 && ranges.length === 0) return unsaid(sentence, context)
  if (spans.length > 0) return spanMoment(sentence, times, context)
  const mark = [...dates, ...sentence.times].find((part) => part.mark)?.mark
  if (anotherDate)
    return ask(
      'two_dates',
      dates.map((one) => ({ date: one.date, time: time?.[0], zone })),
      context,
    )
  const all = [...times.flat(), ...ranges.flatMap(({ from, to }) => [from, to])]
  if (all.length > 1)
    return ask(
      'two_times',
      all.map((one) => ({ date: date?.date, time: one, zone })),
      context,
    )
  const chosen = resolveMoment({ date: date?.date, time: all[0], zone }, context)
  if (isProblem(chosen) || !mark) return chosen
  return deadline(chosen, mark, all[0] !== undefined, context)
}

interface Likely {
  readonly date?: DateMeant | undefined
  readonly time?: TimeOfDay | undefined
  readonly zone?: string | undefined
}

/** A question with each reading that can be. */
function ask(why: 'two_dates' | 'two_times', likely: readonly Likely[], context: Context): Problem {
  const found = likely.map((one) => resolveMoment(one, context))
  const refused = found.find((one) => one instanceof Refusal && one.reason !== 'past')
  if (refused) return refused as Refusal
  return new Asked(
    why,
    found.flatMap((one) =>
      isProblem(one) ? (one instanceof Asked ? one.offers.slice(0, 1) : []) : [localOf(one.point, context)],
    ),
  )
}

/** By 3: at three it is too late for some, and early enough for others. */
function deadline({ point, others }: Chosen, mark: Mark, hasTime: boolean, context: Context): Problem {
  const at = localOf(point, context)
  const away = hasTime ? { hours: 1 } : { days: 1 }
  const isLater = mark === 'after' || mark === 'starting'
  const offers = [
    ...(isLater ? [at, at.add(away)] : [at.subtract(away), at]),
    ...others.map((other) => localOf(other, context)),
  ]
  return new Asked(
    'deadline',
    offers.filter((local) => Temporal.PlainDateTime.compare(local, context.local) > 0),
  )
}

function spanMoment(
  { spans, dates, zone, ranges, isWhole }: Sentence,
  times: readonly (readonly TimeOfDay[])[],
  context: Context,
): Chosen | Problem {
  const [span, another] = spans
  const { length, how } = span!
  const away = resolveSpan(length, context)
  if (how === 'ago') return new Refusal('past')
  if (isProblem(away)) return away
  if (how === 'few' || how === 'unitless' || (how === 'bare' && (!isWhole || dates.length + times.length > 0)))
    return new Asked('length', [localOf(away.point, context)])
  if (another || ranges.length > 0 || times.flat().length > 1)
    return new Asked('two_times', [localOf(away.point, context)])
  const [time] = times.flat()
  const day = localOf(away.point, context).toPlainDate()
  if (dates.length > 0) return spanAndDate(dates, length, { time, zone }, localOf(away.point, context), context)
  if (!time) return away
  if (isFine(length)) {
    const other = resolveMoment({ time, zone }, context)
    return new Asked(
      'two_times',
      [away, ...(isProblem(other) ? [] : [other])].map(({ point }) => localOf(point, context)),
    )
  }
  return resolveMoment({ date: { is: 'away', days: day.since(context.today).days }, time, zone }, context)
}

/** In two weeks on Monday: the Monday of that week. */
function spanAndDate(
  dates: readonly PartOf<'date'>[],
  length: Length,
  said: Pick<Likely, 'time' | 'zone'>,
  away: Temporal.PlainDateTime,
  context: Context,
): Chosen | Problem {
  const [{ date } = { date: undefined }] = dates
  const isWeeks = Object.keys(length).join() === 'weeks' && dates.length === 1
  if (isWeeks && date?.is === 'weekday' && date.week === undefined)
    return resolveMoment({ date: { ...date, week: length.weeks ?? 0 }, ...said }, context)
  const found = dates.flatMap((one) => {
    const days = daysOf(one.date, context)
    return isProblem(days) ? [] : days.days.slice(0, 1)
  })
  const first = isFine(length) ? [away] : atDefault([away.toPlainDate()], context)
  return new Asked('two_dates', [...first, ...atDefault(found, context)])
}

/** Nothing says when, or only roughly. */
function unsaid({ vague }: Sentence, context: Context): Problem {
  const [part] = vague
  if (part?.is === 'time') {
    const chosen = resolveMoment({ time: part.times[0] }, context)
    return isProblem(chosen) ? chosen : new Asked('which_time', [localOf(chosen.point, context)])
  }
  if (part?.is === 'date') {
    const chosen = resolveMoment({ date: part.date }, context)
    return isProblem(chosen) ? chosen : new Asked('when', [localOf(chosen.point, context)])
  }
  const evening = context.today.toPlainDateTime(timeOf(context.defaults.evening))
  const tomorrow = atDefault([context.today.add({ days: 1 })], context)
  const soon = context.local.add({ hours: 1 }).round({ smallestUnit: 'minute' })
  const offers = [soon, ...(Temporal.PlainDateTime.compare(evening, soon) > 0 ? [evening] : []), ...tomorrow]
  return new Asked('when', offers)
}

export function offerPoints(offers: readonly Temporal.PlainDateTime[], context: Context): Point[] {
  const seen = new Set<string>()
  return offers.flatMap((local) => {
    const key = formatLocal(local)
    if (seen.has(key) || seen.size >= 4 || local.year > 9_000) return []
    const point = pointAt(local, context)
    // Whoever took one that is past would hear it at once.
    if (!isFuture(point, context)) return []
    seen.add(key)
    return [point]
  })
}
