// Where the panel opens: over everything else of the page (a popover), under the bell, inside the window. On a telephone it is as
// large as the window; the stylesheet says when.

import { useLayoutEffect } from 'preact/hooks'

const gapPx = 8

interface Held {
  readonly current: HTMLElement | null
}

export function usePlace(bell: Held, panel: Held, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) return
    // A browser without popovers shows it where it stands.
    element.showPopover?.()
    element.focus({ preventScroll: true })
    const place = () => {
      if (bell.current) placeUnder(bell.current.getBoundingClientRect(), element)
    }
    place()
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, true)
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place, true)
    }
  }, [isOpen])
}

function placeUnder(bell: DOMRect, panel: HTMLElement): void {
  const { innerWidth, innerHeight } = window
  const width = panel.offsetWidth
  const left = Math.max(gapPx, Math.min(bell.right - width, innerWidth - width - gapPx))
  const below = innerHeight - bell.bottom - 2 * gapPx
  const above = bell.top - 2 * gapPx
  const isBelow = below >= 320 || below >= above
  const height = Math.max(isBelow ? below : above, 200)
  // Through the CSSOM, which a strict policy of the page allows.
  panel.style.setProperty('--_left', `${Math.round(left)}px`)
  panel.style.setProperty('--_top', isBelow ? `${Math.round(bell.bottom + gapPx)}px` : 'auto')
  panel.style.setProperty('--_bottom', isBelow ? 'auto' : `${Math.round(innerHeight - bell.top + gapPx)}px`)
  panel.style.setProperty('--_room', `${Math.round(height)}px`)
}
