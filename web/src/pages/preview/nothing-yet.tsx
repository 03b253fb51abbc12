import { useWords } from '../../language.ts'
import { Panel } from '../../parts/page.tsx'
import { Empty } from '../../parts/said.tsx'
import { words } from '../../words/preview.ts'

interface NothingProps {
  readonly examples: readonly (readonly [text: string, name: string])[]
  readonly onPick: (text: string) => void
}

export function NothingYet({ examples, onPick }: NothingProps) {
  const w = useWords(words)
  return (
    <Panel>
      <Empty icon="preview" title={w.nothingYet}>
        <p>{w.nothingYetNext}</p>
        <div class="preview-offers">
          {examples.map(([text, name]) => (
            <button key={text} type="button" class="button" onClick={() => onPick(text)}>
              {name}
            </button>
          ))}
        </div>
      </Empty>
    </Panel>
  )
}
