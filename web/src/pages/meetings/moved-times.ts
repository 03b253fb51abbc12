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

/** The one that goes, and what is offered at first: where it was dragged to, and the others. */
export function timesOf(
  { acceptedSlot, slots }: Meeting,
  dragged: Dragged | undefined,
  zone: string,
): { readonly old: Stretch; readonly first: readonly Offered[] } {
  const all = (acceptedSlot ? [acceptedSlot] : slots).map(({ start, end }) => ({
    startMs: Date.parse(start.instant),
    endMs: Date.parse(end.instant),
  }))
  const old = dragged?.from ?? all[0]!
  // One that has passed meanwhile nobody can accept.
  const isOther = (one: Stretch) => (one.startMs !== old.startMs || one.endMs !== old.endMs) && one.startMs > nowMs()
  const others = dragged ? all.filter(isOther) : []
  const offered = (atMs: number, { startMs, endMs }: Stretch) => ({
    ...{ text: localText(atMs, zone), atMs, lengthMs: endMs - startMs },
  })
  return { old, first: [offered(dragged?.toMs ?? old.startMs, old), ...others.map((one) => offered(one.startMs, one))] }
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
