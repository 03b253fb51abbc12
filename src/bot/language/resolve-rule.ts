// A rule from how often, on which days, at which times, from when and until when.

import { BelfryError } from '../../errors.ts'
import { formatLocal } from '../../time/local.ts'
import { type Occurrence, occurrences } from '../../time/recurrence/occurrences.ts'
import { readRule } from '../../time/recurrence/read-rule.ts'
import type { Rule, RuleInput, Unit } from '../../time/recurrence/rule.ts'
import { weekdays as weekdayNames } from '../../time/recurrence/rule.ts'
import { Temporal } from '../../time/temporal.ts'
import { Asked, type Context, clockText, isProblem, type Point, type Problem, pointAt, Refusal } from './context.ts'
import type { Every, Length, PartOf, TimeOfDay } from './meaning.ts'
import { atDefault, daysOf, firstDays, lastDayOf } from './resolve-date.ts'
import { likelyHalf } from './resolve-moment.ts'
import { readingsOf } from './resolve-time.ts'
import { mergeTimes, type Sentence } from './sentence.ts'

export interface Ruled {
  readonly rule: Rule
  readonly start: string
  readonly next: readonly Point[]
  readonly ends: boolean
  /** Another reading of its hours: the first that it would ring. */
  readonly others: readonly Point[]
}

type Draft = { -readonly [Name in keyof Rule]?: Rule[Name] }
type Every1 = { readonly unit: Unit; readonly interval: number }

const nextMax = 5

export function resolveRule(sentence: Sentence, context: Context): Ruled | Problem {
  const period = periodOf(sentence.every)
  if (isProblem(period)) return period
  const draft: Draft = { every: period.unit, ...(period.interval > 1 ? { interval: period.interval } : {}) }
  const days = addDays(draft, sentence, context)
  if (isProblem(days)) return days
  const times = addTimes(draft, sentence, context)
  if (isProblem(times)) return times
  const start = startOf(draft, sentence, context)
  if (isProblem(start)) return start
  nameDays(draft, start)
  const end = addEnd(draft, sentence, start, context)
  if (isProblem(end)) return end
  // The anchor is the first that rings: RFC 5545 counts from it on, and what lies before it would count as missed.
  return finish(draft, firstOf(draft, start, context), times.others, context)
}

const unitOf: readonly (readonly [keyof Length, Unit, number])[] = [
  ['years', 'year', 12],
  ['months', 'month', 30],
  ['weeks', 'week', 7],
  ['days', 'day', 24],
  ['hours', 'hour', 60],
  ['minutes', 'minute', 60],
  ['seconds', 'second', 1],
]

/** Every 90 minutes for an hour and a half; 7 days are a week. */
export function everyLength(length: Length): Every1 | Problem {
  const given = unitOf.filter(([name]) => length[name])
  const [first, second, third] = given
  if (!first || third) return new Asked('how_often')
  const count = length[first[0]]!
  if (!second) {
    if (first[1] === 'day' && count % 7 === 0) return { unit: 'week', interval: count / 7 }
    return { unit: first[1], interval: count }
  }
  const isNext = unitOf.indexOf(second) === unitOf.indexOf(first) + 1
  if (!isNext || first[1] === 'month') return new Asked('how_often')
  return { unit: second[1], interval: count * first[2] + length[second[0]]! }
}

function periodOf(every: readonly Every[]): Every1 | Problem {
  const all = every.filter((one) => one.is === 'length')
  // Every day, every two hours between 9 and 18: the hours say it all.
  const isDaily = ({ length }: (typeof all)[number]) => Object.keys(length).join() === 'days' && length.days === 1
  const lengths = all.length > 1 ? all.filter((one) => !isDaily(one)) : all
  const days = every.filter((one) => one.is === 'weekdays')
  if (every.some(({ is }) => is === 'vague') || lengths.length > 1) return new Asked('how_often')
  if (every.some(({ is }) => is === 'nth')) return new Asked('how_often')
  const interval = Math.max(1, ...days.map((one) => one.interval))
  if (!lengths[0]) return { unit: 'week', interval }
  const period = everyLength(lengths[0].length)
  if (isProblem(period) || days.length === 0) return period
  // Every day, on weekdays: that is every week on these.
  return period.unit === 'day' && period.interval === 1 ? { unit: 'week', interval } : period
}

