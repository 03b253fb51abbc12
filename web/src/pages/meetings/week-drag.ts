// Dragging in the week, with a mouse or a pen: a meeting to another time, or over empty time. A finger scrolls; for it, and for the
// keyboard, there are buttons.

import { useRef, useState } from 'preact/hooks'
import { clockText, instantIn } from '../../zoned.ts'
import type { WeekItem } from './week-items.ts'

export const hourPx = 48
const stepMinutes = 15
/** A hand that clicks trembles. */
const clickPx = 5

/** What is shown while something is dragged. */
export interface Shadow {
  readonly date: string
  readonly top: number
  readonly bottom: number
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

interface Spot {
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

function drop({ date, top, bottom, item }: Shadow, drops: Drops): void {
  const startMs = msOf({ date, minutes: top }, drops.zone)
  if (!item) drops.onDraw(startMs, msOf({ date, minutes: bottom }, drops.zone))
  else if (startMs !== item.startMs) drops.onMove(item, startMs)
}

function shadowOf(first: Spot, now: Spot, item: WeekItem | null, zone: string): Shadow {
  const snapped = (minutes: number) => Math.round(minutes / stepMinutes) * stepMinutes
  if (item) {
    const length = Math.round((item.endMs - item.startMs) / 60_000)
    const held = (msOf(first, zone) - item.startMs) / 60_000
    const top = Math.max(0, Math.min(1_440 - stepMinutes, snapped(now.minutes - held)))
    return { date: now.date, top, bottom: Math.min(1_440, top + length), item }
  }
  const [from, to] = [Math.min(first.minutes, now.minutes), Math.max(first.minutes, now.minutes)]
  const top = Math.floor(from / stepMinutes) * stepMinutes
  return {
    date: first.date,
    top,
    bottom: Math.min(1_440, Math.max(top + stepMinutes, Math.ceil(to / stepMinutes) * stepMinutes)),
    item: null,
  }
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
