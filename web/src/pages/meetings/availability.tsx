// The hours of one person, in words, to be changed and deleted.

import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { cityOf, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Panel } from '../../parts/page.tsx'
import { Loading } from '../../parts/said.tsx'
import { words } from '../../words/availability.ts'
import { addDays } from '../../zoned.ts'
import type { BlockGiven } from './block-form.tsx'
import { type Block, type BlockShape, emptyBlock, isWholeDay } from './blocks.ts'

interface AvailabilityPanelProps {
  readonly name: string
  /** Undefined: not known yet. */
  readonly blocks: readonly Block[] | undefined
  /** Of the person. */
  readonly zone: string
  readonly onOpen: (given: BlockGiven) => void
}

export function AvailabilityPanel({ name, blocks, zone, onOpen }: AvailabilityPanelProps) {
  const w = useWords(words)
  return (
    <Panel
      title={w.title(name)}
      actions={
        <Button icon="plus" onPress={() => onOpen({ block: emptyBlock(zone) })}>
          {w.add}
        </Button>
      }
    >
      {!blocks && <Loading rows={2} />}
      {blocks?.length === 0 && <p>{w.none(name)}</p>}
      {blocks && blocks.length > 0 && (
        <>
          <p class="hint">{w.about(name)}</p>
          <ul class="hours">
            {[...blocks].sort(byDay).map((block) => (
              <Hours key={block.id} block={block} onChange={() => onOpen({ id: block.id, block })} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

/** Monday first; what is on one date after what is every week. */
function byDay(a: Block, b: Block): number {
  const rank = ({ kind, dayOfWeek, date, startTime }: Block) =>
    `${kind === 'weekly' ? ((dayOfWeek ?? 0) + 6) % 7 : 9} ${date ?? ''} ${startTime}`
  return rank(a) < rank(b) ? -1 : 1
}

function Hours({ block, onChange }: { readonly block: Block; readonly onChange: () => void }) {
  const w = useWords(words)
  const text = useBlockWords(block)
  const { recipient, id } = block
  const remove = () =>
    act({
      run: () => api.availability.remove({ id: recipient, block: id }),
      said: w.removed,
      undo: () => api.availability.put({ id: recipient, block: id, ...inputOf(block) }),
    })
  return (
    <li>
      <span>
        {text} <span class="faint">{cityOf(block.timezone)}</span>
      </span>
      <div class="actions">
        <button type="button" class="button" aria-label={w.changeOf(text)} onClick={onChange}>
          {w.change}
        </button>
        <button type="button" class="button danger" aria-label={w.removeOf(text)} onClick={() => void remove()}>
          {w.remove}
        </button>
      </div>
    </li>
  )
}

function useBlockWords(block: Block): string {
  const w = useWords(words)
  const { kind, dayOfWeek, date, startTime, endTime, validFrom, validUntil } = block
  const hours = isWholeDay(block) ? w.allDay : `${startTime.slice(0, 5)}–${endTime.slice(0, 5)}`
  if (kind !== 'weekly') return w[kind](showTime(`${date}T12:00Z`, 'UTC', 'date'), hours)
  const text = w.weekly(dayName(dayOfWeek ?? 0), hours)
  return validFrom || validUntil ? `${text}, ${w.between(validFrom, validUntil)}` : text
}

/** 0 is Sunday, as 1 January 2023 was. */
export function dayName(dayOfWeek: number, style: 'long' | 'short' = 'long'): string {
  const date = new Date(`${addDays('2023-01-01', dayOfWeek)}T12:00Z`)
  return new Intl.DateTimeFormat(document.documentElement.lang || 'en', { weekday: style, timeZone: 'UTC' }).format(
    date,
  )
}

/** The fields that its kind has. */
export function inputOf(block: BlockShape) {
  const { kind, dayOfWeek, date, startTime, endTime, timezone, validFrom, validUntil } = block
  if (kind === 'weekly') return { kind, dayOfWeek: dayOfWeek ?? 1, startTime, endTime, timezone, validFrom, validUntil }
  return { kind, date: date ?? '', startTime, endTime, timezone }
}