const nthNames = ['', '1st', '2nd', '3rd', '4th', '5th']

function addDays(draft: Draft, { every, dates, except }: Sentence, context: Context): Problem | undefined {
  const on = every.flatMap((one) => (one.is === 'weekdays' ? one.weekdays : []))
  const [minute] = every.flatMap((one) => (one.is === 'length' && one.atMinute !== undefined ? [one.atMinute] : []))
  if (minute !== undefined) draft.atMinutes = [minute]
  for (const { date, mark } of dates) {
    if (mark) continue
    if (
      date.is === 'weekday' &&
      date.week === -1 &&
      addDate(draft, { is: 'nth', nth: -1, weekday: date.weekdays[0]! }, context)
    )
      continue
    if (date.is === 'weekday' && date.week === undefined && draft.every !== 'month' && draft.every !== 'year')
      on.push(...date.weekdays)
    else if (date.is === 'weekend' && draft.every === 'week') on.push(6, 7)
    else if (!addDate(draft, date, context)) return new Asked('first_time', offersOf(date, context))
  }
  if (except.length > 0) {
    const left = (on.length > 0 ? on : [1, 2, 3, 4, 5, 6, 7]).filter((one) => !except.includes(one))
    on.splice(0, on.length, ...left)
    if (draft.every === 'day' && (draft.interval ?? 1) === 1) draft.every = 'week'
  }
  if (on.length > 0) draft.on = [...new Set(on)].sort((a, b) => a - b).map((one) => weekdayNames[one - 1]!)
  if (draft.on && draft.every === 'day') draft.every = 'week'
  return undefined
}

function offersOf(date: PartOf<'date'>['date'], context: Context): Temporal.PlainDateTime[] {
  const days = daysOf(date, context)
  return isProblem(days) ? [] : atDefault(days.days.slice(0, 1), context)
}

/** Answers whether the rule can take it up. */
function addDate(draft: Draft, date: PartOf<'date'>['date'], context: Context): boolean {
  const isMonthly = draft.every === 'month' || draft.every === 'year'
  if (!isMonthly) return false
  const month = 'of' in date && date.of && 'month' in date.of ? date.of.month : undefined
  if (month !== undefined && draft.every === 'year') draft.inMonths = [month]
  else if ('of' in date && date.of && !('unit' in date.of && date.of.unit === 'month' && date.of.away === 0))
    return false
  if (date.is === 'day') draft.onDays = [...new Set(date.days)].sort((a, b) => a - b)
  else if (date.is === 'end') {
    draft.onDays = [-1]
    if ('unit' in date.of && date.of.unit === 'year') draft.inMonths = [12]
  } else if (date.is === 'nth')
    draft.on = [`${date.nth < 0 ? 'last' : nthNames[date.nth]} ${weekdayNames[date.weekday - 1]}`]
  else if (date.is === 'start') draft.onDays = [1]
  else if (date.is === 'slashed' && context.language === 'ko')
    Object.assign(draft, { inMonths: [date.first], onDays: [date.second] })
  else if (date.is === 'holiday' && /^\d\d-\d\d$/.test(date.holiday)) {
    draft.inMonths = [Number(date.holiday.slice(0, 2))]
    draft.onDays = [Number(date.holiday.slice(3))]
  } else return false
  return draft.onDays?.every((day) => day <= 31) ?? true
}

const isFine = (unit: Unit | undefined) => unit === 'hour' || unit === 'minute' || unit === 'second'

function addTimes(
  draft: Draft,
  { times, ranges, dates }: Sentence,
  context: Context,
): { others: Temporal.PlainTime[] } | Problem {
  const [range, another] = ranges
  if (another) return new Asked('two_times')
  if (range && isFine(draft.every)) return addRange(draft, range, context)
  if (range) return new Asked('two_times')
  const all = mergeTimes(times.filter(({ mark }) => !mark)).flat()
  const marked = times.filter(({ mark }) => mark).flatMap((one) => one.times)
  // Every day until Friday at 9: the nine is that of every day.
  const wanted = all.length > 0 || isFine(draft.every) || dates.some(({ mark }) => mark === 'starting') ? all : marked
  if (wanted.length === 0 && !isFine(draft.every)) draft.at = [context.defaults.dateWithoutTime]
  if (wanted.length === 0) return { others: [] }
  if (isFine(draft.every)) return wanted.length === 1 ? { others: [] } : new Asked('two_times')
  const read = wanted.map((time) => readingsOf(time, context))
  const problem = read.find(isProblem)
  if (problem) return problem
  const readings = read.flatMap((one) => (isProblem(one) ? [] : [one]))
  const chosen = readings.map((one) => (one.isOpen ? likelyHalf(one.readings) : one.readings[0]!))
  draft.at = [...new Set(chosen.map(({ time }) => clockText(time)))].sort()
  const [only] = readings
  if (readings.length > 1 || !only?.isOpen || (chosen[0]!.time.hour >= 7 && chosen[0]!.time.hour < 12))
    return { others: [] }
  return { others: only.readings.filter((one) => one !== chosen[0]).map(({ time }) => time) }
}

