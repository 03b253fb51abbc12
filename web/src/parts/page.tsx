// Every page begins alike: what it is, what can be done, and its filters.

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

interface PageProps {
  readonly title: string
  /** One sentence for who has never seen it. */
  readonly about?: string
  readonly actions?: ComponentChildren
  readonly filters?: ComponentChildren
  readonly children: ComponentChildren
}

export function Page({ title, about, actions, filters, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Belfry`
  }, [title])
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{title}</h1>
          {about && <p class="about">{about}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {filters && <div class="filters">{filters}</div>}
      {children}
    </>
  )
}

interface PanelProps {
  readonly title?: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
  readonly class?: string
}

export function Panel({ title, actions, children, class: more }: PanelProps) {
  return (
    <section class={`panel${more ? ` ${more}` : ''}`}>
      {(title || actions) && (
        <header>
          {title && <h2>{title}</h2>}
          {actions && <div class="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
