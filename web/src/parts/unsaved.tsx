// A page with something typed into it that is not saved asks before it is left: by a link, by the browser's buttons, or by closing the
// tab, where the browser asks in its own words.

import { useEffect, useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { keepFromLeaving } from '../place.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface UnsavedProps {
  readonly isUnsaved: boolean
  /** Whether the page at this address still has what was typed. */
  readonly isKept: (to: URL) => boolean
}

export function Unsaved({ isUnsaved, isKept }: UnsavedProps) {
  const w = useWords(words)
  const [asking, setAsking] = useState<{ readonly leave: () => void } | null>(null)
  useEffect(() => {
    if (!isUnsaved) return
    const stop = keepFromLeaving((to, leave) => {
      if (isKept(to)) return false
      setAsking({ leave })
      return true
    })
    const beforeClosed = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', beforeClosed)
    return () => {
      stop()
      removeEventListener('beforeunload', beforeClosed)
    }
  }, [isUnsaved])
  if (!asking) return null
  const stay = () => setAsking(null)
  return (
    <Dialog title={w.notSaved} onClose={stay}>
      <p>{w.typedLost}</p>
      <div class="actions">
        <Button kind="main" onPress={stay}>
          {w.goOn}
        </Button>
        <Button kind="danger" onPress={asking.leave}>
          {w.throwAway}
        </Button>
      </div>
    </Dialog>
  )
}