/** Every 2 hours between 9 and 18: at 9, 11, 13, 15 and 17. */
function addRange(
  draft: Draft,
  { from, to }: PartOf<'between'>,
  context: Context,
): { others: Temporal.PlainTime[] } | Problem {
  const [first, last] = [minuteOf(from, context), minuteOf(to, context)]
  if (isProblem(first)) return first
  if (isProblem(last)) return last
  const until = last <= first && last + 720 > first && last < 720 ? last + 720 : last
  const step = (draft.every === 'hour' ? 60 : 1) * (draft.interval ?? 1)
  const count = Math.floor((until - first) / step) + 1
  if (draft.every === 'second' || count < 1 || count > 96 || until >= 1_440) return new Asked('how_often')
  draft.at = Array.from({ length: count }, (_, i) =>
    clockText(new Temporal.PlainTime().add({ minutes: first + i * step })),
  )
  draft.every = draft.on ? 'week' : 'day'
  delete draft.interval
  return { others: [] }
}

function minuteOf(time: TimeOfDay, context: Context): number | Problem {
  const readings = readingsOf(time, context)
  if (isProblem(readings)) return readings
  const { time: one } = readings.isOpen ? likelyHalf(readings.readings) : readings.readings[0]!
  return one.hour * 60 + one.minute
}

/** Where the rule is anchored: counting in threes begins today, and fine rules begin now. */
function startOf(draft: Draft, sentence: Sentence, context: Context): Temporal.PlainDateTime | Problem {
  const from = sentence.dates.find(({ mark }) => mark === 'starting')
  const time = draft.at?.[0] ?? (isFine(draft.every) ? undefined : context.defaults.dateWithoutTime)
  if (from) {
    const days = from.date.is === 'period' ? { days: firstDays(from.date.of, context) } : daysOf(from.date, context)
    if (isProblem(days)) return days
    return anchored(
      draft,
      (days.days[0] ?? context.today).toPlainDateTime(
        Temporal.PlainTime.from(time ?? context.defaults.dateWithoutTime),
      ),
      context,
    )
  }
  const startTime = isFine(draft.every)
    ? mergeTimes(sentence.times.filter(({ mark }) => !mark || mark === 'starting')).flat()[0]
    : undefined
  const minute = startTime ? minuteOf(startTime, context) : undefined
  if (isProblem(minute)) return minute
  if (minute !== undefined) {
    const today = context.today.toPlainDateTime(new Temporal.PlainTime().add({ minutes: minute }))
    return Temporal.PlainDateTime.compare(today, context.local) > 0 ? today : today.add({ days: 1 })
  }
  if (time === undefined) return context.local
  return anchored(draft, context.today.toPlainDateTime(Temporal.PlainTime.from(time)), context)
}

/** Every other Friday begins with the coming one. */
function anchored(draft: Draft, start: Temporal.PlainDateTime, context: Context): Temporal.PlainDateTime {
  const names = draft.on ?? draft.onDays ?? draft.inMonths
  if (!draft.interval || !names) return start
  const { interval: _, ...plain } = draft
  return firstOf(plain, start, context)
}

