// What comes of a sentence or a rule: somebody is reminded of it, and when it rings. The form stands first: twenty moments are long.

import { useEffect, useState } from 'preact/hooks'
import { Occurrences } from './occurrences.tsx'
import { Remind } from './remind.tsx'
import type { Wanted } from './when.ts'
import { meantOf, type Whose } from './whose.tsx'

interface OutcomeProps {
  /** Null: it is not known yet. Whoever was chosen stays chosen. */
  readonly when: Wanted | null
  /** By whose clock it was read. */
  readonly zone: string
  readonly shown: readonly string[]
  /** What the sentence left to remind of. */
  readonly text: string
}

export function Outcome({ when, zone, shown, text }: OutcomeProps) {
  const [recipient, setRecipient] = useState('')
  const [whose, setWhose] = useState<Whose>('said')
  useEffect(() => setWhose('said'), [recipient, zone])
  if (!when) return null
  return (
    <>
      <Remind
        when={when}
        zone={zone}
        text={text}
        recipient={recipient}
        onRecipient={setRecipient}
        whose={whose}
        onWhose={setWhose}
      />
      <Occurrences when={meantOf(when, whose, recipient)} shown={shown} recipient={recipient} />
    </>
  )
}
