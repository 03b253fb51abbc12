// A chart of which a bar can be picked, by pointer or by keyboard: arrow keys go from one that has something to the next, and Enter picks. For those who hear the page
// that is a slider, which tells each bar it comes to.

import { useId } from 'preact/hooks'

interface Steps {
  /** The bar that is pointed at. */
  readonly at: number | null
  readonly count: number
  /** Where the keyboard begins; negative: at the first. */
  readonly first: number
  /** Where there is nothing, nobody stops. */
  has(at: number): boolean
  textOf(at: number): string
  setAt(at: number | null): void
  pick(at: number): void
  spanUnder(clientX: number): number | null
}

/** The attributes of the picture. */
export function useSteps({ at, count, first, has, textOf, setAt, pick, spanUnder }: Steps) {
  const now = at ?? Math.max(0, first)
  const firstWith = (from: number, step: number) => {
    for (let i = from; i >= 0 && i < count; i += step) if (has(i)) return i
    return now
  }
  return {
    class: 'pickable',
    role: 'slider' as const,
    tabIndex: 0,
    'aria-valuemin': 0,
    'aria-valuemax': count - 1,
    'aria-valuenow': now,
    'aria-valuetext': now < count ? textOf(now) : '',
    'aria-describedby': useId(),
    onFocus: () => setAt(now),
    onBlur: () => setAt(null),
    onClick({ clientX }: MouseEvent) {
      const under = spanUnder(clientX)
      setAt(under)
      if (under !== null) pick(under)
    },
    onKeyDown(event: KeyboardEvent) {
      const way = waysFrom(now, count)[event.key]
      if (way) setAt(firstWith(...way))
      else if (event.key === 'Enter' || event.key === ' ') pick(now)
      else return
      event.preventDefault()
    },
  }
}

type Way = readonly [from: number, step: 1 | -1]

/** Where each key begins to look, and in which direction. */
function waysFrom(now: number, count: number): Readonly<Record<string, Way>> {
  const on: Way = [now + 1, 1]
  const back: Way = [now - 1, -1]
  return { ArrowRight: on, ArrowUp: on, ArrowLeft: back, ArrowDown: back, Home: [0, 1], End: [count - 1, -1] }
}
