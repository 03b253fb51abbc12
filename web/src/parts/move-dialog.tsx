// Another moment for one ring, on a clock of one's choice. What is kept is the moment: of two equal wall clocks a text would not say which.

import { useState } from 'preact/hooks'
import type { Reminder } from '../api.ts'
import { cityOf, localText, nowMs, ownZone, showTime } from '../clock.ts'
import { useWords } from '../language.ts'
import { useThese } from '../people.ts'
import { titleOf } from '../reminder-changes.ts'
import { kindWords } from '../step-words.ts'
import { words } from '../words/upcoming.ts'
import { daysLater, instantIn } from '../zoned.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Select, TextField } from './field.tsx'

interface MoveDialogProps {
  readonly reminder: Reminder
  readonly onMove: (toMs: number) => void
  readonly onClose: () => void
}

/** `typed`: what stands in the field while somebody is typing; null: what the clock shows. */
interface At {
  readonly ms: number | null
  readonly typed: string | null
}

export function MoveDialog({ reminder, onMove, onClose }: MoveDialogProps) {
  const w = useWords(words)
  const own = ownZone.get()
  const dueMs = Date.parse(reminder.dueAt!.instant)
  const theirs = useThese([reminder.recipient]).zoneOf(reminder.recipient)
  const timezone = theirs ?? reminder.dueAt!.timezone
  const [zone, setZone] = useState(own)
  const [{ ms, typed }, setAt] = useState<At>({ ms: dueMs, typed: null })
  const isPast = ms !== null && ms <= nowMs()
  const shift = (to: (fromMs: number) => number) => () => setAt({ ms: to(ms ?? dueMs), typed: null })
  const zones = [...new Set([own, timezone, reminder.dueAt!.timezone, 'UTC'])]
  const other = zone === timezone ? own : timezone
  return (
    <Dialog
      title={w.moveTitle(useWhole(reminder))}
      doneWord={w.move}
      onClose={onClose}
      onDone={() => {
        if (ms === null || isPast) return false
        onMove(ms)
      }}
    >
      <p class="faint">{w.moveHint[reminder.step !== null ? 'step' : reminder.series ? 'series' : 'once']}</p>
      <div class="quick">
        <Button onPress={shift((from) => from + 600_000)}>{w.plus10}</Button>
        <Button onPress={shift((from) => from + 3_600_000)}>{w.plus60}</Button>
        <Button onPress={shift((from) => daysLater(from, 1, zone))}>{w.plusDay}</Button>
      </div>
      <TextField
        label={w.when}
        type="datetime-local"
        value={typed ?? (ms === null ? '' : localText(ms, zone))}
        onInput={(text) => setAt({ ms: text === '' ? null : instantIn(text, zone), typed: text })}
        required
        error={isPast ? w.past : null}
        {...(ms === null || other === zone ? {} : { hint: `${showTime(ms, other)} ${cityOf(other)}` })}
      />
      <Select
        label={w.inZone}
        value={zone}
        options={zones.map((one) => [one, one] as const)}
        onChange={(next) => {
          setAt({ ms, typed: null })
          setZone(next)
        }}
      />
    </Dialog>
  )
}

/** Which one it is of those that are called the same. */
export function useWhole(reminder: Reminder): string {
  const w = useWords(words)
  const { nameOf } = useThese([reminder.recipient])
  return w.whole(titleOf(reminder), nameOf(reminder.recipient), kindWords(reminder))
}
