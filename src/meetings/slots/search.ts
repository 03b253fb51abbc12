// The search for a time that suits several people: lists of ranges in, slots out. Nothing walks a grid over people: the time that all of
// them have free is an intersection of sorted lists, and only in there does anybody look at the clock.

import { setImmediate as turn } from 'node:timers/promises'
import { intersection, merged, type Range, without } from '../../time/ranges.ts'
import type { SpansOf } from '../../time/spans.ts'
import { FairOrder, type Situated } from './fair.ts'

export interface Seeker extends Situated {
  readonly id: string
  /** When they are there. */
  readonly available: readonly Range[]
  /** When they are taken, in any order. */
  readonly taken: readonly Range[]
}

export interface Sought {
  readonly durationMs: number
  /** Time around it at which nobody may be taken; that they are there then is not asked. */
  readonly beforeMs: number
  readonly afterMs: number
  readonly granularityMs: number
  /** Slots begin on multiples of the granularity since midnight, on the clocks of this zone. */
  readonly timezone: string
  readonly limit: number
}

/** When a meeting could be, as far as one of them is concerned. */
export function freeFor({ available, taken }: Seeker, { beforeMs, afterMs }: Sought): Range[] {
  // A meeting keeps its distance from what is taken if it is not within that distance of it.
  const widened = taken.map(({ fromMs, toMs }) => ({ fromMs: fromMs - afterMs, toMs: toMs + beforeMs }))
  return without(available, merged(widened))
}

/** When it could be for all of them: stretches that are long enough. */
export function freeTogether(free: readonly (readonly Range[])[], durationMs: number): Range[] {
  const [first = [], ...others] = free
  const isLong = ({ fromMs, toMs }: Range) => toMs - fromMs >= durationMs
  return others.reduce<Range[]>((together, one) => intersection(together, one).filter(isLong), first.filter(isLong))
}

/** So many looks at somebody's clock are a few milliseconds; then others get their turn. */
export const looksAtOnce = 20_000

/** The best of them, in fair order. 400 days of a hundred zones are eleven million looks. */
export async function chooseSlots(
  together: readonly Range[],
  people: readonly Situated[],
  sought: Sought,
  spansOf: SpansOf,
): Promise<Range[]> {
  const order = new FairOrder(people, sought, spansOf)
  let looks = 0
  for (const startMs of starts(together, sought, spansOf)) {
    looks += order.add(startMs)
    if (looks < looksAtOnce) continue
    looks = 0
    await turn()
  }
  return order.best().map((fromMs) => ({ fromMs, toMs: fromMs + sought.durationMs }))
}

const dayMs = 86_400_000

/** Where slots may begin, in order of time. */
export function* starts(
  together: readonly Range[],
  { durationMs, granularityMs, timezone }: Sought,
  spansOf: SpansOf,
): Generator<number> {
  for (const { fromMs, toMs } of together) {
    const lastMs = toMs - durationMs
    for (const span of spansOf(timezone)) {
      const endMs = Math.min(lastMs, span.toMs - 1)
      let atMs = onGrid(Math.max(fromMs, span.fromMs) + span.offsetMs, granularityMs) - span.offsetMs
      while (atMs <= endMs) {
        yield atMs
        atMs = onGrid(atMs + span.offsetMs + 1, granularityMs) - span.offsetMs
      }
    }
  }
}

/** The first local time from this one on that is a multiple of the granularity since its midnight. */
function onGrid(localMs: number, granularityMs: number): number {
  const midnightMs = Math.floor(localMs / dayMs) * dayMs
  const gridMs = midnightMs + Math.ceil((localMs - midnightMs) / granularityMs) * granularityMs
  return Math.min(gridMs, midnightMs + dayMs)
}
