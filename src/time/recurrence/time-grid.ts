// BYHOUR, BYMINUTE and BYSECOND are a grid: every hour with every minute with every second. Times of day are what people
// mean, and 09:00 and 17:30 are no grid. A rule keeps times of day where it can; its text writes them as one grid or several.

import { timeText } from './civil.ts'
import { isElapsed, type Rule, ruleLimits, type Unit } from './rule.ts'

type Clock = Pick<Rule, 'atHours' | 'atMinutes' | 'atSeconds'>

/** The times of a grid whose three sides are named, unless they are too many to be written one by one. */
export function gridOf(every: Unit, { atHours, atMinutes, atSeconds }: Clock): string[] | undefined {
  if (isElapsed(every) || !atHours || !atMinutes || !atSeconds) return undefined
  if (atHours.length * atMinutes.length * atSeconds.length > ruleLimits.timesMax) return undefined
  return atHours.flatMap((hour) =>
    atMinutes.flatMap((minute) => atSeconds.map((second) => timeText((hour * 3_600 + minute * 60 + second) * 1_000))),
  )
}

/** The fewest grids of an obvious kind: the whole as one if it is one, else one for each minute and second. */
export function gridsOf(times: readonly string[]): Required<Clock>[] {
  const whole = {
    atHours: sides(times, 0),
    atMinutes: sides(times, 1),
    atSeconds: sides(times, 2),
  }
  if (whole.atHours.length * whole.atMinutes.length * whole.atSeconds.length === times.length) return [whole]
  const byRest = new Map<string, string[]>()
  for (const time of times) byRest.set(time.slice(2), [...(byRest.get(time.slice(2)) ?? []), time])
  return [...byRest.values()].map((same) => ({
    atHours: sides(same, 0),
    atMinutes: sides(same, 1),
    atSeconds: sides(same, 2),
  }))
}

function sides(times: readonly string[], index: number): number[] {
  return [...new Set(times.map((time) => Number(time.split(':')[index] ?? 0)))].sort((a, b) => a - b)
}
