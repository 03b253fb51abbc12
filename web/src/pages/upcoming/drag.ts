// A row that is taken by its handle and let go over the chart moves to that moment. By keyboard the same is the dialog.

import { useEffect, useRef, useState } from 'preact/hooks'
import type { Reminder } from '../../api.ts'
import { spanAt } from '../../parts/chart.tsx'

export interface Drag {
  readonly reminder: Reminder
  readonly x: number
  readonly y: number
  /** The bar of the chart that it is over. */
  readonly targetMs: number | null
}

/** Taken up by `begin`; `onDrop` when it is let go over a bar. */
export function useDrag(
  moments: readonly number[],
  onDrop: (reminder: Reminder, toMs: number) => void,
): { readonly drag: Drag | null; begin(reminder: Reminder, event: PointerEvent): void } {
  const [drag, setDrag] = useState<Drag | null>(null)
  const current = useRef({ drag, moments, onDrop })
  current.current = { drag, moments, onDrop }
  const isDragging = drag !== null
  useEffect(() => {
    if (!isDragging) return
    const over = new AbortController()
    const { signal } = over
    const follow = ({ clientX: x, clientY: y }: PointerEvent) =>
      setDrag((before) => before && { ...before, x, y, targetMs: momentUnder(x, y, current.current.moments) })
    const drop = ({ clientX, clientY }: PointerEvent) => {
      const { drag: held, moments: all, onDrop: then } = current.current
      const targetMs = momentUnder(clientX, clientY, all)
      setDrag(null)
      if (held && targetMs !== null) then(held.reminder, targetMs)
    }
    // The page and not the handle listens: its row may be drawn anew meanwhile.
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', drop, { signal })
    document.addEventListener('pointercancel', () => setDrag(null), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && setDrag(null), { signal })
    return () => over.abort()
  }, [isDragging])
  return {
    drag,
    begin(reminder, event) {
      if (event.button !== 0) return
      event.preventDefault()
      setDrag({ reminder, x: event.clientX, y: event.clientY, targetMs: null })
    },
  }
}

function momentUnder(x: number, y: number, moments: readonly number[]): number | null {
  const chart = document.elementFromPoint(x, y)?.closest('.chart')
  const at = chart ? spanAt(chart, x, moments.length) : null
  return at === null ? null : moments[at]!
}
