// When somebody is there, as the server keeps it: wall clocks of a zone. What they come to on which day, the server says (freebusy).

import type { api } from '../../api.ts'
import type { BlockKind } from '../../words/availability.ts'
import { addDays, localText, weekdayOf } from '../../zoned.ts'

export type Block = Awaited<ReturnType<typeof api.availability.get>>
export type BlockShape = Pick<
  Block,
  'kind' | 'dayOfWeek' | 'date' | 'startTime' | 'endTime' | 'timezone' | 'validFrom' | 'validUntil'
>

export function isWholeDay({ startTime, endTime }: BlockShape): boolean {
  return startTime.startsWith('00:00') && endTime.startsWith('24:00')
}

/** What was drawn in the week, on the clocks of whom it is for. */
export function drawnBlock(startMs: number, endMs: number, zone: string): BlockShape {
  const [start, end] = [localText(startMs, zone), localText(endMs, zone)]
  const date = start.slice(0, 10)
  return {
    ...emptyBlock(zone),
    ...{ date, dayOfWeek: weekdayOf(date), startTime: start.slice(11), endTime: end.slice(11) },
  }
}

export function emptyBlock(zone: string): BlockShape {
  const kind: BlockKind = 'weekly'
  return {
    ...{ kind, dayOfWeek: null, date: null, startTime: '09:00', endTime: '17:00' },
    ...{ timezone: zone, validFrom: null, validUntil: null },
  }
}

/** The one that was clicked at; what is on one date before what is every week. */
export function blockAt(blocks: readonly Block[], atMs: number): Block | undefined {
  const found = blocks.filter((block) => covers(block, atMs))
  return found.find(({ kind }) => kind !== 'weekly') ?? found[0]
}

function covers(block: Block, atMs: number): boolean {
  const local = localText(atMs, block.timezone)
  const [date, time] = [local.slice(0, 10), local.slice(11)]
  const [start, end] = [block.startTime.slice(0, 5), block.endTime.slice(0, 5)]
  const isOvernight = end <= start
  if (isOn(block, date) && time >= start && (isOvernight || time < end)) return true
  return isOvernight && isOn(block, addDays(date, -1)) && time < end
}

function isOn({ kind, dayOfWeek, date: own, validFrom, validUntil }: Block, date: string): boolean {
  if (kind !== 'weekly') return own === date
  return dayOfWeek === weekdayOf(date) && (!validFrom || validFrom <= date) && (!validUntil || date <= validUntil)
}
