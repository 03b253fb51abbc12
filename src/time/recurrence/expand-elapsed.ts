// Rules of hours, minutes and seconds: they count elapsed time, so an hourly reminder rings 23, 24 or 25 times on a local day
// and never waits two hours or rings twice at once because the clocks were changed.
//
// Period k begins k intervals of elapsed time after the hour (minute, second) of the anchor began. What the rule leaves out
// stays where the anchor has it in its period. What it names (BYMINUTE=0) is looked up on the zone's clock, and so are the
// limits (BYHOUR=2, BYDAY=MO): an hour that the clocks leave out does not ring, one that they show twice rings twice. Who
// wants one ring a day writes a daily rule.
//
// The two differ only where clocks change by other than whole hours (Lord Howe: 30 minutes). There "every hour" from 09:00
// rings at half past for half of the year, an hour of elapsed time apart as ever; with `atMinutes: [0]` it keeps to the full
// hour of the clock, and the one step across a change is 30 or 90 minutes long. Nominals are what the clock shows at
// the instant, `~2` where it shows it for the second time: this is why they are unique, whatever the clocks do.

import { dayMs, dayOf, hourMs, minuteMs, modulo, secondMs } from './civil.ts'
import { type DayFilter, dayFilter, filterSteps, isWanted, wantedDays } from './day-filter.ts'
import type { Offsets } from './offsets.ts'
import type { Rule } from './rule.ts'
import { type Budget, Search } from './search.ts'
import { placesOf, slotsOfHour, slotsOfMinute } from './slots.ts'

/** What finding the next time costs that the limits allow. */
const hopSteps = 4
const unitsMs = { hour: hourMs, minute: minuteMs, second: secondMs }
const lastMs = dayOf(9999, 12, 30) * dayMs

interface Elapsed {
  readonly unitMs: number
  readonly stepMs: number
  /** When the anchor's hour, minute or second began. */
  readonly originMs: number
  /** Where in its period the anchor lies, or where on the clock the named minutes and seconds do. */
  readonly slots: readonly number[]
  readonly isOnClock: boolean
  readonly positions: readonly number[] | undefined
  readonly limits: Limits
  readonly offsets: Offsets
  /** Whether any period can meet the limits of the clock, by what the zone adds to UTC. */
  readonly meets: Map<number, boolean>
}

/** The instants of the rule not before `fromMs` nor the anchor. */
export function* elapsedInstants(
  rule: Rule,
  anchor: number,
  offsets: Offsets,
  fromMs: number,
  strict: boolean,
  budget?: Budget,
): Generator<number> {
  const elapsed = elapsedOf(rule, anchor, offsets, strict)
  const { originMs, stepMs, unitMs } = elapsed
  const startMs = Math.max(anchor, fromMs)
  const search = new Search(budget, startMs)
  for (let k = Math.max(0, Math.floor((startMs - unitMs - originMs) / stepMs)); ; ) {
    const periodMs = originMs + k * stepMs
    if (periodMs > lastMs || !search.goesOn(periodMs, elapsed.slots.length)) return
    const found = instantsIn(elapsed, periodMs)
    if (found.length > 0) search.found(periodMs)
    for (const instant of found) if (instant >= startMs) yield instant
    k = found.length === 0 ? Math.max(k + 1, nextPeriod(elapsed, periodMs, search)) : k + 1
  }
}

/** From one period of the rule to the next. */
export function elapsedMs(rule: Rule): number {
  return unitsMs[rule.every as keyof typeof unitsMs] * (rule.interval ?? 1)
}

function elapsedOf(rule: Rule, anchor: number, offsets: Offsets, strict: boolean): Elapsed {
  const unit = rule.every as keyof typeof unitsMs
  const unitMs = unitsMs[unit]
  const anchorLocalMs = anchor + offsets.at(anchor)
  const withinMs = modulo(anchorLocalMs, unitMs)
  const isOnClock =
    unit !== 'second' && (rule.atSeconds !== undefined || (unit === 'hour' && rule.atMinutes !== undefined))
  const onClock = unit === 'hour' ? slotsOfHour : slotsOfMinute
  return {
    unitMs,
    stepMs: elapsedMs(rule),
    originMs: anchor - withinMs,
    slots: isOnClock ? onClock(rule, modulo(anchorLocalMs, dayMs)) : [withinMs],
    isOnClock,
    positions: rule.setPosition,
    limits: limitsOf(rule, Math.floor(anchorLocalMs / dayMs), strict),
    offsets,
    meets: new Map(),
  }
}

function instantsIn(elapsed: Elapsed, periodMs: number): number[] {
  const { offsets, limits, positions, slots, isOnClock } = elapsed
  const all = isOnClock ? onClock(elapsed, periodMs) : [periodMs + slots[0]!]
  const found = limits.isOpen ? all : all.filter((instant) => isAllowed(limits, instant + offsets.at(instant)))
  return positions === undefined ? found : placesOf(positions, found.length).map((place) => found[place]!)
}

/** The instants of a period at which the clock shows one of the slots. */
function onClock({ unitMs, slots, offsets }: Elapsed, periodMs: number): number[] {
  const offsetMs = offsets.at(periodMs)
  const endOffsetMs = offsets.at(periodMs + unitMs - 1)
  const shown = (byOffsetMs: number) =>
    slots.map((slotMs) => periodMs + modulo(slotMs - periodMs - byOffsetMs, unitMs)).sort((a, b) => a - b)
  if (offsetMs === endOffsetMs) return shown(offsetMs)
  // The clocks change within the period: before the change by the one offset, after it by the other.
  return [offsetMs, endOffsetMs].flatMap((byMs) => shown(byMs).filter((instant) => offsets.at(instant) === byMs))
}

