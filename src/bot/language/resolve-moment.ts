// One moment from a date, a time, or both: the soonest that is still to come. Of 9 without am or pm it is the soonest between 07:00
// and 22:00; where that is a choice, the other is offered.

import { Temporal } from '../../time/temporal.ts'
import { beforeInstant } from '../../time/zone.ts'
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
import { type DateMeant, isFine, type Length, type TimeOfDay } from './meaning.ts'
import { type Days, daysOf } from './resolve-date.ts'
import { type Reading, type Readings, readingsOf } from './resolve-time.ts'
import { abbreviations } from './zones.ts'

export interface Chosen {
  readonly point: Point
  readonly others: readonly Point[]
  readonly isElapsed: boolean
}

export interface Wanted {
  readonly date?: DateMeant | undefined
  readonly time?: TimeOfDay | undefined
  readonly zone?: string | undefined
}

const wakeful = { from: timeOf('07:00'), to: timeOf('22:00') }

interface Try {
  readonly point: Point
  readonly day: Temporal.PlainDate
  readonly isWakeful: boolean
}

export function resolveMoment({ date, time, zone }: Wanted, context: Context): Chosen | Problem {
  const of = zone === undefined ? context.zone : (abbreviations[zone]?.[0] ?? zone)
  const days = date ? daysOf(date, context) : anyDay(context)
  if (isProblem(days)) return withTime(days, time, of, context)
  const readings: Readings | Problem = time ? readingsOf(time, context) : defaultTime(context)
  if (isProblem(readings)) return readings
  if (days.days.some(({ year }) => year > 9_000)) return new Refusal('too far')
  if (readings.isMidnight && date) return midnightOf(days, readings, of, context)
  const tries = days.days.flatMap((day) => readings.readings.map((reading) => tryOn(day, reading, of, context)))
  const ahead = tries.filter(({ point }) => isFuture(point, context))
  if (ahead.length === 0) return tooLate(tries, days, date?.is === 'weekday' ? 7 : 1, context)
  if (readings.isOpen)
    return chooseHalf(tries, ahead, { isFixedDay: days.isFixed, isDayNamed: date !== undefined }, context)
  const [first] = bySoonest(ahead)
  return { point: first!.point, others: literalZone(first!, zone, context), isElapsed: false }
}

function anyDay({ today }: Context): Days {
  return { days: [-1, 0, 1, 2].map((days) => today.add({ days })), isFixed: false }
}

function defaultTime({ defaults }: Context): Readings {
  return { readings: [{ time: timeOf(defaults.dateWithoutTime), daysLater: 0 }], isOpen: false }
}

function tryOn(day: Temporal.PlainDate, { time, daysLater }: Reading, zone: string, context: Context): Try {
  const local = day.add({ days: daysLater }).toPlainDateTime(time)
  const { compare } = Temporal.PlainTime
  return {
    point: pointAt(local, context, zone),
    day,
    isWakeful: compare(time, wakeful.from) >= 0 && compare(time, wakeful.to) <= 0,
  }
}

function bySoonest(tries: readonly Try[]): Try[] {
  return [...tries].sort((a, b) => Temporal.Instant.compare(a.point.instant, b.point.instant))
}

/** What is offered is a local time of theirs. One of their own stays as it was said, also where their clocks leave it out. */
function onOwnClock(local: Temporal.PlainDateTime, zone: string, context: Context): Temporal.PlainDateTime {
  return zone === context.zone ? local : localOf(pointAt(local, context, zone), context)
}

/** A question about a day offers it at the time that was said. */
function withTime(problem: Problem, time: TimeOfDay | undefined, zone: string, context: Context): Problem {
  const readings = time && problem instanceof Asked ? readingsOf(time, context) : undefined
  if (!(problem instanceof Asked) || !readings || isProblem(readings) || problem.why === 'which_time') return problem
  const likely = readings.isOpen ? likelyHalf(readings.readings) : readings.readings[0]!
  return new Asked(
    problem.why,
    problem.offers.map((offer) => {
      const day = offer.toPlainDate().add({ days: likely.daysLater })
      return onOwnClock(day.toPlainDateTime(likely.time), zone, context)
    }),
  )
}

