// A question before the page: the browser's own dialog, which keeps the focus inside, closes with Escape and gives the focus back to what
// opened it.

import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dismiss, toasts } from '../act.ts'
import { useWords } from '../language.ts'
import { useStore } from '../store.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'
import { useTypedLost } from './typed-lost.tsx'

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly onClose: () => void
  /** A form: Enter does it too. False keeps it open. */
  readonly onDone?: () => unknown
  readonly doneWord?: string
  readonly kind?: 'main' | 'danger'
  readonly isWide?: boolean
}

export function Dialog({ title, children, onClose, onDone, doneWord, kind = 'main', isWide }: DialogProps) {
  const w = useWords(words)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isBusy, setBusy] = useState(false)
  const { heard, leave, question } = useTypedLost(onDone !== undefined, onClose)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    // One that is removed while it is open gives nothing back.
    return () => element.close()
  }, [])
  const done = async () => {
    // A second press while the first is under way is a hand that pressed twice.
    if (isBusy) return
    setBusy(true)
    try {
      const isOver = (await onDone?.()) !== false
      // Who has closed it meanwhile may have opened another.
      if (isOver && dialog.current) onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <dialog
      ref={dialog}
      class={isWide ? 'wide' : ''}
      aria-labelledby={id}
      // Told later, of one that was removed, too: whoever removed it knows.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      {...heard}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void done()
        }}
      >
        <header>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="close" label={w.close} onPress={leave} />
        </header>
        <div class="inside">
          {children}
          <Refused />
        </div>
        {question}
        {onDone && !question && (
          <footer>
            <Button onPress={onClose}>{w.never}</Button>
            <button
              type="submit"
              class={`button ${kind}`}
              aria-disabled={isBusy || undefined}
              aria-busy={isBusy || undefined}
            >
              {doneWord ?? w.save}
            </button>
          </footer>
        )}
      </form>
    </dialog>
  )
}

/** What failed while the dialog is open: a toast would be behind it, and nobody could hear it. */
function Refused() {
  const before = useRef(toasts.get())
  const failed = useStore(toasts).filter((one) => one.kind === 'failed' && !before.current.includes(one))
  useEffect(
    () => () => {
      for (const { id, kind } of toasts.get()) if (kind === 'failed') dismiss(id)
    },
    [],
  )
  const last = failed.at(-1)
  return last ? (
    <p class="refused" role="alert">
      {last.text}
    </p>
  ) : null
}
