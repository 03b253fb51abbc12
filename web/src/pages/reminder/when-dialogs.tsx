// Another moment for a reminder: moved, or rung again later.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Reminder } from '../../api.ts'
import { localText, showDistance, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { words } from '../../words/reminder-acts.ts'

interface WhenDialogProps {
  readonly reminder: Reminder
  /** The recipient's. */
  readonly zone: string
  readonly onClose: () => void
}

export function MoveDialog({ reminder, zone, onClose }: WhenDialogProps) {
  const w = useWords(words)
  const { id, dueAt, entity, step } = reminder
  const [at, setAt] = useState(dueAt ? localText(dueAt.instant, zone) : '')
  // The moment of a plan's step follows from the thing; it has no other.
  if (step)
    return (
      <Dialog title={w.movesWith} onClose={onClose}>
        <p>{w.movesWithAbout}</p>
        <a class="button main" href={hrefs.entity(entity)}>
          {w.toThing}
        </a>
      </Dialog>
    )
  const undo =
    dueAt && !reminder.repeats
      ? { undo: () => api.reminders.change({ id, at: dueAt.local, timezone: dueAt.timezone }), undone: w.undone }
      : {}
  return (
    <Dialog
      title={w.moveTitle}
      doneWord={w.move}
      onClose={onClose}
      onDone={() =>
        act({
          run: () => api.reminders.change({ id, at, timezone: zone }),
          said: ({ dueAt: to }) => w.moved(showTime(to.instant, zone)),
          ...undo,
        })
      }
    >
      <TextField label={w.moveAt(zone)} type="datetime-local" value={at} onInput={setAt} required autofocus />
    </Dialog>
  )
}

export function SnoozeDialog({ reminder, zone, onClose }: WhenDialogProps) {
  const w = useWords(words)
  const { id, dueAt, state } = reminder
  const snooze = async (length: keyof typeof w.snoozeFor) => {
    // What is still to come is put off; what rang rings again.
    const next = dueAt !== null && state === 'scheduled' ? { next: true } : {}
    const isDone = await act({
      run: () => api.reminders.snooze({ id, for: length, timezone: zone, ...next }),
      said: (result) => w.snoozed(showDistance(result.dueAt.instant, undefined, 'long')),
    })
    if (isDone) onClose()
  }
  return (
    <Dialog title={w.snoozeTitle} onClose={onClose}>
      <div class="actions">
        {(Object.keys(w.snoozeFor) as (keyof typeof w.snoozeFor)[]).map((length) => (
          <Button key={length} onPress={() => snooze(length)}>
            {w.snoozeFor[length]}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
