// Blocks as instants. A block is the set of instants whose wall clock lies in it: where the clocks change, 02:00–02:30 may be nothing, and
// 01:00–01:30 two pieces. In a span in which the clocks of a zone run evenly, a wall clock and an instant are a subtraction apart; so a
// block of any number of weeks costs one subtraction a week.

import { merged, type Range, without } from '../../time/ranges.ts'
import type { SpansOf, SteadySpan } from '../../time/spans.ts'

/** What of a block says when. */
export interface WallBlock {
  readonly kind: 'weekly' | 'extra' | 'off'
  /** 0 is Sunday. Of `weekly`. */
  readonly dayOfWeek: number | null
  readonly date: string | null
  readonly startTime: string
  readonly endTime: string
  readonly timezone: string
  readonly validFrom: string | null
  readonly validUntil: string | null
}

/** What somebody has declared: the blocks that reach into a window, and whether they have any that say when they are there. */
export interface Declared {
  readonly isDeclared: boolean
  readonly blocks: readonly WallBlock[]
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** When they are there. Who has not declared when is always there; days off are subtracted last, so that they win. */
export function availableRanges({ isDeclared, blocks }: Declared, window: Range, spansOf: SpansOf): Range[] {
  const there = isDeclared
    ? rangesOf(
        blocks.filter(({ kind }) => kind !== 'off'),
        window,
        spansOf,
      )
    : [window]
  return without(there, offRanges(blocks, window, spansOf))
}

export function offRanges(blocks: readonly WallBlock[], window: Range, spansOf: SpansOf): Range[] {
  const off = blocks.filter(({ kind }) => kind === 'off')
  return off.length === 0 ? [] : rangesOf(off, window, spansOf)
}

/** The instants of all of them within the window; the spans must cover it. */
function rangesOf(blocks: readonly WallBlock[], window: Range, spansOf: SpansOf): Range[] {
  const found: Range[] = []
  for (const block of blocks) {
    const wall = wallOf(block)
    for (const span of spansOf(block.timezone)) addWithin(found, wall, span, window)
  }
  return merged(found)
}

/** A block in numbers: days since 1970, milliseconds since the midnight at which its day begins. */
interface Wall {
  readonly firstDay: number
  readonly lastDay: number
  readonly everyDays: number
  readonly startMs: number
  /** Past 24 hours where it ends on the next day. */
  readonly endMs: number
}

function wallOf(block: WallBlock): Wall {
  const startMs = clockMs(block.startTime)
  const endMs = clockMs(block.endTime)
  const hours = { startMs, endMs: endMs > startMs ? endMs : endMs + dayMs }
  if (block.date !== null) return { firstDay: dayOf(block.date), lastDay: dayOf(block.date), everyDays: 1, ...hours }
  // 1970 began on a Thursday.
  const anyDay = (block.dayOfWeek ?? 0) - 4
  const fromDay = block.validFrom === null ? Number.NEGATIVE_INFINITY : dayOf(block.validFrom)
  const lastDay = block.validUntil === null ? Number.POSITIVE_INFINITY : dayOf(block.validUntil)
  return {
    firstDay: fromDay === Number.NEGATIVE_INFINITY ? anyDay - 7 : following(fromDay, anyDay),
    lastDay,
    everyDays: 7,
    ...hours,
  }
}

/** The first day from `day` on that is on the same day of the week as `like`. */
function following(day: number, like: number): number {
  return day + ((((like - day) % 7) + 7) % 7)
}

function addWithin(found: Range[], wall: Wall, span: SteadySpan, window: Range): void {
  const { offsetMs } = span
  const fromMs = Math.max(span.fromMs, window.fromMs)
  const toMs = Math.min(span.toMs, window.toMs)
  // One that began the day before may reach into it.
  const earliest = Math.floor((fromMs + offsetMs) / dayMs) - 1
  const last = Math.min(wall.lastDay, Math.floor((toMs + offsetMs) / dayMs))
  const first = wall.everyDays === 1 ? wall.firstDay : following(Math.max(earliest, wall.firstDay), wall.firstDay)
  for (let day = first; day <= last; day += wall.everyDays) {
    const midnightMs = day * dayMs - offsetMs
    const beginMs = Math.max(fromMs, midnightMs + wall.startMs)
    const endMs = Math.min(toMs, midnightMs + wall.endMs)
    if (beginMs < endMs) found.push({ fromMs: beginMs, toMs: endMs })
  }
}

function dayOf(date: string): number {
  return Date.parse(date) / dayMs
}

function clockMs(time: string): number {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * minuteMs
}