/** The number of the first period after a fruitless one that is not ruled out by the rule's limits. */
function nextPeriod(elapsed: Elapsed, periodMs: number, search: Search): number {
  const { limits, offsets, originMs, stepMs, unitMs } = elapsed
  let fromMs = periodMs + offsets.at(periodMs)
  let localMs = nextAllowed(limits, fromMs)
  while (search.goesOn(localMs, stepsBetween(limits, fromMs, localMs)) && localMs <= lastMs) {
    if (canMeet(elapsed, localMs, search)) break
    fromMs = following(localMs, dayMs)
    localMs = nextAllowed(limits, fromMs)
  }
  const { instant, kind } = offsets.place(localMs)
  // A time in a gap is moved past the gap's end, and what comes right after the end must not be missed.
  const earliestMs = kind === 'gap' ? localMs - offsets.at(instant) : instant
  return Math.ceil((earliestMs - unitMs - originMs) / stepMs)
}

/** What it took to get from one day to another that is wanted. */
function stepsBetween({ days }: Limits, fromMs: number, toMs: number): number {
  return hopSteps + Math.floor((toMs - fromMs) / (31 * dayMs)) * filterSteps(days)
}

/**
 * Whether a period can meet the limits on what is left of this day. An interval comes to the same times of day again and
 * again, those that lie whole multiples of its common divisor with a day apart, and where none of them is allowed (every 2
 * hours from midnight, at 01:00) the day need not be looked through. Where the clocks change anything may be met.
 */
function canMeet(elapsed: Elapsed, localMs: number, search: Search): boolean {
  const { offsets, meets, limits } = elapsed
  if (!limits.hours && !limits.minutes && !limits.seconds) return true
  const offsetMs = offsets.at(localMs - dayMs)
  if (offsets.at(localMs + 2 * dayMs) !== offsetMs) return true
  const known = meets.get(offsetMs)
  if (known !== undefined) return known
  const answer = meetsClock(elapsed, offsetMs, localMs, search)
  meets.set(offsetMs, answer)
  return answer
}

function meetsClock(elapsed: Elapsed, offsetMs: number, localMs: number, search: Search): boolean {
  const { unitMs, stepMs, originMs, limits } = elapsed
  const apart = commonDivisor(stepMs, dayMs) / unitMs
  if (apart === 1) return true
  const beginsMs = originMs + offsetMs
  const begins = Math.floor(beginsMs / unitMs)
  // A period that begins within a unit of the clock ends in the next one.
  const ends = beginsMs === begins * unitMs ? begins : begins + 1
  const perDay = dayMs / unitMs
  for (const unit of new Set([modulo(begins, apart), modulo(ends, apart)])) {
    search.goesOn(localMs, Math.ceil(perDay / apart / 100))
    for (let at = unit; at < perDay; at += apart) if (isAllowedTime(limits, at * unitMs)) return true
  }
  return false
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

/** The parts that only limit. A list that is undefined allows everything. */
interface Limits {
  readonly days: DayFilter
  readonly hours: readonly number[] | undefined
  readonly minutes: readonly number[] | undefined
  readonly seconds: readonly number[] | undefined
  readonly isOpen: boolean
}

function limitsOf(rule: Rule, anchorDay: number, strict: boolean): Limits {
  const days = dayFilter(rule, anchorDay, strict)
  const hours = rule.atHours
  const minutes = rule.every === 'hour' ? undefined : rule.atMinutes
  const seconds = rule.every === 'second' ? rule.atSeconds : undefined
  return { days, hours, minutes, seconds, isOpen: days.isOpen && !hours && !minutes && !seconds }
}

function isAllowed(limits: Limits, localMs: number): boolean {
  return isAllowedTime(limits, localMs) && isWanted(limits.days, Math.floor(localMs / dayMs))
}

function isAllowedTime({ hours, minutes, seconds }: Limits, localMs: number): boolean {
  return (
    allows(seconds, Math.floor(localMs / secondMs) % 60) &&
    allows(minutes, Math.floor(localMs / minuteMs) % 60) &&
    allows(hours, Math.floor(localMs / hourMs) % 24)
  )
}

/** The first local time, this or later, at which everything is allowed. */
function nextAllowed(limits: Limits, localMs: number): number {
  const { days, hours, minutes, seconds } = limits
  const date = Math.floor(localMs / dayMs)
  if (!isWanted(days, date)) return nextWanted(days, date + 1) * dayMs
  if (!allows(hours, Math.floor(localMs / hourMs) % 24)) return nextAllowed(limits, following(localMs, hourMs))
  if (!allows(minutes, Math.floor(localMs / minuteMs) % 60)) return nextAllowed(limits, following(localMs, minuteMs))
  if (!allows(seconds, Math.floor(localMs / secondMs) % 60)) return nextAllowed(limits, following(localMs, secondMs))
  return localMs
}

function allows(list: readonly number[] | undefined, value: number): boolean {
  return list === undefined || list.includes(value)
}

function following(localMs: number, unitMs: number): number {
  return (Math.floor(localMs / unitMs) + 1) * unitMs
}

// A year at a time: the day that is wanted is seldom far.
function nextWanted(days: DayFilter, from: number): number {
  for (let first = from; first * dayMs <= lastMs; first += 366) {
    const [next] = wantedDays(days, first, first + 365, 1)
    if (next !== undefined) return next
  }
  return Math.floor(lastMs / dayMs) + 1
}
