// Which slot is fair. Everybody has usual hours, 09:00 to 18:00 on their own clocks; how inconvenient a slot is for somebody is how far it
// reaches out of them, in the nearest of their days. Saturday and Sunday are days like others only for those who have declared when they are
// there: a slot lies in their own hours then.
//
// First come the slots whose worst-off participant is best off; of these, the ones with the least inconvenience in all; of these, the
// earlier ones. A sum alone would let nine people in one place send the tenth to bed at five in the morning. docs/decisions/0019 has more.

import type { SpansOf, SteadySpan } from '../../time/spans.ts'

/** What fairness has to know of somebody. */
export interface Situated {
  readonly timezone: string
  /** They have said when they are there. */
  readonly isDeclared: boolean
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const usualFromMs = 9 * hourMs
const usualToMs = 18 * hourMs

/** How far a slot reaches out of the usual hours of the nearest usual day, by local times as if in UTC. */
export function inconvenienceMs(startMs: number, durationMs: number, isDeclared: boolean): number {
  const endMs = startMs + durationMs
  const firstDay = Math.floor(startMs / dayMs)
  const lastDay = Math.floor(endMs / dayMs)
  let least = Number.POSITIVE_INFINITY
  // From a Sunday the nearest usual days are two before and one after; from a Saturday the other way round.
  for (let day = firstDay - 2; day <= lastDay + 2; day++) {
    if (!isDeclared && isWeekend(day)) continue
    const out = Math.max(0, day * dayMs + usualFromMs - startMs, endMs - day * dayMs - usualToMs)
    if (out < least) least = out
  }
  return least
}

/** 1970 began on a Thursday. */
function isWeekend(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7
  return weekday === 0 || weekday === 6
}

/** People for whom a slot is as convenient as for each other. */
interface Alike {
  readonly isDeclared: boolean
  readonly spans: readonly SteadySpan[]
  readonly count: number
  /** The span that the last slot began in: they come in order of time. */
  at: number
}

interface Ranked {
  readonly startMs: number
  readonly worst: number
  readonly sum: number
}

/** Takes slots in order of time, and keeps the best of them. */
export class FairOrder {
  readonly #alike: readonly Alike[]
  readonly #durationMs: number
  readonly #limit: number
  readonly #best: Ranked[] = []

  constructor(
    people: readonly Situated[],
    { durationMs, limit }: { readonly durationMs: number; readonly limit: number },
    spansOf: SpansOf,
  ) {
    this.#durationMs = durationMs
    this.#limit = limit
    const counts = new Map<string, { timezone: string; isDeclared: boolean; count: number }>()
    for (const { timezone, isDeclared } of people) {
      const name = `${isDeclared} ${timezone}`
      counts.set(name, { timezone, isDeclared, count: (counts.get(name)?.count ?? 0) + 1 })
    }
    this.#alike = [...counts.values()].map(({ timezone, isDeclared, count }) => {
      return { isDeclared, spans: spansOf(timezone), count, at: 0 }
    })
  }

  /** Answers how many clocks it has looked at. */
  add(startMs: number): number {
    const ranked = this.#rank(startMs)
    const best = this.#best
    const isFull = best.length === this.#limit
    // The earlier one wins a tie, and was here before.
    if (!isFull || isBetter(ranked, best.at(-1)!)) {
      if (isFull) best.pop()
      let place = best.length
      while (place > 0 && isBetter(ranked, best[place - 1]!)) place--
      best.splice(place, 0, ranked)
    }
    return this.#alike.length
  }

  /** Where the best slots begin, the fairest first. */
  best(): number[] {
    return this.#best.map(({ startMs }) => startMs)
  }

  #rank(startMs: number): Ranked {
    let worst = 0
    let sum = 0
    for (const one of this.#alike) {
      while (one.spans[one.at]!.toMs <= startMs) one.at++
      const localMs = startMs + one.spans[one.at]!.offsetMs
      const inconvenience = inconvenienceMs(localMs, this.#durationMs, one.isDeclared)
      if (inconvenience > worst) worst = inconvenience
      sum += inconvenience * one.count
    }
    return { startMs, worst, sum }
  }
}

function isBetter(one: Ranked, other: Ranked): boolean {
  return one.worst === other.worst ? one.sum < other.sum : one.worst < other.worst
}
