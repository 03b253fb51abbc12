// Hours of one person: every week, or on one date; new ones on several days at once.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Choice, TextField } from '../../parts/field.tsx'
import { ZoneField } from '../../parts/zone-field.tsx'
import { type BlockKind, words } from '../../words/availability.ts'
import { dayName, inputOf } from './availability.tsx'
import { type BlockShape, isWholeDay } from './blocks.ts'

/** What the form begins with: one that is there, or one that was drawn. */
export interface BlockGiven {
  readonly id?: string
  readonly block: BlockShape
  readonly startMs?: number
  readonly endMs?: number
}

interface BlockFormProps extends BlockGiven {
  readonly recipient: string
  readonly name: string
  readonly onMeeting: (startMs: number, endMs: number) => void
  readonly onClose: () => void
}

const week = [1, 2, 3, 4, 5, 6, 0]
const kinds = ['weekly', 'extra', 'off'] as const

export function BlockForm({ id, block: first, startMs, endMs, recipient, name, onMeeting, onClose }: BlockFormProps) {
  const w = useWords(words)
  const [block, setBlock] = useState<BlockShape>(first)
  const [days, setDays] = useState<readonly number[]>(first.dayOfWeek === null ? [1, 2, 3, 4, 5] : [first.dayOfWeek])
  const [error, setError] = useState<string | null>(null)
  const change = (some: Partial<BlockShape>) => {
    setBlock((before) => ({ ...before, ...some }))
    setError(null)
  }
  const save = () => {
    const wrong = flawOf(block, days, w)
    setError(wrong)
    if (wrong !== null) return false
    const wanted = (block.kind === 'weekly' ? days : [null]).map((dayOfWeek) => inputOf({ ...block, dayOfWeek }))
    return id === undefined ? add(recipient, wanted, w.added) : put(recipient, id, wanted[0]!, first, w.changed)
  }
  return (
    <Dialog title={id === undefined ? w.dialogNew(name) : w.dialogChange} onClose={onClose} onDone={save}>
      <Choice
        label={w.kind}
        value={block.kind}
        onChange={(kind: BlockKind) => change({ kind })}
        options={kinds.map((kind) => [kind, w.kinds[kind]] as const)}
      />
      {block.kind === 'weekly' ? (
        <Days
          days={days}
          onChoose={(day) => {
            setError(null)
            setDays(id === undefined ? toggled(days, day) : [day])
          }}
        />
      ) : (
        <TextField label={w.date} type="date" value={block.date ?? ''} onInput={(date) => change({ date })} />
      )}
      <Clocks block={block} onChange={change} />
      <ZoneField label={w.zone} value={block.timezone} onInput={(timezone) => change({ timezone })} />
      {block.kind === 'weekly' && <Validity block={block} onChange={change} />}
      {error && (
        <p class="hint wrong-words" role="alert">
          {error}
        </p>
      )}
      {startMs !== undefined && endMs !== undefined && (
        <div class="actions">
          <Button
            kind="quiet"
            onPress={() => {
              onClose()
              onMeeting(startMs, endMs)
            }}
          >
            {w.meetingThen}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function toggled(days: readonly number[], day: number): readonly number[] {
  return days.includes(day) ? days.filter((one) => one !== day) : [...days, day]
}

function Days({ days, onChoose }: { readonly days: readonly number[]; readonly onChoose: (day: number) => void }) {
  const w = useWords(words)
  return (
    <fieldset class="days">
      <legend>{w.days}</legend>
      {week.map((day) => (
        <Button key={day} pressed={days.includes(day)} label={dayName(day)} onPress={() => onChoose(day)}>
          {dayName(day, 'short')}
        </Button>
      ))}
    </fieldset>
  )
}

interface PartProps {
  readonly block: BlockShape
  readonly onChange: (some: Partial<BlockShape>) => void
}

function Clocks({ block, onChange }: PartProps) {
  const w = useWords(words)
  const isWhole = isWholeDay(block)
  return (
    <>
      {block.kind === 'off' && (
        <Check
          label={w.allDay}
          checked={isWhole}
          onChange={(isChosen) =>
            onChange(isChosen ? { startTime: '00:00', endTime: '24:00' } : { startTime: '09:00', endTime: '17:00' })
          }
        />
      )}
      {!(block.kind === 'off' && isWhole) && (
        <div class="pair">
          <TextField
            label={w.start}
            type="time"
            value={block.startTime.slice(0, 5)}
            onInput={(startTime) => onChange({ startTime })}
          />
          <TextField
            label={w.end}
            type="time"
            // What the field has no word for: the end of the day is the next one's beginning.
            value={block.endTime.slice(0, 5).replace('24:00', '00:00')}
            onInput={(endTime) => onChange({ endTime })}
          />
        </div>
      )}
    </>
  )
}

function Validity({ block, onChange }: PartProps) {
  const w = useWords(words)
  return (
    <div class="pair">
      <TextField
        label={w.from}
        type="date"
        value={block.validFrom ?? ''}
        onInput={(date) => onChange({ validFrom: date || null })}
      />
      <TextField
        label={w.until}
        type="date"
        value={block.validUntil ?? ''}
        onInput={(date) => onChange({ validUntil: date || null })}
      />
    </div>
  )
}

function flawOf(block: BlockShape, days: readonly number[], w: (typeof words)['en']): string | null {
  if (block.kind === 'weekly' && days.length === 0) return w.noDay
  if (block.kind !== 'weekly' && !block.date) return w.noDate
  return block.startTime === '' || block.endTime === '' || block.startTime === block.endTime ? w.noHours : null
}

type Input = ReturnType<typeof inputOf>

async function add(recipient: string, wanted: readonly Input[], said: string): Promise<boolean> {
  return await act({
    run: () => Promise.all(wanted.map((one) => api.availability.add({ id: recipient, ...one }))),
    said,
    undo: (made) => Promise.all(made.map(({ id }) => api.availability.remove({ id: recipient, block: id }))),
  })
}

async function put(recipient: string, block: string, to: Input, before: BlockShape, said: string): Promise<boolean> {
  return await act({
    run: () => api.availability.put({ id: recipient, block, ...to }),
    said,
    undo: () => api.availability.put({ id: recipient, block, ...inputOf(before) }),
  })
}
