import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { PersonField } from '../../parts/person-field.tsx'
import type { People } from '../../people.ts'
import { words } from '../../words/new-meeting.ts'
import { words as peopleWords } from '../../words/people.ts'
import type { Draft } from './draft.ts'

interface OtherPeopleProps {
  readonly draft: Draft
  readonly people: People
  readonly error: string | null
  readonly onChange: (some: Partial<Draft>) => void
}

/** Whoever is chosen stands above the field, which is then for the next one. */
export function OtherPeople({ draft: { others, requester }, people, error, onChange }: OtherPeopleProps) {
  const w = useWords(words)
  const those = useWords(peopleWords)
  return (
    <div class="others">
      <PersonField
        label={others.length === 0 ? w.others : w.otherMore}
        value=""
        without={[...others, requester]}
        error={error}
        onChoose={(id) => onChange({ others: [...others, id] })}
      />
      {others.length > 0 && (
        <ul class="chips" aria-label={w.others}>
          {others.map((id) => (
            <li key={id} class="chip">
              {people.nameOf(id)}
              <Button
                kind="quiet"
                icon="close"
                label={those.remove(people.nameOf(id))}
                onPress={() => onChange({ others: others.filter((one) => one !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
