// A chart of which a bar can be picked, by pointer or by keyboard: arrow keys go from bar to bar, and Enter picks. For those who hear the page
// that is a slider, which tells each bar it comes to.

import { useId } from 'preact/hooks'

interface Steps {
  /** The bar that is pointed at. */
  readonly at: number | null
  readonly count: number
  /** Where the keyboard begins; negative: at the first. */
  readonly first: number
  textOf(at: number): string
  setAt(at: number | null): void
  pick(at: number): void
  spanUnder(clientX: number): number | null
}

/** The attributes of the picture. */
export function useSteps({ at, count, first, textOf, setAt, pick, spanUnder }: Steps) {
  const now = at ?? Math.max(0, first)
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
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -count, End: count }[event.key]
      if (step !== undefined) setAt(Math.max(0, Math.min(count - 1, now + step)))
      else if (event.key === 'Enter' || event.key === ' ') pick(now)
      else return
      event.preventDefault()
    },
  }
}
