// A long list of which only what is seen is drawn: rows whose height is known, and more asked for before the end is reached.

import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Seen } from '../pages-of.ts'

interface RowsProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** In pixels: of all of them, or of each. */
  readonly rowHeight: number | ((item: T) => number)
  readonly label: string
  readonly draw: (item: T, index: number) => ComponentChildren
  /** Told what is seen, so that there is more before the end is reached. */
  readonly more?: (seen: Seen) => void
}

/** Drawn beyond the edges, so that a quick wheel shows no gap; when those that are seen have been. */
const spareRows = 8
const spareAfterMs = 50

export function Rows<T>({ items, keyOf, rowHeight, label, draw, more }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState({ first: 0, last: 0 })
  const tops = useMemo(() => topsOf(items, rowHeight), [items, rowHeight])
  useLayoutEffect(() => {
    const look = (spare: number) => {
      const top = list.current?.getBoundingClientRect().top ?? 0
      const first = Math.max(0, rowAt(tops, -top) - spare)
      const last = rowAt(tops, innerHeight - top) + 1 + spare
      setSeen((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    const lookAround = () => look(spareRows)
    const isNew = seen.last === 0
    look(isNew ? 0 : spareRows)
    const timer = isNew ? setTimeout(lookAround, spareAfterMs) : undefined
    addEventListener('scroll', lookAround, { passive: true })
    addEventListener('resize', lookAround)
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', lookAround)
      removeEventListener('resize', lookAround)
    }
  }, [tops])
  useEffect(() => {
    if (seen.last > 0) more?.({ ...seen, isNearEnd: seen.last >= items.length - 20 })
  }, [seen, items.length])
  const shown = items.slice(seen.first, seen.last)
  return (
    <ul ref={list} class="rows" aria-label={label} style={{ height: `${tops.at(-1)}px` }}>
      {shown.map((item, i) => (
        <li
          key={keyOf(item)}
          class="row"
          aria-setsize={items.length}
          aria-posinset={seen.first + i + 1}
          style={placeOf(tops, seen.first + i)}
        >
          {draw(item, seen.first + i)}
        </li>
      ))}
    </ul>
  )
}

/** Where each row begins, and at the end where the last one ends. */
function topsOf<T>(items: readonly T[], rowHeight: number | ((item: T) => number)): number[] {
  const tops = [0]
  for (const item of items) tops.push(tops.at(-1)! + (typeof rowHeight === 'number' ? rowHeight : rowHeight(item)))
  return tops
}

/** Which row is so far down; one beyond the ends is the one at the end. */
function rowAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tops[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}

function placeOf(tops: readonly number[], i: number): { height: string; transform: string } {
  return { height: `${tops[i + 1]! - tops[i]!}px`, transform: `translateY(${tops[i]}px)` }
}
