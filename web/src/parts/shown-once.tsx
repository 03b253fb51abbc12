// A key or a secret, the one time that it is shown.

import { useRef, useState } from 'preact/hooks'
import { useWords } from '../language.ts'
import { words } from '../words/secret.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly label: string
  readonly value: string
  readonly onClose: () => void
}

export function ShownOnce({ title, label, value, onClose }: ShownOnceProps) {
  const w = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    // Not there on plain http of another machine: it is selected, and the keyboard copies it.
    await navigator.clipboard?.writeText(value)
    setCopied(navigator.clipboard !== undefined)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{w.once}</p>
      <div class="once">
        <input
          ref={field}
          aria-label={label}
          value={value}
          readOnly
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button onPress={copy}>{w.copy}</Button>
      </div>
      <p class="hint" role="status">
        {isCopied && w.copied}
      </p>
      <Button kind="main" onPress={onClose}>
        {w.kept}
      </Button>
    </Dialog>
  )
}
