// The times of a meeting that is moved: the one that goes, and those that are offered in its place. Of several that were proposed and of
// which one was dragged, the others stay.

import type { Meeting } from '../../api.ts'
import { nowMs } from '../../clock.ts'
import { instantIn, localText } from '../../zoned.ts'
import type { Stretch } from './week-items.ts'

export interface Dragged {
  readonly from: Stretch
  readonly toMs: number
}

/** As it stands in its field. */
export interface Offered {
  readonly text: string
  /** What its text was made of; null where it is typed. */
  readonly atMs: number | null
  readonly lengthMs: number
}

export function timesOf(
  { acceptedSlot, slots }: Meeting,
  dragged: Dragged | undefined,
): { readonly old: Stretch; readonly others: readonly Stretch[] } {
  const all = (acceptedSlot ? [acceptedSlot] : slots).map(({ start, end }) => ({
    startMs: Date.parse(start.instant),
    endMs: Date.parse(end.instant),
  }))
  if (!dragged) return { old: all[0]!, others: [] }
  const { from } = dragged
  // One that has passed meanwhile nobody can accept.
  const isOther = (one: Stretch) => (one.startMs !== from.startMs || one.endMs !== from.endMs) && one.startMs > nowMs()
  return { old: from, others: all.filter(isOther) }
}

export function offered(atMs: number, lengthMs: number, zone: string): Offered {
  return { text: localText(atMs, zone), atMs, lengthMs }
}

/** A wall clock may come twice, and has no seconds: what nobody has changed is what it was. */
export function stretchOf({ text, atMs, lengthMs }: Offered, zone: string): Stretch {
  const startMs = atMs !== null && localText(atMs, zone) === text ? atMs : instantIn(text, zone)
  return { startMs, endMs: startMs + lengthMs }
}

/** Where it is already. */
export function isSame(time: Offered | undefined, old: Stretch, zone: string): boolean {
  return time?.text === localText(old.startMs, zone)
}

export function slotOf({ startMs, endMs }: Stretch) {
  return { start: { instant: new Date(startMs).toISOString() }, end: { instant: new Date(endMs).toISOString() } }
}
