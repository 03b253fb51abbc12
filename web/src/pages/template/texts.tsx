import { useRef } from 'preact/hooks'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Select, TextArea, TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { useQuery } from '../../query.ts'
import { words } from '../../words/templates.ts'
import type { Draft } from './draft.ts'
import { insertInto, Placeholders } from './placeholders.tsx'
import { wrongWith } from './use-preview.ts'

interface DraftProps {
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

export function Purpose({ draft, onChange, error }: DraftProps) {
  const w = useWords(words)
  const { value } = useQuery('channels', () => api.channels.list())
  const names = value?.items.map(({ name }) => name) ?? []
  const known = draft.channel === '' || names.includes(draft.channel) ? names : [draft.channel, ...names]
  return (
    <Panel title={w.purpose}>
      <p class="hint">{w.purposeAbout}</p>
      <div class="pair">
        <TextField
          label={w.entityType}
          value={draft.entityType}
          placeholder={w.any}
          offers={['meeting', 'note', 'task']}
          onInput={(entityType) => onChange({ entityType })}
          error={wrongWith(error, '/for/entityType')}
        />
        <TextField
          label={w.kind}
          value={draft.kind}
          placeholder={w.any}
          offers={['24h_before', '1h_before', '15m_before', 'at_time']}
          onInput={(kind) => onChange({ kind })}
          error={wrongWith(error, '/for/kind')}
        />
        <Select
          label={w.channel}
          value={draft.channel}
          onChange={(channel) => onChange({ channel })}
          options={[['', w.anyChannel], ...known.map((name) => [name, name] as const)]}
        />
      </div>
    </Panel>
  )
}
