// A filter that is a person: found by name, and kept in the address by id.

import { useWords } from '../language.ts'
import { setSearch, useSearch } from '../place.ts'
import { words } from '../words/people.ts'
import { PersonField } from './person-field.tsx'

interface PersonFilterProps {
  /** In the address. */
  readonly name?: string
  readonly label: string
  /** What else leaves the address with another person. */
  readonly without?: Readonly<Record<string, null>>
}

export function PersonFilter({ name = 'recipient', label, without = {} }: PersonFilterProps) {
  const w = useWords(words)
  const [value] = useSearch(name)
  return (
    <PersonField
      label={label}
      value={value}
      onChoose={(id) => setSearch({ [name]: id, ...without })}
      placeholder={w.everybody}
      isFilter
    />
  )
}