function addEnd(
  draft: Draft,
  { count, lasting, dates, times }: Sentence,
  start: Temporal.PlainDateTime,
  context: Context,
): Problem | undefined {
  if (count !== undefined && count > 0) draft.count = Math.min(count, 10_000)
  const until = dates.find(({ mark }) => mark === 'until' || mark === 'by' || mark === 'before')
  if (until) {
    const days = until.date.is === 'period' ? lastDay(until.date.of, context) : daysOf(until.date, context)
    if (isProblem(days)) return days
    if (!days.days[0]) return new Refusal('past')
    const last = until.mark === 'before' ? days.days[0].subtract({ days: 1 }) : days.days[0]
    draft.until = last.toString()
  } else if (times.some(({ mark }) => mark && mark !== 'starting') && isFine(draft.every))
    return endToday(draft, times, context)
  if (lasting) {
    if (isFine(draft.every) && !lasting.days && !lasting.weeks && !lasting.months) {
      draft.until = formatLocal(start.add(Temporal.Duration.from(lasting)))
      return undefined
    }
    const first = firstOf(draft, start, context)
    draft.until = first.add(Temporal.Duration.from(lasting)).subtract({ days: 1 }).toPlainDate().toString()
  }
  if (draft.until && draft.count) return new Asked('how_often')
  return undefined
}

function lastDay(of: Parameters<typeof lastDayOf>[0], context: Context): { days: Temporal.PlainDate[] } {
  const day = lastDayOf(of, context)
  return { days: day ? [day] : [] }
}

/** Every hour until 6pm */
function endToday(draft: Draft, times: readonly PartOf<'time'>[], context: Context): Problem | undefined {
  const [time] = times.filter(({ mark }) => mark === 'until' || mark === 'by').flatMap((one) => one.times)
  if (!time) return new Asked('deadline')
  const minute = minuteOf(time, context)
  if (isProblem(minute)) return minute
  const end = context.today.toPlainDateTime(new Temporal.PlainTime().add({ minutes: minute }))
  if (Temporal.PlainDateTime.compare(end, context.local) <= 0) return new Asked('past', [end.add({ days: 1 })])
  draft.until = formatLocal(end)
  return undefined
}

/** When it would ring first, however often. */
function firstOf(
  { count: _, ...draft }: Draft,
  start: Temporal.PlainDateTime,
  context: Context,
): Temporal.PlainDateTime {
  const rule = checked(draft as RuleInput)
  if (isProblem(rule)) return start
  const first = occurrences(rule, formatLocal(start), context.zone, { after: context.now.epochMilliseconds }).next()
    .value
  return first ? Temporal.PlainDateTime.from(first.nominal.replace('~2', '')) : start
}

/** Every month is on this day of each: the anchor may be a shorter month's last day. */
function nameDays(draft: Draft, { day, month }: Temporal.PlainDateTime): void {
  if (draft.on || draft.onDays || (draft.every !== 'month' && draft.every !== 'year')) return
  draft.onDays = [day]
  if (draft.every === 'year' && !draft.inMonths) draft.inMonths = [month]
}

/** What the rules of recurrence do not accept was not understood. */
function checked(input: RuleInput): Rule | Problem {
  try {
    return readRule(input, '/rule')
  } catch (error) {
    if (error instanceof BelfryError) return new Asked('how_often')
    throw error
  }
}

function finish(
  draft: Draft,
  start: Temporal.PlainDateTime,
  otherTimes: readonly Temporal.PlainTime[],
  context: Context,
): Ruled | Problem {
  const rule = checked(draft as RuleInput)
  if (isProblem(rule)) return rule
  const next: Point[] = []
  for (const one of occurrences(rule, formatLocal(start), context.zone, { after: context.now.epochMilliseconds })) {
    next.push(pointOfOccurrence(one))
    if (next.length === nextMax) break
  }
  if (next.length === 0) return new Refusal('past')
  const first = Temporal.PlainDateTime.from(next[0]!.at.replace('~2', ''))
  const others = otherTimes.map((time) => {
    const other = first.withPlainTime(time)
    const isPast = Temporal.PlainDateTime.compare(other, context.local) <= 0
    return pointAt(isPast ? other.add({ days: 1 }) : other, context)
  })
  return { rule, start: formatLocal(start), next, ends: rule.until !== undefined || rule.count !== undefined, others }
}

function pointOfOccurrence({ instant, local, nominal }: Occurrence): Point {
  const isMoved = local !== nominal && !nominal.endsWith('~2')
  return {
    instant: Temporal.Instant.fromEpochMilliseconds(instant),
    at: nominal.endsWith('~2') ? nominal : local,
    ...(isMoved ? { gap: Temporal.PlainDateTime.from(nominal) } : {}),
  }
}
