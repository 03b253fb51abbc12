// What may be wider than a phone scrolls by itself, with the keyboard too.

import type { ComponentChildren } from 'preact'

interface ScrolledProps {
  readonly label: string
  readonly children: ComponentChildren
}

export function Scrolled({ label, children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus its far end is out of reach of a keyboard
    <section class="scrolled" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