export function likelyHalf(readings: readonly Reading[]): Reading {
  return readings.find(({ time }) => Temporal.PlainTime.compare(time, wakeful.from) >= 0) ?? readings[0]!
}

function chooseHalf(
  tries: readonly Try[],
  ahead: readonly Try[],
  { isFixedDay, isDayNamed }: { readonly isFixedDay: boolean; readonly isDayNamed: boolean },
  context: Context,
): Chosen | Problem {
  const sorted = bySoonest(ahead)
  const wakefulOnes = sorted.filter(({ isWakeful }) => isWakeful)
  const first = wakefulOnes[0] ?? sorted[0]!
  // "Today at 8" when it is ten: this morning is past, so tonight is a guess.
  const isMissed = isFixedDay && tries.some(({ point, isWakeful }) => isWakeful && !isFuture(point, context))
  if (isMissed) return new Asked('past', [localOf(first.point, context)])
  const other = sorted.find(({ point }) => point.at.slice(11, 13) !== first.point.at.slice(11, 13))
  const hour = localOf(first.point, context).hour
  // At nine on another day is in the morning to everybody.
  const isSure = isDayNamed && hour >= 7 && hour < 12 && !first.day.equals(context.today)
  return { point: first.point, others: other && !isSure ? [other.point] : [], isElapsed: false }
}

function tooLate(tries: readonly Try[], { days }: Days, againAfterDays: number, context: Context): Problem {
  const { today } = context
  if (days.some((day) => Temporal.PlainDate.compare(day, today) < 0)) return new Refusal('past')
  const later = tries.map(({ point }) => localOf(point, context).add({ days: againAfterDays }))
  return new Asked('past', later)
}

function midnightOf({ days }: Days, { readings }: Readings, zone: string, context: Context): Chosen | Problem {
  const [day] = days
  if (!day || !readings[0]) return new Asked('midnight')
  const both = [day, day.add({ days: 1 })].map((one) => one.toPlainDateTime(readings[0]!.time))
  const ahead = both.map((local) => pointAt(local, context, zone)).filter((point) => isFuture(point, context))
  if (ahead.length === 1) return { point: ahead[0]!, others: [], isElapsed: false }
  return new Asked(
    'midnight',
    both.map((local) => onOwnClock(local, zone, context)),
  )
}

/** EST in summer is New York's time to most who write it; to the letter it is an hour away. */
function literalZone({ point }: Try, zone: string | undefined, context: Context): Point[] {
  const [of, offsetMinutes = 0] = abbreviations[zone ?? ''] ?? []
  if (of === undefined) return []
  const actualMs = point.instant.toZonedDateTimeISO(of).offsetNanoseconds / 1e6
  const awayMs = actualMs - offsetMinutes * 60_000
  return awayMs === 0 ? [] : [pointOf(point.instant.add({ milliseconds: awayMs }), context)]
}

const yearsMax = 100

/** So long from now: by the clock for hours, on the same wall clock for days. */
export function resolveSpan(length: Length, context: Context): Chosen | Problem {
  const { years = 0, months = 0, weeks = 0, days = 0 } = length
  const duration = Temporal.Duration.from(length)
  if (duration.blank) return new Asked('when')
  if (years + months / 12 + weeks / 52 + days / 365 + (length.hours ?? 0) / 8_760 > yearsMax)
    return new Refusal('too far')
  const calendar = years + months + weeks + days
  const isElapsed = calendar === 0
  if (!isElapsed && !isFine(length)) {
    const local = context.local.add(duration)
    return { point: pointAt(local, context), others: [], isElapsed }
  }
  return { point: pointOf(beforeInstant(context.now, duration, context.zone), context), others: [], isElapsed }
}
