// The times at which a meeting could be: found by Belfry, or typed. Each says what is in its way.

import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { localText, nowMs } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Conflicts, InQuietHours, SlotTimes, slotText } from '../../parts/slot.tsx'
import type { People } from '../../people.ts'
import { useQuery } from '../../query.ts'
import { words } from '../../words/new-meeting.ts'
import { isZone } from '../../zone-names.ts'
import { instantIn, withOffset } from '../../zoned.ts'
import type { Draft } from './draft.ts'
import { FoundTimes } from './found-times.tsx'

interface ChooseTimesProps {
  readonly draft: Draft
  readonly people: People
  readonly error: string | null
  readonly onChange: (some: Partial<Draft>) => void
}

export function ChooseTimes({ draft, people, error, onChange }: ChooseTimesProps) {
  const w = useWords(words)
  const toggle = (at: number) =>
    onChange({
      starts: draft.starts.includes(at)
        ? draft.starts.filter((one) => one !== at)
        : [...draft.starts, at].sort((a, b) => a - b),
    })
  return (
    <fieldset class="times">
      <legend>{w.when}</legend>
      <p class="hint">{w.whenHint}</p>
      <FoundTimes draft={draft} people={people} onToggle={toggle} />
      <OwnTime draft={draft} onAdd={toggle} />
      {draft.starts.length > 0 && (
        <>
          <h3>{w.chosen}</h3>
          <ul class="chosen-times">
            {draft.starts.map((at) => (
              <ChosenTime key={at} at={at} draft={draft} people={people} onTakeOut={() => toggle(at)} />
            ))}
          </ul>
        </>
      )}
      {error && (
        <p class="hint wrong-words" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function OwnTime({ draft, onAdd }: { readonly draft: Draft; readonly onAdd: (at: number) => void }) {
  const w = useWords(words)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const add = () => {
    const at = text === '' ? Number.NaN : instantIn(text, draft.zone)
    if (!(at > nowMs())) return setError(text === '' ? w.noSlots : w.past)
    setText('')
    if (!draft.starts.includes(at)) onAdd(at)
  }
  return (
    <div class="own-time">
      <TextField
        label={w.ownTime}
        type="datetime-local"
        value={text}
        min={isZone(draft.zone) ? localText(nowMs(), draft.zone) : ''}
        error={error}
        onInput={(value) => {
          setText(value)
          setError(null)
        }}
      />
      <Button onPress={add} disabled={!isZone(draft.zone)}>
        {w.addOwn}
      </Button>
    </div>
  )
}

interface ChosenTimeProps {
  readonly at: number
  readonly draft: Draft
  readonly people: People
  readonly onTakeOut: () => void
}

function ChosenTime({ at, draft, people, onTakeOut }: ChosenTimeProps) {
  const w = useWords(words)
  const zone = isZone(draft.zone) ? draft.zone : 'UTC'
  const ids = [draft.requester, ...draft.others].filter((id) => id !== '')
  const time = { start: withOffset(at, zone), end: withOffset(at + draft.minutes * 60_000, zone) }
  const input = { participants: ids, ...time, timezone: zone, allowOutsideAvailability: draft.isOutsideOk }
  const { value } = useQuery(`check ${JSON.stringify(input)}`, () => api.conflicts.check(input), {
    enabled: ids.length > 0,
  })
  const slot = { start: { instant: time.start }, end: { instant: time.end } }
  return (
    <li>
      <div>
        <SlotTimes slot={slot} ids={ids} people={people} />
        {ids.length > 1 && <Conflicts conflicts={value?.conflicts} people={people} />}
        <InQuietHours slot={slot} ids={ids} people={people} />
      </div>
      <Button kind="quiet" icon="close" label={w.takeOut(slotText(slot, zone))} onPress={onTakeOut} />
    </li>
  )
}
