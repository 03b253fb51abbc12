// What has the focus may go: a row that was dealt with, a button that has nothing to do any more. A browser gives the focus to nothing
// then, and whoever uses the keyboard begins at the top again. Here it goes on to the next row, or, where there is none, to what is around.

import { useEffect } from 'preact/hooks'

interface Held {
  readonly current: HTMLElement | null
}

/** For all that is inside a place that can have the focus itself. */
export function useKeptFocus(place: Held, isThere = true): void {
  useEffect(() => (isThere && place.current ? keepFocus(place.current) : undefined), [isThere])
}

/** Where the focus was. */
interface Spot {
  readonly element: HTMLElement
  readonly row: Element | null
}

function keepFocus(place: HTMLElement): () => void {
  let spot: Spot | null = null
  const came = ({ target }: Event) => {
    spot = target instanceof HTMLElement ? { element: target, row: target.closest(rows) } : null
  }
  const went = ({ relatedTarget }: FocusEvent) => {
    const forget = () => {
      if (relatedTarget || !place.matches(':focus-within')) spot = null
    }
    // To nothing: a click beside everything. Some browsers say so of what was removed, too; that is dealt with before the timer.
    if (relatedTarget) forget()
    else setTimeout(forget)
  }
  const look = (records: readonly MutationRecord[]) => {
    const { body, activeElement } = document
    if (!spot || (activeElement && activeElement !== body)) return
    const heir = heirOf(spot, records) ?? place
    heir.focus({ preventScroll: !heir.matches(controls) })
  }
  const observer = new MutationObserver((records) => {
    if (spot && recordOf(spot.element, records)) look(records)
  })
  place.addEventListener('focusin', came)
  place.addEventListener('focusout', went)
  observer.observe(place, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    place.removeEventListener('focusin', came)
    place.removeEventListener('focusout', went)
  }
}

const rows = 'li, tr'
const controls = 'a[href], button'

function heirOf({ element, row }: Spot, records: readonly MutationRecord[]): HTMLElement | null {
  // It was only put elsewhere.
  if (element.isConnected) return element
  if (row?.isConnected) return controlOf(row)
  const record = recordOf(row ?? element, records)
  if (!record) return null
  const isRow = row !== null && [...record.removedNodes].includes(row)
  const around = record.target instanceof Element ? record.target.closest<HTMLElement>('[tabindex]') : null
  return (isRow ? besides(record) : null) ?? around
}

/** Of the rows after it, and then of those before it, the nearest that has something to press. */
function besides({ nextSibling, previousSibling }: MutationRecord): HTMLElement | null {
  for (let one = nextSibling; one?.isConnected; one = one.nextSibling) {
    const control = controlOf(one)
    if (control) return control
  }
  for (let one = previousSibling; one?.isConnected; one = one.previousSibling) {
    const control = controlOf(one)
    if (control) return control
  }
  return null
}

function controlOf(row: Node): HTMLElement | null {
  return row instanceof Element && row.matches(rows) ? row.querySelector<HTMLElement>(controls) : null
}

/** The one by which it was removed. */
function recordOf(node: Node, records: readonly MutationRecord[]): MutationRecord | undefined {
  return records.find(({ removedNodes }) => [...removedNodes].some((one) => one.contains(node)))
}
