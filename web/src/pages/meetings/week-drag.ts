// Dragging in the week, with a mouse or a pen: a meeting to another time, or over empty time. A finger scrolls; for it, and for the
// keyboard, there are buttons.

import { useRef, useState } from 'preact/hooks'
import { clockText, instantIn } from '../../zoned.ts'
import type { Stretch, WeekItem } from './week-items.ts'

export const hourPx = 48
const stepMinutes = 15
const stepMs = stepMinutes * 60_000
/** A hand that clicks trembles. */
const clickPx = 5

/** What is shown while something is dragged. */
export interface Shadow extends Stretch {
  readonly item: WeekItem | null
}

export interface Drops {
  readonly zone: string
  /** Of an item that may be moved. */
  itemOf(key: string): WeekItem | undefined
  onMove(item: WeekItem, toMs: number): void
  onDraw(startMs: number, endMs: number): void
  /** A click beside everything. */
  onPoint(atMs: number): void
}

/** A place on the wall clock of a day. */
export interface Spot {
  readonly date: string
  readonly minutes: number
}

export function useWeekDrag(drops: Drops) {
  const body = useRef<HTMLDivElement>(null)
  const [shadow, setShadow] = useState<Shadow | null>(null)
  const start = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return
    const first = spotOf(body.current, event)
    if (!first) return
    const key = event.target.closest<HTMLElement>('[data-item]')?.dataset.item
    const item = key === undefined ? null : drops.itemOf(key)
    // One that cannot be moved is a link, and nothing else.
    if (item === undefined) return
    follow(event, {
      moved: (now) => {
        const spot = spotOf(body.current, now)
        if (spot) setShadow(shadowOf(first, spot, item, drops.zone))
      },
      ended: (last, isDrag) => {
        setShadow(null)
        const spot = spotOf(body.current, last)
        if (!isDrag && !item) drops.onPoint(msOf(first, drops.zone))
        if (!isDrag || !spot) return
        if (item) dontClick()
        drop(shadowOf(first, spot, item, drops.zone), drops)
      },
    })
  }
  return { body, shadow, start }
}

function drop({ startMs, endMs, item }: Shadow, drops: Drops): void {
  if (!item) drops.onDraw(startMs, endMs)
  else if (startMs !== item.startMs) drops.onMove(item, startMs)
}

function shadowOf(first: Spot, now: Spot, item: WeekItem | null, zone: string): Shadow {
  if (item) return { ...movedBy(item, first, now, zone), item }
  const { date } = first
  const [from, to] = [Math.min(first.minutes, now.minutes), Math.max(first.minutes, now.minutes)]
  const top = Math.floor(from / stepMinutes) * stepMinutes
  const bottom = Math.min(1_440, Math.max(top + stepMinutes, Math.ceil(to / stepMinutes) * stepMinutes))
  return { startMs: msOf({ date, minutes: top }, zone), endMs: msOf({ date, minutes: bottom }, zone), item: null }
}

/** By as much as lies between where it was taken and where it is held, whichever of its pieces that was. */
export function movedBy({ startMs, endMs }: Stretch, first: Spot, now: Spot, zone: string): Stretch {
  const byMs = msOf(now, zone) - msOf(first, zone)
  // Offsets of zones are quarters of an hour: what is round here is round on their clocks.
  const toMs = Math.round((startMs + byMs) / stepMs) * stepMs
  return { startMs: toMs, endMs: toMs + endMs - startMs }
}

function msOf({ date, minutes }: Spot, zone: string): number {
  const text = clockText(Math.min(1_439, Math.floor(minutes)))
  // The end of the day is the minute after its last one.
  return instantIn(`${date}T${text}`, zone) + (minutes >= 1_440 ? 60_000 : 0)
}

function spotOf(body: HTMLElement | null, { clientX, clientY }: PointerEvent): Spot | null {
  for (const day of body?.querySelectorAll<HTMLElement>('[data-date]') ?? []) {
    const { left, right, top } = day.getBoundingClientRect()
    if (clientX < left || clientX > right) continue
    const minutes = ((clientY - top) / hourPx) * 60
    return { date: day.dataset.date!, minutes: Math.max(0, Math.min(1_440, minutes)) }
  }
  return null
}

interface Following {
  moved(event: PointerEvent): void
  ended(event: PointerEvent, isDrag: boolean): void
}

function follow(first: PointerEvent, { moved, ended }: Following): void {
  let isDrag = false
  const over = new AbortController()
  const { signal } = over
  const move = (event: PointerEvent) => {
    isDrag ||= Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) > clickPx
    if (isDrag) moved(event)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointercancel', () => over.abort(), { signal })
  addEventListener(
    'pointerup',
    (event) => {
      over.abort()
      ended(event, isDrag)
    },
    { signal },
  )
}

/** Letting go of a link is a click on it, where the pointer is still over it. */
function dontClick(): void {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
}
