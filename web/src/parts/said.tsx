// What a page says when there is nothing to show, not yet, or not any more.

import type { ComponentChildren } from 'preact'
import { wordsOf } from '../api.ts'
import { useWords } from '../language.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  /** What to do next. */
  readonly children?: ComponentChildren
}

export function Empty({ icon = 'bell', title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="title">{title}</p>
      {children}
    </div>
  )
}

/** As tall as what comes, so that nothing jumps. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  const w = useWords(words)
  return (
    <div class="loading" role="status" aria-label={w.loading}>
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} class="bone" />
      ))}
    </div>
  )
}

export function Failed({ error, again }: { readonly error: unknown; readonly again: () => unknown }) {
  const w = useWords(words)
  return (
    <div class="empty" role="alert">
      <Icon name="attention" />
      <p class="title">{w.failed}</p>
      <p>{wordsOf(error)}</p>
      <Button onPress={again}>{w.again}</Button>
    </div>
  )
}
