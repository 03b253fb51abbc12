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
import { type OtherHalf, useOtherHalf } from './other-half.ts'
import { Outcome } from './outcome.tsx'
import { useTyped } from './typed.ts'
import { type Offered, offersOf, type Wanted, wantedOf } from './when.ts'

interface ByProps {
  readonly zone: string
  readonly shown: readonly string[]
}

export function BySentence({ zone, shown }: ByProps) {
  const w = useWords(words)
  const locale = useStore(language)
  const { typed, asked, set } = useTyped('text')
  const [chosen, choose] = useState<Wanted | null>(null)
  useEffect(() => choose(null), [asked, zone])
  const { value, error } = useQuery(
    `parse ${zone} ${locale} ${asked}`,
    () => api.language.parse({ text: asked, timezone: zone, locale }),
    { enabled: asked.trim() !== '' },
  )
  const otherHalf = useOtherHalf(asked, zone, value)
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
        value && <Understood parsed={value} otherHalf={otherHalf} chosen={chosen} onChoose={choose} />
      )}
      <Outcome when={asked.trim() === '' ? null : when} zone={zone} shown={shown} text={value?.text ?? ''} />
    </>
  )
}

interface UnderstoodProps {
  readonly parsed: Parsed
  readonly otherHalf: OtherHalf | null
  readonly chosen: Wanted | null
  /** Null: as it was understood. */
  readonly onChoose: (when: Wanted | null) => void
}

function Understood({ parsed, otherHalf, chosen, onChoose }: UnderstoodProps) {
  const w = useWords(words)
  const { kind, understood, text, explain = [] } = parsed
  const title = kind === 'question' ? w.asks : kind === 'refusal' ? w.refuses : w.understood
  const offers = otherHalf ? [offerOf(otherHalf)] : offersOf(parsed)
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
        {offers.length > 0 && (
          <>
            {kind !== 'question' && <p class="faint">{otherHalf ? w.evening(otherHalf.hour) : w.meant}</p>}
            <Offers offers={offers} chosen={chosen} onChoose={onChoose} canLeave={kind !== 'question'} />
          </>
        )}
      </div>
    </Panel>
  )
}

function offerOf({ parsed: { understood, when } }: OtherHalf): Offered {
  return { words: understood, when: wantedOf(when!) }
}

interface OffersProps extends Pick<UnderstoodProps, 'chosen' | 'onChoose'> {
  readonly offers: readonly Offered[]
  /** Pressed once more, it is as it was understood. A question has no such thing. */
  readonly canLeave: boolean
}

function Offers({ offers, chosen, onChoose, canLeave }: OffersProps) {
  const isChosen = (when: Wanted) => JSON.stringify(chosen) === JSON.stringify(when)
  return (
    <div class="preview-offers">
      {offers.map(({ words: text, when }) => (
        <Button key={text} pressed={isChosen(when)} onPress={() => onChoose(canLeave && isChosen(when) ? null : when)}>
          {text}
        </Button>
      ))}
    </div>
  )
}
