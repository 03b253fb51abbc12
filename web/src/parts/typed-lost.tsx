// A form that is left with something typed into it asks first. Escape and the cross may be a slip; "Cancel" is a word. A page that is a
// form asks in a dialog (unsaved.tsx).

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { isComposed } from '../typing.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'

interface TypedLost {
  /** What the dialog listens to. */
  readonly heard: {
    onInput(): void
    onKeyDown(event: KeyboardEvent): void
    onCancel(event: Event): void
  }
  /** For the cross. */
  readonly leave: () => void
  /** In place of the dialog's foot; null: nothing is asked. */
  readonly question: JSX.Element | null
}

export function useTypedLost(isForm: boolean, onClose: () => void): TypedLost {
  const isTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const mustAsk = () => isForm && isTyped.current
  return {
    heard: {
      onInput: () => {
        isTyped.current = true
      },
      // Browsers ask once (`cancel`), and close at the second Escape whatever is said: so the key is taken before that.
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposed(event) || !mustAsk()) return
        event.preventDefault()
        setAsking(!isAsking)
      },
      // The gesture that goes back on a phone.
      onCancel: (event) => {
        if (!mustAsk() || event.target !== event.currentTarget) return
        event.preventDefault()
        setAsking(true)
      },
    },
    leave: () => (mustAsk() ? setAsking(true) : onClose()),
    question: isAsking ? <Lost onStay={() => setAsking(false)} onLeave={onClose} /> : null,
  }
}

/** What was typed would be gone: asked where the form is sent, with its one harmless answer at hand. */
function Lost({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const w = useWords(words)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    place.current?.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <footer ref={place}>
      <p class="grow" role="alert">
        {w.typedLost}
      </p>
      <Button onPress={onStay}>{w.goOn}</Button>
      <Button kind="danger" onPress={onLeave}>
        {w.throwAway}
      </Button>
    </footer>
  )
}
