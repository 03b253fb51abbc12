import { useEffect, useState } from 'preact/hooks'
import { api, type Parsed, wordsOf } from '../../api.ts'
import { language, useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'
import { words } from '../../words/preview.ts'
import { NothingYet } from './nothing-yet.tsx'
import { Occurrences } from './occurrences.tsx'
import { Remind } from './remind.tsx'
import { useTyped } from './typed.ts'
import { type Wanted, wantedOf } from './when.ts'

interface ByProps {
  readonly zone: string
  readonly shown: readonly string[]
}

export function BySentence({ zone, shown }: ByProps) {
  const w = useWords(words)
  const locale = useStore(language)
  const { typed, asked, set } = useTyped('text')
  const [chosen, choose] = useState<Wanted | null>(null)
  const [recipient, setRecipient] = useState('')
  useEffect(() => choose(null), [asked, zone])
  const { value, error } = useQuery(
    `parse ${zone} ${locale} ${asked}`,
    () => api.language.parse({ text: asked, timezone: zone, locale }),
    { enabled: asked.trim() !== '' },
  )
  const when = chosen ?? (value?.when ? wantedOf(value.when) : null)
  return (
    <>
      <Panel>
        <TextField
          label={w.sentence}
          value={typed}
          onInput={set}
          hint={w.sentenceHint}
          placeholder={w.sentences[0] ?? ''}
          error={error ? wordsOf(error) : null}
          autofocus
        />
      </Panel>
      {asked.trim() === '' ? (
        <NothingYet examples={w.sentences.map((text) => [text, text] as const)} onPick={set} />
      ) : (
        value && <Understood parsed={value} chosen={chosen} onChoose={choose} />
      )}
      {asked.trim() !== '' && when && (
        <>
          <Occurrences when={when} shown={shown} recipient={recipient} />
          <Remind when={when} text={value?.text ?? ''} recipient={recipient} onRecipient={setRecipient} />
        </>
      )}
    </>
  )
}

interface UnderstoodProps {
  readonly parsed: Parsed
  readonly chosen: Wanted | null
  readonly onChoose: (when: Wanted) => void
}

function Understood({ parsed, chosen, onChoose }: UnderstoodProps) {
  const w = useWords(words)
  const { kind, understood, text, explain = [], choices } = parsed
  const title = kind === 'question' ? w.asks : kind === 'refusal' ? w.refuses : w.understood
  return (
    <Panel title={title} class={`understood ${kind}`}>
      <div aria-live="polite">
        <p>
          <strong>{understood}</strong> {text !== '' && <span class="faint">{w.ofWhat(text)}</span>}
        </p>
        {explain.length > 0 && (
          <ul class="explain" aria-label={w.explained}>
            {explain.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
        {choices.length > 0 && (
          <>
            {kind !== 'question' && <p class="faint">{w.meant}</p>}
            <div class="preview-offers">
              {choices.map((choice) => (
                <Button
                  key={choice.words}
                  pressed={JSON.stringify(chosen) === JSON.stringify(choice.when)}
                  onPress={() => onChoose(wantedOf(choice.when))}
                >
                  {choice.words}
                </Button>
              ))}
            </div>
          </>
        )}
      </div>
    </Panel>
  )
}
