import { dismiss, toasts } from '../act.ts'
import { useWords } from '../language.ts'
import { useStore } from '../store.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'

export function Toasts() {
  const w = useWords(words)
  const shown = useStore(toasts)
  return (
    <section class="toasts" aria-live="polite" aria-label={w.news}>
      {shown.map(({ id, kind, text, detail, undo }) => (
        <div key={id} class={`toast ${kind}`} role={kind === 'failed' ? 'alert' : 'status'}>
          <span>
            {text}
            {detail && <small class="detail">{detail}</small>}
          </span>
          {undo && (
            <Button
              kind="quiet"
              onPress={() => {
                dismiss(id)
                undo()
              }}
            >
              {w.undo}
            </Button>
          )}
          <Button kind="quiet" icon="close" label={w.close} onPress={() => dismiss(id)} />
        </div>
      ))}
    </section>
  )
}
