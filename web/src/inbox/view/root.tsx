// What the element draws: the bell, and the panel behind it.

import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useKeptFocus } from '../../kept-focus.ts'
import type { Language } from '../../language.ts'
import { useStore } from '../../store.ts'
import { words as allWords } from '../../words/inbox.ts'
import type { Inbox } from '../inbox.ts'
import { nothing } from '../state.ts'
import { Icon } from './icon.tsx'
import { Ended, Panel } from './panel.tsx'
import { usePlace } from './place.ts'

export interface Drawn {
  readonly inbox: Inbox | null
  readonly language: Language
  readonly isPage: boolean
  readonly isOpen: boolean
  setOpen(isOpen: boolean): void
}

export function draw(root: ShadowRoot, drawn: Drawn): void {
  render(<Root {...drawn} />, root)
}

const nobody = { get: () => nothing, set() {}, watch: () => () => undefined }

function Root({ inbox, language, isPage, isOpen, setOpen }: Drawn) {
  const words = allWords[language]
  const { counts, news } = useStore(inbox?.state ?? nobody)
  const bell = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    bell.current?.focus()
  }
  usePlace(bell, panel, isOpen && !isPage)
  useOutside(panel, isOpen && !isPage, () => setOpen(false))
  useKeptFocus(panel, isOpen)
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isPage || event.defaultPrevented) return
    // A dialog of the page around stays open.
    event.stopPropagation()
    close()
  }
  const named = { 'aria-label': words.title, onKeyDown: pressed }
  const frame = isPage
    ? { ...named, role: 'region' as const }
    : { ...named, role: 'dialog' as const, popover: 'manual' as const }
  return (
    <div lang={language} class="root">
      {!isPage && (
        <button
          ref={bell}
          type="button"
          class="bell"
          part="bell"
          aria-label={words.bell(counts.unread)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => (isOpen ? close() : setOpen(true))}
        >
          <Icon name="bell" />
          {counts.unread > 0 && (
            <span class="count" part="count" aria-hidden="true">
              {counts.unread > 99 ? '99+' : counts.unread}
            </span>
          )}
        </button>
      )}
      <p class="unseen" role="status">
        {news}
      </p>
      {isOpen && (
        <div ref={panel} class={isPage ? 'panel page' : 'panel'} part="panel" tabIndex={-1} {...frame}>
          {inbox ? (
            <Panel inbox={inbox} onClose={isPage ? null : close} />
          ) : (
            <Ended words={words} onClose={isPage ? null : close} />
          )}
        </div>
      )}
    </div>
  )
}

/** Whoever presses anywhere else means something else. */
function useOutside(panel: { readonly current: HTMLElement | null }, isOn: boolean, then: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: Event) => {
      const host = (panel.current?.getRootNode() as ShadowRoot | undefined)?.host
      if (host && !event.composedPath().includes(host)) then()
    }
    document.addEventListener('pointerdown', pressed, true)
    return () => document.removeEventListener('pointerdown', pressed, true)
  }, [isOn])
}
