// A plan as a picture: a rail from the first step to the last, with the moment itself on it.

import { useWords } from '../../language.ts'
import { Icon } from '../../parts/icon.tsx'
import { sizeWords } from '../../step-words.ts'
import { words } from '../../words/plans.ts'
import { isAtMoment, type Step, sizeOf } from './offset.ts'

type RailStep = Pick<Step, 'offset'>

/** What it says is also there in words: it is not read out. */
export function Rail({ steps }: { readonly steps: readonly RailStep[] }) {
  const w = useWords(words)
  const ordered = [...steps].sort((a, b) => sizeOf(a.offset) - sizeOf(b.offset))
  const before = ordered.filter(({ offset }) => sizeOf(offset) < 0)
  const after = ordered.filter(({ offset }) => sizeOf(offset) > 0)
  const rings = steps.some(({ offset }) => isAtMoment(offset))
  return (
    <div class="rail" aria-hidden="true">
      {before.map(({ offset }, i) => (
        <Stop key={`${i} ${offset}`} text={`−${sizeWords(offset, 'short')}`} />
      ))}
      <div class={`stop anchor${rings ? ' rings' : ''}`}>
        <Icon name="bell" />
        <span>{w.moment}</span>
      </div>
      {after.map(({ offset }, i) => (
        <Stop key={`${i} ${offset}`} text={`+${sizeWords(offset, 'short')}`} />
      ))}
    </div>
  )
}

function Stop({ text }: { readonly text: string }) {
  return (
    <div class="stop">
      <i />
      <span>{text}</span>
    </div>
  )
}
