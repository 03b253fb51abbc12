import { useState } from 'preact/hooks'
import { localText, nowMs } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { setSearch, useSearch } from '../../place.ts'
import { words } from '../../words/preview.ts'
import { NothingYet } from './nothing-yet.tsx'
import { Outcome } from './outcome.tsx'
import { useTyped } from './typed.ts'

interface ByProps {
  readonly zone: string
  readonly shown: readonly string[]
}

export function ByRule({ zone, shown }: ByProps) {
  const w = useWords(words)
  const { typed, asked, set } = useTyped('text')
  const [start] = useSearch('start')
  const [usual] = useState(() => `${localText(nowMs() + 86_400_000, zone).slice(0, 10)}T09:00`)
  const when = { rule: asked.trim(), at: `${start || usual}:00`, timezone: zone }
  return (
    <>
      <Panel>
        <div class="pair">
          <TextField
            label={w.rule}
            value={typed}
            onInput={set}
            hint={w.ruleHint}
            placeholder="FREQ=MONTHLY;BYMONTHDAY=31"
            autofocus
          />
          <TextField
            label={w.start}
            type="datetime-local"
            value={start || usual}
            onInput={(value) => setSearch({ start: value })}
          />
        </div>
      </Panel>
      {asked.trim() === '' && <NothingYet examples={w.rules} onPick={set} />}
      <Outcome when={asked.trim() === '' ? null : when} zone={zone} shown={shown} text="" />
    </>
  )
}
