// Several of the people. Whoever is chosen stands below the field, which is then for the next one.

import { useWords } from '../language.ts'
import { useName } from '../people.ts'
import { words } from '../words/people.ts'
import { Button } from './button.tsx'
import { PersonField } from './person-field.tsx'

interface PeopleFieldProps {
  readonly label: string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** Those who are chosen elsewhere. */
  readonly without?: readonly string[]
  readonly error?: string | null
}

export function PeopleField({ label, chosen, onChange, without = [], error = null }: PeopleFieldProps) {
  const w = useWords(words)
  return (
    <div class="others">
      <PersonField
        label={chosen.length === 0 ? label : w.somebodyElse}
        value=""
        without={[...chosen, ...without]}
        error={error}
        onChoose={(id) => onChange([...chosen, id])}
      />
      {chosen.length > 0 && (
        <ul class="chips" aria-label={label}>
          {chosen.map((id) => (
            <Chosen key={id} id={id} onRemove={() => onChange(chosen.filter((one) => one !== id))} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Chosen({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const w = useWords(words)
  const name = useName(id)
  return (
    <li class="chip">
      {name}
      <Button kind="quiet" icon="close" label={w.remove(name)} onPress={onRemove} />
    </li>
  )
}
