import { useEffect, useRef } from 'preact/hooks'
import { dismiss, type Toast, toasts } from '../act.ts'
import { useWords } from '../language.ts'
import { useStore } from '../store.ts'
import { shownMs, whenLeft } from '../when-left.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'

/** One live region for all of them, which is there before anything is said in it: only then is it heard, and once. */
export function Toasts() {
  const w = useWords(words)
  const shown = useStore(toasts)
  const place = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const came = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !place.current?.contains(relatedTarget))
      cameFrom.current = relatedTarget
  }
  const close = (id: number) => {
    if (place.current?.contains(document.activeElement)) goBack(cameFrom.current)
    dismiss(id)
  }
  return (
    <section ref={place} class="toasts" aria-live="polite" aria-label={w.news} onFocusIn={came}>
      {shown.map((toast) => (
        <One key={toast.id} toast={toast} place={place} onClose={() => close(toast.id)} />
      ))}
    </section>
  )
}

/** Before what has the focus goes. */
function goBack(to: HTMLElement | null): void {
  const there = to?.isConnected ? to : document.getElementById('page')
  there?.focus({ preventScroll: true })
}

interface OneProps {
  readonly toast: Toast
  readonly place: { readonly current: HTMLElement | null }
  readonly onClose: () => void
}

function One({ toast: { id, kind, text, detail, undo }, place, onClose }: OneProps) {
  const w = useWords(words)
  useEffect(
    () => (place.current ? whenLeft(place.current, shownMs[undo ? 'undo' : kind], () => dismiss(id)) : undefined),
    [],
  )
  return (
    <div class={`toast ${kind}`}>
      <span>
        {text}
        {detail && <small class="detail">{detail}</small>}
      </span>
      {undo && (
        <Button
          kind="quiet"
          onPress={() => {
            onClose()
            undo()
          }}
        >
          {w.undo}
        </Button>
      )}
      <Button kind="quiet" icon="close" label={w.close} onPress={onClose} />
    </div>
  )
}
