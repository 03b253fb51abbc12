// The names that a template may use, put where the cursor is.

import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { words } from '../../words/templates.ts'

const usual = ['title', 'body', 'when', 'in', 'recipient.name', 'link.open', 'link.done']
const others = [
  ...['kind', 'recipient.id', 'entity.type', 'entity.id', 'entity.title'],
  ...['due', 'due.date', 'due.time', 'due.zone', 'start', 'start.date', 'start.time', 'start.zone'],
  ...['end', 'end.date', 'end.time', 'end.zone', 'link.snooze', 'link.unsubscribe'],
  ...['count', 'items', 'by', 'reason', 'slots', 'data.room'],
]

export function Placeholders({ onInsert }: { readonly onInsert: (text: string) => void }) {
  const w = useWords(words)
  const offer = (name: string) => (
    <Button key={name} class="placeholder" onPress={() => onInsert(`{{${name}}}`)}>
      <span class="unseen">{w.insert}</span> {name}
      {w.meanings[name] && <span class="unseen">: {w.meanings[name]}</span>}
    </Button>
  )
  return (
    <fieldset class="placeholders">
      <legend class="hint">{w.insertHint}</legend>
      <div>{usual.map(offer)}</div>
      <details>
        <summary>{w.moreNames}</summary>
        <div>{others.map(offer)}</div>
      </details>
    </fieldset>
  )
}

/** As if somebody typed it into the field. */
export function insertInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus()
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
