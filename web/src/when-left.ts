// What was said goes by itself, but not under the eyes of who reads it: its time does not run while somebody points at it, or is inside with
// the keyboard, and begins anew when they leave.

/** What can be taken back leaves the time to; what failed is read to its end. */
export const shownMs = { said: 8_000, undo: 20_000, failed: 20_000 }

/** Calls once, unless the answered function was called before. */
export function whenLeft(place: HTMLElement, ms: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (place.matches(':hover, :focus-within') ? wait() : then()), ms)
  }
  wait()
  place.addEventListener('pointerleave', wait)
  place.addEventListener('focusout', wait)
  return () => {
    clearTimeout(timer)
    place.removeEventListener('pointerleave', wait)
    place.removeEventListener('focusout', wait)
  }
}
