// One entry of a time line: when, what, by whom, and what belongs to it.

import type { ComponentChildren } from 'preact'
import { namesKeys, useActors } from '../actors.ts'
import { useWords } from '../language.ts'
import { When } from '../parts/when.tsx'
import { words } from '../words/reminder.ts'

export interface Chapter {
  readonly key: string
  readonly instant: string
  /** Of whom it concerns. */
  readonly zone: string
  /** A class of the time line: `good`, `bad`, `warn`, `next`. */
  readonly tone: string
  readonly title: string
  readonly lines: readonly string[]
  readonly actor: string | null
  readonly href?: string
  readonly more?: ComponentChildren
}

export function inOrder(chapters: readonly Chapter[]): Chapter[] {
  return [...chapters].sort((a, b) => Date.parse(a.instant) - Date.parse(b.instant))
}

export function TimeLine({ chapters, label }: { readonly chapters: readonly Chapter[]; readonly label: string }) {
  const w = useWords(words)
  const actors = useActors(namesKeys(chapters.map(({ actor }) => actor)))
  return (
    <ol class="timeline" aria-label={label}>
      {chapters.map(({ key, instant, zone, tone, title, lines, actor, href, more }) => (
        <li key={key} class={tone}>
          <strong>{href ? <a href={href}>{title}</a> : title}</strong>
          {actor && (
            <span class="faint" title={actor}>
              {' '}
              {w.by(actors.tell(actor))}
            </span>
          )}
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div class="faint">
            <When time={{ instant, local: '', timezone: zone }} hasDistance />
          </div>
          {more}
        </li>
      ))}
    </ol>
  )
}

export function toneOfState(state: string): string {
  if (state === 'sent') return 'good'
  if (state === 'failed' || state === 'quarantined') return 'bad'
  if (state === 'unknown') return 'warn'
  return state === 'pending' || state === 'sending' || state === 'scheduled' ? 'next' : ''
}
