// When would it ring? A sentence or a rule, the next twenty moments in three zones, and what was adjusted about each.

import { useEffect, useState } from 'preact/hooks'
import { ownZone } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Choice } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { setSearch, useSearch } from '../../place.ts'
import { createKept, useStore } from '../../store.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/preview.ts'
import { isZone } from '../../zone-names.ts'
import { ByRule } from './by-rule.tsx'
import { BySentence } from './by-sentence.tsx'
import '../../styles/preview.css'

const alsoKept = createKept<string>('belfry.also-zone', 'America/New_York')

export default function PreviewPage() {
  const w = useWords(words)
  const c = useWords(core)
  const [by] = useSearch('by')
  const [asked] = useSearch('zone')
  const own = useStore(ownZone)
  const also = useStore(alsoKept)
  const zone = asked || own
  const shown = [...new Set([zone, own, also, 'UTC'])].slice(0, 3)
  return (
    <Page title={c.pages.preview} about={w.about}>
      <div class="filters preview-filters">
        <Choice
          label={w.by}
          value={by === 'rule' ? 'rule' : 'sentence'}
          onChange={(value) => setSearch({ by: value === 'rule' ? value : null, text: null })}
          options={[
            ['sentence', w.sentence],
            ['rule', w.rule],
          ]}
        />
        <ShownZone label={w.zone} value={zone} onChange={(value) => setSearch({ zone: value })} />
        <ShownZone label={w.alsoZone} value={also} onChange={(value) => alsoKept.set(value)} />
      </div>
      {by === 'rule' ? <ByRule zone={zone} shown={shown} /> : <BySentence zone={zone} shown={shown} />}
    </Page>
  )
}

interface ZoneProps {
  readonly label: string
  readonly value: string
  readonly onChange: (zone: string) => void
}

/** What is shown follows what is typed, as soon as it is a zone. */
function ShownZone({ label, value, onChange }: ZoneProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <ZoneField
      label={label}
      value={text}
      onInput={(typed) => {
        setText(typed)
        if (isZone(typed)) onChange(typed)
      }}
    />
  )
}
