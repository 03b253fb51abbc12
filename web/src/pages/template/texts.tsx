import { useRef } from 'preact/hooks'
import { useWords } from '../../language.ts'
import { TextArea, TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { words } from '../../words/templates.ts'
import type { Draft } from './draft.ts'
import { insertInto, Placeholders } from './placeholders.tsx'
import { wrongWith } from './use-preview.ts'

export interface DraftProps {
  readonly draft: Draft
  readonly onChange: (more: Partial<Draft>) => void
  readonly error: unknown
}

type Field = HTMLInputElement | HTMLTextAreaElement

export function Texts({ draft, onChange, error }: DraftProps) {
  const w = useWords(words)
  const fields = useRef<HTMLDivElement>(null)
  const last = useRef<Field | null>(null)
  const insert = (text: string) => {
    const field = last.current ?? fields.current?.querySelector('textarea')
    if (field) insertInto(field, text)
  }
  const of = (part: 'subject' | 'text' | 'html') => ({
    ...{ label: w.parts[part], hint: w.hints[part], value: draft[part] },
    ...{ onInput: (value: string) => onChange({ [part]: value }), error: wrongWith(error, `/template/${part}`) },
  })
  return (
    <Panel title={w.texts} class="texts">
      <div
        ref={fields}
        class="stack"
        onFocusIn={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target
        }}
      >
        <TextField {...of('subject')} />
        <TextArea {...of('text')} rows={7} />
        <TextArea {...of('html')} rows={7} />
      </div>
      <Placeholders onInsert={insert} />
    </Panel>
  )
}
