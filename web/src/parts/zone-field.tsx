// A time zone: what is typed may be a city. It becomes the zone's name when somebody goes on.

import { useState } from 'preact/hooks'
import { zones } from '../clock.ts'
import { useWords } from '../language.ts'
import { words } from '../words/zone.ts'
import { isZone, zoneNamed } from '../zone-names.ts'
import { TextField } from './field.tsx'

interface ZoneFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string
  readonly error?: string | null
  readonly required?: boolean
}

export function ZoneField({ value, onInput, error, ...said }: ZoneFieldProps) {
  const w = useWords(words)
  const [isLeft, setLeft] = useState(false)
  const settle = () => {
    const zone = zoneNamed(value)
    if (zone !== undefined && zone !== value) onInput(zone)
    setLeft(true)
  }
  const isWrong = isLeft && value.trim() !== '' && !isZone(value)
  return (
    <TextField
      {...said}
      value={value}
      offers={zones}
      error={error ?? (isWrong ? w.wrong : null)}
      onInput={(text) => {
        setLeft(false)
        onInput(text)
      }}
      onSettled={settle}
      isWholeReplaced
    />
  )
}
