// Which stretch of time is looked at: an hour, a day or a week, from now on or from a moment in the address.

import { localText, ownZone, useNow } from '../../clock.ts'
import { setSearch, usePlace } from '../../place.ts'
import { useStore } from '../../store.ts'

export type Zoom = 'hour' | 'day' | 'week'

const minuteMs = 60_000

/** How long it is, and how long a bar of its chart. */
const zooms: Readonly<Record<Zoom, { readonly ms: number; readonly stepMs: number }>> = {
  hour: { ms: 60 * minuteMs, stepMs: minuteMs },
  day: { ms: 24 * 60 * minuteMs, stepMs: 15 * minuteMs },
  week: { ms: 7 * 24 * 60 * minuteMs, stepMs: 60 * minuteMs },
}

export interface Range {
  /** The same while the clock goes on: what is shown stays when another minute begins. */
  readonly name: string
  readonly zoom: Zoom
  readonly beginMs: number
  readonly endMs: number
  readonly stepMs: number
  /** It goes on with the clock. */
  readonly isNow: boolean
  /** The bar that was picked: only its reminders are listed. */
  readonly pickedMs: number | null
}

export function useRange(): Range {
  const { search } = usePlace()
  const zone = useStore(ownZone)
  const now = useNow(5_000)
  const zoom = zoomOf(search.get('span'))
  const { ms, stepMs } = zooms[zoom]
  const given = Date.parse(search.get('at') ?? '')
  const isNow = Number.isNaN(given)
  const beginMs = floorOf(isNow ? now : given, stepMs, zone)
  const endMs = beginMs + ms
  const picked = Date.parse(search.get('pick') ?? '')
  const pickedMs = picked >= beginMs && picked < endMs ? picked : null
  return { name: `${zoom} ${isNow ? 'now' : beginMs} ${zone}`, zoom, beginMs, endMs, stepMs, isNow, pickedMs }
}

function zoomOf(text: string | null): Zoom {
  return text === 'hour' || text === 'week' ? text : 'day'
}

/** On the clock of a zone: there are some that are half an hour off. */
function floorOf(ms: number, stepMs: number, zone: string): number {
  const wholeMs = Math.floor(ms / minuteMs) * minuteMs
  const offsetMs = Date.parse(`${localText(wholeMs, zone)}Z`) - wholeMs
  return Math.floor((ms + offsetMs) / stepMs) * stepMs - offsetMs
}

export function beginningsOf({ beginMs, endMs, stepMs }: Range): number[] {
  return Array.from({ length: Math.round((endMs - beginMs) / stepMs) }, (_, i) => beginMs + i * stepMs)
}

/** What the list shows. */
export function listedOf({ beginMs, endMs, stepMs, pickedMs }: Range): {
  readonly fromMs: number
  readonly toMs: number
} {
  return pickedMs === null ? { fromMs: beginMs, toMs: endMs } : { fromMs: pickedMs, toMs: pickedMs + stepMs }
}

export function choose(zoom: Zoom): void {
  setSearch({ span: zoom === 'day' ? null : zoom, pick: null })
}

/** So many stretches on, or back; not before now, where nothing is left to ring. */
export function step(range: Range, by: 1 | -1, now: number): void {
  const beginMs = range.beginMs + by * (range.endMs - range.beginMs)
  setSearch({ at: beginMs <= now ? null : new Date(beginMs).toISOString(), pick: null })
}

export function goTo(instant: string): void {
  setSearch({ at: instant, pick: null })
}

export function toNow(): void {
  setSearch({ at: null, pick: null })
}

export function pick(range: Range, ms: number | null): void {
  setSearch({ pick: ms === null || ms === range.pickedMs ? null : new Date(ms).toISOString() })
}

/** Where the chart names a moment: each is the beginning of something on the reader's clock. */
export function isRound(zoom: Zoom, ms: number, zone: string): boolean {
  const [hour, minute] = localText(ms, zone).slice(11).split(':').map(Number) as [number, number]
  if (zoom === 'hour') return minute % 10 === 0
  return minute === 0 && hour % (zoom === 'day' ? 3 : 24) === 0
}
