// A ring later: the one that is to come, or the one that rang once more.

import { act } from '../../act.ts'
import { api, type Reminder } from '../../api.ts'
import { nowMs, showDistance } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { laterBy, moving } from '../../reminder-changes.ts'
import { words } from '../../words/reminder-acts.ts'
import { daysLater } from '../../zoned.ts'

interface SnoozeDialogProps {
  readonly reminder: Reminder
  /** The recipient's. */
  readonly zone: string
  readonly onClose: () => void
}

const lengths = [
  ['PT10M', 10],
  ['PT1H', 60],
  ['PT3H', 180],
  ['P1D', 1_440],
] as const

export function SnoozeDialog({ reminder, zone, onClose }: SnoozeDialogProps) {
  const w = useWords(words)
  const { id, dueAt, state } = reminder
  // What is still to come is put off, from when it would ring; what rang rings again, from now.
  const isToCome = dueAt !== null && state === 'scheduled'
  const again = (length: string) =>
    act({
      run: () => api.reminders.snooze({ id, ...(length === 'P1D' ? tomorrow(zone) : { for: length }) }),
      said: (result) => w.snoozed(showDistance(result.dueAt.instant, undefined, 'long')),
    })
  const snooze = async (length: string, minutes: number) => {
    const isDone = isToCome ? await moving(reminder, laterBy(reminder, minutes), 'snoozed') : await again(length)
    if (isDone) onClose()
  }
  return (
    <Dialog title={isToCome ? w.laterTitle : w.snoozeTitle} onClose={onClose}>
      <div class="actions">
        {lengths.map(([length, minutes]) => (
          <Button key={length} onPress={() => snooze(length, minutes)}>
            {(isToCome ? w.laterBy : w.snoozeFor)[length]}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

/** At this time of day, on the recipient's clock. */
function tomorrow(zone: string) {
  return { until: new Date(daysLater(nowMs(), 1, zone)).toISOString() }
}
