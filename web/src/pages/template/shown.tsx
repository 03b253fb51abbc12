// What the message says, in each format, with a sample that can be changed.

import { wordsOf } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Choice, TextArea, TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { Loading } from '../../parts/said.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { useSearch } from '../../place.ts'
import { words } from '../../words/templates.ts'
import { isJson, type Sample } from './draft.ts'
import { MailFrame } from './mail-frame.tsx'
import { type Preview, wrongWith } from './use-preview.ts'

const formats = ['email', 'push', 'chat', 'plain'] as const
type Format = (typeof formats)[number]

interface ShownProps {
  readonly preview: Preview | null
  readonly error: unknown
  /** Nothing is written yet. */
  readonly isBuiltIn: boolean
}

export function Shown({ preview, error, isBuiltIn }: ShownProps) {
  const w = useWords(words)
  const [chosen, setFormat] = useSearch('format')
  const format = formats.find((one) => one === chosen) ?? 'email'
  const content = preview?.contents[format]
  return (
    <Panel title={w.preview}>
      <Choice
        label={w.previewOf}
        value={format}
        onChange={(one) => setFormat(one === 'email' ? '' : one)}
        options={formats.map((one) => [one, w.formats[one]] as const)}
      />
      {/* The field it is about says it, too. */}
      {error !== null && (
        <p class="refused" role="status">
          {wordsOf(error)}
        </p>
      )}
      {preview?.problem && (
        <p class="refused" role="alert">
          {w.problem(preview.problem)}
        </p>
      )}
      {isBuiltIn && <p class="hint">{w.builtIn}</p>}
      {content ? (
        <div class={`message ${format}${error === null ? '' : ' old'}`} aria-live="polite">
          <Message format={format} content={content} />
        </div>
      ) : (
        error === null && <Loading rows={4} />
      )}
    </Panel>
  )
}

interface MessageProps {
  readonly format: Format
  readonly content: NonNullable<Preview['contents'][Format]>
}

function Message({ format, content: { subject, text, html } }: MessageProps) {
  const w = useWords(words)
  const isMail = format === 'email' && html !== null
  return (
    <>
      <p class="subject">
        <span class="unseen">{w.subject}:</span> <strong>{subject}</strong>
      </p>
      {isMail ? <MailFrame title={w.mail} html={html} /> : <p class="said">{text}</p>}
      {isMail && (
        <details>
          <summary>{w.asText}</summary>
          <p class="said">{text}</p>
        </details>
      )}
      {format === 'chat' && html !== null && (
        <details>
          <summary>{w.asHtml}</summary>
          <pre>{html}</pre>
        </details>
      )}
    </>
  )
}

interface SampleFieldsProps {
  readonly sample: Sample
  readonly onChange: (more: Partial<Sample>) => void
  readonly error: unknown
}

export function SampleFields({ sample, onChange, error }: SampleFieldsProps) {
  const w = useWords(words)
  const of = (field: keyof Sample, pointer: string) => ({
    ...{ value: sample[field], onInput: (value: string) => onChange({ [field]: value }) },
    error: wrongWith(error, `/sample/${pointer}`),
  })
  return (
    <Panel title={w.sample}>
      <div class="stack">
        <TextField label={w.sampleTitle} {...of('title', 'title')} />
        <TextArea label={w.sampleBody} rows={2} {...of('body', 'body')} />
        <div class="pair">
          <TextField label={w.sampleAt} type="datetime-local" hint={w.sampleAtHint} {...of('at', 'at')} />
          <ZoneField label={w.sampleZone} {...of('timezone', 'timezone')} />
          <TextField label={w.sampleName} {...of('name', 'recipient')} />
          <TextField label={w.sampleLocale} offers={['en', 'ko']} {...of('locale', 'locale')} />
        </div>
        <TextArea
          label={w.sampleData}
          hint={w.sampleDataHint}
          rows={2}
          {...of('data', 'data')}
          error={isJson(sample.data) ? wrongWith(error, '/sample/data') : w.notJson}
        />
      </div>
    </Panel>
  )
}
