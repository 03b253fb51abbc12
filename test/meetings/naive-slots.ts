// A second answer to "when could they meet?", as plain as can be: walk the clock in steps of five minutes, ask Temporal what the clocks of
// everybody show, and look at every block and every booking each time. Slow, and nothing of it is shared with what it is compared to.

import { Temporal } from 'temporal-polyfill'
import type { WallBlock } from '../../src/meetings/availability/expand.ts'
import type { Sought } from '../../src/meetings/slots/search.ts'
import type { Range } from '../../src/time/ranges.ts'

export const stepMs = 300_000

export interface Person {
  readonly id: string
  readonly timezone: string
  readonly blocks: readonly WallBlock[]
  readonly taken: readonly Range[]
}

/** Whether the wall clock that the block's zone shows at an instant lies in the block. */
function isIn(block: WallBlock, ms: number): boolean {
  const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(block.timezone)
  const minutes = shown.hour * 60 + shown.minute
  const [from, to] = [block.startTime, block.endTime].map((time) => {
    const [hours = 0, rest = 0] = time.split(':').map(Number)
    return hours * 60 + rest
  }) as [number, number]
  const today = shown.toPlainDate()
  if (to > from) return minutes >= from && minutes < to && beginsOn(block, today)
  return (minutes >= from && beginsOn(block, today)) || (minutes < to && beginsOn(block, today.subtract({ days: 1 })))
}

function beginsOn(block: WallBlock, date: Temporal.PlainDate): boolean {
  if (block.date !== null) return String(date) === block.date
  if (block.validFrom !== null && String(date) < block.validFrom) return false
  if (block.validUntil !== null && String(date) > block.validUntil) return false
  return date.dayOfWeek % 7 === block.dayOfWeek
}

export function isThere({ blocks }: Pick<Person, 'blocks'>, ms: number): boolean {
  const hours = blocks.filter(({ kind }) => kind !== 'off')
  if (blocks.some((block) => block.kind === 'off' && isIn(block, ms))) return false
  return hours.length === 0 || hours.some((block) => isIn(block, ms))
}

export function startsByWalking(people: readonly Person[], sought: Sought, window: Range): number[] {
  const there = people.map((person) => new Set([...walk(window)].filter((ms) => isThere(person, ms))))
  return [...walk(window)].filter((startMs) => {
    const endMs = startMs + sought.durationMs
    if (endMs > window.toMs || !isOnGrid(startMs, sought)) return false
    return people.every((person, i) => {
      const isAround = [...walk({ fromMs: startMs, toMs: endMs })].every((ms) => there[i]!.has(ms))
      const kept = { fromMs: startMs - sought.beforeMs, toMs: endMs + sought.afterMs }
      return isAround && person.taken.every(({ fromMs, toMs }) => toMs <= kept.fromMs || fromMs >= kept.toMs)
    })
  })
}

function isOnGrid(ms: number, { granularityMs, timezone }: Sought): boolean {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone)
  return ((hour * 60 + minute) * 60_000) % granularityMs === 0
}

/** How long a slot would have to be moved until it lies in usual hours: tried, not computed. */
export function inconvenienceByWalking(startMs: number, durationMs: number, { timezone, blocks }: Person): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timezone)
  const localMs = startMs + offsetNanoseconds / 1e6
  const isDeclared = blocks.some(({ kind }) => kind !== 'off')
  const isUsual = (ms: number) => {
    const [start, end] = [new Date(ms), new Date(ms + durationMs)]
    const isUsualDay = isDeclared || (start.getUTCDay() > 0 && start.getUTCDay() < 6)
    const isSameDay = start.getUTCDate() === end.getUTCDate()
    return isUsualDay && isSameDay && start.getUTCHours() >= 9 && end.getUTCHours() * 60 + end.getUTCMinutes() <= 1_080
  }
  for (let minutes = 0; ; minutes += 5)
    if (isUsual(localMs + minutes * 60_000) || isUsual(localMs - minutes * 60_000)) return minutes * 60_000
}

function* walk({ fromMs, toMs }: Range): Generator<number> {
  for (let ms = fromMs; ms < toMs; ms += stepMs) yield ms
}
